"""Limits, interruption, traces and threads: what the one loop promises for every engine."""

import gc
import weakref

import pytest

import perfectplay as pp
from perfectplay.model.registry import find_algorithm
from perfectplay.search.loop import run
from perfectplay.search.task import Settings
from perfectplay.solvers.solver import make_request, solver_for
from perfectplay.solvers.solving import labelled_engine
from tests.searches import FOR_ONE

# A search that cannot be finished soon: nothing but memory prunes it.
ENDLESS = "pegs/french:d4..d4"


@pytest.mark.parametrize("algorithm", FOR_ONE)
def test_every_engine_keeps_every_limit(algorithm: str) -> None:
    prune: list[str] = [] if algorithm == "backtracking" else ["duplicates"]
    for limits, name in (
        (pp.Limits(positions=5_000), "positions"),
        (pp.Limits(seconds=0.05), "time"),
        (pp.Limits(memory=2_000_000), "memory"),
    ):
        if algorithm == "backtracking" and name == "memory":
            continue  # it takes none
        answer = pp.solve(ENDLESS, algorithm=algorithm, prune=prune, limits=limits)
        assert isinstance(answer, pp.Unknown)
        assert answer.limit == name
        assert answer.stats.expanded > 0
        if limits.positions is not None:
            assert answer.stats.expanded <= limits.positions
        if limits.memory is not None:
            assert answer.stats.peak_memory_bytes <= limits.memory
        if limits.seconds is not None:
            assert answer.stats.seconds < 2


@pytest.mark.parametrize("algorithm", FOR_ONE)
def test_every_engine_can_be_interrupted(algorithm: str) -> None:
    def interrupt(phase: str, stats: pp.Stats) -> None:
        raise KeyboardInterrupt

    prune: list[str] = [] if algorithm == "backtracking" else ["duplicates"]
    answer = pp.solve(ENDLESS, algorithm=algorithm, prune=prune, progress=pp.Progress(on_progress=interrupt))
    assert isinstance(answer, pp.Unknown)
    assert answer.limit == "interrupted"
    assert answer.stats.expanded > 0


def test_our_own_choice_keeps_limits_too() -> None:
    for limits, name in ((pp.Limits(positions=700), "positions"), (pp.Limits(seconds=0.5), "time")):
        answer = pp.solve("pegs/diamond:d2..i5", limits=limits)
        assert isinstance(answer, pp.Unknown)
        assert answer.limit == name
        assert limits.positions is None or answer.stats.expanded <= limits.positions


@pytest.mark.parametrize("algorithm", FOR_ONE)
def test_a_trace_tells_what_the_counts_tell(algorithm: str) -> None:
    answer = pp.solve("pegs/triangle-5", algorithm=algorithm, trace=200_000)
    assert isinstance(answer, pp.Solved)
    stats = answer.stats
    events = [event.event for event in answer.trace]
    rules = [event.rule for event in answer.trace if event.event == "pruned"]
    assert events.count("expanded") == stats.expanded
    assert rules.count("duplicates") == stats.duplicate
    assert {name: rules.count(name) for name in stats.pruned} == stats.pruned
    is_goal_seen = algorithm not in ("beam", "breadth-first") or "goal" in events
    assert is_goal_seen
    assert answer.trace[0].event == "expanded"
    assert answer.trace[0].g == 0


def test_tracing_changes_nothing() -> None:
    plain = pp.solve("pegs/triangle-5", algorithm="astar")
    traced = pp.solve("pegs/triangle-5", algorithm="astar", trace=10)
    assert plain == traced
    assert plain.stats.expanded == traced.stats.expanded
    assert len(traced.trace) == 10


def test_threads_cover_exactly_what_one_covers() -> None:
    serial = pp.solve("pegs/hexagon-3:a1..c1", algorithm="depth-first", prune=["duplicates", "symmetry"])
    assert isinstance(serial, pp.Impossible)
    for threads in (2, 3, 5):
        answer = pp.solve(
            "pegs/hexagon-3:a1..c1", algorithm="depth-first", prune=["duplicates", "symmetry"], threads=threads
        )
        assert isinstance(answer, pp.Impossible)
        assert answer.stats.expanded == serial.stats.expanded


def test_pruning_rules_prune() -> None:
    counts = {}
    for prune in ((), ("duplicates",), ("symmetry",), ("duplicates", "weights"), ("symmetry", "weights")):
        answer = pp.solve("pegs/triangle-5:a1..a1", algorithm="depth-first", prune=prune)
        counts[prune] = answer.stats.expanded
    assert counts[()] > counts[("duplicates",)] > counts[("symmetry",)] > counts[("symmetry", "weights")]
    assert counts[("duplicates",)] > counts[("duplicates", "weights")]


@pytest.mark.parametrize("positions", [20_000, pytest.param(50_000, marks=pytest.mark.long)])
def test_the_same_request_gives_the_same_answer(positions: int) -> None:
    for options in ({}, {"algorithm": "depth-first", "order": "random", "seed": 7}, {"algorithm": "greedy"}):
        first, second = (pp.solve("pegs/wiegleb", limits=pp.Limits(positions=positions), **options) for _ in range(2))
        assert first == second
        assert first.stats.expanded == second.stats.expanded
    seeds = {
        pp.solve("pegs/english", algorithm="depth-first", order="random", seed=seed).stats.expanded for seed in range(4)
    }
    assert len(seeds) > 1


def test_fewest_pegs_leaves_the_choice_to_us() -> None:
    with pytest.raises(pp.UnsupportedError, match="leave their choice to us"):
        pp.solve("pegs/english", objective="pegs", algorithm="depth-first")


@pytest.mark.parametrize("objective", ["jumps", "moves"])
@pytest.mark.parametrize("algorithm", FOR_ONE)
def test_traces_of_every_objective(objective: str, algorithm: str) -> None:
    answer = pp.solve("pegs/triangle-4", objective=objective, algorithm=algorithm, trace=5)
    assert len(answer.trace) == 5
    assert all(event.h >= 0 for event in answer.trace)


def test_limits_are_whole_where_they_count() -> None:
    for bad in ({"positions": 1.5}, {"memory": 0.5}, {"seconds": float("nan")}, {"positions": -1}):
        with pytest.raises(pp.InputError):
            pp.Limits(**bad)
    for options in ({"threads": 2.5}, {"trace": -1}, {"seed": -1}, {"seed": 1 << 63}):
        with pytest.raises(pp.InputError):
            pp.solve("pegs/triangle-4", **options)
    with pytest.raises(pp.InputError):
        pp.count("pegs/triangle-4", levels=0)


def test_start_and_goal_share_a_board() -> None:
    with pytest.raises(pp.InputError, match="same holes"):
        pp.PegProblem(pp.PegPosition.parse("oo."), pp.PegPosition.parse("_/..o"), "pegs/test")
    with pytest.raises(pp.InputError, match="same lattice"):
        pp.PegProblem(pp.PegPosition.parse("o/..", "triangle"), pp.PegPosition.parse("o/.."), "pegs/test")


def test_search_leaves_no_garbage() -> None:
    # Arrays that wait for the garbage collector would make the next search take new pages from the system.
    problem = pp.load("pegs/triangle-5")
    solver, request = solver_for(problem), make_request(problem, pp.Limits())
    gc.disable()
    try:
        with request.watch() as watch:
            task = solver.task("jumps", "none", frozenset(), watch)
            engine = labelled_engine(find_algorithm("depth-first"), "none", task, Settings())
            assert run(engine, watch).path is not None
        left = weakref.ref(engine)
        del engine
        assert left() is None
    finally:
        gc.enable()
