"""One bit for each position: is it lost for the player to move?

A position is lost if every move leads to one that is not; so it is won if some move leads to a lost one.  A word holds
64 positions, which differ only in the low bits.  A move that takes higher bits leads from the positions of one word to
those of another, so that all 64 are handled at once; what it takes of the low bits becomes a mask and a shift.
Moves among the low bits come last: the lowest position of a word that nothing has won yet is lost, and whatever leads
to it is won.
"""

from typing import Any

import numpy as np

from perfectplay.contract.bits import GOLDEN, ONE, ZERO, lowest, multiply, popcount
from perfectplay.contract.inner import inner
from perfectplay.contract.kernel import kernel
from perfectplay.search.subsets.layout import SubsetLayout


@inner
def bring(won: Any, at: Any, table: Any, source: Any, size: Any, within: Any, keep: Any, shift: Any) -> None:
    """Add to `size` words of `won` from `at` on what a move wins by the words of a table from `source` on.

    Of the bits of a place, the move takes those of `within`.
    """
    if within == ZERO:
        for place in range(size):
            won[at + place] |= (table[source + place] & keep) << shift
        return
    length = within & (~within + ONE)  # places follow each other up to the lowest bit that is taken
    target = within
    while target < size:
        first, origin = at + target, source + (target ^ within)
        for place in range(length):
            won[first + place] |= (table[origin + place] & keep) << shift
        target = (target + length) | within


@inner
def finish(won: Any, reach: Any) -> Any:
    """Return the lost positions of a word, by the moves among low bits."""
    lost = ZERO
    waiting = ~won
    while waiting != ZERO:
        position = waiting & (~waiting + ONE)
        lost |= position
        waiting &= ~(position | reach[lowest(position)])
    return lost


@kernel
def sweep_wins(
    layout: SubsetLayout, table: Any, won: Any, sums: Any, blocks: Any, is_last_lost: bool, first: int, last: int
) -> int:
    """Settle the blocks from number `first` to `last`; return how many of their positions are lost.

    `won` is room for one block.  Whoever takes the last thing loses if `is_last_lost`, so the empty set is won.
    """
    near_bits, inner_bits = np.uint64(layout.near_bits), np.uint64(layout.inner_bits)
    size, group_size = ONE << near_bits, ONE << inner_bits
    far, near, inner_moves = layout.far, layout.near, layout.inner
    total = 0
    for number in range(first, last):
        block = blocks[number]
        base = block << near_bits
        for place in range(size):
            won[place] = ZERO
        if block == ZERO and is_last_lost:
            won[0] = ONE
        for move in range(len(far.outer)):
            if far.outer[move] & ~block == ZERO:
                source = (block ^ far.outer[move]) << near_bits
                bring(won, ZERO, table, source, size, far.within[move], far.keep[move], far.shift[move])
        check = ZERO
        for number_in_block in range(size >> inner_bits):
            group = np.uint64(number_in_block)
            at = group << inner_bits
            for move in range(len(near.outer)):
                if near.outer[move] & ~group == ZERO:
                    source = base + ((group ^ near.outer[move]) << inner_bits)
                    bring(won, at, table, source, group_size, near.within[move], near.keep[move], near.shift[move])
            for place in range(group_size):
                word = won[at + place]
                for move in range(layout.starts[np.int64(place)], layout.starts[np.int64(place) + 1]):
                    origin = base + at + (place ^ inner_moves.within[move])
                    word |= (table[origin] & inner_moves.keep[move]) << inner_moves.shift[move]
                lost = finish(word, layout.reach) & layout.valid
                table[base + at + place] = lost
                total += popcount(lost)
                check = multiply(check ^ lost, GOLDEN)
        sums[block] = check
    return total


@kernel
def check_block(table: Any, first: Any, last: Any) -> Any:
    """Return the sum by which damage to a block is found, and how many of its positions are lost."""
    check, total = ZERO, 0
    for place in range(first, last):
        check = multiply(check ^ table[place], GOLDEN)
        total += popcount(table[place])
    return check, total
