"""Ctrl-C where there is nothing yet to report: one line, and the process ends at once."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from perfectplay.cli.exit_codes import INTERRUPTED

LEAVING: list[Callable[[], None]] = []  # functions to call before the process exits at once


def leave(number: int, frame: FrameType | None) -> None:
    """Handle a signal by ending the process."""
    if sys.stderr is not None and sys.stderr.isatty():
        os.write(2, b"\r\x1b[K\x1b[?25h")  # clear the progress line, show the cursor
    with suppress(OSError):
        os.write(2, b"perfectplay: interrupted\n")
    for work in LEAVING:
        work()
    os._exit(INTERRUPTED)


@contextmanager
def handling_interrupts(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Let a function handle Ctrl-C within a block."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set handlers
        return
    earlier = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, earlier)
