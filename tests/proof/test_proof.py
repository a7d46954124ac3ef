"""The checker is checked: right answers pass, wrong ones do not, and nothing that is fed to it makes it stumble.

The ground truth is a small solver written here, on sets of coordinates, that shares nothing with the checker either.
"""

import ast
import hashlib
import json
import random
import string
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import perfectplay.proof
from perfectplay.base.errors import InputError
from perfectplay.proof import Budget, Record, Rejected, Verdict, verify_answer, verify_text
from perfectplay.proof.board import read_problem
from perfectplay.proof.enumeration import fewest_moves, levels

Answer = dict[str, object]
Place = tuple[int, int]
Position = frozenset[Place]
Board = tuple[list[str], list[str] | str, str]

STEPS = {
    "square": [(0, 1), (0, -1), (1, 0), (-1, 0)],
    "skew": [(1, 1), (-1, -1), (1, -1), (-1, 1)],
    "diagonal": [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)],
    "triangle": [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)],
}
ENGLISH = ["  ooo", "  ooo", "ooooooo", "ooo.ooo", "ooooooo", "  ooo", "  ooo"]
FRENCH = ["  ooo", " ooooo", "ooooooo", "ooo.ooo", "ooooooo", " ooooo", "  ooo"]
TRIANGLE = ["o", "oo", "ooo", "oooo", "ooooo"]
BERGHOLT_TEXT = (
    "f4-d4 e6-e4 g5-e5 d5-f5 b5-d5 c7-c5 c4-c6 e7-c7-c5 e3-e5 e1-e3 c2-c4-c6-e6-e4-e2 g3-g5-e5-c5 a3-c3 d3-b3 "
    "a5-a3-c3 c1-e1-e3 f3-d3-b3-b5-d5-d3 d2-d4"
)
BERGHOLT = BERGHOLT_TEXT.split()
NO_TIME, NO_MEMORY, NO_LIMITS = Budget(seconds=0.0), Budget(memory=1), Budget(None, None)


