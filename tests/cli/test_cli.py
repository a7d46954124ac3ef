"""The command line as clumsy and hostile users meet it: what is bad gets one line and exit 2, never a traceback."""

import fcntl
import io
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from perfectplay.cli.main import main
from perfectplay.proof.json_text import digest_of
from tests.places import EXAMPLES

COMMAND = [sys.executable, "-m", "perfectplay"]
JUGS = str(EXAMPLES / "jugs.py")
SMALL = "pegs/triangle-5"
LONG_SEARCH = ["solve", "pegs/english:d4..d3", "--algorithm", "depth-first", "--prune", "duplicates"]


@dataclass
class Outcome:
    """What one call of the command left behind."""

    code: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """The one line that bad input gets; everything else about it is checked here."""
        assert self.code == 2, (self.out, self.err)
        assert self.out == ""
        assert self.err.startswith("perfectplay: ")
        assert self.err.endswith("\n")
        line = self.err.removesuffix("\n")
        assert line.isprintable(), "one line, and nothing in it that moves a cursor"
        assert len(line) < 700
        return line

    @property
    def answer(self) -> dict[str, Any]:
        """The one JSON object on standard output."""
        value = json.loads(self.out)
        assert isinstance(value, dict)
        return value


Run = Callable[..., Outcome]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Call the command in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, stdin: str | bytes = b"") -> Outcome:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        code = main(list(arguments))
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return call


def words(text: str) -> list[str]:
    return text.split()


@pytest.mark.parametrize(
    ("arguments", "fragment"),
    [
        ([], "Missing command; see `perfectplay --help`"),
        (["frobnicate"], "no command 'frobnicate'; there are list, show, solve, "),
        ([""], "no command ''"),
        (["--frobnicate"], "No such option"),
        (["list", "chess"], "unknown family 'chess'; there are army, "),
        (["list", "pegs", "extra"], "extra argument"),
        (["show"], "Missing argument 'SPEC'; see `perfectplay show --help`"),
        (["show", SMALL, SMALL], "extra argument"),
        (["count"], "Missing argument 'SPEC'"),
        (["play"], "Missing argument 'SPEC'"),
        (["verify"], "Missing argument 'FILE'"),
        (["solve"], "give one spec, such as pegs/english, or --batch FILE"),
        (["solve", SMALL, "--batch", "-"], "give one spec, such as pegs/english, or --batch FILE"),
        (["solve", SMALL, "--frobnicate"], "No such option"),
        (["solve", SMALL, "--svg"], "requires an argument"),
        (["x" * 100_000], "no command 'xxx"),
    ],
)
def test_bad_usage(run: Run, arguments: list[str], fragment: str) -> None:
    assert fragment in run(*arguments).complaint


@pytest.mark.parametrize(
    ("spec", "fragment"),
    [
        ("", "unknown family in ''; write army/7x8 or "),
        ("chess/queens", "unknown family in 'chess/queens'; write army/7x8 or "),
        ("english", "did you mean pegs/english?"),
        ("board.txt", "did you mean army/@board.txt or "),
        ("@board.txt", "did you mean army/@board.txt or "),
        ("pegs", "names no variant; write pegs/VARIANT, and see `perfectplay list pegs`"),
        ("pegs/", "names no variant"),
        ("pegs:english", "names no variant"),
        ("pegs/@", "names no file; write pegs/@board.txt"),
        ("pegs/engrish", "no board 'engrish'; did you mean english? boards are 6x6, 9x9,"),
        ("pegs/English", "no board 'English'"),
        ("pegs/../english", "no board '../english'"),
        ("pegs/english:", "ends in a colon"),
        ("pegs/english:d4", "half a START..GOAL; write both with two dots, as d4..d4 or d4..any"),
        ("pegs/english:d4..", "half a START..GOAL"),
        ("pegs/english:..d4", "half a START..GOAL"),
        ("pegs/english:..", "half a START..GOAL"),
        ("pegs/english:z9..d4", "no hole 'z9' on this board; its columns are a to g, its rows 1 to 7"),
        ("pegs/english:d4..a1", "no hole 'a1'"),
        ("pegs/english:d4..d4..d4", "no hole 'd4..d4'"),
        ("pegs/english:0..1", "no hole '0'"),
        ("pegs/english:34..1", "no hole '34'"),
        ("pegs/english:d９..d4", "no hole 'd９'"),
        ("pegs/english:d4..🎲", "no hole '🎲'"),
        ("pegs/english:d4..d4,d4..d4", "one item, START..GOAL, not 2"),
        ("pegs/eng\nlish", r"the spec holds '\n', column 9"),
        ("pegs/\x1b[31mred", r"the spec holds '\x1b', column 6"),
        ("pegs/eng\x00lish", r"the spec holds '\x00'"),
        ("\u202epegs/english", r"the spec holds '\u202e', column 1"),
        ("pegs/\udcff", r"the spec holds '\udcff'"),
        ("x" * 5000, "a spec of 5,000 characters"),
        ("pegs/english:" + "d4..d4," * 100, "not 101"),
        ("./missing.py:3", "no file missing.py; give the Python file of a game"),
    ],
)
def test_bad_spec(run: Run, spec: str, fragment: str) -> None:
    assert fragment in run("show", spec).complaint


