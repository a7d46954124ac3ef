"""Exact values of coin positions for the faces that know no family."""

from perfectplay.base.limits import LimitHitError, Limits
from perfectplay.base.progress import Progress
from perfectplay.games.coins.position import CoinPosition
from perfectplay.games.coins.problem import CoinProblem
from perfectplay.games.coins.solving.source import CoinValue
from perfectplay.games.coins.solving.values import Values
from perfectplay.model.game_for_two import WIN, GameOracle
from perfectplay.model.oracle import LOST, UNKNOWN, WON, Value
from perfectplay.solvers.oracle import Notice

SLOW_COINS = 24  # number of coins from which a table takes a while


class CoinOracle(GameOracle):
    """Asks tables, saved or made when they are needed, and the book."""

    problem: CoinProblem

    def __init__(self, problem: CoinProblem, values: Values) -> None:
        super().__init__(problem, values.objective)
        self.values = values
        self.stats = values.stats

    @property
    def limits(self) -> Limits:
        return self.values.limits or Limits()

    @limits.setter
    def limits(self, limits: Limits) -> None:
        self.values.limits = limits

    @property
    def is_quick(self) -> bool:
        """Whether the positions of the whole game are few, or in a table that is at hand."""
        return self.problem.game.is_small or self.values.has_all(self.problem.start.coins)

    def is_quick_at(self, position: CoinPosition) -> bool:
        return self.is_quick or self.values.is_at_hand(position.coins)

    def value(self, position: CoinPosition) -> Value:
        try:
            return seen(self.values.value(position.coins))
        except LimitHitError as error:
            return Value(UNKNOWN, limit=error.limit, price=error.detail)

    def moves(self, position: CoinPosition) -> list[tuple[str, Value]]:
        try:
            return [(run.text, seen(value)) for run, value in self.values.moves(position.coins)]
        except LimitHitError as error:
            unknown = Value(UNKNOWN, limit=error.limit, price=error.detail)
            return [(text, unknown) for text in self.problem.moves(position)]

    def moves_within(self, position: CoinPosition, seconds: float) -> list[tuple[str, Value]]:
        with self.limited_to(seconds):
            return self.moves(position)  # one table has them all

    def is_slow(self, position: CoinPosition) -> bool:
        return position.count >= SLOW_COINS


def seen(value: CoinValue) -> Value:
    """Return a value in the form that every oracle gives."""
    return Value(WON if value.is_won else LOST, points=value.points)


def find_oracle(
    problem: CoinProblem, limits: Limits, progress: Progress, on_notice: Notice, objective: str = WIN
) -> CoinOracle:
    """Return the oracle of a coin game by an objective."""
    return CoinOracle(problem, Values(problem.game, objective, limits, progress, on_notice=on_notice))
