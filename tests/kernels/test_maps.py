"""Every figure that is counted on maps, on small boards, against a brute force written separately."""

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import perfectplay as pp
from perfectplay.contract.kernel import kernel
from perfectplay.games.pegs import PegPosition, PegProblem
from perfectplay.games.pegs.solving.fewest_moves import solve_by_maps
from perfectplay.games.pegs.solving.maps import too_many_holes
from perfectplay.search.ranked.valued import wide_numbers
from perfectplay.search.ranked.values import add_wide
from perfectplay.solvers.solver import Request
from tests import brute_counts
from tests.kernels import IS_INTERPRETED

# Start, goal and lattice.
PROBLEMS = [
    # boards of less than a word
    ("oo.", "..o", "square"),
    ("oo.oo", "...o.", "square"),
    ("oo.o", "any", "square"),
    ("o.o/.oo", "any", "diagonal"),
    ("o/.o/ooo", "any", "triangle"),
    # solvable and not, every lattice
    (".oo/ooo/ooo", "o../.../...", "square"),
    (".oo/ooo/ooo", "..o/.../...", "square"),
    ("ooo/o.o/ooo", ".../.o./...", "diagonal"),
    ("._o/ooo/ooo", "o_./.../...", "diagonal"),
    ("ooo/o.o/ooo", "any", "skew"),
    (".ooo/oooo/oooo", "any", "square"),
    ("./oo/ooo/oooo", "any", "triangle"),
    # a symmetry of the start takes the goal to a dead end
    (".oo.", "o...", "square"),
    # groups of three, six and twelve
    ("./o./.oo/.o..", "any", "triangle"),
    ("./oo/o.o/.oo.", "any", "triangle"),
    ("oo/o.o/_oo", "any", "triangle"),
    ("o/.o/ooo/oooo", "./.o/.../....", "triangle"),
    ("o/.o/ooo/oooo", "o/../.../....", "triangle"),
    # two solutions to a sequence of boards
    ("ooo/oooo/oo.oo", ".../..../..o..", "triangle"),
    # the goal is what the start is not, and the other way round
    ("oo../oo../..oo", "..oo/..oo/oo..", "diagonal"),
    ("o.oo/.oo./ooo.", ".o../o..o/...o", "square"),
    ("oo./...", "..o/ooo", "square"),
    # goals of several pegs
    ("ooo/o.o/ooo", "o../.../..o", "skew"),
    ("oo.oo.", "..oo..", "square"),
    ("ooo/o.o/ooo", "o.o/.../o.o", "diagonal"),
    ("o/.o/ooo/oooo", "./../oo./o..o", "triangle"),
    # the start is the goal, with jumps left and without
    ("oo./...", "oo./...", "square"),
    ("o../..o", "o../..o", "square"),
    ("..o", "any", "square"),
    # the goal has as many pegs as the start, or more, or none
    ("oo./...", "..o/..o", "square"),
    ("oo./...", "ooo/oo.", "square"),
    ("oo./...", ".../...", "square"),
    # nothing to play with
    (".../...", "any", "square"),
    (".../...", ".../...", "square"),
    (".../...", "o../...", "square"),
    # isolated holes, which make many invariant sets
    ("oo.o_o/_____._o/o__o", "..oo_o/_____._o/o__o", "square"),
    ("oo.o_o/_____._o/o__o", "any", "square"),
    ("_o_/ooo/_._", "_._/.../_o_", "square"),
    # the goal has jumps left: as a solution it is the end, a game goes on
    ("oo.oo.", "..ooo.", "square"),
    ("ooo/ooo/oo.", "..o/ooo/ooo", "square"),
    ("ooo/o.o/ooo", "o.o/ooo/o.o", "skew"),
    ("./oo/ooo/oooo", "o/.o/.oo/oooo", "triangle"),
]
# Boards whose maps have several blocks.
BLOCKS = [
    ("...../..oo./.ooo./..o..", "...../...../..o../.....", "square"),
    ("o...o/.oo../..o.o/.oo..", "any", "square"),
    ("..../.oo./.ooo/o.o./....", "any", "skew"),
    ("./oo/.oo/.o../..oo./......", "any", "triangle"),
    (".o../oo.o/..o./.o../..o.", "..../..../.o../..../....", "diagonal"),
]
LARGER = [
    ("...../..o../.ooo./..o../.....", "any", "square"),
    ("o/oo/o.o/oooo/ooooo", "any", "triangle"),
    ("ooo/oooo/oo.oo/_oooo/__ooo", "any", "triangle"),
    ("oooooo/ooo.oo/oooooo", "....../...o../......", "square"),
    ("oooo./oooo./...../.....", "any", "diagonal"),
    ("oooo/ooo./oooo/oooo", "any", "skew"),
]
FIGURES = [
    "winning_positions",
    "winning_up_to_symmetry",
    "solutions",
    "games",
    "board_sequences",
    "shortest_dead_end",
    "min_moves",
    "optimal_solutions",
    "longest_final_sweep",
]