@pytest.mark.parametrize("command", ["solve", "count", "play"])
def test_every_command_refuses_a_bad_spec_alike(run: Run, command: str) -> None:
    assert run(command, "pegs/english:d4").complaint == run("show", "pegs/english:d4").complaint


@pytest.mark.parametrize(
    ("options", "fragment"),
    [
        ("--algorithm magic", "unknown algorithm 'magic'; pegs/triangle-5 has astar, backtracking,"),
        ("--estimate magic", "unknown estimate 'magic'; there are none, pegs, manhattan"),
        ("--prune magic", "unknown pruning rule 'magic'; pegs/triangle-5 has duplicates, symmetry"),
        ("--prune duplicates,", "unknown pruning rule ''"),
        ("--prune all,class", "all and none stand alone"),
        ("--order magic", "unknown order 'magic'; choose from given, reversed, random, estimate, vertical"),
        ("--ties magic", "'magic' is not one of 'newest', 'oldest', 'nearest', 'deepest'"),
        ("--objective magic", "unknown objective 'magic'; pegs/triangle-5 has jumps, moves, pegs"),
        ("--notation magic", "'magic' is not one of 'letters', 'numbers'"),
        ("--algorithm backtracking --prune duplicates", "backtracking remembers nothing"),
        ("--algorithm backtracking --prune duplicates,symmetry", "backtracking remembers nothing"),
        ("--algorithm depth-first --estimate manhattan", "depth-first has no use for an estimate"),
        ("--algorithm astar --threads 2", "astar runs on one thread; for --threads 2 use depth-first"),
        ("--algorithm astar --weight 3", "--weight is for weighted-astar alone"),
        ("--split static", "--split is for searches on threads alone; add --threads or leave it out"),
        ("--algorithm astar --dead private --threads 2", "runs on one thread; for --dead private use depth-first"),
        ("--weight 3", "--weight is for weighted-astar alone; add --algorithm weighted-astar"),
        ("--seed 3", "--seed is for random moves alone; add --order random"),
        ("--order estimate --estimate none", "--order estimate needs an estimate"),
        ("--svg a.html --html ./a.html", "two outputs cannot both be written to a.html"),
        *(
            (f"--threads {value}", f"'--threads': {value} is not in the range 1<=x<=256")
            for value in ("0", "-1", "257", "9" * 30)
        ),
        *(
            (f"--threads {value}", f"'--threads': '{value}' is not a whole number")
            for value in ("nan", "1e3", "1.5", "٣", "1_0")
        ),
        ("--threads " + "9" * 41, "'--threads': '999"),
        ("--seed x --order random", "'--seed': 'x' is not a whole number"),
        *((f"--seed {value} --order random", "is not in the range 0<=x<=") for value in ("-1", "9" * 20)),
        *(
            (
                f"--algorithm weighted-astar --weight {value}",
                f"'--weight': {float(value)} is not in the range 1<=x<=1000",
            )
            for value in ("0", "-1", "1e400", "1001", "0.99")
        ),
        *(
            (f"--algorithm weighted-astar --weight {value}", f"'--weight': '{value}' is not a number")
            for value in ("nan", "inf", "x", "1_0", "٣")
        ),
        *(
            (f"--max-seconds {value}", f"'--max-seconds': '{value}' is not a number")
            for value in ("nan", "inf", "-inf", "x", "1:30", "1_0", "٣", ".", "1e", "1e9999")
        ),
        ("--max-seconds 0", "'--max-seconds': 0.0 is not in the range x>0"),
        ("--max-seconds -1", "'--max-seconds': -1.0 is not in the range x>0"),
        ("--max-seconds 1e999", "'--max-seconds': '1e999' is too large"),
        *(
            (f"--max-memory {value}", f"'{value}' is not an amount of memory; write bytes, or 512MiB, or 2GB")
            for value in ("0", "-5", "0.1", "nan", "inf", "much", "2XB", "GB", "١٢", "1e9", "0GB")
        ),
        *((f"--max-positions {value}", f"{value} is not in the range x>=1") for value in ("0", "-1")),
        *((f"--max-positions {value}", f"'{value}' is not a whole number") for value in ("nan", "1.5", "1e9", "x")),
        ("--max-positions " + "9" * 5000, "is not a whole number"),
        ("--max-memory " + "9" * 5000, "is not an amount of memory"),
    ],
)
def test_bad_option(run: Run, options: str, fragment: str) -> None:
    assert fragment in run("solve", SMALL, *words(options)).complaint


