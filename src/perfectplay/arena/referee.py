"""The referee: two players, one game, and whatever goes wrong in it.

An answer that is no move costs its player the penalty of the game, and is worth `penalty_gain` to the other; the turn
is played once more, and after a second such answer in one turn the game is lost.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from perfectplay.arena.player import ILLEGAL, TIMEOUT, Fault, Player, PlayerFaultError, TakeBackError, in_seconds
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
            "faults": [{**asdict(fault), "seconds": round(fault.seconds, 6)} for fault in self.faults],
            "is_forfeited": self.is_forfeited,
            "notes": [list(item) for item in self.notes],
        }


@lru_cache(64)
def worth_of(game: CoinGame) -> dict[int, tuple[str, int]]:
    """Return the text and the points of everything that can be taken, by its coins."""
    return {run.mask: (run.text, points) for run, points in zip(game.runs, game.run_points, strict=True)}


class Scoreboard:
    """A game as it stands: what was taken, how long that took, and what went wrong."""

    def __init__(self, game: CoinGame, players: Sequence[Player], start: int) -> None:
        self.game, self.players, self.start = game, players, start
        self.left = start
        self.taken: list[int] = []
        self.seconds: list[float] = []
        self.faults: list[Fault] = []

    @property
    def mover(self) -> int:
        return len(self.taken) % 2

    @property
    def points(self) -> list[int]:
        """What each player has so far, without what the end of the game brings."""
        worth, points = worth_of(self.game), [0, 0]
        for ply, mask in enumerate(self.taken):
            points[ply % 2] += worth[mask][1]
        for fault in self.faults:
            points[fault.player] -= self.game.penalty
            points[1 - fault.player] += self.game.penalty_gain
        return points

    @property
    def tries_left(self) -> int:
        """How often the player to move may still err in this turn, before and after moves were taken back."""
        return TRIES - sum(fault.ply == len(self.taken) for fault in self.faults)

    def take(self, mask: int, seconds: float) -> None:
        """Write down a move."""
        self.taken.append(mask)
        self.seconds.append(seconds)
        self.left &= ~mask

    def take_back(self, plies: int) -> None:
        """Strike out the last moves; where there are fewer, all but one that was played before the mover's first."""
        kept = len(self.taken) - plies
        kept = self.mover if kept < 0 else kept
        self.left |= sum(self.taken[kept:])
        del self.taken[kept:], self.seconds[kept:]
        self.faults = [fault for fault in self.faults if fault.ply <= kept]


def play_game(
    game: CoinGame,
    players: Sequence[Player],
    seed: int = 0,
    coins: int | None = None,
    seconds: float | None = None,
    before_move: Callable[[], None] = lambda: None,
) -> GameRecord:
    """Let two players play from some coins, all by default; the first of them moves first.

    Each may take so many seconds for a move, by default as many as the game says.  What `before_move` raises ends it.
    """
    if len(players) != 2:
        raise InputError(f"two players are needed for a game, not {len(players)}")
    board = Scoreboard(game, players, game.triangle.full if coins is None else coins)
    allowed = float(game.seconds if seconds is None else seconds)
    for number, player in enumerate(players):
        player.begin(game, number == 0, 2 * seed + number, board.start, allowed)
        player.watch(board)
    while board.left:
        before_move()
        other = players[1 - board.mover]
        try:
            mask = _turn(board, allowed)
        except TakeBackError as wish:
            board.take_back(wish.plies)
            other.taken_back()
            continue
        if not mask:
            break
        other.told(mask)
    winner, points = end_of(game, board.points, board.mover, is_forfeited=bool(board.left))
    record = GameRecord(
        (players[0].name, players[1].name),
        seed,
        board.start,
        tuple(worth_of(game)[mask][0] for mask in board.taken),
        tuple(board.seconds),
        points,
        winner,
        tuple(board.faults),
        bool(board.left),
        (tuple(players[0].notes), tuple(players[1].notes)),
    )
    for player in players:
        player.end(record)
    return record


def end_of(
    game: CoinGame, points: Sequence[int], mover: int, is_forfeited: bool = False
) -> tuple[int, tuple[int, int]]:
    """Return who has won where `mover` would be next, and the points with what the end of the game brings."""
    winner = mover if game.is_misere and not is_forfeited else 1 - mover
    ends = (game.winner_points, game.loser_points) if winner == 0 else (game.loser_points, game.winner_points)
    return winner, (points[0] + ends[0], points[1] + ends[1])


def _turn(board: Scoreboard, allowed: float) -> int:
    """Let the player to move take something, and return it; 0 after as many faults as there are tries."""
    known, player = worth_of(board.game), board.players[board.mover]
    while board.tries_left:
        began = time.perf_counter()
        try:
            mask = player.choose(board.left, allowed)
            took = time.perf_counter() - began
            if mask in known and not mask & ~board.left and (took <= allowed or not player.is_timed):
                board.take(mask, took)
                return mask
            error = _fault_of(board.game, mask, board.left, took, allowed)
        except PlayerFaultError as fault_error:
            took, error = time.perf_counter() - began, fault_error
        fault = Fault(board.mover, len(board.taken), error.kind, error.text, took)
        board.faults.append(fault)
        player.refused(fault)
    return 0


def _fault_of(game: CoinGame, mask: int, left: int, took: float, allowed: float) -> PlayerFaultError:
    if mask not in worth_of(game) or mask & ~left:
        names = [name for cell, name in enumerate(game.triangle.names) if mask >> cell & 1]
        return PlayerFaultError(ILLEGAL, f"{' '.join(names) or 'nothing'} cannot be taken")
    return PlayerFaultError(TIMEOUT, f"it took {took:.3f} s, where {in_seconds(allowed)} are allowed")
