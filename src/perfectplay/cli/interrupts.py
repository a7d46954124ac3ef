"""Ctrl-C before there is anything to report: one line, and the process ends at once.

The command imports this module first, so it imports only modules that Python itself has loaded.
"""

import os
import sys

# The module signal imports the module enum, which takes milliseconds.
from _signal import SIGINT, signal  # type: ignore[import-not-found]

from perfectplay.cli.exit_codes import INTERRUPTED

TYPE_CHECKING = False  # of the module typing, which takes milliseconds
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any

    Handler = Callable[[int, FrameType | None], None]

LEAVING: "list[Callable[[], None]]" = []  # functions to call before the process exits at once


def leave(number: int = SIGINT, frame: "FrameType | None" = None) -> None:
    """Handle a signal by ending the process."""
    if sys.stderr is not None:  # else a file of the command may have its number
        try:
            if sys.stderr.isatty():
                os.write(2, b"\r\x1b[K\x1b[?25h")  # clear the progress line, show the cursor
            os.write(2, b"perfectplay: interrupted\n")
        except (OSError, ValueError):
            pass
    for work in LEAVING:
        work()
    os._exit(INTERRUPTED)


def handle_interrupts(handler: "Any") -> "Any":
    """Let a function handle Ctrl-C; return the earlier handler, or None on a thread, which cannot set any."""
    try:
        return signal(SIGINT, handler)
    except ValueError:
        return None


class handling_interrupts:  # noqa: N801 - reads as a verb
    """A block in which a function handles Ctrl-C."""

    def __init__(self, handler: "Handler") -> None:
        self.handler = handler

    def __enter__(self) -> None:
        self.earlier = handle_interrupts(self.handler)

    def __exit__(self, *error: object) -> None:
        if self.earlier is not None:
            handle_interrupts(self.earlier)
