"""Files from outside: right drawings and games are read, and every broken one gets one line that says where."""

import os
import random
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.base.errors import InputError, PerfectplayError
from perfectplay.base.files import read_text
from perfectplay.base.limits import Limits
from perfectplay.games.jumping.files import MOST_BYTES, parse_problem_file
from perfectplay.games.own.loader import load_game
from perfectplay.model.specs import load
from perfectplay.verbs.solve import solve
from perfectplay.verbs.verify import verify


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    yield tmp_path


def complaint(spec: str) -> str:
    """Return what is said about a spec that cannot be loaded."""
    with pytest.raises(PerfectplayError) as caught:
        load(spec)
    return str(caught.value)


# Drawings.


@pytest.mark.parametrize(
    ("text", "start", "goal", "lattice"),
    [
        ("oo.\n", "oo.", "any", "square"),
        ("oo.", "oo.", "any", "square"),
        ("oo.\r\n\r\n..o\r\n", "oo.", "..o", "square"),
        ("oo.\r\r..o\r", "oo.", "..o", "square"),
        ("\ufeffoo.\n", "oo.", "any", "square"),
        ("\n\n oo.  \n\n\n ..o\n\n", " oo.", " ..o", "square"),
        ("goal: any\n\noo.\n", "oo.", "any", "square"),
        ("oo.\ngoal: c1\n", "oo.", "..o", "square"),
        ("goal: 3\n\noo.\n", "oo.", "..o", "square"),
        ("goal: a1 b1\nlattice: diagonal\nabout: a line\n\n...\n", "...", "oo.", "diagonal"),
        ("oo.\n\nlattice: skew\n", "oo.", "any", "skew"),
    ],
)
def test_good_drawing(folder: Path, text: str, start: str, goal: str, lattice: str) -> None:
    (folder / "board.txt").write_bytes(text.encode())
    problem = load("pegs/@board.txt").as_json()
    assert problem["start"] == [start]
    assert problem["goal"] == (goal if goal == "any" else [goal])
    assert problem["lattice"] == lattice


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("", "board.txt draws no board: draw a peg as o and an empty hole as ."),
        ("\n \n\n", "draws no board"),
        ("goal: a1\n", "draws no board"),
        ("oxo\n", "board.txt, line 1, column 2: 'x' is not o (peg), . (empty hole) or a space"),
        ("ooo\noOo\n", "line 2, column 2: 'O' is not o"),
        ("o\to\n", r"line 1, column 2: '\t' is not o"),
        ("oo.\t\n", r"line 1, column 4: '\t' is not o"),
        ("o\u00a0o\n", r"line 1, column 2: '\xa0' is not o"),
        ("oo\x1b[31m.\n", r"column 3: '\x1b' is not o"),
        ("oo.\x00\n", r"column 4: '\x00' is not o"),
        ("oo.\x0b..o\n", r"column 4: '\x0b' is not o"),
        ("oo.\u2028..o\n", r"column 4: '\u2028' is not o"),
        ("oo🎲\n", "column 3: '🎲' is not o"),
        ("goal a1\n\noo.\n", "line 1, column 1: 'g' is not o"),
        (" goal: a1\n\noo.\n", "line 1, column 2: 'g' is not o"),
        ("colour: red\n\noo.\n", "line 1: unknown key 'colour'; known are about, goal, lattice"),
        ("goal: a1\ngoal: b1\n\noo.\n", "line 2: goal is given twice"),
        ("goal:\n\noo.\n", "line 1: goal: is empty; write a value or leave out the line"),
        ("goal: z9\n\noo.\n", "board.txt: no hole 'z9' on this board; its columns are a to c, its rows 1 to 1"),
        ("goal: a1,b1\n\noo.\n", "no hole 'a1,b1'"),
        ("goal: a1 any b1\n\noo.\n", "no hole 'any'"),
        ("lattice: round\n\noo.\n", "unknown lattice 'round'; use one of square, diagonal, skew, triangle"),
        ("lattice: Square\n\noo.\n", "unknown lattice 'Square'"),
        ("oo.\n\n..o\n\n..o\n", "line 5: a third drawing; a file has a start and at most one goal"),
        ("oo.\n\n..oo\n", "line 3, column 4: the two drawings must have the same holes"),
        ("oo.\n\n..o\n.\n", "line 4, column 1: the two drawings must have the same holes"),
        ("oo.\n\n.. o\n", "line 3, column 3: the two drawings must have the same holes"),
        ("oo.\n\n ..o\n", "line 3, column 1: the two drawings must have the same holes"),
        ("goal: a1\n\noo.\n\n..o\n", "line 5: a second drawing and a goal: line; give one of them"),
        ("o" * 129, "board.txt: the board has 129 holes, but at most 128 are supported"),
        (("o" * 13 + "\n") * 10, "the board has 130 holes"),
        ("o" * (MOST_BYTES + 1), "has 100,001 bytes; the drawing of a board has at most 100,000"),
        (b"\xff\xfeo\x00o\x00.\x00", "board.txt is not a text: byte 1 is not UTF-8"),
        (bytes(range(256)), "is not a text: byte 129 is not UTF-8"),
        (b"oo\xed\xb0\x80.\n", "is not a text: byte 3 is not UTF-8"),
        (random.Random(1).randbytes(1 << 20), "has 1,048,576 bytes; the drawing of a board has at most 100,000"),
    ],
)
def test_bad_drawing(folder: Path, text: str | bytes, fragment: str) -> None:
    (folder / "board.txt").write_bytes(text if isinstance(text, bytes) else text.encode())
    assert fragment in complaint("pegs/@board.txt")


