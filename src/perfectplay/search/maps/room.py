"""Memory, estimated before it is taken: beyond the limit arrays live in files, and what fits nowhere is refused."""

import mmap
import os
import tempfile
import weakref
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.limits import LimitHitError, Limits


class Room:
    """Hands out arrays of zeros, and keeps count of those that are still in use."""

    def __init__(self, limits: Limits, folder: Path) -> None:
        self.limit = limits.memory_bytes()
        self.folder = folder
        self.used = 0
        self.peak = 0

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        """Return an array of zeros: in memory if it fits the limit, else in a file that vanishes with it."""
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        if size == 0 or self.used + size <= self.limit:
            array = np.zeros(shape, dtype)
            self.used += size
            self.peak = max(self.peak, self.used)
            weakref.finalize(array, self._give_back, size)
            return array
        return self._in_file(shape, dtype, size)

    def _give_back(self, size: int) -> None:
        self.used -= size

    def _in_file(self, shape: int | tuple[int, ...], dtype: Any, size: int) -> Any:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.folder) as file:
                os.posix_fallocate(file.fileno(), 0, size)  # a hole in the file could find the disk full when written
                pages = mmap.mmap(file.fileno(), size)
        except (OSError, ValueError) as error:
            raise LimitHitError(
                "memory",
                f"{self.used + size:,} bytes are needed where {self.limit:,} are allowed, and "
                f"{size:,} of them did not fit in {self.folder}: {getattr(error, 'strerror', None) or error}",
            ) from None
        return np.frombuffer(pages, dtype).reshape(shape)