@pytest.mark.parametrize("option", ["algorithm", "estimate", "prune", "order", "ties", "weight", "threads", "seed"])
def test_an_empty_value_is_not_the_default(run: Run, option: str) -> None:
    assert run("solve", SMALL, f"--{option}=").complaint


@pytest.mark.parametrize(
    ("levels", "fragment"),
    [
        ("0", "0 is not in the range x>=1"),
        ("-3", "-3 is not in the range x>=1"),
        ("x", "'x' is not a whole number"),
        ("nan", "'nan' is not a whole number"),
    ],
)
def test_bad_levels(run: Run, levels: str, fragment: str) -> None:
    assert f"'--levels': {fragment}" in run("count", SMALL, "--levels", levels).complaint


@pytest.mark.parametrize(
    "options",
    ["--max-seconds 1e308", f"--max-positions {10**30}", "--max-memory 999999999999999TB", "--threads 256"],
)
def test_generous_options_are_harmless(run: Run, options: str) -> None:
    assert run("solve", SMALL, *words(options)).code == 0


@pytest.mark.parametrize("option", ["--svg", "--html", "--trace"])
@pytest.mark.parametrize(
    ("place", "fragment"),
    [
        ("", "give the name of a file"),
        (".", "it is a folder"),
        ("/", "it is a folder"),
        ("/nowhere/at/all.svg", "there is no folder '/nowhere/at'"),
        ("file/below.svg", "there is no folder 'file'"),
        ("/dev/null", "not an ordinary file"),
        ("/dev/full", "not an ordinary file"),
        ("fifo", "not an ordinary file"),
        ("a\x00b", "null"),
        ("30", "it is a number, and the name of a file is needed; for a file of that name give ./30"),
        ("1e3", "give ./1e3"),
        ("x" * 300, "File name too long"),
    ],
)
def test_unwritable_output_is_refused_before_the_search(
    run: Run, tmp_path: Path, option: str, place: str, fragment: str
) -> None:
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "fifo")
    assert fragment in run("solve", "pegs/english", option, place).complaint
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fifo", "file"], "nothing is left behind"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_folder_without_permission(run: Run, tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o500)
    assert "may not be written to" in run("solve", SMALL, "--svg", "closed/a.svg").complaint


def test_pictures_of_a_game_without_any(run: Run) -> None:
    assert "has no pictures" in run("solve", JUGS, "--svg", "a.svg").complaint
    assert "has no picture" in run("show", JUGS, "--svg", "a.svg").complaint


def test_number_with_a_folder_names_a_file(run: Run, tmp_path: Path) -> None:
    assert run("solve", SMALL, "--trace", "./30").code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["30"]


def test_pictures_and_trace_are_written(run: Run, tmp_path: Path) -> None:
    outcome = run("solve", SMALL, *words("--svg a.svg --html a.html --trace a.jsonl"))
    assert outcome.code == 0
    assert outcome.err == "picture: a.svg\nreplay page: a.html\n"
    assert (tmp_path / "a.svg").read_text().startswith("<svg")
    assert (tmp_path / "a.html").read_text().startswith("<!")
    first, *events = map(json.loads, (tmp_path / "a.jsonl").read_text().splitlines())
    assert first["events"] == len(events) > 0
    assert {"event", "position", "g", "h"} <= set(events[0])


# Limits, and problems without a solution.


@pytest.mark.parametrize(
    ("arguments", "limit"),
    [
        ("pegs/wiegleb --max-positions 5", "positions"),
        ("pegs/wiegleb --max-seconds 1e-9", "time"),
        ("pegs/english:d4..d3 --max-positions 1000 --algorithm backtracking --prune none", "positions"),
        ("pegs/english:d4..d3 --max-positions 1000 --algorithm breadth-first --prune none", "positions"),
        ("pegs/english:d4..d3 --max-seconds 0.05 --algorithm depth-first --prune duplicates", "time"),
        ("pegs/english:d4..d3 --max-memory 1MB --algorithm depth-first --prune duplicates", "memory"),
    ],
)
def test_limits(run: Run, arguments: str, limit: str) -> None:
    outcome = run("solve", *words(arguments), "--json")
    assert (outcome.code, outcome.err) == (20, "")
    assert (outcome.answer["status"], outcome.answer["limit"]) == ("unknown", limit)
    assert outcome.answer["solution"] is outcome.answer["certificate"] is None


def test_limit_in_words(run: Run) -> None:
    outcome = run("solve", "pegs/wiegleb", "--max-positions", "5")
    assert outcome.code == 20
    assert "unknown, the limit on positions was hit (--max-positions" in outcome.out


