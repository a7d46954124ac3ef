"""What a player of coins is, and how one is made of its name.

>>> from perfectplay.games.coins.game import CoinGame
>>> with make_player("greedy") as player:
...     player.begin(CoinGame(2, points=(1, 5)), is_first=True, seed=1)
...     player.choose(0b111, 30.0).bit_count()
2
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random
from types import TracebackType
from typing import TYPE_CHECKING, Self

from perfectplay.errors import PerfectplayError
from perfectplay.games.coins.game import CoinGame

if TYPE_CHECKING:
    from perfectplay.arena.referee import GameRecord, Scoreboard

# What can go wrong with a player's answer.
TIMEOUT, CRASH, GARBAGE, ILLEGAL, FLOOD = FAULTS = ("timeout", "crash", "garbage", "illegal", "flood")


class PlayerFaultError(PerfectplayError):
    """A player did not answer with a move; `kind` is one of FAULTS, `text` says it in a line."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind
        self.text = text


class TakeBackError(PerfectplayError):
    """Instead of choosing, a player takes back the last moves, so many of both: by default its own and the answer."""

    def __init__(self, plies: int = 2) -> None:
        super().__init__(f"{plies} moves are taken back")
        self.plies = plies


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong in a game: whose fault, after how many moves, of what kind, and the time it took."""

    player: int
    ply: int
    kind: str
    text: str
    seconds: float = 0.0


def in_seconds(seconds: float) -> str:
    """Return a time that was allowed, without what the clock took on the way.

    >>> in_seconds(0.29998), in_seconds(89.997), in_seconds(1200)
    ('0.3 s', '90 s', '1200 s')
    """
    return f"{round(seconds, 3 if seconds < 1 else 1):g} s"


class Player(ABC):
    """Plays one game after another: `begin`, then `choose` and `told` in turn, then `end`; `close` when all is over.

    Positions and moves are numbers whose bits are coins.  `notes` gathers what the user should know of the present
    game, each said once.
    """

    name: str = ""
    is_timed = True  # a person is not

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.random = Random()

    def begin(
        self, game: CoinGame, is_first: bool, seed: int, coins: int | None = None, seconds: float | None = None
    ) -> None:
        """Begin a game from these coins, all by default; who overrides it calls it too.

        Each move may take so many seconds, by default as many as the game says.
        """
        self.game = game
        self.is_first = is_first
        self.start = game.triangle.full if coins is None else coins
        self.allowed = float(game.seconds if seconds is None else seconds)
        self.notes.clear()
        self.random.seed(seed)

    def watch(self, board: "Scoreboard") -> None:  # noqa: B027
        """See the scoreboard of the game that has begun; the referee keeps it up to date."""

    @abstractmethod
    def choose(self, coins: int, seconds: float) -> int:
        """Return what to take of the coins that are left, within so many seconds, or raise PlayerFaultError.

        A person may raise TakeBackError too.
        """

    def told(self, move: int) -> None:  # noqa: B027
        """Hear what the opponent has taken."""

    def taken_back(self) -> None:  # noqa: B027
        """Hear that the opponent has taken back moves, and this player's answers with them."""

    def refused(self, fault: Fault) -> None:  # noqa: B027
        """Hear that the last answer was no move; the turn is played again, or the game is lost by it."""

    def end(self, result: "GameRecord") -> None:  # noqa: B027
        """Hear how the game ended."""

    def close(self) -> None:  # noqa: B027
        """Leave; called once, or more often."""

    def note(self, text: str) -> None:
        """Tell the user something about this game."""
        if text not in self.notes:
            self.notes.append(text)

    def pick(self, moves: list[int] | tuple[int, ...]) -> int:
        """Return one of equally good moves, by the seed."""
        return moves[0] if len(moves) == 1 else moves[int(self.random.random() * len(moves))]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def make_player(name: str) -> Player:
    """Return the player of a name, or the one that speaks with a program, given as a path or a command.

    >>> make_player("perfekt")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    perfectplay.errors.InputError: no player and no program 'perfekt'; players are random, greedy, pattern, ...
    """
    from perfectplay.arena.players import make_named

    return make_named(name)
