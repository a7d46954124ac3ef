"""The checker on armies: right answers pass, wrong ones do not, and nothing that is fed to it makes it stumble.

The ground truth is a small search written here, on sets of coordinates, that shares nothing with the checker.
"""

import random
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.base.errors import InputError
from perfectplay.proof import Budget, verify_answer
from perfectplay.proof.field import Field
from perfectplay.proof.half_plane import fewest_jumps
from perfectplay.proof.verdict import Unconfirmed
from tests.proof.test_proof import (
    NO_LIMITS,
    NO_MEMORY,
    STEPS,
    Answer,
    Place,
    Position,
    answer_to,
    joined,
    name_of,
    put_anything_anywhere,
    results,
    seal,
    triples,
)

COLUMN = [".", "o", "o"]
LEVEL_2 = ["d2-d4", "b3-d3-d5"]


def problem_of(start: list[str], target: object, lattice: str = "square") -> Answer:
    return {"spec": "army/@a.txt", "family": "army", "lattice": lattice, "start": start, "target": target}


def half_plane(level: object, lattice: str = "square", width: object = 7, depth: object = 3) -> Answer:
    window = {"width": width, "depth": depth, "column": 3}
    return {"spec": "army/half-plane", "family": "army", "lattice": lattice, "level": level, "window": window}


def solved(problem: Answer, solution: object, **fields: object) -> Answer:
    """Return a sealed answer with the figures of its solution, counted from its text and the drawing."""
    chains = solution if isinstance(solution, list) and all(isinstance(text, str) for text in solution) else []
    jumps = sum(text.count("-") for text in chains)
    figures: Answer = {"jumps": jumps, "moves": len(joined_chains(chains)), "men": jumps + 1, "solution": solution}
    if isinstance(start := problem.get("start"), list):
        figures["unused_men"] = "".join(map(str, start)).count("o") - jumps - 1
    return answer_to(problem, **{"status": "solved", "objective": "men"} | figures | fields)


def joined_chains(chains: list[str]) -> list[str]:
    """Return moves with those joined that one man makes in a row."""
    jumps = [f"{source}-{end}" for chain in chains for source, end in pairwise(chain.split("-"))]
    return joined(jumps)


def refuted(problem: Answer, certificate: object, **fields: object) -> Answer:
    return answer_to(problem, **{"objective": "men", "certificate": certificate} | fields)


# The small search: positions are sets of (column, row from the bottom).


def men_of(start: list[str], letters: str = "o") -> Position:
    rows = enumerate(reversed(start))
    return frozenset((x, y) for y, line in rows for x, letter in enumerate(line) if letter in letters)


def upward_triples(cells: Position, lattice: str) -> list[tuple[Place, Place, Place]]:
    """Return all jumps; a mirror turns rows from the bottom into rows from the top."""
    mirrored = frozenset((x, -y) for x, y in cells)
    return [((a, -b), (c, -d), (e, -f)) for (a, b), (c, d), (e, f) in triples(mirrored, lattice)]


def shortest(start: list[str], target: Place, lattice: str) -> list[str] | None:
    """Return the jumps of a shortest solution, breadth first, or None if there is none."""
    jumps = upward_triples(men_of(start, "o."), lattice)
    ways: dict[Position, list[str]] = {men_of(start): []}
    while ways:
        following: dict[Position, list[str]] = {}
        for position, way in ways.items():
            if target in position:
                return way
            for source, over, end in jumps:
                if source in position and over in position and end not in position:
                    after = position - {source, over} | {end}
                    following.setdefault(after, [*way, f"{name_of(source)}-{name_of(end)}"])
        ways = following
    return None


# Solutions


def test_a_solved_answer_with_all_its_claims() -> None:
    leaf = {"weights": {"a3": "1"}, "scale": "1"}
    fields = {"optimal": True, "certificate": {"kind": "bound", "tree": leaf}}
    verdict = verify_answer(solved(problem_of(COLUMN, "a3"), ["a1-a3"], **fields))
    names = ["digest", "solution", "clean", "jumps", "moves", "men", "unused_men", "optimal"]
    assert results(verdict) == dict.fromkeys(names, "checked")
    plane = {"optimal": True, "certificate": {"kind": "bound", "tree": {"weights": {"d4": "2/3"}, "scale": "2/3"}}}
    verdict = verify_answer(solved(half_plane(1), ["d2-d4"], **plane))
    assert results(verdict) == dict.fromkeys([name for name in names if name != "unused_men"], "checked")