def test_most_holes(folder: Path) -> None:
    (folder / "board.txt").write_text("o" * 127 + ".")
    assert len(load("pegs/@board.txt").as_json()["start"][0]) == 128


@settings(deadline=None, max_examples=300)
@given(st.text(alphabet=st.sampled_from("o. \n\r\tgoal:xany1ab\x0b\u2028🎲"), max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        file = parse_problem_file(text, "board.txt")
    except InputError as error:
        assert str(error).startswith("board.txt")
    else:
        assert set("".join(file.start_drawing)) <= set("o. ")


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "noise.txt"
    path.write_bytes(data)
    try:
        load(f"pegs/@{path}")
    except InputError as error:
        assert path.name in str(error)


# Files that cannot be read at all.


@pytest.mark.parametrize(
    ("name", "fragment"),
    [
        ("missing", "no file missing"),
        ("", ". is a folder"),
        ("folder", "folder is a folder; give a file with"),
        ("file/below", "cannot read file/below: Not a directory"),
        ("fifo", "fifo is a device or a pipe; give a file with"),
        ("/dev/zero", "/dev/zero is a device or a pipe"),
        ("/dev/null", "/dev/null is a device or a pipe"),
        ("loop", "cannot read loop: Too many levels of symbolic links"),
        ("dangling", "no file dangling"),
        ("x" * 300, "File name too long"),
        ("a\x00b", "a\x00b"),
        ("closed", "cannot read closed: Permission denied"),
    ],
)
def test_unreadable_file(folder: Path, name: str, fragment: str) -> None:
    if name == "closed" and os.geteuid() == 0:
        pytest.skip("root may read everything")
    (folder / "folder").mkdir()
    (folder / "file").touch()
    (folder / "closed").touch(mode=0o000)
    (folder / "loop").symlink_to("loop")
    (folder / "dangling").symlink_to("nowhere")
    os.mkfifo(folder / "fifo")
    with pytest.raises(InputError) as caught:
        read_text(name, "a saved answer")
    assert fragment in str(caught.value)
    if name and name.isprintable():
        assert fragment in complaint(f"pegs/@{name}")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs /proc")
def test_file_that_fails_while_it_is_read() -> None:
    assert "cannot read /proc/self/mem: Input/output error" in complaint("pegs/@/proc/self/mem")


# Games.

GAME = """
from typing import NamedTuple
import perfectplay as pp
from perfectplay.contract import implements, is_goal, successors

class $name(NamedTuple):
    target: int

@implements(successors, $name)
def step(rules, state, out):
    $step

@implements(is_goal, $name)
def done(rules, state):
    $done

def problem(*arguments):
    return $problem
"""
RIGHT = {
    "name": "Climb",
    "step": "out[0] = state + 1\n    return 1",
    "done": "return state == rules.target",
    "problem": "pp.Puzzle($name(3), start=0)",
}


def write_game(file: str, **parts: str) -> str:
    """Write a game that climbs from 0 to 3, with some parts replaced by worse ones."""
    parts = {**RIGHT, **parts}
    parts["problem"] = parts["problem"].replace("$name", parts["name"])
    Path(file).write_text(string.Template(GAME).substitute(parts))
    return f"./{file}"


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("", "game.py defines no function problem(argument) that returns a perfectplay.Puzzle"),
        ("problem = 3", "defines no function problem"),
        ("def (", "game.py, line 1: invalid syntax"),
        ("\n\nif 1:\n\tx = 1\n        y = 2", "game.py, line 5: inconsistent use of tabs"),
        ("x = " + "(" * 1000, "too many nested parentheses"),
        (b"a = 1\x00", "null bytes"),
        (bytes(range(256)), "game.py"),
        (b"'\xe9'\n", "game.py"),
        ("import nonexistent_module", "game.py, line 1: ModuleNotFoundError: No module named 'nonexistent_module'"),
        ("raise ValueError('one\\ntwo')", "game.py, line 1: ValueError: one\ntwo"),
        ("assert False", "game.py, line 1: AssertionError"),
        ("\nimport sys\nsys.exit(3)", "game.py, line 3: SystemExit: 3"),
        ("class Odd(BaseException): pass\nraise Odd('boo')", "game.py, line 2: Odd: boo"),
        ("def f(): f()\nf()", "game.py, line 1: RecursionError"),
        ("def problem(): pass", "problem() returned NoneType, not a perfectplay.Puzzle"),
        ("def problem():\n  return 1 / 0", "game.py, line 2: ZeroDivisionError: division by zero"),
        ("def problem(a): pass", "missing a required argument: 'a'; write game.py:ARGUMENT"),
        ("def problem(*, a): pass", "do not fit"),
    ],
)
def test_bad_game(folder: Path, text: str | bytes, fragment: str) -> None:
    (folder / "game.py").write_bytes(text if isinstance(text, bytes) else text.encode())
    assert fragment in complaint("./game.py")


