"""Sets of positions as maps, and how moves spread them level by level.

A level holds the positions with the same number of ones.  A word holds positions of a few levels; for the current
level, `live` has one bit for each word, set if the word holds any of it, so that a set costs what its words cost,
however small a part of the map they are.
"""

from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract.bits import ONE, ZERO, lowest, popcount, reverse
from perfectplay.contract.inner import inner
from perfectplay.contract.kernel import kernel
from perfectplay.search.bitmaps.layout import LOW_BITS, BitmapLayout, BitmapMoves

SIX = np.uint64(LOW_BITS)
LAST = np.uint64(63)


class LevelIndex(NamedTuple):
    """Where the positions of one level are, and their numbers: block by block, in the order of the map."""

    live: Any  # [block * groups + group]: which of its 64 words hold positions of the level
    before: Any  # number of the level's positions before each word, within its block
    starts: Any  # number of the first position of each block


@inner
def parities_of(layout: BitmapLayout, index_bits: Any) -> Any:
    """Return the parities of the pivots' sets over some bits of an index."""
    number = ZERO
    for pivot in range(layout.pivots):
        number |= (np.uint64(popcount(layout.pivot_sets[pivot] & index_bits)) & ONE) << np.uint64(pivot)
    return number


@inner
def combination_of(layout: BitmapLayout, word: Any) -> Any:
    """Return the parities of the pivots' sets over a word's own bits."""
    return parities_of(layout, word << SIX)


@inner
def level_mask(layout: BitmapLayout, combination: Any, ones: int) -> Any:
    """Return the bits of a word whose low bits and pivots have so many ones."""
    return layout.level_masks[combination, ones] if 0 <= ones < layout.level_masks.shape[1] else ZERO


@inner
def has_level(layout: BitmapLayout, block: int, ones: int) -> Any:
    """Tell whether a block can hold positions of so many ones."""
    rest = ones - popcount(np.uint64(block))
    return 0 <= rest <= layout.place_bits + LOW_BITS + layout.pivots


@kernel
def settle(layout: BitmapLayout, members: Any, index: LevelIndex, ones: int, first: int, last: int) -> None:
    """Make the index of the level of so many ones; `starts` gets the size of each block from `first` to `last`."""
    for block in range(first, last):
        total = 0
        base = np.uint64(block) << np.uint64(layout.place_bits)
        is_possible = has_level(layout, block, ones)
        combination = combination_of(layout, base)
        rest = ones - popcount(np.uint64(block))
        for group in range(layout.groups):
            live = ZERO
            if is_possible:
                for place in range(np.uint64(group << 6), np.uint64(min((group + 1) << 6, 1 << layout.place_bits))):
                    bits = members[base + place]
                    if bits == ZERO:
                        continue
                    mask = level_mask(layout, combination ^ layout.place_combinations[place], rest - popcount(place))
                    if mask == ZERO:
                        continue
                    bits &= mask
                    index.before[base + place] = total
                    if bits != ZERO:
                        total += popcount(bits)
                        live |= ONE << (place & LAST)
            index.live[block * layout.groups + group] = live
        index.starts[block] = total


@kernel
def spread(
    layout: BitmapLayout, moves: BitmapMoves, members: Any, within: Any, live: Any, ones: int, first: int, last: int
) -> None:
    """Add to the blocks from `first` to `last` what the moves make of the live words; it has so many ones.

    Only what also is `within` is added, if that is given.
    Positions of other levels come along where their words are live.  They belong to the set too, and what they lead to
    is found again, so the set is the same whichever thread comes first.
    """
    for block in range(first, last):
        if not has_level(layout, block, ones):
            continue
        base = np.uint64(block) << np.uint64(layout.place_bits)
        combination = combination_of(layout, base)
        for move in range(len(moves.block_masks)):
            if block & moves.block_masks[move] != moves.block_values[move]:
                continue
            origin = block ^ moves.block_masks[move]
            source = np.uint64(origin) << np.uint64(layout.place_bits)
            flips, up, down = moves.place_masks[move], moves.ups[move], moves.downs[move]
            for group in range(layout.groups):
                waiting = live[origin * layout.groups + group] & moves.live_masks[move, group]
                while waiting != ZERO:
                    place = np.uint64(group << 6 | lowest(waiting))
                    waiting &= waiting - ONE
                    target = place ^ flips
                    mask = moves.masks[move, combination ^ layout.place_combinations[target]]
                    found = ((members[source + place] << up) >> down) & mask
                    if len(within) > 0:
                        found &= within[base + target]
                    members[base + target] |= found


@kernel
def meet_complements(members: Any, result: Any, first: int, last: int) -> None:
    """Write the words from `first` to `last` of the members whose complements are members too.

    All bits of an index flipped are all bits of the map in reverse order.
    """
    for word in range(first, last):
        if members[word] != ZERO:
            result[word] = members[word] & reverse(members[len(members) - 1 - word])


@kernel
def tally(layout: BitmapLayout, members: Any, sizes: Any, first: int, last: int) -> None:
    """Count the members of each number of ones in the blocks from `first` to `last`; `sizes` has a row for each."""
    for block in range(first, last):
        base = np.uint64(block) << np.uint64(layout.place_bits)
        combination = combination_of(layout, base)
        block_ones = popcount(np.uint64(block))
        for place in range(np.uint64(1 << layout.place_bits)):
            bits = members[base + place]
            if bits == ZERO:
                continue
            ones = block_ones + popcount(place)
            word_combination = combination ^ layout.place_combinations[place]
            for rest in range(layout.level_masks.shape[1]):
                sizes[block, ones + rest] += popcount(bits & layout.level_masks[word_combination, rest])