@pytest.mark.parametrize(
    ("solution", "finding"),
    [
        ([], "no man stands on the target after its 0 jumps"),
        (["b1-b3"], "no man stands on the target after its 1 jump"),
        (["a1-a4"], "no jump of this board"),
        (["a1-a5"], "no cell"),
        (["a1-a2"], "no jump of this board"),
        (["a1-a1"], "no jump of this board"),
        (["a1-c3"], "no jump of this board"),
        (["b1-b3", "b1-b3"], "no man at b1"),
        (["c1-c3"], "no man to jump over at c2"),
        (["a1-c1"], "c1 is not empty"),
        (["a1-a3", "b1-b3"], "it goes on although a man stands on the target"),
        (["a1-a3-a1"], "it goes on although a man stands on the target"),
        (["a1"], "such as d2-d4"),
        (["a1-"], "no cell"),
        (["a1-a03"], "no cell"),
        (["A1-A3"], "no cell"),
        (["a1-a\u0663"], "no cell"),
        (["a1-a3\n"], "no cell"),
        (["a1-a" + "3" * 10_000], "no cell"),
        ([["a1", "a3"]], "a list"),
        ([None], "null"),
        ("a1-a3", "a list of moves"),
        (None, "null"),
    ],
)
def test_a_wrong_solution_is_rejected_with_the_reason(solution: object, finding: str) -> None:
    problem = problem_of(["...", "...", "oo.", "ooo"], "a3")
    assert verify_answer(solved(problem, ["a1-a3"])).accepted
    verdict = verify_answer(solved(problem, solution))
    assert results(verdict)["solution"] == "rejected"
    assert finding in str(verdict)
    assert str(verdict).isascii()


def test_rows_count_from_the_bottom_and_blanks_are_no_cells() -> None:
    board = ["", " .", " o", "oo"]
    for lines in (board, [*board, "", "  "]):  # row 1 is the lowest that has a cell, as where the drawing is solved
        assert verify_answer(solved(problem_of(lines, "b3"), ["b1-b3"])).accepted
        for target in ("b2", "a1"):
            assert verify_answer(solved(problem_of(lines, target), [])).accepted
        for target in ("b0", "a3", "c1", "b4"):
            with pytest.raises(InputError, match="no cell"):
                verify_answer(solved(problem_of(lines, target), []))


@pytest.mark.parametrize("lattice", STEPS)
def test_each_lattice_has_its_directions(lattice: str) -> None:
    board = [".....", ".ooo.", ".ooo.", ".ooo.", "....."]
    ends = {"c5": (0, 1), "e5": (1, 1), "e3": (1, 0), "e1": (1, -1), "c1": (0, -1), "a1": (-1, -1), "a3": (-1, 0)}
    for end, (right, up) in (ends | {"a5": (-1, 1)}).items():
        verdict = verify_answer(solved(problem_of(board, end, lattice), [f"c3-{end}"])).verdict
        assert verdict == ("accepted" if (right, -up) in STEPS[lattice] else "rejected")


def test_what_moved_must_be_gone_but_for_the_man_on_the_target() -> None:
    problem = problem_of(["..", "oo", "oo"], "a3")
    assert verify_answer(solved(problem, ["a1-a3"])).accepted
    for men in (3, 4):  # two jumps, but four men took part
        verdict = verify_answer(solved(problem, ["b1-b3", "a1-a3"], men=men))
        assert results(verdict)["solution"] == "checked"
        assert results(verdict)["clean"] == "rejected"
        assert results(verdict)["men"] == ("checked" if men == 4 else "rejected")
    stayed = problem_of(["....", "oo..", "oooo"], "a3")  # c1 and d1 take no part and may stay
    assert verify_answer(solved(stayed, ["a1-a3"])).accepted


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *((field, None) for field in ("jumps", "moves", "men", "unused_men")),
        *(("jumps", 2), ("moves", 2), ("men", 3), ("unused_men", 3), ("unused_men", -2), ("men", 10**300)),
    ],
)
def test_figures_are_those_of_the_solution(field: str, value: object) -> None:
    answer = solved(problem_of(["..", "oo", "oo"], "a3"), ["a1-a3"], unused_men=2)
    assert verify_answer(answer).accepted
    assert results(verify_answer(seal(answer | {field: value})))[field] == "rejected"