def seal(answer: Answer) -> Answer:
    """Return the answer with its digest, computed as the format's description says."""
    unsealed = {key: value for key, value in answer.items() if key != "digest"}
    text = json.dumps(unsealed, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return unsealed | {"digest": "sha256:" + hashlib.sha256(text.encode()).hexdigest()}


def make(start: list[str], goal: object, lattice: object = "square", **fields: object) -> Answer:
    """Return a sealed answer to a peg problem: impossible unless a field says otherwise."""
    problem = {"spec": "pegs/@board.txt", "family": "pegs", "lattice": lattice, "start": start, "goal": goal}
    is_solved = "certificate" not in fields and fields.get("status") != "unknown"
    return answer_to(problem, **{"objective": "jumps", "status": "solved" if is_solved else "impossible"} | fields)


def answer_to(problem: Answer, **fields: object) -> Answer:
    """Return a sealed answer with every field that one must have: impossible unless a field says otherwise."""
    answer: Answer = {"problem": problem, "status": "impossible", "optimal": False, "limit": None, "certificate": None}
    answer |= {"jumps": None, "moves": None, "solution": None, "version": "0.1.0", "search": {"algorithm": "dfs"}}
    answer |= {"stats": {"generated": 12, "pruned": {"class": 3}, "seconds": 0.25}}
    return seal(answer | fields)


def results(verdict: Verdict) -> dict[str, str]:
    return {claim.name: claim.result for claim in verdict.claims}


def with_vacancy(board: list[str], name: str) -> list[str]:
    column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
    return [line[:column] + "." + line[column + 1 :] if i == row else line for i, line in enumerate(board)]


def with_one_peg(board: list[str], name: str) -> list[str]:
    complement = str.maketrans("o.", ".o")
    return [line.translate(complement) for line in with_vacancy([line.replace(".", "o") for line in board], name)]


# The small solver: positions are sets of (column, row), single-letter columns only.


def places(drawing: list[str], letters: str) -> Position:
    return frozenset((x, y) for y, line in enumerate(drawing) for x, letter in enumerate(line) if letter in letters)


def name_of(place: Place) -> str:
    return f"{string.ascii_lowercase[place[0]]}{place[1] + 1}"


def triples(holes: Position, lattice: str) -> Iterator[tuple[Place, Place, Place]]:
    for x, y in sorted(holes):
        for right, down in STEPS[lattice]:
            over, target = (x + right, y + down), (x + 2 * right, y + 2 * down)
            if over in holes and target in holes:
                yield (x, y), over, target


def ways(holes: Position, lattice: str, start: Position) -> dict[Position, list[str]]:
    """Return every reachable position with one list of jumps that leads to it."""
    jumps = list(triples(holes, lattice))
    found: dict[Position, list[str]] = {start: []}
    pending = [start]
    while pending:
        position = pending.pop()
        for source, over, target in jumps:
            if source in position and over in position and target not in position:
                after = position - {source, over} | {target}
                if after not in found:
                    found[after] = [*found[position], f"{name_of(source)}-{name_of(target)}"]
                    pending.append(after)
    return found


def joined(jumps: list[str]) -> list[str]:
    """Return jumps as whole moves, joining consecutive jumps of one peg."""
    moves: list[str] = []
    for jump in jumps:
        source, target = jump.split("-")
        if moves and moves[-1].split("-")[-1] == source:
            moves[-1] += f"-{target}"
        else:
            moves.append(jump)
    return moves


def solve(start: list[str], goal: list[str] | str, lattice: str) -> list[str] | None:
    found = ways(places(start, "o."), lattice, places(start, "o"))
    wanted = [p for p in found if (len(p) == 1 if isinstance(goal, str) else p == places(goal, "o"))]
    return joined(found[wanted[0]]) if wanted else None


# Solutions


def test_bergholt_solves_the_central_game_in_18_moves() -> None:
    goal = with_one_peg(ENGLISH, "d4")
    answer = make(ENGLISH, goal, objective="moves", optimal=True, jumps=31, moves=18, solution=BERGHOLT)
    verdict = verify_answer(answer, budget=Budget(seconds=0.1))
    assert verdict.verdict == "unconfirmed" and not verdict.accepted
    expected = {"digest": "checked", "solution": "checked", "jumps": "checked", "moves": "checked"}
    assert results(verdict) == expected | {"optimal": "unconfirmed"}
    assert len(str(verdict).splitlines()) == 5
    assert verdict.only(["solution", "moves"]).accepted
    assert verdict.problem.startswith("pegs/@board.txt: 32 pegs in 33 holes of the square lattice, from\n  ooo\n")
    assert verdict.problem.endswith("\n".join(["to", *goal]))
    assert verify_answer(make(ENGLISH, "any", optimal=True, jumps=31, moves=18, solution=BERGHOLT)).accepted


@pytest.mark.parametrize("change", range(len(BERGHOLT)))
def test_a_solution_with_a_move_left_out_or_twice_is_rejected(change: int) -> None:
    goal = with_one_peg(ENGLISH, "d4")
    for solution in (BERGHOLT[:change] + BERGHOLT[change + 1 :], BERGHOLT[: change + 1] + BERGHOLT[change:]):
        verdict = verify_answer(make(ENGLISH, goal, jumps=31, moves=18, solution=solution))
        assert results(verdict) == {"digest": "checked", "solution": "rejected"}


@pytest.mark.parametrize(
    ("solution", "finding"),
    [
        (["a1-c1"], "it ends with 2 pegs"),
        (["a1-d1"], "no jump of this board"),
        (["a1-b1"], "no jump of this board"),
        (["a1-c1", "a1-c1"], "no peg at a1"),
        (["d1-b1"], "no peg to jump over at c1"),
        (["a1-c1", "c1-a1"], "no peg to jump over at b1"),
        (["a1-c1-e1-c1"], "no peg to jump over at d1"),
        (["a1"], "such as d2-d4"),
        (["a1-"], "no hole"),
        (["a1-c01"], "no hole"),
        (["A1-C1"], "no hole"),
        (["a1-c1-\ud800"], "no hole"),
        ([["a1", "c1"]], "a list"),
        ([None], "null"),
        ("a1-c1-e1", "a list of moves"),
        (None, "null"),
        ({"a1": "c1"}, "an object"),
    ],
)
def test_a_wrong_solution_is_rejected_with_the_reason(solution: object, finding: str) -> None:
    verdict = verify_answer(make(["oo.o."], ["....o"], jumps=2, moves=1, solution=solution))
    assert results(verdict)["solution"] == "rejected"
    assert finding in str(verdict)
    assert str(verdict).isascii()


def test_a_jump_needs_an_empty_hole() -> None:
    assert "c1 is not empty" in str(verify_answer(make(["ooo"], "any", jumps=1, moves=1, solution=["a1-c1"])))


@pytest.mark.parametrize(
    ("jumps", "moves", "solution", "wrong"),
    [
        (2, 1, ["a1-c1-e1"], []),
        (2, 1, ["a1-c1", "c1-e1"], []),  # the same peg goes on: one move
        (2, 2, ["a1-c1", "c1-e1"], ["moves"]),
        (1, 1, ["a1-c1-e1"], ["jumps"]),
        (3, 1, ["a1-c1-e1"], ["jumps"]),
        (2, None, ["a1-c1-e1"], ["moves"]),  # every figure must be stated
        (None, 1, ["a1-c1-e1"], ["jumps"]),
        (None, None, ["a1-c1-e1"], ["jumps", "moves"]),
        (10**300, 1, ["a1-c1-e1"], ["jumps"]),
        (-2, 1, ["a1-c1-e1"], ["jumps"]),
    ],
)
def test_figures_are_those_of_the_solution(jumps: object, moves: object, solution: object, wrong: list[str]) -> None:
    verdict = verify_answer(make(["oo.o."], ["....o"], optimal=True, jumps=jumps, moves=moves, solution=solution))
    assert [claim.name for claim in verdict.claims if claim.result == "rejected"] == wrong
    assert verdict.verdict == ("rejected" if wrong else "accepted")


EVERY_FIELD = ["problem", "status", "objective", "optimal", "jumps", "moves", "solution", "certificate", "limit"]


@pytest.mark.parametrize("field", [*EVERY_FIELD, "search", "version", "stats", "digest"])
def test_every_field_must_be_there(field: str) -> None:
    solved = make(["oo."], ["..o"], jumps=1, moves=1, solution=["a1-c1"])
    impossible = make(["oo."], ["ooo"], certificate={"kind": "count"})
    unknown = make(["oo."], "any", status="unknown", limit="time")
    for answer in (solved, impossible, unknown):
        fewer = {name: value for name, value in answer.items() if name != field}
        fewer = fewer if field == "digest" else seal(fewer)
        if answer is solved and field in ("jumps", "moves"):
            assert results(verify_answer(fewer))[field] == "rejected"
        else:
            with pytest.raises(InputError, match=f"field '{field}' is missing"):
                verify_answer(fewer)


@pytest.mark.parametrize("field", ["colour", "detail", "pegs", "winner", "men", "optimal_solutions", "Jumps", ""])
@pytest.mark.parametrize("value", [None, 3, {"a": 1}])
def test_a_field_that_nobody_looks_at_is_rejected(field: str, value: object) -> None:
    solved = make(["oo."], ["..o"], optimal=True, jumps=1, moves=1, solution=["a1-c1"])
    impossible = make(["oo."], ["ooo"], certificate={"kind": "count"})
    assert verify_answer(solved).accepted and verify_answer(impossible).accepted
    for answer in (solved, impossible):
        assert results(verify_answer(seal(answer | {field: value})))[field] == "rejected"
        problem = answer["problem"]
        assert isinstance(problem, dict)
        assert results(verify_answer(seal(answer | {"problem": problem | {field: value}})))[field] == "rejected"
    certificate = {"kind": "count", field: value}
    assert results(verify_answer(seal(impossible | {"certificate": certificate})))[field] == "rejected"


def test_a_limit_that_ended_a_search_cannot_be_confirmed() -> None:
    answer = make(["oo."], ["..o"], jumps=1, moves=1, solution=["a1-c1"])
    verdict = verify_answer(seal(answer | {"limit": "time"}))
    assert verdict.verdict == "unconfirmed"
    assert results(verdict)["limit"] == "unconfirmed"
    for wrong in ("", "boredom", 3, ["time"], True):
        assert results(verify_answer(seal(answer | {"limit": wrong})))["limit"] == "rejected"
    impossible = make(["oo."], ["ooo"], certificate={"kind": "count"}, limit="time")
    assert results(verify_answer(impossible))["impossible"] == "rejected"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("version", None),
        ("search", None),
        ("search", []),
        ("stats", "fast"),
        ("stats", {"seconds": -1}),
        ("stats", {"seconds": True}),
        ("stats", {"seconds": [1]}),
        ("stats", {"\ud800\n": {}}),
    ],
)
def test_the_account_of_the_writer_has_a_form(field: str, value: object) -> None:
    answer = make(["oo."], ["..o"], jumps=1, moves=1, solution=["a1-c1"])
    with pytest.raises(InputError, match=field) as caught:
        verify_answer(seal(answer | {field: value}))
    assert str(caught.value).isascii()


