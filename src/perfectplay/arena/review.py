"""What each move of a game gave away, by exact values."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from perfectplay.errors import InputError
from perfectplay.games.coins.game import CoinGame
from perfectplay.limits import LimitHitError, Limits

if TYPE_CHECKING:
    from perfectplay.solvers.coin_values import Values

OBJECTIVES = ("score", "win")
WHOLE_COINS = 21  # of a triangle whose positions all are known at once
MOST_COINS = {"score": 20, "win": 24}  # of larger ones: tables of that many coins are made in some milliseconds
MOST_KEPT = 1 << 20


class Reviewer:
    """Knows the value of the positions of a game, as far as that takes no time, and says for which.

    By `score` a value is the difference of points that best play leads to; by `win` it is 1 or -1, so that a move
    that throws the game away gives away 2.
    """

    def __init__(self, game: CoinGame, objective: str = "", limits: Limits | None = None) -> None:
        objective = objective or ("score" if game.points or game.colours else "win")
        if objective not in OBJECTIVES:
            raise InputError(f"moves are valued by {' or '.join(OBJECTIVES)}, not {objective[:20]!r}")
        self.game = game
        self.objective = objective
        self.limits = limits
        self._values: Values | None = None
        self._known: dict[int, int] = {}
        self._last = game.last_value if objective == "score" else (1 if game.is_misere else -1)
        gains = game.run_points if objective == "score" else (0,) * len(game.runs)
        self._runs = {run.text: (run.mask, gain) for run, gain in zip(game.runs, gains, strict=True)}
        self._most: int | None = None

    @property
    def most_coins(self) -> int:
        """The coins up to which values are at hand."""
        if self._most is None:
            self._most = MOST_COINS[self.objective]
            if self._is_small or (self.objective == "win" and self._has_table):
                self._most = self.game.triangle.size
        return self._most

    @property
    def _is_small(self) -> bool:
        return self.game.triangle.size <= WHOLE_COINS

    def is_always_known(self, coins: int) -> bool:
        """Tell whether the value of a position is at hand without a saved table."""
        return self._is_small or coins.bit_count() <= MOST_COINS[self.objective]

    @property
    def _has_table(self) -> bool:
        from perfectplay.solvers.coin_table import coin_table_path

        return coin_table_path(self.game).exists()

    @property
    def about(self) -> str:
        """Say what is exact."""
        what = "the difference of points" if self.objective == "score" else "the win (1 or -1)"
        if self.most_coins >= self.game.triangle.size:
            return f"exact values of every move, by {what}"
        return f"exact values of moves from {self.most_coins} coins or fewer, by {what}; those before are not known"

    def value(self, coins: int) -> int | None:
        """Return what the player to move is ahead by under best play from here on, or None where it is not at hand."""
        known = self._known.get(coins)
        return self._find(coins) if known is None else known

    def _find(self, coins: int) -> int | None:
        if coins.bit_count() > self.most_coins:
            return None
        if self._values is None:
            from perfectplay.solvers.coin_values import Values

            self._values = Values(self.game, self.objective, self.limits)
        try:
            found = self._values.value(coins).points
        except LimitHitError:
            return None
        if len(self._known) >= MOST_KEPT:
            self._known.clear()
        self._known[coins] = found
        return found

    def lost(self, coins: int, moves: Sequence[str]) -> list[int | None]:
        """Return what each move of a game from these coins gave away: 0 for the best ones, None where not at hand."""
        found: list[int | None] = []
        runs, known = self._runs, self._known
        before = self.value(coins)
        for text in moves:
            mask, gain = runs[text]
            coins ^= mask
            after = known.get(coins)
            if after is None:
                after = self._last if not coins else self._find(coins)
            found.append(None if before is None or after is None else before + after - gain)
            before = after
        return found