def test_a_chain_is_one_move_however_it_is_written() -> None:
    problem = problem_of(["oo.o."], "e1")
    for solution, moves, expected in (
        (["a1-c1-e1"], 1, "accepted"),
        (["a1-c1", "c1-e1"], 1, "accepted"),
        (["a1-c1-e1"], 2, "rejected"),
        (["a1-c1", "c1-e1"], 2, "rejected"),
    ):
        assert verify_answer(solved(problem, solution, moves=moves)).verdict == expected


def test_a_target_inside_the_army_needs_no_jump_and_one_man() -> None:
    answer = solved(problem_of(COLUMN, "a2"), [], optimal=True)
    assert results(verify_answer(answer))["optimal"] == "checked"
    assert verify_answer(answer).accepted
    assert verify_answer(solved(half_plane(0), [], optimal=True)).accepted
    assert results(verify_answer(seal(answer | {"men": 0})))["men"] == "rejected"
    assert results(verify_answer(solved(problem_of(COLUMN, "a2"), ["a1-a3"])))["solution"] == "rejected"
    certificates: list[Answer] = [
        {"kind": "count"},
        {"kind": "golden", "level": 0},
        {"kind": "weights", "functions": [{}]},
        {"kind": "tree", "tree": {"weights": {}, "scale": "0"}},
        {"kind": "exhaustion", "positions": 1},
    ]
    for certificate in certificates:
        for problem in (problem_of(COLUMN, "a2"), problem_of(["o"], "a1"), half_plane(0)):
            verdict = verify_answer(refuted(problem, certificate))
            assert "on the target at the start" in str(verdict)
            assert results(verdict)["impossible"] == "rejected"


def test_the_half_plane_has_no_edges_but_names_only_right_of_a_and_above_row_1() -> None:
    assert verify_answer(solved(half_plane(2), LEVEL_2)).accepted
    assert verify_answer(solved(half_plane(2, width=4, depth=3), LEVEL_2)).accepted
    wide = ["d2-d4", "f3-d3-d5"]
    assert verify_answer(solved(half_plane(2, width=4), wide)).accepted  # f is right of the window
    assert verify_answer(solved(half_plane(2, depth=2), LEVEL_2)).verdict == "rejected"  # another front
    for unused in (5, None):
        assert results(verify_answer(solved(half_plane(2), LEVEL_2, unused_men=unused)))["unused_men"] == "rejected"
    for outside in (["d0-d2"], ["d-1-d1"], ["`1-b1"], ["-a1"]):
        assert results(verify_answer(solved(half_plane(2), outside)))["solution"] == "rejected"


def test_fewest_jumps_are_searched_again_within_the_budget() -> None:
    problem = problem_of(["...", "ooo", "ooo"], "a3")
    detour = ["c1-c3", "b1-b3", "c3-a3"]  # clean, but two jumps more than needed
    for solution, again in ((["a1-a3"], "checked"), (detour, "rejected")):
        answer = solved(problem, solution, optimal=True)
        for budget in (None, NO_LIMITS):
            assert results(verify_answer(answer, budget=budget))["optimal"] == again
        verdict = verify_answer(answer, budget=NO_MEMORY)
        assert verdict.verdict == results(verdict)["optimal"] == "unconfirmed"
        not_the_fewest = verify_answer(seal(answer | {"optimal": False}), budget=NO_MEMORY)
        assert not_the_fewest.accepted
        assert "optimal" not in results(not_the_fewest)


def test_fewest_jumps_on_the_half_plane_are_found_by_taking_jumps_back() -> None:
    detour = ["b2-b4", "c2-c4", "b4-d4"]  # clean, but two jumps more than needed
    for level, solution, again in ((1, ["d2-d4"], "checked"), (1, detour, "rejected"), (2, LEVEL_2, "checked")):
        answer = solved(half_plane(level), solution, optimal=True)
        for budget in (None, NO_LIMITS):
            assert results(verify_answer(answer, budget=budget))["optimal"] == again
        assert verify_answer(seal(answer | {"optimal": False})).accepted
        verdict = verify_answer(answer, budget=NO_MEMORY)
        assert verdict.verdict == results(verdict)["optimal"] == "unconfirmed"


