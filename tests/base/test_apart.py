"""Work on a thread of its own: signal handlers run outside of it, and raise when it has ended."""

import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from perfectplay.base.apart import run_apart
from perfectplay.base.spelling import called, named_as_flags

alarms_only = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer of the system")
RAISING = 3  # exit code of a process in which the exception of a handler arrived


class AlarmError(Exception):
    """Raised by the handlers of these tests."""


@contextmanager
def alarm(seconds: float, interval: float = 0.0) -> Iterator[None]:
    """Raise AlarmError in the main thread after some time, and again at every interval."""

    def handle(number: int, frame: object) -> None:
        raise AlarmError

    earlier = signal.signal(signal.SIGALRM, handle)
    signal.setitimer(signal.ITIMER_REAL, seconds, interval)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, earlier)


def test_result_and_error_of_the_work_arrive() -> None:
    assert run_apart(lambda: threading.current_thread() is threading.main_thread()) is False
    with pytest.raises(ZeroDivisionError):
        run_apart(lambda: 1 // 0)
    assert run_apart(lambda: run_apart(lambda: 5)) == 5


def test_work_has_the_context_of_its_caller() -> None:
    with named_as_flags():
        assert run_apart(lambda: called("seed")) == "--seed"
    assert run_apart(lambda: called("seed")) == "seed=…"


def test_threads_are_kept() -> None:
    run_apart(int)
    assert len({run_apart(threading.get_ident) for _ in range(20)}) == 1


def test_failed_check_stops_the_work() -> None:
    stop = threading.Event()

    def check() -> None:
        raise IndexError("too long")  # the same class as an error of an empty list

    ended: list[bool] = []
    with pytest.raises(IndexError, match="too long"):
        run_apart(lambda: ended.append(stop.wait(20)), check, stop.set)
    assert ended == [True]


@alarms_only
def test_raising_handler_waits_for_the_work() -> None:
    for interval in (0.0, 0.003):
        stop, ended = threading.Event(), list[bool]()

        def work(stop: threading.Event = stop, ended: list[bool] = ended) -> None:
            stopped = stop.wait(20)
            time.sleep(0.05)  # as a library does that is slow to stop
            ended.append(stopped)

        with pytest.raises(AlarmError), alarm(0.02, interval):
            run_apart(work, stop=stop.set)
        assert ended == [True]


@pytest.fixture
def no_garbage_collection() -> Iterator[None]:
    """Hypothesis has a callback of the garbage collector, in which Python drops exceptions."""
    gc.disable()
    yield
    gc.enable()


@alarms_only
@pytest.mark.usefixtures("no_garbage_collection")
def test_handler_may_raise_at_any_moment() -> None:
    """No alarm is lost, and none leaves work behind, from the start of the work to its end."""
    begun, ended = list[int](), list[int]()

    def work() -> None:
        begun.append(1)
        ended.append(1)

    for step in range(400):
        delay = 1e-6 + step * 5e-7
        with pytest.raises(AlarmError), alarm(delay):
            for _ in range(100_000):
                run_apart(work)
        assert len(begun) == len(ended)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
def test_forked_process_has_threads_of_its_own() -> None:
    code = textwrap.dedent("""
        import os
        from perfectplay.base.apart import run_apart
        run_apart(int)
        child = os.fork()
        if child == 0:
            os._exit(run_apart(lambda: 7))
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    """)
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0


def run_with_handler(lines: str, home: Path) -> tuple[int, str]:
    """Run some lines in a new process, with a handler of SIGALRM that raises."""
    begin = f"""
import os, signal, sys
import perfectplay as pp

class AlarmError(Exception): ...

def handle(number, frame):
    signal.setitimer(signal.ITIMER_REAL, 0)
    raise AlarmError

def install(*_):
    signal.signal(signal.SIGALRM, handle)

def send(*_):
    os.kill(os.getpid(), signal.SIGALRM)

sys.excepthook = lambda kind, error, trace: os._exit({RAISING} if kind is AlarmError else 1)
"""
    environment = {**os.environ, "PERFECTPLAY_HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-c", begin + textwrap.dedent(lines)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.returncode, done.stderr


@alarms_only
@pytest.mark.parametrize("seconds", [0.3, 0.5, 0.7, 0.9, *(pytest.param(0.6, marks=pytest.mark.long),) * 20])
def test_handler_raises_while_a_linear_program_runs(seconds: float, tmp_path: Path) -> None:
    """The handler is installed while the program runs: no list of handlers at its start would have it."""
    lines = f"""
        pp.solve("army/half-plane:6,lattice=diagonal")  # an import may lose an exception
        signal.signal(signal.SIGALRM, install)
        signal.setitimer(signal.ITIMER_REAL, {seconds} / 2, {seconds} / 2)
        while True:
            pp.solve("army/half-plane:6,lattice=diagonal")
    """
    assert run_with_handler(lines, tmp_path) == (RAISING, "")


@alarms_only
def test_handler_raises_at_a_question_of_highs(tmp_path: Path) -> None:
    lines = """
        from perfectplay.search.linear import program
        answer = program._on_interrupt
        def ask(*arguments):
            send()
            answer(*arguments)
        program._on_interrupt = ask
        install()
        pp.solve("army/half-plane:6,lattice=diagonal")
    """
    assert run_with_handler(lines, tmp_path) == (RAISING, "")


@alarms_only
def test_handler_raises_while_a_kernel_is_compiled(tmp_path: Path) -> None:
    """LLVM calls back when it has made machine code, and drops an exception that is raised then."""
    lines = """
        os.environ["PERFECTPLAY_COMPILE"] = "always"
        from numba.core.codegen import CPUCodeLibrary
        take = CPUCodeLibrary._object_compiled_hook
        def hook(*arguments):
            send()
            return take(*arguments)
        CPUCodeLibrary._object_compiled_hook = hook
        install()
        pp.solve("pegs/triangle-4", algorithm="depth-first")
    """
    assert run_with_handler(lines, tmp_path) == (RAISING, "")
