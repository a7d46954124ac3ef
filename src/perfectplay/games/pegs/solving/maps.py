"""A peg problem on maps: every position up to symmetry, the positions that can still be won, and values of them."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from perfectplay.base.folders import cache_folder
from perfectplay.base.limits import Limits
from perfectplay.base.progress import Progress
from perfectplay.games.jumping.symmetry import Permutation, image, symmetries
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.games.pegs.solving.dense import DenseMaps
from perfectplay.search.bitmaps.layout import MAX_PIVOTS, map_bytes
from perfectplay.search.checkpoint import Checkpoint
from perfectplay.search.ranked.valued import WAYS, Quantity, ValuedLevel, only_number, value_levels
from perfectplay.search.ranked.values import COST_BIT
from perfectplay.search.ranked.walk import FEW_WORDS, LevelMap, RankedWalk
from perfectplay.search.watch import Watch
from perfectplay.version import __version__

MAX_INDEX_BITS = 40  # a map of 128 GB: more is beyond any machine this is for

FULL_BOARD = 0.9  # share of holes with a peg, from which dense maps are faster

Levels = dict[int, LevelMap]  # by the number of pegs


class _Reported(dict[int, int]):
    """Sizes of levels, each reported when it is set."""

    def __init__(self, on_level: Callable[[LevelMap], None]) -> None:
        super().__init__()
        self.on_level = on_level

    def __setitem__(self, ones: int, size: int) -> None:
        super().__setitem__(ones, size)
        self.on_level(LevelMap(ones, None, size, size))


def too_many_holes(problem: PegProblem) -> str:
    """Return why the positions of a board cannot be mapped on any machine; an empty string if they can."""
    holes, most = len(problem.board.holes), min(64, MAX_INDEX_BITS + min(len(problem.invariant_sets), MAX_PIVOTS))
    return f"{holes} holes are too many to map every position, {most} are the most" if holes > most else ""


def bytes_needed(problem: PegProblem) -> int:
    """Return the bytes of the maps of all levels; a search holds half of them and its results, which need as much."""
    return map_bytes(len(problem.board.holes), len(problem.invariant_sets))


def make_checkpoint(work: str, problem: PegProblem, check: Callable[[], None] = lambda: None) -> Checkpoint:
    """Return the checkpoint of some work on a problem; another version of the package restarts the work."""
    key = json.dumps([work, problem.as_json(), __version__], sort_keys=True)
    return Checkpoint(cache_folder() / "checkpoints", key, check)


class PegMaps:
    """Walks over the positions of one problem; a context, which ends its threads."""

    def __init__(self, problem: PegProblem, limits: Limits, progress: Progress, threads: int = 0) -> None:
        self.problem = problem
        self.watch = Watch(limits, progress, threads)
        self.checkpoint = make_checkpoint("ranked maps", problem, self.watch.check_time)

    def __enter__(self) -> "PegMaps":
        return self

    def __exit__(self, *error: object) -> None:
        self.watch.close()

    @cached_property
    def walk(self) -> RankedWalk:
        """The walk up to the symmetries that keep start and goal."""
        return self._walk(self.problem.symmetries)

    @cached_property
    def start_walk(self) -> RankedWalk:
        """The walk up to the symmetries that keep the start, whatever the goal."""
        start = self.problem.start.pegs
        keeping = tuple(item for item in symmetries(self.problem.board) if image(item, start) == start)
        return self.walk if keeping == self.problem.symmetries else self._walk(keeping)

    def _walk(self, permutations: Sequence[Permutation]) -> RankedWalk:
        board = self.problem.board
        jumps = [(jump.origin, jump.over, jump.target) for jump in board.jumps]
        start = self.problem.start.pegs
        return RankedWalk(len(board.holes), jumps, permutations, self.problem.invariant_sets, start, self.watch)

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

    @property
    def is_complementary(self) -> bool:
        """Whether the goal has a peg exactly where the start has none, in one class.

        Then a position leads to the goal exactly if its complement can be reached: a jump, played backwards on the
        complements, is a jump.
        """
        return self.goals == [self.problem.board.full ^ self.problem.start.pegs]

    @cached_property
    def dense(self) -> DenseMaps | None:
        """Maps with a bit for every position, if they are faster: without symmetry, and from a nearly full board.

        From later positions few others can be reached, and a dense level costs as much as all its positions.
        """
        is_full = FULL_BOARD * len(self.problem.board.holes) <= self.problem.start.count
        if not is_full or len(self.problem.symmetries) > 1 or self.walk.largest <= FEW_WORDS:
            return None
        maps = DenseMaps(self.problem, self.goals, self.watch, self.checkpoint)
        return maps if maps.has_words else None

    # Sets.

    def reach(self, levels: int | None, *, is_kept: bool, on_level: Callable[[LevelMap], None]) -> Levels:
        """Map the positions of the first `levels` levels or of all, up to the symmetries of the start.

        `on_level` gets each level as soon as its positions are counted.  Return all levels if they are to be kept.
        """
        start = self.problem.start
        last = 0 if levels is None else max(0, start.count - (levels - 1))
        if not is_kept and self.dense and len(self.start_walk.permutations) == 1:
            sizes = _Reported(on_level)
            self.dense.reach(last, sizes)
            return {}
        kept: Levels = {}
        for level in self._descend(self.start_walk, last, "reached", is_kept):
            on_level(level)
            if is_kept:
                kept[level.ones] = level
        return kept

    def _start_level(self, walk: RankedWalk) -> LevelMap:
        return walk.level_of([np.array([self.problem.start.pegs], np.uint64)], self.problem.start.count)

    def _descend(self, walk: RankedWalk, last: int, phase: str, is_kept: bool) -> Iterator[LevelMap]:
        """Yield the levels that can be reached, down to the last, each after it was expanded."""
        file = f"{phase}-{'all' if is_kept else 'latest'}-{last}-{len(walk.permutations)}"
        levels = self._restore(file, walk).get(phase) or {self.problem.start.count: self._start_level(walk)}
        *done, level = levels.values()
        yield from done
        while level.size:
            after = walk.spread(level, -1) if level.ones > last else None
            if after is None:
                walk.describe(level)
                level.stuck = level.size if level.ones == 0 else None
            self.watch.report(f"{phase}, level {self.problem.start.count - level.ones}")
            yield level
            self.watch.count(level.raw or 0)
            if after is None:
                return
            if not is_kept:
                level.members = None
            level = levels[after.ones] = after
            self._keep(file, {phase: levels})

    def _keep(self, file: str, sets: dict[str, Levels]) -> None:
        """Save sets of positions if that is due; levels without a map are saved by their numbers."""
        if self.checkpoint.is_due():
            levels = [(name, level) for name, levels in sets.items() for level in levels.values()]
            about = [
                [name, level.members is not None, level.ones, level.size, level.raw, level.stuck]
                for name, level in levels
            ]
            arrays = [level.members for _, level in levels if level.members is not None]
            self.checkpoint.save(file, about, *arrays)

    def _restore(self, file: str, walk: RankedWalk) -> dict[str, Levels]:
        """Return saved sets of positions; none if there is no sound file."""
        sets: dict[str, Levels] = {}

        def room(about: list[Any]) -> list[Any]:
            for name, has_map, ones, *numbers in about:
                members = walk.empty_map(ones) if has_map else None
                sets.setdefault(name, {})[ones] = LevelMap(ones, members, *numbers)
            levels = [level for found in sets.values() for level in found.values()]
            return [level.members for level in levels if level.members is not None]

        return sets if self.checkpoint.load(file, room) is not None else {}

    def win(self, reached: Levels | None = None) -> "WinningLevels":
        """Return the positions that can be reached and still lead to a goal; no levels if there is no solution.

        `reached` are all positions that can be reached, up to the symmetries of the start.
        """
        top, bottom = self.problem.start.count, self.goal_count
        if not self.goals or bottom > top or (bottom == top and self.problem.start.pegs not in self.goals):
            return WinningLevels(self.walk, {}, False)
        if self.start_walk is not self.walk:
            reached = None
        states_of, is_half = None, self.is_complementary
        if self.dense and not reached:
            sizes, states_of = self.dense.win(self.is_complementary)
            found, is_half = {ones: LevelMap(ones, None, size, size) for ones, size in sizes.items()}, False
        else:
            found = self._win_by_complements(reached) if self.is_complementary else self._win_between(reached)
        if top not in found or not found[top].size:
            return WinningLevels(self.walk, {}, False)
        return WinningLevels(self.walk, dict(sorted(found.items())), is_half, states_of)

    def _win_by_complements(self, reached: Levels | None) -> Levels:
        """Find the winning positions of the upper half of the levels; the others are their complements."""
        walk, top = self.walk, self.problem.start.count
        middle = (walk.count + 1) // 2
        upper = dict(reached or {})  # levels that are done with are removed
        if not upper:
            upper = {level.ones: level for level in self._descend(walk, middle, "upper", True)}
        if middle not in upper:
            return {}
        sets = self._restore("winning", walk)
        found = sets.setdefault("found", {})
        if not found:
            found[middle] = walk.meet_complements(upper[middle])
        self._extend(sets, max(found), top, upper)
        return found

    def _win_between(self, reached: Levels | None) -> Levels:
        """Find the winning positions from both ends: from the start down, and from the goals up."""
        walk, top, bottom = self.walk, self.problem.start.count, self.goal_count
        sets = self._restore("winning", walk)
        if not sets.get("found") and (reached or not sets):
            sets = {
                "upper": dict(reached) if reached else {top: self._start_level(walk)},
                "lower": {bottom: walk.level_of([np.array(self.goals, np.uint64)], bottom)},
            }
        upper, lower, found = sets["upper"], sets["lower"], sets.setdefault("found", {})
        high, low = (bottom if reached else min(upper)), max(lower)
        while high > low and not found:
            if upper[high].size <= lower[low].size:
                level, high = upper[high], high - 1
                upper[high] = walk.spread(level, -1)
            else:
                level, low = lower[low], low + 1
                lower[low] = walk.spread(level, 1)
            self.watch.report(f"winning, {high - low} levels to the middle")
            self.watch.count(level.raw or 0)
            self._keep("winning", sets)
        if not found:
            if high not in upper:
                return {}
            lower[low].size = walk.cut(lower[low].members, upper[low].members)
            found[low] = lower[low]
        self._extend(sets, max(found), top, upper)
        self._extend(sets, min(found), bottom, lower)
        return found

    def _extend(self, sets: dict[str, Levels], first: int, last: int, within: Levels) -> None:
        """Add to the winning levels those from the first to the last: what moves or takebacks reach `within` a set."""
        found = sets["found"]
        step = 1 if last > first else -1
        for ones in range(first, last, step):
            if ones + step not in within or not found[ones].size:
                break
            found[ones + step] = self.walk.spread(found[ones], step, within.pop(ones + step).members)
            self.watch.report(f"winning, {ones + step} left")
            self._keep("winning", sets)

    # Values.

    def from_goals(self, winning: "WinningLevels", quantity: Quantity, **options: Any) -> Iterator[ValuedLevel]:
        """Yield the values of the winning positions from the goals up."""

        def seed(level: ValuedLevel) -> None:
            if level.level.ones == self.goal_count:
                level.values[:] = quantity.first
            elif quantity.name == "chances":
                level.values[:] /= self.walk.describe(level.level, moves=True)["moves"]

        phase = quantity.name
        return value_levels(
            self.walk, winning.ascending(), quantity, seed, phase=phase, checkpoint=self.checkpoint, **options
        )

    def games(self, reached: Levels) -> int:
        """Return the number of games of any outcome: sequences of jumps that end when no jump is left."""

        def seed(level: ValuedLevel) -> None:
            values = level.values.reshape(level.level.size, -1)
            values[(values == 0).all(axis=1), 0] = 1

        count = 1
        levels = [reached[ones] for ones in sorted(reached)]
        for level in value_levels(self.start_walk, levels, WAYS, seed, phase="games", checkpoint=self.checkpoint):
            count = only_number(level.values)
        return count

    def from_start(
        self, walk: RankedWalk, descending: Iterable[LevelMap], quantity: Quantity, **options: Any
    ) -> Iterator[ValuedLevel]:
        """Yield the values of positions, all of which can be reached, from the start down."""

        def seed(level: ValuedLevel) -> None:
            if level.level.ones == self.problem.start.count:
                level.values[:] = quantity.first

        phase = f"{quantity.name} from the start"
        return value_levels(
            walk, descending, quantity, seed, is_from_start=True, phase=phase, checkpoint=self.checkpoint, **options
        )


@dataclass(frozen=True)
class WinningLevels:
    """The positions that can be reached and still won, up to symmetry.

    If start and goal are complements, only the upper half of the levels is kept: the others are their complements.
    """

    walk: RankedWalk
    levels: Levels
    is_half: bool
    states_of: Callable[[int], Iterator[Any]] | None = None  # the positions of a level whose map is not made yet

    def __bool__(self) -> bool:
        return bool(self.levels)

    def numbers(self) -> dict[int, tuple[int, int]]:
        """Return the positions of each level, and the positions up to symmetry."""
        found = {ones: (self._raw(level), level.size) for ones, level in self.levels.items()}
        return found | {self.walk.count - ones: found[ones] for ones in self._mirrored()}

    def _raw(self, level: LevelMap) -> int:
        if level.raw is None:
            self.walk.describe(level)
        assert level.raw is not None
        return level.raw

    def _mirrored(self) -> list[int]:
        """Return the numbers of pegs of the levels whose complements are not kept."""
        return [ones for ones in self.levels if self.is_half and 2 * ones != self.walk.count]

    def level(self, ones: int) -> LevelMap:
        """Return a level that is kept, with its map."""
        level = self.levels[ones]
        if level.members is None and self.states_of is not None:
            level.members = self.walk.level_of(self.states_of(ones), ones).members
        return level

    def ascending(self) -> Iterator[LevelMap]:
        """Yield the levels from the fewest pegs up."""
        for ones in sorted(self._mirrored(), reverse=True):
            yield self.walk.complements(self.level(ones))
        yield from map(self.level, self.levels)

    def descending(self) -> Iterator[LevelMap]:
        """Yield the levels from the most pegs down."""
        yield from map(self.level, reversed(self.levels))
        for ones in sorted(self._mirrored()):
            yield self.walk.complements(self.level(ones))


def costs_of(bests: Any) -> Any:
    """Return the fewest moves of each position."""
    return (bests >> COST_BIT).astype(np.uint8)
