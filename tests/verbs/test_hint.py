"""hint, table and play from the command line."""

import json
from pathlib import Path

import pytest

from perfectplay.model.tables import open_table, saved_tables
from tests.cli.test_cli import JUGS, SMALL, Run, in_terminal, run, words

__all__ = ["run"]  # the fixture

LOST = "oo.o\n\n...o\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a folder of tables of its own; what is compiled stays where it is."""
    folder = tmp_path / "home"
    monkeypatch.setattr("perfectplay.model.tables.data_folder", lambda: folder)
    return folder


# Hints.


def test_hint(run: Run) -> None:
    outcome = run("hint", SMALL)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == ("pegs/triangle-5: winnable, 10 moves at best\na good move: a3-a1\ngood jumps: a3-a1 c3-a1\n")


def test_hint_in_json(run: Run) -> None:
    outcome = run("hint", SMALL, "--json")
    fields = "problem status move moves_left good_jumps limit version stats"
    assert list(outcome.answer) == fields.split()
    assert outcome.answer["problem"]["spec"] == SMALL
    assert (outcome.answer["status"], outcome.answer["limit"]) == ("solved", None)
    assert (outcome.answer["move"], outcome.answer["moves_left"]) == ("a3-a1", 10)
    assert outcome.answer["good_jumps"] == ["a3-a1", "c3-a1"]


@pytest.mark.parametrize(
    ("drawing", "code", "fragment", "move", "left"),
    [
        (LOST.replace("...o", "o..."), 10, "lost, the goal cannot be reached", None, None),
        ("oo.\n\n..o\n", 0, "winnable, 1 move at best", "a1-c1", 1),
        ("oo.o\n\n.o..\n", 0, "winnable, 2 moves at best", "a1-c1", 2),
        ("oo.o.\n\n....o\n", 0, "winnable, 1 move at best", "a1-c1-e1", 1),
        ("oo.o.\n", 0, "winnable, 1 move at best", "a1-c1-e1", 1),
        ("o.o\n\no.o\n", 0, "solved already", None, 0),
        ("o\n", 0, "solved already", None, 0),
        (".\n", 10, "lost", None, None),
        ("o.o\n", 10, "lost", None, None),
        ("ooo\n\no..\n", 10, "lost", None, None),
    ],
)
def test_hint_for_a_drawing(
    run: Run, tmp_path: Path, drawing: str, code: int, fragment: str, move: str | None, left: int | None
) -> None:
    (tmp_path / "board.txt").write_text(drawing)
    outcome = run("hint", "pegs/@board.txt")
    assert (outcome.code, outcome.err) == (code, "")
    assert fragment in outcome.out
    answer = run("hint", "pegs/@board.txt", "--json").answer
    assert answer["status"] == ("solved" if code == 0 else "impossible")
    assert (answer["move"], answer["moves_left"]) == (move, left)


def test_hint_where_not_every_position_can_be_mapped(run: Run) -> None:
    outcome = run("hint", "pegs/wiegleb")
    assert outcome.code == 0
    first, second = outcome.out.splitlines()
    assert first == "pegs/wiegleb: winnable"
    assert second.startswith("a good move: ")
    answer = run("hint", "pegs/wiegleb", "--json").answer
    assert answer["moves_left"] is answer["good_jumps"] is None
    assert second.endswith(answer["move"])


@pytest.mark.parametrize(("options", "limit"), [("--max-positions 3", "positions"), ("--max-seconds 1e-9", "time")])
def test_limits_of_a_hint(run: Run, options: str, limit: str) -> None:
    outcome = run("hint", "pegs/wiegleb", *words(options), "--json")
    assert (outcome.code, outcome.err) == (20, "")
    assert (outcome.answer["status"], outcome.answer["limit"], outcome.answer["move"]) == ("unknown", limit, None)
    assert f"unknown, the limit on {limit} was hit" in run("hint", "pegs/wiegleb", *words(options)).out


def test_hint_for_a_game_of_ones_own(run: Run) -> None:
    outcome = run("hint", f"{JUGS}:4")
    assert (outcome.code, outcome.out) == (0, f"{JUGS}:4: winnable, 6 moves at best\na good move: 0+5\n")
    assert run("hint", f"{JUGS}:7").code == 10


