"""Every algorithm with every pruning on small boards agrees with a brute force written separately."""

from typing import Any

import pytest

import perfectplay as pp
from perfectplay.games.pegs import PegPosition, PegProblem
from perfectplay.model.registry import algorithms
from perfectplay.search.task import DEAD, SPLITS
from tests import brute
from tests.kernels import IS_INTERPRETED
from tests.searches import FOR_ONE

# Start, goal and lattice: solvable and not, one hole and many, every lattice.
PROBLEMS = [
    ("oo.", "..o", "square"),
    ("oo.oo", "...o.", "square"),
    (".oo/ooo/ooo", "o../.../...", "square"),
    (".oo/ooo/ooo", "..o/.../...", "square"),
    ("_o_/ooo/_._", "_._/.../_o_", "square"),
    ("._o/ooo/ooo", "o_./.../...", "diagonal"),
    ("ooo/o.o/ooo", ".../.o./...", "diagonal"),
    ("ooo/o.o/ooo", "o../.../..o", "skew"),
    (".ooo/oooo/oooo", "any", "square"),
    ("./oo/ooo/oooo", "any", "triangle"),
    ("o/.o/ooo/oooo", "./.o/.../....", "triangle"),
    ("o/.o/ooo/oooo", "o/../.../....", "triangle"),
]
PRUNINGS: list[tuple[str, ...]] = [
    (),
    ("duplicates",),
    ("symmetry",),
    ("weights",),
    ("class",),
    ("duplicates", "symmetry", "weights", "class"),
]


def make_problem(start: str, goal: str, lattice: str) -> PegProblem:
    end = None if goal == "any" else PegPosition.parse(goal, lattice)
    return PegProblem(PegPosition.parse(start, lattice), end)


def expected(start: str, goal: str, lattice: str) -> str:
    drawing = [start.replace("_", " ").split("/"), goal.replace("_", " ").split("/")]
    is_solvable = brute.is_solvable(drawing[0], "any" if goal == "any" else drawing[1], lattice)
    return "solved" if is_solvable else "impossible"


@pytest.mark.parametrize("algorithm", FOR_ONE)
@pytest.mark.parametrize(("start", "goal", "lattice"), PROBLEMS)
def test_every_algorithm_and_pruning_agrees_with_brute_force(
    algorithm: str, start: str, goal: str, lattice: str
) -> None:
    problem = make_problem(start, goal, lattice)
    wanted = expected(start, goal, lattice)
    for prune in PRUNINGS:
        if algorithm == "backtracking" and {"duplicates", "symmetry"} & set(prune):
            continue
        answer = pp.solve(problem, algorithm=algorithm, prune=prune)
        assert answer.status == wanted, (prune, answer)
        assert pp.verify(answer).accepted


@pytest.mark.parametrize(("start", "goal", "lattice"), PROBLEMS)
def test_our_own_choice_agrees_too(start: str, goal: str, lattice: str) -> None:
    answer = pp.solve(make_problem(start, goal, lattice))
    assert answer.status == expected(start, goal, lattice)
    assert pp.verify(answer).accepted


SCHEMES: list[dict[str, Any]] = [
    *({"split": split, "dead": dead, "prune": ["duplicates"]} for split in SPLITS for dead in DEAD),
    *({"split": split, "algorithm": "backtracking"} for split in SPLITS),
]


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize(("start", "goal", "lattice"), PROBLEMS)
def test_threads_give_the_same_answer(threads: int, start: str, goal: str, lattice: str) -> None:
    problem = make_problem(start, goal, lattice)
    serial = pp.solve(problem, algorithm="depth-first", prune=["duplicates"])
    for options in SCHEMES:
        parallel = pp.solve(problem, **options, threads=threads)
        assert parallel.status == serial.status == expected(start, goal, lattice)
        assert pp.verify(parallel).accepted


def test_threads_without_memory_divide_the_same_tree() -> None:
    problem = pp.load("pegs/triangle-4:a1..a2")
    alone, shared = (pp.solve(problem, algorithm="backtracking", prune=[], threads=threads).stats for threads in (1, 3))
    assert shared.expanded == alone.expanded > 0


@pytest.mark.skipif(IS_INTERPRETED, reason="too many positions for interpreted kernels")
def test_vertical_is_an_order_of_the_same_jumps() -> None:
    """Depth first search in the order of a classic report, whose count includes the goal: 7,667,770 and 8,992."""
    board = pp.load("pegs/english").board  # type: ignore[attr-defined]
    assert sorted(board.jumps_in("vertical"), key=board.jumps.index) == list(board.jumps)
    answer = pp.solve("pegs/english", algorithm="depth-first", order="vertical", prune=["symmetry"])
    assert (answer.stats.expanded, answer.moves) == (8_991, 26)  # type: ignore[attr-defined]
    assert answer.search["order"] == "vertical"


@pytest.mark.parametrize("algorithm", ["astar", "idastar", "uniform", "deepening"])
@pytest.mark.parametrize(("start", "goal", "lattice"), [item for item in PROBLEMS if item[1] != "any"])
def test_fewest_moves_agree_with_brute_force(algorithm: str, start: str, goal: str, lattice: str) -> None:
    problem = make_problem(start, goal, lattice)
    drawings = [text.replace("_", " ").split("/") for text in (start, goal)]
    wanted = brute.fewest_moves(drawings[0], drawings[1], lattice)
    for prune in ((), ("duplicates", "symmetry", "weights", "class")):
        answer = pp.solve(problem, objective="moves", algorithm=algorithm, prune=prune)
        if wanted is None:
            assert isinstance(answer, pp.Impossible)
        else:
            assert isinstance(answer, pp.Solved)
            assert (answer.moves, answer.optimal) == (wanted, True)


@pytest.mark.parametrize("order", ["given", "reversed", "random", "estimate"])
@pytest.mark.parametrize("ties", ["newest", "oldest", "nearest", "deepest"])
@pytest.mark.parametrize("algorithm", ["greedy", "astar", "weighted-astar", "depth-first", "breadth-first"])
def test_orders_and_ties_change_no_answer(order: str, ties: str, algorithm: str) -> None:
    chosen = ties if algorithms()[algorithm].ties else None
    for start, goal, lattice in PROBLEMS[2:6]:
        answer = pp.solve(make_problem(start, goal, lattice), algorithm=algorithm, order=order, ties=chosen)
        assert answer.status == expected(start, goal, lattice)


def test_levels_agree_with_brute_force() -> None:
    for start, _, lattice in PROBLEMS:
        counted = pp.count(make_problem(start, "any", lattice))
        wanted = [len(level) for level in brute.levels(start.replace("_", " ").split("/"), lattice)]
        assert [level.positions for level in counted.levels] == wanted
