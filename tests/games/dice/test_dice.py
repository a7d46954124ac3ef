"""Dice: reading, texts, rules, searches and the command, against known answers and a brute force."""

import json
import re
import tomllib
from collections import Counter
from importlib import resources
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import perfectplay as pp
from perfectplay.games.dice import FAMILY
from perfectplay.games.dice.board import DIRECTIONS, DiceBoard
from perfectplay.games.dice.files import case_text, parse_case
from perfectplay.games.dice.generate import Draws, Recipe
from perfectplay.games.dice.layout import PACKED, WIDE, from_state, to_state
from perfectplay.games.dice.position import DicePosition
from perfectplay.games.dice.problem import DiceProblem
from perfectplay.games.dice.solving.boards import find_board
from tests import brute_dice
from tests.cli.test_cli import Run, run  # noqa: F401 - a fixture
from tests.dice_boards import small_problem
from tests.places import CASES, DATA

KNOWN = tomllib.loads((DATA / "dice.toml").read_text())
FILES = CASES / "dice"
TRAP = next(case["text"] for case in KNOWN["board"] if case["name"] == "the phase trap")
LINE = "1 4  1 2 0 0  2  1 2  1"


def problem_of(text: str) -> DiceProblem:
    return DiceProblem(parse_case(text), spec="")


# --- known answers


@pytest.mark.parametrize("case", KNOWN["board"], ids=lambda case: case["name"])
def test_small_known_answers(case: dict[str, Any]) -> None:
    answer = pp.solve(problem_of(case["text"]))
    if "plies" in case:
        assert isinstance(answer, pp.Solved)
        assert (answer.moves, answer.optimal) == (case["plies"], True)
    else:
        assert isinstance(answer, pp.Impossible)
        assert answer.certificate["kind"] == case["impossible"]
    assert pp.verify(answer).accepted


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case["name"], marks=[pytest.mark.long] if case.get("long") else [])
        for case in KNOWN["shipped"]
    ],
)
def test_shipped_boards(case: dict[str, Any]) -> None:
    spec = f"dice/{case['name']}"
    answer = pp.solve(spec, all_optimal="solutions" in case)
    assert isinstance(answer, pp.Solved)
    assert (answer.moves, answer.optimal) == (case["plies"], True)
    assert answer.own.get("optimal_solutions") == case.get("solutions")
    deepened = pp.solve(spec, algorithm="idastar")
    assert isinstance(deepened, pp.Solved)
    assert deepened.moves == case["plies"]


@pytest.mark.skipif(not FILES.is_dir(), reason="PERFECTPLAY_CASES names no folder with dice/*.in")
@pytest.mark.parametrize("case", KNOWN["shipped"], ids=lambda case: case["name"])
def test_shipped_boards_are_those_of_the_course(case: dict[str, Any]) -> None:
    ours, theirs = pp.load(f"dice/{case['name']}"), pp.load(f"dice/@{FILES / case['name'].removeprefix('board-')}.in")
    assert {**ours.as_json(), "spec": ""} == {**theirs.as_json(), "spec": ""}


def test_every_shipped_board_is_listed_with_its_origin_and_has_a_known_answer() -> None:
    boards = {variant.name: variant.about for variant in FAMILY.variants() if variant.name.startswith("board-")}
    assert sorted(boards) == sorted(case["name"] for case in KNOWN["shipped"])
    assert all(boards.values())
    for file in (resources.files("perfectplay.games.dice") / "boards").iterdir():
        assert re.search(r"^source: \S", file.read_text(), re.MULTILINE), file.name


def test_items_of_a_shipped_board() -> None:
    problem: Any = pp.load("dice/board-11:goal=a1,removed=e5,dice=finite")
    assert (problem.goal_name, problem.is_finite, problem.board.removed) == ("a1", True, frozenset({24}))


def test_headings_before_a_board() -> None:
    plain = parse_case(LINE)
    assert parse_case(f"about: a line\nsource: a book\n\n{LINE}") == plain
    for text in (f"about this: x\n{LINE}", f"{LINE}\nabout: x"):
        with pytest.raises(pp.InputError, match=r"line \d"):
            parse_case(text)


