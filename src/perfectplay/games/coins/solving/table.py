"""The table of every position of a triangle in a file: built level by level, resumed after a kill, looked up."""

import errno
import hashlib
import json
import mmap
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from filelock import FileLock, Timeout

from perfectplay.base.errors import InputError
from perfectplay.base.folders import cache_folder
from perfectplay.base.limits import LimitHitError, Limits
from perfectplay.base.progress import Progress
from perfectplay.base.stats import Stats
from perfectplay.games.coins.game import CoinGame
from perfectplay.games.coins.solving.source import CoinValue, Source, won
from perfectplay.games.coins.solving.table_place import HEAD_BYTES, KIND, places, table_problem
from perfectplay.games.coins.triangle import Run
from perfectplay.model.tables import REBUILD, head_of
from perfectplay.search.checkpoint import Checkpoint
from perfectplay.search.subsets.layout import LOW_BITS, blocks_by_ones
from perfectplay.search.subsets.sweep import Sweeper, TakingGame, WinTable, words_of
from perfectplay.search.watch import Watch
from perfectplay.version import __version__

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
FILL_BYTES = 1 << 22


def taking_game(game: CoinGame) -> TakingGame:
    """Return the game as sweeps see it."""
    return TakingGame(game.triangle.size, tuple(run.mask for run in game.runs), game.run_points)


class CoinTable:
    """A saved table: is a position, given as the number whose bits are its coins, lost for the player to move?

    A block is checked when it is first looked at; a damaged one is refused by the file's name.
    """

    def __init__(self, path: Path, problem: dict[str, Any], counts: dict[str, int], sums: Any, lost: Any) -> None:
        self.path = path
        self.problem = problem
        self.counts = counts
        self.lost = lost
        game = CoinGame(problem["side"], problem["longest_run"], problem["play"] == "misere")
        self.words = WinTable(taking_game(game), game.is_misere, lost, sums)
        if len(sums) != len(lost) >> self.words.block_bits:
            raise InputError(f"{path} is not a table: its blocks have another size; {REBUILD}")
        self._is_checked = np.zeros(len(sums), bool)

    def is_lost(self, coins: int) -> bool:
        """Tell whether the player to move loses."""
        return bool(self.are_lost(np.array([coins], np.uint64))[0])

    def are_lost(self, positions: Any) -> Any:
        """Tell for many positions at once whether the player to move loses."""
        blocks = positions >> np.uint64(LOW_BITS + self.words.block_bits)
        for block in blocks[~self._is_checked[blocks]].tolist():
            if not self._is_checked[block]:
                self._check(block)
        return (self.lost[positions >> np.uint64(LOW_BITS)] >> (positions & np.uint64(63)) & np.uint64(1)).astype(bool)

    def check_all(self) -> None:
        """Look at every block."""
        for block in range(len(self._is_checked)):
            self._check(block)

    def _check(self, block: int) -> None:
        if not self.words.is_sound(block):
            raise InputError(f"{self.path} is damaged: block {block:,} does not have its sum; {REBUILD}")
        self._is_checked[block] = True


class _File:
    """A table that is being built: a mapped file beside its final place."""

    def __init__(self, path: Path, things: int, block_bits: int) -> None:
        self.path = path.with_name(f".{path.name}.building")
        self.final = path
        self.places = places(words_of(things), words_of(things) >> block_bits)
        last = self.places["lost"]
        self.size = last["offset"] + last["count"] * 8

    @contextmanager
    def opened(self) -> Iterator[bool]:
        """Open the file, or create it; yield whether it was there."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self._locked(), self.path.open("a+b") as file:
                was_there = os.fstat(file.fileno()).st_size == self.size
                if not was_there:
                    self._reserve(file)
                self.pages = mmap.mmap(file.fileno(), self.size)
                yield was_there
        except OSError as error:
            raise InputError(f"cannot write {self.path}: {error.strerror}") from None

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the lock of the table, which the system releases when the process is killed.

        The lock has a file of its own, removed while the lock is held: a process that waits for a removed file finds
        that it has no name, and begins again.
        """
        lock = FileLock(self.path.with_suffix(".lock"), blocking=False)
        try:
            lock.acquire()
        except Timeout:
            raise InputError(f"{self.final} is being built by another process") from None
        try:
            yield
        finally:
            Path(lock.lock_file).unlink(missing_ok=True)
            lock.release()

    def _reserve(self, file: BinaryIO) -> None:
        free = shutil.disk_usage(self.path.parent).free
        try:
            if free < self.size:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            file.truncate(0)
            _fill(file, self.size)
        except OSError as error:
            self.path.unlink(missing_ok=True)
            if error.errno not in FULL:
                raise
            raise LimitHitError(
                "disk",
                f"{self.size:,} bytes are needed on the disk of {self.path.parent}, where {free:,} are free: "
                f"{error.strerror}",
            ) from None

    def view(self, name: str) -> Any:
        place = self.places[name]
        return np.frombuffer(self.pages, place["dtype"], place["count"], place["offset"])

    def flush(self, watch: Watch) -> None:
        """Write the pages to the disk in pieces; a limit on time may stop it."""
        for first in range(0, self.size, FILL_BYTES):
            self.pages.flush(first, min(FILL_BYTES, self.size - first))
            watch.check_time()

    def finish(self, head: bytes) -> None:
        """Put the head before the data and give the file its name."""
        self.pages[: len(head)] = head
        self.pages.flush()
        os.replace(self.path, self.final)


