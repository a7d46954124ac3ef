"""Checkpoints: arrays of long work, saved so that work that was interrupted or killed resumes from the last save.

A file is a line of JSON, with the number of its format, and the arrays.  Files of release 0.1.0 have format 1 and do
not say so.  A file of another format is left alone, and the work begins again.
"""

import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from math import inf, isinf
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.base.errors import InputError
from perfectplay.base.files import write_safely
from perfectplay.base.numbers import read_real

SECONDS = "PERFECTPLAY_CHECKPOINT_SECONDS"  # seconds between two saves, a minute by default
MINUTE = 60.0
FORMAT = 1
PIECE = 1 << 24  # bytes
MOST_ABOUT = 1 << 24
SHARE = 0.1  # the part of the time that saving may take


class Checkpoint:
    """The saved state of one piece of work, which `key` names: a folder with a file for each name.

    `check` is called between pieces of a file that is read or written, and may raise to stop it.
    """

    def __init__(self, folder: Path, key: str, check: Callable[[], None] = lambda: None) -> None:
        self.folder = folder
        self.check = check
        self.key = hashlib.sha256(key.encode()).hexdigest()[:32]
        self.seconds = _seconds()
        self.began = self.saved = time.perf_counter()
        self.spent = 0.0

    def path(self, name: str) -> Path:
        return self.folder / f"{self.key}-{name}.map"

    def is_due(self) -> bool:
        """Tell whether the last save, or the beginning, is long ago: for what is saved again and again."""
        return self._is_long_since(self.saved)

    def is_long(self) -> bool:
        """Tell whether the work has lasted long: for what is saved only once."""
        return self._is_long_since(self.began)

    def _is_long_since(self, moment: float) -> bool:
        now = time.perf_counter()
        return now - moment >= self.seconds and (self.spent <= SHARE * (now - self.began) or not self.seconds)

    def save(self, name: str, about: Any, *arrays: Any) -> None:
        """Save arrays and what JSON can say about them; a full disk is no reason to give up the work."""
        began = time.perf_counter()
        pieces = [piece for array in arrays for piece in _pieces(array)]
        digest = self._begun(name, about)
        for piece in self._checked(pieces):
            digest.update(piece)
        header = {"format": FORMAT, "about": about, "digest": digest.hexdigest()}
        with suppress(InputError, OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            if sum(map(len, pieces)) <= shutil.disk_usage(self.folder).free // 2:  # others need the disk too
                write_safely(self.path(name), self._checked([json.dumps(header).encode() + b"\n", *pieces]))
        self.saved = time.perf_counter()
        self.spent += self.saved - began

    def load(self, name: str, room: Callable[[Any], Sequence[Any]] = lambda about: ()) -> Any:
        """Return what was said about arrays, and fill those that `room` gives for it; None if there is no sound file.

        They are left alone if the file is damaged or does not fit, and if nothing is ever to be saved.
        """
        if isinf(self.seconds):
            return None
        try:
            with self.path(name).open("rb") as file:
                header = json.loads(file.readline(MOST_ABOUT))
                about = header["about"]
                if header.keys() - {"format"} != {"about", "digest"} or header.get("format", 1) != FORMAT:
                    return None
                first = file.tell()
                digest, size = self._begun(name, about), 0
                while piece := file.read(PIECE):
                    self.check()
                    digest.update(piece)
                    size += len(piece)
                if header["digest"] != digest.hexdigest():
                    return None
                pieces = [piece for array in room(about) for piece in _pieces(array)]
                if size != sum(map(len, pieces)):
                    return None
                file.seek(first)
                for target in self._checked(pieces):
                    file.readinto(target)
                return about
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def _checked(self, pieces: Iterable[Any]) -> Iterator[Any]:
        for piece in pieces:
            self.check()
            yield piece

    def _begun(self, name: str, about: Any) -> Any:
        """Return a digest that has read everything but the arrays."""
        return hashlib.sha256(json.dumps([self.key, name, about]).encode())

    def forget(self) -> None:
        """Remove the files of work that is done, and what a save that was ended has left.

        One that cannot be removed is no reason to lose the result of the work.
        """
        for pattern in (f"{self.key}-*.map", f".{self.key}-*"):
            with suppress(OSError):
                for path in self.folder.glob(pattern):
                    with suppress(OSError):
                        path.unlink()


def _octets(array: Any) -> Any:
    return array.reshape(-1).view(np.uint8)


def _pieces(array: Any) -> list[Any]:
    """Return the bytes of an array in pieces: Ctrl-C need not wait until a large one is written."""
    octets = _octets(array)
    return [octets[first : first + PIECE] for first in range(0, len(octets), PIECE)]


def _seconds() -> float:
    text = os.environ.get(SECONDS, str(MINUTE))
    seconds = inf if text == "inf" else read_real(text)
    if seconds is None or seconds < 0:
        raise InputError(f"{SECONDS} is {text[:40]!r}; set it to a number of seconds, or to inf")
    return seconds