@pytest.mark.parametrize("first", [0, *(pytest.param(first, marks=pytest.mark.long) for first in (500, 1000, 1500))])
def test_two_thousand_boards_agree_with_brute_force(first: int) -> None:
    outcomes: Counter[str] = Counter()
    for seed in range(first, first + 500):
        problem, plain = small_problem(seed)
        wanted = brute_dice.fewest_plies(plain)
        answer = pp.solve(problem, all_optimal=True)
        if isinstance(answer, pp.Solved):
            assert (answer.moves, answer.optimal_solutions) == wanted, seed
            assert answer.optimal
            position = problem.start
            for text in answer.solution:
                assert text in problem.moves(position)
                position = problem.play(position, text)
            assert problem.is_goal(position)
        else:
            assert wanted is None, seed
        outcomes[answer.status if isinstance(answer, pp.Solved) else answer.figures["certificate"]["kind"]] += 1
    assert sum(outcomes.values()) == 500
    assert all(outcomes[kind] >= 3 for kind in ("solved", "exhaustion", "absent", "apart")), outcomes


def test_boards_alone_are_not_positions() -> None:
    problem = problem_of(TRAP)
    after = problem.play(problem.play(problem.start, "2-a1"), "2-b2")
    assert after.drawing() == problem.start.drawing()
    assert after != problem.start
    assert isinstance(pp.solve(problem.starting_at(after)), pp.Solved)
    assert pp.solve(problem.starting_at(after)).figures["moves"] == 16


# --- texts


@st.composite
def positions(draw: st.DrawFn) -> DicePosition:
    rows, columns = draw(st.integers(1, 10)), draw(st.integers(1, 10))
    squares = draw(st.lists(st.integers(0, rows * columns - 1), unique=True, max_size=min(12, rows * columns)))
    places: list[int | None] = [None] * 6
    for piece, square in zip(draw(st.permutations(range(6))), squares[:6], strict=False):
        places[piece] = square
    board = DiceBoard(rows, columns, frozenset(squares[6:]))
    return DicePosition(board, tuple(places), draw(st.integers(0, 10_000)))


@given(positions())
def test_texts_and_states_come_back(position: DicePosition) -> None:
    assert DicePosition.parse(position.text) == position
    assert DicePosition.parse(position.text).text == position.text
    assert eval(repr(position)) == position
    for layout in (PACKED, WIDE):
        assert from_state(position.board, to_state(position, layout)) == position
        assert to_state(position, layout) < 1 << 64 * layout.words


@given(st.integers(0, 2**64 - 1), st.integers(2, 10), st.integers(2, 10), st.integers(1, 3), st.integers(1, 40))
def test_files_come_back(seed: int, rows: int, columns: int, pieces: int, period: int) -> None:
    case = Recipe(rows, columns, pieces, period).draw(Draws(seed))
    assert parse_case(case_text(case)) == case
    assert parse_case(" ".join(case_text(case).split())) == case


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("", "is empty; expected the rows and columns, the board, the period, the dice and the goal piece"),
        (" \n\t\n", "is empty"),
        ("2", "ends too early, in line 1; expected the number of columns from 1 to 10"),
        ("0 2", "line 1: 0; expected the number of rows from 1 to 10"),
        ("2 11 " + "0 " * 22, "line 1: 11; expected the number of columns from 1 to 10"),
        ("1 2\n1", "ends too early, in line 2; expected what stands on square b1"),
        ("1 2\n1 7\n1 1 1", "line 2: 7 on square b1; expected a piece from 1 to 6, or 0 for none"),
        ("1 2\n1 1\n1 1 1", "line 2: piece 1 stands on a1 and on b1; expected each piece at most once"),
        ("1 2\n1 x\n1 1 1", "line 2: 'x' is not a number; expected what stands on square b1"),
        ("1 2\n1 -1\n1 1 1", "'-1' is not a number"),
        ("1 2\n1 1.0\n1 1 1", "'1.0' is not a number"),
        ("1 2\n1 ٣\n1 1 1", "is not a number"),
        ("1 2\n1 0\n0\n1", "line 3: 0; expected the period, the number of dice, from 1 to 10,000"),
        ("1 2\n1 0\n99999\n1", "line 3: 99999; expected the period"),
        ("1 2\n1 0\n" + "9" * 5000, "is not a number; expected the period"),
        ("1 2\n1 0\n2\n1\n", "ends too early, in line 4; expected die 2 of 2 from 1 to 6"),
        ("1 2\n1 0\n2\n1 0\n1", "line 4: 0; expected die 2 of 2 from 1 to 6"),
        ("1 2\n1 0\n2\n1 7\n1", "line 4: 7; expected die 2 of 2"),
        ("1 2\n1 0\n1\n1\n", "ends too early, in line 4; expected the goal piece from 0 to 6"),
        ("1 2\n1 0\n1\n1\n7", "line 5: 7; expected the goal piece from 0 to 6"),
        ("1 2\n1 0\n1\n1\n1\n1 2", "line 6: '1' follows the goal piece; expected the end"),
        ("1 2\n1 0\n1\n1\n1 garbage", "line 5: 'garbage' follows the goal piece"),
    ],
)
def test_bad_files(run: Run, text: str, fragment: str) -> None:  # noqa: F811
    Path("case.in").write_text(text)
    complaint = run("solve", "dice/@case.in").complaint
    assert fragment in complaint
    assert complaint.startswith("perfectplay: case.in")
    complaint = run("solve", "dice/-", "--format", "course", stdin=text).complaint
    assert fragment in complaint
    assert complaint.startswith("perfectplay: standard input")


