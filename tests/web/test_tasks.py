"""What a worker does with its time and its memory."""

import time
from random import Random
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.arena.players import PerfectPlayer
from perfectplay.base.progress import Progress
from perfectplay.model.oracle import UNKNOWN, WON, Oracle, Value
from perfectplay.solvers import oracle as searching
from perfectplay.solvers.oracle import SearchOracle
from perfectplay.web.asked import positions_after
from perfectplay.web.tasks import MOST_KEPT, Workshop
from tests.places import EXAMPLES

LIMITS = {"seconds": 10.0, "value_seconds": 2.0, "moves_seconds": 3.0, "memory": 1 << 26}


def asked(workshop: Workshop, task: str, spec: str, **more: Any) -> dict[str, Any]:
    return workshop.do({"task": task, "spec": spec, "subject": spec, **LIMITS, **more}, Progress())


def values(workshop: Workshop, spec: str, **more: Any) -> dict[str, Any]:
    problem = pp.load(spec)
    return asked(workshop, "values", spec, position=problem.text(problem.start), moves=True, **more)


def test_a_player_has_the_memory_of_a_search_whatever_its_time() -> None:
    workshop = Workshop({})
    for seconds in (2.0, 3.0, 4.0):
        found = asked(
            workshop, "move", "coins/7:points=1/2/3", moves_played=[], player="perfect-score", seconds=seconds, seed=1
        )
        assert any("not exact with 28 coins left" in note for note in found["notes"])
    assert len(workshop._kept) == 1


def test_a_player_passes_its_limits_on_for_each_move() -> None:
    problem: Any = pp.load(f"{EXAMPLES / 'kayles.py'}:5")
    player = PerfectPlayer()
    player.memory = 1 << 26
    for seconds in (1.0, 2.0):
        player.begin(problem, True, 1, seconds)
        assert player.oracle is not None
        assert player.oracle.limits == pp.Limits(seconds * 0.8, 1 << 26)


def test_little_is_kept_and_no_more_than_there_is_memory_for(monkeypatch: pytest.MonkeyPatch) -> None:
    workshop = Workshop({})
    monkeypatch.setattr("perfectplay.web.tasks.resident_bytes", lambda: 0)  # this process may be large by now
    for side in range(1, MOST_KEPT + 3):
        values(workshop, f"coins/{side}")
    assert len(workshop._kept) == MOST_KEPT
    monkeypatch.setattr("perfectplay.web.tasks.resident_bytes", lambda: 1 << 40)
    values(workshop, "coins/2")
    assert workshop.quick_subjects() == ["coins/2"]


class SlowOracle(Oracle):
    """Takes all the time it is given, and knows the first position alone."""

    asked = 0

    def value(self, position: Any) -> Value:
        self.asked += 1
        assert self.limits.seconds is not None
        time.sleep(self.limits.seconds)
        return Value(WON) if self.asked == 1 else Value(UNKNOWN, limit="time")

    def best_move(self, position: Any) -> str | None:
        return None


def test_all_moves_of_a_position_have_one_deadline() -> None:
    problem = pp.load("dice/board-11")
    oracle = SlowOracle(problem)
    oracle.allow(pp.Limits(seconds=0.2))
    began = time.monotonic()
    found = oracle.moves_within(problem.start, 0.3)
    assert time.monotonic() - began < 1 and oracle.asked == 2 < len(found)
    assert [text for text, _ in found] == problem.moves(problem.start)
    assert [value.outcome for _, value in found] == [WON] + [UNKNOWN] * (len(found) - 1)
    assert oracle.limits.seconds == 0.2


def test_moves_that_are_not_known_in_time_are_null() -> None:
    found = values(Workshop({}), "pegs/9x9", value_seconds=0.2, moves_seconds=1e-9)
    assert len(found["moves"]) == 4 and {move["category"] for move in found["moves"]} == {None}


def test_a_hint_goes_on_with_a_turn_that_is_under_way_where_that_saves_one() -> None:
    problem = pp.load("pegs/triangle-5:a1..any")
    moves = ["c3-a1", "e5-c3", "b4-d4"]
    position = positions_after(problem, moves)[-1]
    place = {"spec": problem.spec, "subject": problem.spec, "position": problem.text(position), "moves": False}
    workshop = Workshop({})
    found = workshop.do({"task": "values", **place, **LIMITS, "step": moves[-1]}, Progress())
    assert found["going_on"] == 7 < found["distance"]
    hint = workshop.do({"task": "hint", **place, **LIMITS, "step": moves[-1]}, Progress())
    assert hint["move"] == "d4-b2"
    afresh = workshop.do({"task": "hint", **place, **LIMITS, "step": None}, Progress())
    after = pp.exact_values(problem).value(problem.play(position, afresh["move"]))
    assert after.moves_left == found["distance"] - 1


@pytest.mark.parametrize("spec", ["pegs/triangle-5:a3..any", "pegs/triangle-5:a1..a1"])
def test_the_best_move_leaves_one_turn_less(spec: str) -> None:
    """That is so for a step whose turn has to go on, too."""
    problem, workshop, random = pp.load(spec), Workshop({}), Random(1)
    known = going_on = 0
    for _ in range(400):
        position = problem.start
        for _ in range(random.randrange(1, 11)):
            if moves := problem.moves(position):
                position = problem.play(position, random.choice(moves))
        text = problem.text(position)
        found = asked(workshop, "values", spec, position=text, moves=True, thorough=True)
        if not found["distance"]:
            continue
        best = found["moves"][0]
        assert min(best["distance"], best["going_on"] or 99) == found["distance"] - 1
        known, going_on = known + 1, going_on + (best["distance"] == found["distance"])
    assert known > 5 and going_on > 0


def test_a_hint_that_comes_too_late_names_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The winner of a game may be known before a move that wins."""
    problem = pp.load("coins/3")
    monkeypatch.setattr("perfectplay.web.tasks._best_move", lambda oracle, position, seconds: None)
    found = asked(Workshop({}), "hint", "coins/3", position=problem.text(problem.start))
    assert (found["move"], found["category"], found["limit"]) == (None, "lost", "time")


@pytest.mark.parametrize("spec", ["coins/9", "coins/assignment4"])
def test_values_that_no_memory_has_room_for_are_null(spec: str) -> None:
    found = values(Workshop({}), spec)
    assert found["category"] is None and not found["is_quick"] and found["limit"] == "memory"
    assert len(found["moves"]) == len(pp.load(spec).moves(pp.load(spec).start))
    assert {move["category"] for move in found["moves"]} == {None}


def test_searches_forget_the_answers_that_were_not_used_for_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "MOST_ANSWERS", 3)
    problem = pp.load("pegs/triangle-5")
    oracle = SearchOracle(problem, pp.Limits(seconds=5))
    position = problem.start
    for _ in range(6):
        oracle.value(position)
        position = problem.play(position, problem.moves(position)[0])
    assert len(oracle._answers) == 3
