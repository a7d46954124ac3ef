"""The checker on dice answers: honest ones are accepted, and no mutation of them that lies."""

import ast
import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.games.dice.files import parse_case
from perfectplay.games.dice.problem import DiceProblem
from perfectplay.proof import dice, race, verify_answer
from perfectplay.proof.json_text import digest_of
from tests import brute_dice
from tests.dice_boards import small_problem

BOARD = "3 3  1 3 0  0 0 0  0 0 0  3  3 1 2  1"
LARGER = "4 4  3 0 4 0  0 0 2 1  0 0 0 0  0 0 0 0  4  2 4 1 4  4"
STUCK = "1 4  1 2 0 0  1  2  1"


def answer_to(text: str, **options: Any) -> dict[str, Any]:
    answer = pp.solve(DiceProblem(parse_case(text), spec="dice/test"), **options)
    plain: dict[str, Any] = json.loads(json.dumps(answer.as_json()))
    return plain


def sealed(answer: dict[str, Any]) -> dict[str, Any]:
    return answer | {"digest": digest_of(answer)}


def claims(answer: dict[str, Any], *, rerun: bool = False) -> dict[str, str]:
    return {claim.name: claim.result for claim in verify_answer(sealed(answer), rerun=rerun).claims}


def test_an_honest_answer_is_checked_whole() -> None:
    answer = answer_to(BOARD, all_optimal=True)
    names = ("digest", "solution", "moves", "jumps", "optimal", "optimal_solutions")
    assert claims(answer) == dict.fromkeys(names, "checked")


@pytest.mark.parametrize("seed", range(60))
def test_honest_answers_are_accepted(seed: int) -> None:
    problem, _ = small_problem(seed)
    answer = pp.solve(problem, all_optimal=True)
    verdict = pp.verify(answer)
    assert all(claim.result == "checked" for claim in verdict.claims), str(verdict)


