"""A peg problem on bitmaps: every position, those that can still be won, and what is true of each."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from perfectplay.base.folders import cache_folder
from perfectplay.base.limits import Limits
from perfectplay.base.progress import Progress
from perfectplay.games.jumping.symmetry import Permutation, image, symmetries
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.search.bitmaps.follow import Steps, build_steps
from perfectplay.search.bitmaps.layout import LOW_BITS, MOST_PIVOTS, build_layout, map_bytes
from perfectplay.search.bitmaps.passes import PositionValues
from perfectplay.search.bitmaps.sets import LevelIndex
from perfectplay.search.bitmaps.symmetry import (
    PART_BITS,
    PART_ONES,
    Symmetries,
    build_symmetries,
    find_fixed,
    keep_least,
    list_states,
    look_up,
)
from perfectplay.search.bitmaps.walk import ValuedLevel, Walk
from perfectplay.search.checkpoint import Checkpoint
from perfectplay.search.watch import Watch
from perfectplay.version import __version__

MOST_CYCLES = 24
MOST_UNIONS = 1 << 20  # unions of cycles between two checks of the limits
MOST_INDEX_BITS = 40  # a map of 128 GB: more is beyond any machine this is for


def can_map(problem: PegProblem) -> bool:
    """Tell whether the positions of a board can be mapped at all."""
    return not too_many_holes(problem)


def too_many_holes(problem: PegProblem) -> str:
    """Return why the positions of a board cannot be mapped on any machine, with the figures; nothing where they can."""
    holes, most = len(problem.board.holes), min(64, MOST_INDEX_BITS + min(len(problem.invariant_sets), MOST_PIVOTS))
    return f"{holes} holes are too many to map every position, {most} are the most" if holes > most else ""


def bytes_needed(problem: PegProblem) -> int:
    """Return the bytes of the two maps and the index that every walk takes."""
    return map_bytes(len(problem.board.holes), len(problem.invariant_sets)) * 5 // 2


def make_checkpoint(work: str, problem: PegProblem, check: Callable[[], None] = lambda: None) -> Checkpoint:
    """Return the checkpoint of some work on a problem; another version of the package restarts the work."""
    key = json.dumps([work, problem.as_json(), __version__], sort_keys=True)
    return Checkpoint(cache_folder() / "checkpoints", key, check)


class PegBitmaps:
    """Walks over the positions of one problem; a context, which ends its threads."""

    def __init__(self, problem: PegProblem, limits: Limits, progress: Progress, threads: int = 0) -> None:
        self.problem = problem
        board = problem.board
        self.layout = build_layout(
            len(board.holes),
            [jump.mask for jump in board.jumps],
            [jump.before for jump in board.jumps],
            problem.invariant_sets,
            problem.start.pegs,
        )
        self.watch = Watch(limits, progress, threads)
        self.walk = Walk(self.layout, self.watch)
        self.checkpoint = make_checkpoint("maps", problem, self.watch.check_time)

    def __enter__(self) -> "PegBitmaps":
        return self

    def __exit__(self, *error: object) -> None:
        self.watch.close()

    @cached_property
    def steps(self) -> Steps:
        jumps = [(jump.mask, jump.before, jump.origin, jump.target) for jump in self.problem.board.jumps]
        return build_steps(jumps, self.problem.symmetries)

    @cached_property
    def start_symmetries(self) -> tuple[Permutation, ...]:
        """The symmetries of the board that keep the start, whatever the goal."""
        start = self.problem.start.pegs
        return tuple(item for item in symmetries(self.problem.board) if image(item, start) == start)

    @cached_property
    def goals(self) -> list[int]:
        """The goals of the start's class."""
        sets, start = self.problem.invariant_sets, self.problem.start.pegs
        return [
            goal
            for goal in self.problem.goals
            if all(((goal ^ start) & members).bit_count() % 2 == 0 for members in sets)
        ]

    @property
    def goal_count(self) -> int:
        return self.problem.goals[0].bit_count()

    def index_of(self, pegs: int) -> int:
        return sum(1 << place for place, mask in enumerate(self.layout.index_masks) if pegs & int(mask))

    def put(self, members: Any, pegs: int) -> None:
        index = self.index_of(pegs)
        members[index >> LOW_BITS] |= np.uint64(1 << (index & 63))

    def has(self, members: Any, pegs: int) -> bool:
        index = self.index_of(pegs)
        return bool(int(members[index >> LOW_BITS]) >> (index & 63) & 1)

    def reach(self) -> tuple[Any, dict[int, int]]:
        """Return the positions that can be reached, and how many there are of each number of pegs."""
        reached = self.walk.empty_map()
        return reached, self.reach_into(reached, {})

    def reach_into(self, reached: Any, sizes: dict[int, int], levels: int | None = None) -> dict[int, int]:
        """Map the positions of the first `levels` levels or of all; `sizes` gets each level's when it is done."""
        start = self.problem.start
        self.put(reached, start.pegs)
        lowest = max(0, start.count - (levels - 1)) if levels is not None else 0
        return self.walk.spread(
            self.layout.moves,
            reached,
            range(start.count, lowest - 1, -1),
            phase="reached",
            checkpoint=self.checkpoint if levels is None else None,
            sizes=sizes,
        )

    @property
    def is_complementary(self) -> bool:
        """Tell whether the goal has a peg exactly where the start has none, in one class.

        Then a position leads to the goal exactly where its complement can be reached: a jump, played backwards on the
        complements, is a jump.
        """
        problem = self.problem
        is_opposite = problem.goal is not None and problem.goal.pegs == problem.board.full ^ problem.start.pegs
        return is_opposite and bool(self.goals) and len(self.layout.index_masks) >= LOW_BITS

    def win(self, reached: Any) -> tuple[Any, dict[int, int]]:
        """Return those of the reached positions that still lead to a goal, and the sizes of their levels."""
        if self.is_complementary:
            winning = self.walk.meet_complements(reached)
            return winning, self.walk.sizes(winning)
        winning = self.walk.empty_map()
        for goal in self.goals:
            if self.has(reached, goal):
                self.put(winning, goal)
        sizes = self.walk.spread(
            self.layout.takebacks, winning, self.winning_levels, reached, "winning", self.checkpoint
        )
        return winning, sizes

    @property
    def winning_levels(self) -> range:
        """The numbers of pegs from the goal's to the start's."""
        return range(self.goal_count, self.problem.start.count + 1)

    def from_goals(self, winning: Any, **asked: bool) -> Iterator[ValuedLevel]:
        """Yield the values of the winning positions from the goals up."""

        def seed(index: LevelIndex, values: PositionValues, ones: int) -> None:
            if ones == self.goal_count:
                values.ways[:, :1] = 1
                values.bests[:] = 0
                values.chances[:] = 1

        fill = self.walk.pulling(self.layout.takebacks, self.steps.targets, self.steps.origins, winning, seed)
        return self.walk.values(winning, self.winning_levels, fill, phase="valued", checkpoint=self.checkpoint, **asked)

    def from_start(self, reached: Any, **asked: bool) -> Iterator[ValuedLevel]:
        """Yield the values of the reached positions from the start down."""

        def seed(index: LevelIndex, values: PositionValues, ones: int) -> None:
            if ones == self.problem.start.count:
                values.ways[:, :1] = 1
                values.bests[:] = 0

        levels = range(self.problem.start.count, -1, -1)
        fill = self.walk.pulling(self.layout.moves, self.steps.origins, self.steps.targets, reached, seed)
        return self.walk.values(
            reached, levels, fill, phase="valued from the start", checkpoint=self.checkpoint, **asked
        )

    def games(self, reached: Any) -> int:
        """Return the number of games of any outcome: sequences of jumps that end where none is left."""

        def seed(index: LevelIndex, values: PositionValues, ones: int) -> None:
            values.ways[(values.ways == 0).all(axis=1), 0] = 1

        levels = range(1, self.problem.start.count + 1)
        fill = self.walk.pulling(self.layout.takebacks, self.steps.targets, self.steps.origins, reached, seed)
        count = 1  # a board without pegs has one game, the empty one
        for _, _, values in self.walk.values(
            reached, levels, fill, has_ways=True, phase="games", checkpoint=self.checkpoint, is_last_enough=True
        ):
            count = wide_numbers(values.ways[:1])[0] if len(values.ways) else 0
        return count

    def shortest_dead_end(self, reached: Any) -> int | None:
        """Return the fewest jumps after which a game may be stuck short of a goal."""
        goals = self.walk.empty_map()
        for goal in self.goals:
            self.put(goals, goal)
        index = self.walk.empty_index()
        none = np.zeros(0, np.float64)
        for ones in range(self.problem.start.count, -1, -1):
            if not self.walk.settle(reached, index, ones):
                return None
            if self.walk.shared(reached, index, none, ones, goals):
                return self.problem.start.count - ones
        return None

    def fixed_states(self, members: Any, permutations: Sequence[Permutation], levels: Sequence[int]) -> list[Any]:
        """Return for each symmetry but the identity the members of some levels that it keeps."""
        tables = self.tables(permutations)
        sets = np.array([*self.problem.invariant_sets[:MOST_PIVOTS], self.problem.start.pegs], np.uint64)
        found = []
        for number, permutation in enumerate(permutations[1:]):
            cycles = np.array(cycles_of(permutation), np.uint64)
            if len(cycles) > MOST_CYCLES:
                found.append(self._fixed_by_looking(members, tables.images[number], levels))
                continue
            states = self.walk.room.zeros(1 << len(cycles), np.uint64)
            find = self.walk.ready(find_fixed, tables, members, cycles, sets, states, 0, 0)
            count, unions = 0, 1 << len(cycles)
            for first in range(0, unions, MOST_UNIONS):
                last = min(unions, first + MOST_UNIONS)
                count += find(tables, members, cycles, sets, states[count:], first, last)
                self.watch.check_time()
            found.append(states[:count].copy())
        return found

    def _fixed_by_looking(self, members: Any, images: Any, levels: Sequence[int]) -> Any:
        """Return the members that a symmetry keeps by looking at each, where its cycles have too many unions."""
        index, found = self.walk.empty_index(), [np.zeros(0, np.uint64)]
        for ones in levels:
            self.walk.settle(members, index, ones)
            states = self.list_states(members, index, ones)
            image = np.zeros_like(states)
            for part, table in enumerate(images):
                image |= table[states >> np.uint64(PART_BITS * part) & PART_ONES]
            found.append(states[image == states])
        return np.concatenate(found)

    def up_to_symmetry(self, members: Any, permutations: Sequence[Permutation], raw: dict[int, int]) -> dict[int, int]:
        """Return the positions of each level up to symmetry (Burnside's lemma: the average number kept)."""
        totals = dict(raw)
        for states in self.fixed_states(members, permutations, list(raw)):
            ones, counts = np.unique(np.bitwise_count(states), return_counts=True)
            for level, count in zip(ones.tolist(), counts.tolist(), strict=True):
                if level in totals:  # a walk that was cut short has found some positions of later levels
                    totals[level] += count
        return {level: total // len(permutations) for level, total in totals.items()}

    def by_moves(self, reached: Any) -> tuple[list[int], list[int]]:
        """Return the positions first reached after each number of moves, raw and up to symmetry."""
        permutations = self.start_symmetries
        levels = range(self.problem.start.count, -1, -1)
        fixed = np.concatenate([np.zeros(0, np.uint64), *self.fixed_states(reached, permutations, levels)])
        fixed_ones = np.bitwise_count(fixed)
        tables = self.tables(permutations)
        raw, kept = np.zeros(256, np.int64), np.zeros(256, np.int64)
        for ones, index, values in self.from_start(reached, has_costs=True):
            raw += np.bincount(values.costs, minlength=256)
            states = fixed[fixed_ones == ones]
            numbers = np.zeros(len(states), np.int64)
            arguments = self.layout, tables, reached, index, ones, states, numbers
            self.walk.ready(look_up, *arguments)(*arguments)
            kept += np.bincount(values.costs[numbers], minlength=256)
        most = int(raw.nonzero()[0].max()) + 1
        orbits = (raw + kept) // len(permutations)
        return raw[:most].tolist(), orbits[:most].tolist()

    def tables(self, permutations: Sequence[Permutation]) -> Symmetries:
        return build_symmetries(self.layout, permutations)

    def least_states(self, winning: Any, index: LevelIndex, ones: int, tables: Symmetries) -> tuple[Any, Any]:
        """Return the positions of a level that stand for their images, and their numbers."""
        states = self.list_states(winning, index, ones)
        is_least = self.walk.room.zeros(len(states), np.bool_)
        self.walk.on_all(keep_least, tables, states, is_least, portions=self.watch.portions(len(states)))
        numbers = is_least.nonzero()[0]
        return states[numbers], numbers

    def list_states(self, members: Any, index: LevelIndex, ones: int) -> Any:
        """Return the positions of a level by their numbers."""
        states = self.walk.room.zeros(int(index.starts[-1]), np.uint64)
        self.walk.on_all(list_states, self.layout, members, index, states, ones)
        return states


def wide_numbers(ways: Any) -> list[int]:
    """Return numbers of several words, lowest first, as Python's own."""
    return [sum(int(limb) << 64 * place for place, limb in enumerate(row)) for row in ways]


def cycles_of(permutation: Permutation) -> list[int]:
    """Return the cycles of a permutation of holes, as sets of bits.

    >>> cycles_of((1, 0, 2))
    [3, 4]
    """
    left = set(range(len(permutation)))
    cycles = []
    while left:
        hole = first = min(left)
        members = 0
        while not members >> hole & 1:
            members |= 1 << hole
            left.discard(hole)
            hole = permutation[hole]
        assert hole == first
        cycles.append(members)
    return cycles
