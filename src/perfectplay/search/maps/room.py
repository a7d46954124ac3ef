"""Memory, estimated before it is taken: beyond the limit arrays live in files, and what fits nowhere is refused."""

import mmap
import shutil
import tempfile
import weakref
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.errors import PerfectplayError
from perfectplay.limits import Limits

DISK_SHARE = 0.8  # of what is free


class LimitHitError(PerfectplayError):
    """A limit was hit; `limit` names it as answers do."""

    def __init__(self, limit: str, detail: str = "") -> None:
        super().__init__(detail or f"the limit on {limit} was hit")
        self.limit = limit
        self.detail = detail


class Room:
    """Hands out arrays of zeros, and keeps count of those that are still in use."""

    def __init__(self, limits: Limits, folder: Path) -> None:
        self.limit = limits.memory_bytes()
        self.folder = folder
        self.used = 0
        self.peak = 0
        self.on_disk = 0

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        """Return an array of zeros: in memory if it fits the limit, else in a file that vanishes with it."""
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        if self.used + size <= self.limit:
            array = np.zeros(shape, dtype)
            self.used += size
            self.peak = max(self.peak, self.used)
            weakref.finalize(array, self._give_back, size)
            return array
        return self._in_file(shape, dtype, size)

    def _give_back(self, size: int) -> None:
        self.used -= size

    def _in_file(self, shape: int | tuple[int, ...], dtype: Any, size: int) -> Any:
        self.folder.mkdir(parents=True, exist_ok=True)
        free = int(shutil.disk_usage(self.folder).free * DISK_SHARE)
        if size > free:
            raise LimitHitError(
                "memory",
                f"{self.used + size:,} bytes are needed, but the limit on memory is {self.limit:,} and "
                f"{self.folder} has room for {free:,}",
            )
        with tempfile.TemporaryFile(dir=self.folder) as file:
            file.truncate(size)
            pages = mmap.mmap(file.fileno(), size)
        self.on_disk += size
        return np.frombuffer(pages, dtype).reshape(shape)
