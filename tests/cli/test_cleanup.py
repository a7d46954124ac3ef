"""However a command is ended, no program that it plays with is left behind; all with real processes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from perfectplay.arena import stray, tournament
from perfectplay.arena.external import Program, kill_programs
from tests.conftest import Command
from tests.places import EXAMPLES
from tests.signals import ENDING

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
SECONDS = 60  # that anything may take

# It hears nothing; its child is in a session of its own.
DEAF = """import os, subprocess, sys, time
def told(pid):
    open(os.path.join({folder!r}, str(pid)), "w").close()
told(subprocess.Popen(["sleep", "1000"], start_new_session=True).pid)
told(os.getpid())
for line in sys.stdin:
    print("ready", flush=True)
    time.sleep(1000)
time.sleep(1000)
"""


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def started(folder: Path, programs: int, *arguments: str, typed: bytes = b"") -> "subprocess.Popen[bytes]":
    """Start a command that plays with the deaf program, as DEAF in the arguments; wait until that has begun."""
    engine = folder / "deaf.py"
    engine.write_text(DEAF.format(folder=str(pids(folder))))
    process = subprocess.Popen(
        [sys.executable, "-m", "perfectplay", *(str(engine) if word == "DEAF" else word for word in arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # which nohup ignores
    )
    assert process.stdin is not None
    process.stdin.write(typed)
    process.stdin.flush()
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline and len(list(pids(folder).iterdir())) < 2 * programs:
        time.sleep(0.02)
    time.sleep(0.2)  # until it is asked for a move
    return process


def pids(folder: Path) -> Path:
    (folder / "pids").mkdir(exist_ok=True)
    return folder / "pids"


def left(folder: Path) -> list[int]:
    """Return what still runs after a moment; end it, so that a test that fails leaves nothing either."""
    found = [int(file.name) for file in pids(folder).iterdir()]
    assert found
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline and any(map(is_alive, found)):
        time.sleep(0.02)
    alive = [pid for pid in found if is_alive(pid)]
    for pid in alive:
        os.kill(pid, signal.SIGKILL)
    return alive


ARENA = ("arena", "coins/6", "DEAF", "greedy")
COMMANDS = {
    "check": ("arena", "--check", "DEAF"),
    "play": ("play", "coins/3", "--against", "DEAF"),
    "arena": ARENA,
}


@pytest.mark.parametrize(
    ("name", "number"),
    [
        *((name, signal.SIGINT) for name in COMMANDS),
        ("arena", signal.SIGTERM),
        ("arena", signal.SIGHUP),
        *(
            pytest.param(name, number, marks=pytest.mark.long)
            for name in ("check", "play")
            for number in (signal.SIGTERM, signal.SIGHUP)
        ),
    ],
)
def test_no_program_outlives_the_command(name: str, number: signal.Signals, tmp_path: Path) -> None:
    process = started(tmp_path, 1, *COMMANDS[name], typed=b"a1\n" if name == "play" else b"")
    process.send_signal(number)
    _, err = process.communicate(timeout=SECONDS)
    assert left(tmp_path) == []
    is_told = name != "arena"  # a tournament tells of its games
    assert process.returncode == 130 and err.strip() == (b"perfectplay: interrupted" if is_told else b"")


@pytest.mark.parametrize(
    "gap", [pytest.param(0.0, marks=pytest.mark.long), 0.1, pytest.param(0.25, marks=pytest.mark.long)]
)
def test_no_program_outlives_two_interrupts(gap: float, tmp_path: Path) -> None:
    process = started(tmp_path, 1, *ARENA)
    process.send_signal(signal.SIGINT)
    time.sleep(gap)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=SECONDS)
    assert left(tmp_path) == []
    assert process.returncode == 130 and b"Traceback" not in err


@pytest.mark.parametrize("number", ENDING)
def test_no_program_outlives_several_processes(number: signal.Signals, tmp_path: Path) -> None:
    process = started(tmp_path, 2, *ARENA, "--processes", "2")
    process.send_signal(number)
    process.communicate(timeout=SECONDS)
    assert left(tmp_path) == []


def test_a_hangup_of_a_terminal_reaches_all_processes(tmp_path: Path) -> None:
    process = started(tmp_path, 2, *ARENA, "--processes", "2")
    os.killpg(process.pid, signal.SIGHUP)
    process.communicate(timeout=SECONDS)
    assert left(tmp_path) == []


def test_a_hangup_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); os.execv(sys.executable, sys.argv[1:])"
    )
    words = [sys.executable, "-m", "perfectplay", "arena", "coins/6", "greedy", "pattern", "--games", "1000000"]
    words += ["--save", str(tmp_path / "a.jsonl")]
    process = subprocess.Popen([sys.executable, "-c", script, *words], stdout=subprocess.DEVNULL, env=os.environ)
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline and not (tmp_path / "a.jsonl").exists():
        time.sleep(0.02)
    process.send_signal(signal.SIGHUP)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.5)
    process.send_signal(signal.SIGTERM)
    assert process.wait(SECONDS) == 130


HALF = """import sys, time
from perfectplay.arena.tournament import Tournament
from perfectplay.model.specs import load
if __name__ == "__main__":
    matches = Tournament(load("coins/6"), ["greedy", "random"], games=10**6, processes=2).play()
    next(matches)
    sys.setswitchinterval(0.2)  # so that what is handed over is read slowly
    ends = time.perf_counter() + 0.2
    while time.perf_counter() < ends:
        pass
    matches.close()
