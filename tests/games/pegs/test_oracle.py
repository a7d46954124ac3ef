"""The oracle against a brute force that shares nothing with it: every reachable position of small boards."""

import random
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest

import perfectplay as pp
from perfectplay.base.limits import LimitHitError, Limits
from perfectplay.games.pegs.position import PegPosition
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.games.pegs.solving.oracle import TableOracle, make_winning_set, saved_oracle
from perfectplay.model.oracle import LOST, UNKNOWN, WON, Value
from perfectplay.model.tables import saved_tables, table_path
from perfectplay.solvers.oracle import SearchOracle, find_oracle
from perfectplay.verbs.hint import hint
from tests import brute

SQUARE = ["o.oo", "oooo", "oooo", "oooo"]


def make_problem(lattice: str, start: list[str], goal: list[str] | None) -> PegProblem:
    wanted = None if goal is None else PegPosition.from_drawing(goal, lattice)
    return PegProblem(PegPosition.from_drawing(start, lattice), wanted, "pegs/small")


def triangle(item: str = "a1..a1") -> PegProblem:
    problem = pp.load(f"pegs/triangle-5:{item}")
    assert isinstance(problem, PegProblem)
    return problem


def as_position(problem: PegProblem, pegs: brute.Position) -> PegPosition:
    return PegPosition(problem.board, sum(1 << problem.board.index[hole] for hole in pegs))


def reachable(problem: PegProblem) -> list[brute.Position]:
    """Return every position of the problem by the brute force."""
    levels = brute.levels(problem.board.drawing(problem.start.pegs), problem.board.lattice)
    return sorted(set().union(*levels), key=sorted)


def after_chains(problem: PegProblem, pegs: brute.Position, movers: Iterable[brute.Hole]) -> set[brute.Position]:
    """Return every position that one peg can make by a chain of jumps, or by a part of it."""
    holes, found = set(problem.board.holes), set()
    pending = [(pegs, mover) for mover in movers]
    while pending:
        now, (x, y) = pending.pop()
        for dx, dy in brute.DIRECTIONS[problem.board.lattice]:
            over, target = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if over in now and target in holes and target not in now:
                pending.append((now - {(x, y), over} | {target}, target))
                found.add(pending[-1][0])
    return found


def fewest_by_brute_force(problem: PegProblem) -> Callable[[brute.Position], int | None]:
    """Return the function that gives the fewest moves from a position, by recursion over whole chains."""
    goal = None
    if problem.goal is not None:
        goal = brute.read(problem.board.drawing(problem.goal.pegs))[1]

    @cache
    def fewest(pegs: brute.Position) -> int | None:
        if pegs == goal or (goal is None and len(pegs) == 1):
            return 0
        left = [fewest(after) for after in after_chains(problem, pegs, pegs)]
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
        assert oracle.value(position) == (Value(LOST) if left is None else Value(WON, left))
        winnable += left is not None
        if number % every:
            continue
        jumps = oracle.good_moves(position)
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
        assert oracle.value(position).moves_left == more
        move = oracle.best_move(position)
        assert move is not None
        position = problem.play(position, move)
    assert problem.is_goal(position)
    assert oracle.best_move(position) is None


def test_a_turn_that_goes_on() -> None:
    problem = triangle("a1..any")
    oracle, fewest = TableOracle(make_winning_set(problem)), fewest_by_brute_force(problem)
    known = 0
    for pegs in reachable(problem)[::2]:
        position = as_position(problem, pegs)
        for step in problem.moves(position):
            after = problem.play(position, step)
            mover = problem.board.holes[problem.board.hole(step.split("-")[-1])]
            now = frozenset(problem.board.holes[number] for number in range(15) if after.pegs >> number & 1)
            left = [moves for later in after_chains(problem, now, [mover]) if (moves := fewest(later)) is not None]
            assert min(oracle.steps_going_on(after, step).values(), default=None) == min(left, default=None)
            known += bool(left)
    assert known > 100