@pytest.mark.parametrize(
    ("spec", "fragment"),
    [
        ("dice/5x5", "no board '5x5'; write dice/@FILE, dice/- for standard input, dice/random:seed=1, or one of bo"),
        ("dice/@", "names no file"),
        ("dice/random:seed=x", "seed=x is not a whole number"),
        ("dice/random:rows=11", "rows must be from 1 to 10, not 11"),
        ("dice/random:sides=6", "unknown item 'sides=6'; known are goal=SQUARE"),
        ("dice/@absent.in", "no file absent.in; give a file with a dice board"),
        ("dice/@.", "is a folder"),
        ("case.in", "did you mean dice/@case.in?"),
        ("dice/@case.in:a1", "unknown item 'a1'; known are goal=SQUARE, removed=A+B, dice=finite"),
        ("dice/@case.in:start=a1", "unknown item 'start=a1'"),
        ("dice/@case.in:goal=", "goal= is empty"),
        ("dice/@case.in:goal=a9", "no square 'a9' on this board; its columns are a to d, its rows 1 to 1"),
        ("dice/@case.in:goal=a1,goal=b1", "goal is given twice"),
        ("dice/@case.in:removed=c1,goal=c1", "the goal square c1 is removed"),
        ("dice/@case.in:removed=d1", "the goal square d1 is removed"),
        ("dice/@case.in:removed=a1", "a1"),
        ("dice/@case.in:removed=c1+c1", "c1 is removed twice"),
        ("dice/@case.in:removed=c1+", "no square ''"),
        ("dice/@case.in:dice=twice", "dice=twice is neither finite nor cyclic"),
    ],
)
def test_bad_specs(run: Run, spec: str, fragment: str) -> None:  # noqa: F811
    Path("case.in").write_text(LINE)
    assert fragment in run("show", spec).complaint


def test_a_file_that_is_no_text(run: Run) -> None:  # noqa: F811
    Path("case.in").write_bytes(b"1 2\n\xff")
    assert "is not a text" in run("solve", "dice/@case.in").complaint
    assert "is too large" in run("solve", "dice/-", stdin=b"1 " * 1_000_000).complaint


# --- rules and moves


def test_moves_are_texts_and_bad_ones_are_told() -> None:
    problem = problem_of("3 3  1 0 0  0 3 0  0 0 6  2  4 2  1")
    start = problem.start
    assert problem.moves(start)[:2] == ["3-a1", "3-b1"]
    assert {text[0] for text in problem.moves(start)} == {"3", "6"}
    taken = problem.play(start, "3-a1")
    assert taken.text == "3../.../..6@1"
    assert problem.caption(start, "3-a1") == "die 4: 3-a1, captures 1"
    for text, fragment in [
        ("1-b1", "1-b1 cannot be played: the die shows 4, so piece 3 or 6 moves"),
        ("3-b2", "piece 3 on b2 goes one step"),
        ("6-a1", "piece 6 on c3 goes one step"),
        ("3-z9", "no square 'z9'"),
        ("b1", "is not a move; write the piece and its new square as 3-a1"),
        ("", "is not a move"),
    ]:
        with pytest.raises(pp.InputError, match=re.escape(fragment)):
            problem.play(start, text)


