"""A limit on time stops the work soon after it; fake clocks and counts of items make the tests independent of speed."""

import inspect
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import perfectplay as pp
from perfectplay.base.limits import LimitHitError, Limits
from perfectplay.contract.kernel import Kernel
from perfectplay.games.pegs.solving import counting
from perfectplay.search import loop, watch
from perfectplay.search.checkpoint import Checkpoint
from perfectplay.search.nodes import add_node, grown, make_nodes
from perfectplay.search.task import SearchTask, Settings
from perfectplay.search.watch import Watch
from perfectplay.solvers import counting as levels
from tests.places import EXAMPLES

SLICE = 1 << 7
SYMMETRIC = f"{EXAMPLES / 'connect.py'}:3x3"
COUNTED = ("positions", "positions_up_to_symmetry")
UNPRUNED = {"prune": ["duplicates"]}
GROWING = [  # searches, and positions after which their tables have grown
    ("pegs/french:d4..d4", "breadth-first", UNPRUNED, 1_000),
    ("pegs/french:d4..d4", "breadth-first", UNPRUNED | {"visited": "level"}, 1_000),
    ("pegs/french:d4..d4", "astar", UNPRUNED, 4_000),
    ("pegs/french:d4..d4", "idastar", UNPRUNED, 8_000),
    ("pegs/french:d4..d4", "beam", UNPRUNED, 1_500),
    ("pegs/french:d4..d4", "depth-first", UNPRUNED, 6_000),
    ("pegs/french:d4..d4", "depth-first", UNPRUNED | {"threads": 2}, 6_000),
    ("pegs/french:d4..d4", "depth-first", UNPRUNED | {"threads": 2, "dead": "private"}, 12_000),
    ("coins/5", "alphabeta", {}, 6_000),
    ("coins/5", "retrograde", {}, 1_500),
]


