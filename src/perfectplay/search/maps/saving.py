"""Maps saved on the way: a walk that was ended, however rudely, goes on from the last level it saved."""

import hashlib
import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.errors import InputError
from perfectplay.files import write_safely

SECONDS = "PERFECTPLAY_CHECKPOINT_SECONDS"  # the time between two saves, for who cannot wait a minute
MINUTE = 60.0
SHARE = 0.1  # of the time since the last save, that saving may take


class Saver:
    """Saves the maps of one piece of work, which `key` names, in a folder; each map in a file of its own."""

    def __init__(self, folder: Path, key: str) -> None:
        self.folder = folder
        self.key = hashlib.sha256(key.encode()).hexdigest()[:32]
        self.seconds = float(os.environ.get(SECONDS, MINUTE))
        self.saved = time.perf_counter()

    def path(self, name: str) -> Path:
        return self.folder / f"{self.key}-{name}.map"

    def is_due(self) -> bool:
        """Tell whether the last save, or the beginning, is long ago."""
        return time.perf_counter() - self.saved >= self.seconds

    def save(self, name: str, sizes: list[tuple[int, int]], members: Any) -> None:
        """Save a map and the levels that are done; a full disk is no reason to give up the work."""
        header = {"key": self.key, "sizes": sizes, "digest": hashlib.sha256(members.data).hexdigest()}
        began = time.perf_counter()
        with suppress(InputError, OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            write_safely(self.path(name), [json.dumps(header).encode() + b"\n", members.data])
        self.saved = time.perf_counter()
        if self.seconds:
            self.seconds = max(self.seconds, (self.saved - began) / SHARE)

    def load(self, name: str, members: Any) -> list[tuple[int, int]]:
        """Fill a map from its file and return the levels that are done; none if there is no file or it is damaged."""
        try:
            with self.path(name).open("rb") as file:
                header = json.loads(file.readline(1 << 20))
                data = np.fromfile(file, np.uint64)
            if header["digest"] != hashlib.sha256(data.data).hexdigest() or len(data) != len(members):
                return []
            members[:] = data
            return [(int(ones), int(size)) for ones, size in header["sizes"]]
        except (OSError, ValueError, KeyError, TypeError):
            return []

    def forget(self) -> None:
        """Remove the files of work that is done."""
        for path in self.folder.glob(f"{self.key}-*.map"):
            path.unlink(missing_ok=True)