def make_problem(start: str, goal: str, lattice: str) -> PegProblem:
    end = None if goal == "any" else PegPosition.parse(goal, lattice)
    return PegProblem(PegPosition.parse(start, lattice), end)


def drawing(text: str) -> list[str]:
    return text.replace("_", " ").split("/")


def by_brute_force(start: str, goal: str, lattice: str) -> brute_counts.Counted:
    return brute_counts.count(drawing(start), "any" if goal == "any" else drawing(goal), lattice)


def compare(counted: Any, wanted: brute_counts.Counted) -> None:
    """Assert that every figure is the same."""
    rows = [
        (level.positions, level.positions_up_to_symmetry, level.winning, level.winning_up_to_symmetry)
        for level in counted.levels
    ]
    assert rows == wanted.levels
    assert [level.number for level in counted.levels] == list(range(len(wanted.levels)))
    ours = {name: getattr(counted, name) for name in FIGURES}
    assert ours == {name: getattr(wanted, name) for name in FIGURES}
    assert abs(counted.random_win_probability - wanted.random_win_probability) <= 1e-12
    assert counted.limit == ""


def compare_by_moves(counted: Any, wanted: brute_counts.Counted) -> None:
    rows = [(level.positions, level.positions_up_to_symmetry) for level in counted.levels]
    assert rows == wanted.by_moves
    assert [level.number for level in counted.levels] == list(range(len(wanted.by_moves)))
    assert (counted.by, counted.limit) == ("moves", "")


@pytest.mark.parametrize(("start", "goal", "lattice"), PROBLEMS + BLOCKS)
def test_every_figure(start: str, goal: str, lattice: str) -> None:
    problem = make_problem(start, goal, lattice)
    wanted = by_brute_force(start, goal, lattice)
    alone, shared = pp.count(problem, threads=1), pp.count(problem, threads=3)
    compare(alone, wanted)
    compare(shared, wanted)
    assert (shared.levels, shared.figures) == (alone.levels, alone.figures)


@pytest.mark.parametrize(("start", "goal", "lattice"), PROBLEMS + BLOCKS)
def test_levels_by_moves(start: str, goal: str, lattice: str) -> None:
    problem = make_problem(start, goal, lattice)
    wanted = by_brute_force(start, goal, lattice)
    for threads in (1, 3):
        compare_by_moves(pp.count(problem, by="moves", threads=threads), wanted)


@pytest.mark.parametrize(("start", "goal", "lattice"), PROBLEMS + BLOCKS)
def test_a_solution_in_the_fewest_moves(start: str, goal: str, lattice: str) -> None:
    wanted = by_brute_force(start, goal, lattice)
    answer = solve_by_maps(make_problem(start, goal, lattice), Request(objective="moves"))
    assert pp.verify(answer).accepted
    if wanted.min_moves is None:
        assert isinstance(answer, pp.Impossible)
        assert answer.certificate == {"kind": "exhaustion"}
    else:
        assert isinstance(answer, pp.Solved)
        assert (answer.moves, answer.optimal) == (wanted.min_moves, True)


@pytest.mark.skipif(IS_INTERPRETED, reason="too many positions for interpreted kernels")
@pytest.mark.parametrize(("start", "goal", "lattice"), LARGER)
def test_every_figure_of_larger_boards(start: str, goal: str, lattice: str) -> None:
    problem = make_problem(start, goal, lattice)
    wanted = by_brute_force(start, goal, lattice)
    for threads in (1, 3):
        compare(pp.count(problem, threads=threads), wanted)
        compare_by_moves(pp.count(problem, by="moves", threads=threads), wanted)


