"""The oracle against a brute force that shares nothing with it: every reachable position of small boards."""

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import perfectplay as pp
from perfectplay.games.pegs.position import PegPosition
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.limits import LimitHitError, Limits
from perfectplay.solvers.oracle import (
    SearchOracle,
    TableOracle,
    find_hint,
    find_oracle,
    make_winning_set,
    saved_oracle,
)
from perfectplay.tables import saved_tables, table_path
from tests import brute

SQUARE = ["o.oo", "oooo", "oooo", "oooo"]


def make_problem(lattice: str, start: list[str], goal: list[str] | None) -> PegProblem:
    wanted = None if goal is None else PegPosition.from_drawing(goal, lattice)
    return PegProblem(PegPosition.from_drawing(start, lattice), wanted, "pegs/small")


def as_position(problem: PegProblem, pegs: brute.Position) -> PegPosition:
    return PegPosition(problem.board, sum(1 << problem.board.index[hole] for hole in pegs))


def reachable(problem: PegProblem) -> list[brute.Position]:
    """Return every position of the problem by the brute force."""
    levels = brute.levels(problem.board.drawing(problem.start.pegs), problem.board.lattice)
    return sorted(set().union(*levels), key=sorted)


def fewest_by_brute_force(problem: PegProblem) -> Callable[[brute.Position], int | None]:
    """Return the function that gives the fewest moves from a position, by recursion over whole chains."""
    holes = set(problem.board.holes)
    directions = brute.DIRECTIONS[problem.board.lattice]
    goal = None
    if problem.goal is not None:
        goal = brute.read(problem.board.drawing(problem.goal.pegs))[1]

    def after_one_move(pegs: brute.Position) -> set[brute.Position]:
        found = set()
        pending = [(pegs, mover) for mover in pegs]
        while pending:
            now, (x, y) = pending.pop()
            for dx, dy in directions:
                over, target = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
                if over in now and target in holes and target not in now:
                    pending.append((now - {(x, y), over} | {target}, target))
                    found.add(pending[-1][0])
        return found

    @cache
    def fewest(pegs: brute.Position) -> int | None:
        if pegs == goal or (goal is None and len(pegs) == 1):
            return 0
        left = [fewest(after) for after in after_one_move(pegs)]
        known = [moves for moves in left if moves is not None]
        return 1 + min(known) if known else None

    return fewest


def check_everywhere(problem: PegProblem, every: int = 1) -> int:
    """Compare the oracle with the brute force at every position; return how many can be won."""
    oracle = TableOracle(make_winning_set(problem))
    fewest = fewest_by_brute_force(problem)
    winnable = 0
    for number, pegs in enumerate(reachable(problem)):
        position, left = as_position(problem, pegs), fewest(pegs)
        assert oracle.moves_left(position) == left
        assert oracle.is_winnable(position) == (left is not None)
        assert oracle.light(position) == ("lost" if left is None else "winnable")
        winnable += left is not None
        if number % every:
            continue
        jumps = oracle.good_jumps(position)
        steps = brute.steps(set(problem.board.holes), pegs, problem.board.lattice)
        good = {as_position(problem, after) for after in steps if fewest(after) is not None}
        assert {problem.play(position, jump) for jump in jumps} == good
        assert len(jumps) == len(good)
        if left is None:
            assert oracle.best_move(position) is None
        else:
            follow(problem, oracle, position, left)
    return winnable


def follow(problem: PegProblem, oracle: TableOracle, position: PegPosition, left: int) -> None:
    """Play the oracle's moves to the end: each brings the goal one move nearer."""
    for more in range(left, 0, -1):
        assert oracle.moves_left(position) == more
        move = oracle.best_move(position)
        assert move is not None
        position = problem.play(position, move)
    assert problem.is_goal(position)
    assert oracle.best_move(position) is None


@pytest.mark.parametrize("spec", ["a1..a1", "a3..any", "b2..any", "a3..a3", "a1..b3", "b3..c5", "a5..any"])
def test_triangle(spec: str) -> None:
    problem = pp.load(f"pegs/triangle-5:{spec}")
    assert isinstance(problem, PegProblem)
    answer = pp.solve(problem, objective="moves")
    assert (check_everywhere(problem, every=7) > 0) == (answer.status == "solved")


@pytest.mark.parametrize(
    ("lattice", "start", "goal", "is_winnable"),
    [
        ("square", SQUARE, None, True),
        ("square", ["oooo", "oooo", "oo.o", "oooo"], None, False),
        ("square", ["oo.oo", "ooooo", "ooooo"], None, True),
        ("diagonal", ["oo.o", "oooo", "oooo"], None, True),
        ("skew", ["o o o", " o o ", "o . o", " o o ", "o o o"], ["o o .", " . . ", "o o o", " . . ", ". o o"], True),
        ("skew", ["oooo", "oooo", "o.oo", "oooo"], None, False),
    ],
)
def test_boards(lattice: str, start: list[str], goal: list[str] | None, is_winnable: bool) -> None:
    assert (check_everywhere(make_problem(lattice, start, goal), every=31) > 0) == is_winnable


def test_a_board_of_many_symmetries() -> None:
    start, goal = ["ooo", "oooo", "oo.oo", " oooo", "  ooo"], ["...", "o..o", "..o..", " ....", "  .o."]
    problem = make_problem("triangle", start, goal)
    oracle = TableOracle(make_winning_set(problem))
    assert len(problem.symmetries) == 6
    fewest = fewest_by_brute_force(problem)
    follow(problem, oracle, problem.start, fewest(brute.read(start)[1]) or 0)
    for pegs in reachable(problem)[::23]:
        assert oracle.moves_left(as_position(problem, pegs)) == fewest(pegs)


