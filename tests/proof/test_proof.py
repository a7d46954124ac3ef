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

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import perfectplay.proof
from perfectplay.base.errors import InputError
from perfectplay.proof import Verdict, pegs, verify_answer, verify_text
from perfectplay.proof.board import read_problem
from perfectplay.proof.enumeration import levels

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


def seal(answer: Answer) -> Answer:
    """Return the answer with its digest, computed as the format's description says."""
    unsealed = {key: value for key, value in answer.items() if key != "digest"}
    text = json.dumps(unsealed, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return unsealed | {"digest": "sha256:" + hashlib.sha256(text.encode()).hexdigest()}


def make(start: list[str], goal: object, lattice: object = "square", **fields: object) -> Answer:
    """Return a sealed answer to a peg problem: impossible unless a field says otherwise."""
    problem = {"spec": "pegs/@board.txt", "family": "pegs", "lattice": lattice, "start": start, "goal": goal}
    answer: Answer = {"problem": problem, "status": "impossible", "objective": "jumps", "optimal": False}
    answer |= {"jumps": None, "moves": None, "solution": None, "certificate": None, "limit": None}
    answer |= {"version": "0.1.0", "stats": {"generated": 12, "pruned": {"class": 3}, "seconds": 0.25}}
    if "certificate" not in fields and fields.get("status") != "unknown":
        answer |= {"status": "solved"}
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
    verdict = verify_answer(answer)
    assert verdict.accepted
    expected = {"digest": "checked", "solution": "checked", "jumps": "checked", "moves": "checked"}
    assert results(verdict) == expected | {"optimal": "re-run needed"}
    assert len(str(verdict).splitlines()) == 5
    assert verify_answer(make(ENGLISH, "any", optimal=True, jumps=31, moves=18, solution=BERGHOLT)).accepted


@pytest.mark.parametrize("change", range(len(BERGHOLT)))
def test_a_solution_with_a_move_left_out_or_twice_is_rejected(change: int) -> None:
    goal = with_one_peg(ENGLISH, "d4")
    for solution in (BERGHOLT[:change] + BERGHOLT[change + 1 :], BERGHOLT[: change + 1] + BERGHOLT[change:]):
        assert not verify_answer(make(ENGLISH, goal, jumps=31, moves=18, solution=solution)).accepted


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
    ("jumps", "moves", "solution", "accepted"),
    [
        (2, 1, ["a1-c1-e1"], True),
        (2, 1, ["a1-c1", "c1-e1"], True),  # the same peg goes on: one move
        (2, 2, ["a1-c1", "c1-e1"], False),
        (1, 1, ["a1-c1-e1"], False),
        (3, 1, ["a1-c1-e1"], False),
        (2, None, ["a1-c1-e1"], True),  # the objective is jumps: moves need not be stated
        (None, 1, ["a1-c1-e1"], False),
        (10**300, 1, ["a1-c1-e1"], False),
        (-2, 1, ["a1-c1-e1"], False),
    ],
)
def test_figures_are_those_of_the_solution(jumps: object, moves: object, solution: object, accepted: bool) -> None:
    answer = make(["oo.o."], ["....o"], optimal=True, jumps=jumps, moves=moves, solution=solution)
    assert verify_answer(answer).accepted is accepted


def test_solved_and_impossible_exclude_each_other() -> None:
    solved = make(["oo."], ["..o"], jumps=1, moves=1, solution=["a1-c1"])
    assert verify_answer(solved).accepted
    for changed in ({"certificate": {"kind": "count"}}, {"status": "impossible"}):
        assert not verify_answer(seal(solved | changed)).accepted
    impossible = make(["oo."], ["ooo"], certificate={"kind": "count"})
    assert verify_answer(impossible).accepted
    for field, value in (("solution", []), ("jumps", 0), ("moves", 1), ("certificate", None), ("objective", "pegs")):
        assert not verify_answer(seal(impossible | {field: value})).accepted


def test_a_start_that_is_the_goal_needs_no_moves() -> None:
    assert verify_answer(make(["o.o"], ["o.o"], optimal=True, jumps=0, moves=0, solution=[])).accepted
    assert verify_answer(make([".o."], "any", optimal=True, jumps=0, moves=0, solution=[])).accepted
    assert not verify_answer(make(["..."], "any", optimal=True, jumps=0, moves=0, solution=[])).accepted


def test_unknown_claims_nothing_but_its_digest() -> None:
    answer = make(["oo."], "any", status="unknown", limit="time")
    assert results(verify_answer(answer)) == {"digest": "checked"}


