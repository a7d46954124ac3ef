"""Players of a game for two: what each hears and answers, the game as it stands, and the record that is left of it."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from random import Random
from types import TracebackType
from typing import Any, Self, TypeVar

from perfectplay.base.errors import PerfectplayError
from perfectplay.model.game_for_two import GameForTwo

# What can go wrong with a player's answer.
TIMEOUT, CRASH, GARBAGE, ILLEGAL, FLOOD = FAULTS = ("timeout", "crash", "garbage", "illegal", "flood")
TRIES = 2  # attempts to find a move before the game is lost
HUMAN = "human"  # the name of a person at the terminal, who is not timed
T = TypeVar("T")


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


@dataclass(frozen=True)
class GameRecord:
    """A game that was played; player 0 moved first, and the points count everything.  A draw has no winner."""

    names: tuple[str, str]
    seed: int
    start: int | str
    moves: tuple[str, ...]
    seconds: tuple[float, ...]  # seconds of each move
    points: tuple[int, int]
    winner: int | None
    faults: tuple[Fault, ...] = ()
    is_forfeited: bool = False
    notes: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # remarks of each player

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


class Scoreboard:
    """A game as it stands: what was played, how long that took, and what went wrong.  The referee keeps it."""

    def __init__(self, problem: GameForTwo, players: "Sequence[Player]") -> None:
        self.problem, self.players = problem, players
        self.positions = [problem.start]
        self.moves: list[str] = []
        self.gains: list[int] = []  # the points of each move
        self.seconds: list[float] = []
        self.faults: list[Fault] = []

    @property
    def position(self) -> Any:
        return self.positions[-1]

    @property
    def mover(self) -> int:
        return len(self.moves) % 2

    @property
    def points(self) -> tuple[int, int]:
        """What each player has so far, without what the end of the game brings."""
        points = [sum(self.gains[0::2]), sum(self.gains[1::2])]
        for fault in self.faults:
            points[fault.player] -= self.problem.penalty
            points[1 - fault.player] += self.problem.penalty_gain
        return points[0], points[1]

    @property
    def tries_left(self) -> int:
        """How often the player to move may still err in this turn, before and after moves were taken back."""
        if not self.faults:
            return TRIES
        return TRIES - sum(fault.ply == len(self.moves) for fault in self.faults)

    def add(self, move: str, position: Any, gain: int, seconds: float) -> None:
        """Write down a move, the position after it, and the points it brings."""
        self.moves.append(move)
        self.positions.append(position)
        self.gains.append(gain)
        self.seconds.append(seconds)

    def take_back(self, plies: int) -> None:
        """Strike out the last moves; where there are fewer, all but one that was played before the mover's first."""
        kept = len(self.moves) - plies
        kept = self.mover if kept < 0 else kept
        del self.moves[kept:], self.gains[kept:], self.seconds[kept:], self.positions[kept + 1 :]
        self.faults = [fault for fault in self.faults if fault.ply <= kept]


class Player(ABC):
    """Plays one game after another: `begin`, then `choose` and `on_move` in turn, then `on_end`; at last `close`.

    Positions are those of the problem, and moves are texts as `Problem.moves` writes them.  `notes` gathers what the
    user should know of the present game, each said once.
    """

    name: str = ""
    is_timed = True  # a person is not
    memory: int | None = None  # bytes that its searches and tables may take; None means as much as is there

    def __init__(self, name: str = "") -> None:
        self.name = name or self.name
        self.notes: list[str] = []
        self.random = Random()

    def begin(self, problem: GameForTwo, is_first: bool, seed: int, seconds: float | None = None) -> None:
        """Begin a game from the start of a problem; who overrides it calls it too.

        Each move may take so many seconds, by default as many as the game says.
        """
        self.problem = problem
        self.is_first = is_first
        self.allowed = float(problem.move_seconds if seconds is None else seconds)
        self.notes.clear()
        self.random.seed(seed)

    def watch(self, board: Scoreboard) -> None:  # noqa: B027
        """See the scoreboard of the game that has begun; the referee keeps it up to date."""

    @abstractmethod
    def choose(self, position: Any, seconds: float) -> str:
        """Return a move from a position, within so many seconds, or raise PlayerFaultError.

        A person may raise TakeBackError too.
        """

    def on_move(self, text: str) -> None:  # noqa: B027
        """Hear what the opponent has played."""

    def on_take_back(self) -> None:  # noqa: B027
        """Hear that the opponent has taken back moves, and this player's answers with them."""

    def on_refusal(self, fault: Fault) -> None:  # noqa: B027
        """Hear that the last answer was no move; the turn is played again, or the game is lost by it."""

    def on_end(self, record: GameRecord) -> None:  # noqa: B027
        """Hear how the game ended."""

    def close(self) -> None:  # noqa: B027
        """Leave; called once, or more often."""

    def note(self, text: str) -> None:
        """Tell the user something about this game."""
        if text not in self.notes:
            self.notes.append(text)

    def pick(self, moves: Sequence[T]) -> T:
        """Return one of equally good moves, by the seed."""
        return moves[0] if len(moves) == 1 else moves[int(self.random.random() * len(moves))]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
