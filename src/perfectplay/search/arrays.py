"""Arrays that grow."""

from typing import Any

import numpy as np


def doubled(array: Any) -> Any:
    """Return a copy with twice the room; the new half is zero."""
    return resized(array, 2 * len(array))


def resized(array: Any, length: int) -> Any:
    """Return a copy of the given length, which is not less than now."""
    larger = np.zeros((length, *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger


def size_in_bytes(*groups: tuple[Any, ...]) -> int:
    """Return the size of all arrays in the given tuples."""
    return sum({id(array): array.nbytes for group in groups for array in group}.values())