# Other lattices, names and known answers


@pytest.mark.parametrize(("lattice", "accepted"), [("triangle", 6), ("square", 4), ("diagonal", 8), ("skew", 4)])
def test_each_lattice_has_its_directions(lattice: str, accepted: int) -> None:
    start = [".....", ".ooo.", ".ooo.", ".ooo.", "....."]
    targets = ["a1", "c1", "e1", "a3", "e3", "a5", "c5", "e5"]
    fields = {"objective": "pegs", "jumps": 1, "moves": 1, "pegs": 8}
    verdicts = [verify_answer(make(start, "any", lattice, solution=[f"c3-{to}"], **fields)) for to in targets]
    assert sum(verdict.accepted for verdict in verdicts) == accepted
    rising = verdicts[targets.index("e1")].accepted
    assert rising is (lattice in ("diagonal", "skew"))


def test_columns_go_on_after_z() -> None:
    start = ["." * 25 + "oo."]
    assert verify_answer(make(start, "any", jumps=1, moves=1, solution=["z1-ab1"])).accepted
    assert not verify_answer(make(start, "any", jumps=1, moves=1, solution=["z1-bb1"])).accepted


def test_levels_of_the_english_board_agree_with_the_published_table() -> None:
    def turned(position: Position) -> list[Position]:
        kinds = [position, frozenset((6 - x, y) for x, y in position)]
        for _ in range(3):
            kinds += [frozenset((6 - y, x) for x, y in kind) for kind in kinds[-2:]]
        return kinds

    problem = read_problem(make(ENGLISH, "any"))
    order = sorted(places(ENGLISH, "o."), key=lambda place: (place[1], place[0]))
    counts = []
    for _, level in zip(range(7), levels(problem, cap=None), strict=False):
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
            claim: Answer = {"certificate": {"kind": "exhaustion", "positions": 7}}
            exhausted = verify_answer(make(start, goal, "triangle", **claim))
            assert exhausted.accepted is (jumps is None)
            if jumps is not None:
                moves = joined(jumps)
                fields = {"optimal": True, "jumps": 13, "moves": len(moves), "solution": moves}
                assert verify_answer(make(start, goal, "triangle", **fields)).accepted
                origin = (ord(vacant[0]) - ord("a"), int(vacant[1]) - 1)
                solvable.add(min(zip(turned(origin), turned(place), strict=True)))
    assert len(solvable) == 12


def test_fewest_moves_are_searched_again_when_asked() -> None:
    start = with_vacancy(TRIANGLE[:4], "a2")
    five = ["a4-a2", "a1-a3", "c4-a4-a2", "c3-a3-a1-c3", "d4-b2"]  # the fewest on side 4: A127500
    six = ["a4-a2", "a1-a3", "c3-a1", "c4-a4-a2", "a1-a3-c3", "d4-b2"]
    for solution, again in ((five, "checked"), (six, "rejected")):
        fields: Answer = {"optimal": True, "jumps": 8, "moves": len(solution), "solution": solution}
        answer = make(start, with_one_peg(start, "b2"), "triangle", objective="moves", **fields)
        assert verify_answer(answer).accepted
        assert results(verify_answer(answer))["optimal"] == "re-run needed"
        assert results(verify_answer(answer, rerun=True))["optimal"] == again
        not_the_fewest = verify_answer(seal(answer | {"optimal": False}), rerun=True)
        assert not_the_fewest.accepted
        assert "optimal" not in results(not_the_fewest)


def test_the_a1_and_a3_games_of_the_side_5_triangle_take_10_and_9_moves() -> None:
    for vacant, fewest in (("a1", 10), ("a3", 9)):
        start, goal = with_vacancy(TRIANGLE, vacant), with_one_peg(TRIANGLE, vacant)
        assert perfectplay.proof.enumeration.fewest_moves(read_problem(make(start, goal, "triangle"))) == fewest