class Clock:
    """A clock that only tests advance."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(watch, "time", SimpleNamespace(perf_counter=lambda: self.now))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "SLICE_ITEMS", SLICE)


class EndlessEngine:
    """Takes `cost(position)` seconds of a clock for each position."""

    ignores_goal, nodes, phase, slice_budget = True, None, "", 0
    settings = SimpleNamespace(rules=frozenset())

    def __init__(self, clock: Clock, cost: Callable[[int], float], compiled_from: int) -> None:
        self.clock, self.cost, self.compiled_from = clock, cost, compiled_from
        self.task = SearchTask(None, 0)
        self.done = self.slices = 0

    def step(self, budget: int) -> int:
        self.slices += 1
        self.slice_budget = budget if self.done >= self.compiled_from else min(budget, loop.INTERPRETED_BUDGET)
        self.clock.now += sum(map(self.cost, range(self.done, self.done + self.slice_budget)))
        self.done += self.slice_budget
        return loop.WORKING

    def expanded(self) -> int:
        return self.done

    def bytes(self) -> int:
        return 0


@pytest.mark.parametrize("compiled_from", [0, 300])
@pytest.mark.parametrize("seconds", [0.1, 1.0, 20.0])
@pytest.mark.parametrize(
    "cost",
    [lambda position: 1e-4, lambda position: 0.1, lambda position: 1e-5 if position < 1_000 else 1e-4],
    ids=["quick", "slow", "ever slower"],
)
def test_slices_keep_to_the_time(
    clock: Clock, cost: Callable[[int], float], seconds: float, compiled_from: int
) -> None:
    engine: Any = EndlessEngine(clock, cost, compiled_from)
    with pytest.raises(LimitHitError, match="time"):
        loop._search(engine, Watch(Limits(seconds=seconds)))
    assert clock.now <= 1.1 * seconds + 0.5
    assert engine.slices <= 20 + 2 * clock.now / min(loop.SLICE_SECONDS, loop.INTERPRETED_BUDGET * cost(0))


@pytest.mark.parametrize(("spec", "algorithm", "options", "positions"), GROWING)
@pytest.mark.usefixtures("small_slices")
def test_no_kernel_works_on_more_than_a_slice(
    monkeypatch: pytest.MonkeyPatch, spec: str, algorithm: str, options: dict[str, Any], positions: int
) -> None:
    sizes: dict[str, int] = {}
    ready = Watch.ready

    def measured(self: Watch, kernel: Kernel, *arguments: Any, is_small: bool | None = None) -> Callable[..., Any]:
        call, signature = ready(self, kernel, *arguments, is_small=is_small), inspect.signature(kernel.function)

        def run(*arguments: Any) -> Any:
            given = signature.bind(*arguments).arguments
            if "budget" not in given:  # the loop measures the seconds of a budget
                size = int(given["last"] - given["first"]) if "last" in given else 1 << 62
                sizes[kernel.function.__name__] = max(sizes.get(kernel.function.__name__, 0), size)
            return call(*arguments)

        return run

    monkeypatch.setattr(Watch, "ready", measured)
    pp.solve(spec, algorithm=algorithm, limits=Limits(positions=positions), **options)
    assert sizes and max(sizes.values()) <= SLICE, sizes


@pytest.mark.usefixtures("small_slices")
def test_growth_stops_when_the_time_is_up(clock: Clock) -> None:
    task, settings = SearchTask(None, 0), Settings()
    nodes = make_nodes(task, settings)
    for state in range(2_000):
        add_node(nodes, -1, np.uint64(state), np.uint64(state), -1, 0)
    before = [array.copy() for array in nodes]
    calls: list[tuple[int, int]] = []

    def run_through(kernel: Kernel, size: int, *arguments: Any, begin: int) -> None:
        for bounds in limited.slices(size, begin):
            calls.append(bounds)
            clock.now += 1

    limited = Watch(Limits(seconds=3))
    with pytest.raises(LimitHitError, match="time"):
        grown(nodes, run_through, limited)
    assert calls == [(0, SLICE), (SLICE, 2 * SLICE), (2 * SLICE, 3 * SLICE)]
    assert all(np.array_equal(array, copy) for array, copy in zip(nodes, before, strict=True))


def test_portions_are_no_larger_than_slices() -> None:
    portions = Watch(threads=2).portions(10 * watch.SLICE_ITEMS * 16 + 1)
    assert max(last - first for first, last in portions) <= watch.SLICE_ITEMS
    assert [first for first, _ in portions[1:]] == [last for _, last in portions[:-1]]
    assert (portions[0][0], portions[-1][1]) == (0, 10 * watch.SLICE_ITEMS * 16 + 1)


@pytest.mark.usefixtures("small_slices")
def test_images_are_counted_in_slices_within_the_time(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    problem: Any = pp.load("pegs/triangle-5:a1..any")
    full = pp.count(problem, only=COUNTED)
    monkeypatch.setattr("perfectplay.games.pegs.solving.solver.PegSolver._lack_of_room", lambda self: "no room")
    assert pp.count(problem, only=COUNTED).levels == full.levels
    sizes: list[int] = []

    def slow_sizes(problem: Any, states: Any) -> Any:
        sizes.append(len(states))
        clock.now += 1
        return np.ones(len(states), np.int64)

    monkeypatch.setattr(counting, "orbit_sizes", slow_sizes)
    found = pp.count(problem, limits=Limits(seconds=7.5), only=COUNTED)
    assert found.limit == "time" and len(sizes) == 8 and max(sizes) <= SLICE
    reduced = [level.positions_up_to_symmetry for level in found.levels]
    assert 1 < len(reduced) < len(full.levels)
    assert reduced == [level.positions_up_to_symmetry for level in full.levels][: len(reduced)]


def test_second_enumeration_gets_the_remaining_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Limits] = []
    enumerate_levels = levels.enumerate_levels

    def recorded(solver: Any, request: Any, *arguments: Any, **options: Any) -> Any:
        asked.append(request.limits)
        found = enumerate_levels(solver, request, *arguments, **options)
        found[2].seconds = 3.0
        return found

    monkeypatch.setattr(levels, "enumerate_levels", recorded)
    counted = pp.count(SYMMETRIC, only=COUNTED, limits=Limits(seconds=3.5))
    assert counted.limit == "" and len(asked) == 2
    assert [limits.seconds for limits in asked] == [3.5, 0.5]


def test_levels_counted_only_once_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    enumerate_levels = levels.enumerate_levels

    def cut_short(solver: Any, request: Any, most: Any, *, symmetry: bool) -> Any:
        found = enumerate_levels(solver, request, 2 if symmetry else most, symmetry=symmetry)
        return found[0], "time" if symmetry else "", found[2]

    full = pp.count(SYMMETRIC, only=COUNTED)
    monkeypatch.setattr(levels, "enumerate_levels", cut_short)
    counted = pp.count(SYMMETRIC, only=COUNTED)
    assert counted.limit == "time"
    assert [level.positions for level in counted.levels] == [level.positions for level in full.levels]
    reduced = [level.positions_up_to_symmetry for level in counted.levels]
    assert None not in reduced[:2] and set(reduced[2:]) == {None}


def test_checkpoints_stop_between_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.search.checkpoint.PIECE", 1 << 10)
    calls = allowed = 0

    def check() -> None:
        nonlocal calls
        calls += 1
        if calls == allowed:
            raise LimitHitError("time")

    array = np.arange(641, dtype=np.uint64)  # a little more than five pieces
    checkpoint = Checkpoint(tmp_path, "work", check)
    checkpoint.save("map", "about", array)
    needed, calls = calls, 0
    assert needed >= 2 * 6  # each piece is read for the digest, and written
    again = np.zeros_like(array)
    assert checkpoint.load("map", lambda about: [again]) == "about" and np.array_equal(array, again)
    needed_to_load = calls
    for allowed in range(1, needed + 1):  # noqa: B007 - `check` reads it
        calls = 0
        with pytest.raises(LimitHitError):
            checkpoint.save("other", "about", array)
    for allowed in range(1, needed_to_load + 1):  # noqa: B007
        calls = 0
        with pytest.raises(LimitHitError):
            checkpoint.load("map", lambda about: [again])
    assert [path.name for path in tmp_path.iterdir()] == [checkpoint.path("map").name]
