"""Maps saved on the way: a walk that was ended, however rudely, goes on from the last level it saved."""

import hashlib
import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from perfectplay.errors import InputError
from perfectplay.files import write_safely

SECONDS = "PERFECTPLAY_CHECKPOINT_SECONDS"  # the time between two saves, for who cannot wait a minute
MINUTE = 60.0
PIECE = 1 << 24  # bytes
SHARE = 0.1  # of the time since the last save, that saving may take


class Saver:
    """Saves the maps of one piece of work, which `key` names, in a folder; each map in a file of its own."""

    def __init__(self, folder: Path, key: str) -> None:
        self.folder = folder
        self.key = hashlib.sha256(key.encode()).hexdigest()[:32]
        self.seconds = _seconds()
        self.saved = time.perf_counter()

    def path(self, name: str) -> Path:
        return self.folder / f"{self.key}-{name}.map"

    def is_due(self) -> bool:
        """Tell whether the last save, or the beginning, is long ago."""
        return time.perf_counter() - self.saved >= self.seconds

    def save(self, name: str, sizes: list[tuple[int, int]], members: Any) -> None:
        """Save a map and the levels that are done; a full disk is no reason to give up the work."""
        digest = self._begun(sizes)
        digest.update(members.data)
        header = {"sizes": sizes, "digest": digest.hexdigest()}
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
                sizes = [(int(ones), int(size)) for ones, size in header["sizes"]]
                first = file.tell()
                digest, size = self._begun(sizes), 0
                while piece := file.read(PIECE):
                    digest.update(piece)
                    size += len(piece)
                if header["digest"] != digest.hexdigest() or size != members.nbytes:
                    return []
                file.seek(first)
                file.readinto(members.data.cast("B"))
                return sizes
        except (OSError, ValueError, KeyError, TypeError):
            return []

    def _begun(self, sizes: list[tuple[int, int]]) -> Any:
        """Return a digest that has read everything but the map."""
        return hashlib.sha256(json.dumps([self.key, sizes]).encode())

    def forget(self) -> None:
        """Remove the files of work that is done."""
        for path in self.folder.glob(f"{self.key}-*.map"):
            path.unlink(missing_ok=True)


def _seconds() -> float:
    text = os.environ.get(SECONDS, str(MINUTE))
    try:
        return float(text)
    except ValueError:
        raise InputError(f"{SECONDS} is {text[:40]!r}; set it to a number of seconds") from None
