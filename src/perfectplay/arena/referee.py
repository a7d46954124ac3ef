"""The referee: two players, one game, and whatever goes wrong in it.

An answer that is no move costs its player the penalty of the game, and is worth `penalty_gain` to the other; the turn
is played once more, and after a second such answer in one turn the game is lost.
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
    if len(players) != 2:
        raise InputError(f"two players are needed for a game, not {len(players)}")
    known = worth_of(game)
    start = left = game.triangle.full if coins is None else coins
    allowed = float(game.seconds if seconds is None else seconds)
    points = [0, 0]
    moves: list[str] = []
    times: list[float] = []
    faults: list[Fault] = []
    for number, player in enumerate(players):
        player.begin(game, number == 0, 2 * seed + number, start)
    mover = 0
    while left:
        player = players[mover]
        mask = 0
        for _ in range(TRIES):
            began = time.perf_counter()
            try:
                mask = player.choose(left, allowed)
                took = time.perf_counter() - began
                if mask in known and not mask & ~left and (took <= allowed or not player.is_timed):
                    break
                error = _fault_of(game, mask, left, took, allowed)
            except PlayerFaultError as fault_error:
                error = fault_error
            mask = 0
            fault = Fault(mover, len(moves), error.kind, error.text)
            faults.append(fault)
            points[mover] -= game.penalty
            points[1 - mover] += game.penalty_gain
            player.refused(fault)
        if not mask:
            break
        text, worth = known[mask]
        points[mover] += worth
        moves.append(text)
        times.append(took)
        left &= ~mask
        mover = 1 - mover
        players[mover].told(mask)
    winner = 1 - mover if left or not game.is_misere else mover
    points[winner] += game.winner_points
    points[1 - winner] += game.loser_points
    record = GameRecord(
        (players[0].name, players[1].name),
        seed,
        start,
        tuple(moves),
        tuple(times),
        (points[0], points[1]),
        winner,
        tuple(faults),
        bool(left),
        (tuple(players[0].notes), tuple(players[1].notes)),
    )
    for player in players:
        player.end(record)
    return record


def _fault_of(game: CoinGame, mask: int, left: int, took: float, allowed: float) -> PlayerFaultError:
    if mask not in worth_of(game) or mask & ~left:
        names = [name for cell, name in enumerate(game.triangle.names) if mask >> cell & 1]
        return PlayerFaultError(ILLEGAL, f"{' '.join(names) or 'nothing'} cannot be taken")
    return PlayerFaultError(TIMEOUT, f"it took {took:.2f} s, where {allowed:g} s are allowed")
