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
from perfectplay.proof import Budget, Verdict, dice, race, verify_answer
from perfectplay.proof.json_text import digest_of
from perfectplay.proof.race import GONE, Position, Race, levels, most_steps, read_race
from tests import brute_dice
from tests.dice_boards import small_problem

BOARD = "3 3  1 3 0  0 0 0  0 0 0  3  3 1 2  1"
LARGER = "4 4  3 0 4 0  0 0 2 1  0 0 0 0  0 0 0 0  4  2 4 1 4  4"
STUCK = "1 4  1 2 0 0  1  2  1"


def answer_to(text: str, **options: Any) -> dict[str, Any]:
    answer = pp.solve(DiceProblem(parse_case(text), spec=""), **options)
    plain: dict[str, Any] = json.loads(json.dumps(answer.as_json()))
    return plain


def sealed(answer: dict[str, Any]) -> dict[str, Any]:
    return answer | {"digest": digest_of(answer)}


def check(answer: dict[str, Any], budget: Budget | None = None) -> Verdict:
    return verify_answer(sealed(answer), budget=budget)


def claims(answer: dict[str, Any], budget: Budget | None = None) -> dict[str, str]:
    return {claim.name: claim.result for claim in check(answer, budget).claims}


def test_an_honest_answer_is_checked_whole() -> None:
    answer = answer_to(BOARD, all_optimal=True)
    names = ("digest", "solution", "moves", "jumps", "optimal", "optimal_solutions")
    assert claims(answer) == dict.fromkeys(names, "checked")


@pytest.mark.parametrize("seed", range(60))
def test_honest_answers_are_accepted(seed: int) -> None:
    problem, _ = small_problem(seed)
    verdict = check(pp.solve(problem, all_optimal=True).as_json())
    assert verdict.accepted, str(verdict)


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
        (change("jumps", None), "jumps"),
        (change("colour", None), "colour"),
        (change("problem.colour", None), "colour"),
        (change("limit", "boredom"), "limit"),
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
    assert [claim.result for claim in verify_answer(answer).claims] == ["rejected"], "the digest tells"


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
        absent | {"optimal": True},
        stuck | {"problem": solvable},
        stuck | {"problem": {**whole, "dice": [1]}},
        stuck | {"certificate": {"kind": "absent"}},
        stuck | {"solution": ["2-c1"]},
    ):
        assert claims(answer)["impossible"] == "rejected", answer
    assert claims(absent | {"optimal_solutions": 3})["optimal_solutions"] == "rejected"


def test_exhaustion_may_state_a_number_of_positions() -> None:
    stuck = answer_to(STUCK) | {"certificate": {"kind": "exhaustion"}}
    number = len([position for level in levels(read_race(stuck), None, Budget()) for position in level])
    assert check(stuck).accepted
    stated: list[tuple[object, str]] = [(number, "checked"), (number + 1, "unconfirmed"), (0, "unconfirmed")]
    for positions, expected in [*stated, *((value, "rejected") for value in ("many", None, True, -1, float(number)))]:
        found = claims(stuck | {"certificate": {"kind": "exhaustion", "positions": positions}})
        assert found["positions"] == expected


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


def test_too_many_positions_are_left_open() -> None:
    answer = answer_to(LARGER, all_optimal=True)
    stuck = answer_to(STUCK) | {"certificate": {"kind": "exhaustion"}}
    for budget in (None, Budget(None, None)):
        assert check(answer, budget).accepted and check(stuck, budget).accepted
    found = claims(answer, Budget(memory=1000))
    assert {name for name, result in found.items() if result != "checked"} == {"optimal", "optimal_solutions"}
    assert found["optimal"] == found["optimal_solutions"] == "unconfirmed"
    assert claims(stuck, Budget(memory=100))["impossible"] == "unconfirmed"
    assert check(answer, Budget(memory=1000)).verdict == check(stuck, Budget(memory=100)).verdict == "unconfirmed"


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


def brute_race(
    board: brute_dice.Board, whole: Race, columns: int, plies: int
) -> list[dict[Position, tuple[list[int], bool]]]:
    """Return, by the brute force, every position after each ply that can be met within so many, with what can follow.

    That is the most steps each piece can still make within the plies, and whether the race can still be won in them.
    """
    reached: list[set[brute_dice.Pieces]] = [{board.pieces}]
    for ply in range(plies):
        reached.append({after for pieces in reached[-1] for after in following(board, pieces, ply)})
    table: list[dict[Position, tuple[list[int], bool]]] = []
    later: dict[brute_dice.Pieces, tuple[list[int], bool]] = {}
    for ply in reversed(range(plies + 1)):
        now = {}
        for pieces in reached[ply]:
            most, is_winnable = [0] * 6, brute_dice.is_won(board, pieces)
            for after in following(board, pieces, ply) if ply < plies else []:
                steps, wins = later[after]
                moved = {piece for piece, place in after if dict(pieces)[piece] != place}
                most = [max(most[piece - 1], steps[piece - 1] + (piece in moved)) for piece in range(1, 7)]
                is_winnable |= wins
            now[pieces] = most, is_winnable
        later = now
        table.append({as_position(pieces, ply, whole, columns): found for pieces, found in now.items()})
    return table[::-1]


def following(board: brute_dice.Board, pieces: brute_dice.Pieces, ply: int) -> list[brute_dice.Pieces]:
    if brute_dice.is_won(board, pieces) or (board.is_finite and ply >= len(board.dice)):
        return []
    return brute_dice.steps(board, pieces, board.dice[ply % len(board.dice)])


def as_position(pieces: brute_dice.Pieces, ply: int, whole: Race, columns: int) -> Position:
    squares = [GONE] * 6
    for piece, (y, x) in pieces:
        squares[piece - 1] = y * columns + x
    return tuple(squares), ply if whole.is_finite else ply % len(whole.dice)


def test_no_piece_makes_more_steps_than_the_bound_allows() -> None:
    """And so no position is left out from which the race can be won in time; yet some that cannot be won are."""
    pruned = met = 0
    for seed in range(300):
        problem, board = small_problem(seed)
        fields = problem.as_json()
        whole, columns = read_race({"problem": fields}), len(fields["start"][0])
        assert whole.start[1] == 0
        for plies in (2, 4):
            to_goal, bounds = whole.steps_to_goal(), most_steps(whole, plies, Budget())
            assert len(bounds) == plies + 1
            for ply, positions in enumerate(brute_race(board, whole, columns, plies)):
                for position, (most, is_winnable) in positions.items():
                    there = sum(1 << piece for piece, square in enumerate(position[0]) if square != GONE)
                    assert all(real <= bound for real, bound in zip(most, bounds[ply][there], strict=True)), seed
                    is_kept = whole.can_win(position, to_goal, bounds[ply])
                    assert is_kept or not is_winnable, seed
                    pruned, met = pruned + (not is_kept), met + 1
    assert 0.1 < pruned / met < 0.95
