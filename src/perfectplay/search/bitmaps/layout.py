"""Where each position of a class stands in a map: found by arithmetic, without a table of positions.

No move changes the parities of certain sets of bits; these parities are the class of a position.  In each set one bit,
the pivot, follows from the others and is left out; the remaining bits are split into parts:

    index of a position  =   block … | place (8 bits) | low (6 bits)
                             `─────── word ──────────'  `─ bit of the word

A move turns a whole word of 64 positions into another by one shift and one mask.  Which of the 64 have the move's
pattern depends on their low bits, and on the pivots: the parities of the pivots' sets over the word's own bits make a
number, the word's combination, by which the masks are looked up.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

LOW_BITS = 6
PLACE_BITS = 8
MAX_PIVOTS = 4  # masks are kept for every combination of their parities


class BitmapMoves(NamedTuple):
    """Moves by their results: where a position has the pattern after a move, flipping it back gives the one before."""

    block_masks: Any  # the bits of a block that the move flips
    block_values: Any  # values of the bits in `block_masks` after the move
    place_masks: Any  # the bits of a place that the move flips
    live_masks: Any  # [move, group]: the places, as bits, that have the pattern before the move
    ups: Any  # distance that the flips of low bits move a position up its word
    downs: Any  # distance that the flips of low bits move a position down its word
    masks: Any  # [move, combination]: the bits of a word that have the pattern after the move


class BitmapLayout(NamedTuple):
    """The index of a class of positions, and the moves in terms of it."""

    place_bits: int
    groups: int  # groups of 64 words in a block
    blocks: int
    pivots: int
    index_masks: Any  # the state bit of each bit of the index
    pivot_masks: Any  # the state bit of each pivot
    pivot_sets: Any  # the other bits of each pivot's set, as bits of an index
    pivot_base: int  # bit i: pivot i is one where its set is even
    place_combinations: Any  # the parities of the pivots' sets over each place
    level_masks: Any  # [combination, ones]: the bits of a word whose low bits and pivots have so many ones
    moves: BitmapMoves  # moves in the direction of play
    takebacks: BitmapMoves

    @property
    def words(self) -> int:
        return self.blocks << self.place_bits


def build_layout(
    count: int, masks: Sequence[int], patterns: Sequence[int], invariant_sets: Sequence[int], member: int
) -> BitmapLayout:
    """Return the layout of the class of `member`, whose positions have `count` bits.

    `masks` are the bits each move flips, `patterns` what they hold before.  Each invariant set has a bit of its own.
    """
    sets = list(invariant_sets)[:MAX_PIVOTS]
    pivots = [_own_bit(sets, number) for number in range(len(sets))]
    # Bits that few moves touch come lowest, so that few moves change the low bits, and whole words move as they are.
    touched = [sum(mask >> bit & 1 for mask in masks) for bit in range(count)]
    free = sorted((bit for bit in range(count) if bit not in pivots), key=lambda bit: (touched[bit], bit))
    place_bits = max(0, min(PLACE_BITS, len(free) - LOW_BITS))
    places = 1 << place_bits

    def compress(state: int) -> int:
        return sum(1 << place for place, bit in enumerate(free) if state >> bit & 1)

    own_sets = [compress(members) for members in sets]
    base = sum(((member & members).bit_count() & 1) << number for number, members in enumerate(sets))
    shape = _Shape(pivots, compress, place_bits, base, own_sets)
    return BitmapLayout(
        place_bits=place_bits,
        groups=max(1, places >> 6),
        blocks=1 << max(0, len(free) - LOW_BITS - place_bits),
        pivots=len(sets),
        index_masks=np.array([1 << bit for bit in free], np.uint64),
        pivot_masks=np.array([1 << bit for bit in pivots], np.uint64),
        pivot_sets=np.array(own_sets, np.uint64),
        pivot_base=base,
        place_combinations=np.array([shape.parities(place << LOW_BITS) for place in range(places)], np.uint64),
        level_masks=_level_masks(shape),
        moves=_moves(shape, masks, [mask ^ pattern for mask, pattern in zip(masks, patterns, strict=True)]),
        takebacks=_moves(shape, masks, patterns),
    )


def map_bytes(count: int, invariant_sets: int) -> int:
    """Return the bytes of a map of positions of so many bits."""
    return 8 << max(0, count - min(invariant_sets, MAX_PIVOTS) - LOW_BITS)


class _Shape(NamedTuple):
    pivots: list[int]
    compress: Callable[[int], int]
    place_bits: int
    base: int
    own_sets: list[int]

    def parities(self, index: int) -> int:
        """Return the parities of the pivots' sets over some bits of an index."""
        return sum(((own & index).bit_count() & 1) << number for number, own in enumerate(self.own_sets))

    def pivot_values(self, combination: int, low: int) -> int:
        """Return what the pivots hold, from the combination of a word and the low bits."""
        return self.base ^ combination ^ self.parities(low)


