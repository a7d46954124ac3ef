"""What each move of a coin game gave away, by exact values that are kept by the number of a position."""

from collections.abc import Sequence
from functools import cached_property

from perfectplay.base.limits import LimitHitError, Limits
from perfectplay.games.coins.position import CoinPosition
from perfectplay.games.coins.problem import CoinProblem
from perfectplay.games.coins.solving.oracle import seen
from perfectplay.games.coins.solving.source import CoinValue
from perfectplay.games.coins.solving.values import MOST_POINTS, Values
from perfectplay.model.game_for_two import SCORE, WIN, GameOracle, objective_words
from perfectplay.model.oracle import UNKNOWN, Value

MOST_COINS = {"score": 20, "win": 24}  # limits for large triangles: such tables are made in some milliseconds
MOST_KEPT = 1 << 20
LIMITS = Limits(positions=(1 << max(MOST_COINS.values())) + 1)  # no table for a review is larger


class CoinReview(GameOracle):
    """Knows the value of the positions of a game, as far as that takes no time, and says for which.

    By `score` a value is the difference of points that best play leads to; by `win` it is 1 or -1, so that a move
    that throws the game away gives away 2.
    """

    problem: CoinProblem

    def __init__(self, problem: CoinProblem, objective: str) -> None:
        super().__init__(problem, objective)
        game = self.game = problem.game
        self._known: dict[int, int] = {}
        self._last = game.last_value if objective == SCORE else (1 if game.is_misere else -1)
        gains = game.run_points if objective == SCORE else (0,) * len(game.runs)
        self._runs = {run.text: (run.mask, gain) for run, gain in zip(game.runs, gains, strict=True)}
        self._notices: list[str] = []

    @cached_property
    def _values(self) -> Values | None:
        """What knows the values; None where there are more points than it can count."""
        if self.objective == SCORE and self.game.most_points > MOST_POINTS:
            most = self.game.most_points
            self._notices.append(
                f"points may add up to {most:,}, more than {MOST_POINTS:,}; --values win knows the win"
            )
            return None
        return Values(self.game, self.objective, LIMITS, on_notice=self._notices.append)

    @cached_property
    def most_coins(self) -> int:
        """The coins up to which values are at hand; -1 where none is."""
        if self._values is None:
            return -1
        is_whole = self.game.is_small or (self.objective == WIN and self._values.has_table)
        return self.game.triangle.size if is_whole else MOST_COINS[self.objective]

    def is_always_known(self, position: CoinPosition) -> bool:
        """Tell whether the value of a position is at hand without a saved table."""
        return self._values is not None and (self.game.is_small or position.count <= MOST_COINS[self.objective])

    @property
    def about(self) -> str:
        what = objective_words(self.objective)
        if self.most_coins < 0:
            text = f"no exact values by {what}"
        elif self.most_coins >= self.game.triangle.size:
            text = f"exact values of every move, by {what}"
        else:
            text = f"exact values of moves from {self.most_coins} coins or fewer, by {what}; those before are not known"
        return "; ".join([text, *self._notices])

    def value(self, position: CoinPosition) -> Value:
        found = self._ask(position.coins)
        return Value(UNKNOWN, limit="memory") if found is None else seen(found)

    def ahead(self, coins: int) -> int | None:
        """Return what the player to move is ahead by under best play from here on, or None where it is not at hand."""
        known = self._known.get(coins)
        return self._find(coins) if known is None else known

    def _find(self, coins: int) -> int | None:
        found = self._ask(coins)
        if found is None:
            return None
        if len(self._known) >= MOST_KEPT:
            self._known.clear()
        self._known[coins] = found.points
        return found.points

    def _ask(self, coins: int) -> CoinValue | None:
        if coins.bit_count() > self.most_coins or self._values is None:
            return None
        try:
            return self._values.value(coins)
        except LimitHitError:
            return None

    def lost(self, position: CoinPosition, moves: Sequence[str]) -> list[int | None]:
        found: list[int | None] = []
        runs, known, coins = self._runs, self._known, position.coins
        before = self.ahead(coins)
        for text in moves:
            mask, gain = runs[text]
            coins ^= mask
            after = known.get(coins)
            if after is None:
                after = self._last if not coins else self._find(coins)
            found.append(None if before is None or after is None else before + after - gain)
            before = after
        return found
