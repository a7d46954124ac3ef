"""The table of a peg problem in a file: every position that can still be won, and the fewest moves from each."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.base.errors import InputError
from perfectplay.base.files import write_safely
from perfectplay.model.tables import ALIGNMENT, MOST_HEADER_BYTES, REBUILD, head_of
from perfectplay.version import __version__

KIND = "pegs-winning"
ARRAYS = {"positions": "<u8", "moves": "|u1"}  # arrays in the order of the file


@dataclass(frozen=True, slots=True)
class PegTable:
    """A saved table: the whole problem as JSON, figures, and read-only views of the file.

    `positions` are those that can still be won, ascending, one for all its images; `moves` the fewest moves from each.
    """

    path: Path
    problem: dict[str, Any]
    counts: dict[str, int]
    positions: Any
    moves: Any

    @classmethod
    def opened(cls, path: Path, header: dict[str, Any], arrays: dict[str, Any]) -> "PegTable":
        """Return the table of a file whose header and checksum are right, if its positions ascend."""
        positions = arrays["positions"]
        if not bool((positions[1:] > positions[:-1]).all()):
            raise InputError(f"{path} is not a table: its positions do not ascend; {REBUILD}")
        return cls(path, header["problem"], header["counts"], positions, arrays["moves"])


def write_table(path: Path, problem: dict[str, Any], positions: Any, moves: Any, counts: dict[str, int]) -> None:
    """Write a table of winning positions under a temporary name, flush it and rename it."""
    arrays = {
        name: np.ascontiguousarray(array, ARRAYS[name]) for name, array in (("positions", positions), ("moves", moves))
    }
    digest = hashlib.sha256()
    for array in arrays.values():
        digest.update(array.data)
    about = {"kind": KIND, "problem": problem, "counts": counts, "data_sha256": digest.hexdigest()}
    # The header holds the offset of the data, which depends on how long the header is.
    head, first = b"", -1
    while len(head) > first:
        first = -(-len(head) // ALIGNMENT) * ALIGNMENT
        head = head_of({**about, "arrays": places(first, len(positions)), "version": __version__})
    if len(head) > MOST_HEADER_BYTES:
        raise InputError(f"cannot write {path}: the board is too wide for the header of a table")
    write_safely(path, [head.ljust(first, b"\0"), *arrays.values()])


def places(offset: int, size: int) -> dict[str, dict[str, Any]]:
    """Return the type, the offset and the size of each array, one behind the other."""
    found = {}
    for name, dtype in ARRAYS.items():
        found[name] = {"dtype": dtype, "offset": offset, "count": size}
        offset += size * int(dtype[-1])
    return found


def is_sound(header: dict[str, Any]) -> bool:
    """Tell whether a header is one that `write_table` could have written."""
    arrays = header["arrays"]
    first, size = arrays["positions"]["offset"], arrays["positions"]["count"]
    return (
        type(first) is int
        and type(size) is int
        and 0 < first <= MOST_HEADER_BYTES + ALIGNMENT
        and first % ALIGNMENT == 0
        and 0 <= size < 1 << 48
        and json.dumps(arrays) == json.dumps(places(first, size))  # 64.0 is equal to 64, but is no offset
        and _is_text_table(header["problem"])
    )


def _is_text_table(problem: object) -> bool:
    """Tell whether a problem is made of texts and drawings, as that of a table is."""
    return (
        isinstance(problem, dict)
        and {"spec", "family", "lattice", "start", "goal"} <= problem.keys()
        and all(isinstance(problem[name], str) for name in ("spec", "family", "lattice"))
        and isinstance(problem["start"], list)
        and all(
            isinstance(value, str) or (isinstance(value, list) and all(isinstance(line, str) for line in value))
            for value in problem.values()
        )
    )