def test_fewest_pegs_are_checked_where_one_remains_and_searched_again_when_asked() -> None:
    fields: Answer = {"objective": "pegs", "optimal": True, "jumps": 1, "moves": 1, "solution": ["a1-c1"]}
    assert results(verify_answer(make(["oo."], "any", **fields, pegs=1)))["optimal"] == "checked"
    assert not verify_answer(make(["oo."], "any", **fields, pegs=2)).accepted
    assert not verify_answer(make(["oo."], "any", **fields)).accepted
    stuck = make(["oo.oo"], "any", **fields, pegs=3)
    assert results(verify_answer(stuck))["optimal"] == "re-run needed"
    assert not verify_answer(stuck, rerun=True).accepted
    fewest = make(["oo.oo"], "any", **fields | {"jumps": 2, "moves": 2, "solution": ["a1-c1", "d1-b1"], "pegs": 2})
    assert results(verify_answer(fewest))["optimal"] == "re-run needed"
    assert results(verify_answer(fewest, rerun=True))["optimal"] == "checked"


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
    assert verify_answer(make(start, goal, certificate={"kind": "count"})).accepted is accepted


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
        assert not verify_answer(make(FRENCH, "any", certificate={"kind": "class", "sets": data})).accepted
    assert not verify_answer(make(FRENCH, "any", certificate={"kind": "class"})).accepted
    assert not verify_answer(make(ENGLISH, "any", certificate={"kind": "class", "sets": sets})).accepted
    english = {"kind": "class", "sets": rule_of_three(ENGLISH)}
    assert not verify_answer(make(ENGLISH, "any", certificate=english)).accepted
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
        return verify_answer(make(start, goal, certificate={"kind": "weights", "functions": functions})).accepted

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
    assert not verify_answer(
        make(start[1:], goal[1:], certificate={"kind": "weights", "functions": [dict(list(weights.items())[7:])]})
    ).accepted


def test_one_peg_anywhere_needs_a_weight_function_for_every_hole() -> None:
    left, right = {"b1": "1", "c1": "-1"}, {"a1": "-1", "b1": "1"}
    for functions, accepted in (([left, right], True), ([left], False), ([right], False)):
        certificate = {"kind": "weights", "functions": functions}
        assert verify_answer(make(["o.o"], "any", certificate=certificate)).accepted is accepted


def test_exhaustion_has_a_cap_that_a_rerun_lifts(monkeypatch: pytest.MonkeyPatch) -> None:
    start = ["ooooo", "oo.oo", "ooooo"]
    assert len(ways(places(start, "o."), "square", places(start, "o"))) == 5
    answer = make(start, "any", certificate={"kind": "exhaustion", "positions": 0})
    for cap, expected in ((5, "checked"), (4, "re-run needed")):
        monkeypatch.setattr(pegs, "MOST_POSITIONS", cap)
        verdict = verify_answer(answer)
        assert verdict.accepted
        assert results(verdict)["impossible"] == expected
        assert results(verify_answer(answer, rerun=True))["impossible"] == "checked"


@pytest.mark.parametrize("certificate", [{}, {"kind": None}, {"kind": "oracle"}, {"kind": ["count"]}, [], "count", 1])
def test_unknown_certificates_are_rejected(certificate: object) -> None:
    assert not verify_answer(make(["oo."], ["ooo"], certificate=certificate)).accepted


@pytest.mark.parametrize("positions", [None, True, 3.0, "3", [3]])
def test_exhaustion_states_a_number_of_positions(positions: object) -> None:
    certificate = {"kind": "exhaustion", "positions": positions}
    assert not verify_answer(make(["oo."], ["o.."], certificate=certificate)).accepted
    assert verify_answer(make(["oo."], ["o.."], certificate=certificate | {"positions": 10**30})).accepted


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
    for kind in ({"kind": "exhaustion", "positions": 1}, {"kind": "count"}):
        verdict = verify_answer(make(start, goal, lattice, certificate=kind))
        assert not (verdict.accepted and solution is not None)
        assert verdict.accepted or kind["kind"] == "count" or solution is not None
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
            assert verdict.accepted is proves(start, goal, lattice, certificate)
            assert not (verdict.accepted and solution is not None)


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
        assert verdict.accepted is proves(start, goal, "square", certificate)
        outcomes.add(verdict.accepted)
        mutated = [list(names) for names in sets]
        if dice.random() < 0.5:
            mutated = dice.sample(mutated, dice.randint(1, 5))
        else:
            victim = dice.choice(mutated)
            victim.remove(dice.choice(victim))
        certificate = {"kind": "class", "sets": mutated}
        verdict = verify_answer(make(FRENCH, "any", certificate=certificate))
        assert verdict.accepted is proves(FRENCH, "any", "square", certificate)
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
                        assert not is_accepted(altered), (index, altered)


def is_accepted(text: str) -> bool:
    try:
        verdict = verify_text(text)
    except InputError as error:
        said, accepted, lines = str(error), False, 1
    else:
        said, accepted, lines = str(verdict), verdict.accepted, len(verdict.claims)
    assert len(said.splitlines()) == lines
    assert said.isascii()
    return accepted