def test_limit_of_count(run: Run) -> None:
    outcome = run("count", "pegs/english", "--max-positions", "100", "--json")
    assert outcome.code == 20
    assert outcome.answer["limit"] == "positions"
    assert outcome.answer["status"] == "unknown"
    assert [level["positions"] for level in outcome.answer["levels"]][:3] == [1, 4, 12]
    assert "there is more to count" in run("count", "pegs/english", "--max-positions", "100").out


def test_count_of_few_levels(run: Run) -> None:
    outcome = run("count", "pegs/english", "--levels", "4", "--json")
    assert [level["positions"] for level in outcome.answer["levels"]] == [1, 4, 12, 60]
    assert [level["positions_up_to_symmetry"] for level in outcome.answer["levels"]] == [1, 1, 2, 8]


@pytest.mark.parametrize(
    ("drawing", "spec", "kind"),
    [
        ("", "pegs/french:d4..d4", "class"),
        ("o..\n\nooo\n", "pegs/@board.txt", "count"),
        ("...\n", "pegs/@board.txt", "count"),
        (".oo.\n\no..o\n", "pegs/@board.txt", "count"),
    ],
)
def test_impossible(run: Run, tmp_path: Path, drawing: str, spec: str, kind: str) -> None:
    (tmp_path / "board.txt").write_text(drawing)
    outcome = run("solve", spec, "--json")
    assert outcome.code == 10
    assert outcome.answer["status"] == "impossible"
    assert outcome.answer["certificate"]["kind"] == kind
    assert run("verify", "-", stdin=outcome.out).code == 0
    assert "impossible, proved by" in run("solve", spec).out
    pictured = run("solve", spec, "--svg", "a.svg")
    assert (pictured.code, pictured.err) == (10, "perfectplay: no solution, so no picture was written\n")


# JSON, saved answers, batches.


def test_json_has_the_fields_of_the_design(run: Run) -> None:
    answer = run("solve", SMALL, "--json").answer
    fields = "problem status objective optimal jumps moves solution certificate limit search version stats digest"
    assert list(answer) == fields.split()
    figures = "generated expanded duplicate cutoffs hits mode pruned seconds compile_seconds peak_memory_bytes"
    assert list(answer["stats"]) == figures.split()
    assert {"symmetry", "weights", "class"} <= set(answer["stats"]["pruned"])
    assert answer["problem"]["start"] == [".", "oo", "ooo", "oooo", "ooooo"]
    assert (answer["status"], answer["jumps"], answer["moves"]) == ("solved", 13, len(answer["solution"]))


@pytest.mark.parametrize("arguments", [["list"], ["show", SMALL], ["count", SMALL], ["solve", JUGS], ["show", JUGS]])
def test_json_is_one_object(run: Run, arguments: list[str]) -> None:
    outcome = run(*arguments, "--json")
    assert outcome.code == 0
    assert outcome.answer
    assert outcome.err == ""


def test_verify(run: Run, tmp_path: Path) -> None:
    saved = run("solve", SMALL, "--json").out
    (tmp_path / "answer.json").write_text(saved)
    assert run("verify", "answer.json").out.endswith("accepted\n")
    assert run("verify", "-", stdin=saved).code == 0
    told = run("verify", "-", "--json", stdin=saved).answer
    assert (told["verdict"], told["accepted"]) == ("accepted", True)
    assert {claim["result"] for claim in told["claims"]} == {"checked"}
    assert "spec" in {claim["name"] for claim in told["claims"]}


def test_verify_leaves_open_what_the_limits_do_not_allow(run: Run) -> None:
    saved = run("solve", "pegs/triangle-4", "--objective", "moves", "--json").out
    outcome = run("verify", "-", "--max-memory", "1KiB", stdin=saved)
    assert (outcome.code, outcome.err) == (20, "")
    assert "optimal: unconfirmed" in outcome.out and outcome.out.endswith("unconfirmed\n")
    told = run("verify", "-", "--max-memory", "1KiB", "--json", stdin=saved)
    assert (told.code, told.answer["verdict"], told.answer["accepted"]) == (20, "unconfirmed", False)
    assert run("verify", "-", "--max-memory", "1KiB", "--only", "solution,moves", stdin=saved).code == 0
    assert run("verify", "-", "--rerun", stdin=saved).code == 0
    assert "--rerun lifts every limit" in run("verify", "-", "--rerun", "--max-seconds", "3", stdin=saved).complaint
    unknown = run("solve", "pegs/9x9", "--max-positions", "5", "--json").out
    assert run("verify", "-", stdin=unknown).code == 20