KNOWN = tomllib.loads((Path(__file__).parents[1] / "data" / "army.toml").read_text())["half_plane"]


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known["lattice"])
def test_the_fewest_jumps_are_those_that_were_published(known: dict[str, object]) -> None:
    men = known["men"]
    assert isinstance(men, list)
    for level, jumps in enumerate((count - 1 for count in men if count <= 9), 1):
        field = Field(str(known["lattice"]), (0, level), None, 0)
        assert fewest_jumps(field, jumps, Budget(seconds=60.0)) == jumps
        assert fewest_jumps(field, jumps + 1, Budget(seconds=60.0)) == jumps
        assert fewest_jumps(field, jumps - 1, Budget(seconds=60.0)) is None
    assert level == (3 if known["lattice"] == "square" else 4)
    far = Field(str(known["lattice"]), (0, len(men) + 1), None, 0)
    with pytest.raises(Unconfirmed, match="not settled within"):
        fewest_jumps(far, 10**9, Budget(seconds=0.1))
    with pytest.raises(Unconfirmed, match="the armies of two levels take more than"):
        fewest_jumps(far, 10**9, Budget(None, memory=100_000))


def test_solved_and_impossible_exclude_each_other() -> None:
    good = solved(problem_of(COLUMN, "a3"), ["a1-a3"], optimal=True)
    bound = {"kind": "bound", "tree": {"weights": {"a3": "1"}, "scale": "1"}}
    assert verify_answer(seal(good | {"certificate": bound})).accepted
    unclaimed = verify_answer(seal(good | {"certificate": bound, "optimal": False}))
    assert results(unclaimed)["certificate"] == "rejected"
    wrong: list[object] = [bound | {"kind": "tree"}, {"kind": "count"}, {"kind": "golden", "level": 5}, [], "bound", {}]
    for certificate in wrong:
        assert results(verify_answer(seal(good | {"certificate": certificate})))["optimal"] == "rejected"
    impossible = refuted(problem_of([".", ".", "o"], "a3"), {"kind": "count"})
    assert verify_answer(impossible).accepted
    figures: list[tuple[str, object]] = [
        ("solution", []),
        ("jumps", 0),
        ("moves", 1),
        ("optimal", True),
        ("limit", "time"),
    ]
    for field, value in figures:
        assert results(verify_answer(seal(impossible | {field: value})))["impossible"] == "rejected"
    extra: list[tuple[str, object]] = [("men", 1), ("unused_men", 0), ("men", None), ("colour", None)]
    for field, value in extra:
        assert results(verify_answer(seal(impossible | {field: value})))[field] == "rejected"
    proofs: list[object] = [None, bound, {"kind": "class", "sets": []}, {"kind": None}, {"kind": ["count"]}, 1]
    for certificate in proofs:
        assert results(verify_answer(seal(impossible | {"certificate": certificate})))["impossible"] == "rejected"
    with pytest.raises(InputError, match="expected men"):
        verify_answer(seal(good | {"objective": "jumps"}))


# Certificates that need no weights


@pytest.mark.parametrize(
    ("start", "accepted"), [(["...", "..."], True), ([".o.", "..."], True), (["...", "o.o"], False)]
)
def test_count(start: list[str], accepted: bool) -> None:
    verdict = verify_answer(refuted(problem_of(start, "a2"), {"kind": "count"}))
    assert verdict.verdict == ("accepted" if accepted else "rejected")


def test_the_half_plane_has_men_enough_and_is_never_exhausted() -> None:
    certificates: list[Answer] = [{"kind": "count"}, {"kind": "exhaustion", "positions": 1}]
    certificates.append({"kind": "weights", "functions": [{"d12": "1"}]})
    for certificate in certificates:
        for budget in (NO_MEMORY, None, NO_LIMITS):
            verdict = verify_answer(refuted(half_plane(9), certificate), budget=budget)
            assert results(verdict)["impossible"] == "rejected"


def test_exhaustion_ends_where_the_budget_does() -> None:
    out_of_reach = refuted(problem_of(["..", "..", "oo", "oo"], "a4"), {"kind": "exhaustion"})
    assert "4 positions" in str(verify_answer(out_of_reach))
    in_reach = refuted(problem_of(["..", "oo", "oo"], "a3"), {"kind": "exhaustion"})
    assert results(verify_answer(in_reach))["impossible"] == "rejected"
    for budget in (None, NO_LIMITS):
        assert verify_answer(out_of_reach, budget=budget).accepted
    verdict = verify_answer(out_of_reach, budget=Budget(memory=200))
    assert verdict.verdict == results(verdict)["impossible"] == "unconfirmed"
    stated = [(positions, "rejected") for positions in (None, True, 4.0, "4", [4], -1)]
    for positions, expected in [*stated, (4, "checked"), (3, "unconfirmed"), (0, "unconfirmed")]:
        certificate = {"kind": "exhaustion", "positions": positions}
        verdict = verify_answer(seal(out_of_reach | {"certificate": certificate}))
        assert results(verdict)["positions"] == expected
        assert verdict.verdict == {"checked": "accepted"}.get(expected, expected)


