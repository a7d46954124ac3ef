"""Folders that may not be entered, locales without letters, no memory: the work is done, or one line says why not."""

import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import perfectplay as pp
from perfectplay.cli.main import _file_trouble, _is_out_of_memory
from tests.conftest import Command

COMMAND = [sys.executable, "-m", "perfectplay"]
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="by limits and files of Linux")
EXPERIMENT = """about = "é ü 日本"
repetitions = 1
[[problem]]
name = "é"
spec = "coins/3"
[[problem]]
spec = "pegs/@board-é.txt"
[[configuration]]
name = "ü"
[[configuration]]
name = "command"
task = "command"
problems = ["é"]
arguments = ["show", "{spec}"]
[[configuration]]
name = "refused"
task = "command"
problems = ["é"]
arguments = ["show", "coins/é"]
code = 2
"""


def call(
    *arguments: str, environment: dict[str, str] | None = None, folder: Path | None = None, before: str = ""
) -> "subprocess.CompletedProcess[bytes]":
    """Run the command in a new process, perhaps after a line of shell."""
    words = ["sh", "-c", f'{before}; exec "$@"', "sh", *COMMAND, *arguments] if before else [*COMMAND, *arguments]
    variables = {**os.environ, **(environment or {})}
    return subprocess.run(words, env=variables, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True)


@pytest.mark.parametrize("home", ["x" * 5000, "x" * 300, "/dev/null/x", "/proc/1/x"], ids=lambda home: home[:12])
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("solve", "pegs/triangle-4", "--algorithm", "breadth-first"), 0),
        (("hint", "pegs/triangle-5"), 0),
        (("hint", "coins/8"), 0),
        (("count", "pegs/triangle-4"), 0),
        (("table", "list"), 0),
        (("table", "build", "coins/3"), 2),
        (("arena", "coins/3", "random", "perfect", "--games", "2"), 0),
        (("lab", "show"), 2),
    ],
    ids=lambda value: "-".join(value[:2]) if isinstance(value, tuple) else "",
)
def test_a_home_that_may_not_be_entered(
    command: Command, monkeypatch: pytest.MonkeyPatch, home: str, arguments: tuple[str, ...], code: int
) -> None:
    monkeypatch.undo()  # also of the folder of tables, which is asked for here
    monkeypatch.setenv("PERFECTPLAY_HOME", home)
    monkeypatch.setenv("PERFECTPLAY_CHECKPOINT_SECONDS", "0")
    found, _, err = command(*arguments)
    assert (found, err.count("\n")) == (code, int(code == 2)), err


def test_the_package_needs_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFECTPLAY_HOME", "x" * 5000)
    assert pp.solve("pegs/triangle-5", algorithm="depth-first").status == "solved"
    assert pp.hint("pegs/triangle-5").status == "solved"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="no mode keeps the administrator away")