def test_the_problems_are_of_every_kind() -> None:
    problems = [make_problem(*item) for item in PROBLEMS + BLOCKS]
    assert not any(too_many_holes(problem) for problem in problems)
    assert {len(problem.symmetries) for problem in problems} >= {1, 2, 3, 4, 6, 8, 12}
    assert max(len(problem.invariant_sets) for problem in problems) > 4
    assert {problem.board.lattice for problem in problems} == {"square", "diagonal", "skew", "triangle"}
    counted = [by_brute_force(*item) for item in PROBLEMS + BLOCKS]
    assert {item.solutions > 0 for item in counted} == {True, False}
    assert any(item.shortest_dead_end is None for item in counted)
    assert any(0 < item.board_sequences < item.solutions for item in counted)
    assert any((item.longest_final_sweep or 0) > 1 for item in counted)
    assert any((item.optimal_solutions or 0) < item.solutions for item in counted)


@pytest.mark.parametrize(("start", "goal", "lattice"), [item for item in PROBLEMS if item[1] != "any"])
def test_first_levels_alone(start: str, goal: str, lattice: str) -> None:
    problem = make_problem(start, goal, lattice)
    wanted = by_brute_force(start, goal, lattice).levels
    for levels in (1, 2, 100):
        counted = pp.count(problem, levels=levels)
        rows = [(level.positions, level.positions_up_to_symmetry) for level in counted.levels]
        assert rows == [row[:2] for row in wanted[:levels]]
        assert counted.solutions is None


@kernel
def add_rows(sums: Any, terms: Any) -> None:
    for row in range(len(sums)):
        add_wide(sums, row, terms, row)


LIMBS = st.sampled_from([0, 1, 2, 2**63, 2**64 - 2, 2**64 - 1])


@given(st.lists(st.tuples(LIMBS, LIMBS, LIMBS, LIMBS, LIMBS), min_size=1, max_size=5))
def test_numbers_of_several_words_are_added(rows: list[tuple[int, ...]]) -> None:
    # Two words and their sum in three: the third is small enough to take what is carried.
    sums = np.array([[*row[:2], 0] for row in rows], np.uint64)
    for width in (2, 3):
        before = wide_numbers(sums)
        terms = np.array([[*row[2:4], row[4] % 3][:width] for row in rows], np.uint64)
        add_rows(sums, terms)
        assert wide_numbers(sums) == [a + b for a, b in zip(before, wide_numbers(terms), strict=True)]


@st.composite
def problems(draw: st.DrawFn) -> tuple[str, str, str]:
    """Draw up to 12 holes, a start, and a goal: any, a pattern, the start's negative, or what play leads to."""
    lattice = draw(st.sampled_from(["square", "diagonal", "skew", "triangle"]))
    width = draw(st.integers(1, 5))
    rows = draw(st.lists(st.text("ooo..._", min_size=width, max_size=width), min_size=1, max_size=min(4, 12 // width)))
    start = "/".join(rows)
    assume("o" in start or "." in start)
    kind = draw(st.sampled_from(["any", "pattern", "negative", "reached", "reached"]))
    if kind == "any":
        return start, "any", lattice
    if kind == "negative":
        return start, start.translate(str.maketrans("o.", ".o")), lattice
    if kind == "pattern":
        goal = [draw(st.sampled_from("o..")) if mark in "o." else mark for mark in start]
        return start, "".join(goal), lattice
    position = PegPosition.parse(start, lattice)
    for _ in range(draw(st.integers(0, 8))):
        jumps = list(position.jumps())
        if not jumps:
            break
        position = position.play(draw(st.sampled_from(jumps)))
    return start, position.text, lattice


@settings(max_examples=30 if IS_INTERPRETED else 150)
@given(problems())
def test_every_figure_of_random_problems(item: tuple[str, str, str]) -> None:
    problem = make_problem(*item)
    assume(not too_many_holes(problem))
    wanted = by_brute_force(*item)
    compare(pp.count(problem, threads=1), wanted)
    compare_by_moves(pp.count(problem, by="moves", threads=2), wanted)