@pytest.mark.parametrize(
    "change", [('"jumps": 13', '"jumps": 12'), ("a3-a1", "c3-a1"), ("solved", "unknown"), ("{", "{ ")]
)
def test_verify_rejects_a_tampered_answer(run: Run, change: tuple[str, str]) -> None:
    saved = run("solve", SMALL, "--json", "--algorithm", "backtracking").out
    assert change[0] in saved
    outcome = run("verify", "-", stdin=saved.replace(*change, 1))
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out.endswith("rejected\n")


def test_verify_of_a_game(run: Run) -> None:
    saved = run("solve", f"{JUGS}:4", "--json").out
    outcome = run("verify", "-", stdin=saved)
    assert (outcome.code, outcome.err) == (20, "")  # a program is not run unless it is named
    assert "rules: unconfirmed" in outcome.out and "--rules FILE" in " ".join(outcome.out.split())
    assert run("verify", "-", "--rules", JUGS, stdin=saved).code == 0
    source = json.loads(saved)["problem"]["source"]
    outcome = run("verify", "-", "--rules", JUGS, stdin=saved.replace(source, "0" * 64))
    assert outcome.code == 1
    assert "digest: rejected" in outcome.out
    fields = json.loads(saved.replace(source, "0" * 64))
    outcome = run("verify", "-", "--rules", JUGS, stdin=json.dumps(fields | {"digest": digest_of(fields)}))
    assert outcome.code == 1
    assert "rules: rejected" in outcome.out
    assert "not the file this answer was made with" in " ".join(outcome.out.split())
    assert "no file no.py" in run("verify", "-", "--rules", "no.py", stdin=saved).complaint
    assert "/dev/zero is not a file" in run("verify", "-", "--rules", "/dev/zero", stdin=saved).complaint


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("", "not JSON"),
        ("Bergholt did it in 18", "not JSON"),
        ("{}", "field 'digest' is missing"),
        ("[]", "expected a JSON object, found a list"),
        ("null", "expected a JSON object, found null"),
        ("NaN", "not JSON: NaN is no number"),
        ('{"a": NaN, "digest": "sha256:0"}', "not JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ("1" * 10_000, "not JSON"),
        ('{"digest": 3}', "'digest' must be a text, found 3"),
        *(
            (f'{{"problem": {{"family": "game", "spec": "{spec}"}}}}', "field 'digest' is missing")
            for spec in ("./no.py", "\\u0000", "/dev/zero")  # nothing is read, let alone run
        ),
        ("\ufeff{}", "field 'digest' is missing"),
        (b"\xff\xfe\x00", "standard input is not a text: byte 1 is not UTF-8"),
        (bytes(range(256)) * 4096, "is not a text"),
        (" " * 1_000_000, "not JSON"),
    ],
)
def test_verify_of_no_answer(run: Run, text: str | bytes, fragment: str) -> None:
    complaint = run("verify", "-", stdin=text).complaint
    assert complaint.startswith("perfectplay: standard input")
    assert fragment in complaint


def test_verify_of_half_an_answer(run: Run) -> None:
    saved = run("solve", SMALL, "--json").out
    for length in range(1, len(saved) - 2, 97):
        assert "not JSON" in run("verify", "-", stdin=saved[:length]).complaint


def test_batch(run: Run, tmp_path: Path) -> None:
    text = f"# two boards and a game\n{SMALL}\n\n  pegs/french:d4..d4  \r\n{JUGS}:4\n"
    (tmp_path / "batch.txt").write_text(text)
    outcome = run("solve", "--batch", "batch.txt")
    assert (outcome.code, outcome.err) == (0, "")
    assert [json.loads(line)["status"] for line in outcome.out.splitlines()] == ["solved", "impossible", "solved"]
    again = run("solve", "--batch", "-", stdin=text)
    assert [json.loads(line)["solution"] for line in again.out.splitlines()] == [
        json.loads(line)["solution"] for line in outcome.out.splitlines()
    ]


def test_batch_with_bad_lines(run: Run) -> None:
    outcome = run("solve", "--batch", "-", stdin=f"chess\n{SMALL}\npegs/english:d4\n{'x' * 5000}\n")
    assert outcome.code == 2
    assert outcome.err == "perfectplay: standard input: 3 of 4 specs are bad, lines 1, 3, 4\n"
    first, second, *rest = map(json.loads, outcome.out.splitlines())
    assert (first["status"], first["spec"], first["line"]) == ("error", "chess", 1)
    assert "unknown family" in first["message"]
    assert second["status"] == "solved"
    assert [line["line"] for line in rest] == [3, 4]