def test_a_home_without_rights(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    (tmp_path / "closed").mkdir(mode=0)
    monkeypatch.setenv("PERFECTPLAY_HOME", str(tmp_path / "closed" / "home"))
    for arguments in (
        ("hint", "pegs/triangle-5"),
        ("hint", "coins/4"),
        ("count", "pegs/triangle-4"),
        ("table", "list"),
    ):
        code, _, err = command(*arguments)
        assert (code, err) == (0, "")


def test_standard_error_may_be_full() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    assert call("nope", before="exec 2>/dev/full").returncode == 2
    done = call("list", before="exec >/dev/full")
    assert (done.returncode, done.stderr) == (
        2,
        b"perfectplay: cannot write to standard output: No space left on device\n",
    )


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES])
def test_disk_trouble_names_the_folder(command: Command, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def fail(*arguments: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "posix_fallocate", fail)
    monkeypatch.setenv("PERFECTPLAY_HOME", "home")
    code, out, _ = command("count", "pegs/english", "--max-memory", "5MB")
    words = " ".join(out.split())
    assert (code, "limit" in words) == (20, False), out
    assert f"bytes in the folder {Path('home', 'cache', 'scratch')}: {os.strerror(number)}; free space" in words
    assert re.search(r"set PERFECTPLAY_HOME to another folder, or allow [0-9,]+ bytes of memory", words)
    _, out, _ = command("count", "pegs/english", "--max-memory", "5MB", "--json")
    assert json.loads(out)["limit"] == "disk"


def test_full_disk_is_not_blamed_on_the_memory(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", fail)
    code, out, _ = command("table", "build", "coins/6", "--output", "coins.table")
    assert (code, "limit" in out) == (20, False), out
    assert "bytes are needed on the disk of" in " ".join(out.split())


def test_an_error_without_a_name_is_not_blamed_on_standard_output() -> None:
    try:
        os.read(-1, 1)
    except OSError as error:
        caught = error
    named = OSError(errno.EACCES, "Permission denied", "/some/file")
    assert _file_trouble(named) == "cannot use the file /some/file: Permission denied"
    assert _file_trouble(caught) == "a file cannot be used: Bad file descriptor"


def test_a_library_that_cannot_be_mapped_is_a_want_of_memory() -> None:
    outer = OSError("Could not find/load shared object file 'libllvmlite.so'")
    outer.__context__ = OSError("libllvmlite.so: failed to map segment from shared object")
    assert _is_out_of_memory(outer)
    assert _is_out_of_memory(OSError(errno.ENOMEM, "no words"))
    assert not _is_out_of_memory(OSError(errno.EACCES, "Permission denied", "x"))
    assert not _is_out_of_memory(ImportError("No module named 'numba'"))


@linux_only
@pytest.mark.parametrize("size", [60_000, 100_000, 150_000, 220_000, 260_000])
def test_no_memory_at_the_start_is_a_line(size: int) -> None:
    done = call("count", "pegs/triangle-5", before=f"ulimit -v {size}")
    if done.returncode != 0:  # libraries of another release may need less
        assert (done.returncode, done.stdout) == (20, b"")
        assert done.stderr == b"perfectplay: the machine has no more memory to give\n"


@pytest.mark.long
@pytest.mark.parametrize("more", [{}, {"PYTHONIOENCODING": "ascii"}], ids=["C", "ascii"])
def test_a_locale_without_letters(tmp_path: Path, more: dict[str, str]) -> None:
    (tmp_path / "x-é.toml").write_text(EXPERIMENT, encoding="utf-8")
    (tmp_path / "board-é.txt").write_text("about: é\ngoal: c1\n\noo.\n", encoding="utf-8")
    environment = {**ASCII, **more, "PERFECTPLAY_HOME": str(tmp_path / "home")}
    for arguments in (
        ["list"],
        ["show", "pegs/triangle-5"],
        ["lab", "run", "x-é.toml"],
        ["lab", "list"],
        ["lab", "show", "x-é"],
        ["lab", "show", "x-é.toml", "--json"],
        ["lab", "report", "x-é"],
        ["lab", "plot", "x-é"],
        ["lab", "export", "1", "é.csv"],
        ["arena", "coins/3", "random", "greedy", "--games", "2", "--save", "é.jsonl"],
        ["arena", "--replay", "é.jsonl"],
    ):
        done = call(*arguments, environment=environment, folder=tmp_path)
        assert (done.returncode, done.stderr) == (0, b""), arguments
    assert "<h1>x-é</h1>" in (tmp_path / "x-é.html").read_text("utf-8")
    assert "é" in (tmp_path / "é.csv").read_text("utf-8")


def test_a_person_may_type_letters_that_the_locale_does_not_have(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "play", "pegs/triangle-4"],
        env={**os.environ, **ASCII, "PYTHONIOENCODING": "ascii:strict"},
        input="é\nquit\n".encode(),
        capture_output=True,
    )
    assert (done.returncode, done.stderr) == (0, b"")
