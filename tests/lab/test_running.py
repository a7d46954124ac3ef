"""Running experiments with real processes: crashes, limits, kills, and two runs at once."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from perfectplay import lab
from perfectplay.base.limits import Limits
from perfectplay.lab import running
from perfectplay.lab.experiment import Job
from perfectplay.lab.experiment_file import parse
from tests.signals import ENDING

# What a user may measure; every call leaves a line, so that repeated work shows.
WORK = """
import os, sys, time

def note(text):
    with open("calls.txt", "a") as file:
        file.write(text + "\\n")

def quick(spec):
    note(spec)
    time.sleep(0.05)
    return {"cost": 7.0, "measures": {"things": {"one": 1.0}}}

def talkative(spec):
    print("this is not the answer")
    os.write(1, b"nor is this")

def crash(spec):
    os.abort()

def fail(spec):
    raise RuntimeError("the work went wrong")

def leave(spec):
    sys.exit(7)

def hungry(spec):
    data = bytearray(300_000_000)
    data[::4096] = b"x" * len(data[::4096])

def endless(spec):
    time.sleep(600)

def slow(spec):
    time.sleep(0.5)

def silent(spec):
    os._exit(0)

def killed(spec):
    os.kill(os.getpid(), 40)

def renamed(spec):
    return {"problem": "another"}

def unheard(spec):
    return {"colour": 3}

def nameless(spec):
    return {"measures": {"things": {"one": float("nan")}}}

def worded(spec):
    return {"measures": {"things": {"one": "many"}}}

def backward(spec):
    return {"seconds": -1}

def fantastic(spec):
    return {"status": "fantastic"}

def huge(spec):
    return {"expanded": 1 << 70}