def _own_bit(sets: Sequence[int], number: int) -> int:
    """Return a bit of one set that no other has."""
    others = 0
    for place, members in enumerate(sets):
        if place != number:
            others |= members
    return (sets[number] & ~others).bit_length() - 1


def _level_masks(shape: _Shape) -> Any:
    pivots = len(shape.pivots)
    masks = [[0] * (LOW_BITS + pivots + 1) for _ in range(1 << pivots)]
    for combination in range(1 << pivots):
        for low in range(1 << LOW_BITS):
            ones = low.bit_count() + shape.pivot_values(combination, low).bit_count()
            masks[combination][ones] |= 1 << low
    return np.array(masks, np.uint64)


def _moves(shape: _Shape, masks: Sequence[int], behind: Sequence[int]) -> BitmapMoves:
    count, places, low_ones = len(masks), 1 << shape.place_bits, (1 << LOW_BITS) - 1
    moves = BitmapMoves(
        block_masks=np.zeros(count, np.int64),
        block_values=np.zeros(count, np.int64),
        place_masks=np.zeros(count, np.uint64),
        live_masks=np.zeros((count, max(1, places >> 6)), np.uint64),
        ups=np.zeros(count, np.uint64),
        downs=np.zeros(count, np.uint64),
        masks=np.zeros((count, 1 << len(shape.pivots)), np.uint64),
    )
    pivot_values = [
        [shape.pivot_values(combination, low) for low in range(1 << LOW_BITS)]
        for combination in range(1 << len(shape.pivots))
    ]
    for move, (mask, pattern) in enumerate(zip(masks, behind, strict=True)):
        flips, value = shape.compress(mask), shape.compress(pattern)
        low_flips, low_value = flips & low_ones, value & low_ones
        place_flips, place_value = flips >> LOW_BITS & places - 1, value >> LOW_BITS & places - 1
        moves.block_masks[move] = flips >> LOW_BITS + shape.place_bits
        moves.block_values[move] = value >> LOW_BITS + shape.place_bits
        moves.place_masks[move] = place_flips
        shift = low_value - (low_value ^ low_flips)
        moves.ups[move], moves.downs[move] = max(0, shift), max(0, -shift)
        for place in range(places):
            if place & place_flips == place_value ^ place_flips:
                moves.live_masks[move, place >> 6] |= np.uint64(1 << (place & 63))
        asked = sum(1 << number for number, bit in enumerate(shape.pivots) if mask >> bit & 1)
        wanted = sum(1 << number for number, bit in enumerate(shape.pivots) if pattern >> bit & 1)
        for combination, values in enumerate(pivot_values):
            moves.masks[move, combination] = sum(
                1 << low
                for low in range(1 << LOW_BITS)
                if low & low_flips == low_value and (values[low] ^ wanted) & asked == 0
            )
    return moves
