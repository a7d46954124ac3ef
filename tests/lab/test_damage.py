"""A file of runs that is damaged, or that nobody may write to: what is wrong is said in a line, the rest is shown."""

import os
import random
import sqlite3
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

import perfectplay
from perfectplay import lab
from perfectplay.base.errors import InputError
from perfectplay.cli.exit_codes import INTERNAL_ERROR
from perfectplay.cli.main import main
from perfectplay.lab.rows import MOVE_SECONDS
from perfectplay.lab.saved_runs import SavedRuns

FLIPS = 150
QUICK = (
    ["list"],
    ["list", "--json"],
    ["show"],
    ["show", "1", "--full"],
    ["show", "e", "--markdown"],
    ["show", "--json"],
    ["compare", "1", "2"],
    ["export", "2", "rows.csv"],
)
SLOW = (["report"], ["plot", "--output", "plot.svg"], ["plot", "--kind", "curve", "--output", "plot.svg"])
NOBODY = 65534
Outcome = tuple[int, str, str]


def write(path: Path) -> None:
    """Write a file of two runs, with all that a row can have."""
    experiment = lab.Experiment(
        "e",
        "made up",
        (lab.Subject("p", "coins/3", 3.0), lab.Subject("q", "coins/4", 4.0)),
        (lab.Configuration("c"), lab.Configuration("a - b", "match", {"players": ["a", "b"]})),
        2,
        published=(lab.Published("p", "c", {"seconds": 3.5}, "by hand"),),
    )
    with lab.Store(path) as store:
        for _ in range(2):
            number, lock = store.claim(experiment, "a machine", is_new=True)
            for job in experiment.jobs():
                measures = {"pruned": {"weights": 7.0}, f"{MOVE_SECONDS}a": {"1": 0.5, "2": 0.25}, "games": {"a": 2.0}}
                figures: dict[str, Any] = {"cost": 1.5, "seconds": 0.5, "expanded": 12, "memory": 1 << 40}
                row = lab.Row(*job, "solved", detail="dé", optimal=True, machine="m", measures=measures, **figures)
                store.add(number, row)
            store.release(lock, is_finished=True)


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("lab") / "lab.sqlite"
    write(path)
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path, content: bytes, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("perfectplay.lab.store.data_folder", lambda: tmp_path)
    (tmp_path / "lab.sqlite").write_bytes(content)
    return tmp_path / "lab.sqlite"


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    def called(*arguments: str) -> Outcome:
        code = main(["lab", *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return called


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA writable_schema = ON")
        for statement in statements:
            base.execute(statement)
        base.commit()


@pytest.mark.parametrize(
    ("seed", "flips", "commands"), [(1, FLIPS, QUICK), pytest.param(2, 12, SLOW, marks=pytest.mark.long)]
)
def test_flipped_bytes_are_never_a_traceback(
    path: Path, content: bytes, call: Callable[..., Outcome], seed: int, flips: int, commands: tuple[list[str], ...]
) -> None:
    chance = random.Random(seed)
    codes = []
    for number in range(flips):
        damaged = bytearray(content)
        for _ in range(chance.choice((1, 1, 1, 5, 25))):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        for left in path.parent.glob("lab.sqlite-*"):
            left.unlink()
        path.write_bytes(damaged)
        arguments = commands[number % len(commands)]
        code, out, err = call(*arguments)
        assert code in (0, 1, 2), (number, arguments, err)
        assert err.count("\n") == (code > 0), (number, arguments, err)
        assert (out == "") == (code == 2), (number, arguments)
        codes.append(code)
    assert {0, 1, 2} == set(codes) or flips < FLIPS


@pytest.mark.parametrize(
    ("statement", "fragment"),
    [
        ("UPDATE rows SET seconds = 'soon' WHERE row = 3", "in row 3, seconds is 'soon', not a number"),
        ("UPDATE rows SET seconds = -1 WHERE row = 3", "in row 3, seconds is -1.0, not a number"),
        ("UPDATE rows SET seconds = 1e300 WHERE row = 3", "in row 3, seconds is 1e+300, not a number"),
        ("UPDATE rows SET seconds = 1e-300 WHERE row = 3", "in row 3, seconds is 1e-300, which nobody measures"),
        ("UPDATE rows SET expanded = 9e999 WHERE row = 3", "in row 3, expanded is inf, not a number"),
        ("UPDATE rows SET status = x'ff' WHERE row = 3", "in row 3, status is b'\\xff', not one of"),
        ("UPDATE rows SET detail = CAST(x'ff' AS TEXT) WHERE row = 3", "in row 3, detail is b'\\xff', not a text"),
        ("UPDATE rows SET problem = 'r' WHERE row = 3", "in row 3, the problem and the configuration are not those"),
        ("UPDATE rows SET optimal = 7 WHERE row = 3", "in row 3, optimal is 7, neither true nor false"),
        ("UPDATE rows SET version = x'00' WHERE row = 3", "in row 3, the machine, the version or the time is no text"),
        ("UPDATE measures SET value = 'much' WHERE row = 3", "a measure of row 3 is no number with its names"),
        (f"UPDATE measures SET key = 'x' || key WHERE name = '{MOVE_SECONDS}a'", "a measure of row 1 is no number"),
    ],
)
def test_values_of_another_type_are_named(
    path: Path, call: Callable[..., Outcome], statement: str, fragment: str
) -> None:
    whole = call("show", "1")
    change(path, statement)
    code, out, err = call("show", "1")
    assert (code, err.count("\n")) == (1, 1)
    assert f"{path} is damaged: {fragment}" in err
    assert err.endswith("; the rest is shown\n")
    assert whole[0] == 0 and "p\n" in out
    assert call("list")[0] == (0 if fragment.startswith(("in row", "a measure")) else 1)


@pytest.mark.parametrize(
    "text",
    [
        "x'ff'",
        "'{'",
        "'[]'",
        "'7'",
        "replace(experiment_json, 'configurations', 'konfigurations')",
        "replace(experiment_json, '\"players\"', '\"prayers\"')",
        'replace(experiment_json, \'"seed": 1\', \'"seed": "1"\')',
        "replace(experiment_json, '\"threads\": 1', '\"threads\": null')",
        "replace(experiment_json, '3.5', '[]')",
        "replace(experiment_json, '\"made up\"', '7')",
        "replace(experiment_json, '\"coins/3\"', '{}')",
    ],
)
def test_a_run_without_its_experiment_is_refused(path: Path, call: Callable[..., Outcome], text: str) -> None:
    change(path, f"UPDATE runs SET experiment_json = {text} WHERE run = 2")
    code, out, err = call("show")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"{path} is damaged: the experiment of run 2 " in err
    assert call("show", "1")[0] == 0


def test_a_run_of_another_type_is_left_out(path: Path, call: Callable[..., Outcome]) -> None:
    change(path, "UPDATE runs SET planned = 'all' WHERE run = 1")
    code, out, err = call("list")
    assert (code, err.count("\n")) == (1, 1) and "run 1 holds what no run has" in err
    assert "1 run in " in out and call("show", "2")[0] == 0 and call("show", "1")[0] == 2


def test_nobody_writes_to_a_damaged_file(path: Path) -> None:
    change(path, "DELETE FROM sqlite_master WHERE name LIKE 'sqlite_autoindex_rows%'")
    before = path.read_bytes()
    with pytest.raises(InputError, match=r"cannot use .*malformed|is damaged: .*; move the file away to begin another"):
        lab.Store(path)
    assert path.read_bytes() == before


def test_a_reader_creates_nothing(tmp_path: Path) -> None:
    with SavedRuns(tmp_path / "none" / "lab.sqlite") as saved:
        assert saved.runs() == []
        with pytest.raises(InputError, match="no run was made here"):
            saved.find()
    assert list(tmp_path.iterdir()) == []


@contextmanager
def public_folder() -> Iterator[Path]:
    """Yield a folder that every user may enter; those of pytest are their owner's alone."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def as_anybody(*arguments: str) -> Outcome:
    """Call the command in a process of a user who is not the administrator, whom no mode of a file keeps away.

    A fork needs no file of Python's, which another user may not be allowed to read.
    """
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of threads that a fork does not have
        child = os.fork()
        if child == 0:
            code = INTERNAL_ERROR
            try:
                if os.geteuid() == 0:
                    os.setgroups([])
                    os.setgid(NOBODY)
                    os.setuid(NOBODY)
                with redirect_stdout(out), redirect_stderr(err):
                    code = main(["lab", *arguments])
                out.flush()
                err.flush()
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        return os.waitstatus_to_exitcode(status), out.read(), err.read()


def is_public(place: Path) -> bool:
    """Tell whether everybody may read a folder and enter those above it."""
    return all(folder.stat().st_mode & 0o005 == 0o005 for folder in (place, *place.parents))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.skipif(not is_public(Path(perfectplay.__file__).parent), reason="others may not read the package")
@pytest.mark.parametrize("has_log", [False, True])
def test_a_file_nobody_may_write_to_is_shown(content: bytes, has_log: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    with public_folder() as folder:
        monkeypatch.setattr("perfectplay.lab.store.data_folder", lambda: folder)
        path, log = folder / "lab.sqlite", folder / "lab.sqlite-wal"
        path.write_bytes(content)
        if has_log:  # as a kill leaves it: what was written last is in another file
            with closing(sqlite3.connect(path)) as base:
                base.execute("UPDATE runs SET version = 'latest'")
                base.commit()
                written_last = log.read_bytes()
            path.write_bytes(content)
            log.write_bytes(written_last)
        path.chmod(0o444)
        folder.chmod(0o555)
        for arguments in (["list"], ["show"], ["compare", "1", "2"], ["show", "--json"]):
            code, out, err = as_anybody(*arguments)
            assert (code, err) == (0, ""), arguments
            assert arguments != ["list"] or ("version latest" in out) == has_log
        code, out, err = as_anybody("run", "pegs-dfs")
        assert (code, out, err.count("\n")) == (2, "", 1) and f"cannot use {path}: " in err
        assert sorted(folder.iterdir()) == ([path, log] if has_log else [path])
        folder.chmod(0o755)
