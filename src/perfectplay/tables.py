"""Saved tables: arrays of a problem in one file, mapped into memory when it is opened; docs/tables.md is the layout.

perfectplay table 1          what the file is, and the version of its layout
{"kind": …}                  the header, one line of JSON
0123…                        sha256 of the two lines above
zeros, up to a multiple of 64
positions, moves             the arrays, as the header says; of a coin table sums, lost
"""

import hashlib
import json
import mmap
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from perfectplay.errors import InputError
from perfectplay.files import write_safely
from perfectplay.folders import data_folder
from perfectplay.version import __version__

MAGIC = b"perfectplay table "
VERSION = 1
ALIGNMENT = 64
MOST_HEADER_BYTES = 1 << 20
SUFFIX = ".table"
# The arrays of each kind of table, in the order of the file.
KINDS = {"pegs-winning": {"positions": "<u8", "moves": "|u1"}, "coins-lost": {"sums": "<u8", "lost": "<u8"}}
PEGS, COINS = KINDS
COIN_HEAD_BYTES = 4096  # so that the words of a coin table begin with a page
COUNTS = {PEGS: {"winning_positions", "winning_up_to_symmetry"}, COINS: {"positions", "lost_positions"}}
REBUILD = "build it again with `perfectplay table build SPEC`"


@dataclass(frozen=True, slots=True)
class Table:
    """A saved table: the whole problem as JSON, figures, and read-only views of the file.

    `positions` are those that can still be won, ascending, one for all its images; `moves` the fewest moves from each.
    """

    path: Path
    problem: dict[str, Any]
    counts: dict[str, int]
    positions: Any
    moves: Any


def table_path(problem: dict[str, Any]) -> Path:
    """Return where the table of a problem is kept, whatever spec the problem was given by."""
    whole = {name: value for name, value in problem.items() if name != "spec"}
    digest = hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()
    return data_folder() / "tables" / f"{problem['family']}-{digest[:16]}{SUFFIX}"


def saved_tables() -> list[Path]:
    """Return the files of the folder of tables, sound or not."""
    folder = data_folder() / "tables"
    return sorted(path for path in folder.glob(f"*{SUFFIX}") if not path.name.startswith("."))