def test_hint_refuses_a_bad_spec(run: Run) -> None:
    assert run("hint", "pegs/english:d4").complaint == run("show", "pegs/english:d4").complaint
    assert "Missing argument 'SPEC'" in run("hint").complaint


# Tables.


def test_table_build_and_hint(run: Run, home: Path) -> None:
    outcome = run("table", "build", SMALL)
    assert (outcome.code, outcome.err) == (0, "")
    assert "370 positions can still be won, 190 up to symmetry" in outcome.out
    path = saved_tables()[0]
    assert outcome.out.endswith(f"{path}\n")
    assert len(open_table(path).positions) == 190
    answer = run("hint", SMALL, "--json").answer
    assert (answer["moves_left"], answer["stats"]["expanded"]) == (10, 0), "the table was used"
    assert run("table", "build", SMALL).code == 0
    assert saved_tables() == [path]


def test_table_build_in_json(run: Run, tmp_path: Path) -> None:
    answer = run("table", "build", SMALL, "--output", "a.table", "--json").answer
    assert (answer["status"], answer["file"], answer["limit"]) == ("done", "a.table", None)
    assert answer["winning_up_to_symmetry"] == 190
    assert answer["bytes"] == (tmp_path / "a.table").stat().st_size
    assert saved_tables() == []


def test_table_show(run: Run, tmp_path: Path) -> None:
    run("table", "build", SMALL, "--output", "a.table")
    outcome = run("table", "show", "a.table")
    assert outcome.code == 0
    assert "pegs/triangle-5, from:\n.\noo\n" in outcome.out
    assert "checked: the file is whole" in outcome.out
    answer = run("table", "show", "a.table", "--json").answer
    assert (answer["positions"], answer["most_moves"]) == (190, 10)
    whole = (tmp_path / "a.table").read_bytes()
    (tmp_path / "a.table").write_bytes(whole[:-1])
    assert "a.table has 2,349 bytes, but its header tells of 2,350" in run("table", "show", "a.table").complaint
    for other in (JUGS, ".", "/dev/null", "missing.table"):
        assert other in run("table", "show", other).complaint


def test_table_list(run: Run, home: Path) -> None:
    assert run("table", "list").out.startswith("no tables yet")
    run("table", "build", SMALL)
    run("table", "build", "pegs/triangle-4:a1..any")
    (home / "tables" / "bad.table").write_text("hello")
    answer = run("table", "list", "--json").answer
    assert answer["folder"] == str(home / "tables")
    refused = [row for row in answer["tables"] if "refused" in row]
    assert len(refused) == 1
    assert "bad.table is not a table of perfectplay" in refused[0]["refused"]
    assert {row["problem"]["spec"] for row in answer["tables"] if "problem" in row} == {
        SMALL,
        "pegs/triangle-4:a1..any",
    }
    shown = run("table", "list").out
    assert f"{SMALL}: 2,350 bytes\n" in shown
    assert "refused:" in shown


def test_a_damaged_table_is_told_and_not_used(run: Run) -> None:
    run("table", "build", SMALL)
    path = saved_tables()[0]
    data = bytearray(path.read_bytes())
    data[700] ^= 4
    path.write_bytes(data)
    outcome = run("hint", SMALL)
    assert outcome.code == 0
    assert "winnable, 10 moves at best" in outcome.out
    assert outcome.err.startswith(f"perfectplay: {path} is damaged: ")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "fragment"),
    [
        ("", "Missing command; see `perfectplay table --help`"),
        ("frobnicate", "No such command 'frobnicate'"),
        ("build", "Missing argument 'SPEC'"),
        (f"build {JUGS}", "only coins and pegs have"),
        (f"build {SMALL} --output /nowhere/a.table", "there is no folder '/nowhere'"),
        ("show", "Missing argument 'FILE'"),
    ],
)
def test_bad_usage_of_table(run: Run, arguments: str, fragment: str) -> None:
    assert fragment in run("table", *words(arguments)).complaint


