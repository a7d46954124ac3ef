"""The solutions of a peg problem in the fewest moves, followed move by move and counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from perfectplay.games.pegs.solving.maps import PegMaps, costs_of
from perfectplay.search.ranked.valued import ValuedLevel
from perfectplay.search.ranked.values import Trail, follow, make_trail

TRAIL_ROOM = 1 << 16


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


def best_ways(maps: PegMaps, levels: Sequence[ValuedLevel], *, is_one_enough: bool) -> BestWays:
    """Follow the best ways from the start; `levels` are those of `from_goals`, with the fewest moves."""
    trail = make_trail(1)
    trail.states[0] = maps.problem.start.pegs
    trail.lasts[0] = -1
    trail.left[0] = costs_of(levels[-1].values)[0]
    ways = np.ones((1, 1), np.uint64)  # digits of 32 bits, so that many can be added before a carry
    trails = [trail]
    for level in reversed(levels[:-1]):
        trail, sources = _followed(maps, level, trails[-1], is_one_enough)
        ways = _added(ways[sources[0]], sources[1], len(trail.states))
        trails.append(trail)
        maps.watch.report(f"best ways, {level.level.ones} left")
    return BestWays(trails, sum(_digits_to_number(row) for row in ways), int(trails[-1].runs.max()))


def _followed(maps: PegMaps, level: ValuedLevel, trail: Trail, is_one_enough: bool) -> tuple[Trail, tuple[Any, Any]]:
    """Return the trail of the next level, and how the moves lead from one to the other: parents and places."""
    walk, pieces, place = maps.walk, [], 0
    room = make_trail(max(TRAIL_ROOM, len(walk.board.lines.rows)))
    high = walk.ranking.level(level.level.ones).high
    arguments = walk.board, high, level.numbered, level.values, walk.lanes, walk.desk, trail
    call = walk.ready(follow, *arguments, 0, room)
    while place < len(trail.states):
        place, count = call(*arguments, place, room)
        pieces.append(Trail(*(column[:count].copy() for column in room)))
        maps.watch.check()
    found = Trail(*(np.concatenate(columns) for columns in zip(*pieces, strict=True)))
    if is_one_enough:
        found = Trail(*(column[:1] for column in found))
    _, firsts, places = np.unique(found.keys, return_index=True, return_inverse=True)
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
