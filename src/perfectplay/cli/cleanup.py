"""Commands that play with programs: however such a command is ended, no program is left behind.

A SIGKILL cannot be noticed by whom it ends: then programs see the end of their input, and may do as they like.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from perfectplay.arena.external import kill_programs
from perfectplay.cli.main import LEAVING

SIGNALS = ("SIGTERM", "SIGHUP")  # not everywhere is there a hangup


@contextmanager
def program_cleanup() -> Iterator[None]:
    """Take whatever ends this process for a Ctrl-C; kill at the end what is left of the programs it has started."""
    earlier: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():  # only that one may choose
        interrupt = signal.getsignal(signal.SIGINT)
        for number in (getattr(signal, name) for name in SIGNALS if hasattr(signal, name)):
            if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup asks for
                earlier[number] = signal.signal(
                    number, interrupt if callable(interrupt) else signal.default_int_handler
                )
    LEAVING.append(kill_programs)
    try:
        yield
    finally:
        try:
            _hold(signal.SIG_BLOCK, *earlier)  # what comes now waits until the programs are gone
        finally:
            kill_programs()
            LEAVING.remove(kill_programs)
            for number, handler in earlier.items():
                signal.signal(number, handler)
            _hold(signal.SIG_UNBLOCK, *earlier)


def _hold(how: int, *numbers: int) -> None:
    if numbers and hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(how, [signal.SIGINT, *numbers])