def test_solved_and_impossible_exclude_each_other() -> None:
    solved = make(["oo."], ["..o"], jumps=1, moves=1, solution=["a1-c1"])
    assert verify_answer(solved).accepted
    for changed in ({"certificate": {"kind": "count"}}, {"status": "impossible"}):
        assert verify_answer(seal(solved | changed)).verdict == "rejected"
    impossible = make(["oo."], ["ooo"], certificate={"kind": "count"})
    assert verify_answer(impossible).accepted
    wrong: list[tuple[str, object]] = [("solution", []), ("jumps", 0), ("moves", 1), ("certificate", None)]
    for field, value in (*wrong, ("objective", "pegs"), ("optimal", True)):
        assert results(verify_answer(seal(impossible | {field: value})))["impossible"] == "rejected"


def test_a_start_that_is_the_goal_needs_no_moves() -> None:
    assert verify_answer(make(["o.o"], ["o.o"], optimal=True, jumps=0, moves=0, solution=[])).accepted
    assert verify_answer(make([".o."], "any", optimal=True, jumps=0, moves=0, solution=[])).accepted
    assert verify_answer(make(["..."], "any", optimal=True, jumps=0, moves=0, solution=[])).verdict == "rejected"


def test_unknown_claims_nothing_but_its_digest() -> None:
    answer = make(["oo."], "any", status="unknown", limit="time")
    verdict = verify_answer(answer)
    assert verdict.verdict == "unconfirmed"
    assert results(verdict) == {"digest": "checked", "answer": "unconfirmed"}
    assert verify_answer(seal(answer | {"detail": "nine seconds were not enough"})).verdict == "unconfirmed"
    wrong: Answer = {"jumps": 1, "moves": 0, "solution": [], "certificate": {"kind": "count"}, "limit": "boredom"}
    for field, value in (wrong | {"optimal": True, "pegs": 1, "colour": None}).items():
        assert results(verify_answer(seal(answer | {field: value})))[field] == "rejected"


# Other lattices, names and known answers


@pytest.mark.parametrize(("lattice", "accepted"), [("triangle", 6), ("square", 4), ("diagonal", 8), ("skew", 4)])
def test_each_lattice_has_its_directions(lattice: str, accepted: int) -> None:
    start = [".....", ".ooo.", ".ooo.", ".ooo.", "....."]
    targets = ["a1", "c1", "e1", "a3", "e3", "a5", "c5", "e5"]
    fields = {"objective": "pegs", "jumps": 1, "moves": 1, "pegs": 8}
    verdicts = [verify_answer(make(start, "any", lattice, solution=[f"c3-{to}"], **fields)) for to in targets]
    assert sum(verdict.accepted for verdict in verdicts) == accepted
    assert sum(verdict.verdict == "rejected" for verdict in verdicts) == 8 - accepted
    rising = verdicts[targets.index("e1")].accepted
    assert rising is (lattice in ("diagonal", "skew"))


def test_columns_go_on_after_z() -> None:
    start = ["." * 25 + "oo."]
    assert verify_answer(make(start, "any", jumps=1, moves=1, solution=["z1-ab1"])).accepted
    wrong = verify_answer(make(start, "any", jumps=1, moves=1, solution=["z1-bb1"]))
    assert results(wrong)["solution"] == "rejected"


def test_levels_of_the_english_board_agree_with_the_published_table() -> None:
    def turned(position: Position) -> list[Position]:
        kinds = [position, frozenset((6 - x, y) for x, y in position)]
        for _ in range(3):
            kinds += [frozenset((6 - y, x) for x, y in kind) for kind in kinds[-2:]]
        return kinds

    problem = read_problem(make(ENGLISH, "any"))
    order = sorted(places(ENGLISH, "o."), key=lambda place: (place[1], place[0]))
    counts = []
    for _, level in zip(range(7), levels(problem, NO_LIMITS), strict=False):
        positions = (frozenset(p for i, p in enumerate(order) if bits >> i & 1) for bits in level)
        counts.append(len({min(map(sorted, turned(position)), key=str).__str__() for position in positions}))
    assert counts == [1, 1, 2, 8, 39, 171, 719]  # OEIS A112737


def test_twelve_pairs_of_the_side_5_triangle_are_solvable() -> None:
    """Every pair is either solved, and the solution accepted, or refused, and the exhaustion accepted."""
    holes = places(TRIANGLE, "o")

    def turned(place: Place) -> list[Place]:
        kinds = [place, (place[1] - place[0], place[1])]
        for _ in range(2):
            kinds += [(y - x, 4 - x) for x, y in kinds[-2:]]
        return kinds

    solvable = set()
    for vacant in ("a1", "a2", "a3", "b3"):
        start = with_vacancy(TRIANGLE, vacant)
        found = ways(holes, "triangle", places(start, "o"))
        for place in holes:
            goal = with_one_peg(TRIANGLE, name_of(place))
            jumps = found.get(frozenset({place}))
            exhausted = verify_answer(make(start, goal, "triangle", certificate={"kind": "exhaustion"}))
            assert exhausted.verdict == ("accepted" if jumps is None else "rejected")
            if jumps is not None:
                moves = joined(jumps)
                fields = {"optimal": True, "jumps": 13, "moves": len(moves), "solution": moves}
                assert verify_answer(make(start, goal, "triangle", **fields)).accepted
                origin = (ord(vacant[0]) - ord("a"), int(vacant[1]) - 1)
                solvable.add(min(zip(turned(origin), turned(place), strict=True)))
    assert len(solvable) == 12


