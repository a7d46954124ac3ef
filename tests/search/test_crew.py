"""Threads that work through one tree: nothing is left out, nothing done twice with one memory, and all is counted."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import numpy as np
import pytest

import perfectplay as pp
from perfectplay.contract.kernel import kernel
from perfectplay.search.crew import GIVE, GO_ON, Crew
from perfectplay.search.loop import EXHAUSTED, FULL, WORKING
from perfectplay.search.memory import insert, make_memory
from perfectplay.search.watch import Watch

LOST = "pegs/triangle-5:a1..b2"  # neither class nor weights are asked, so that everything is looked at
SCHEMES = [(split, dead) for split in ("dynamic", "static") for dead in ("shared", "private")]


def exhausted(**options: Any) -> pp.Stats:
    answer = pp.solve(LOST, **{"algorithm": "depth-first", "prune": ["duplicates"]} | options)
    assert isinstance(answer, pp.Impossible)
    assert pp.verify(answer).accepted
    return answer.stats


@pytest.mark.parametrize(("split", "dead"), SCHEMES)
def test_every_position_is_looked_at_once_or_counted_twice(split: str, dead: str) -> None:
    alone = exhausted()
    assert alone.parallel is None
    for threads in (2, 3, 5):
        stats = exhausted(split=split, dead=dead, threads=threads)
        assert stats.parallel is not None
        assert 0 <= stats.parallel["idle_share"] < 1
        assert stats.expanded - stats.parallel["expanded_twice"] == alone.expanded
        assert stats.parallel["expanded_twice"] == 0 or dead == "private"
        assert stats.as_json()["parallel"] == stats.parallel


@pytest.mark.parametrize("split", ["dynamic", "static"])
def test_a_tree_without_memory_is_divided(split: str) -> None:
    options: dict[str, Any] = {"algorithm": "backtracking", "prune": [], "split": split}
    problem = "pegs/triangle-4:a1..a2"
    counts = {threads: pp.solve(problem, threads=threads, **options).stats for threads in (1, 2, 4)}
    assert len({stats.expanded for stats in counts.values()}) == 1
    assert set(counts[2].parallel or {}) == {"idle_share"}, "there is no memory to insert into"


@pytest.mark.parametrize(("split", "dead"), SCHEMES)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
def test_what_threads_find_is_a_solution(split: str, dead: str, seed: int) -> None:
    answer = pp.solve("pegs/english", order="random", seed=seed, split=split, dead=dead, threads=3)
    assert isinstance(answer, pp.Solved)
    assert pp.verify(answer).accepted
    assert [answer.search.get(name) for name in ("split", "dead")] == [
        split if split != "dynamic" else None,
        dead if dead != "shared" else None,
    ]


def test_a_start_without_a_move_is_soon_exhausted() -> None:
    problem = pp.PegProblem(pp.PegPosition.parse("o.o"), pp.PegPosition.parse("..o"))
    for split, dead in SCHEMES:
        answer = pp.solve(problem, algorithm="depth-first", prune=[], split=split, dead=dead, threads=2)
        assert isinstance(answer, pp.Impossible)


def test_other_searches_have_no_threads_to_divide_for() -> None:
    refused: list[tuple[str, Any]] = [("split", "static"), ("dead", "private")]
    for name, value in refused:
        with pytest.raises(pp.InputError, match=f"astar runs on one thread; for {name}='{value}' use depth-first"):
            pp.solve("pegs/english", algorithm="astar", threads=2, **{name: value})
    assert pp.solve("pegs/triangle-5", algorithm="astar", split="dynamic", threads=1).status == "solved"


def test_what_threads_share_is_refused_where_there_are_none() -> None:
    for name, value in (("split", "static"), ("split", "dynamic"), ("dead", "private"), ("dead", "shared")):
        options: dict[str, Any] = {name: value}
        with pytest.raises(pp.InputError, match=f"{name}=… is for searches on threads alone; add threads=… or"):
            pp.solve("pegs/english", **options)


def test_a_search_without_memory_has_none_of_dead_positions() -> None:
    for value in ("shared", "private"):
        with pytest.raises(
            pp.InputError, match="backtracking remembers nothing, so it has no memory of dead positions"
        ):
            pp.solve("pegs/triangle-5", algorithm="backtracking", dead=value, threads=2)


@kernel
def insert_all(memory: Any, states: Any, contended: Any) -> int:
    count = 0
    for place in range(len(states)):
        if insert(memory, states[place], contended):
            count += 1
    return count


def test_no_state_is_inserted_twice() -> None:
    """Threads insert the same states in the same order, so that they meet all the time."""
    states = np.random.default_rng(1).integers(0, 1 << 62, 200_000).astype(np.uint64)
    memory = make_memory(1 << 19, 1)
    contended = [np.zeros(1, np.int64) for _ in range(4)]
    with Watch() as watch:
        call = watch.ready(insert_all, ("test", 1), memory, states, contended[0], is_small=False)
    with ThreadPoolExecutor(4) as pool:
        counts = list(pool.map(lambda number: call(memory, states, contended[number]), range(4)))
    assert sum(counts) == len(set(states.tolist())) == np.count_nonzero(memory.tags)


class Numbers:
    """Work for a crew: every thread has some numbers to take away."""

    def __init__(self, sizes: list[int], full_at: int = -1) -> None:
        self.left = list(sizes)
        self.done = [0] * len(sizes)
        self.full_at = full_at
        self.is_asked = Event()

    def search(self, number: int, budget: int) -> int:
        time.sleep(1e-3)  # so that the others come to work too
        taken = min(budget, self.left[number])
        self.left[number] -= taken
        self.done[number] += taken
        if number == self.full_at:
            return FULL
        return WORKING if self.left[number] else EXHAUSTED

    def next_subtree(self, number: int) -> bool:
        return False

    def divide(self, giver: int, receiver: int) -> bool:
        half = self.left[giver] // 2
        self.left[giver] -= half
        self.left[receiver] += half
        return half > 0

    def waiting(self, number: int) -> int:
        self.is_asked.set()
        return self.left[number]


class Patient(Numbers):
    """A thread that has work waits until another asks for some of it, however late that one comes to run."""

    def search(self, number: int, budget: int) -> int:
        if self.left[number]:
            self.is_asked.wait(timeout=20)
        return super().search(number, budget)


def run_crew(numbers: Numbers, budget: int, *, is_dynamic: bool = True) -> list[int]:
    threads = len(numbers.left)
    with ThreadPoolExecutor(threads) as pool:
        return Crew(threads, is_dynamic=is_dynamic).run(
            numbers, budget, lambda work: list(pool.map(work, range(threads)))
        )


def test_idle_threads_take_from_the_busiest() -> None:
    numbers = Patient([1_000_000, 0, 0])
    assert run_crew(numbers, 10_000_000) == [EXHAUSTED] * 3
    assert sum(numbers.done) == 1_000_000 and sum(done > 0 for done in numbers.done) > 1
    kept = Numbers([1_000, 0, 0])
    run_crew(kept, 1_000_000, is_dynamic=False)
    assert kept.done == [1_000, 0, 0]


def test_a_slice_ends_for_all_when_its_budget_is_used_up_or_one_needs_room() -> None:
    numbers = Numbers([10**9, 10**9])
    assert run_crew(numbers, 1_000) == [WORKING, WORKING]
    assert sum(numbers.done) == 1_000
    full = Numbers([10**9, 10**9], full_at=1)
    assert FULL in run_crew(full, 10**9)
    assert sum(full.left) > 0


class Broken(Numbers):
    def search(self, number: int, budget: int) -> int:
        if number:
            raise ValueError("broken rules")
        return super().search(number, budget)


def test_an_error_of_one_thread_ends_the_others() -> None:
    broken = Broken([1 << 62, 1])
    with pytest.raises(ValueError, match="broken rules"):
        run_crew(broken, 1 << 60)


def test_a_thread_that_was_asked_and_has_nothing_left_is_not_asked_later() -> None:
    """It becomes idle with a request open, is given work, and must not take the request for a new one."""
    numbers = Numbers([0, 0, 10])
    crew = Crew(3, is_dynamic=True)
    crew.signals[2] = GIVE
    crew._idle = {0}
    crew._give(numbers, 2)  # gives half to 0
    assert crew._idle == set() and crew.signals[2] == GO_ON
    crew.signals[2] = GIVE
    crew._give(numbers, 2)  # nobody is idle
    assert crew.signals[2] == GO_ON


def test_a_narrow_tree_is_dealt_as_it_is() -> None:
    problem = pp.PegProblem(pp.PegPosition.parse("oo." * 1 + "o." * 3), pp.PegPosition.parse("........o"))
    answer = pp.solve(problem, algorithm="depth-first", prune=["duplicates"], split="static", threads=4)
    assert answer.status in ("solved", "impossible")
