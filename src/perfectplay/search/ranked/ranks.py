"""The rank of a position among the positions of its level and class, by two table look-ups.

A level holds the positions with the same number of ones.  A class holds the positions with the same parities in certain
sets of bits, which no move changes.  A position is split into a high part and a low part:

    position  =  high part | low part (at most MAX_LOW_BITS bits)
    rank      =  high[high part] + low[low part]

`high` counts the positions of the level and class with a smaller high part.  All low parts that fit to one high part
have the same number of ones and the same parities; `low` is the rank of a low part among those.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract.bits import ONE, ZERO, lowest
from perfectplay.contract.inner import inner

MAX_LOW_BITS = 18
MAX_SETS = 6  # each invariant set halves a level and doubles a table
KEPT_LEVELS = 4  # levels whose tables are kept if they are large
LARGE_TABLE = 1 << 18  # high parts
SIX = np.uint64(6)  # bits of the number of a position in its word


class LowParts(NamedTuple):
    """The ranks of low parts, and the low parts in the order of their ranks."""

    bits: Any
    mask: Any
    ranks: Any  # uint16 [low part]
    values: Any  # uint32: low parts by ones and parities, ascending


class LevelRanks(NamedTuple):
    """The ranks of one level."""

    high: Any  # [high part]: positions with a smaller high part; the last item is the size of the level
    starts: Any  # uint32 [high part]: index of its first low part in `LowParts.values`


class Ranking:
    """The ranks of one class of positions, level by level."""

    def __init__(self, count: int, invariant_sets: Sequence[int], member: int) -> None:
        self.sets = list(invariant_sets)[:MAX_SETS]
        bits = min(MAX_LOW_BITS, count)
        keys = self._keys(np.arange(1 << bits, dtype=np.uint64))
        order = np.argsort(keys, kind="stable")
        self._sizes = np.bincount(keys, minlength=(bits + 1) << len(self.sets))
        self._starts = np.cumsum(self._sizes) - self._sizes
        ranks = np.empty(1 << bits, np.uint16)
        ranks[order] = np.arange(1 << bits) - self._starts[keys[order]]
        self.low = LowParts(np.uint64(bits), np.uint64((1 << bits) - 1), ranks, order.astype(np.uint32))
        highs = np.arange(1 << count - bits, dtype=np.uint64) << np.uint64(bits)
        self._high_ones = np.bitwise_count(highs).astype(np.int64)
        self._high_parities = self._parities(highs ^ np.uint64(member & ~((1 << bits) - 1)))
        self._high_parities ^= int(self._parities(np.array([member & (1 << bits) - 1], np.uint64))[0])
        self._levels: dict[int, LevelRanks] = {}

    def _parities(self, states: Any) -> Any:
        found = np.zeros(len(states), np.int64)
        for place, members in enumerate(self.sets):
            found |= (np.bitwise_count(states & np.uint64(members)) & 1).astype(np.int64) << place
        return found

    def _keys(self, states: Any) -> Any:
        """Return a number for the ones and the parities of each state."""
        return np.bitwise_count(states).astype(np.int64) << len(self.sets) | self._parities(states)

    def level(self, ones: int) -> LevelRanks:
        """Return the ranks of the positions with `ones` ones."""
        if ones not in self._levels:
            if len(self._high_ones) > LARGE_TABLE and len(self._levels) >= KEPT_LEVELS:
                del self._levels[next(iter(self._levels))]
            rest = ones - self._high_ones
            is_possible = (rest >= 0) & (rest <= int(self.low.bits))
            keys = np.where(is_possible, rest << len(self.sets) | self._high_parities, 0)
            sizes = np.where(is_possible, self._sizes[keys], 0)
            total = int(sizes.sum())
            high = np.zeros(len(sizes) + 1, np.uint32 if total < 1 << 32 else np.uint64)
            np.cumsum(sizes, out=high[1:])
            self._levels[ones] = LevelRanks(high, self._starts[keys].astype(np.uint32))
        return self._levels[ones]

    def words(self, ones: int) -> int:
        """Return the words of a map of a level."""
        return -(-int(self.level(ones).high[-1]) // 64)

    def rank(self, state: int) -> int:
        """Return the rank of a position of the class."""
        high = self.level(state.bit_count()).high
        return int(high[state >> int(self.low.bits)]) + int(self.low.ranks[state & int(self.low.mask)])


@inner
def rank_of(low: LowParts, high: Any, state: Any) -> Any:
    """Return the rank of a position, whose level has the table `high`."""
    return np.uint64(high[state >> low.bits]) + np.uint64(low.ranks[state & low.mask])


@inner
def high_part_of(high: Any, rank: Any) -> Any:
    """Return the high part of the position with a rank: the last one that does not count the position."""
    first, last = np.int64(0), np.int64(len(high) - 1)
    while last - first > 1:
        middle = (first + last) >> 1
        if np.uint64(high[middle]) <= rank:
            first = middle
        else:
            last = middle
    return first


@inner
def list_boards(low: LowParts, level: LevelRanks, members: Any, first: int, last: int, boards: Any) -> int:
    """Write the positions of the words from `first` to `last` of a map, in order; return their number."""
    high, starts = level.high, level.starts
    part, count = np.int64(-1), 0
    # The next three belong to the high part: its end, the index in `values` less the rank, and its bits of a position.
    end = base = ZERO
    offset = np.int64(0)
    for word in range(first, last):
        bits = members[np.uint64(word)]
        while bits != ZERO:
            rank = np.uint64(word) << SIX | np.uint64(lowest(bits))
            bits &= bits - ONE
            if rank >= end:
                if part < 0:
                    part = high_part_of(high, rank)
                while np.uint64(high[part + 1]) <= rank:
                    part += 1
                end = np.uint64(high[part + 1])
                offset = np.int64(starts[part]) - np.int64(high[part])
                base = np.uint64(part) << low.bits
            boards[np.uint64(count)] = base | np.uint64(low.values[np.uint64(offset + np.int64(rank))])
            count += 1
    return count
