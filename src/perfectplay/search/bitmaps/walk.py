"""Level after level on several threads, under a watch.

The blocks of a map are divided into portions, each written by one thread alone.  A level is begun when the one before
is done, so that the result depends on nothing but the puzzle.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract.kernel import Kernel
from perfectplay.search.bitmaps.layout import BitmapLayout, BitmapMoves
from perfectplay.search.bitmaps.passes import NEVER, PositionValues, pull, share
from perfectplay.search.bitmaps.sets import LevelIndex, meet_complements, settle, spread, tally
from perfectplay.search.checkpoint import Checkpoint
from perfectplay.search.watch import PORTIONS_PER_THREAD, Watch

NOTHING = np.zeros(0, np.uint64)
MOST_MOVES_BITS = 8
FEW_WORDS = 1 << 4  # words of a map whose levels plain Python goes through in less than 50 ms
MOST_BLOCKS = 1 << 12  # blocks in a portion, so that limits are checked often enough


class ValuedLevel(NamedTuple):
    """A level with the values of its positions."""

    ones: int
    level_index: LevelIndex
    values: PositionValues


Fill = Callable[[ValuedLevel, ValuedLevel | None], None]  # settles the values of a level by those of the one before


class Walk:
    """A walk over the levels of a layout."""

    def __init__(self, layout: BitmapLayout, watch: Watch) -> None:
        self.layout = layout
        self.watch = watch
        self.room = watch.room
        count = max(watch.threads * PORTIONS_PER_THREAD, layout.blocks // MOST_BLOCKS)
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

    def values(
        self,
        members: Any,
        levels: Sequence[int],
        fill: Fill,
        *,
        has_ways: bool = False,
        has_costs: bool = False,
        has_chances: bool = False,
        phase: str = "",
        checkpoint: Checkpoint | None = None,
        is_last_enough: bool = False,
    ) -> Iterator[ValuedLevel]:
        """Yield each level with the values that `fill` settles; an index is good until the level after the next.

        A checkpoint keeps a file of each level, from which a pass that was ended yields it again; where the last level
        is enough, it keeps the latest, and the pass continues there.  Numbers of ways get a word more where the next
        level's may outgrow those they have: a position has fewer than 2**MOST_MOVES_BITS moves.
        """
        kinds = {"ways": has_ways, "costs": has_costs, "chances": has_chances}
        name = "-".join([phase, *(kind for kind, is_asked in kinds.items() if is_asked)])

        def load(file: str, index: LevelIndex) -> ValuedLevel | None:
            found = []

            def room(about: list[int]) -> PositionValues:
                ones, limbs = about
                size = self.settle(members, index, ones)
                found.append(ValuedLevel(ones, index, self.make_values(size, limbs, has_costs, has_chances)))
                return found[0].values

            return found[0] if checkpoint and checkpoint.load(file, room) else None

        limbs, spare = int(has_ways), self.empty_index()
        earlier: ValuedLevel | None = None
        if is_last_enough and (earlier := load(name, spare)):
            spare = self.empty_index()
            levels = levels[levels.index(earlier.ones) + 1 :]
            yield earlier
        for ones in levels:
            file = name if is_last_enough else f"{name}-{ones}"
            level = None if is_last_enough else load(file, spare)
            if level is None:
                if earlier is not None:
                    limbs = earlier.values.ways.shape[1] + is_too_wide(earlier.values.ways)
                size = self.settle(members, spare, ones)
                level = ValuedLevel(ones, spare, self.make_values(size, limbs, has_costs, has_chances))
                fill(level, earlier)
                self.watch.report(f"{phase}, {ones} left")
                if checkpoint and (checkpoint.is_due() if is_last_enough else checkpoint.is_long()):
                    checkpoint.save(file, [ones, limbs], *level.values)
            yield level
            spare = earlier.level_index if earlier is not None else self.empty_index()
            earlier = level

    def pulling(
        self,
        moves: BitmapMoves,
        asked: Any,
        given: Any,
        members: Any,
        seed: Callable[[LevelIndex, PositionValues, int], None],
    ) -> Fill:
        """Return what settles values by the moves between levels, those of every new beginning set by `seed`."""

        def fill(level: ValuedLevel, earlier: ValuedLevel | None) -> None:
            ones, index, values = level
            if earlier is not None:
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
                if len(values.chances):
                    self.shared(members, index, values.chances, ones)
            seed(index, values, ones)

        return fill

    def make_values(self, size: int, limbs: int, has_costs: bool, has_chances: bool) -> PositionValues:
        zeros = self.room.zeros
        values = PositionValues(
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
