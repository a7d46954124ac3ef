"""Sets of positions as maps over ranks, and how moves spread them.

Only one of all symmetric images of a position is in a map: the least.  A map has a bit for each rank of its level.
Kernels go over the words of a map.  They list the positions of up to STEP words, write the ranks of the results of all
their moves into a buffer, and then use these ranks.  Either half of this work is a short loop whose steps do not wait
for each other, so memory accesses overlap.
"""

from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract.bits import ONE, ZERO, bit, lowest, popcount
from perfectplay.contract.inner import inner
from perfectplay.contract.kernel import kernel
from perfectplay.contract.lanes import (
    LANE_BITS,
    least_xor,
    least_xor_lane,
    or_into,
    prefetch,
    put_images,
)
from perfectplay.search.ranked.moves import WORD_BITS, Images, Lines, moves_of
from perfectplay.search.ranked.ranks import LevelRanks, LowParts, list_boards, rank_of

SIX, LAST = np.uint64(6), np.uint64(63)
STEP = 512  # words of a map whose positions are listed at once: their arrays fit in the cache
CHILDREN = 2048  # ranks in the buffer
LANE_MASK = np.uint64((1 << LANE_BITS) - 1)


class BoardTables(NamedTuple):
    """The tables of a board: ranks of low parts, lines, images."""

    low: LowParts
    lines: Lines
    images: Images
    full: Any  # all bits of a position


class Desk(NamedTuple):
    """The arrays that one thread works on."""

    boards: Any  # positions of some words of a map
    images: Any  # of one position
    ranks: Any  # of the results of moves
    steps: Any  # for each rank: the bytes of `Images.steps`
    ends: Any  # [board]: the end of its part of `ranks`
    orbits: Any  # [board]: the number of its images


@inner
def expand(
    board: BoardTables,
    high: Any,
    asked: Any,
    desk: Desk,
    lanes: Any,
    flip: Any,
    inverse: Any,
    first: int,
    last: int,
    has_steps: bool,
) -> int:
    """Write the ranks of the results of all moves of the boards from `first` on; return the first board left out.

    `high` is the table of the level of the results, and `asked` the map that will be read or written under their ranks.
    `flip` has all bits for takebacks, `inverse` for the complements of the results.
    """
    words = len(board.lines.starts) - 1
    count = 0
    place = first
    while place < last and count + WORD_BITS * words <= CHILDREN:
        state = desk.boards[np.uint64(place)]
        equal = put_images(desk.images, board.images.rows, state, inverse, lanes)
        desk.orbits[np.uint64(place)] = board.images.orbits[np.uint64(equal)]
        for word in range(words):
            moves = moves_of(board.lines, word, state ^ flip)
            while moves != ZERO:
                row = WORD_BITS * word + lowest(moves)
                moves &= moves - ONE
                if has_steps:
                    found = least_xor_lane(desk.images, board.images.flips, row, lanes)
                    is_back = ONE ^ ((state ^ flip) >> np.uint64(board.lines.rows[np.uint64(row), ZERO])) & ONE
                    index = (np.uint64(row) << ONE | is_back) << np.uint64(LANE_BITS) | found & LANE_MASK
                    desk.steps[np.uint64(count)] = board.images.steps[index]
                    rank = rank_of(board.low, high, found >> np.uint64(LANE_BITS))
                else:
                    rank = rank_of(board.low, high, least_xor(desk.images, board.images.flips, row, lanes))
                prefetch(asked, rank >> SIX)
                desk.ranks[np.uint64(count)] = rank
                count += 1
        desk.ends[np.uint64(place)] = count
        place += 1
    return place


@inner
def mirror(board: BoardTables, high: Any, desk: Desk, lanes: Any, place: int) -> Any:
    """Return the rank of the complement of a board."""
    put_images(desk.images, board.images.rows, desk.boards[place], board.full, lanes)
    return rank_of(board.low, high, least_xor(desk.images, board.images.flips, len(board.lines.rows), lanes))


@kernel
def mark(
    board: BoardTables,
    level: LevelRanks,
    members: Any,
    high: Any,
    target: Any,
    flip: Any,
    lanes: Any,
    is_shared: bool,
    desk: Desk,
    first: int,
    last: int,
) -> tuple[int, int]:
    """Set the bits of the results of all moves of the members in the words from `first` to `last`.

    Return the number of all their images, and the number of members without a move.
    """
    raw, stuck = 0, 0
    for start in range(first, last, STEP):
        end = min(start + STEP, last)
        count = list_boards(board.low, level, members, start, end, desk.boards)
        place = 0
        while place < count:
            after = expand(board, high, target, desk, lanes, flip, ZERO, place, count, False)
            before = 0
            for number in range(np.uint64(place), np.uint64(after)):
                raw += desk.orbits[number]
                stuck += 1 if desk.ends[number] == before else 0
                before = desk.ends[number]
            if is_shared:
                for child in range(np.uint64(before)):
                    rank = desk.ranks[child]
                    if (target[rank >> SIX] >> (rank & LAST)) & ONE == ZERO:
                        or_into(target, rank >> SIX, ONE << (rank & LAST))
            else:
                for child in range(np.uint64(before)):
                    rank = desk.ranks[child]
                    target[rank >> SIX] |= ONE << (rank & LAST)
            place = after
    return raw, stuck


