"""What is asked of a verb from Python is checked as the command checks it."""

from collections.abc import Callable
from typing import Any

import pytest

import perfectplay as pp


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"algorithm": "astar", "weight": 50}, "--weight is for weighted-astar alone"),
        ({"seed": 3}, "--seed is for random moves alone"),
        ({"order": "estimate", "estimate": "none", "algorithm": "depth-first"}, "needs an estimate"),
        ({"ties": "youngest"}, "--ties takes one of newest, oldest, nearest"),
        ({"threads": 0}, "--threads takes a whole number from 1 to 256"),
        ({"threads": True}, "--threads takes a whole number"),
        ({"algorithm": "weighted-astar", "weight": 0.5}, "--weight takes a number from 1 to 1000"),
        ({"prune": ["all", "weights"]}, "all and none stand alone"),
        ({"prune": ["nothing"]}, "unknown pruning rule 'nothing'"),
        ({"state": "wide"}, "--state is for dice"),
        ({"all_moves": True}, "--all-moves is for coins"),
        ({"colour": "red"}, "solve has no option 'colour'"),
        ({"objective": "men"}, "unknown objective 'men'"),
        ({"objective": 5}, "unknown objective '5'"),
        ({"limits": 5}, "expected limits such as"),
    ],
)
def test_what_contradicts_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(pp.PerfectplayError, match=message):
        pp.solve("pegs/triangle-5", **options)


def test_what_is_no_problem_is_refused() -> None:
    verbs: list[Callable[..., Any]] = [pp.solve, pp.prove, pp.count, pp.hint, pp.exact_values]
    for verb in verbs:
        with pytest.raises(pp.InputError, match="expected a problem or a spec"):
            verb(5)


def test_a_game_for_two_has_no_search_to_steer() -> None:
    with pytest.raises(pp.UnsupportedError, match=r"is a game for two.*--estimate"):
        pp.solve("coins/4", estimate="none")


def test_one_thread_is_one_thread() -> None:
    answer = pp.solve("pegs/triangle-6", objective="moves", algorithm="bitmaps", threads=1)
    assert answer.search["threads"] == 1


def test_every_algorithm_that_an_answer_names_can_be_asked_for() -> None:
    answer = pp.solve("pegs/triangle-5:a1..a1", objective="moves", algorithm="bitmaps")
    assert isinstance(answer, pp.Solved)
    assert answer.search["algorithm"] in pp.algorithms()
    assert answer.moves == 10


def test_a_proof_is_asked_of_a_game_for_two_as_of_any_other() -> None:
    assert pp.prove("coins/4").as_json()["winner"] == "first"
