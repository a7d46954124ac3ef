"""Commands that play with programs: however such a command is ended, no program is left behind.

A process cannot react to its own SIGKILL: its programs then see the end of their input, and should leave by themselves.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from perfectplay.arena.external import kill_programs
from perfectplay.cli.interrupts import LEAVING

SIGNALS = ("SIGTERM", "SIGHUP")  # some systems have no SIGHUP


@contextmanager
def program_cleanup() -> Iterator[None]:
    """Treat signals that end this process like Ctrl-C; at the end, kill the programs that are still running."""
    earlier: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():  # only the main thread may set handlers
        interrupt = signal.getsignal(signal.SIGINT)
        for number in (getattr(signal, name) for name in SIGNALS if hasattr(signal, name)):
            if signal.getsignal(number) is not signal.SIG_IGN:  # nohup ignores SIGHUP, which must stay ignored
                earlier[number] = signal.signal(
                    number, interrupt if callable(interrupt) else signal.default_int_handler
                )
    LEAVING.append(kill_programs)
    try:
        yield
    finally:
        try:
            _hold(signal.SIG_BLOCK, *earlier)  # signals that arrive now wait until the programs are gone
        finally:
            kill_programs()
            LEAVING.remove(kill_programs)
            for number, handler in earlier.items():
                signal.signal(number, handler)
            _hold(signal.SIG_UNBLOCK, *earlier)


def _hold(how: int, *numbers: int) -> None:
    if numbers and hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(how, [signal.SIGINT, *numbers])
