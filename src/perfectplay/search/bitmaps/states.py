"""The positions of a level of a map, one by one."""

from typing import Any

import numpy as np

from perfectplay.contract.bits import ONE, ZERO, lowest, popcount
from perfectplay.contract.inner import inner
from perfectplay.contract.kernel import kernel
from perfectplay.search.bitmaps.layout import LOW_BITS, BitmapLayout
from perfectplay.search.bitmaps.sets import LevelIndex, combination_of, has_level, level_mask, parities_of


@inner
def state_at(layout: BitmapLayout, word: Any, low: int, combination: Any) -> Any:
    """Return the state of a position, from its word, the word's combination and its low bits."""
    state = ZERO
    left = word << np.uint64(LOW_BITS) | np.uint64(low)
    pivots = np.uint64(layout.pivot_base) ^ combination ^ parities_of(layout, np.uint64(low))
    while left != ZERO:
        state |= layout.index_masks[lowest(left)]
        left &= left - ONE
    while pivots != ZERO:
        state |= layout.pivot_masks[lowest(pivots)]
        pivots &= pivots - ONE
    return state


@kernel
def list_states(
    layout: BitmapLayout, members: Any, index: LevelIndex, states: Any, ones: int, first: int, last: int
) -> None:
    """Write the positions of a level that lie in the blocks from `first` to `last`, in the order of the map."""
    before = index.starts[first]
    for block in range(first, last):
        if not has_level(layout, block, ones):
            continue
        base = np.uint64(block) << np.uint64(layout.place_bits)
        for group in range(layout.groups):
            waiting = index.live[block * layout.groups + group]
            while waiting != ZERO:
                place = np.uint64(group << 6 | lowest(waiting))
                waiting &= waiting - ONE
                word = base + place
                combination = combination_of(layout, word)
                here = members[word] & level_mask(layout, combination, ones - popcount(word))
                number = index.starts[block] - before + np.int64(index.before[word])
                while here != ZERO:
                    states[number] = state_at(layout, word, lowest(here), combination)
                    number += 1
                    here &= here - ONE
