"""Numbers for every position of a level, from the numbers of the level before.

A pass goes over the levels from the start down, or from the goals up; the positions of a level are numbered by its
index, and the values of a position are found under its number.

The fewest moves, where a chain of moves by one piece counts as one, need only two values per position, not one for each
piece that may have moved last.  Let g be the fewest moves from a position on, and f(h) the same for a player who has
just moved the piece on hole h and may move it again for free.  Then f(h) is g or g - 1: it is g - 1 exactly where a
best way begins with that piece.  So g and the set of holes where best ways begin say it all.  Played from the start the
same holds, with the fewest moves that lead to a position and the holes where the last piece of such a way may stand.
"""

from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract.bits import ONE, ZERO, add, bit, lowest, popcount, shift_right, signed
from perfectplay.contract.inner import inner
from perfectplay.contract.kernel import kernel
from perfectplay.search.bitmaps.layout import BitmapLayout, BitmapMoves
from perfectplay.search.bitmaps.sets import LevelIndex, combination_of, has_level, level_mask

COST_BIT = np.uint64(56)
NEVER = np.uint64(0xFF << 56)  # more moves than any board of so few holes can take


class PositionValues(NamedTuple):
    """What is known of the positions of a level; arrays of length 0 where it is not asked for.

    bit of a best   0 … 55                                 56 … 63
                    where the pieces of best ways stand    fewest moves
    """

    ways: Any  # [number, word]: sequences of moves, lowest word first
    bests: Any
    chances: Any  # probabilities that random play reaches a goal

    @property
    def costs(self) -> Any:
        """The fewest moves of each position."""
        return (self.bests >> COST_BIT).astype(np.uint8)


@inner
def add_wide(sums: Any, row: int, terms: Any, term_row: int) -> None:
    """Add a number of several words, lowest first; there must be words enough for the sum."""
    carry = ZERO
    for limb in range(sums.shape[1]):
        term = add(terms[term_row, limb] if limb < terms.shape[1] else ZERO, carry)
        carry = ONE if term < carry else ZERO
        total = add(sums[row, limb], term)
        if total < term:
            carry = ONE
        sums[row, limb] = total


@kernel
def pull(
    layout: BitmapLayout,
    moves: BitmapMoves,
    asked: Any,
    given: Any,
    members: Any,
    index: LevelIndex,
    values: PositionValues,
    ones: int,
    from_index: LevelIndex,
    from_values: PositionValues,
    from_ones: int,
    first: int,
    last: int,
) -> None:
    """Settle the values of a level, in the blocks from `first` to `last`, by those of the level its moves come from.

    A move continues with the piece on its hole `asked`, and leaves it on `given`: played back to front these are the
    target and the origin, played from the start the origin and the target.
    """
    for block in range(first, last):
        if not has_level(layout, block, ones):
            continue
        base = np.uint64(block) << np.uint64(layout.place_bits)
        combination = combination_of(layout, base)
        rest = ones - popcount(np.uint64(block))
        for move in range(len(moves.block_masks)):
            if block & moves.block_masks[move] != moves.block_values[move]:
                continue
            origin = block ^ moves.block_masks[move]
            source = np.uint64(origin) << np.uint64(layout.place_bits)
            from_combination = combination_of(layout, source)
            from_rest = from_ones - popcount(np.uint64(origin))
            flips, up, down = moves.place_masks[move], moves.ups[move], moves.downs[move]
            for group in range(layout.groups):
                waiting = from_index.live[origin * layout.groups + group] & moves.live_masks[move, group]
                while waiting != ZERO:
                    place = np.uint64(group << 6 | lowest(waiting))
                    waiting &= waiting - ONE
                    target = place ^ flips
                    place_combination = combination ^ layout.place_combinations[target]
                    # The words of this block are near; those the moves come from are far, and looked at last.
                    here = members[base + target] & level_mask(layout, place_combination, rest - popcount(target))
                    fitting = here & moves.masks[move, place_combination]
                    if fitting == ZERO:
                        continue
                    there = members[source + place]
                    both = fitting & ((there << up) >> down)
                    if both == ZERO:
                        continue
                    there &= level_mask(
                        layout, from_combination ^ layout.place_combinations[place], from_rest - popcount(place)
                    )
                    number = index.starts[block] + np.int64(index.before[base + target])
                    from_number = from_index.starts[origin] + np.int64(from_index.before[source + place])
                    while both != ZERO:
                        below = (both & (~both + ONE)) - ONE
                        both &= both - ONE
                        from_below = (((below + ONE) << down) >> up) - ONE
                        enter(
                            values,
                            number + popcount(here & below),
                            from_values,
                            from_number + popcount(there & from_below),
                            asked[move],
                            given[move],
                        )


