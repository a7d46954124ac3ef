"""Moves of a puzzle of lines, all of a position at once, and the images of their results.

A line is three bits: first, middle, last.  A move flips them where the middle is one and the ends differ: 1 1 0 becomes
0 0 1, or 0 1 1 becomes 1 0 0.  Some lines allow one of these directions only.  Lines with the same distances between
their bits are found together, by two rotations of the position, and rotated to free bits of one word:

    position x             here = (x >>> middle) & (x ^ (x >>> last)) & mask        one bit for each line of a group
    word of moves          moves |= here >>> place                                 one bit for each line of the board

A takeback in x is a move in the complement of x, with the same origin and target.  So one table serves both.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract.bits import ZERO, rotate_right
from perfectplay.contract.inner import inner
from perfectplay.contract.lanes import PART_BITS

WORD_BITS = 64
FULL_WORD = (1 << WORD_BITS) - 1
MAX_LANES = 16
# Bytes of a step: its target and origin in the image, and as they are.
TARGET_IMAGE, ORIGIN_IMAGE, ORIGIN, TARGET = (np.uint64(8 * place) for place in range(4))
BYTE = np.uint64(255)


class Lines(NamedTuple):
    """The lines in their words of moves: row = 64 * word + bit."""

    starts: Any  # [word]: its first group; the last item is the number of groups
    middles: Any  # [group]: rotation that brings the middle to the first bit
    ends: Any  # [group]: rotation that brings the last bit to the first
    masks: Any  # [group]: the first bits of its lines
    free: Any  # [group]: all ones if its lines allow both directions, else zero: then the origin is the first bit
    places: Any  # [group]: rotation to the bits of the word of moves
    rows: Any  # [row, 3]: first, middle and last bit of the line; three zeros if the row has no line


class Images(NamedTuple):
    """The symmetric images of positions, in lanes; lanes beyond the group repeat the identity."""

    rows: Any  # [part << PART_BITS | value, lane]
    flips: Any  # [row of a line, lane]: the bits that a move flips in each image; the last row flips nothing
    holes: Any  # [lane, bit]
    steps: Any  # [row, whether the origin is the last bit, lane]: four bytes, see TARGET_IMAGE and the next three
    orbits: Any  # [lanes equal to the position]: the number of its images


def build_lines(jumps: Sequence[tuple[int, int, int]]) -> Lines:
    """Return the lines of jumps, each given by origin, middle and target."""
    given = set(jumps)
    both = {(min(o, t), m, max(o, t)) for o, m, t in given if (t, m, o) in given}
    single = {(o, m, t) for o, m, t in given if (t, m, o) not in given}
    groups: dict[tuple[int, int, int], list[tuple[int, int, int]]] = {}
    for lines, free in ((both, FULL_WORD), (single, 0)):
        for first, middle, last in sorted(lines):
            key = (middle - first) % WORD_BITS, (last - first) % WORD_BITS, free
            groups.setdefault(key, []).append((first, middle, last))
    words: list[_Word] = []
    for key, members in sorted(groups.items(), key=lambda item: -len(item[1])):
        if not any(word.put(key, members) for word in words):
            words.append(_Word())
            words[-1].put(key, members)
    columns = [np.array([group[column] for word in words for group in word.groups], np.uint64) for column in range(5)]
    bits = np.zeros((WORD_BITS * len(words), 3), np.int64)
    for number, word in enumerate(words):
        for row, line in word.lines.items():
            bits[WORD_BITS * number + row] = line
    starts = np.cumsum([0, *(len(word.groups) for word in words)])
    return Lines(starts, columns[0], columns[1], columns[2], columns[3], columns[4], bits)


class _Word:
    """A word of moves while it is filled."""

    def __init__(self) -> None:
        self.taken = 0
        self.groups: list[tuple[int, int, int, int, int]] = []
        self.lines: dict[int, tuple[int, int, int]] = {}

    def put(self, key: tuple[int, int, int], members: list[tuple[int, int, int]]) -> bool:
        """Find free bits for the lines of a group; return False if there are not enough."""
        mask = sum(1 << first for first, _, _ in members)
        for place in range(WORD_BITS):
            moved = (mask >> place | mask << WORD_BITS - place) & FULL_WORD
            if not moved & self.taken:
                self.taken |= moved
                middle, end, free = key
                self.groups.append((middle, end, mask, free, place))
                self.lines |= {(line[0] - place) % WORD_BITS: line for line in members}
                return True
        return False


def build_images(lines: Lines, permutations: Sequence[Sequence[int]]) -> Images:
    """Return the images under a group of permutations of the bits, the identity first."""
    count, group = len(permutations[0]), len(permutations)
    lanes = next(number for number in (1, 2, 4, 8, MAX_LANES) if number >= group)
    holes = np.array([permutations[lane if lane < group else 0] for lane in range(lanes)], np.uint64)
    holes = holes.reshape(lanes, count)
    shares = np.uint64(1) << holes
    flips = aligned_zeros((len(lines.rows) + 1, lanes), np.uint64)
    for row, line in enumerate(lines.rows.tolist()):
        if any(line):
            flips[row] = shares[:, line].sum(axis=1)
    steps = np.zeros((len(lines.rows), 2, MAX_LANES), np.uint64)
    for row, (first, _, last) in enumerate(lines.rows.tolist()):
        for is_back, (origin, target) in enumerate(((first, last), (last, first))):
            steps[row, is_back, :lanes] = (
                holes[:, target] << TARGET_IMAGE
                | holes[:, origin] << ORIGIN_IMAGE
                | np.uint64(origin) << ORIGIN
                | np.uint64(target) << TARGET
            )
    orbits = np.array([0, *(group // max(1, equal - (lanes - group)) for equal in range(1, lanes + 1))], np.int64)
    return Images(part_sums(shares), flips, holes, steps.reshape(-1), orbits)


def part_sums(shares: Any) -> Any:
    """Return for each part of a position, and each of its values, the sum of its bits' shares; shares[lane, bit]."""
    lanes, count = shares.shape
    parts = -(-count // PART_BITS)
    table = aligned_zeros((parts << PART_BITS, lanes), shares.dtype)
    values = np.arange(1 << PART_BITS)
    for place in range(count):
        part, bit = divmod(place, PART_BITS)
        rows = table[part << PART_BITS : (part + 1) << PART_BITS]
        rows += (values >> bit & 1).astype(shares.dtype)[:, None] * shares[:, place]
    return table


def aligned_zeros(shape: tuple[int, ...], dtype: Any) -> Any:
    """Return zeros that begin at a cache line, so that a row of up to 64 bytes lies in one."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    raw = np.zeros(size + 64, np.uint8)
    start = -raw.ctypes.data % 64
    return raw[start : start + size].view(dtype).reshape(shape)


@inner
def moves_of(lines: Lines, word: int, state: Any) -> Any:
    """Return the lines in one word of moves that have a move in a position."""
    found = ZERO
    for group in range(lines.starts[word], lines.starts[word + 1]):
        here = rotate_right(state, lines.middles[group]) & (state ^ rotate_right(state, lines.ends[group]))
        found |= rotate_right(here & lines.masks[group] & (state | lines.free[group]), lines.places[group])
    return found