def test_play_ends_when_it_is_won_and_when_finite_dice_are_used_up() -> None:
    won = problem_of("2 2  0 0  0 3  1  1  3")
    assert won.moves(won.start) == []
    with pytest.raises(pp.InputError, match="won already"):
        won.play(won.start, "3-a1")
    case = parse_case("1 3  1 0 0  1  1  1")
    finite = DiceProblem(case, is_finite=True, spec="dice/test")
    after = finite.play(finite.start, "1-b1")
    assert finite.moves(after) == []
    with pytest.raises(pp.InputError, match="used up"):
        finite.play(after, "1-c1")
    assert isinstance(pp.solve(finite), pp.Impossible)
    assert isinstance(pp.solve(DiceProblem(case, spec="dice/test")), pp.Solved)


def test_variants_of_a_spec(run: Run) -> None:  # noqa: F811
    Path("case.in").write_text("3 3  1 0 0  0 0 0  0 0 0  1 1  1")
    for spec, plies in [
        ("dice/@case.in", 2),
        ("dice/@case.in:goal=c1", 2),
        ("dice/@case.in:goal=a2", 1),
        ("dice/@case.in:removed=b2", 3),
        ("dice/@case.in:removed=b2+b1+a2", None),
        ("dice/@case.in:dice=finite", None),
        ("dice/@case.in:dice=cyclic", 2),
        ("dice/@case.in:goal=a1", 0),
    ]:
        outcome = run("solve", spec, "--json")
        assert outcome.answer["moves"] == plies, spec
        assert outcome.code == (10 if plies is None else 0)
        checked = run("verify", "-", stdin=outcome.out)
        assert (checked.code, checked.out.splitlines()[-1]) == (0, "accepted")


# --- searches


def test_what_is_not_proved_is_not_claimed() -> None:
    problem = problem_of("4 4  3 0 4 0  0 0 2 1  0 0 0 0  0 0 0 0  4  2 4 1 4  4")
    best = pp.solve(problem)
    for options in (
        {"estimate": "taxicab"},
        {"prune": ["duplicates", "lost", "meaningful"]},
        {"algorithm": "greedy"},
        {"algorithm": "idastar", "prune": ["meaningful"]},
    ):
        answer = pp.solve(problem, **options)
        assert isinstance(answer, pp.Solved)
        assert isinstance(best, pp.Solved)
        assert not answer.optimal
        assert answer.moves >= best.moves
        with pytest.raises(pp.InputError, match="counted after a search that proves"):
            pp.solve(problem, all_optimal=True, **options)
    assert best.optimal


def test_the_unsafe_rule_is_off_and_proves_nothing() -> None:
    problem = problem_of("1 4  0 1 2 0  2  1 2  2")
    everything = pp.solve(problem, algorithm="astar")
    assert everything.search["prune"] == ["duplicates", "lost"]
    assert isinstance(everything, pp.Solved)
    assert everything.solution == ("1-a1", "2-d1")
    answer = pp.solve(problem, prune=["duplicates", "lost", "meaningful"])
    assert isinstance(answer, pp.Unknown)
    assert answer.limit == "pruning"
    assert answer.stats.pruned["meaningful"] > 0


def test_limits() -> None:
    problem = DiceProblem(Recipe(9, 9, 6, 18).draw(Draws(3)), spec="dice/test")
    for limits, name in [(pp.Limits(positions=10), "positions"), (pp.Limits(memory=1000), "memory")]:
        answer = pp.solve(problem, algorithm="astar", estimate="none", limits=limits)
        assert isinstance(answer, pp.Unknown)
        assert answer.limit == name
    small = problem_of("4 4  3 0 4 0  0 0 2 1  0 0 0 0  0 0 0 0  4  2 4 1 4  4")
    needed = pp.solve(small).stats.expanded
    answer = pp.solve(small, all_optimal=True, limits=pp.Limits(positions=needed + 5))
    assert isinstance(answer, pp.Solved)
    assert (answer.own, answer.limit) == ({}, "positions")
    assert answer.as_json()["limit"] == "positions"


# --- the generator


