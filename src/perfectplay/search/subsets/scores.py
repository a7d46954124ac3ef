"""One number for each position: what the player to move will be ahead by from here on, if both play their best.

A move is worth its points less what the other player then is ahead by.  The value of the empty set is given: a bonus
for whoever took the last thing, or did not.  A bonus larger than all points together makes the win come first, and
points second.
"""

from typing import Any

import numpy as np

from perfectplay.contract.bits import ONE, ZERO
from perfectplay.contract.inner import inner
from perfectplay.contract.kernel import kernel
from perfectplay.search.subsets.layout import SubsetLayout

LEAST = np.int16(-32768)


@inner
def better(best: Any, at: Any, table: Any, source: Any, length: Any, points: Any) -> None:
    """Compare so many numbers of `best` with what a move makes of as many of the table."""
    for place in range(length):
        value = np.int16(points - table[source + place])
        found = best[at + place]
        best[at + place] = value if value > found else found


@inner
def weigh(best: Any, at: Any, table: Any, source: Any, size: Any, within: Any, points: Any) -> None:
    """Compare `size` numbers of `best` from `at` on with what a move makes of the table from `source` on.

    Of the bits of a place, the move takes those of `within`.
    """
    if within == ZERO:
        better(best, at, table, source, size, points)
        return
    length = within & (~within + ONE)  # places follow each other up to the lowest bit that is taken
    target = within
    while target < size:
        better(best, at + target, table, source + (target ^ within), length, points)
        target = (target + length) | within


@kernel
def sweep_scores(
    layout: SubsetLayout, table: Any, best: Any, blocks: Any, last_value: Any, first: int, last: int
) -> None:
    """Settle the blocks from number `first` to `last`; `best` is room for one, `last_value` that of the empty set."""
    near_bits, inner_bits = np.uint64(layout.near_bits), np.uint64(layout.inner_bits)
    size, group_size = ONE << near_bits, ONE << inner_bits
    far, near, inner_moves = layout.far, layout.near, layout.inner
    for number in range(first, last):
        block = blocks[number]
        base = block << near_bits
        for place in range(size):
            best[place] = LEAST
        for move in range(len(far.outer)):
            if far.outer[move] & ~block == ZERO:
                source = (block ^ far.outer[move]) << near_bits
                weigh(best, ZERO, table, source, size, far.within[move], far.points[move])
        for number_in_block in range(size >> inner_bits):
            group = np.uint64(number_in_block)
            at = group << inner_bits
            for move in range(len(near.outer)):
                if near.outer[move] & ~group == ZERO:
                    source = base + ((group ^ near.outer[move]) << inner_bits)
                    weigh(best, at, table, source, group_size, near.within[move], near.points[move])
            for place in range(group_size):
                value = best[at + place]
                for move in range(layout.starts[np.int64(place)], layout.starts[np.int64(place) + 1]):
                    found = np.int16(inner_moves.points[move] - table[base + at + (place ^ inner_moves.within[move])])
                    value = found if found > value else value
                if block == ZERO and at + place == ZERO:
                    value = last_value
                table[base + at + place] = value
