"""Published figures, as plain data: the test is a loop."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.games.pegs.symmetry import symmetries

KNOWN = tomllib.loads((Path(__file__).parent / "data" / "pegs.toml").read_text())


def cases(kind: str) -> list[Any]:
    return [
        pytest.param(case, id=case.get("spec") or case["board"], marks=[pytest.mark.long] if case.get("long") else [])
        for case in KNOWN[kind]
    ]


def pairs_up_to_symmetry(board: str) -> list[str]:
    """Return one START..GOAL for each class of pairs that the symmetries of the board carry into each other."""
    problem: Any = pp.load(f"pegs/{board}")
    count, permutations = len(problem.board.holes), symmetries(problem.board)
    smallest = {
        min((permutation[vacancy], permutation[survivor]) for permutation in permutations)
        for vacancy in range(count)
        for survivor in range(count)
    }
    names = problem.board.names
    return [f"pegs/{board}:{names[vacancy]}..{names[survivor]}" for vacancy, survivor in sorted(smallest)]


@pytest.mark.parametrize("case", cases("levels"))
def test_levels(case: dict[str, Any]) -> None:
    wanted = case["positions_up_to_symmetry"]
    counted = pp.count(case["spec"], levels=len(wanted))
    assert [level.positions_up_to_symmetry for level in counted.levels] == wanted
    if "positions" in case:
        assert counted.positions == case["positions"]


@pytest.mark.parametrize("case", cases("pairs"))
def test_number_of_solvable_pairs(case: dict[str, Any]) -> None:
    answers = [pp.solve(spec) for spec in pairs_up_to_symmetry(case["board"])]
    assert all(pp.verify(answer).accepted for answer in answers)
    assert {answer.status for answer in answers} == {"solved", "impossible"}
    assert sum(answer.status == "solved" for answer in answers) == case["solvable"]


@pytest.mark.parametrize("case", cases("solutions"))
def test_number_of_solutions_by_the_rules_of_positions(case: dict[str, Any]) -> None:
    problem: Any = pp.load(case["spec"])

    @cache
    def solutions(position: Any) -> int:
        here = int(problem.is_goal(position))
        return here + sum(solutions(position.play(jump)) for jump in position.jumps())

    assert solutions(problem.start) == case["solutions"]


@pytest.mark.parametrize("case", cases("moves"))
def test_fewest_moves(case: dict[str, Any]) -> None:
    answer = pp.solve(case["spec"], objective="moves")
    assert isinstance(answer, pp.Solved)
    assert (answer.moves, answer.optimal) == (case["fewest"], True)
    assert pp.verify(answer).accepted


@pytest.mark.parametrize("case", cases("shortest"))
def test_fewest_moves_over_all_pairs(case: dict[str, Any]) -> None:
    answers = [pp.solve(spec, objective="moves") for spec in pairs_up_to_symmetry(case["board"])]
    assert min(answer.moves for answer in answers if isinstance(answer, pp.Solved)) == case["fewest"]


@pytest.mark.parametrize("case", cases("solved"))
def test_solved(case: dict[str, Any]) -> None:
    answer = pp.solve(case["spec"])
    assert isinstance(answer, pp.Solved)
    assert answer.jumps == case["jumps"]
    assert pp.verify(answer).accepted


@pytest.mark.parametrize("case", cases("all_pairs"))
def test_every_pair_is_solvable_or_of_another_class(case: dict[str, Any]) -> None:
    answers = [pp.solve(spec) for spec in pairs_up_to_symmetry(case["board"])]
    assert sum(answer.status == "solved" for answer in answers) == case["solvable"]
    refuted = [answer for answer in answers if isinstance(answer, pp.Impossible)]
    assert len(refuted) + case["solvable"] == len(answers)
    assert {answer.certificate["kind"] for answer in refuted} == {"class"}
    assert all(pp.verify(answer).accepted for answer in answers)


@pytest.mark.parametrize("case", cases("fewest_pegs"))
def test_fewest_pegs(case: dict[str, Any]) -> None:
    answer = pp.solve(case["spec"], objective="pegs")
    assert isinstance(answer, pp.Solved)
    assert (answer.pegs, answer.optimal) == (case["pegs"], True)
    assert pp.verify(answer).accepted
