"""Saved tables: arrays of a problem in one file, mapped into memory when it is opened; docs/tables.md is the layout.

perfectplay table 1          what the file is, and the version of its layout
{"kind": …}                  the header, one line of JSON
0123…                        sha256 of the two lines above
zeros, up to a multiple of 64
arrays                       as the header says: where each begins, its type and its size

What the arrays mean is the family's to say, by its part `table`; the kind of a table begins with the family's name.
"""

import hashlib
import json
import mmap
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Generic, TypeVar

from perfectplay.base.errors import InputError
from perfectplay.base.folders import data_folder
from perfectplay.base.limits import Limits
from perfectplay.base.progress import Progress
from perfectplay.base.stats import Stats
from perfectplay.model.problem import Problem
from perfectplay.model.registry import find_family

MAGIC = b"perfectplay table "
VERSION = 1
ALIGNMENT = 64
MOST_HEADER_BYTES = 1 << 20
SUFFIX = ".table"
REBUILD = "build it again with `perfectplay table build SPEC`"
Places = Mapping[str, Mapping[str, Any]]  # type, offset and length of each array
P = TypeVar("P", bound=Problem)


class TableMaker(ABC, Generic[P]):
    """The saved tables of a family: one kind of file."""

    kind: str
    counts: frozenset[str]  # the figures in the header
    sealed: Sequence[str]  # the arrays that the header's checksum covers
    about: str  # a few words about its content

    @abstractmethod
    def path(self, problem: P) -> Path:
        """Return where the table of a problem is kept."""

    @abstractmethod
    def build(self, problem: P, path: Path, limits: Limits, progress: Progress) -> tuple[dict[str, int], Stats]:
        """Write the table of a problem; return its figures, or raise LimitHitError."""

    @abstractmethod
    def is_sound(self, header: dict[str, Any]) -> bool:
        """Tell whether a header's problem and arrays are some that `build` could have written."""

    @abstractmethod
    def open(self, path: Path, header: dict[str, Any], arrays: dict[str, Any]) -> Any:
        """Return the table of a file whose header is sound; its arrays are read-only views of the file."""

    @abstractmethod
    def counted(self, counts: Mapping[str, int]) -> str:
        """Say the figures of a table in a line."""

    @abstractmethod
    def described(self, table: Any) -> str:
        """Say in some lines what a table holds, after a check of everything that was not checked when it was opened."""

    @abstractmethod
    def as_json(self, table: Any) -> dict[str, Any]:
        """Return what `table show --json` prints of a table, checked in the same way."""


def table_maker(family_name: str) -> TableMaker[Any] | None:
    """Return the maker of a family's tables, if it has any."""
    family = find_family(family_name)
    if family is None or not family.has_part("table"):
        return None
    maker: TableMaker[Any] = family.part("table")()
    return maker


def tables_folder() -> Path:
    """Return the folder where hint and play look for tables."""
    return data_folder() / "tables"


def table_path(problem: dict[str, Any]) -> Path:
    """Return where the table of a problem is kept, whatever spec the problem was given by."""
    whole = {name: value for name, value in problem.items() if name != "spec"}
    digest = hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()
    return tables_folder() / f"{problem['family']}-{digest[:16]}{SUFFIX}"


def saved_tables() -> list[Path]:
    """Return the files of the folder of tables, sound or not."""
    try:
        return sorted(path for path in tables_folder().glob(f"*{SUFFIX}") if not path.name.startswith("."))
    except OSError:
        return []  # a folder that may not be entered has no tables for us


def has_file(path: Path) -> bool:
    """Tell whether there is a table to be opened; a folder that may not be entered has none."""
    return os.path.exists(path)


def head_of(header: dict[str, Any]) -> bytes:
    """Return the three lines that a table begins with."""
    lines = MAGIC + b"%d\n" % VERSION + json.dumps(header).encode() + b"\n"
    return lines + hashlib.sha256(lines).hexdigest().encode() + b"\n"