def write_table(path: Path, problem: dict[str, Any], positions: Any, moves: Any, counts: dict[str, int]) -> None:
    """Write a table of winning positions under a temporary name, flush it and rename it."""
    import numpy as np

    kind = PEGS
    arrays = {
        name: np.ascontiguousarray(array, KINDS[kind][name])
        for name, array in (("positions", positions), ("moves", moves))
    }
    digest = hashlib.sha256()
    for array in arrays.values():
        digest.update(array.data)
    about = {"kind": kind, "problem": problem, "counts": counts, "data_sha256": digest.hexdigest()}
    # The header holds the offset of the data, which depends on how long the header is.
    head, first = b"", -1
    while len(head) > first:
        first = -(-len(head) // ALIGNMENT) * ALIGNMENT
        head = head_of({**about, "arrays": _places(kind, first, len(positions)), "version": __version__})
    if len(head) > MOST_HEADER_BYTES:
        raise InputError(f"cannot write {path}: the board is too wide for the header of a table")
    write_safely(path, [head.ljust(first, b"\0"), *arrays.values()])


def _places(kind: str, offset: int, size: int) -> dict[str, dict[str, Any]]:
    """Return the type, the offset and the size of each array, one behind the other."""
    places = {}
    for name, dtype in KINDS[kind].items():
        places[name] = {"dtype": dtype, "offset": offset, "count": size}
        offset += size * int(dtype[-1])
    return places


def head_of(header: dict[str, Any]) -> bytes:
    """Return the three lines that a table begins with."""
    lines = MAGIC + b"%d\n" % VERSION + json.dumps(header).encode() + b"\n"
    return lines + hashlib.sha256(lines).hexdigest().encode() + b"\n"


def coin_places(words: int, blocks: int) -> dict[str, dict[str, Any]]:
    """Return where the arrays of a coin table are: a sum for each block, and from the next page on the words."""
    words_at = -(-(COIN_HEAD_BYTES + blocks * 8) // COIN_HEAD_BYTES) * COIN_HEAD_BYTES
    return {
        "sums": {"dtype": "<u8", "offset": COIN_HEAD_BYTES, "count": blocks},
        "lost": {"dtype": "<u8", "offset": words_at, "count": words},
    }


def open_table(path: str | os.PathLike[str]) -> Any:
    """Open a saved table; what is damaged, cut short or no table at all is refused by name.

    The words of a coin table, which may be many, are checked block by block when they are first looked at.

    >>> open_table("/dev/null")
    Traceback (most recent call last):
    perfectplay.errors.InputError: /dev/null is not an ordinary file; give a table that `perfectplay table build` wrote
    """
    import numpy as np

    place = Path(path)
    with _open(place) as file:
        header, head_size = _read_head(place, file)
        arrays = _checked_places(place, header)
        size = os.fstat(file.fileno()).st_size
        places = list(arrays.values())
        first, end = int(places[0]["offset"]), _end(places[-1])
        if size != end:
            raise InputError(f"{place} has {size:,} bytes, but its header tells of {end:,}; {REBUILD}")
        data = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ)
    if any(data[head_size:first]):
        raise InputError(f"{place} is damaged: there is something between its header and its data; {REBUILD}")
    sealed_end = _end(arrays["sums"]) if header["kind"] == COINS else end
    with memoryview(data) as view:
        if hashlib.sha256(view[first:sealed_end]).hexdigest() != header["data_sha256"]:
            raise InputError(f"{place} is damaged: its data do not have the checksum of its header; {REBUILD}")
    views = {
        name: np.frombuffer(data, array["dtype"], array["count"], array["offset"]) for name, array in arrays.items()
    }
    if header["kind"] == COINS:
        from perfectplay.solvers.coin_table import CoinTable

        return CoinTable(place, header["problem"], header["counts"], views["sums"], views["lost"])
    positions = views["positions"]
    if not bool((positions[1:] > positions[:-1]).all()):
        raise InputError(f"{place} is not a table: its positions do not ascend; {REBUILD}")
    return Table(place, header["problem"], header["counts"], positions, views["moves"])


def read_header(path: Path) -> dict[str, Any]:
    """Return the header of a table, checked, without a look at its data."""
    with _open(path) as file:
        header, _ = _read_head(path, file)
    _checked_places(path, header)
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
    except ValueError:
        header = None
    if not isinstance(header, dict):
        raise InputError(f"{path} is not a table: its header is not a JSON object; {REBUILD}")
    return header, file.tell()


def _checked_places(path: Path, header: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return where the arrays are, if the header is one that `write_table` could have written."""
    kind = header.get("kind")
    if kind not in KINDS:
        raise InputError(f"{path} is a table of kind {str(kind)[:40]!r}; known is {', '.join(KINDS)}")
    try:
        counts, is_coins = header["counts"], kind == COINS
        is_sound = (
            (_is_coin_header(header) if is_coins else _is_peg_header(header))
            and counts.keys() == COUNTS[kind]
            and all(type(figure) is int for figure in counts.values())
            and isinstance(header["data_sha256"], str)
        )
    except (KeyError, TypeError, AttributeError):
        is_sound = False
    if not is_sound:
        raise InputError(f"{path} is not a table: its header lacks a part, or holds what cannot be; {REBUILD}")
    return header["arrays"]  # type: ignore[no-any-return]


def _is_peg_header(header: dict[str, Any]) -> bool:
    arrays = header["arrays"]
    first, size = arrays["positions"]["offset"], arrays["positions"]["count"]
    return (
        type(first) is int
        and type(size) is int
        and 0 < first <= MOST_HEADER_BYTES + ALIGNMENT
        and first % ALIGNMENT == 0
        and 0 <= size < 1 << 48
        and arrays == _places(PEGS, first, size)
        and _is_text_table(header["problem"])
    )


def _is_coin_header(header: dict[str, Any]) -> bool:
    problem, arrays = header["problem"], header["arrays"]
    side, blocks = problem["side"], arrays["sums"]["count"]
    return (
        problem["family"] == "coins"
        and isinstance(problem["spec"], str)
        and type(side) is int
        and 1 <= side <= 10
        and type(problem["longest_run"]) is int
        and problem["play"] in ("misere", "normal")
        and type(blocks) is int
        and arrays == coin_places(1 << max(0, side * (side + 1) // 2 - 6), blocks)
    )


def _is_text_table(problem: Any) -> bool:
    """Tell whether a problem is made of texts and drawings, as that of a table is."""
    return (
        isinstance(problem, dict)
        and {"spec", "family", "lattice", "start", "goal"} <= problem.keys()
        and all(
            isinstance(value, str) or (isinstance(value, list) and all(isinstance(line, str) for line in value))
            for value in problem.values()
        )
    )


def _end(array: dict[str, Any]) -> int:
    return int(array["offset"]) + int(array["count"]) * int(array["dtype"][-1])
