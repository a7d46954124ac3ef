"""Memory: estimated before it is taken, counted while it is held, and refused with the figure where it is too much."""

import mmap
import os
import weakref
from functools import cached_property
from pathlib import Path
from typing import Any

from perfectplay.base.folders import cache_folder
from perfectplay.base.limits import LimitHitError, Limits, resident_bytes

SMALL = 1 << 24  # so many bytes are there whatever the system says, and to ask it takes as long as some searches


class Room:
    """Hands out arrays of zeros, and counts those that are still in use; beyond the limit they live in files."""

    def __init__(self, limits: Limits, folder: Path | None = None) -> None:
        self.limits = limits
        self._folder = folder
        self.used = 0
        self.peak = 0
        self._resident_before: int | None = None

    @property
    def folder(self) -> Path:
        """Where arrays live that do not fit; asked for only then, since short work has many rooms."""
        return self._folder or cache_folder() / "scratch"

    @cached_property
    def limit(self) -> int:
        """What may be taken in all, by what was free when it was first asked for."""
        return self.limits.memory_bytes()

    def ask(self, size: int, what: str) -> None:
        """Refuse what is larger than the memory there is now; else the peak is at least as high."""
        if size > SMALL or self.limits.memory is not None:
            allowed = self.limits.memory_bytes()
            if size > allowed:
                raise LimitHitError("memory", f"{size:,} bytes are needed for {what}, where {allowed:,} are allowed")
        self.note(size)

    def note(self, size: int) -> None:
        """Remember the peak of what others hold."""
        self.peak = max(self.peak, size)

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        """Return an array of zeros: in memory if it fits the limit, else in a file that vanishes with it."""
        import numpy as np

        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        if size == 0 or self.used + size <= self.limit:
            array = np.zeros(shape, dtype)
            self.used += size
            self.note(self.used)
            weakref.finalize(array, self._give_back, size)
            return array
        return self._in_file(shape, dtype, size)

    def _give_back(self, size: int) -> None:
        self.used -= size

    def _in_file(self, shape: int | tuple[int, ...], dtype: Any, size: int) -> Any:
        import tempfile

        import numpy as np

        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.folder) as file:
                os.posix_fallocate(file.fileno(), 0, size)  # a hole in the file could find the disk full when written
                pages = mmap.mmap(file.fileno(), size)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            advice = "free space there, or set PERFECTPLAY_HOME to another folder"
            if self.used + size <= Limits().memory_bytes():  # only a limit keeps it out of memory
                advice += f", or allow {self.used + size:,} bytes of memory"
            raise LimitHitError(
                "disk", f"cannot write {size:,} bytes in the folder {self.folder}: {reason}; {advice}"
            ) from None
        return np.frombuffer(pages, dtype).reshape(shape)

    def begin_growth(self) -> None:
        """Measure from now on how much the process grows, for work whose arrays are not ours."""
        if self._resident_before is None:
            self._resident_before = resident_bytes()

    def check_growth(self) -> None:
        """Refuse to let the process grow by more than the limit."""
        if self._resident_before is None:
            return
        grown = resident_bytes() - self._resident_before
        if grown > self.limit:
            raise LimitHitError("memory", f"{grown:,} bytes were taken, where {self.limit:,} are allowed")
        self.note(grown)