def test_boards_by_seed_never_change(run: Run) -> None:  # noqa: F811
    first = run("generate", "dice", "--rows", "3", "--columns", "4", "--pieces", "3", "--period", "5", "--seed", "7")
    assert first.out == "3 4\n  0  0  6  0\n  3  0  1  0\n  0  0  0  0\n\n5\n3 2 1 3 1\n6\n"
    assert (first.code, first.err) == (0, "")
    assert run("generate", "dice", "--seed", "8").out != run("generate", "dice", "--seed", "9").out
    case = parse_case(first.out)
    problem: Any = pp.load("dice/random:rows=3,columns=4,pieces=3,period=5,seed=7,goal=a1")
    assert (problem.start, problem.dice, problem.goal_piece) == (case.start, case.dice, case.goal_piece)
    aimed = parse_case(run("generate", "dice", "--pieces", "2", "--goal", "5", "--seed", "1").out)
    assert aimed.goal_piece == 5
    assert 5 in aimed.start.pieces
    told = run("generate", "dice", "--rows", "3", "--columns", "3", "--pieces", "2", "--solvable", "--json").answer
    assert told["moves"] == brute_dice.fewest_plies(brute_dice.read(told["text"]))[0]  # type: ignore[index]


def test_hard_boards_need_the_most_plies() -> None:
    recipe = Recipe(3, 3, 3, 4)
    draws = Draws(5)
    found: list[int] = []
    while len(found) < 16:
        fewest = brute_dice.fewest_plies(brute_dice.read(case_text(recipe.draw(draws))))
        if fewest:
            found.append(fewest[0])
    assert find_board(recipe, 5, is_hard=True).plies == max(found)
    assert find_board(recipe, 5, is_solvable=True).plies == found[0]


@pytest.mark.parametrize(
    ("arguments", "fragment"),
    [
        (["pegs"], "no boards of 'pegs' are generated; only those of dice are"),
        (["dice", "--rows", "11"], "11 is not in the range 1<=x<=10"),
        (["dice", "--pieces", "0"], "0 is not in the range 1<=x<=6"),
        (["dice", "--rows", "1", "--columns", "3", "--pieces", "3"], "need more than 3 squares"),
        ([], "Missing argument 'FAMILY'"),
    ],
)
def test_bad_boards(run: Run, arguments: list[str], fragment: str) -> None:  # noqa: F811
    assert fragment in run("generate", *arguments).complaint


# --- the command


def test_the_format_of_the_course(run: Run) -> None:  # noqa: F811
    outcome = run("solve", "dice/-", "--format", "course", stdin=LINE)
    assert (outcome.code, outcome.out) == (0, "3\n1 4\n1 4\n1 4\n")
    assert run("solve", "dice/-", "--format", "course", stdin="2 2  0 0  0 3  1  1  3").out == "0\n"
    for direction, (down, right) in enumerate(DIRECTIONS):
        cells = ["0"] * 9
        cells[4] = "2"
        target = "abc"[1 + right] + "123"[1 + down]
        text = f"3 3  {' '.join(cells)}  1  2  2"
        assert run("solve", f"dice/-:goal={target}", "--format", "course", stdin=text).out == f"1\n2 {direction}\n"
    impossible = run("solve", "dice/-", "--format", "course", stdin="2 2  1 0  0 0  1  1  2")
    assert (impossible.code, impossible.out) == (10, "")
    assert impossible.err == ("perfectplay: dice/-: impossible, proved by the goal piece, which is not on the board\n")
    assert "only dice are" in run("solve", "pegs/triangle-5", "--format", "course").complaint
    assert "give one of them" in run("solve", "dice/-", "--format", "course", "--json").complaint
    assert "leave out --format" in run("solve", "--batch", "-", "--format", "course").complaint


def test_solve_in_words(run: Run) -> None:  # noqa: F811
    Path("case.in").write_text(LINE)
    outcome = run("solve", "dice/@case.in", "--all-optimal", "--state", "wide")
    lines = outcome.out.splitlines()
    assert lines[0] == "dice/@case.in: solved in 3 plies (proved fewest)"
    assert lines[2:4] == ["  a b c d", "1 1 2 . x"]
    assert "1. die 1: 1-b1, captures 2" in outcome.out
    assert "1 solution of this length" in lines
    assert "search: astar, estimate dice, pruning duplicates lost, state wide" in lines
    assert max(map(len, lines)) <= 80
    told = run("solve", "dice/@case.in", "--all-optimal", "--json").answer
    assert (told["optimal_solutions"], told["moves"], told["solution"][0]) == (1, 3, "1-b1")
    assert told["problem"] == {
        "spec": "dice/@case.in",
        "family": "dice",
        "start": ["12.."],
        "phase": 0,
        "dice": [1, 2],
        "is_finite": False,
        "goal_piece": 1,
        "goal_square": "d1",
    }


