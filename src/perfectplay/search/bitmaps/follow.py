"""Positions followed one by one along moves: best ways counted, and sequences of boards up to symmetry."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract.bits import ONE, shift_right, signed
from perfectplay.contract.kernel import kernel
from perfectplay.search.bitmaps.layout import BitmapLayout
from perfectplay.search.bitmaps.passes import COST_BIT, PositionValues, add_wide
from perfectplay.search.bitmaps.sets import LevelIndex
from perfectplay.search.bitmaps.symmetry import Symmetries, least_image, number_of


class Steps(NamedTuple):
    """The moves as they are played, one position at a time."""

    masks: Any
    patterns: Any
    origins: Any
    targets: Any
    kinds: Any  # moves of two kinds never lead to images of one board


def build_steps(moves: Sequence[tuple[int, int, int, int]], permutations: Sequence[Sequence[int]]) -> Steps:
    """Return the moves, each given by the bits it flips, their pattern before, its origin and its target."""
    masks, patterns, origins, targets = zip(*moves, strict=True) if moves else ((), (), (), ())
    # Images have as many ones in every orbit of bits: moves that change those numbers differently are of two kinds.
    orbits = [min(permutation[place] for permutation in permutations) for place in range(len(permutations[0]))]
    kinds: dict[tuple[int, ...], int] = {}
    for mask, pattern in zip(masks, patterns, strict=True):
        kinds.setdefault(_change(orbits, mask, pattern), len(kinds))
    return Steps(
        np.array(masks, np.uint64),
        np.array(patterns, np.uint64),
        np.array(origins, np.int64),
        np.array(targets, np.int64),
        np.array([kinds[_change(orbits, mask, pattern)] for mask, pattern, *_ in moves], np.int64),
    )


def _change(orbits: Sequence[int], mask: int, pattern: int) -> tuple[int, ...]:
    """Return by how much a move changes the number of ones in each orbit."""
    change = [0] * len(orbits)
    for place, orbit in enumerate(orbits):
        change[orbit] += ((mask & ~pattern) >> place & 1) - (pattern >> place & 1)
    return tuple(change)


class Trail(NamedTuple):
    """Positions on best ways of one level, each with the piece moved last: a position may be there once for each."""

    states: Any
    lasts: Any  # holes; -1 where no piece has moved yet
    left: Any  # moves still needed
    numbers: Any  # the number of each position in its level
    parents: Any  # places in the trail of the level before
    runs: Any  # the most moves in a row by the last piece


def make_trail(size: int) -> Trail:
    """Return room for so many."""
    return Trail(np.zeros(size, np.uint64), *(np.zeros(size, np.int64) for _ in range(5)))


@kernel
def follow(
    layout: BitmapLayout,
    symmetries: Symmetries,
    steps: Steps,
    members: Any,
    index: LevelIndex,
    values: PositionValues,
    ones: int,
    trail: Trail,
    first: int,
    after: Trail,
) -> tuple[int, int]:
    """Go one move on from the places of a trail from `first` on, along best ways only, until `after` may be full.

    Returns the place where it ended and how many it found.  `index`, `values` and `ones` are those of the next level.
    """
    found = 0
    place = first
    while place < len(trail.states) and found + len(steps.masks) <= len(after.states):
        for move in range(len(steps.masks)):
            if trail.states[place] & steps.masks[move] != steps.patterns[move]:
                continue
            state = trail.states[place] ^ steps.masks[move]
            number = number_of(layout, symmetries, members, index, ones, state)
            if number < 0:
                continue
            target = steps.targets[move]
            goes_on = steps.origins[move] == trail.lasts[place]
            best = values.bests[number]
            left = signed((best >> COST_BIT) - (shift_right(best, target) & ONE))
            if left + (0 if goes_on else 1) != trail.left[place]:
                continue
            after.states[found] = state
            after.lasts[found] = target
            after.left[found] = left
            after.numbers[found] = number
            after.parents[found] = place
            after.runs[found] = trail.runs[place] + 1 if goes_on else 1
            found += 1
        place += 1
    return place, found


@kernel
def pull_boards(
    layout: BitmapLayout,
    symmetries: Symmetries,
    steps: Steps,
    members: Any,
    states: Any,
    numbers: Any,
    ways: Any,
    from_index: LevelIndex,
    from_ways: Any,
    from_ones: int,
    first: int,
    last: int,
) -> None:
    """Add up the ways of the boards one move on from some least images, images being one board.

    `numbers` are those of the states in their level.
    """
    for place in range(first, last):
        state = states[place]
        for move in range(len(steps.masks)):
            if state & steps.masks[move] != steps.patterns[move]:
                continue
            board = least_image(symmetries, state ^ steps.masks[move])
            number = number_of(layout, symmetries, members, from_index, from_ones, board)
            if number < 0:
                continue
            is_new = True
            for earlier in range(move):
                if (
                    is_new
                    and steps.kinds[earlier] == steps.kinds[move]
                    and state & steps.masks[earlier] == steps.patterns[earlier]
                ):
                    is_new = least_image(symmetries, state ^ steps.masks[earlier]) != board
            if is_new:
                add_wide(ways, numbers[place], from_ways, number)
