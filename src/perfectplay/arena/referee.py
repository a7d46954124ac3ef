"""The referee: two players, one game, and whatever goes wrong in it.

An answer that is no move costs its player the penalty of the game, and is worth `penalty_gain` to the other; the turn is
played once more, and after a second such answer in one turn the game is lost.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from perfectplay.arena.player import ILLEGAL, TIMEOUT, Fault, Player, PlayerFaultError
from perfectplay.errors import InputError
from perfectplay.games.coins.game import CoinGame

TRIES = 2  # to find a move, before the game is lost


@dataclass(frozen=True)
class GameRecord:
    """A game that was played; player 0 moved first, and the points count everything."""

    names: tuple[str, str]
    seed: int
    start: int
    moves: tuple[str, ...]
    seconds: tuple[float, ...]  # of each move
    points: tuple[int, int]
    winner: int
    faults: tuple[Fault, ...] = ()
    is_forfeited: bool = False
    notes: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # what each of the players had to say

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "names": list(self.names),
            "seed": self.seed,
            "start": self.start,
            "moves": list(self.moves),
            "seconds": [round(item, 6) for item in self.seconds],
            "points": list(self.points),
            "winner": self.winner,
            "faults": [
                {"player": fault.player, "ply": fault.ply, "kind": fault.kind, "text": fault.text}
                for fault in self.faults
            ],
            "is_forfeited": self.is_forfeited,
            "notes": [list(item) for item in self.notes],
        }


@lru_cache(64)
def worth_of(game: CoinGame) -> dict[int, tuple[str, int]]:
    """Return the text and the points of everything that can be taken, by its coins."""
    return {run.mask: (run.text, points) for run, points in zip(game.runs, game.run_points, strict=True)}


def play_game(
    game: CoinGame, players: Sequence[Player], seed: int = 0, coins: int | None = None, seconds: float | None = None
) -> GameRecord:
    """Let two players play from some coins, all by default; the first of them moves first.

    Each may take so many seconds for a move, by default as many as the game says.
    """
    raise NotImplementedError