@inner
def enter(
    values: PositionValues, number: int, from_values: PositionValues, from_number: int, asked: int, given: int
) -> None:
    """Let one move carry its share from one position to another."""
    if len(values.ways) > 0:
        if values.ways.shape[1] == 1:
            values.ways[number, 0] += from_values.ways[from_number, 0]
        else:
            add_wide(values.ways, number, from_values.ways, from_number)
    if len(values.chances) > 0:
        values.chances[number] += from_values.chances[from_number]
    if len(values.bests) > 0:
        best = from_values.bests[from_number]
        cost = (best >> COST_BIT) + ONE - (shift_right(best, asked) & ONE)
        values.bests[number] = better(values.bests[number], cost << COST_BIT | bit(given))


@inner
def better(first: Any, second: Any) -> Any:
    """Return the one of fewer moves, or the union of equals; without a branch, for either is as likely."""
    first_cost, second_cost = first >> COST_BIT, second >> COST_BIT
    kept = first if first_cost <= second_cost else ZERO
    added = second if second_cost <= first_cost else ZERO
    return kept | added


@kernel
def share(
    layout: BitmapLayout, members: Any, index: LevelIndex, chances: Any, lone: Any, ones: int, first: int, last: int
) -> int:
    """Divide the chance of each position of a level by its number of moves; return how many positions have no move.

    `lone` holds goals, as bits of their words, that are not counted: there play has ended well.
    """
    dead = 0
    for block in range(first, last):
        if not has_level(layout, block, ones):
            continue
        base = np.uint64(block) << np.uint64(layout.place_bits)
        combination = combination_of(layout, base)
        rest = ones - popcount(np.uint64(block))
        for group in range(layout.groups):
            waiting = index.live[block * layout.groups + group]
            while waiting != ZERO:
                place = np.uint64(group << 6 | lowest(waiting))
                waiting &= waiting - ONE
                place_combination = combination ^ layout.place_combinations[place]
                here = members[base + place] & level_mask(layout, place_combination, rest - popcount(place))
                # The number of moves of all 64 positions at once: bit i of their counts in plane i.
                one, two, four, eight, sixteen, more, most = ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO
                for move in range(len(layout.moves.block_masks)):
                    flips = layout.moves.block_masks[move]
                    if block & flips != layout.moves.block_values[move] ^ flips:
                        continue
                    if shift_right(layout.moves.live_masks[move, group], place & np.uint64(63)) & ONE == ZERO:
                        continue
                    carry = layout.takebacks.masks[move, place_combination]
                    one, carry = one ^ carry, one & carry
                    two, carry = two ^ carry, two & carry
                    four, carry = four ^ carry, four & carry
                    eight, carry = eight ^ carry, eight & carry
                    sixteen, carry = sixteen ^ carry, sixteen & carry
                    more, carry = more ^ carry, more & carry
                    most ^= carry
                stuck = here & ~(one | two | four | eight | sixteen | more | most)
                dead += popcount(stuck & ~lone[base + place] if len(lone) > 0 else stuck)
                if len(chances) == 0:
                    continue
                number = index.starts[block] + np.int64(index.before[base + place])
                left = here & ~stuck
                while left != ZERO:
                    low = lowest(left)
                    below = (left & (~left + ONE)) - ONE
                    left &= left - ONE
                    count = (
                        plane(one, low)
                        + 2 * plane(two, low)
                        + 4 * plane(four, low)
                        + 8 * plane(eight, low)
                        + 16 * plane(sixteen, low)
                        + 32 * plane(more, low)
                        + 64 * plane(most, low)
                    )
                    chances[number + popcount(here & below)] /= count
    return dead


@inner
def plane(bits: Any, low: int) -> Any:
    return signed(shift_right(bits, low)) & 1
