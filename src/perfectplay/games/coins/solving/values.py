"""The exact value of every position and of every move of a coin game, for each objective.

>>> from perfectplay.games.coins.game import PRESETS
>>> values = Values(PRESETS["assignment1"], "score")
>>> values.value(values.game.triangle.full)
CoinValue(is_won=True, points=72)
>>> [run.text for run in values.best_moves(values.game.triangle.full)]
['a1-a6', 'a1-f6', 'a6-f6']
"""

from collections.abc import Callable
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

from perfectplay.base.errors import InputError, UnsupportedError
from perfectplay.base.folders import cache_folder
from perfectplay.base.limits import WHATEVER_MEMORY, LimitHitError, Limits
from perfectplay.base.loading import loading
from perfectplay.base.progress import Progress
from perfectplay.base.spelling import is_on_page
from perfectplay.base.stats import Stats
from perfectplay.games.coins.book import Book, find_book
from perfectplay.games.coins.game import CoinGame
from perfectplay.games.coins.solving.source import CoinValue, Source, won
from perfectplay.games.coins.solving.table_place import coin_table_path, table_problem
from perfectplay.games.coins.triangle import Run
from perfectplay.model.tables import has_file, open_table

if TYPE_CHECKING:
    from perfectplay.games.coins.solving.table import SavedTable

OBJECTIVES = ("win", "score", "win-then-score")
MOST_COINS = {"win": 33, "score": 28, "win-then-score": 28}  # largest tables that are made while somebody waits
MOST_POINTS = 8000  # keeps every value within 16 bits


class Openings(Source):
    """The book that is shipped with the game."""

    about = "the book of openings"

    def __init__(self, game: CoinGame, book: Book) -> None:
        self.book = book
        self.runs = list(game.runs)

    def covers(self, coins: int) -> bool:
        return self.book.winning_masks(coins) is not None

    def value(self, coins: int) -> CoinValue:
        return won(bool(self.book.winning_masks(coins)))

    def moves(self, coins: int) -> list[tuple[Run, CoinValue]]:
        winning = self.book.winning_masks(coins) or set()
        return [(run, won(run.mask in winning)) for run in self.runs if not run.mask & ~coins]


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
        on_notice: Callable[[str], None] = lambda message: None,
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
        self.on_notice = on_notice
        self.stats = Stats()
        self._source: Source | None = None
        self._lock = Lock()

    def value(self, coins: int) -> CoinValue:
        """Return the value of a position for the player to move."""
        self._check(coins)
        return self.source(coins).value(coins)

    def moves(self, coins: int) -> list[tuple[Run, CoinValue]]:
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

    def rank(self, value: CoinValue) -> tuple[int, ...]:
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
                self._source = source = None  # frees the memory of the old source before another is made
                self._source = source = self._found(coins)
            return source

    def is_at_hand(self, coins: int) -> bool:
        """Tell whether what was made or opened last knows a position."""
        return self._source is not None and self._source.covers(coins)

    def has_all(self, coins: int) -> bool:
        """Tell whether there is a table of everything that some coins can become."""
        return self.is_at_hand(coins) and not isinstance(self._source, Openings)

    def exactly(self, coins: int) -> Source:
        """Return a table of what some coins can become and of nothing else, for who counts."""
        is_whole = coins == self.game.triangle.full
        if self._saved is not None and is_whole:
            return self._saved
        if coins.bit_count() <= MOST_COINS[self.objective]:
            return self._made(coins)
        if self.objective != "win":
            raise LimitHitError("memory", self._refusal(coins.bit_count(), MOST_COINS[self.objective]))
        return self._built() if is_whole else self._made(coins)

    def _built(self) -> Source:
        """Return the table of the whole triangle, built in a file of the cache: a build that was ended is resumed."""
        with loading():
            from perfectplay.games.coins.solving.table import SavedTable, build_table

        path = cache_folder() / "scratch" / coin_table_path(self.game).name
        _, stats = build_table(self.game, path, self.limits, self.progress, self.threads)
        self.stats.add(stats)
        table = SavedTable(self.game, open_table(path))
        path.unlink()  # the pages stay as long as the table is in use
        return table

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
        # With the compiler, which a book does without.
        with loading():
            from perfectplay.games.coins.solving.sub_board import SubBoard
            from perfectplay.search.subsets.sweep import Sweeper
            from perfectplay.search.watch import Watch

        watch = Watch(self.limits, self.progress, self.threads)
        try:
            with watch:
                return SubBoard(self.game, self.objective, coins, Sweeper(watch))
        finally:
            self.stats.add(watch.stats)

    @cached_property
    def _saved(self) -> "SavedTable | None":
        path, problem = coin_table_path(self.game), table_problem(self.game)
        if not has_file(path):
            return None
        with loading():
            from perfectplay.games.coins.solving.table import CoinTable, SavedTable  # imports the compiler too

        try:
            table = open_table(path)
            if not isinstance(table, CoinTable) or table.problem != problem:
                raise InputError(f"{path} is the table of another game")
            return SavedTable(self.game, table)
        except InputError as error:
            self.on_notice(f"{error}; done without")
            return None

    @cached_property
    def _openings(self) -> Openings | None:
        book = find_book(self.game)
        return None if book is None else Openings(self.game, book)

    def _refusal(self, count: int, most: int) -> str:
        if is_on_page():  # visitors build no tables
            return f"{count} coins are too many: up to {most} can be worked out here, {WHATEVER_MEMORY}"
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
