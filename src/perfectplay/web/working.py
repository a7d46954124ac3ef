"""What a worker process does: a task a line on standard input, its events a line each on standard output."""

import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Mapping
from types import FrameType
from typing import Any

from perfectplay.base.errors import PerfectplayError
from perfectplay.base.progress import Progress
from perfectplay.base.spelling import named_as_fields
from perfectplay.base.stats import Stats
from perfectplay.web.own_games import without_folders
from perfectplay.web.refusing import OUR_FAULT
from perfectplay.web.tasks import Workshop

PROGRESS_SECONDS = 0.2
AGAIN_SECONDS = 0.05  # the pause before a signal that came during an import is tried again
COMPILER = ("numba", "llvmlite")


class Worker:
    """Does one task after another, and says how each goes."""

    def __init__(self, own: Mapping[str, str]) -> None:
        self.output = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)  # what rules of a user's own print must not be read as an answer
        self.workshop = Workshop(own)
        self.is_working = False
        self._reported = 0.0
        self._again: threading.Timer | None = None
        signal.signal(signal.SIGINT, self._interrupt)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        """Stop the present task; a signal that comes when it is done means nothing.

        Imports and compiling are waited for: a library that is broken off half-way can never be imported again, and the
        compiler is left in a state in which it fails.  Where that takes long, the server ends the process.
        """
        if not self.is_working:
            return
        if not is_loading(frame):
            self.is_working = False  # once is enough: a second one would meet what deals with the first
            raise KeyboardInterrupt
        self._again = threading.Timer(AGAIN_SECONDS, signal.raise_signal, [signal.SIGINT])
        self._again.start()

    def run(self) -> None:
        """Work until the input ends."""
        self._say("ready", {})
        for line in sys.stdin:
            try:
                done = self._done(json.loads(line))
            except KeyboardInterrupt:  # the signal came while the end of the task was put into words
                done = {"stopped": True}
            self._say("done", {**done, "quick": self.workshop.quick_subjects()})

    def _done(self, task: dict[str, Any]) -> dict[str, Any]:
        self._began = time.perf_counter()
        self._reported = 0.0
        progress = Progress(on_progress=self._on_progress, on_message=self._on_message)
        try:
            self.is_working = True
            with named_as_fields():
                return {"result": self.workshop.do(task, progress)}
        except KeyboardInterrupt:
            return {"stopped": True}
        except PerfectplayError as error:
            return {"refused": without_folders(str(error), self.workshop.own)}
        except MemoryError:
            return {"failed": "the computer has no more memory to give"}
        except Exception:  # an error of ours costs this task, and not the tables that the process has
            traceback.print_exc()
            return {"failed": OUR_FAULT}
        finally:
            self.is_working = False
            if self._again is not None:
                self._again.cancel()  # the signal was for this task, not for the next

    def _on_progress(self, phase: str, stats: Stats) -> None:
        now = time.perf_counter()
        if now - self._reported < PROGRESS_SECONDS:
            return
        self._reported = now
        seconds = now - self._began
        self._say(
            "progress",
            {
                "phase": phase,
                "seconds": round(seconds, 3),
                "expanded": stats.expanded,
                "generated": stats.generated,
                "duplicate": stats.duplicate,
                "per_second": round(stats.expanded / seconds) if seconds > 0 else None,
                "memory_bytes": stats.peak_memory_bytes or None,
            },
        )

    def _on_message(self, message: str) -> None:
        self._say("message", {"text": message})

    def _say(self, event: str, data: Mapping[str, Any]) -> None:
        self.output.write(json.dumps([event, data]) + "\n")
        self.output.flush()


def is_loading(frame: FrameType | None) -> bool:
    """Tell whether a frame was called by an import statement, or by the compiler."""
    while frame is not None:
        package = str(frame.f_globals.get("__name__")).partition(".")[0]
        if package in COMPILER or frame.f_code.co_filename.startswith("<frozen importlib."):
            return True
        frame = frame.f_back
    return False
