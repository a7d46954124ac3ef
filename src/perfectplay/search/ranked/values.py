"""Values of all positions of a level, from the values of the positions that their moves or takebacks lead to.

The fewest moves, where a chain of moves by one piece counts as one, need only two values for each position, not one for
each piece that may have moved last.  Let g be the fewest moves from a position on, and f(h) the same for a player who
has just moved the piece on hole h and may move it again for free.  Then f(h) is g or g - 1: it is g - 1 exactly if a
best solution begins with that piece.  So g and the set of holes from which best solutions begin determine all f(h).
Played from the start the same holds, with the fewest moves that lead to a position and the holes on which the last
piece of such a solution may stand.

    bit of a best   0 … 55                             56 … 63
                    holes of the pieces of best ways   fewest moves

The holes are those of the least image.
"""

from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract.bits import ONE, ZERO, add, bit, lowest, shift_right, signed
from perfectplay.contract.inner import compiled_form, inner
from perfectplay.contract.kernel import kernel
from perfectplay.contract.lanes import LANE_BITS, least_xor_lane, put_images
from perfectplay.search.ranked.kernels import LANE_MASK, STEP, BoardTables, Desk, expand, number_of
from perfectplay.search.ranked.moves import BYTE, WORD_BITS, moves_of
from perfectplay.search.ranked.ranks import LevelRanks, list_boards, rank_of

COST_BIT = np.uint64(56)
NEVER = np.uint64(0xFF << 56)  # more moves than any board of at most 56 holes can take


def add_row(sums: Any, row: Any, terms: Any, term_row: Any) -> None:
    """Add a number to another; numbers of several words have a second axis, lowest word first.

    The sum must not need more words than there are.
    """
    if sums.ndim == 1:
        sums[row] += terms[term_row]
    else:
        add_wide(sums, row, terms, term_row)


@compiled_form(add_row)
def _add_row(sums: Any, row: Any, terms: Any, term_row: Any) -> Any:
    def add_one(sums: Any, row: Any, terms: Any, term_row: Any) -> None:
        sums[row] += terms[term_row]

    return add_one if sums.ndim == 1 else add_wide


@inner
def add_wide(sums: Any, row: Any, terms: Any, term_row: Any) -> None:
    """Add a number of several words, lowest first; there must be words enough for the sum."""
    carry = ZERO
    for limb in range(sums.shape[1]):
        term = add(terms[term_row, limb] if limb < terms.shape[1] else ZERO, carry)
        carry = ONE if term < carry else ZERO
        total = add(sums[row, limb], term)
        if total < term:
            carry = ONE
        sums[row, limb] = total


@inner
def join_best(first: Any, second: Any) -> Any:
    """Return the best of fewer moves, or the union of equals; without a branch, because either is as likely."""
    first_cost, second_cost = first >> COST_BIT, second >> COST_BIT
    kept = first if first_cost <= second_cost else ZERO
    added = second if second_cost <= first_cost else ZERO
    return kept | added


@kernel
def pull(
    board: BoardTables,
    level: LevelRanks,
    numbered: Any,
    members: Any,
    sums: Any,
    from_high: Any,
    from_numbered: Any,
    from_values: Any,
    flip: Any,
    lanes: Any,
    desk: Desk,
    first: int,
    last: int,
) -> None:
    """Add up, for each member, the values of the results of its moves; `flip` has all bits for takebacks."""
    for start in range(first, last, STEP):
        count = list_boards(board.low, level, members, start, min(start + STEP, last), desk.boards)
        base = np.int64(numbered[start, 1])
        place = 0
        while place < count:
            after = expand(board, from_high, from_numbered, desk, lanes, flip, ZERO, place, count, False)
            child = 0
            for own in range(place, after):
                while child < desk.ends[np.uint64(own)]:
                    number = number_of(from_numbered, desk.ranks[np.uint64(child)])
                    if number >= 0:
                        add_row(sums, np.uint64(base + own), from_values, np.uint64(number))
                    child += 1
            place = after


@kernel
def pull_boards(
    board: BoardTables,
    level: LevelRanks,
    numbered: Any,
    members: Any,
    sums: Any,
    from_high: Any,
    from_numbered: Any,
    from_values: Any,
    lanes: Any,
    desk: Desk,
    first: int,
    last: int,
) -> None:
    """Add up, for each member, the values of the results of its moves; results that are images count once."""
    for start in range(first, last, STEP):
        count = list_boards(board.low, level, members, start, min(start + STEP, last), desk.boards)
        base = np.int64(numbered[start, 1])
        place = 0
        while place < count:
            after = expand(board, from_high, from_numbered, desk, lanes, ZERO, ZERO, place, count, False)
            begin = 0
            for own in range(place, after):
                for child in range(begin, desk.ends[own]):
                    rank = desk.ranks[child]
                    is_new = True
                    for earlier in range(begin, child):
                        is_new &= desk.ranks[earlier] != rank
                    number = number_of(from_numbered, rank)
                    if is_new and number >= 0:
                        add_row(sums, base + own, from_values, number)
                begin = desk.ends[own]
            place = after