@pytest.mark.parametrize("spec", ["a1..a1", "a3..any", "b2..any", "a3..a3", "a1..b3", "b3..c5", "a5..any"])
def test_triangle(spec: str) -> None:
    problem = triangle(spec)
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


@pytest.mark.long
def test_a_board_of_many_symmetries() -> None:
    start, goal = ["ooo", "oooo", "oo.oo", " oooo", "  ooo"], ["...", "o..o", "..o..", " ....", "  .o."]
    problem = make_problem("triangle", start, goal)
    oracle = TableOracle(make_winning_set(problem))
    assert len(problem.symmetries) == 6
    fewest = fewest_by_brute_force(problem)
    follow(problem, oracle, problem.start, fewest(brute.read(start)[1]) or 0)
    for pegs in reachable(problem)[::23]:
        assert oracle.value(as_position(problem, pegs)).moves_left == fewest(pegs)


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
    left = fewest_by_brute_force(problem)(brute.read(start)[1])
    assert (hint(problem).status == "solved") == (left is not None)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test a folder of tables of its own; what is compiled stays where it is."""
    monkeypatch.setattr("perfectplay.model.tables.data_folder", lambda: tmp_path)
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
            assert oracle.value(later.start) == Value(WON, fewest(pegs))
    for other in (
        make_problem("diagonal", SQUARE, None),
        make_problem("square", SQUARE, ["....", "..o.", "....", "...."]),
        make_problem("square", ["o.oo", "oooo", "oooo", "ooo"], None),
        triangle(),
    ):
        assert saved_oracle(other) is None


@pytest.mark.usefixtures("home")
def test_a_saved_table_of_a_lost_problem() -> None:
    problem = make_problem("square", ["oooo", "oooo", "oo.o", "oooo"], None)
    assert make_winning_set(problem).counts == {"winning_positions": 0, "winning_up_to_symmetry": 0}
    save(problem)
    oracle = saved_oracle(problem)
    assert oracle is not None
    assert oracle.value(problem.start) == Value(LOST)


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
    found = hint(problem, on_notice=notices.append)
    assert found.moves_left == TableOracle(make_winning_set(problem)).value(problem.start).moves_left
    assert len(saved_tables()) == 2


def test_a_position_of_another_board_is_refused() -> None:
    oracle = TableOracle(make_winning_set(make_problem("square", ["oo."], None)))
    with pytest.raises(pp.InputError, match="is not one of the board"):
        oracle.value(PegPosition.parse("oo.."))


def test_the_searching_oracle_agrees() -> None:
    problem = triangle("a3..any")
    searching, exact = SearchOracle(problem, Limits()), TableOracle(make_winning_set(problem))
    for pegs in reachable(problem)[::211]:
        position = as_position(problem, pegs)
        assert searching.value(position).outcome == exact.value(position).outcome
        move = searching.best_move(position)
        if move is None:
            assert problem.is_goal(position) or exact.value(position).outcome == LOST
        else:
            assert exact.value(problem.play(position, move)).outcome == WON
        assert searching.value(position).moves_left in (None, 0)
        assert searching.good_moves(position) == exact.good_moves(position)


def test_a_board_that_is_too_large_is_searched() -> None:
    problem = pp.load("pegs/wiegleb")
    oracle = find_oracle(problem, Limits())
    assert isinstance(oracle, SearchOracle)
    assert oracle.value(problem.start).outcome == WON
    assert find_oracle(problem, Limits(positions=3)).value(problem.start) == Value(UNKNOWN, limit="positions")
    with pytest.raises(LimitHitError, match="45 holes are too many"):
        make_winning_set(problem)  # type: ignore[arg-type]


def test_limits_leave_a_search() -> None:
    problem = pp.load("pegs/triangle-6")
    found = hint(problem, limits=Limits(positions=1000))
    assert (found.status, found.moves_left, found.good_moves) == ("solved", None, None)
    assert found.move is not None
