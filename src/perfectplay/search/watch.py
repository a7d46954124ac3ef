"""The one owner of limits, deadline, progress, statistics, memory and threads.

Whatever works for a while does so under a watch: searches in slices (loop.py), walks over bitmaps, sweeps over subsets
and linear programs.  They say what they have done and ask whether they may go on; clock, threads and refusals are here.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from perfectplay.base.limits import LimitHitError, Limits
from perfectplay.base.loading import loading, loading_seconds
from perfectplay.base.progress import Progress
from perfectplay.base.stats import COMPILED, INTERPRETED, Stats, mode_of
from perfectplay.search.room import Room

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from perfectplay.contract.kernel import Kernel, Kind

REPORT_SECONDS = 0.1
PORTIONS_PER_THREAD = 8
SLICE_ITEMS = 1 << 16  # items between two checks of the time: kernels take up to some tens of milliseconds for them

T = TypeVar("T")


@cache
def processors() -> int:
    """Return how many processors there are; asking the system takes as long as a short search."""
    return os.cpu_count() or 1


def _nothing_more(stats: Stats) -> None:
    pass


class Watch:
    """Keeps one piece of work within its limits, counts what it does and reports how it goes; a context.

    >>> with Watch(Limits(positions=2)) as watch:
    ...     watch.take()
    ...     watch.take()
    ...     watch.take()
    Traceback (most recent call last):
    perfectplay.base.limits.LimitHitError: the limit on positions was hit
    >>> watch.stats.expanded
    2
    """

    def __init__(
        self,
        limits: Limits | None = None,
        progress: Progress | None = None,
        threads: int = 0,
        folder: Path | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self.progress = progress or Progress()
        self.threads = threads or processors()
        self.room = Room(self.limits, folder)
        self.stats = Stats()
        self.phase = ""
        self.collect: Callable[[Stats], None] = _nothing_more  # fills in figures that are kept elsewhere
        self.began = time.perf_counter()
        self._reported = 0.0  # seconds of work at the last report; loading does not count: short work reports nothing
        self._loaded = loading_seconds()
        self._pool: ThreadPoolExecutor | None = None

    def __enter__(self) -> "Watch":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the threads, and take the last figures."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None
        self.take_figures()
        self.collect = _nothing_more  # else a search and its watch would hold each other, and so the arrays

    # Time and figures.

    @property
    def seconds(self) -> float:
        """The seconds of work so far, without those of importing and compiling."""
        return time.perf_counter() - self.began - (loading_seconds() - self._loaded)

    def seconds_left(self) -> float:
        """Return the seconds until the deadline; infinity where there is none."""
        return float("inf") if self.limits.seconds is None else max(0.0, self.limits.seconds - self.seconds)

    def set_aside(self, seconds: float) -> None:
        """Leave out seconds that were not spent on the work."""
        self.began += seconds

    def take_figures(self) -> Stats:
        """Return the figures as they are now."""
        self.stats.compile_seconds = loading_seconds() - self._loaded
        self.stats.seconds = time.perf_counter() - self.began - self.stats.compile_seconds
        self.collect(self.stats)
        self.stats.peak_memory_bytes = self.room.peak
        return self.stats

    # Kernels.

    def ready(
        self, kernel: "Kernel", kind: "Kind", *arguments: Any, is_small: bool | None = None
    ) -> Callable[..., Any]:
        """Return what to call for a kernel; `kind` stands for the types of the arguments.

        Work that is done in one go says whether it is small; how long it takes in slices nobody knows.
        """
        call = kernel.compiled.get(kind)
        if call is None and kernel.pays(kind, is_small):
            with loading():  # apart from the seconds of work
                call = kernel.compile(kind, arguments, self.progress.on_message)
        self.stats.mode = mode_of(self.stats.mode, INTERPRETED if call is None else COMPILED)
        return call or partial(kernel.interpret, kind)

    # Limits and progress.

    def check_time(self) -> None:
        """Raise LimitHitError when the time is up; report progress when that is due."""
        if self.limits.seconds is not None and self.seconds >= self.limits.seconds:
            raise LimitHitError("time")
        if self.seconds - self._reported >= REPORT_SECONDS:
            self.report()

    def check(self) -> None:
        """Raise LimitHitError where the positions counted or the time reach their limit."""
        if self.limits.positions is not None and self.stats.expanded >= self.limits.positions:
            raise LimitHitError("positions")
        self.check_time()

    def count(self, positions: int) -> None:
        """Count positions that were looked at, and check."""
        self.stats.expanded += positions
        self.check()

    def take(self) -> None:
        """Count one position that will be looked at; raise LimitHitError where none is left to take."""
        self.check()
        self.stats.expanded += 1

    def slices(self, size: int, begin: int = 0) -> Iterator[tuple[int, int]]:
        """Yield the bounds of slices of the items from `begin` to `size`, and check the time after each slice."""
        for first in range(begin, size, SLICE_ITEMS):
            yield first, min(size, first + SLICE_ITEMS)
            self.check_time()

    def report(self, phase: str | None = None) -> None:
        """Report progress at once, as at the end of a phase."""
        self.phase = self.phase if phase is None else phase
        self._reported = self.seconds
        self.progress.on_progress(self.phase, self.take_figures())

    def within(self, seconds: float | None = None, positions: int | None = None) -> "Watch":
        """Return a watch over a part of the work: its own count of positions, and no more time than is left here."""
        left = self.seconds_left() if seconds is None else min(seconds, self.seconds_left())
        limits = Limits(None if left == float("inf") else max(left, 1e-9), self.limits.memory, positions)
        inner = Watch(limits, Progress(on_message=self.progress.on_message), self.threads)
        inner.room = self.room
        return inner

    # Threads.

    def portions(self, size: int) -> list[tuple[int, int]]:
        """Divide `size` items into portions for the threads, none larger than a slice."""
        count = max(self.threads * PORTIONS_PER_THREAD, -(-size // SLICE_ITEMS))
        return [(size * part // count, size * (part + 1) // count) for part in range(count)]

    def on_all(
        self,
        work: Callable[..., T],
        portions: Sequence[tuple[Any, ...]],
        size_of: Callable[..., int] = lambda *portion: 0,
        threads: int = 0,
    ) -> list[T]:
        """Do the work on every portion, on the threads; count the positions of each that is done, and check."""
        return self.on_threads(work, portions, lambda portion: self.count(size_of(*portion)), threads)

    def on_threads(
        self,
        work: Callable[..., T],
        portions: Iterable[tuple[Any, ...]],
        on_done: Callable[[tuple[Any, ...]], None] = lambda portion: None,
        threads: int = 0,
    ) -> list[T]:
        """Do the work on every portion, on the threads; return the results in order.

        When it ends early, by a limit or Ctrl-C, no thread works on.  With one thread the work is done here.
        """
        results = []
        if (threads or self.threads) == 1:
            for portion in portions:
                results.append(work(*portion))
                on_done(portion)
            return results
        from concurrent.futures import ThreadPoolExecutor, wait  # work on one thread does without this import

        if self._pool is None:
            self._pool = ThreadPoolExecutor(threads or self.threads)
        futures = [(portion, self._pool.submit(work, *portion)) for portion in portions]
        try:
            for portion, future in futures:
                results.append(future.result())
                on_done(portion)
        finally:
            for _, future in futures:
                future.cancel()
            wait(future for _, future in futures)
        return results
