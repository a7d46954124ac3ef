"""Arrays that grow."""

from typing import Any

import numpy as np

from perfectplay.search.watch import Watch


def doubled(array: Any, watch: Watch) -> Any:
    """Return a copy with twice the length, the new half zero; a limit on time may stop the copying."""
    return resized(array, 2 * len(array), watch)


def resized(array: Any, length: int, watch: Watch) -> Any:
    """Return a copy of the given length, at least that of the array; a limit on time may stop the copying."""
    larger = np.zeros((length, *array.shape[1:]), array.dtype)
    for first, last in watch.slices(len(array)):
        larger[first:last] = array[first:last]
    return larger


def size_in_bytes(*groups: tuple[Any, ...]) -> int:
    """Return the size of all arrays in the given tuples."""
    return sum({id(array): array.nbytes for group in groups for array in group}.values())