def test_fewest_moves_are_searched_again_within_the_budget() -> None:
    start = with_vacancy(TRIANGLE[:4], "a2")
    five = ["a4-a2", "a1-a3", "c4-a4-a2", "c3-a3-a1-c3", "d4-b2"]  # the fewest on side 4: A127500
    six = ["a4-a2", "a1-a3", "c3-a1", "c4-a4-a2", "a1-a3-c3", "d4-b2"]
    for solution, again in ((five, "checked"), (six, "rejected")):
        fields: Answer = {"optimal": True, "jumps": 8, "moves": len(solution), "solution": solution}
        answer = make(start, with_one_peg(start, "b2"), "triangle", objective="moves", **fields)
        for budget in (None, NO_LIMITS):
            assert results(verify_answer(answer, budget=budget))["optimal"] == again
        verdict = verify_answer(answer, budget=NO_MEMORY)
        assert verdict.verdict == results(verdict)["optimal"] == "unconfirmed"
        assert "--rerun goes on" in str(verdict)
        not_the_fewest = verify_answer(seal(answer | {"optimal": False}), budget=NO_MEMORY)
        assert not_the_fewest.accepted
        assert "optimal" not in results(not_the_fewest)


def test_the_a1_and_a3_games_of_the_side_5_triangle_take_10_and_9_moves() -> None:
    for vacant, fewest in (("a1", 10), ("a3", 9)):
        start, goal = with_vacancy(TRIANGLE, vacant), with_one_peg(TRIANGLE, vacant)
        assert fewest_moves(read_problem(make(start, goal, "triangle")), NO_LIMITS) == fewest


def test_fewest_pegs_are_checked_where_one_remains_and_searched_again_within_the_budget() -> None:
    fields: Answer = {"objective": "pegs", "optimal": True, "jumps": 1, "moves": 1, "solution": ["a1-c1"]}
    assert results(verify_answer(make(["oo."], "any", **fields, pegs=1), budget=NO_MEMORY))["optimal"] == "checked"
    assert results(verify_answer(make(["oo."], "any", **fields, pegs=2)))["pegs"] == "rejected"
    assert results(verify_answer(make(["oo."], "any", **fields)))["pegs"] == "rejected"
    stuck = make(["oo.oo"], "any", **fields, pegs=3)
    fewest = make(["oo.oo"], "any", **fields | {"jumps": 2, "moves": 2, "solution": ["a1-c1", "d1-b1"], "pegs": 2})
    for answer, again in ((stuck, "rejected"), (fewest, "checked")):
        assert results(verify_answer(answer))["optimal"] == again
        assert results(verify_answer(answer, budget=NO_LIMITS))["optimal"] == again
        verdict = verify_answer(answer, budget=NO_MEMORY)
        assert verdict.verdict == results(verdict)["optimal"] == "unconfirmed"


# Certificates


@pytest.mark.parametrize(
    ("start", "goal", "accepted"),
    [
        (["oo."], ["ooo"], True),
        (["oo."], [".oo"], True),
        (["oo."], ["oo."], False),
        (["oo."], ["..o"], False),
        (["oo."], ["..."], True),  # the jumping peg stays
        (["..."], "any", True),
        (["..."], ["..."], False),
        (["o.."], "any", False),
        (["o.o"], "any", False),  # true, but not for the sake of the count
    ],
)
def test_count(start: list[str], goal: object, accepted: bool) -> None:
    verdict = verify_answer(make(start, goal, certificate={"kind": "count"}))
    assert verdict.verdict == ("accepted" if accepted else "rejected")


def rule_of_three(board: list[str]) -> list[list[str]]:
    """Return the classical sets: two of the three colours of either diagonal colouring."""
    holes = sorted(places(board, "o."))
    return [
        [name_of((x, y)) for x, y in holes if (x + sign * y) % 3 != left_out]
        for sign in (1, -1)
        for left_out in (0, 1, 2)
    ]


def test_the_french_board_is_refuted_by_position_classes() -> None:
    sets = rule_of_three(FRENCH)
    assert verify_answer(make(FRENCH, "any", certificate={"kind": "class", "sets": sets})).accepted
    holes = [name_of(place) for place in places(FRENCH, "o.")]
    wrong: list[object] = [
        [],
        [[]],
        [holes],  # a jump touches all three holes
        [sets[0][1:]],
        [*sets, [*sets[0], "a1"]],  # no hole
        [*sets, [*sets[0], sets[0][0]]],
        [*sets, [*sets[0], None]],
        [*sets, [*sets[0], [sets[0][0]]]],
        [*sets, "".join(sets[0])],
        [*sets, None],
        None,
        {"a": sets[0]},
        5,
    ]
    for data in wrong:
        verdict = verify_answer(make(FRENCH, "any", certificate={"kind": "class", "sets": data}))
        assert verdict.verdict == "rejected"
    assert verify_answer(make(FRENCH, "any", certificate={"kind": "class"})).verdict == "rejected"
    assert verify_answer(make(ENGLISH, "any", certificate={"kind": "class", "sets": sets})).verdict == "rejected"
    english = {"kind": "class", "sets": rule_of_three(ENGLISH)}
    assert verify_answer(make(ENGLISH, "any", certificate=english)).verdict == "rejected"
    assert verify_answer(make(ENGLISH, with_one_peg(ENGLISH, "d3"), certificate=english)).accepted