@pytest.mark.long
def test_the_central_game() -> None:
    problem = pp.load("pegs/english")
    assert isinstance(problem, PegProblem)
    winning = make_winning_set(problem)
    assert winning.counts == {"winning_positions": 13_428_122, "winning_up_to_symmetry": 1_679_072}
    follow(problem, TableOracle(winning), problem.start, 18)


@pytest.mark.parametrize("seed", range(60))
def test_random_boards(seed: int) -> None:
    chance = random.Random(seed)
    lattice = chance.choice(list(brute.DIRECTIONS))
    width, height = chance.randint(1, 5), chance.randint(1, 4)
    holes = [(x, y) for y in range(height) for x in range(width) if chance.random() < 0.8] or [(0, 0)]

    def drawing(share: float) -> list[str]:
        rows = [[" "] * width for _ in range(height)]
        for x, y in holes:
            rows[y][x] = "o" if chance.random() < share else "."
        return ["".join(row).rstrip() for row in rows]

    start = drawing(0.75)
    problem = make_problem(lattice, start, None)
    if chance.random() < 0.6:
        goal = problem.start  # where a random play has led, so that it often can be reached
        for _ in range(chance.randint(0, 8)):
            moves = problem.moves(goal)
            goal = problem.play(goal, chance.choice(moves)) if moves else goal
        problem = PegProblem(problem.start, goal, problem.spec)
    check_everywhere(problem)
    hint = find_hint(problem, Limits())
    left = fewest_by_brute_force(problem)(brute.read(start)[1])
    assert (hint.status == "solved") == (left is not None)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test a folder of tables of its own; what is compiled stays where it is."""
    monkeypatch.setattr("perfectplay.tables.data_folder", lambda: tmp_path)
    (tmp_path / "tables").mkdir()
    return tmp_path


def save(problem: PegProblem) -> Path:
    path = table_path(problem.as_json())
    make_winning_set(problem).save(path)
    return path


@pytest.mark.usefixtures("home")
def test_a_saved_table_serves_every_later_position() -> None:
    problem = make_problem("square", SQUARE, None)
    save(problem)
    fewest = fewest_by_brute_force(problem)
    for pegs in reachable(problem)[::97]:
        later = problem.starting_at(as_position(problem, pegs))
        oracle = saved_oracle(later)
        assert (oracle is not None) == (fewest(pegs) is not None)
        if oracle is not None:
            assert oracle.moves_left(later.start) == fewest(pegs)
    for other in (
        make_problem("diagonal", SQUARE, None),
        make_problem("square", SQUARE, ["....", "..o.", "....", "...."]),
        make_problem("square", ["o.oo", "oooo", "oooo", "ooo"], None),
        pp.load("pegs/triangle-5"),
    ):
        assert saved_oracle(other) is None


@pytest.mark.usefixtures("home")
def test_a_saved_table_of_a_lost_problem() -> None:
    problem = make_problem("square", ["oooo", "oooo", "oo.o", "oooo"], None)
    assert make_winning_set(problem).counts == {"winning_positions": 0, "winning_up_to_symmetry": 0}
    save(problem)
    oracle = saved_oracle(problem)
    assert oracle is not None
    assert oracle.light(problem.start) == "lost"


@pytest.mark.usefixtures("home")
def test_a_damaged_table_is_passed_over_with_a_notice() -> None:
    problem = make_problem("square", SQUARE, None)
    path = save(problem)
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    (path.parent / "other.table").write_bytes(b"no table")
    notices: list[str] = []
    assert saved_oracle(problem, notices.append) is None
    assert len(notices) == 1
    assert str(path) in notices[0]
    hint = find_hint(problem, Limits(), notice=notices.append)
    assert hint.moves_left == TableOracle(make_winning_set(problem)).moves_left(problem.start)
    assert len(saved_tables()) == 2


def test_a_position_of_another_board_is_refused() -> None:
    oracle = TableOracle(make_winning_set(make_problem("square", ["oo."], None)))
    with pytest.raises(pp.InputError, match="is not one of the board"):
        oracle.is_winnable(PegPosition.parse("oo.."))


def test_the_searching_oracle_agrees() -> None:
    problem = pp.load("pegs/triangle-5:a3..any")
    assert isinstance(problem, PegProblem)
    searching, exact = SearchOracle(problem, Limits()), TableOracle(make_winning_set(problem))
    for pegs in reachable(problem)[::211]:
        position = as_position(problem, pegs)
        assert searching.light(position) == exact.light(position)
        move = searching.best_move(position)
        if move is None:
            assert problem.is_goal(position) or not exact.is_winnable(position)
        else:
            assert exact.is_winnable(problem.play(position, move))
        assert searching.moves_left(position) in (None, 0)
        assert searching.good_jumps(position) == exact.good_jumps(position)


def test_a_board_that_is_too_large_is_searched() -> None:
    problem = pp.load("pegs/wiegleb")
    oracle = find_oracle(problem, Limits())
    assert isinstance(oracle, SearchOracle)
    assert oracle.light(problem.start) == "winnable"
    assert find_oracle(problem, Limits(positions=3)).light(problem.start) == "unknown"
    with pytest.raises(LimitHitError, match="45 holes are too many"):
        make_winning_set(problem)  # type: ignore[arg-type]


def test_limits_leave_a_search() -> None:
    problem = pp.load("pegs/triangle-6")
    hint = find_hint(problem, Limits(positions=1000))
    assert (hint.status, hint.moves_left, hint.good_jumps) == ("solved", None, None)
    assert hint.move is not None
