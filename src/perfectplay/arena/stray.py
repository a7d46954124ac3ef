"""Processes that a program has started and that have left its session, so that killing the session misses them.

Each program gets a mark in its environment.  Its children inherit the mark, whatever session they are in and whatever
their parent is.  A program that starts programs itself adds its marks to its own, so that its children have
both.  Systems let a user read the environment of the user's own processes.
"""

import contextlib
import os
import secrets
from collections.abc import Iterator
from itertools import count

import psutil

NAME = "PERFECTPLAY_PROGRAM"
MOST_ROUNDS = 50  # searches for marked processes, which may start others during a search

_own = secrets.token_hex(16)  # the beginning of all marks that this process gives
_numbers = count(1)


def new_mark() -> str:
    """Return a mark that nobody else has."""
    return f"{_own}-{next(_numbers)}-"


def marked_environment(mark: str) -> dict[str, str]:
    """Return the environment of a program that bears a mark, and those that this process bears."""
    return {**os.environ, NAME: os.environ.get(NAME, "") + mark}


def kill_marked(mark: str = _own) -> None:
    """Kill every process that bears a mark, or any mark of this process; where processes do not show that, none."""
    for _ in range(MOST_ROUNDS):
        found = list(_bearing(mark))
        if not found:
            return
        for process in found:
            with contextlib.suppress(psutil.Error):  # gone by now
                process.kill()


def _bearing(mark: str) -> Iterator[psutil.Process]:
    for pid in psutil.pids():
        with contextlib.suppress(psutil.Error, OSError):  # somebody else's, or gone by now
            process = psutil.Process(pid)
            if mark in process.environ().get(NAME, ""):
                yield process