def test_a_key_given_twice_is_rejected() -> None:
    text = json.dumps(make(["oo."], ["..o"], jumps=1, moves=1, solution=["a1-c1"]))
    assert verify_text(text).accepted
    assert not verify_text('{"status": "impossible", ' + text[1:]).accepted


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
    ],
)
def test_unreadable_texts(text: str) -> None:
    assert not is_accepted(text)


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


@settings(max_examples=300, deadline=None)
@given(JSON_VALUES | st.text())
def test_any_json_gives_a_verdict_or_an_input_error(value: object) -> None:
    is_accepted(json.dumps(value))
    is_accepted(str(value))


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_any_value_in_any_field_gives_a_verdict_or_an_input_error(data: st.DataObject) -> None:
    answer = data.draw(
        st.sampled_from(
            [
                make(["oo.o."], ["....o"], optimal=True, jumps=2, moves=1, solution=["a1-c1-e1"]),
                make(["o.o"], "any", certificate={"kind": "weights", "functions": [{"b1": "1"}]}),
                make(["o.o"], "any", certificate={"kind": "class", "sets": [["a1", "b1"]]}),
                make(["o.o"], "any", certificate={"kind": "exhaustion", "positions": 1}),
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
        is_accepted(text)


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


class Circle(Countdown):
    """Five places in a ring: a puzzle that can go round for ever."""

    def successors(self, position_text: str, /) -> Sequence[str]:
        return [str((int(position_text) + step) % 5) for step in (1, 4)]


def game(**fields: object) -> Answer:
    answer = make([], "any", status="solved", objective="moves", **fields)
    return seal(answer | {"problem": {"spec": "./countdown.py:7", "family": "game"}})


@pytest.mark.parametrize(
    ("solution", "moves", "accepted"),
    [
        (["4", "1"], 2, True),
        (["5", "3", "1"], 3, True),
        (["4", "2"], 2, False),
        (["3", "1"], 2, False),
        ([], 0, False),
        (["4", "1"], 3, False),
        (["4", "1"], None, False),
        (["4", "one"], 2, False),
        (["4", 1], 2, False),
        ("41", 2, False),
        (None, None, False),
    ],
)
def test_a_game_is_replayed_by_the_rules_it_comes_with(solution: object, moves: object, accepted: bool) -> None:
    answer = game(solution=solution, moves=moves, optimal=True)
    verdict = verify_answer(answer, make_replay=lambda: Countdown("7", "1"))
    assert verdict.accepted is accepted
    if accepted:
        assert results(verdict)["optimal"] == "re-run needed"
        assert verify_answer(answer, make_replay=lambda: Countdown("7", "1"), rerun=True).accepted is (moves == 2)
    assert results(verify_answer(answer))["family"] == "rejected"


def test_a_game_without_a_way_is_enumerated_again(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = seal(game(certificate={"kind": "exhaustion", "positions": 3}) | {"status": "impossible"})
    assert results(verify_answer(answer, make_replay=lambda: Countdown("7", "6")))["impossible"] == "checked"
    assert results(verify_answer(answer, make_replay=lambda: Countdown("7", "1")))["impossible"] == "rejected"
    assert results(verify_answer(answer))["family"] == "rejected"
    counted = seal(answer | {"certificate": {"kind": "count", "positions": 3}})
    assert not verify_answer(counted, make_replay=lambda: Countdown("7", "6")).accepted
    other_start = {"spec": "./countdown.py:7", "family": "game", "start": "9"}
    assert not verify_answer(seal(answer | {"problem": other_start}), make_replay=lambda: Countdown("7", "6")).accepted
    monkeypatch.setattr(perfectplay.proof.game, "MOST_POSITIONS", 2)
    assert results(verify_answer(answer, make_replay=lambda: Countdown("7", "6")))["impossible"] == "re-run needed"
    assert (
        results(verify_answer(answer, make_replay=lambda: Countdown("7", "6"), rerun=True))["impossible"] == "checked"
    )


def test_a_game_may_go_round_in_circles() -> None:
    impossible = seal(game(certificate={"kind": "exhaustion", "positions": 5}) | {"status": "impossible"})
    assert "5 positions" in str(verify_answer(impossible, make_replay=lambda: Circle("0", "6")))
    round_about = game(solution=["1", "2", "3"], moves=3, optimal=True)
    assert verify_answer(round_about, make_replay=lambda: Circle("0", "3")).accepted
    assert not verify_answer(round_about, make_replay=lambda: Circle("0", "3"), rerun=True).accepted


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