@kernel
def meet_complements(
    board: BoardTables,
    level: LevelRanks,
    members: Any,
    result: Any,
    is_middle: bool,
    lanes: Any,
    desk: Desk,
    first: int,
    last: int,
) -> int:
    """Write the members that have a move to a complement of a member; return their number.

    If the level `is_middle`, complements are of the same level: the members are written whose complements are members.
    """
    total = 0
    for start in range(first, last, STEP):
        end = min(start + STEP, last)
        count = list_boards(board.low, level, members, start, end, desk.boards)
        place = begin = after = 0
        for word in range(start, end):
            bits, kept = members[word], ZERO
            while bits != ZERO:
                if is_middle:
                    desk.ranks[0] = mirror(board, level.high, desk, lanes, place)
                    begin, child_end = 0, 1
                else:
                    if place == after:
                        after = expand(board, level.high, members, desk, lanes, ZERO, board.full, place, count, False)
                        begin = 0
                    child_end = desk.ends[place]
                found = ZERO
                for child in range(begin, child_end):
                    rank = desk.ranks[child]
                    found |= members[rank >> SIX] >> (rank & LAST)
                begin = child_end
                kept |= bits & (~bits + ONE) if found & ONE != ZERO else ZERO
                place += 1
                bits &= bits - ONE
            result[word] = kept
            total += popcount(kept)
    return total


@kernel
def mark_complements(
    board: BoardTables,
    level: LevelRanks,
    members: Any,
    high: Any,
    target: Any,
    lanes: Any,
    desk: Desk,
    first: int,
    last: int,
) -> None:
    """Set the bits of the complements of the members in the words from `first` to `last`."""
    for start in range(first, last, STEP):
        count = list_boards(board.low, level, members, start, min(start + STEP, last), desk.boards)
        for place in range(count):
            rank = mirror(board, high, desk, lanes, place)
            or_into(target, rank >> SIX, ONE << (rank & LAST))


@kernel
def cut(members: Any, within: Any, first: int, last: int) -> int:
    """Remove from the words of a map the positions that are not `within`, if given; return the number of the rest."""
    total = 0
    for word in range(first, last):
        bits = members[word]
        if len(within) > 0:
            bits &= within[word]
            members[word] = bits
        total += popcount(bits)
    return total


@kernel
def number_words(members: Any, numbered: Any, before: int, first: int, last: int) -> int:
    """Write each word of a map, and the members before it; `before` and the result are members before the portion."""
    for word in range(first, last):
        bits = members[word]
        numbered[word, 0] = bits
        numbered[word, 1] = np.uint64(before)
        before += popcount(bits)
    return before


@inner
def number_of(numbered: Any, rank: Any) -> Any:
    """Return the number of a position in its level, or -1 if it is not a member."""
    bits, own = numbered[rank >> SIX, 0], bit(rank & LAST)
    return np.int64(numbered[rank >> SIX, 1]) + popcount(bits & (own - ONE)) if bits & own != ZERO else np.int64(-1)


@kernel
def describe(
    board: BoardTables,
    level: LevelRanks,
    numbered: Any,
    members: Any,
    states: Any,
    orbits: Any,
    moves: Any,
    lanes: Any,
    desk: Desk,
    first: int,
    last: int,
) -> int:
    """Write the members, the numbers of their images and of their moves under their numbers, if there is room for them.

    Return the number of all images together.
    """
    raw = 0
    for start in range(first, last, STEP):
        count = list_boards(board.low, level, members, start, min(start + STEP, last), desk.boards)
        base = np.int64(numbered[start, 1]) if len(numbered) > 0 else np.int64(0)
        for place in range(count):
            state = desk.boards[place]
            orbit = board.images.orbits[put_images(desk.images, board.images.rows, state, ZERO, lanes)]
            raw += orbit
            if len(states) > 0:
                states[base + place] = state
            if len(orbits) > 0:
                orbits[base + place] = orbit
            if len(moves) > 0:
                found = 0
                for word in range(len(board.lines.starts) - 1):
                    found += popcount(moves_of(board.lines, word, state))
                moves[base + place] = found
    return raw


@kernel
def mark_states(
    board: BoardTables, high: Any, states: Any, target: Any, lanes: Any, desk: Desk, first: int, last: int
) -> None:
    """Set the bits of the least images of the positions from `first` to `last`, which are of one level."""
    for place in range(first, last):
        put_images(desk.images, board.images.rows, states[place], ZERO, lanes)
        rank = rank_of(board.low, high, least_xor(desk.images, board.images.flips, len(board.lines.rows), lanes))
        or_into(target, rank >> SIX, ONE << (rank & LAST))
