"""Ctrl-C while foreign code runs: Python's handlers raise, and no exception may pass through C++."""

import signal
import threading
from types import FrameType
from typing import Any

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # some systems have no SIGHUP


class HeldSignals:
    """A context in which signals that Python handles are noted; their handlers are called when it ends."""

    def __init__(self) -> None:
        self.arrived = 0
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> "HeldSignals":
        if threading.current_thread() is threading.main_thread():  # signals are handled there alone
            for number in (getattr(signal, name) for name in NAMES if hasattr(signal, name)):
                handler = signal.getsignal(number)
                if callable(handler):
                    self._handlers[number] = handler
                    signal.signal(number, self._note)
        return self

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.arrived = number

    def __exit__(self, *error: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        if self.arrived:
            self._handlers[self.arrived](self.arrived, None)