@pytest.mark.parametrize(
    ("options", "stdin", "fragment"),
    [
        ("--batch -", b"", "standard input holds no spec; write one a line"),
        ("--batch -", b"# nothing\n\n", "standard input holds no spec"),
        ("--batch -", b"\xff\xfe\n", "standard input is not a text"),
        ("--batch missing.txt", b"", "no file missing.txt; give a file with a list of specs"),
        ("--batch .", b"", ". is a folder; give a file with a list of specs"),
        ("--batch /dev/zero", b"", "/dev/zero is a device or a pipe"),
        ("--batch - --svg a.svg", b"pegs/english\n", "--svg takes one problem; it cannot go with --batch"),
        ("--batch - --trace a", b"pegs/english\n", "--trace takes one problem"),
        ("--batch - --max-seconds 0", b"pegs/english\n", "is not in the range x>0"),
        ("--batch - --algorithm magic", b"pegs/english\n", "unknown algorithm 'magic'"),
    ],
)
def test_bad_batch(run: Run, options: str, stdin: bytes, fragment: str) -> None:
    assert fragment in run("solve", *words(options), stdin=stdin).complaint


# What people read.


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["list"],
        ["show", "pegs/9x9"],
        ["solve", "pegs/english"],
        ["solve", "pegs/english", "--notation", "numbers"],
        ["solve", "pegs/hexagon-4"],
        ["solve", SMALL, "--objective", "moves"],
        ["solve", "pegs/french:d4..d4"],
        ["solve", "pegs/wiegleb", "--max-positions", "3"],
        ["count", SMALL],
        ["solve", JUGS],
    ],
)
def test_output_fits_80_columns(run: Run, arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    outcome = run(*arguments)
    assert outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_notation_in_numbers(run: Run) -> None:
    letters = run("solve", "pegs/english").out
    numbers = run("solve", "pegs/english", "--notation", "numbers").out
    assert "d2-d4" in letters
    assert "5-17" in numbers
    assert "d2-d4" not in numbers


def test_help_and_version(run: Run) -> None:
    assert run("-h").out == run("--help").out
    assert run("solve", "--help").code == 0
    assert run("--version").out.startswith("perfectplay")


# Play.


def test_play_to_the_end(run: Run) -> None:
    solution = run("solve", SMALL, "--json").answer["solution"]
    outcome = run("play", SMALL, stdin="\n".join(move.upper() for move in solution) + "\n")
    assert outcome.code == 0
    assert outcome.out.endswith(f"solved, in {len(solution)} turns\n")


@pytest.mark.parametrize(
    ("lines", "fragment"),
    [
        ("undo", "there is nothing to undo"),
        ("moves", "a3-a1 c3-a1"),
        ("help", "type a move such as a3-a1"),
        ("", "type a move such as a3-a1"),
        ("hello", "'hello' is not a move; write a jump as a3-a1, a chain with more holes after it"),
        ("a1-a3", "a1-a3 cannot be played: a1 is empty"),
        ("z9-a1", "no hole 'z9' on this board"),
        ("a3-", "'a3-' is not a move; write a jump as a3-a1"),
        ("-", "'-' is not a move"),
        ("a3 -> a1\nundo\nmoves", "a3-a1 c3-a1"),
        ("a3–a1\nundo\nmoves", "a3-a1 c3-a1"),
        ("a3 a1\nundo\nmoves", "a3-a1 c3-a1"),
        ("A3A1\nundo\nmoves", "a3-a1 c3-a1"),
        ("a3-a1-a2", "no jump leads from a1 to a2"),
        ("a3-a1\nundo\nmoves", "a3-a1 c3-a1"),
        ("a3-a1\nc3-a3\nrestart\nundo", "there is nothing to undo"),
        ("a3-a1\ngive up", "a solution from here, in the fewest moves:\n"),
        ("x" * 100_000, "is not a move"),
        ("\x00\x1b[2J", "is not a move"),
    ],
)
def test_play(run: Run, lines: str, fragment: str) -> None:
    outcome = run("play", SMALL, stdin=lines + "\nquit\n")
    assert (outcome.code, outcome.err) == (0, "")
    assert fragment in outcome.out
    assert "\x1b" not in outcome.out


def test_play_ends_with_its_input(run: Run) -> None:
    assert run("play", SMALL, stdin="a3-a1").code == 0
    assert run("play", SMALL, stdin=b"\xff\xfe\n").code == 0


def test_play_a_lost_position(run: Run, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("oo.o\n\n...o\n")
    outcome = run("play", "pegs/@board.txt", stdin="a1-c1\nd1-b1\ngive up\n")
    assert "no move is left" in outcome.out
    assert "there is no solution from here" in outcome.out


def test_play_a_game(run: Run) -> None:
    outcome = run("play", f"{JUGS}:4", stdin="9+9\n0+5\nundo\ngive up\n")
    assert "'9+9' is not a position that one move leads to; those are" in outcome.out
    assert "a solution from here, in the fewest moves:" in outcome.out


# Where the process matters: pipes, signals, terminals.


def start(arguments: Sequence[str], **options: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    )


@pytest.mark.parametrize("command", ["list", f"count {SMALL}", f"solve {SMALL} --json", "--help"])
def test_closed_pipe(command: str) -> None:
    process = start(words(command))
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    assert process.wait() == 0
    process.stderr.close()


@pytest.mark.parametrize(
    ("redirection", "code", "message"),
    [
        ("list >&-", 0, ""),
        ("list >/dev/full", 2, "perfectplay: cannot write to standard output: No space left on device\n"),
        ("show chess 2>&-", 2, ""),
        (f"solve {SMALL} 2>&- >/dev/null", 0, ""),
        ("verify - <&-", 2, "perfectplay: standard input is closed; give a file\n"),
        ("play pegs/triangle-4 >&-", 0, ""),
        ("play coins/3 >&-", 0, ""),
        ("play pegs/triangle-4 2>&- >&-", 0, ""),
        ("play coins/3 >/dev/full", 2, "perfectplay: cannot write to standard output: No space left on device\n"),
    ],
)
def test_closed_and_full_streams(redirection: str, code: int, message: str) -> None:
    line = f"{' '.join(COMMAND)} {redirection}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (code, message)


@pytest.mark.parametrize("spec", ["pegs/triangle-4", "coins/3"])
def test_play_continues_without_standard_error(spec: str) -> None:
    line = f"{' '.join(COMMAND)} play {spec} 2>&-"
    done = subprocess.run(["sh", "-c", line], input="moves\nhelp\nquit\n", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.count("\n> ")) == (0, 3), done.stdout


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (RuntimeError("no idea"), 70, "internal error in perfectplay.cli.list_command, line "),
        (AssertionError(), 70, "PERFECTPLAY_DEBUG=1"),
        (MemoryError(), 20, "the machine has no more memory to give"),
        (PermissionError(13, "Permission denied", "/no/entry"), 2, "cannot use the file /no/entry: Permission denied"),
        (OSError(5, "Input/output error"), 2, "a file cannot be used: Input/output error"),
    ],
)
def test_every_error_is_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: Exception, code: int, message: str
) -> None:
    """An error of our own is not "rejected", and its traceback is there for who asks."""

    def fail() -> None:
        raise error

    monkeypatch.setattr("perfectplay.cli.list_command.families", fail)
    outcome = run("list")
    assert (outcome.code, outcome.out, len(outcome.err.splitlines())) == (code, "", 1)
    assert message in outcome.err
    monkeypatch.setenv("PERFECTPLAY_DEBUG", "1")
    if code == 70:
        with pytest.raises(type(error)):
            run("list")


