"""Boards, positions, symmetries, classes and weights: what is true of pegs whatever the search."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import perfectplay as pp
from perfectplay.games.jumping.board import LATTICES, Board
from perfectplay.games.jumping.symmetry import image, symmetries
from perfectplay.games.jumping.weights import total
from perfectplay.games.pegs import PegPosition, PegProblem, variants
from perfectplay.games.pegs.classes import invariant_sets, position_class
from perfectplay.games.pegs.estimates import ENGLISH_COSTS, ESTIMATES, make_estimate
from perfectplay.games.pegs.solving.weights import generate_weights
from perfectplay.games.pegs.weights import is_valid, sublattice_weights
from perfectplay.search.watch import Watch
from tests import brute

HOLES = {"english": 33, "french": 37, "wiegleb": 45, "asymmetric": 39, "diamond": 41, "6x6": 36, "9x9": 81}
HOLES |= {f"triangle-{side}": side * (side + 1) // 2 for side in range(4, 11)} | {"hexagon-3": 19, "hexagon-4": 37}
SYMMETRIES = {"english": 8, "french": 8, "wiegleb": 8, "asymmetric": 2, "diamond": 8, "6x6": 8, "9x9": 8}
SYMMETRIES |= {f"triangle-{side}": 6 for side in range(4, 11)} | {"hexagon-3": 12, "hexagon-4": 12}


def board_named(name: str) -> Board:
    problem: Any = pp.load(f"pegs/{name}")
    return problem.board  # type: ignore[no-any-return]


drawings = st.lists(st.text("o. ", min_size=1, max_size=6), min_size=1, max_size=6).filter(
    lambda rows: any(mark in "o." for row in rows for mark in row)
)
lattices = st.sampled_from(sorted(LATTICES))


def test_every_shipped_board() -> None:
    assert {variant.name: len(board_named(variant.name).holes) for variant in variants()} == HOLES
    assert {name: len(symmetries(board_named(name))) for name in HOLES} == SYMMETRIES


@given(drawings, lattices)
def test_text_and_position_are_one(rows: list[str], lattice: str) -> None:
    position = PegPosition.from_drawing([row.rstrip() for row in rows], lattice)
    again = PegPosition.parse(position.text, lattice)
    assert again == position
    assert again.text == position.text
    assert eval(repr(position), {"PegPosition": PegPosition}) == position
    assert str(position).split("\n") == position.board.drawing(position.pegs)


@given(drawings, lattices)
def test_jumps_are_those_of_the_brute_force(rows: list[str], lattice: str) -> None:
    position = PegPosition.from_drawing(rows, lattice)
    holes, pegs = brute.read(rows)
    ours = sorted(sorted(_holes(position.play(jump))) for jump in position.jumps())
    assert ours == sorted(sorted(after) for after in brute.steps(holes, pegs, lattice))


def _holes(position: PegPosition) -> list[tuple[int, int]]:
    return [hole for number, hole in enumerate(position.board.holes) if position.pegs >> number & 1]


@given(drawings, lattices, st.randoms(use_true_random=False))
def test_moves_read_back(rows: list[str], lattice: str, chance: random.Random) -> None:
    position = PegPosition.from_drawing(rows, lattice)
    problem = PegProblem(position, None, "pegs/test")
    path = [position.pegs]
    while jumps := list(position.jumps()):
        position = position.play(chance.choice(jumps))
        path.append(position.pegs)
    texts = problem.solution(path)
    for notation in ("letters", "numbers"):
        reached = problem.start
        for text in problem.in_notation(texts, notation):
            reached = problem.play(reached, text)
        assert reached == position


@settings(max_examples=40)
@given(drawings, lattices, st.randoms(use_true_random=False))
def test_classes_and_weights_never_change_their_mind(rows: list[str], lattice: str, chance: random.Random) -> None:
    position = PegPosition.from_drawing(rows, lattice)
    sets = invariant_sets(position.board)
    functions = sublattice_weights(position.board)
    assert all(is_valid(position.board, function) for function in functions)
    before = position
    while jumps := list(position.jumps()):
        position = position.play(chance.choice(jumps))
        assert position_class(sets, position.pegs) == position_class(sets, before.pegs)
        for function in functions:
            assert total(function, position.pegs) <= total(function, before.pegs)
        before = position


@pytest.mark.parametrize("name", ["english", "french", "triangle-5", "hexagon-3", "diamond"])
def test_generated_weights_are_valid_and_refute_something(name: str) -> None:
    problem: Any = pp.load(f"pegs/{name}")
    functions = generate_weights(problem, Watch())
    assert functions
    assert all(is_valid(problem.board, function) for function in functions)


@pytest.mark.parametrize("name", ["english", "triangle-5", "6x6", "hexagon-3"])
def test_symmetry_keeps_jumps_and_value(name: str) -> None:
    board = board_named(name)
    ends = {(jump.origin, jump.over, jump.target) for jump in board.jumps}
    for permutation in symmetries(board):
        assert {(permutation[a], permutation[b], permutation[c]) for a, b, c in ends} == ends


@settings(max_examples=25, deadline=None)
@given(st.integers(0, (1 << 15) - 1), st.integers(0, 5), st.integers(0, 14))
def test_random_positions_keep_their_value_under_symmetry(pegs: int, number: int, hole: int) -> None:
    board = board_named("triangle-5")
    permutation = symmetries(board)[number]
    answers = []
    for start, goal in ((pegs, 1 << hole), (image(permutation, pegs), 1 << permutation[hole])):
        problem = PegProblem(PegPosition(board, start), PegPosition(board, goal), "")
        answers.append(pp.solve(problem))
    assert answers[0].status == answers[1].status != "unknown"
    assert all(pp.verify(answer).accepted for answer in answers)


def test_only_symmetries_that_keep_start_and_goal_are_used() -> None:
    # Bell's trap: the board has eight, this start and goal share only the mirror in the diagonal or none.
    counts = {"d4..d4": 8, "d4..d1": 2, "d4..c3": 2, "c3..d4": 2, "d4..any": 8, "c2..c5": 1}
    for ends, wanted in counts.items():
        problem: Any = pp.load(f"pegs/english:{ends}")
        assert len(problem.symmetries) == wanted, ends


def test_the_weighted_cost_of_the_english_board() -> None:
    problem: Any = pp.load("pegs/english")
    rows = ["  404", "  000", "4030304", "0001000", "4030304", "  000", "  404"]
    wanted = tuple(int(mark) for row in rows for mark in row if mark != " ")
    assert make_estimate("weighted", problem).hole_costs == wanted == ENGLISH_COSTS


def test_manhattan_is_the_sum_of_distances() -> None:
    problem: Any = pp.load("pegs/english")
    costs = make_estimate("manhattan", problem).hole_costs
    assert sum(costs) == sum(abs(x - 3) + abs(y - 3) for x, y in problem.board.holes)


@pytest.mark.parametrize(
    ("estimate", "objective"),
    [(name, objective) for name, (_, admissible) in ESTIMATES.items() for objective in admissible],
)
def test_admissible_estimates_never_guess_too_much(estimate: str, objective: str) -> None:
    """On every position of a small board, against the true distance found by brute force."""
    from perfectplay.contract import estimate as estimate_of
    from perfectplay.contract.state import from_number
    from perfectplay.games.pegs.kernels import build_move_rules, build_rules

    start, goal = PegPosition.parse("./oo/ooo/oooo", "triangle"), PegPosition.parse("./../o../....", "triangle")
    problem = PegProblem(start, goal, "pegs/test")
    guide = make_estimate(estimate, problem)
    for level in brute.levels(start.board.drawing(start.pegs), "triangle"):
        for pegs in level:
            number = sum(1 << start.board.index[hole] for hole in pegs)
            drawing = start.board.drawing(number)
            fewest = brute.fewest_moves(drawing, goal.board.drawing(goal.pegs), "triangle")
            if fewest is None:
                continue
            here = problem.starting_at(PegPosition(start.board, number))
            if objective == "jumps":
                guess = estimate_of(build_rules(here, guide, []), from_number(number, 1))
                assert guess <= number.bit_count() - 1
            else:
                rules, state, words = build_move_rules(here, guide, [])
                assert estimate_of(rules, from_number(state, words)) <= fewest


@pytest.mark.parametrize(
    ("spec", "marked"), [("pegs/english", ["d4"]), ("pegs/english:d4..any", []), ("pegs/triangle-5", ["a1"])]
)
def test_the_holes_of_the_goal_are_marked(spec: str, marked: list[str]) -> None:
    problem = pp.load(spec)
    scene = problem.scene(problem.play(problem.start, problem.moves(problem.start)[0]))
    assert scene is not None and [cell.name for cell in scene.cells if cell.is_marked] == marked
