"""Ways through the winning positions of a peg problem: the best ones followed, and sequences of boards counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from perfectplay.games.pegs.solving.bitmaps import PegBitmaps, wide_numbers
from perfectplay.search.bitmaps.follow import Steps, Trail, follow, make_trail, pull_boards
from perfectplay.search.bitmaps.passes import PositionValues
from perfectplay.search.bitmaps.sets import LevelIndex
from perfectplay.search.bitmaps.symmetry import Symmetries
from perfectplay.search.bitmaps.walk import ValuedLevel

TRAIL_ROOM = 1 << 16


@dataclass(slots=True)
class LevelValues:
    """A level of winning positions: its index is made anew when it is needed, its values are kept."""

    ones: int
    values: PositionValues


@dataclass(frozen=True, slots=True)
class BestWays:
    """The best ways: trails from level to level, how many ways there are, and the longest last sweep among them."""

    trails: list[Trail]
    count: int
    longest_final_sweep: int

    def path(self) -> list[int]:
        """Return the states of one best way."""
        path, place = [], 0
        for trail in reversed(self.trails):
            path.append(int(trail.states[place]))
            place = int(trail.parents[place])
        return path[::-1]


def board_sequences(maps: PegBitmaps, winning: Any) -> int:
    """Return the number of sequences of boards that solutions have, images of a board being one board.

    A sequence of orbits: the images of its boards may be taken each by itself.
    """
    tables = maps.tables(maps.problem.symmetries)

    def fill(level: ValuedLevel, earlier: ValuedLevel | None) -> None:
        if earlier is None:
            level.values.ways[:, 0] = 1
            return
        states, numbers = maps.least_states(winning, level.level_index, level.ones, tables)
        maps.walk.on_all(
            pull_boards,
            maps.layout,
            tables,
            maps.steps,
            winning,
            states,
            numbers,
            level.values.ways,
            earlier.level_index,
            earlier.values.ways,
            earlier.ones,
            portions=maps.watch.portions(len(states)),
        )

    count = 0
    for _, _, values in maps.walk.values(
        winning,
        maps.winning_levels,
        fill,
        has_ways=True,
        phase="boards",
        checkpoint=maps.checkpoint,
        is_last_enough=True,
    ):
        count = wide_numbers(values.ways[:1])[0] if len(values.ways) else 0
    return count


def best_ways(maps: PegBitmaps, winning: Any, levels: Sequence[LevelValues], *, is_one_enough: bool) -> BestWays:
    """Follow the best ways from the start; `levels` are those of `from_goals`, with costs."""
    walk, tables, steps = maps.walk, maps.tables(maps.problem.symmetries), maps.steps
    trail = make_trail(1)
    trail.states[0] = maps.problem.start.pegs
    trail.lasts[0] = -1
    trail.left[0] = levels[-1].values.costs[0]
    ways = np.ones((1, 1), np.uint64)  # digits of 32 bits, so that many can be added before a carry
    trails = [trail]
    index = walk.empty_index()
    for level in reversed(levels[:-1]):
        walk.settle(winning, index, level.ones)
        trail, sources = _followed(maps, winning, index, level, tables, steps, trails[-1], is_one_enough)
        ways = _added(ways[sources[0]], sources[1], len(trail.states))
        trails.append(trail)
        maps.watch.report(f"best ways, {level.ones} left")
    return BestWays(trails, sum(_digits_to_number(row) for row in ways), int(trails[-1].runs.max()))


def _followed(
    maps: PegBitmaps,
    winning: Any,
    index: LevelIndex,
    level: LevelValues,
    tables: Symmetries,
    steps: Steps,
    trail: Trail,
    is_one_enough: bool,
) -> tuple[Trail, tuple[Any, Any]]:
    """Return the trail of the next level, and how the moves lead from one to the other: parents and places."""
    pieces = []
    place = 0
    room = make_trail(max(TRAIL_ROOM, len(steps.masks)))
    arguments = maps.layout, tables, steps, winning, index, level.values, level.ones, trail
    call = maps.walk.ready(follow, *arguments, 0, room)
    while place < len(trail.states):
        place, count = call(*arguments, place, room)
        pieces.append(Trail(*(column[:count].copy() for column in room)))
        maps.watch.check()
    found = Trail(*(np.concatenate(columns) for columns in zip(*pieces, strict=True)))
    if is_one_enough:
        found = Trail(*(column[:1] for column in found))
    keys = found.numbers * 64 + found.lasts
    _, firsts, places = np.unique(keys, return_index=True, return_inverse=True)
    runs = np.zeros(len(firsts), np.int64)
    np.maximum.at(runs, places, found.runs)
    merged = Trail(*(column[firsts] for column in found))._replace(runs=runs)
    return merged, (found.parents, places)


def _added(terms: Any, places: Any, size: int) -> Any:
    """Add up numbers in digits of 32 bits by place."""
    digits = terms.shape[1]
    sums = np.zeros((size, digits + 1), np.uint64)
    for digit in range(digits):
        np.add.at(sums[:, digit], places, terms[:, digit])
        sums[:, digit + 1] += sums[:, digit] >> np.uint64(32)
        sums[:, digit] &= np.uint64((1 << 32) - 1)
    return sums if sums[:, -1].any() else sums[:, :-1]


def _digits_to_number(row: Any) -> int:
    return sum(int(digit) << 32 * place for place, digit in enumerate(row))