@pytest.mark.parametrize(("option", "limit"), [("--max-positions", "positions"), ("--max-seconds", "time")])
def test_limits_of_table_build(run: Run, option: str, limit: str) -> None:
    value = "100" if limit == "positions" else "1e-9"
    outcome = run("table", "build", SMALL, option, value, "--json")
    assert outcome.code == 20
    assert (outcome.answer["status"], outcome.answer["limit"], outcome.answer["file"]) == ("unknown", limit, None)
    assert f"the limit on {limit} was hit ({option} sets it)" in run("table", "build", SMALL, option, value).out
    assert saved_tables() == []


# Play.


def test_play_by_hints_alone(run: Run) -> None:
    moves: list[str] = []
    for left in range(10, 0, -1):
        outcome = run("play", SMALL, stdin="\n".join([*moves, "hint", "quit", ""]))
        assert f"winnable, {left} move" in outcome.out
        moves.append(outcome.out.rpartition("a good move: ")[2].split()[0])
    outcome = run("play", SMALL, stdin="\n".join(moves) + "\n")
    assert outcome.out.endswith("solved, in 10 turns\n")


def test_the_light_and_back(run: Run) -> None:
    lines = ["back", "a3-a1", "a5-a3", "d5-b5", "hint", "back", "moves", "back", "quit", ""]
    outcome = run("play", SMALL, stdin="\n".join(lines))
    assert (outcome.code, outcome.err) == (0, "")
    assert "this position can still be won" in outcome.out
    lights = [line for line in outcome.out.splitlines() if line == "lost" or line.startswith("winnable, ")]
    assert lights[:2] == ["winnable, 10 moves at best"] * 2
    assert "lost" in lights
    assert lights[-1].startswith("winnable, ")
    assert "turn taken back" in outcome.out or "turns taken back" in outcome.out
    assert "lost: no move leads to the goal" in outcome.out


def test_back_where_nothing_was_good(run: Run, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("oo.oo\n\n..o..\n")
    outcome = run("play", "pegs/@board.txt", stdin="back\na1-c1\nback\nquit\n")
    assert outcome.out.count("no position so far is known to be winnable") == 2


def test_light_off_and_on(run: Run) -> None:
    outcome = run("play", SMALL, stdin="light off\na3-a1\nlight on\nquit\n")
    assert outcome.out.count("winnable") == 2


def test_the_help_fits(run: Run) -> None:
    outcome = run("play", SMALL, stdin="help\nhint\nquit\n")
    assert max(map(len, outcome.out.splitlines())) <= 80
    for word in ("hint", "back", "light off", "undo", "restart", "give up", "moves", "quit"):
        assert word in outcome.out


def test_play_on_a_board_that_is_searched(run: Run) -> None:
    outcome = run("play", "pegs/wiegleb", stdin="hint\nback\nquit\n")
    assert "\nwinnable\n" in outcome.out
    assert "a good move: " in outcome.out
    assert "this position can still be won" in outcome.out


def test_the_light_of_a_game_of_ones_own(run: Run) -> None:
    outcome = run("play", f"{JUGS}:4", stdin="hint\n3+0\nquit\n")
    assert "winnable, 6 moves at best" in outcome.out
    assert "a good move: 0+5" in outcome.out
    assert "\nlost\n" in run("play", f"{JUGS}:7", stdin="quit\n").out


def test_a_light_that_takes_too_long_goes_off(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.cli.play_command.SECONDS", 1e-9)
    outcome = run("play", "pegs/wiegleb", stdin="undo\nhint\nback\nquit\n")
    assert outcome.out.count("\nunknown\n") == 1
    assert "the light is off; `light on` brings it back" in outcome.out
    assert "no solution found in 1e-09 s" in outcome.out
    assert "no position so far is known to be winnable" in outcome.out


def test_the_light_in_a_terminal() -> None:
    code, shown = in_terminal(["play", "pegs/triangle-4:a2..any"], [("> ", "hint\r"), ("a good move: ", "quit\r")])
    assert code == 0
    assert "winnable, " in shown
    assert "Traceback" not in shown


def test_saved_json_is_plain(run: Run, home: Path) -> None:
    run("table", "build", SMALL)
    second = saved_tables()[0].read_bytes().split(b"\n")[1]
    assert json.loads(second)["kind"] == "pegs-winning"
