"""Processes that a program has started and that have left its session, so that killing the session misses them.

A program is given a mark in its environment, which its children inherit whatever session they are in and whoever is
their parent by then.  A program that starts programs itself adds its marks to the one it bears, so that its children
bear both.  Linux shows the environment of every process of the same user.
"""

import contextlib
import os
import secrets
import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path

NAME = "PERFECTPLAY_PROGRAM"
PROCESSES = Path("/proc")
MOST_ROUNDS = 50  # against processes that start others while they are looked for

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
        found = list(_bearing(mark.encode()))
        if not found:
            return
        for pid in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)


def _bearing(mark: bytes) -> Iterator[int]:
    beginning = f"{NAME}=".encode()
    with contextlib.suppress(OSError):
        for folder in PROCESSES.iterdir():
            if folder.name.isdigit():
                with contextlib.suppress(OSError):  # somebody else's, or gone by now
                    entries = (folder / "environ").read_bytes().split(b"\0")
                    if any(entry.startswith(beginning) and mark in entry for entry in entries):
                        yield int(folder.name)