"""
FILE = """
about = "work of a user"
repetitions = {repetitions}
[[problem]]
spec = "p"
[[problem]]
spec = "q"
[[configuration]]
name = "quick"
task = "call"
function = "work:quick"
"""
ROWS = 8


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("perfectplay.lab.store.data_folder", lambda: tmp_path / "home" / "data")
    (tmp_path / "work.py").write_text(WORK)
    (tmp_path / "own.toml").write_text(FILE.format(repetitions=ROWS // 2))
    return tmp_path


def measured(function: str, **changes: object) -> lab.Row:
    experiment = lab.Experiment(
        "e",
        "",
        (lab.Subject("p", "p"),),
        (lab.Configuration("c", "call", {"function": f"work:{function}"}),),
        **changes,  # type: ignore[arg-type]
    )
    return running.measure(experiment, Job("p", "c", 1))


def start(folder: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "perfectplay", "lab", "run", "own.toml", "--json"],
        cwd=folder,
        env={**os.environ, "PERFECTPLAY_HOME": str(folder / "home")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # which nohup ignores
    )


def rows(folder: Path) -> list[tuple[int, str, int]]:
    base = sqlite3.connect(folder / "home" / "data" / "lab.sqlite")
    try:
        return base.execute("SELECT run, problem, repetition FROM rows ORDER BY row").fetchall()
    except sqlite3.OperationalError:
        return []  # nothing was written yet
    finally:
        base.close()


def wait_for_rows(folder: Path, least: int) -> None:
    for _ in range(600):
        if (folder / "home" / "data" / "lab.sqlite").exists() and len(rows(folder)) >= least:
            return
        time.sleep(0.05)
    raise AssertionError("no rows came")


def test_a_row_has_what_the_work_returned(folder: Path) -> None:
    row = measured("quick")
    assert (row.status, row.cost, row.measures) == ("done", 7.0, {"things": {"one": 1.0}})
    assert row.seconds is not None
    assert 0.05 <= row.seconds < 5
    assert measured("talkative").status == "done"


@pytest.mark.parametrize(
    ("function", "detail"),
    [
        ("crash", "signal SIGABRT"),
        ("fail", "exit code 1: RuntimeError: the work went wrong"),
        ("leave", "exit code 7"),
        ("nothing", "exit code 1: AttributeError: module 'work' has no attribute 'nothing'"),
        ("silent", "it ended without an answer"),
        ("killed", "signal 40"),
        ("renamed", "it returned what makes no row: there is no column 'problem'"),
        ("unheard", "it returned what makes no row: there is no column 'colour'"),
        ("nameless", "it returned what makes no row: things is {'one': nan}, not a table of numbers"),
        ("worded", "it returned what makes no row: things is {'one': 'many'}, not a table of numbers"),
        ("backward", "it returned what makes no row: seconds is -1, not a number"),
        ("fantastic", "it returned what makes no row: status is 'fantastic', not one of solved,"),
        ("huge", "it returned what makes no row: expanded is 1180591620717411303424, not a number"),
    ],
)
def test_a_crash_costs_one_row(folder: Path, function: str, detail: str) -> None:
    row = measured(function)
    assert row.status == "crashed"
    assert str(row.detail).startswith(detail)


def test_work_that_does_not_end_is_ended(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "GRACE", 1.0)
    row = measured("endless", limits=Limits(seconds=0.5))
    assert (row.status, row.limit) == ("unknown", "time")


def test_work_that_took_too_long_is_not_done(folder: Path) -> None:
    row = measured("slow", limits=Limits(seconds=0.2))
    assert (row.status, row.limit) == ("unknown", "time")


def test_memory_is_that_of_the_row_alone(folder: Path) -> None:
    ours = bytearray(200_000_000)  # of this process, which starts the others
    ours[::4096] = b"x" * len(ours[::4096])
    little, much = measured("quick").peak_bytes, measured("hungry").peak_bytes
    assert little is not None
    assert much is not None
    assert little < 150_000_000
    assert 300_000_000 < much < little + 350_000_000


def test_a_search_that_hits_its_limit_says_so() -> None:
    experiment = parse(
        'limits = {positions = 50}\n[[problem]]\nspec = "pegs/english"\n'
        '[[configuration]]\nname = "c"\nalgorithm = "breadth-first"\n'
        '[[configuration]]\nname = "d"\nalgorithm = "beem"\n',
        "e",
        "e",
    )
    row = running.measure(experiment, Job("pegs/english", "c", 1))
    assert (row.status, row.limit, row.cost, row.optimal) == ("unknown", "positions", None, None)
    assert row.expanded == 50
    refused = running.measure(experiment, Job("pegs/english", "d", 1))
    assert refused.status == "refused"
    assert str(refused.detail).startswith("unknown algorithm 'beem'; pegs/english has astar,")


@pytest.mark.parametrize("number", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.long)])
def test_a_run_goes_on_where_it_was(folder: Path, number: signal.Signals) -> None:
    child = start(folder)
    wait_for_rows(folder, 4)
    child.send_signal(number)
    out, err = child.communicate(timeout=60)
    before = rows(folder)
    assert 4 <= len(before) < ROWS
    if number == signal.SIGINT:
        assert (child.returncode, out) == (130, "")
        assert "`lab run own.toml` goes on from here" in err
    child = start(folder)
    out, _ = child.communicate(timeout=120)
    assert child.returncode == 0
    assert json.loads(out)["rows"] == ROWS
    after = rows(folder)
    assert after[: len(before)] == before
    assert sorted(after) == sorted(
        {(1, problem, repetition + 1) for problem in "pq" for repetition in range(ROWS // 2)}
    )
    calls = (folder / "calls.txt").read_text().split()
    assert len(calls) <= ROWS + 1  # only the row that was cut off is measured again


@pytest.mark.parametrize("repetitions", [2, pytest.param(ROWS // 2, marks=pytest.mark.long)])
def test_two_runs_into_one_file_lose_nothing(folder: Path, repetitions: int) -> None:
    (folder / "own.toml").write_text(FILE.format(repetitions=repetitions))
    children = [start(folder) for _ in range(3)]
    numbers = []
    for child in children:
        out, err = child.communicate(timeout=120)
        assert child.returncode == 0, err
        numbers.append(json.loads(out)["run"])
    assert sorted(numbers) == [1, 2, 3]
    assert len(set(rows(folder))) == len(rows(folder)) == 3 * 2 * repetitions


def test_a_crash_is_in_the_exit_code(folder: Path) -> None:
    (folder / "own.toml").write_text(FILE.format(repetitions=1).replace("work:quick", "work:crash"))
    child = start(folder)
    out, _ = child.communicate(timeout=60)
    assert child.returncode == 1
    assert {group["status"] for group in json.loads(out)["groups"]} == {"crashed"}


@pytest.mark.parametrize("number", ENDING)
def test_no_process_outlives_a_run(folder: Path, number: signal.Signals) -> None:
    (folder / "own.toml").write_text(FILE.format(repetitions=1).replace("work:quick", "work:endless"))
    child = start(folder)
    for _ in range(200):
        if workers := _workers(child.pid):
            break
        time.sleep(0.05)
    time.sleep(1)  # until it has asked to be ended with its parent
    child.send_signal(number)
    child.communicate(timeout=60)
    for _ in range(100):
        if left := [worker for worker in workers if _is_alive(worker)]:
            time.sleep(0.02)
    assert workers
    assert not left


@pytest.mark.long
def test_threads_of_one_process_have_a_run_each(folder: Path) -> None:
    experiment = lab.load("own.toml")
    with ThreadPoolExecutor(2) as pool:
        runs = list(pool.map(lambda _: lab.run(experiment), range(2)))
    assert {run.number for run in runs} == {1, 2}
    assert all(run.is_finished for run in runs)


def test_a_reader_keeps_nobody_from_writing(folder: Path) -> None:
    experiment = lab.load("own.toml")
    with lab.Store() as store:
        number, lock = store.claim(experiment, "m")
        reader = sqlite3.connect(store.path)
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM rows").fetchone() == (0,)
        store.add(number, lab.Row("p", "quick", 1, "done"))
        reader.close()
        store.release(lock, is_finished=False)
        assert len(store.find("own").rows) == 1


def test_an_edited_board_is_another_experiment(folder: Path) -> None:
    (folder / "board.txt").write_text("oo.\n")
    text = 'about = ""\n[[problem]]\nspec = "pegs/@board.txt"\n[[configuration]]\nname = "c"\n'
    before = parse(text, "e", "e").digest()
    assert before == parse(text, "e", "e").digest()
    (folder / "board.txt").write_text("ooo.\n")
    assert before != parse(text, "e", "e").digest()


def test_work_of_another_row_is_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a count saves on its way would make the next one quicker than it is."""
    monkeypatch.setenv("PERFECTPLAY_CHECKPOINT_SECONDS", "0")
    text = 'limits = {positions = 2000}\n[[problem]]\nspec = "pegs/triangle-5"\n'
    experiment = parse(text + '[[configuration]]\nname = "c"\ntask = "count"\n', "e", "e")
    rows = [running.measure(experiment, Job("pegs/triangle-5", "c", number)) for number in (1, 2)]
    assert rows[0].expanded == rows[1].expanded


def test_a_command_is_measured_whole(folder: Path) -> None:
    def row(code: int) -> lab.Row:
        options = {"arguments": ["solve", "{spec}"], "code": code}
        configuration = lab.Configuration("c", "command", options)
        experiment = lab.Experiment("e", "", (lab.Subject("p", "pegs/triangle-4"),), (configuration,))
        return running.measure(experiment, Job("p", "c", 1))

    right, wrong = row(0), row(10)
    assert right.status == "done"
    assert right.peak_bytes is not None
    assert right.peak_bytes > 20_000_000  # with NumPy
    assert (wrong.status, str(wrong.detail)[:12]) == ("wrong", "exit code 0:")


def _is_alive(number: int) -> bool:
    """Tell whether a process runs; one that has ended may still be waited for by nobody."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def _workers(parent: int) -> list[int]:
    path = Path(f"/proc/{parent}/task/{parent}/children")
    if not path.exists():
        pytest.skip("the system does not tell the children of a process")
    return [int(item) for item in path.read_text().split()]
