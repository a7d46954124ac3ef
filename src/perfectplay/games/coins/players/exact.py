"""Exact values for players: made ready before the clock runs, shared where a triangle is small."""

from contextlib import suppress
from functools import cache, lru_cache

from perfectplay.base.errors import UnsupportedError
from perfectplay.base.limits import LimitHitError, Limits
from perfectplay.games.coins.game import CoinGame
from perfectplay.games.coins.players.coin_player import CoinPlayer
from perfectplay.games.coins.solving.values import Values
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.search.subsets.sweep import load_check

COMPILED_SIDE = 5
SAFE_SHARE = 0.8  # share of the time for a move that making a table may take


class ExactPlayer(CoinPlayer):
    """Asks tables for some objectives."""

    objectives: tuple[str, ...] = ("win",)

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self._values: dict[str, Values] = {}

    def begin(self, problem: GameForTwo, is_first: bool, seed: int, seconds: float | None = None) -> None:
        super().begin(problem, is_first, seed, seconds)
        for objective in self.objectives:
            self._make_ready(objective)

    def _make_ready(self, objective: str) -> None:
        """Compile what finds values, and make the table of a small triangle, before the clock runs."""
        with suppress(LimitHitError, UnsupportedError):  # the same errors come up again when the player chooses
            if not self.game.is_small:
                _compile(objective)
            values = self.values(objective)
            if self.start and self.game.is_small:
                values.value(self.start)

    def values(self, objective: str, seconds: float = 60) -> Values:
        """Return the exact values of the game: of a small triangle for all to use, else the player's own.

        A table that has to be made may take so many seconds.
        """
        game = self.game
        if objective == "win":  # neither points nor colours decide who wins
            game = CoinGame(game.side, game.longest_run, game.is_misere)
        if game.is_small:
            return shared_values(game, objective)
        values = self._values.get(objective)
        if values is None or values.game != game:
            values = Values(game, objective, on_notice=self.note)
            if not values.has_table:
                self._values.clear()  # frees the memory of one large table before another is made
            self._values[objective] = values
        values.limits = Limits(seconds=max(seconds, 0.01), memory=self.memory)
        return values


@cache
def _compile(objective: str) -> None:
    """Compile the kernels, which all triangles share, by the smallest whose table plain Python does not make."""
    values = Values(CoinGame(COMPILED_SIDE), objective)
    values.value(values.game.triangle.full)
    load_check()


@lru_cache(16)
def shared_values(game: CoinGame, objective: str) -> Values:
    """Return the exact values of a small triangle, the same ones to all who ask."""
    return Values(game, objective)