def army() -> tuple[list[str], list[str], dict[str, object]]:
    """Return Conway's army five levels below its target, and Fibonacci numbers that fall with the distance."""
    start = ["......."] * 5 + ["ooooooo"] * 4
    fibonacci = [1, 1]
    while len(fibonacci) < 13:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    weights: dict[str, object] = {name_of((x, y)): str(fibonacci[12 - y - abs(x - 3)]) for x, y in places(start, "o.")}
    return start, with_one_peg(start, "d1"), weights


def test_conways_army_is_refuted_by_weights() -> None:
    start, goal, weights = army()

    def accepts(functions: object) -> bool:
        verdict = verify_answer(make(start, goal, certificate={"kind": "weights", "functions": functions}))
        assert verdict.verdict in ("accepted", "rejected")
        return verdict.accepted

    assert accepts([weights])
    assert accepts([{name: f"{weight}/7" for name, weight in weights.items()}])
    assert accepts([{}, weights])
    wrong: list[object] = [
        [],
        [{}],
        [{name: weight for name, weight in weights.items() if name != "d2"}],  # no longer a weight function
        [{name: f"-{weight}" for name, weight in weights.items()}],
        [weights | {"d1": "999999"}],
        [weights, weights | {"d10": "1"}],
        [weights | {"d1": 233}],
        [weights | {"d1": 2.5}],
        [weights | {"d1": None}],
        [weights | {"d1": True}],
        *([weights | {"d1": text}] for text in ("1/0", "0/0", "1e400", " 1", "1 ", "233\n", "+233", "233.0", "nan")),
        *(
            [weights | {"d1": text}]
            for text in ("inf", "", "1/-2", "1_0", "0233", "\u0662", "9" * 10**5, "1/" + "9" * 999)
        ),
        [list(weights)],
        weights,
        "weights",
        None,
    ]
    for functions in wrong:
        assert not accepts(functions), functions
    # Level 4 is within reach of a wide army, and its weights say so.
    certificate = {"kind": "weights", "functions": [dict(list(weights.items())[7:])]}
    assert verify_answer(make(start[1:], goal[1:], certificate=certificate)).verdict == "rejected"


def test_one_peg_anywhere_needs_a_weight_function_for_every_hole() -> None:
    left, right = {"b1": "1", "c1": "-1"}, {"a1": "-1", "b1": "1"}
    for functions, accepted in (([left, right], True), ([left], False), ([right], False)):
        certificate = {"kind": "weights", "functions": functions}
        verdict = verify_answer(make(["o.o"], "any", certificate=certificate))
        assert verdict.verdict == ("accepted" if accepted else "rejected")


def test_exhaustion_ends_where_the_budget_does() -> None:
    start = ["ooooo", "oo.oo", "ooooo"]
    assert len(ways(places(start, "o."), "square", places(start, "o"))) == 5
    answer = make(start, "any", certificate={"kind": "exhaustion"})
    for budget in (None, Budget(memory=800), NO_LIMITS):
        verdict = verify_answer(answer, budget=budget)
        assert verdict.accepted
        assert results(verdict)["impossible"] == "checked"
    verdict = verify_answer(answer, budget=Budget(memory=300))
    assert verdict.verdict == results(verdict)["impossible"] == "unconfirmed"
    assert "take more than 300 bytes; --max-memory or --rerun goes on" in str(verdict)
    false = make(ENGLISH, with_one_peg(ENGLISH, "d4"), certificate={"kind": "exhaustion"})
    verdict = verify_answer(false, budget=Budget(seconds=0.1))
    assert verdict.verdict == results(verdict)["impossible"] == "unconfirmed"
    assert "not settled within 0.1 s; --max-seconds or --rerun goes on" in str(verdict)