def interrupt(arguments: Sequence[str], is_ready: Callable[[subprocess.Popen[str]], None]) -> Outcome:
    """Start the command, send it Ctrl-C once it is ready, and see that it leaves within a second."""
    process = start(arguments)
    is_ready(process)
    process.send_signal(signal.SIGINT)
    began = time.perf_counter()
    out, err = process.communicate(timeout=20)
    assert time.perf_counter() - began < 2  # a second, and some mercy for a busy machine
    return Outcome(process.returncode, out, err)


def has_used(seconds: float) -> Callable[[subprocess.Popen[str]], None]:
    """Wait until a process has used so much processor time: a measure that a busy machine does not falsify."""

    def wait(process: subprocess.Popen[str]) -> None:
        ticks = os.sysconf("SC_CLK_TCK")
        while process.poll() is None:
            fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            if (int(fields[11]) + int(fields[12])) / ticks >= seconds:
                return
            time.sleep(0.005)
        raise AssertionError(f"it was done before: {process.communicate()}")

    return wait


@pytest.fixture
def warm(run: Run) -> None:
    """Compile what the interrupted searches need, so that they are interrupted while they search."""
    run(*LONG_SEARCH, "--max-positions", "10")
    run("count", "pegs/english", "--levels", "3")


linux_only = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


@linux_only
@pytest.mark.usefixtures("warm")
def test_interrupted_solve() -> None:
    outcome = interrupt(LONG_SEARCH, has_used(2.0))
    assert (outcome.code, outcome.err) == (130, "")
    assert outcome.out.startswith("pegs/english:d4..d3: unknown, interrupted\n")
    assert not outcome.out.splitlines()[1].startswith("0 positions")


@linux_only
@pytest.mark.usefixtures("warm")
def test_interrupted_solve_in_json() -> None:
    outcome = interrupt([*LONG_SEARCH, "--json", "--threads", "2"], has_used(2.5))
    assert (outcome.code, outcome.err) == (130, "")
    assert (outcome.answer["status"], outcome.answer["limit"]) == ("unknown", "interrupted")
    assert outcome.answer["stats"]["expanded"] > 0