@kernel
def pull_bests(
    board: BoardTables,
    level: LevelRanks,
    numbered: Any,
    members: Any,
    bests: Any,
    from_high: Any,
    from_numbered: Any,
    from_bests: Any,
    flip: Any,
    asked: Any,
    given: Any,
    lanes: Any,
    desk: Desk,
    first: int,
    last: int,
) -> None:
    """Find the fewest moves of each member by those of the results of its moves, or of its takebacks.

    A move continues with the piece that stands on one of its holes, `asked`, and leaves it on the other, `given`; both
    are bytes of a step.  For moves back from the goals these are the target in the image and the origin.
    """
    for start in range(first, last, STEP):
        count = list_boards(board.low, level, members, start, min(start + STEP, last), desk.boards)
        base = np.int64(numbered[start, 1])
        place = 0
        while place < count:
            after = expand(board, from_high, from_numbered, desk, lanes, flip, ZERO, place, count, True)
            child = 0
            for own in range(place, after):
                best = bests[np.uint64(base + own)]
                while child < desk.ends[np.uint64(own)]:
                    number = number_of(from_numbered, desk.ranks[np.uint64(child)])
                    if number >= 0:
                        found, step = from_bests[np.uint64(number)], desk.steps[np.uint64(child)]
                        continued = (found >> (step >> asked & BYTE)) & ONE
                        cost = (found >> COST_BIT) + ONE - continued
                        best = join_best(best, cost << COST_BIT | ONE << (step >> given & BYTE))
                    child += 1
                bests[np.uint64(base + own)] = best
            place = after


class Trail(NamedTuple):
    """Positions of one level on best solutions, each with the piece moved last; a position may have several entries."""

    states: Any
    lasts: Any  # hole of the piece moved last; -1 if no piece has moved yet
    left: Any  # moves still needed
    keys: Any  # equal for images of a position with the last piece on the same hole of the image
    parents: Any  # index in the trail of the level before
    runs: Any  # the longest run of moves by the last piece


def make_trail(size: int) -> Trail:
    """Return a trail of `size` empty entries."""
    return Trail(np.zeros(size, np.uint64), *(np.zeros(size, np.int64) for _ in range(5)))


@kernel
def follow(
    board: BoardTables,
    high: Any,
    numbered: Any,
    bests: Any,
    lanes: Any,
    desk: Desk,
    trail: Trail,
    first: int,
    after: Trail,
) -> tuple[int, int]:
    """Follow best solutions one move on from the entries of a trail from `first` on, until `after` may be full.

    Return the first entry that was left out and the number of entries written.  The tables are those of the next level.
    """
    words = len(board.lines.starts) - 1
    found = 0
    place = first
    while place < len(trail.states) and found + WORD_BITS * words <= len(after.states):
        state = trail.states[place]
        put_images(desk.images, board.images.rows, state, ZERO, lanes)
        for word in range(words):
            moves = moves_of(board.lines, word, state)
            while moves != ZERO:
                row = WORD_BITS * word + lowest(moves)
                moves &= moves - ONE
                image = least_xor_lane(desk.images, board.images.flips, row, lanes)
                number = number_of(numbered, rank_of(board.low, high, image >> np.uint64(LANE_BITS)))
                if number < 0:
                    continue
                start, middle, end = board.lines.rows[row, 0], board.lines.rows[row, 1], board.lines.rows[row, 2]
                origin, target = (start, end) if shift_right(state, start) & ONE != ZERO else (end, start)
                hole = board.images.holes[signed(image & LANE_MASK), target]
                goes_on = origin == trail.lasts[place]
                left = signed((bests[number] >> COST_BIT) - (shift_right(bests[number], hole) & ONE))
                if left + (0 if goes_on else 1) != trail.left[place]:
                    continue
                after.states[found] = state ^ (bit(start) | bit(middle) | bit(end))
                after.lasts[found] = target
                after.left[found] = left
                after.keys[found] = number * WORD_BITS + signed(hole)
                after.parents[found] = place
                after.runs[found] = trail.runs[place] + 1 if goes_on else 1
                found += 1
        place += 1
    return place, found
