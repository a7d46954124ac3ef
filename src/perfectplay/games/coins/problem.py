"""A coin problem: a game and the position to begin with.  Who wins, and by what moves?"""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.draw.scene import Scene
from perfectplay.games.coins.game import CoinGame
from perfectplay.games.coins.position import CoinPosition
from perfectplay.games.coins.triangle import Run, Triangle
from perfectplay.model.extent import Extent
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.oracle import LOST, WON
from perfectplay.model.problem import Facts

FACTS = Facts(players=2, is_monotone=True, has_tree=True, objectives=("win", "score", "win-then-score"))


class CoinProblem(GameForTwo):
    """Two players take turns from `start` on; the first of them is the one to move there."""

    family = "coins"
    facts = FACTS

    def __init__(self, game: CoinGame, coins: int | None = None, spec: str = "") -> None:
        self.game = game
        self.spec = spec
        self.move_seconds = float(game.seconds)
        self.penalty, self.penalty_gain = game.penalty, game.penalty_gain
        self._start = CoinPosition(game.side, game.triangle.full if coins is None else coins, game.colours)

    @property
    def start(self) -> CoinPosition:
        return self._start

    @property
    def triangle(self) -> Triangle:
        return self.game.triangle

    @property
    def has_points(self) -> bool:
        return bool(self.game.points or self.game.colours)

    def is_goal(self, position: CoinPosition) -> bool:
        """Tell whether the game is over."""
        return not position.coins

    def outcome(self, position: CoinPosition) -> str:
        return WON if self.game.is_misere else LOST

    def points_of(self, position: CoinPosition, text: str) -> int:
        return self.game.worth(self.triangle.run_of[text])

    def end_points(self, winner: int | None) -> tuple[int, int]:
        ends = self.game.winner_points, self.game.loser_points
        return ends if winner == 0 else (ends[1], ends[0])

    @property
    def saved_start(self) -> int:
        return self.start.coins

    def runs(self, position: CoinPosition) -> list[Run]:
        """Return what can be taken."""
        return [run for run in self.game.runs if not run.mask & ~position.coins]

    def moves(self, position: CoinPosition) -> list[str]:
        return [run.text for run in self.runs(position)]

    def find_run(self, position: CoinPosition, text: str) -> Run:
        """Return the run that a text such as `c3-c5` names, or say why it cannot be taken.

        >>> from perfectplay.model.specs import load
        >>> problem = load("coins/4")
        >>> problem.find_run(problem.start, "c3-a3").text
        'a3-c3'
        >>> problem.find_run(problem.start, "a1-b3")
        Traceback (most recent call last):
        perfectplay.base.errors.InputError: a1-b3 is no straight line
        """
        ends = [end.strip() for end in text.strip().lower().split("-")]
        if len(ends) > 2 or not all(ends):
            raise InputError(f"{text[:40]!r} is not a move; write one coin as b2, or the two ends of a run as a3-c3")
        for end in ends:
            if end not in self.triangle.names:
                names = self.triangle.names
                raise InputError(f"there is no cell {end[:20]!r}; cells are {names[0]} to {names[-1]}")
        run = self.triangle.run_of.get("-".join(dict.fromkeys(ends)))
        if run is None:
            raise InputError(f"{'-'.join(ends)} is no straight line")
        if run.length > self.game.longest_run:
            raise InputError(f"{run.text} takes {run.length} coins, but at most {self.game.longest_run} are allowed")
        if missing := [self.triangle.names[cell] for cell in run.cells if not position.coins >> cell & 1]:
            raise InputError(f"{run.text} cannot be taken: there is no coin on {' '.join(missing)}")
        return run

    def play(self, position: CoinPosition, text: str) -> CoinPosition:
        return position.without(self.find_run(position, text).mask)

    def find_move(self, position: CoinPosition, text: str) -> str:
        return self.find_run(position, text).text

    def step(self, position: CoinPosition, text: str) -> tuple[CoinPosition, int]:
        mask, points = self.game.worth_of_text.get(text, (-1, 0))
        if mask & ~position.coins:
            return super().step(position, text)  # raises an error that says what is wrong
        return position.without(mask), points

    def extent(self) -> Extent:
        """Return the extent of the game: the moves are all its runs, wherever it starts, so that their order stays.

        >>> from perfectplay.model.specs import load
        >>> extent = load("coins/8").extent()
        >>> len(extent.moves), extent.longest
        (288, 36)
        """
        most = max(map(abs, self.game.run_points))
        ends = [self.end_points(winner) for winner in (0, 1)]
        most_at_end = max(abs(own - other) for own, other in ends)
        moves = tuple(run.text for run in self.game.runs)
        return Extent(moves, self.start.count, len(self.start.text), most, most_at_end)

    def state_bits(self, position: CoinPosition) -> tuple[int, ...]:
        """Return a bit for each cell, from the apex row by row: whether it has a coin."""
        return tuple(position.coins >> cell & 1 for cell in range(self.triangle.size))

    def parse(self, text: str) -> CoinPosition:
        position = CoinPosition.parse(text)
        if position.side != self.game.side:
            raise InputError(f"{text[:60]!r} is not a position of {self.spec}: it has {position.side} rows")
        return CoinPosition(position.side, position.coins, self.game.colours)

    def scene(self, position: CoinPosition) -> Scene:
        return position.scene

    def solution(self, path: Sequence[int]) -> list[str]:
        """Return the moves that lead along a path of sets of coins."""
        runs = {run.mask: run.text for run in self.game.runs}
        return [runs[before & ~after] for before, after in pairwise(path)]

    def position(self, state: int) -> CoinPosition:
        return CoinPosition(self.game.side, state, self.game.colours)

    def starting_at(self, position: CoinPosition) -> "CoinProblem":
        return CoinProblem(self.game, position.coins, self.spec_at(position))

    def trail(self, text: str) -> tuple[str, ...]:
        if not text:
            return ()
        return tuple(self.triangle.names[cell] for cell in self.triangle.run_of[text].cells)

    @cached_property
    def _whole(self) -> dict[str, Any]:
        game = self.game
        whole: dict[str, Any] = {
            "spec": self.spec,
            "family": self.family,
            "side": game.side,
            "longest_run": game.longest_run,
            "play": game.play,
            "points": list(game.points),
            "winner_points": game.winner_points,
            "loser_points": game.loser_points,
        }
        if game.colours:
            whole["colour_points"] = game.points_of_colour
        return {**whole, "start": self.start.rows}

    def as_json(self) -> dict[str, Any]:
        return dict(self._whole)