@linux_only
@pytest.mark.usefixtures("warm")
def test_interrupted_count() -> None:
    # All levels of the English board take two seconds on a fast machine, and what comes after them is compiled then.
    outcome = interrupt(["count", "pegs/french", "--json"], has_used(3.0))
    assert (outcome.code, outcome.err) == (130, "")
    assert (outcome.answer["status"], outcome.answer["limit"]) == ("unknown", "interrupted")
    assert [level["positions"] for level in outcome.answer["levels"]][:4] == [1, 2, 6, 32]


def check_interrupted(outcome: Outcome) -> None:
    """Either there was an answer that says so, or one line on standard error does."""
    assert outcome.code == 130
    if not outcome.out:
        assert outcome.err == "perfectplay: interrupted\n"
    else:
        assert "unknown, interrupted" in outcome.out and outcome.err.strip() == ""


@linux_only
@pytest.mark.parametrize("seconds", [0.15, 0.25, 0.35, 0.45])
def test_interrupted_while_importing(seconds: float) -> None:
    check_interrupted(interrupt(LONG_SEARCH, has_used(seconds)))


@linux_only
@pytest.mark.parametrize("seconds", [1.0, 1.6])
def test_interrupted_while_compiling(seconds: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFECTPLAY_HOME", str(tmp_path))
    check_interrupted(interrupt(LONG_SEARCH, has_used(seconds)))


@linux_only
@pytest.mark.usefixtures("warm")
def test_interrupted_batch_ends_at_once() -> None:
    process = start(["solve", "--batch", "-", *LONG_SEARCH[2:]], stdin=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{SMALL}\n{LONG_SEARCH[1]}\n{SMALL}\n")
    process.stdin.close()
    process.stdin = None
    assert json.loads(process.stdout.readline())["status"] == "solved"
    has_used(2.0)(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, "")
    assert [json.loads(line)["limit"] for line in out.splitlines()] == ["interrupted"]


def in_terminal(arguments: Sequence[str], replies: Sequence[tuple[str, str]] = ()) -> tuple[int, str]:
    """Run the command in a terminal of 80 columns; give each reply when its cue has been shown."""
    process, terminal = pty.fork()
    if process == 0:
        os.environ["TERM"] = "xterm"
        os.execv(sys.executable, [*COMMAND, *arguments])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    shown, waiting, deadline = b"", list(replies), time.monotonic() + 60
    while time.monotonic() < deadline:
        if not select.select([terminal], [], [], 1)[0]:
            if replies and not waiting and replies[-1][1] == "\x03":
                os.write(terminal, b"\x03")  # Python loses one that comes just before it begins to wait for input
            continue
        try:
            shown += os.read(terminal, 65536)
        except OSError:  # Linux's way to say that the other side has left
            break
        if waiting and waiting[0][0].encode() in shown:
            os.write(terminal, waiting.pop(0)[1].encode())
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), shown.decode()


@pytest.mark.usefixtures("warm")
def test_progress_in_a_terminal() -> None:
    code, shown = in_terminal([*LONG_SEARCH, "--max-seconds", "0.5"])
    assert code == 20
    assert " a second, " in shown
    assert shown.count("\x1b[?25l") == shown.count("\x1b[?25h"), "the cursor is back"


def test_no_progress_outside_a_terminal(run: Run) -> None:
    outcome = run(*LONG_SEARCH, "--max-seconds", "0.5")
    assert (outcome.code, outcome.err) == (20, "")
    assert " a second, " not in outcome.out


@pytest.mark.usefixtures("warm")
def test_interrupt_in_a_terminal() -> None:
    code, shown = in_terminal(LONG_SEARCH, [(" a second, ", "\x03")])
    assert code == 130
    assert "interrupted" in shown  # in a search or, where the cache has less than it needs, while it compiles
    assert shown.count("\x1b[?25l") == shown.count("\x1b[?25h"), "the cursor is back"


@pytest.mark.parametrize(
    ("replies", "code", "fragment"),
    [
        ([("> ", "moves\r"), ("a3-a1 c3-a1", "quit\r")], 0, "a3-a1 c3-a1"),
        ([("> ", "a3-a1\r"), ("> a3-a1", "\x04")], 0, "1 o\r\n2 . o\r\n"),
        ([("> ", "\x03")], 130, "> "),
    ],
)
def test_play_in_a_terminal(replies: list[tuple[str, str]], code: int, fragment: str) -> None:
    left, shown = in_terminal(["play", SMALL], replies)
    assert left == code
    assert fragment in shown
    assert "Traceback" not in shown


@pytest.mark.parametrize("order", ["reversed", "vertical"])
def test_the_search_line_names_the_order_of_moves(run: Run, order: str) -> None:
    out = run("solve", SMALL, "--algorithm", "depth-first", "--order", order).out
    assert f", order {order}\n" in out
    assert "order" not in run("solve", SMALL, "--algorithm", "depth-first", "--order", "given").out
