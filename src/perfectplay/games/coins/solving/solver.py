"""Coins: who wins, by how much, and by which moves; everything by tables of all positions."""

from dataclasses import replace
from typing import Any

from perfectplay.base.errors import UnsupportedError
from perfectplay.base.limits import Stop
from perfectplay.base.loading import loading
from perfectplay.base.spelling import called
from perfectplay.games.coins.game import CoinGame
from perfectplay.games.coins.position import CoinPosition
from perfectplay.games.coins.problem import CoinProblem
from perfectplay.games.coins.solving.source import CoinValue
from perfectplay.games.coins.solving.values import Openings, Values
from perfectplay.model.answers import Answer, Decided, Unknown
from perfectplay.model.count import Count, Wanted
from perfectplay.search.task import SearchTask
from perfectplay.search.watch import Watch
from perfectplay.solvers.solver import Request, Solver

GAMES_COINS = 15  # games are counted for up to so many coins: a second's work


class CoinSolver(Solver[CoinProblem]):
    """Serves one coin problem: by tables, unless a search of game trees is asked for by name."""

    def __init__(self, problem: CoinProblem) -> None:
        super().__init__(problem)
        self.has_symmetry = not problem.game.colours

    def task(self, objective: str, estimate: str, rules: frozenset[str], watch: Watch) -> SearchTask:
        with loading():
            from perfectplay.games.coins.solving.tree import coin_task

        return coin_task(self.problem.game, self.problem.start.coins, objective)

    def state_of(self, position: CoinPosition) -> int:
        return position.coins

    def verdict_of(self, objective: str, value: int) -> tuple[str, int]:
        with loading():
            from perfectplay.games.coins.solving.tree import decoded

        return decoded(objective, value)

    def guess_of(self, objective: str, value: int) -> tuple[str | None, int]:
        with loading():
            from perfectplay.games.coins.solving.tree import decoded_guess

        return decoded_guess(objective, value)

    def solve_by_default(self, request: Request) -> Answer:
        """Return winner, value and best moves, and a game in which both play their best."""
        values = self._values(request)
        coins = self.problem.start.coins
        with Stop() as stop:
            source = values.source(coins)
            value, moves = values.value(coins), values.moves(coins)
            best = values.best_moves(coins)
            line = [] if isinstance(source, Openings) else best_line(values, coins)
        problem, stats = self.problem, values.stats
        if stop.limit:
            return Unknown(problem, request.objective, stats, stop.limit, detail=stop.detail)
        answer = Decided(
            problem,
            request.objective,
            stats,
            tuple(self.problem.solution(line)),
            None,
            True,
            winner=winner_of(value),
            value=value.points,
            best_moves=tuple(run.text for run in best),
            move_values=tuple((run.text, winner_of(item), item.points) for run, item in moves)
            if request.options.all_moves
            else None,
        )
        return replace(answer, search={"by": source.about})

    def count(self, request: Request, wanted: Wanted) -> Count:
        """Count the positions that the coins can become, and the lost ones among them."""
        if wanted != Wanted():
            raise UnsupportedError(
                f"{self.problem.spec} has no levels to count; leave out {called('levels')} and {called('by')}"
            )
        values = self._values(replace(request, objective="win"))
        coins = self.problem.start.coins
        figures: dict[str, Any] = {"positions": 1 << coins.bit_count()}
        if coins.bit_count() <= GAMES_COINS:
            figures["games"] = count_games(self.problem.game, coins)
        with Stop() as stop:
            source = values.exactly(coins)
            figures["lost_positions"] = source.lost_positions
            figures["winner"] = winner_of(source.value(coins))
            figures["winning_first_moves"] = sum(value.is_won for _, value in source.moves(coins))
        return Count(self.problem, (), stop.limit, values.stats, detail=stop.detail, own=figures)

    def _values(self, request: Request) -> Values:
        return Values(
            self.problem.game, request.objective, request.limits, request.progress, threads=request.options.threads or 0
        )


def count_games(game: CoinGame, coins: int) -> int:
    """Return how many games there are: sequences of moves from these coins to none.

    >>> count_games(CoinGame(3), 0b111111)
    2298
    """
    runs = [run.mask for run in game.runs if run.mask & ~coins == 0]
    ways = {0: 1}
    left = coins
    subsets = [coins]
    while left:  # every subset, the largest first
        left = (left - 1) & coins
        subsets.append(left)
    for subset in reversed(subsets[:-1]):
        ways[subset] = sum(ways[subset ^ run] for run in runs if subset & run == run)
    return ways[coins]


def winner_of(value: CoinValue) -> str:
    """Name the winner; the first player is the one to move."""
    return "first" if value.is_won else "second"


def best_line(values: Values, coins: int) -> list[int]:
    """Return the positions of a game in which both play their best, from these coins to none."""
    line = [coins]
    while coins:
        best, _ = max(values.moves(coins), key=lambda move: (values.rank(move[1]), move[1].is_won))
        coins &= ~best.mask
        line.append(coins)
    return line