def change(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def mutate(answer: dict[str, Any]) -> None:
        *keys, last = path.split(".")
        place: Any = answer
        for key in keys:
            place = place[key]
        place[int(last) if isinstance(place, list) else last] = value

    return mutate


@pytest.mark.parametrize(
    ("mutate", "claim"),
    [
        (change("solution", ["1-b2", "1-c3"]), "solution"),  # the die shows 3
        (change("solution", []), "solution"),
        (change("solution", None), "solution"),
        (change("solution.0", "3-c3"), "solution"),
        (change("solution.0", "3-b1"), "solution"),
        (change("solution.0", "9-b1"), "solution"),
        (change("solution.0", "3-z1"), "solution"),
        (change("solution.0", 3), "solution"),
        (lambda answer: answer["solution"].append("1-b2"), "solution"),  # it was won before
        (lambda answer: answer["solution"].pop(), "solution"),
        (change("problem.phase", 1), "solution"),
        (change("problem.dice", [1, 1, 1]), "solution"),
        (change("problem.goal_piece", 3), "solution"),
        (change("problem.goal_square", "a3"), "solution"),
        (change("problem.start", ["13.", ".#.", "..#"]), ""),
        (change("moves", 2), "moves"),
        (change("moves", None), "moves"),
        (change("jumps", 7), "jumps"),
        (change("optimal_solutions", 1), "optimal_solutions"),
        (change("optimal", False), "optimal_solutions"),
        (change("certificate", {"kind": "absent"}), "solution"),
    ],
)
def test_mutations_are_rejected(mutate: Callable[[dict[str, Any]], None], claim: str) -> None:
    answer = copy.deepcopy(answer_to(BOARD, all_optimal=True))
    mutate(answer)
    try:
        found = claims(answer)
    except pp.InputError:
        assert claim == ""
    else:
        assert found[claim] == "rejected"
    assert not verify_answer(answer).accepted, "the digest tells"


def test_a_longer_solution_is_not_optimal() -> None:
    answer = answer_to("3 3  1 0 0  0 0 0  0 0 0  1 1  1")
    answer |= {"solution": ["1-a2", "1-b2", "1-c3"], "moves": 3, "jumps": 3}
    assert claims(answer)["optimal"] == "rejected"
    assert claims(answer | {"optimal": False}) == dict.fromkeys(("digest", "solution", "moves", "jumps"), "checked")


def test_impossible_answers() -> None:
    absent, stuck = answer_to("2 2  1 0  0 0  1  1  2"), answer_to(STUCK)
    assert claims(absent)["impossible"] == claims(stuck)["impossible"] == "checked"
    whole, solvable = stuck["problem"], answer_to(BOARD)["problem"]
    for answer in (
        absent | {"problem": {**absent["problem"], "goal_piece": 1}},
        absent | {"certificate": {"kind": "apart"}, "problem": solvable},
        absent | {"problem": solvable},
        absent | {"certificate": {"kind": "charm"}},
        absent | {"certificate": None},
        absent | {"optimal_solutions": 3},
        stuck | {"problem": solvable},
        stuck | {"problem": {**whole, "dice": [1]}},
        stuck | {"certificate": {"kind": "exhaustion", "positions": "many"}},
        stuck | {"certificate": {"kind": "absent"}},
        stuck | {"solution": ["2-c1"]},
    ):
        assert claims(answer)["impossible"] == "rejected", answer


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("start", "12.."),
        ("start", []),
        ("start", ["1.", "..."]),
        ("start", ["17.."]),
        ("start", ["11.."]),
        ("start", ["1" + "." * 10]),
        ("dice", []),
        ("dice", [0]),
        ("dice", [True]),
        ("dice", ["2"]),
        ("phase", 1),
        ("phase", -1),
        ("phase", "0"),
        ("goal_piece", 7),
        ("goal_piece", None),
        ("goal_square", "e1"),
        ("goal_square", 3),
        ("is_finite", 0),
    ],
)
def test_what_cannot_be_read(field: str, value: object) -> None:
    answer = answer_to(STUCK)
    answer["problem"][field] = value
    with pytest.raises(pp.InputError):
        claims(answer)
    del answer["problem"][field]
    with pytest.raises(pp.InputError, match=field):
        claims(answer)


def test_too_many_positions_need_a_rerun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice, "MOST_POSITIONS", 5)
    answer, stuck = answer_to(LARGER, all_optimal=True), answer_to(STUCK, prune=["duplicates"])
    assert claims(answer)["optimal"] == claims(answer)["optimal_solutions"] == "re-run needed"
    assert verify_answer(sealed(answer)).accepted
    assert claims(answer, rerun=True)["optimal"] == "checked"
    monkeypatch.setattr(dice, "MOST_POSITIONS", 1)
    assert claims(stuck)["impossible"] == "re-run needed"
    assert claims(stuck, rerun=True)["impossible"] == "checked"


def test_the_checker_shares_nothing_with_the_game() -> None:
    for module in (dice, race):
        tree = ast.parse(Path(module.__file__ or "").read_text())
        names = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        ours = {name for name in names if name.startswith("perfectplay")}
        assert all(name.startswith("perfectplay.proof") or name == "perfectplay.base.errors" for name in ours)


def test_a_relaxed_race_proves_what_a_brute_force_confirms() -> None:
    """Where the relaxed race is not won neither is the real one; no board that can be won passes for one lost."""
    kinds = set()
    for seed in range(400):
        problem, plain = small_problem(seed)
        answer = pp.solve(problem).as_json()
        fewest = brute_dice.fewest_plies(plain)
        assert (answer["status"] == "impossible") == (fewest is None)
        if fewest is None:
            kinds.add(answer["certificate"]["kind"])
            assert claims(answer)["impossible"] == "checked"
        elif fewest[0] > 0:
            forged = answer | {"status": "impossible", "certificate": {"kind": "relaxed"}, "optimal": False}
            forged |= dict.fromkeys(("solution", "jumps", "moves"))
            assert claims(forged)["impossible"] == "rejected"
    assert {"relaxed", "absent"} <= kinds
