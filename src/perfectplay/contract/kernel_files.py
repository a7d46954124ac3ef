"""The files of the compile cache: each sealed with its own name and key, and read only where nobody else could write.

Machine code is loaded by unpickling it and then called, so that whoever can write such a file can do all that its
reader may do.  A file is looked at only if it and its folder belong to the user and nobody else may write to them.
"""

import hashlib
import os
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from perfectplay.base.folders import cache_folder

SEAL_BYTES = 32
OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH

KEY_DIGITS = 32  # digits of the key in the name of a file

_NOTED: set[Path] = set()  # folders that a notice was printed about


def kernel_file(kernel: str, rules: str, key: str) -> Path:
    """Return the file of a kernel compiled for a class of rules, if it has any."""
    return cache_folder() / "kernels" / f"{kernel}-{f'{rules}-' if rules else ''}{key[:KEY_DIGITS]}.kernel"


def is_kept(kernel: str, rules: str) -> bool:
    """Tell whether a kernel was compiled for this class of rules before, by this or another release."""
    pattern = kernel_file(kernel, rules, "?" * KEY_DIGITS)
    with suppress(OSError, ValueError):
        return any(pattern.parent.glob(pattern.name))
    return False


def read_sealed(path: Path, key: str) -> bytes | None:
    """Return what was written under this name and key; None if there is nothing, or nothing that can be trusted."""
    if not is_trusted(path.parent):
        return None
    try:
        with path.open("rb") as file:
            if _distrust(os.fstat(file.fileno())):
                return None
            content = file.read()
    except (OSError, ValueError):
        return None
    seal, data = content[:SEAL_BYTES], content[SEAL_BYTES:]
    return data if seal == _seal(path.name, key, data) else None


def write_sealed(path: Path, key: str, data: bytes) -> None:
    """Write a file; a cache that cannot be written costs time, not the answer."""
    with suppress(OSError, ValueError):
        path.parent.parent.mkdir(parents=True, exist_ok=True)
        path.parent.mkdir(mode=0o700, exist_ok=True)
        if not is_trusted(path.parent):
            return
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_seal(path.name, key, data) + data)
            os.replace(temporary, path)
        except BaseException:  # a full disk, or Ctrl-C
            os.unlink(temporary)
            raise


def is_trusted(folder: Path) -> bool:
    """Tell whether only the user can write to a folder; else say once on standard error that it is not used."""
    try:
        why = _distrust(folder.stat())
    except (OSError, ValueError):
        return False
    if why and folder not in _NOTED and sys.stderr is not None:
        _NOTED.add(folder)
        with suppress(OSError, ValueError):
            print(f"perfectplay: the compile cache {folder} is not used: {why}", file=sys.stderr)
    return not why


def _distrust(found: os.stat_result) -> str:
    """Say why what is found there may be somebody else's work, with what would help, or nothing."""
    if not hasattr(os, "getuid"):
        return ""  # this system has no owners of this kind
    if found.st_uid != os.getuid():
        return "it belongs to another user; set PERFECTPLAY_HOME to a folder of your own"
    if found.st_mode & OTHERS_MAY_WRITE:
        return "other users may write to it; `chmod go-w` on it would help"
    return ""


def _seal(name: str, key: str, data: bytes) -> bytes:
    digest = hashlib.sha256()
    for part in (name.encode(), key.encode(), data):
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.digest()