def test_prove_in_words(run: Run) -> None:  # noqa: F811
    Path("case.in").write_text("2 3  1 0 0  0 0 0  1  1  1")
    apart = run("prove", "dice/@case.in:removed=b1+b2")
    assert apart.code == 10
    assert "No piece that may win has a way to the goal square." in apart.out
    absent = run("prove", "dice/-", stdin="2 2  1 0  0 0  1  1  2")
    assert "No piece that may win is on the board." in absent.out
    assert "1 were looked at" not in run("prove", "dice/-", stdin="1 4  1 2 0 0  1  2  1").out
    assert run("prove", "dice/@case.in").code == 0


def test_options_of_dice_are_refused_elsewhere(run: Run) -> None:  # noqa: F811
    for options in (["--all-optimal"], ["--state", "wide"]):
        complaint = run("solve", "pegs/triangle-5", *options).complaint
        assert f"{options[0]} is for dice, and pegs/triangle-5 is none; leave it out" in complaint
    Path("case.in").write_text(LINE)
    assert "has lost" not in run("solve", "dice/@case.in", "--prune", "weights").complaint
    assert run("solve", "dice/@case.in", "--prune", "all", "--json").answer["search"]["prune"] == ["duplicates", "lost"]


def test_show_and_count(run: Run) -> None:  # noqa: F811
    shown = run("show", "dice/-:removed=c1,dice=finite", stdin="2 3  1 0 0  0 2 0  3  1 5 2  0").out
    assert "2 rows and 3 columns, 1 square removed, 2 pieces; any piece to c2 (x)" in " ".join(shown.split())
    assert "3 dice, thrown once: 1 5 2" in shown
    assert "  a b c\n1 1 .\n2 . 2 x\n" in shown
    assert "first moves: 1-b1 1-a2 1-b2" in shown
    counted = run("count", "dice/-", "--json", stdin=LINE).answer
    assert counted["levels"][0]["positions"] == 1


def test_pictures_tell_die_mover_and_captures(run: Run) -> None:  # noqa: F811
    Path("case.in").write_text("2 3  1 2 0  0 0 0  2  1 2  1")
    assert run("solve", "dice/@case.in", "--svg", "a.svg", "--html", "a.html", "--trace", "a.jsonl").code == 0
    captions = [item.text for item in ElementTree.parse("a.svg").iter("{http://www.w3.org/2000/svg}text")]
    assert "captures 2" in " ".join(str(text) for text in captions)
    assert "die 1: 1-b1, captures 2" in Path("a.html").read_text()
    events = [json.loads(line) for line in Path("a.jsonl").read_text().splitlines()]
    assert events[1]["position"] == "12./...@0"
    assert run("show", "dice/@case.in", "--svg", "b.svg").code == 0


def test_play(run: Run) -> None:  # noqa: F811
    Path("case.in").write_text(LINE)
    played = run("play", "dice/@case.in", stdin="hint\n2-c1\n1-b1\n1-c1\n1-d1\n").out
    assert "die 1: piece 1 moves" in played
    assert "a good move: 1-b1" in played
    assert "2-c1 cannot be played: the die shows 1, so piece 1 moves" in " ".join(played.split())
    assert played.endswith("solved, in 3 turns\n")
    assert "both the board and the moves" in run("play", "dice/-").complaint
    hint = run("hint", "dice/@case.in", "--json").answer
    assert (hint["move"], hint["moves_left"]) == ("1-b1", 3)


def test_a_lost_goal_piece_is_given_up() -> None:
    """On a board where the goal piece can be captured breadth first search leaves those positions out."""
    problem = DiceProblem(parse_case("3 3  1 2 0  0 0 0  0 0 0  2  1 2  1"), spec="dice/test")
    counts = {}
    for prune in (["duplicates"], ["duplicates", "lost"]):
        answer = pp.solve(problem, algorithm="breadth-first", prune=prune)
        counts[len(prune)] = answer.stats.pruned["lost"]
    assert counts[1] == 0 < counts[2]


def test_never_ends_deepening() -> None:
    """A board that cannot be won: deepening with the estimate that knows it must not walk for ever."""
    problem = DiceProblem(parse_case("1 4  0 2 1 0  1  1  2"), spec="dice/test")
    answer = pp.solve(problem, algorithm="idastar", prune=["duplicates"])
    assert isinstance(answer, pp.Impossible)
    assert answer.stats.expanded < 10
