"""Level after level on several threads, within limits.

The blocks of a map are dealt out in portions, each written by one thread alone.  A level is begun when the one before
is done, so that the result depends on nothing but the puzzle.
"""

import os
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.contract.compile import prepare
from perfectplay.limits import LimitHitError, Limits, Progress, Stats
from perfectplay.search.maps.layout import Layout, Moves
from perfectplay.search.maps.passes import NEVER, Values, pull, share
from perfectplay.search.maps.room import Room
from perfectplay.search.maps.saving import Saver
from perfectplay.search.maps.sets import LevelIndex, settle, spread

NOTHING = np.zeros(0, np.uint64)
PORTIONS_PER_THREAD = 8
MOST_MOVES_BITS = 8
MOST_BLOCKS = 1 << 12  # of a portion, so that limits are looked at often enough


class Walk:
    """Threads, limits and figures of one walk over the levels of a layout."""

    def __init__(self, layout: Layout, limits: Limits, progress: Progress, folder: Path, threads: int = 0) -> None:
        self.layout = layout
        self.limits = limits
        self.progress = progress
        self.room = Room(limits, folder)
        self.threads = threads or os.cpu_count() or 1
        self.stats = Stats()
        self.began = time.perf_counter()
        count = max(self.threads * PORTIONS_PER_THREAD, layout.blocks // MOST_BLOCKS)
        count = min(count, layout.blocks)
        bounds = [layout.blocks * number // count for number in range(count + 1)]
        self.portions = list(pairwise(bounds))
        self.pool = ThreadPoolExecutor(self.threads)

    def close(self) -> None:
        """End the threads, and take the last figures."""
        self.pool.shutdown(cancel_futures=True)
        self._take_figures()

    def _take_figures(self) -> None:
        self.stats.seconds = time.perf_counter() - self.began - self.stats.compile_seconds
        self.stats.peak_memory_bytes = self.room.peak

    def ready(self, kernel: Callable[..., Any], *arguments: Any) -> None:
        """Compile or load a kernel, and keep the seconds apart."""
        self.stats.compile_seconds += prepare(kernel, ("maps",), arguments, self.progress.announce)

    def on_all(
        self, kernel: Callable[..., Any], *arguments: Any, portions: Sequence[tuple[int, int]] | None = None
    ) -> list[Any]:
        """Run a kernel on every portion of the blocks, which are its last arguments; look at the limits in between."""
        self.ready(kernel, *arguments, 0, 0)
        futures = [self.pool.submit(kernel, *arguments, *portion) for portion in portions or self.portions]
        results = []
        try:
            for future in futures:
                results.append(future.result())
                self.check_time()
        finally:  # nobody writes on when a limit was hit
            for future in futures:
                future.cancel()
            wait(futures)
        return results

    def shares(self, size: int) -> list[tuple[int, int]]:
        """Deal out so many things to the threads."""
        count = self.threads * PORTIONS_PER_THREAD
        return [(size * part // count, size * (part + 1) // count) for part in range(count)]

    def check_time(self) -> None:
        seconds = time.perf_counter() - self.began - self.stats.compile_seconds
        if self.limits.seconds is not None and seconds >= self.limits.seconds:
            raise LimitHitError("time")

    def count_positions(self, size: int) -> None:
        """Count positions that are new; other passes look at the same ones again."""
        self.stats.expanded += size
        if self.limits.positions is not None and self.stats.expanded >= self.limits.positions:
            raise LimitHitError("positions")

    def level_done(self, phase: str) -> None:
        """Tell how it goes."""
        self._take_figures()
        self.progress.report(phase, self.stats)

    def empty_map(self) -> Any:
        return self.room.zeros(self.layout.words, np.uint64)

    def empty_index(self) -> LevelIndex:
        """Return the index of an empty level."""
        layout, room = self.layout, self.room
        return LevelIndex(
            room.zeros(layout.blocks * layout.groups, np.uint64),
            room.zeros(layout.words, np.uint16),
            room.zeros(layout.blocks + 1, np.int64),
        )

    def settle(self, members: Any, index: LevelIndex, ones: int) -> int:
        """Finish a level and make its index; return the number of its positions."""
        self.on_all(settle, self.layout, members, index, ones)
        total = int(index.starts[:-1].sum())
        index.starts[1:] = np.cumsum(index.starts[:-1])
        index.starts[0] = 0
        return total

    def spread(
        self,
        moves: Moves,
        members: Any,
        levels: Sequence[int],
        within: Any = NOTHING,
        phase: str = "",
        saver: Saver | None = None,
        sizes: dict[int, int] | None = None,
    ) -> dict[int, int]:
        """Spread a set level by level, of which the first is there already; return the size of each level.

        `sizes` gets them as the levels are done, for who wants to know even if a limit is hit.
        """
        done = saver.load(phase, members) if saver else []
        sizes = {} if sizes is None else sizes
        sizes |= dict(done)
        index = self.empty_index()
        if done:
            self.settle(members, index, done[-1][0])
        for ones in levels[len(done) :]:
            if done:
                self.on_all(spread, self.layout, moves, members, within, index.live, ones)
            size = self.settle(members, index, ones)
            if size == 0:
                break
            done.append((ones, size))
            sizes[ones] = size
            self.level_done(f"{phase}, level {len(done) - 1}")
            if within is NOTHING:
                self.count_positions(size)
            if saver and saver.is_due():
                saver.save(phase, done, members)
        return sizes

    def sizes(self, members: Any, levels: Sequence[int], phase: str) -> dict[int, int]:
        """Return the sizes of the levels of a finished set that are not empty."""
        index, found = self.empty_index(), {}
        for ones in levels:
            size = self.settle(members, index, ones)
            if size:
                found[ones] = size
            self.level_done(f"{phase}, {ones} left")
        return found

    def values(
        self,
        moves: Moves,
        asked: Any,
        given: Any,
        members: Any,
        levels: Sequence[int],
        seed: Callable[[LevelIndex, Values, int], None],
        *,
        has_ways: bool = False,
        has_costs: bool = False,
        has_chances: bool = False,
        phase: str = "",
    ) -> Iterable[tuple[int, LevelIndex, Values]]:
        """Yield the values of each level, those of the first and of every new beginning set by `seed`.

        The index is good until the level after the next.  Numbers of ways get a word more where the next level's may
        outgrow those they have: a position has fewer than 2**MOST_MOVES_BITS moves.
        """
        limbs = int(has_ways)
        earlier: tuple[int, LevelIndex, Values] | None = None
        spare = self.empty_index()
        for ones in levels:
            index = spare
            size = self.settle(members, index, ones)
            values = self.make_values(size, limbs, has_costs, has_chances)
            if earlier is None:
                spare = self.empty_index()
            else:
                from_ones, from_index, from_values = earlier
                self.on_all(
                    pull,
                    self.layout,
                    moves,
                    asked,
                    given,
                    members,
                    index,
                    values,
                    ones,
                    from_index,
                    from_values,
                    from_ones,
                )
                spare = from_index
            if has_chances and earlier is not None:
                self.shared(members, index, values.chances, ones)
            seed(index, values, ones)
            self.level_done(f"{phase}, {ones} left")
            yield ones, index, values
            limbs += is_too_wide(values.ways)
            earlier = ones, index, values

    def make_values(self, size: int, limbs: int, has_costs: bool, has_chances: bool) -> Values:
        zeros = self.room.zeros
        values = Values(
            zeros((size if limbs else 0, limbs), np.uint64),
            zeros(size if has_costs else 0, np.uint64),
            zeros(size if has_chances else 0, np.float64),
        )
        values.bests[:] = NEVER
        return values

    def shared(self, members: Any, index: LevelIndex, chances: Any, ones: int, lone: Any = NOTHING) -> int:
        """Divide chances by numbers of moves; return the dead ends of a level that are not in `lone`."""
        return sum(self.on_all(share, self.layout, members, index, chances, lone, ones))


def is_too_wide(ways: Any) -> bool:
    """Tell whether sums over the moves of a position may need another word than these numbers have."""
    return bool(ways.size) and int(ways[:, -1].max()) >> 64 - MOST_MOVES_BITS > 0
