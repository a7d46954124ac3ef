"""A player of coins that sees positions and moves as numbers whose bits are coins."""

from abc import abstractmethod

from perfectplay.games.coins.players.run_list import run_list_of
from perfectplay.games.coins.position import CoinPosition
from perfectplay.games.coins.problem import CoinProblem
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.player import Player


class CoinPlayer(Player):
    """Knows the runs of its game; a subclass says what to take."""

    def begin(self, problem: GameForTwo, is_first: bool, seed: int, seconds: float | None = None) -> None:
        assert isinstance(problem, CoinProblem)
        super().begin(problem, is_first, seed, seconds)
        self.game = problem.game
        self.start = problem.start.coins
        self.runs = run_list_of(problem.game)

    def choose(self, position: CoinPosition, seconds: float) -> str:
        return self.runs.texts[self.take(position.coins, seconds)]

    @abstractmethod
    def take(self, coins: int, seconds: float) -> int:
        """Return what to take of the coins that are left."""

    def greedy(self, coins: int) -> int:
        """Return a move worth the most points."""
        return self.pick(self.runs.first(self.runs.by_points, coins))

    def dearest(self, masks: list[int]) -> int:
        """Return one of some moves that is worth the most points."""
        points = self.runs.points
        most = max(points[mask] for mask in masks)
        return self.pick([mask for mask in masks if points[mask] == most])
