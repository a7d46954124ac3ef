"""Words in lanes: all symmetric images of a state at once, in vector instructions.

A tuple of zeros stands for a number of lanes.  Its length is part of its type, so machine code is compiled once for
each number of lanes.  These are the plain Python bodies; `native/lanes.py` has their compiled forms.

Tables have a row for each value of each part of a state, a part being PART_BITS bits:

    row of a table = part << PART_BITS | value of the part
"""

from threading import Lock
from typing import Any

import numpy as np

PART_BITS = 7
PART_MASK = (1 << PART_BITS) - 1
LANE_BITS = 4  # enough for the number of a lane


def part_rows(state: Any, table: Any) -> list[int]:
    """Return the row of each part of a state in a table."""
    parts = len(table) >> PART_BITS
    return [part << PART_BITS | int(state) >> PART_BITS * part & PART_MASK for part in range(parts)]


def put_images(images: Any, table: Any, state: Any, flip: Any, lanes: Any) -> Any:
    """Write the images of a state, each with the bits of `flip` flipped; return how many equal the first."""
    images[:] = np.bitwise_xor.reduce(table[part_rows(state, table)]) ^ flip
    return int((images == images[0]).sum())


def least_xor(images: Any, table: Any, row: Any, lanes: Any) -> Any:
    """Return the least image after a row of the table is flipped into the images; states have at most 63 bits."""
    return (images ^ table[row]).min()


def least_xor_lane(images: Any, table: Any, row: Any, lanes: Any) -> Any:
    """Return the least image as `least_xor` does, shifted left by LANE_BITS, and its lane in the low bits."""
    flipped = images ^ table[row]
    return flipped.min() << np.uint64(LANE_BITS) | np.uint64(flipped.argmin())


_INTERPRETED_OR = Lock()


def or_into(array: Any, index: Any, value: Any) -> None:
    """Atomically set the bits of `value` in `array[index]`."""
    with _INTERPRETED_OR:
        array[index] |= value


def prefetch(array: Any, index: Any) -> None:
    """Load `array[index]` into the cache, or the first item of this row; it will be read soon."""
