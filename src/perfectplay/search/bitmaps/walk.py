"""Level after level on several threads, under a watch.

The blocks of a map are divided into portions, each written by one thread alone.  A level is begun when the one before
is done, so that the result depends on nothing but the puzzle.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from perfectplay.contract.kernel import Kernel
from perfectplay.search.bitmaps.layout import BitmapLayout, BitmapMoves
from perfectplay.search.bitmaps.sets import LevelIndex, meet_complements, settle, spread, tally
from perfectplay.search.bitmaps.states import list_states
from perfectplay.search.checkpoint import Checkpoint
from perfectplay.search.watch import PORTIONS_PER_THREAD, Watch

NOTHING = np.zeros(0, np.uint64)
FEW_WORDS = 1 << 4  # words of a map whose levels plain Python goes through in less than 50 ms
MAX_BLOCKS = 1 << 12  # blocks in a portion, so that limits are checked often enough


class Walk:
    """A walk over the levels of a layout."""

    def __init__(self, layout: BitmapLayout, watch: Watch) -> None:
        self.layout = layout
        self.watch = watch
        self.room = watch.room
        count = max(watch.threads * PORTIONS_PER_THREAD, layout.blocks // MAX_BLOCKS)
        count = min(count, layout.blocks)
        bounds = [layout.blocks * number // count for number in range(count + 1)]
        self.portions = list(pairwise(bounds))

    def ready(self, kernel: Kernel, *arguments: Any) -> Callable[..., Any]:
        """Return what to call for a kernel."""
        return self.watch.ready(kernel, ("bitmaps",), *arguments, is_small=self.layout.words <= FEW_WORDS)

    def on_all(self, kernel: Kernel, *arguments: Any, portions: Sequence[tuple[int, int]] | None = None) -> list[Any]:
        """Run a kernel on every portion of the blocks, which are its last arguments; check the limits in between."""
        call = self.ready(kernel, *arguments, 0, 0)
        return self.watch.on_threads(
            lambda first, last: call(*arguments, first, last),
            portions or self.portions,
            lambda portion: self.watch.check_time(),  # positions are counted once, by `spread`
        )

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
        moves: BitmapMoves,
        members: Any,
        levels: Sequence[int],
        within: Any = NOTHING,
        phase: str = "",
        checkpoint: Checkpoint | None = None,
        sizes: dict[int, int] | None = None,
    ) -> dict[int, int]:
        """Spread a set level by level, of which the first is there already; return the size of each level.

        `sizes` gets them as the levels are done, for who wants to know even if a limit is hit.
        """
        loaded = checkpoint.load(phase, lambda about: [members]) if checkpoint else None
        done = [(int(ones), int(size)) for ones, size in loaded or ()]
        sizes = {} if sizes is None else sizes
        for ones, size in done:
            sizes[ones] = size
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
            self.watch.report(f"{phase}, level {len(done) - 1}")
            if within is NOTHING:
                self.watch.count(size)  # other passes look at the same positions again
            if checkpoint and checkpoint.is_due():
                checkpoint.save(phase, done, members)
        return sizes

    def sizes(self, members: Any) -> dict[int, int]:
        """Return the sizes of the levels of a finished set that are not empty."""
        layout = self.layout
        bits = len(layout.index_masks) + layout.pivots
        sizes = np.zeros((layout.blocks, bits + 1), np.int64)
        self.on_all(tally, layout, members, sizes)
        return {ones: size for ones, size in enumerate(sizes.sum(axis=0).tolist()) if size}

    def meet_complements(self, members: Any) -> Any:
        """Return the members whose complements are members too."""
        result = self.empty_map()
        self.on_all(meet_complements, members, result, portions=self.watch.portions(len(members)))
        return result

    def states(self, members: Any, index: LevelIndex, ones: int) -> Iterator[Any]:
        """Yield the positions of a level in pieces; `index` is that of the level."""
        for first, last in self.portions:
            states = self.room.zeros(int(index.starts[last] - index.starts[first]), np.uint64)
            if len(states):
                self.on_all(list_states, self.layout, members, index, states, ones, portions=[(first, last)])
                yield states