def test_game_that_takes_no_argument(folder: Path) -> None:
    (folder / "game.py").write_text("def problem(): pass")
    assert "too many positional arguments" in complaint("./game.py:3")


@pytest.mark.parametrize(
    ("arguments", "fragment"),
    [
        ("start=-1", "Puzzle(start=…) must be a whole number of 64 bits, not -1"),
        ("start=2**64", "must be a whole number of 64 bits, not 18446744073709551616"),
        ("start=0.5", "must be a whole number of 64 bits, not 0.5"),
        ("start=None", "must be a whole number of 64 bits, not None"),
        ("start='a'", "must be a whole number of 64 bits, not 'a'"),
        ("start=0, branching=0", "Puzzle(branching=…) is the most successors a state can have"),
        ("start=0, branching=10**12", "from 1 to 1,000,000, not 1000000000000"),
        ("start=0, branching='x'", "not 'x'"),
        ("start=0, words=3", "Puzzle(words=…) must be 1 or 2, not 3"),
        ("start=0, words=-1", "must be 1 or 2, not -1"),
        ("start=0, colour=1", "unexpected keyword argument 'colour'"),
        ("", "missing 1 required positional argument: 'start'"),
    ],
)
def test_bad_puzzle(arguments: str, fragment: str) -> None:
    message = complaint(write_game("game.py", problem=f"pp.Puzzle($name(3), {arguments})"))
    assert message.startswith("game.py, line 19: ")
    assert fragment in message