def _fill(file: BinaryIO, size: int) -> None:
    """Make a file so large on the disk itself: a hole could find the disk full when it is written."""
    if hasattr(os, "posix_fallocate"):
        try:
            os.posix_fallocate(file.fileno(), 0, size)
            return
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.EOPNOTSUPP, errno.ENOSYS):  # not supported by the file system
                raise
    for done in range(0, size, FILL_BYTES):
        file.write(bytes(min(FILL_BYTES, size - done)))
    file.flush()


def build_table(
    game: CoinGame, path: Path, limits: Limits | None = None, progress: Progress | None = None, threads: int = 0
) -> tuple[dict[str, int], Stats]:
    """Build the table of a game in a file; raise LimitHitError where time, memory or the disk do not suffice.

    Levels that are done are saved every minute, so that work that was ended continues there.
    """
    watch = Watch(limits, progress, threads)
    taking, problem = taking_game(game), table_problem(game)
    block_bits = WinTable(taking, game.is_misere, np.zeros(0, np.uint64)).block_bits
    file = _File(path, taking.things, block_bits)
    watch.room.ask(file.size, f"the table of {problem['spec']}")
    checkpoint = Checkpoint(cache_folder() / "checkpoints", json.dumps([problem, str(path.resolve()), __version__]))
    with file.opened() as was_there:
        table = WinTable(taking, game.is_misere, file.view("lost"), file.view("sums"))
        done = _resumed(table, checkpoint, watch) if was_there else 0
        levels = [done]

        def on_level(level: int) -> None:
            levels[0] = level
            if checkpoint.is_due():
                file.flush(watch)
                checkpoint.save("levels", levels, table.sums)

        try:
            with watch:
                Sweeper(watch).sweep_wins(table, done, on_level)
        except BaseException:
            if checkpoint.is_long():  # the system writes the pages later; the sums detect a page that was lost
                checkpoint.save("levels", levels, table.sums)
            else:
                file.path.unlink(missing_ok=True)
            raise
        counts = {"positions": 1 << taking.things, "lost_positions": table.lost_positions}
        about = {"kind": KIND, "problem": problem, "counts": counts, "arrays": file.places}
        seal = hashlib.sha256(table.sums.tobytes()).hexdigest()
        head = head_of({**about, "data_sha256": seal, "version": __version__})
        assert len(head) <= HEAD_BYTES
        file.finish(head)
    checkpoint.forget()
    return counts, watch.stats


def _resumed(table: WinTable, checkpoint: Checkpoint, watch: Watch) -> int:
    """Return how many levels of a table are done, and count what is lost in them; 0 if any of it is not as saved."""
    saved = np.zeros_like(table.sums)
    about = checkpoint.load("levels", lambda about: [saved])
    if not about:
        return 0
    table.sums[:] = saved
    levels = blocks_by_ones(table.game.things, LOW_BITS, table.block_bits)
    for blocks in levels[: int(about[0])]:
        for block in blocks.tolist():
            watch.check_time()
            check, lost = table.count_block(block)
            if check != int(saved[block]):
                table.lost_positions = 0
                return 0
            table.lost_positions += lost
    return int(about[0])


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

    def value(self, coins: int) -> CoinValue:
        return won(not self.table.is_lost(coins))

    def moves(self, coins: int) -> list[tuple[Run, CoinValue]]:
        index = np.uint64(coins)
        kept = np.nonzero(self.masks & ~index == 0)[0]
        lost = self.table.are_lost(index ^ self.masks[kept]).tolist()
        return [(self.runs[number], won(bit)) for number, bit in zip(kept, lost, strict=True)]
