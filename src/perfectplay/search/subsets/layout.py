"""How the bits of a position are split, and what a move is in each part.

    bits of a position      top ............ | near ....... | inner | low
    select                   the block          the group     place    the bit of a word (only in tables of bits)

A block is what one thread works on at a time.  It depends only on blocks with fewer ones, so that blocks with equally
many ones are independent.  A block is a sequence of groups, and a group is a sequence of places.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

LOW_BITS = 6  # 64 positions to a word
INNER_BITS = 4


class SubsetMoves(NamedTuple):
    """Moves of one kind, each by what it takes in each part of a position."""

    outer: Any  # bits of the block, or of the group
    within: Any  # bits of the place in the block, or in the group
    keep: Any  # the positions of a word that have none of the low bits that the move takes
    shift: Any  # distance that putting the low bits back moves a position
    points: Any


class SubsetLayout(NamedTuple):
    """A game of taking away, laid out."""

    near_bits: int
    inner_bits: int
    far: SubsetMoves  # take something of the block's own bits
    near: SubsetMoves  # take something of the group's bits, and nothing above
    inner: SubsetMoves  # the others that take more than low bits, one list for each place in a group
    starts: Any  # the starts of the lists of `inner`
    reach: Any  # [position]: the positions of its word that lead to it by a move of low bits
    valid: Any  # the positions of a word that are there


def lay_out(things: int, moves: Sequence[int], points: Sequence[int], low_bits: int, near_bits: int) -> SubsetLayout:
    """Lay out the game with so many things in which each move takes the bits of one of these masks.

    `near_bits` is the number of bits that give the group and the place of a position in its block.
    """
    unit_bits = max(0, things - low_bits)
    near_bits = min(near_bits, unit_bits)
    inner_bits = min(INNER_BITS, near_bits)
    in_low, in_near, in_inner = (1 << low_bits) - 1, (1 << near_bits) - 1, (1 << inner_bits) - 1
    far, near, inner, reach = [], [], [], [0] * (1 << LOW_BITS)
    for mask, value in zip(moves, points, strict=True):
        low, unit = mask & in_low, mask >> low_bits
        if unit >> near_bits:
            far.append((unit >> near_bits, unit & in_near, low, value))
        elif unit >> inner_bits:
            near.append((unit >> inner_bits, unit & in_inner, low, value))
        elif unit:
            inner.append((0, unit, low, value))
        else:
            for position in range(1 << low_bits):
                if not position & low:
                    reach[position] |= 1 << (position | low)
    lists = [[move for move in inner if not move[1] & ~place] for place in range(1 << inner_bits)]
    starts = np.cumsum([0, *map(len, lists)])
    valid = (1 << (1 << min(things, LOW_BITS))) - 1
    return SubsetLayout(
        near_bits,
        inner_bits,
        _moves(far),
        _moves(near),
        _moves([move for moves_of_place in lists for move in moves_of_place]),
        starts.astype(np.int64),
        np.array(reach, np.uint64),
        np.uint64(valid),
    )


def _moves(parts: list[tuple[int, int, int, int]]) -> SubsetMoves:
    keeps = [sum(1 << position for position in range(64) if not position & low) for _, _, low, _ in parts]
    outer, within, low, points = zip(*parts, strict=True) if parts else ((), (), (), ())
    return SubsetMoves(
        np.array(outer, np.uint64),
        np.array(within, np.uint64),
        np.array(keeps, np.uint64),
        np.array(low, np.uint64),
        np.array(points, np.int16),
    )


def blocks_by_ones(things: int, low_bits: int, near_bits: int) -> list[Any]:
    """Return the blocks with no, one, two ones, and so on."""
    block_bits = max(0, things - low_bits - near_bits)
    blocks = np.arange(1 << block_bits, dtype=np.uint64)
    ones = np.bitwise_count(blocks)
    return [blocks[ones == count] for count in range(block_bits + 1)]
