"""Positions one by one: their states, their images, and how many there are up to symmetry."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract.bits import ONE, ZERO, bit, lowest, popcount, shift_right, signed
from perfectplay.contract.inner import inner
from perfectplay.contract.kernel import kernel
from perfectplay.search.bitmaps.layout import LOW_BITS, BitmapLayout
from perfectplay.search.bitmaps.sets import LevelIndex, combination_of, has_level, level_mask, parities_of

PART_BITS = 11
PART_ONES = np.uint64((1 << PART_BITS) - 1)


class Symmetries(NamedTuple):
    """What is looked up by parts of a state: its image under each symmetry but the identity, and its index."""

    parts: int
    others: int  # symmetries, the identity not counted
    images: Any  # [symmetry, part, value]
    indices: Any  # [part, value]: the bits of the index


def build_symmetries(layout: BitmapLayout, permutations: Sequence[Sequence[int]]) -> Symmetries:
    """Return the tables of the symmetries, the first of which is the identity."""
    count = len(permutations[0])
    spread = [0] * count
    for place, mask in enumerate(layout.index_masks):
        spread[int(mask).bit_length() - 1] = 1 << place
    images = [_part_tables([1 << target for target in permutation]) for permutation in permutations[1:]]
    parts = (count + PART_BITS - 1) // PART_BITS
    return Symmetries(
        parts,
        len(images),
        np.array(images, np.uint64).reshape(len(images), parts, 1 << PART_BITS),
        _part_tables(spread),
    )


def _part_tables(shares: Sequence[int]) -> Any:
    """Return for each part of a state, and each of its values, the union of its bits' shares."""
    values = np.arange(1 << PART_BITS, dtype=np.uint64)
    tables = []
    for first in range(0, len(shares), PART_BITS):
        table = np.zeros(1 << PART_BITS, np.uint64)
        for place, mask in enumerate(shares[first : first + PART_BITS]):
            table |= (values >> np.uint64(place) & np.uint64(1)) * np.uint64(mask)
        tables.append(table)
    return np.array(tables)


@inner
def image_of(symmetries: Symmetries, state: Any, symmetry: int) -> Any:
    """Return where a symmetry, counted from 0 without the identity, takes a state."""
    image = ZERO
    for part in range(symmetries.parts):
        image |= symmetries.images[symmetry, part, shift_right(state, PART_BITS * part) & PART_ONES]
    return image


@inner
def least_image(symmetries: Symmetries, state: Any) -> Any:
    """Return the least image of a state: one position for all its images."""
    best = state
    for symmetry in range(symmetries.others):
        best = min(best, image_of(symmetries, state, symmetry))
    return best


@inner
def index_of(symmetries: Symmetries, state: Any) -> Any:
    """Return where a state stands in a map of its class."""
    index = ZERO
    for part in range(symmetries.parts):
        index |= symmetries.indices[part, shift_right(state, PART_BITS * part) & PART_ONES]
    return index


@inner
def number_of(
    layout: BitmapLayout, symmetries: Symmetries, members: Any, index: LevelIndex, ones: int, state: Any
) -> Any:
    """Return the number of a position in its level, or -1 if it is not a member.  It must be of the class."""
    place = index_of(symmetries, state)
    word = place >> np.uint64(LOW_BITS)
    block = signed(word >> np.uint64(layout.place_bits))
    mask = level_mask(layout, combination_of(layout, word), ones - popcount(word))
    here = members[word] & mask
    own = bit(place & np.uint64(63))
    if here & own == ZERO:
        return -1
    return index.starts[block] + np.int64(index.before[word]) + popcount(here & (own - ONE))


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
    """Write the state of each position of a level under its number."""
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
                number = index.starts[block] + np.int64(index.before[word])
                while here != ZERO:
                    states[number] = state_at(layout, word, lowest(here), combination)
                    number += 1
                    here &= here - ONE


@kernel
def keep_least(symmetries: Symmetries, states: Any, is_least: Any, first: int, last: int) -> None:
    """Tell for each state whether it is the least of its images, which stands for all of them."""
    for number in range(first, last):
        is_least[number] = least_image(symmetries, states[number]) == states[number]


@kernel
def find_fixed(symmetries: Symmetries, members: Any, cycles: Any, sets: Any, found: Any, first: int, last: int) -> int:
    """Write down the members that are unions of cycles: those a symmetry with these cycles keeps; return how many.

    The unions are numbered, those from `first` to `last` are looked at.  `sets` are the sets of the pivots and, last, a
    state of the class: what is not of the class stands nowhere in the map.
    """
    count = 0
    for number in range(first, last):
        state = ZERO
        left = np.uint64(number)
        while left != ZERO:
            state |= cycles[lowest(left)]
            left &= left - ONE
        is_of_class = True
        for place in range(len(sets) - 1):
            is_of_class &= popcount((state ^ sets[-1]) & sets[place]) & 1 == 0
        if is_of_class:
            index = index_of(symmetries, state)
            if shift_right(members[index >> np.uint64(LOW_BITS)], index & np.uint64(63)) & ONE != ZERO:
                found[count] = state
                count += 1
    return count


@kernel
def look_up(
    layout: BitmapLayout, symmetries: Symmetries, members: Any, index: LevelIndex, ones: int, states: Any, numbers: Any
) -> None:
    """Write the numbers of some positions of a level, -1 for those that are no members."""
    for place in range(len(states)):
        numbers[place] = number_of(layout, symmetries, members, index, ones, states[place])