def test_certificates_end_where_the_budget_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate too large to check is neither proof nor lie."""
    monkeypatch.setattr(perfectplay.proof.budget, "STEPS_BETWEEN", 1)  # look at the clock at every step
    start, goal, weights = army()
    answers = [
        make(FRENCH, "any", certificate={"kind": "class", "sets": rule_of_three(FRENCH)}),
        make(start, goal, certificate={"kind": "weights", "functions": [weights]}),
        make(["o.o"], ["o.."], certificate={"kind": "tree", "goals": {"goal": {"weights": {"b1": "1", "c1": "-1"}}}}),
    ]
    for answer in answers:
        assert verify_answer(answer).accepted
        verdict = verify_answer(answer, budget=NO_TIME)
        assert verdict.verdict == results(verdict)["impossible"] == "unconfirmed"


def test_denominators_that_grow_without_end_are_given_up() -> None:
    """The sum of thousands of weights, each with a denominator of its own, would be a number of a million digits."""
    start = ["." * 26] * 200 + ["o" * 26]
    weights = {name_of((x, y)): f"1/{10**56 + 26 * y + x}" for x in range(26) for y in range(201)}
    goal = with_one_peg(start, "a1")
    for certificate in (
        {"kind": "weights", "functions": [weights]},
        {"kind": "tree", "goals": {"goal": {"weights": weights}}},
    ):
        answer = make(start, goal, certificate=certificate)
        for budget in (Budget(seconds=0.1), Budget(None, memory=1 << 20)):
            verdict = verify_answer(answer, budget=budget)
            assert verdict.verdict == results(verdict)["impossible"] == "unconfirmed"


@pytest.mark.parametrize("certificate", [{}, {"kind": None}, {"kind": "oracle"}, {"kind": ["count"]}, [], "count", 1])
def test_unknown_certificates_are_rejected(certificate: object) -> None:
    assert results(verify_answer(make(["oo."], ["ooo"], certificate=certificate)))["impossible"] == "rejected"


@pytest.mark.parametrize(
    ("positions", "expected"),
    [
        *((positions, "rejected") for positions in (None, True, 2.0, "2", [2], -1)),
        *((positions, "unconfirmed") for positions in (0, 1, 3, 10**30)),
        (2, "checked"),
    ],
)
def test_exhaustion_may_state_a_number_of_positions(positions: object, expected: str) -> None:
    """Release 0.1.0 stated how many its search looked at; only the full number can be confirmed."""
    certificate = {"kind": "exhaustion", "positions": positions}
    verdict = verify_answer(make(["oo."], ["o.."], certificate=certificate))
    assert results(verdict) == {"digest": "checked", "impossible": "checked", "positions": expected}
    assert verdict.verdict == {"checked": "accepted"}.get(expected, expected)
    assert verify_answer(make(["oo."], ["..o"], certificate=certificate)).verdict == "rejected"


@st.composite
def boards(draw: st.DrawFn) -> Board:
    width = draw(st.integers(1, 4))
    start = draw(st.lists(st.text("ooo. ", min_size=width, max_size=width), min_size=1, max_size=3))
    if not places(start, "o."):
        start[0] = "o" + start[0][1:]
    goal: list[str] | str = "any"
    if draw(st.booleans()):
        goal = ["".join(" " if letter == " " else draw(st.sampled_from("o...")) for letter in line) for line in start]
    return start, goal, draw(st.sampled_from(sorted(STEPS)))


@settings(max_examples=150, deadline=None)
@given(boards(), st.randoms(use_true_random=False))
def test_random_boards_agree_with_the_small_solver(board: Board, dice: random.Random) -> None:
    start, goal, lattice = board
    solution = solve(start, goal, lattice)
    exhausted = verify_answer(make(start, goal, lattice, certificate={"kind": "exhaustion"}))
    assert exhausted.verdict == ("accepted" if solution is None else "rejected")
    counted = verify_answer(make(start, goal, lattice, certificate={"kind": "count"}))
    assert counted.verdict == "rejected" or (counted.accepted and solution is None)
    if solution is not None:
        fields: Answer = {"jumps": sum(m.count("-") for m in solution), "moves": len(solution), "solution": solution}
        assert verify_answer(make(start, goal, lattice, **fields)).accepted
    holes = [name_of(place) for place in sorted(places(start, "o."))]
    for _ in range(5):
        sets = [[name for name in holes if dice.random() < 0.6] for _ in range(2)]
        weights = [{name: f"{dice.randint(-2, 3)}/{dice.randint(1, 2)}" for name in holes} for _ in range(2)]
        certificates: list[Answer] = [{"kind": "class", "sets": sets}, {"kind": "weights", "functions": weights}]
        for certificate in certificates:
            verdict = verify_answer(make(start, goal, lattice, certificate=certificate))
            is_proof = proves(start, goal, lattice, certificate)
            assert verdict.verdict == ("accepted" if is_proof else "rejected")
            assert not (is_proof and solution is not None)


def proves(start: list[str], goal: list[str] | str, lattice: str, certificate: Answer) -> bool:
    """Tell by the definitions, on coordinates, whether sets or weights refute every goal."""
    holes = places(start, "o.")
    pegs_at_start = places(start, "o")
    goals = [frozenset({hole}) for hole in holes] if isinstance(goal, str) else [places(goal, "o")]
    jumps = list(triples(holes, lattice))
    refuted: set[Position] = set()
    sets, functions = certificate.get("sets", []), certificate.get("functions", [])
    assert isinstance(sets, list)
    assert isinstance(functions, list)
    for names in sets:
        members = {place for place in holes if name_of(place) in names}
        if any(sum(place in members for place in jump) % 2 for jump in jumps):
            return False
        refuted |= {g for g in goals if len(g & members) % 2 != len(pegs_at_start & members) % 2}
    for function in functions:
        weights = {place: Fraction(function.get(name_of(place), "0")) for place in holes}
        if any(weights[source] + weights[over] < weights[target] for source, over, target in jumps):
            return False
        total = sum(weights[place] for place in pegs_at_start)
        refuted |= {g for g in goals if total < sum(weights[place] for place in g)}
    return refuted >= set(goals)


def test_mutated_certificates_are_accepted_only_if_they_still_are_proofs() -> None:
    dice = random.Random(1964)
    start, goal, weights = army()
    sets = rule_of_three(FRENCH)
    outcomes = set()
    for _ in range(150):
        changed = dict(weights)
        for name in dice.sample(sorted(changed), dice.randint(1, 2)):
            value = Fraction(str(changed[name])) + Fraction(dice.randint(-3, 3), dice.randint(1, 9))
            changed[name] = str(value)
        certificate: Answer = {"kind": "weights", "functions": [changed]}
        verdict = verify_answer(make(start, goal, certificate=certificate))
        assert verdict.verdict == ("accepted" if proves(start, goal, "square", certificate) else "rejected")
        outcomes.add(verdict.accepted)
        mutated = [list(names) for names in sets]
        if dice.random() < 0.5:
            mutated = dice.sample(mutated, dice.randint(1, 5))
        else:
            victim = dice.choice(mutated)
            victim.remove(dice.choice(victim))
        certificate = {"kind": "class", "sets": mutated}
        verdict = verify_answer(make(FRENCH, "any", certificate=certificate))
        assert verdict.verdict == ("accepted" if proves(FRENCH, "any", "square", certificate) else "rejected")
        outcomes.add(verdict.accepted)
    assert outcomes == {True, False}


# The digest, and texts of every kind


def layouts(answer: Answer) -> list[str]:
    odd = answer | {"stats": {"seconds": 1e-05, "note": "été \ud800"}}
    return [
        json.dumps(answer),
        json.dumps(answer, indent=2) + "\n",
        json.dumps(seal(odd), separators=(",", ":"), sort_keys=True),
    ]


def test_every_changed_character_is_rejected() -> None:
    dice = random.Random(1912)
    for answer in (
        make(["oo.o."], ["....o"], optimal=True, jumps=2, moves=1, solution=["a1-c1-e1"]),
        make(["o.o"], ["o.."], certificate={"kind": "weights", "functions": [{"b1": "1", "c1": "-1"}]}),
    ):
        for text in layouts(answer):
            assert verify_text(text).accepted
            for index, letter in enumerate(text):
                letters = {" ", "\n", "\t", "0", letter.swapcase(), chr(ord(letter) ^ 1), dice.choice(string.printable)}
                changed = [text[:index] + other + text[index + 1 :] for other in letters - {letter}]
                changed.append(text[:index] + " " + text[index:])
                if index < len(text) - 1:  # the newline at the end may be missing
                    changed.append(text[:index] + text[index + 1 :])
                for altered in changed:
                    if altered != text:
                        assert verdict_on(altered) in ("rejected", "unreadable"), (index, altered)


def verdict_on(text: str) -> str:
    """Return the verdict on a text, or that it cannot be read; whatever is said is plain ASCII, a line a claim."""
    try:
        verdict = verify_text(text, budget=Budget(seconds=1.0))
    except InputError as error:
        said, found, lines = str(error), "unreadable", 1
    else:
        said, found, lines = str(verdict), verdict.verdict, len(verdict.claims)
    assert len(said.splitlines()) == lines
    assert said.isascii()
    return found


def test_a_key_given_twice_is_rejected() -> None:
    text = json.dumps(make(["oo."], ["..o"], jumps=1, moves=1, solution=["a1-c1"]))
    assert verify_text(text).accepted
    verdict = verify_text('{"status": "impossible", ' + text[1:])
    assert results(verdict) == {"digest": "rejected"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "NaN",
        "{}",
        "\ufeff{}",
        '{"digest": 5}',
        "[" * 100_000,
        '{"a":' * 100_000,
        "[" * 900 + "]" * 900,
        '{"digest": "", "a": ' + "[" * 900 + "]" * 900 + "}",
        '{"digest": "sha256:00", "jumps": ' + "9" * 10_000 + "}",
        '{"digest": "sha256:00", "jumps": 1e400}',
        '{"digest": "sha256:00", "jumps": -Infinity}',
        '{"digest": "sha256:00", "jumps": NaN}',
        '{"digest": "' + "0" * (1 << 25) + '"}',
    ],
    ids=lambda text: text[:40],
)
def test_unreadable_texts(text: str) -> None:
    assert verdict_on(text) in ("rejected", "unreadable")


def test_values_that_are_not_json() -> None:
    circle: Answer = {"digest": ""}
    circle["self"] = circle
    deep: object = []
    for _ in range(sys.getrecursionlimit() * 2):
        deep = [deep]
    for value in (circle, deep, {1}, float("nan"), 10**5000, {1: 2, "1": 2}):
        with pytest.raises(InputError):
            verify_answer({"digest": "", "value": value})
    almost = make(["oo."], ["..o"], jumps=1, moves=1, solution=("a1-c1",))
    assert verify_answer(almost).accepted  # a tuple is a list once it is written


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("start", value) for value in ([], ["   "], "oo.", ["ox."], ["oo\t"], [1])),
        *(("goal", value) for value in (["..o."], ["..x"], "one", None, [])),
        *(("lattice", value) for value in ("round", None, ["square"])),
        ("family", 5),
    ],
)
def test_unreadable_problems(field: str, value: object) -> None:
    answer = make(["oo."], ["..o"], jumps=1, moves=1, solution=["a1-c1"])
    problem = answer["problem"]
    assert isinstance(problem, dict)
    for changed in (problem | {field: value}, {name: old for name, old in problem.items() if name != field}):
        with pytest.raises(InputError):
            verify_answer(seal(answer | {"problem": changed}))


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["a1-c1", "any", "1/2"]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["kind", "sets", "a1"]), inner),
    max_leaves=8,
)


@settings(max_examples=120, deadline=None)
@given(JSON_VALUES | st.text())
def test_any_json_gives_a_verdict_or_an_input_error(value: object) -> None:
    verdict_on(json.dumps(value))
    verdict_on(str(value))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_value_in_any_field_gives_a_verdict_or_an_input_error(data: st.DataObject) -> None:
    answer = data.draw(
        st.sampled_from(
            [
                make(["oo.o."], ["....o"], optimal=True, jumps=2, moves=1, solution=["a1-c1-e1"]),
                make(["o.o"], "any", certificate={"kind": "weights", "functions": [{"b1": "1"}]}),
                make(["o.o"], "any", certificate={"kind": "class", "sets": [["a1", "b1"]]}),
                make(["o.o"], "any", certificate={"kind": "exhaustion", "positions": 1}),
                make(["o.o"], "any", status="unknown", limit="time"),
            ]
        )
    )
    put_anything_anywhere(answer, data)


def put_anything_anywhere(answer: Answer, data: st.DataObject) -> None:
    """Change one field of an answer, at any depth, to any value, and let the checker read it sealed and unsealed."""
    answer = json.loads(json.dumps(answer))
    inner: object = answer
    while isinstance(inner, dict | list) and inner:
        keys = sorted(inner) if isinstance(inner, dict) else range(len(inner))
        key = data.draw(st.sampled_from(keys))
        if not inner[key] or not isinstance(inner[key], dict | list) or data.draw(st.booleans()):
            inner[key] = data.draw(JSON_VALUES)
            break
        inner = inner[key]
    for text in (json.dumps(answer), json.dumps(seal(answer))):
        verdict_on(text)


# Games of one's own


class Countdown:
    """Take two or three from a number until the goal is left; the checker may only ask about what it was told."""

    def __init__(self, start: str, goal: str) -> None:
        self.start = start
        self.goal = goal

    def successors(self, position_text: str, /) -> Sequence[str]:
        return [str(int(position_text) - step) for step in (2, 3) if int(position_text) >= step]

    def is_goal(self, position_text: str, /) -> bool:
        return str(int(position_text)) == self.goal

    def cost(self, position_text: str, successor_text: str, /) -> int:
        return 1 if int(position_text) - int(successor_text) == 2 else 4


class Circle(Countdown):
    """Five places in a ring: a puzzle that can go round for ever."""

    def successors(self, position_text: str, /) -> Sequence[str]:
        return [str((int(position_text) + step) % 5) for step in (1, 4)]


def game(**fields: Any) -> Answer:
    problem: Answer = {"spec": "./countdown.py:7", "family": "game", "source": "0" * 64, "start": "7"}
    problem |= {"start": fields.pop("start")} if "start" in fields else {}
    return answer_to(problem, **{"status": "solved", "objective": "moves"} | fields)


def by_rules(answer: Answer, rules: Countdown, budget: Budget | None = None) -> Verdict:
    return verify_answer(answer, make_replay=lambda _: rules, budget=budget)


@pytest.mark.parametrize(
    ("solution", "moves", "wrong"),
    [
        (["4", "1"], 2, None),
        (["5", "3", "1"], 3, "optimal"),
        (["4", "2"], 2, "solution"),
        (["3", "1"], 2, "solution"),
        ([], 0, "solution"),
        (["4", "1"], 3, "moves"),
        (["4", "1"], None, "moves"),
        (["4", "one"], 2, "solution"),
        (["4", 1], 2, "solution"),
        ("41", 2, "solution"),
        (None, None, "solution"),
    ],
)
def test_a_game_is_replayed_by_the_rules_it_comes_with(solution: object, moves: object, wrong: str | None) -> None:
    answer = game(solution=solution, moves=moves, jumps=moves, optimal=True)
    verdict = by_rules(answer, Countdown("7", "1"))
    assert verdict.accepted if wrong is None else results(verdict)[wrong] == "rejected"
    if wrong in (None, "optimal"):
        later = by_rules(answer, Countdown("7", "1"), NO_MEMORY)
        assert later.verdict == results(later)["optimal"] == "unconfirmed"
        assert by_rules(seal(answer | {"optimal": False}), Countdown("7", "1"), NO_MEMORY).accepted
    unruled = verify_answer(answer)
    assert unruled.verdict == "unconfirmed"
    assert results(unruled) == {"digest": "checked", "rules": "unconfirmed"}


def test_a_game_may_be_played_for_the_least_cost() -> None:
    """By twos it costs 3, by threes 8: the shorter way is the dearer one."""
    cheap: Answer = {"objective": "cost", "optimal": True, "solution": ["5", "3", "1"]}
    cheap |= {"moves": 3, "jumps": 3, "cost": 3}
    verdict = by_rules(game(**cheap), Countdown("7", "1"))
    names = ["digest", "rules", "solution", "moves", "jumps", "cost", "optimal"]
    assert results(verdict) == dict.fromkeys(names, "checked")
    dear = cheap | {"solution": ["4", "1"], "moves": 2, "jumps": 2, "cost": 8}
    verdict = by_rules(game(**dear), Countdown("7", "1"))
    assert (results(verdict)["cost"], results(verdict)["optimal"]) == ("checked", "rejected")
    assert "a way of 3 exists" in str(verdict)
    assert by_rules(game(**dear | {"optimal": False}), Countdown("7", "1")).accepted
    for cost in (2, 4, None):
        assert results(by_rules(game(**cheap | {"cost": cost}), Countdown("7", "1")))["cost"] == "rejected"
    counted = by_rules(game(**dear | {"objective": "moves"}), Countdown("7", "1"))
    assert results(counted)["cost"] == "rejected"  # a field that nobody looks at
    other = by_rules(game(**cheap | {"objective": "jumps"}), Countdown("7", "1"))
    assert results(other)["objective"] == "rejected"


def test_the_rules_are_those_that_the_caller_takes_for_the_right_ones() -> None:
    answer = game(solution=["4", "1"], moves=2, jumps=2)
    asked: list[Record] = []

    def refuse(problem: Record) -> Countdown:
        asked.append(problem)
        raise Rejected("not the file this answer was made with")

    verdict = verify_answer(answer, make_replay=refuse)
    assert results(verdict) == {"digest": "checked", "rules": "rejected"}
    assert asked == [answer["problem"]]
    assert results(verify_answer(answer | {"moves": 3}, make_replay=refuse)) == {"digest": "rejected"}
    assert len(asked) == 1  # a program is asked for only if nothing was altered
    elsewhere = by_rules(game(start="9", solution=["4", "1"], moves=2, jumps=2), Countdown("7", "1"))
    assert results(elsewhere)["start"] == "rejected"


def test_a_game_without_a_way_is_enumerated_again() -> None:
    answer = game(status="impossible", certificate={"kind": "exhaustion"})
    assert by_rules(answer, Countdown("7", "6")).accepted
    assert results(by_rules(answer, Countdown("7", "1")))["impossible"] == "rejected"
    assert results(verify_answer(answer)) == {"digest": "checked", "rules": "unconfirmed"}
    counted = by_rules(seal(answer | {"certificate": {"kind": "count"}}), Countdown("7", "6"))
    assert results(counted)["impossible"] == "rejected"
    elsewhere = game(start="9", status="impossible", certificate={"kind": "exhaustion"})
    assert results(by_rules(elsewhere, Countdown("7", "6")))["start"] == "rejected"
    verdict = by_rules(answer, Countdown("7", "6"), Budget(memory=2000))
    assert verdict.verdict == results(verdict)["impossible"] == "unconfirmed"
    assert by_rules(answer, Countdown("7", "6"), NO_LIMITS).accepted


def test_a_game_may_go_round_in_circles() -> None:
    impossible = game(start="0", status="impossible", certificate={"kind": "exhaustion", "positions": 5})
    verdict = by_rules(impossible, Circle("0", "6"))
    assert verdict.accepted
    assert "5 positions" in str(verdict)
    round_about = game(start="0", solution=["1", "2", "3"], moves=3, jumps=3, optimal=True)
    assert results(by_rules(round_about, Circle("0", "3")))["optimal"] == "rejected"
    assert by_rules(seal(round_about | {"optimal": False}), Circle("0", "3")).accepted


def test_the_checker_shares_no_code_with_the_solvers() -> None:
    files = sorted(Path(perfectplay.proof.__file__).parent.glob("*.py"))
    assert files
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0
                names = [node.module or ""]
            for name in names:
                own = name == "perfectplay.base.errors" or name.startswith("perfectplay.proof.")
                assert own or name.split(".")[0] in sys.stdlib_module_names, f"{file.name} imports {name}"
