"""The exact value of every position and of every move of a coin game, for each objective.

>>> from perfectplay.games.coins.game import PRESETS
>>> values = Values(PRESETS["assignment1"], "score")
>>> values.value(values.game.triangle.full)
Value(is_won=True, points=72)
>>> [run.text for run in values.best_moves(values.game.triangle.full)]
['a1-a6', 'a1-f6', 'a6-f6']
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from threading import Lock
from typing import NamedTuple

import numpy as np

from perfectplay.errors import InputError, UnsupportedError
from perfectplay.games.coins.book import Book, find_book
from perfectplay.games.coins.game import CoinGame
from perfectplay.games.coins.triangle import Run
from perfectplay.limits import WHATEVER_MEMORY, LimitHitError, Limits, Progress, Stats
from perfectplay.search.subsets.sweep import Sweeper, TakingGame
from perfectplay.solvers.coin_table import CoinTable, coin_table_path, table_problem
from perfectplay.tables import open_table

OBJECTIVES = ("win", "score", "win-then-score")
MOST_COINS = {"win": 33, "score": 28, "win-then-score": 28}  # of a table that is made while somebody waits
MOST_POINTS = 8000  # so that every value fits in 16 bits
# What the last coin adds to values of 16 bits: more than all points where winning comes first, less than one where
# points come first, which then are counted in steps of four.
FIRST, STEP = 16384, 4


class Value(NamedTuple):
    """What best play leads to, seen by the player to move: does that player win, and by how many points?

    The points are those still to come: the bonus for winning is among them, those taken before are not.
    """

    is_won: bool
    points: int


class Source(ABC):
    """Knows some positions of a game."""

    about = ""
    runs: list[Run]

    @abstractmethod
    def covers(self, coins: int) -> bool:
        """Tell whether a position is known."""

    @abstractmethod
    def value(self, coins: int) -> Value:
        """Return the value of a position."""

    @abstractmethod
    def moves(self, coins: int) -> list[tuple[Run, Value]]:
        """Return what can be taken and the value of taking it, seen by the player who does."""


class SubBoard(Source):
    """A table of all positions that some coins can become: its numbers are made of those coins' bits alone."""

    def __init__(self, game: CoinGame, objective: str, coins: int, sweeper: Sweeper) -> None:
        self.coins = coins
        self.objective = objective
        kept = [number for number, run in enumerate(game.runs) if not run.mask & ~coins]
        self.runs = [game.runs[number] for number in kept]
        self.cells = [cell for cell in range(game.triangle.size) if coins >> cell & 1]
        if objective != "win":  # neighbouring numbers are settled together where a move takes none of the lowest bits
            self.cells.sort(key=lambda cell: sum(0.5**run.length for run in self.runs if run.mask >> cell & 1))
        self.is_closed_up = self.cells == list(range(len(self.cells)))
        self.about = f"a table of all {1 << len(self.cells):,} positions, made at once"
        masks = tuple(self._index(run.mask) for run in self.runs)
        self.masks = np.array(masks, np.uint64)
        step = STEP if objective == "score" else 1
        points = tuple(step * game.run_points[number] for number in kept)
        taking = TakingGame(len(self.cells), masks, points)
        self.points = np.array(points, np.int64)
        if objective == "win":
            self.wins = sweeper.wins(taking, game.is_misere)
        else:
            extra = FIRST if objective == "win-then-score" else 1
            last = step * game.last_value + (extra if game.is_misere else -extra)
            self.numbers = sweeper.scores(taking, last)

    @property
    def lost_positions(self) -> int:
        return int(self.wins.lost_positions)

    def covers(self, coins: int) -> bool:
        return not coins & ~self.coins

    def _index(self, coins: int) -> int:
        """Return the number of a position: its bits closed up."""
        if self.is_closed_up:
            return coins
        return sum((coins >> cell & 1) << place for place, cell in enumerate(self.cells))

    def value(self, coins: int) -> Value:
        index = self._index(coins)
        if self.objective == "win":
            return won(not self.wins.is_lost(index))
        return self._decoded(int(self.numbers[index]))

    def moves(self, coins: int) -> list[tuple[Run, Value]]:
        index = np.uint64(self._index(coins))
        kept = np.nonzero(self.masks & ~index == 0)[0]
        after = index ^ self.masks[kept]
        if self.objective == "win":
            words = self.wins.lost[after >> np.uint64(6)] >> (after & np.uint64(63)) & np.uint64(1)
            return [(self.runs[number], won(bool(bit))) for number, bit in zip(kept, words.tolist(), strict=True)]
        found = (self.points[kept] - self.numbers[after]).tolist()
        return [(self.runs[number], self._decoded(item)) for number, item in zip(kept, found, strict=True)]

    def _decoded(self, number: int) -> Value:
        if self.objective == "win-then-score":
            return Value(number > 0, number - FIRST if number > 0 else number + FIRST)
        is_won = number % STEP == 1
        return Value(is_won, (number - (1 if is_won else -1)) // STEP)


class SavedTable(Source):
    """The table of a whole triangle in a file."""

    def __init__(self, game: CoinGame, table: CoinTable) -> None:
        self.table = table
        self.runs = list(game.runs)
        self.masks = np.array([run.mask for run in self.runs], np.uint64)
        self.about = f"the saved table {table.path}"

    @property
    def lost_positions(self) -> int:
        return self.table.counts["lost_positions"]

    def covers(self, coins: int) -> bool:
        return True

    def value(self, coins: int) -> Value:
        return won(not self.table.is_lost(coins))

    def moves(self, coins: int) -> list[tuple[Run, Value]]:
        index = np.uint64(coins)
        kept = np.nonzero(self.masks & ~index == 0)[0]
        lost = self.table.are_lost(index ^ self.masks[kept]).tolist()
        return [(self.runs[number], won(bit)) for number, bit in zip(kept, lost, strict=True)]


class Openings(Source):
    """The book that is shipped with the game."""

    about = "the book of openings"

    def __init__(self, game: CoinGame, book: Book) -> None:
        self.book = book
        self.runs = list(game.runs)

    def covers(self, coins: int) -> bool:
        return self.book.winning_masks(coins) is not None

    def value(self, coins: int) -> Value:
        return won(bool(self.book.winning_masks(coins)))

    def moves(self, coins: int) -> list[tuple[Run, Value]]:
        winning = self.book.winning_masks(coins) or set()
        return [(run, won(run.mask in winning)) for run in self.runs if not run.mask & ~coins]


def won(is_won: bool) -> Value:
    """Return the value of a position where winning is all that counts."""
    return Value(is_won, 1 if is_won else -1)


class Values:
    """Exact values of the positions of one game for one objective; tables are made, or opened, when they are needed.

    Positions are numbers whose bits are the coins that are left.  A position of too many coins raises LimitHitError,
    whose text says what would help.
    """

    def __init__(
        self,
        game: CoinGame,
        objective: str = "win",
        limits: Limits | None = None,
        progress: Progress | None = None,
        *,
        threads: int = 0,
        notice: Callable[[str], None] = lambda message: None,
    ) -> None:
        if not isinstance(game, CoinGame):
            raise InputError(f"values are those of a CoinGame, such as `problem.game`, not of {game!r:.60}")
        if objective not in OBJECTIVES:
            raise InputError(f"unknown objective {objective[:40]!r}; coins have {', '.join(OBJECTIVES)}")
        if objective != "win" and game.most_points > MOST_POINTS:
            raise UnsupportedError(
                f"points that may add up to {game.most_points:,} (coins times the most that a run is worth, and the "
                f"end) are too many for {objective}; a game has at most {MOST_POINTS:,}"
            )
        self.game = game
        self.objective = objective
        self.limits = limits
        self.progress = progress
        self.threads = threads
        self.notice = notice
        self.stats = Stats()
        self._source: Source | None = None
        self._lock = Lock()

    def value(self, coins: int) -> Value:
        """Return the value of a position for the player to move."""
        self._check(coins)
        return self.source(coins).value(coins)

    def moves(self, coins: int) -> list[tuple[Run, Value]]:
        """Return everything that can be taken, each with the value of taking it for the player who does."""
        self._check(coins)
        return self.source(coins).moves(coins)

    def best_moves(self, coins: int) -> list[Run]:
        """Return the moves that keep the value: all of them, or none where the position is lost by the win alone."""
        found = self.moves(coins)
        best = max((self.rank(value) for _, value in found), default=None)
        if self.objective == "win" and best == (False,):
            return []
        return [run for run, value in found if self.rank(value) == best]

    def _check(self, coins: int) -> None:
        if not 0 <= coins <= self.game.triangle.full:
            raise InputError(f"{coins:#x} is no position: it has coins outside the {self.game.triangle.size} cells")

    def rank(self, value: Value) -> tuple[int, ...]:
        """Return what the objective compares values by: the greater the better."""
        return {
            "win": (value.is_won,),
            "score": (value.points,),
            "win-then-score": (value.is_won, value.points),
        }[self.objective]

    def source(self, coins: int) -> Source:
        """Return what knows a position, which is not checked, made now if need be; several threads may ask."""
        with self._lock:
            source = self._source
            if source is None or not source.covers(coins):
                self._source = source = None  # its room may be needed
                self._source = source = self._found(coins)
            return source

    def exactly(self, coins: int) -> Source:
        """Return a table of what some coins can become and of nothing else, for who counts."""
        if self._saved is not None and coins == self.game.triangle.full:
            return self._saved
        if coins.bit_count() > MOST_COINS[self.objective]:
            raise LimitHitError("memory", self._refusal(coins.bit_count(), MOST_COINS[self.objective]))
        return self._made(coins)

    def _found(self, coins: int) -> Source:
        count, most = coins.bit_count(), MOST_COINS[self.objective]
        if self.game.is_small:
            return self._made(self.game.triangle.full)
        if self.objective == "win":
            if self._saved is not None:
                return self._saved
            if count > most and self._openings is not None and self._openings.covers(coins):
                return self._openings
        if count > most:
            raise LimitHitError("memory", self._refusal(count, most))
        return self._made(coins)

    @property
    def has_table(self) -> bool:
        """Whether there is a saved table, which could be opened."""
        return self._saved is not None

    def _made(self, coins: int) -> Source:
        sweeper = Sweeper(self.limits, self.progress, self.threads)
        try:
            return SubBoard(self.game, self.objective, coins, sweeper)
        finally:
            self.stats.add(sweeper.stats)

    @cached_property
    def _saved(self) -> SavedTable | None:
        path, problem = coin_table_path(self.game), table_problem(self.game)
        if not path.exists():
            return None
        try:
            table = open_table(path)
            if not isinstance(table, CoinTable) or table.problem != problem:
                raise InputError(f"{path} is the table of another game")
            self.stats.compile_seconds += table.compile_seconds
            return SavedTable(self.game, table)
        except InputError as error:
            self.notice(f"{error}; done without")
            return None

    @cached_property
    def _openings(self) -> Openings | None:
        book = find_book(self.game)
        return None if book is None else Openings(self.game, book)

    def _refusal(self, count: int, most: int) -> str:
        if self.objective != "win":
            return (
                f"{2 << count:,} bytes are needed for the values of {count} coins; up to {most} coins are solved, "
                f"{WHATEVER_MEMORY}"
            )
        size = self.game.triangle.size
        spec = table_problem(self.game)["spec"]
        return (
            f"{1 << count - 3:,} bytes are needed for {count} coins; up to {most} are solved at once, "
            f"{WHATEVER_MEMORY}, and more by `perfectplay table build {spec}`, which takes {1 << size - 3:,} bytes"
        )
