"""Dice rules compiled, bounds-checked and interpreted: they agree with plain Python and with a brute force."""

from typing import Any

import pytest

import perfectplay as pp
from perfectplay.contract import NEVER
from perfectplay.contract.state import from_number, load, make_states, to_number
from perfectplay.contract.stubs import estimate, is_goal, successors
from perfectplay.games.dice.files import parse_case
from perfectplay.games.dice.generate import Draws
from perfectplay.games.dice.kernels import MOST_SUCCESSORS, build_rules
from perfectplay.games.dice.layout import LAYOUTS, PACKED, StateLayout, to_state
from perfectplay.games.dice.problem import DiceProblem
from tests import brute_dice
from tests.dice_boards import small_problem
from tests.searches import FOR_ONE

# Few positions, for interpreted searches: two by three squares, three by three with few pieces, finite lists.
BOARDS = [
    "1 4  1 2 0 0  2  1 2  1",
    "1 4  1 2 0 0  1  2  1",
    "2 3  1 0 0  0 3 0  2  2 1  1",
    "2 3  4 0 2  0 0 0  3  3 1 5  0",
    "3 3  5 0 0  0 0 0  0 2 0  2  5 4  5",
]


def problem_of(text: str) -> DiceProblem:
    return DiceProblem(parse_case(text))


@pytest.mark.parametrize("algorithm", FOR_ONE)
@pytest.mark.parametrize("text", BOARDS)
def test_every_algorithm_agrees_with_brute_force(algorithm: str, text: str) -> None:
    problem, wanted = problem_of(text), brute_dice.fewest_plies(brute_dice.read(text))
    if algorithm == "backtracking" and text != BOARDS[0]:
        return  # it would walk for ever: positions come back
    for prune in [()] if algorithm == "backtracking" else [("duplicates",), ("duplicates", "lost")]:
        answer = pp.solve(problem, algorithm=algorithm, prune=prune)
        assert answer.status == ("impossible" if wanted is None else "solved"), prune
        if wanted is not None and answer.optimal:
            assert isinstance(answer, pp.Solved)
            assert answer.moves == wanted[0]
        assert pp.verify(answer).accepted


@pytest.mark.parametrize("layout", LAYOUTS.values())
def test_successors_are_the_moves(layout: StateLayout) -> None:
    for seed in range(60):
        problem, _ = small_problem(seed)
        rules, draws = build_rules(problem, "chebyshev"), Draws(seed)
        position = problem.start
        for _ in range(12):
            out = make_states(MOST_SUCCESSORS, layout.words)
            state: Any = from_number(to_state(position, layout), layout.words)
            count = successors(rules, state, out)
            reached = [problem.position(to_number(load(out, place))) for place in range(count)]
            assert reached == [problem.play(position, text) for text in problem.moves(position)]
            assert is_goal(rules, state) == problem.is_goal(position)
            if not reached:
                break
            position = reached[draws.below(count)]


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("algorithm", [pytest.param("astar", marks=pytest.mark.long), "idastar", "breadth-first"])
def test_both_layouts_make_the_same_search(text: str, algorithm: str) -> None:
    problem = problem_of(text)
    packed, wide = (pp.solve(problem, algorithm=algorithm, state=name) for name in ("packed", "wide"))
    assert packed.status == wide.status
    assert packed.figures == wide.figures
    figures = [(item.stats.generated, item.stats.expanded, item.stats.duplicate) for item in (packed, wide)]
    assert figures[0] == figures[1]


def test_phases_of_long_lists_fit() -> None:
    dice = " ".join(["1"] * 9_999 + ["2"])
    problem = problem_of(f"1 3  2 0 0  10000  {dice}  2")
    assert to_state(problem.start, PACKED) < 1 << 64
    last = problem.starting_at(problem.play(problem.start, "2-b1"))
    assert isinstance(pp.solve(last), pp.Solved)


@pytest.mark.parametrize("twos", [3, 9, 40])
def test_numbers_of_ways_are_exact_however_big(twos: int) -> None:
    text = f"3 3  0 0 0  0 2 1  0 0 0  {twos + 1}  {'2 ' * twos} 1  1"
    answer = pp.solve(problem_of(text), all_optimal=True)
    assert isinstance(answer, pp.Solved)
    wanted = brute_dice.fewest_plies(brute_dice.read(text))
    assert (answer.moves, answer.optimal_solutions) == wanted
    assert wanted is not None
    assert (wanted[1] > 1 << 64) == (twos == 40)


@pytest.mark.parametrize("name", ["chebyshev", "dice"])
@pytest.mark.parametrize("boards", [20, pytest.param(120, marks=pytest.mark.long)])
def test_estimates_never_guess_too_much_nor_fall_too_fast(name: str, boards: int) -> None:
    """Against exact distances, of every position that can be reached; never is said of lost positions alone."""
    looked_at = lost = 0
    for seed in range(boards):
        problem, _ = small_problem(seed)
        rules = build_rules(problem, name)
        following = reachable(rules, to_state(problem.start, PACKED))
        if following is None:
            continue
        distances = exact_distances(rules, following)
        guesses = {state: int(estimate(rules, from_number(state, 1))) for state in following}
        for state, after in following.items():
            assert guesses[state] <= distances.get(state, NEVER)
            assert all(guesses[state] <= 1 + guesses[other] for other in after) or guesses[state] == NEVER
        looked_at += len(following)
        lost += sum(guess == NEVER for guess in guesses.values())
    assert looked_at > 1_000
    assert lost > 0


def reachable(rules: Any, start: int, most: int = 1_500) -> dict[int, list[int]] | None:
    """Return every state that can be reached with its successors; None if they are many."""
    out = make_states(MOST_SUCCESSORS, 1)
    found: dict[int, list[int]] = {}
    pending = [start]
    while pending:
        state = pending.pop()
        if state not in found:
            count = successors(rules, from_number(state, 1), out)
            found[state] = [to_number(load(out, place)) for place in range(count)]
            pending += found[state]
            if len(found) > most:
                return None
    return found


def exact_distances(rules: Any, following: dict[int, list[int]]) -> dict[int, int]:
    """Return the fewest plies to a goal, of the states that lead to one."""
    before: dict[int, list[int]] = {}
    for state, after in following.items():
        for other in after:
            before.setdefault(other, []).append(state)
    level = [state for state in following if is_goal(rules, from_number(state, 1))]
    distances = dict.fromkeys(level, 0)
    while level:
        found = {state for other in level for state in before.get(other, ()) if state not in distances}
        distances |= dict.fromkeys(found, distances[level[0]] + 1)
        level = list(found)
    return distances