def open_table(path: str | os.PathLike[str]) -> Any:
    """Open a saved table; what is damaged, cut short or no table at all is refused by name.

    The words of a large table may be checked block by block when they are first looked at.

    >>> open_table("/dev/null")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    perfectplay.base.errors.InputError: /dev/null is not an ordinary file; give a table that ...
    """
    import numpy as np

    place = Path(path)
    with _open(place) as file:
        header, head_size = _read_head(place, file)
        maker = _checked_maker(place, header)
        arrays = header["arrays"]
        size = os.fstat(file.fileno()).st_size
        places = list(arrays.values())
        first, end = int(places[0]["offset"]), _end(places[-1])
        if size != end:
            raise InputError(f"{place} has {size:,} bytes, but its header tells of {end:,}; {REBUILD}")
        data = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ)
    ends = [head_size, *map(_end, places)]
    if any(any(data[end : array["offset"]]) for end, array in zip(ends, places, strict=False)):
        raise InputError(f"{place} is damaged: there is something where zeros should be, before an array; {REBUILD}")
    with memoryview(data) as view:
        if hashlib.sha256(view[first : _end(arrays[maker.sealed[-1]])]).hexdigest() != header["data_sha256"]:
            raise InputError(f"{place} is damaged: its data do not have the checksum of its header; {REBUILD}")
    views = {
        name: np.frombuffer(data, array["dtype"], array["count"], array["offset"]) for name, array in arrays.items()
    }
    return maker.open(place, header, views)


def read_header(path: Path) -> dict[str, Any]:
    """Return the header of a table, checked, without a look at its data."""
    with _open(path) as file:
        header, _ = _read_head(path, file)
    _checked_maker(path, header)
    return header


def _open(path: Path) -> BinaryIO:
    wanted = "give a table that `perfectplay table build` wrote"
    try:
        if path.is_dir():
            raise InputError(f"{path} is a folder; {wanted}")
        if path.exists() and not path.is_file():
            raise InputError(f"{path} is not an ordinary file; {wanted}")  # reading may never end
        return path.open("rb")
    except FileNotFoundError:
        raise InputError(f"no file {path}; {wanted}") from None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None


def _read_head(path: Path, file: BinaryIO) -> tuple[dict[str, Any], int]:
    """Return the header and where its lines end."""
    first = file.readline(len(MAGIC) + 8)
    if not first:
        raise InputError(f"{path} is empty, not a table; {REBUILD}")
    number = first.removeprefix(MAGIC).removesuffix(b"\n")
    if not first.startswith(MAGIC) or not first.endswith(b"\n") or not number.isdigit():
        raise InputError(f"{path} is not a table of perfectplay: it does not begin as one; {REBUILD}")
    if first != MAGIC + b"%d\n" % VERSION:
        raise InputError(f"{path} is a table of version {int(number)}, but this perfectplay reads {VERSION}; {REBUILD}")
    line, seal = file.readline(MOST_HEADER_BYTES), file.readline(65)
    if seal != hashlib.sha256(first + line).hexdigest().encode() + b"\n":
        raise InputError(f"{path} is damaged: its header does not have its checksum; {REBUILD}")
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict):
        raise InputError(f"{path} is not a table: its header is not a JSON object; {REBUILD}")
    return header, file.tell()


def _checked_maker(path: Path, header: dict[str, Any]) -> TableMaker[Any]:
    """Return the maker of a table, if the header is one that it could have written."""
    kind = str(header.get("kind"))
    maker = table_maker(kind.partition("-")[0])
    if maker is None or maker.kind != kind:
        raise InputError(f"{path} is a table of kind {kind[:40]!r}, which is not known here")
    try:
        is_sound = (
            maker.is_sound(header)
            and header["problem"]["family"] == kind.partition("-")[0]
            and header["counts"].keys() == maker.counts
            and all(type(figure) is int and figure >= 0 for figure in header["counts"].values())
            and isinstance(header["data_sha256"], str)
            and isinstance(header["version"], str)
        )
    except (KeyError, TypeError, AttributeError):
        is_sound = False
    if not is_sound:
        raise InputError(f"{path} is not a table: its header lacks a part, or holds what cannot be; {REBUILD}")
    return maker


def _end(array: dict[str, Any]) -> int:
    return int(array["offset"]) + int(array["count"]) * int(array["dtype"][-1])