@pytest.mark.parametrize(
    ("parts", "fragment"),
    [
        ({"step": "return 1 // (state * 0)"}, "game.py, line 11, in step: "),
        ({"step": "return 100"}, "but Puzzle(branching=64)"),
        ({"step": "return None"}, "not None"),
        ({"step": "out[100] = 1\n    return 1"}, "line 11, in step: IndexError"),
        ({"step": "raise ValueError('no')"}, "line 11, in step: ValueError: no"),
        ({"done": "return rules.missing"}, "line 16, in done: AttributeError"),
        ({"done": "return undefined"}, "line 16, in done: NameError"),
        ({"done": "return 3"}, "must return True or False, not 3"),
        ({"problem": "pp.Puzzle([1], start=0)"}, "rules must be a NamedTuple, not list"),
        ({"problem": "pp.Puzzle($name('x'), start=0)"}, "target has the type str"),
        ({"problem": "pp.Puzzle($name(3), 0, text=lambda state: 1 / 0)"}, "Puzzle(text=…) fails for the state"),
        ({"problem": "pp.Puzzle($name(3), 0, text=lambda state: 3)"}, "Puzzle(text=…) must return a text, not int"),
    ],
)
def test_bad_rules(parts: dict[str, str], fragment: str) -> None:
    """Whatever looks at the rules first names what is wrong: as a search does, and where it shows without one."""
    spec = write_game("game.py", **({"step": "return 0"} if "text" in parts.get("problem", "") else {}), **parts)
    with pytest.raises(PerfectplayError) as caught:
        if "text" in fragment:
            puzzle = load_game("game.py", "")
            puzzle.text(puzzle.start)
        else:
            solve(spec)
    assert fragment in str(caught.value)


@pytest.mark.parametrize(
    ("parts", "fragment"),
    [
        ({"step": "return 1 // 0"}, "game.py, line 11, in step: ZeroDivisionError"),
        ({"step": "return 100"}, "successors returned 100 for '0', but Puzzle(branching=64)"),
        ({"step": "return -1"}, "successors returned -1 for '0'"),
        ({"step": "return None"}, "successors returned None for '0'"),
        ({"step": "return 'x'"}, "successors returned 'x' for '0'"),
    ],
)
def test_bad_rules_as_plain_python(parts: dict[str, str], fragment: str) -> None:
    puzzle = load_game(write_game("game.py", **parts), "")
    with pytest.raises(PerfectplayError) as caught:
        puzzle.moves(puzzle.start)
    assert fragment in str(caught.value)


def test_game_that_prints_keeps_standard_output_clean(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_game("game.py")
    (folder / "game.py").write_text((folder / "game.py").read_text() + "\nprint('loaded')\n")
    load(path)
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "loaded\n")


def test_game_whose_states_wrap_around_says_nothing(recwarn: pytest.WarningsRecorder) -> None:
    puzzle = load_game(write_game("game.py", step="out[0] = state - 1\n    return 1"), "")
    assert puzzle.moves(puzzle.start) == [str(2**64 - 1)]
    assert not recwarn


def test_game_is_solved_and_verified(folder: Path) -> None:
    answer = solve(write_game("game.py"))
    assert answer.as_json()["solution"] == ["1", "2", "3"]
    answer.save("answer.json")
    assert verify("answer.json").verdict == "unconfirmed", "no program is run that nobody named"
    assert verify("answer.json", rules="game.py").accepted
    (folder / "game.py").write_text((folder / "game.py").read_text() + "# changed\n")
    assert verify("answer.json", rules="game.py").verdict == "rejected"


def test_two_games_whose_rules_have_one_name() -> None:
    limits = Limits(positions=100)
    up = solve(write_game("up.py", name="Twin"), limits=limits)
    step, problem = "out[0] = state - 1\n    return 1", "pp.Puzzle($name(3), start=5)"
    down = solve(write_game("down.py", name="Twin", step=step, problem=problem), limits=limits)
    assert up.as_json()["solution"] == ["1", "2", "3"]
    assert down.as_json()["solution"] == ["4", "3"]