# What cannot be read


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("start", value) for value in ([], ["  "], "oo.", ["ox."], [1], None)),
        *(("target", value) for value in (None, "a4", "3a", "", 5, ["a3"], "a3 ", "\ud800")),
        *(("lattice", value) for value in ("round", None, ["square"])),
        *(("level", value) for value in (3, None)),
    ],
)
def test_unreadable_drawings(field: str, value: object) -> None:
    problem = problem_of(COLUMN, "a3")
    for changed in (problem | {field: value}, {name: old for name, old in problem.items() if name != field}):
        if changed != problem:
            with pytest.raises(InputError):
                verify_answer(solved(changed, ["a1-a3"]))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("level", value) for value in (-1, True, 2.0, "2", None, [2])),
        *(("window", value) for value in (None, 5, {"width": 7, "depth": 3}, {"width": 7, "column": 3})),
        *(
            ("window", {"width": 7, "depth": 3, "column": 3} | {name: value})
            for name in ("width", "depth", "column")
            for value in (-1, True, 2.0, "2", None)
        ),
        ("window", {"width": 7, "depth": 0, "column": 3}),
        ("window", {"width": 3, "depth": 3, "column": 3}),
        *(("start", value) for value in (COLUMN, None)),
        ("target", "d5"),
    ],
)
def test_unreadable_half_planes(field: str, value: object) -> None:
    with pytest.raises(InputError):
        verify_answer(solved(half_plane(2) | {field: value}, LEVEL_2))


@settings(max_examples=120)
@given(st.data())
def test_any_value_in_any_field_gives_a_verdict_or_an_input_error(data: st.DataObject) -> None:
    tree = {"jump": "d2-d4", "at_most": 0, "then": {"weights": {"d4": "1"}, "scale": "1/2"}, "else": {}}
    bound = {"kind": "bound", "tree": tree}
    answers = [
        solved(problem_of(COLUMN, "a3"), ["a1-a3"], optimal=True, certificate=bound),
        solved(half_plane(2), LEVEL_2, optimal=True, certificate=bound),
        refuted(half_plane(2), {"kind": "tree", "tree": tree}),
        refuted(half_plane(5), {"kind": "golden", "level": 5}),
        refuted(problem_of(COLUMN, "a3"), {"kind": "weights", "functions": [{"a3": "1"}]}),
        refuted(problem_of(COLUMN, "a3"), {"kind": "exhaustion", "positions": 1}),
    ]
    put_anything_anywhere(data.draw(st.sampled_from(answers)), data)


@st.composite
def drawn_armies(draw: st.DrawFn) -> tuple[list[str], Place, str]:
    """Return a small board, a target on it and a lattice."""
    width = draw(st.integers(1, 4))
    start = draw(st.lists(st.text("oo. ", min_size=width, max_size=width), min_size=1, max_size=4))
    if not men_of(start, "o."):
        start[0] = "." + start[0][1:]
    while not start[-1].strip():
        start.pop()  # lines below the lowest cell are no rows
    return start, draw(st.sampled_from(sorted(men_of(start, "o.")))), draw(st.sampled_from(sorted(STEPS)))


@settings(max_examples=150)
@given(drawn_armies(), st.integers(0, 3))
def test_random_armies_agree_with_the_small_search(drawn: tuple[list[str], Place, str], extra: int) -> None:
    start, target, lattice = drawn
    problem = problem_of(start, name_of(target), lattice)
    way = shortest(start, target, lattice)
    exhausted = verify_answer(refuted(problem, {"kind": "exhaustion"}))
    assert exhausted.verdict == ("accepted" if way is None else "rejected")
    counted = verify_answer(refuted(problem, {"kind": "count"}))
    is_refuted = target not in men_of(start) and len(men_of(start)) < 2
    assert counted.verdict == ("accepted" if is_refuted else "rejected")
    if way is not None:
        assert verify_answer(solved(problem, way, optimal=True)).accepted  # a shortest solution is clean
        cut = random.Random(extra).sample(way, max(len(way) - 1, 0))
        assert not way or results(verify_answer(solved(problem, cut)))["solution"] == "rejected"