"""


def test_a_process_that_is_ended_while_it_hands_over_holds_up_nobody(tmp_path: Path) -> None:
    (tmp_path / "half.py").write_text(HALF)
    assert subprocess.run([sys.executable, str(tmp_path / "half.py")], timeout=SECONDS).returncode == 0


def test_leaving_at_once_kills_what_runs(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """While kernels are compiled an interrupt ends the process at once, but not before its programs."""
    from perfectplay.cli import interrupts
    from perfectplay.cli.cleanup import program_cleanup

    codes: list[int] = []
    monkeypatch.setattr(os, "_exit", codes.append)
    with program_cleanup():
        program = Program(["sleep", "1000"])
        interrupts.leave(signal.SIGINT, None)
        assert program.process.wait(SECONDS) == -signal.SIGKILL and codes == [130]
    program.kill()
    assert interrupts.LEAVING == []


def test_a_signal_handler_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal may come while Popen holds its lock, which is not to be had a second time."""
    codes: list[int] = []
    monkeypatch.setattr(os, "_exit", codes.append)
    program = Program(["sleep", "1000"])
    with program.process._waitpid_lock:  # type: ignore[attr-defined]
        tournament._leave()
    assert codes == [1] and program.process.wait(SECONDS) == -signal.SIGKILL
    program.kill()


NESTED = """import sys, time
from perfectplay.arena.external import Program
program = Program(["sleep", "1000"])
print(program.process.pid, flush=True)
time.sleep(1000)
"""


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="only Linux shows the environment of a process")
def test_programs_of_programs_end_too() -> None:
    for end in (Program.kill, lambda program: kill_programs()):
        program = Program([sys.executable, "-c", NESTED])
        pid = int(program.answer(SECONDS))
        assert is_alive(pid)
        end(program)
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline and is_alive(pid):
            time.sleep(0.02)
        assert not is_alive(pid)
        program.kill()


def test_marks_are_added_to_what_is_borne(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(stray.NAME, "outer-1-")
    assert stray.marked_environment("inner-2-")[stray.NAME] == "outer-1-inner-2-"


# It writes down which signals it was started with blocked and ignored.
SIGNALS = """import sys
open({log!r}, "a").writelines(line for line in open("/proc/self/status") if line.startswith(("SigBlk", "SigIgn")))
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux shows the signals of a process")
@pytest.mark.parametrize("processes", ["1", "2"])
def test_programs_hear_interrupts(processes: str, tmp_path: Path, command: Command) -> None:
    log, engine = tmp_path / "log", tmp_path / "engine.py"
    example = EXAMPLES / "engine.py"
    engine.write_text(SIGNALS.format(log=str(log)) + example.read_text().replace("import sys\n", ""))
    assert command("arena", "coins/3", str(engine), "greedy", "--games", "2", "--processes", processes)[0] == 0
    lines = log.read_text().splitlines()
    assert lines and all(int(line.split()[1], 16) >> signal.SIGINT - 1 & 1 == 0 for line in lines)
