"""Bit work on unsigned 64-bit words, the same compiled and interpreted.

Numba turns `uint64` mixed with `int64` into `float64`.  Whatever touches a word goes through here, so that every
operand is a word.  These are the plain Python bodies; what compiled code runs in their place is in `native/bits.py`.
"""

from threading import Lock
from typing import Any

import numpy as np

ZERO = np.uint64(0)
ONE = np.uint64(1)
FULL = (1 << 64) - 1

# Odd multiplier of the 64-bit golden ratio (Knuth, TAOCP 3, 6.4) and of Stafford's Mix13 finaliser.
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX = np.uint64(0xBF58476D1CE4E5B9)
HALF = np.uint64(32)


def word(value: Any) -> Any:
    """Read any integer as an unsigned word."""
    return np.uint64(int(value) & FULL)


def signed(value: Any) -> Any:
    """Read a word as a signed integer, for arithmetic with ordinary numbers.

    >>> int(signed(word(5))) - 7
    -2
    """
    number = int(value)
    return np.int64(number - (1 << 64) if number >> 63 else number)


def popcount(value: Any) -> Any:
    """Count the ones of a word.

    >>> int(popcount(word(0b1011)))
    3
    """
    return int(value).bit_count()


def reverse(value: Any) -> Any:
    """Return the bits of a word in reverse order.

    >>> int(reverse(ONE)) == 1 << 63
    True
    """
    return np.uint64(int(f"{int(value):064b}"[::-1], 2))


def lowest(value: Any) -> Any:
    """Return the index of the lowest one; 64 for the word 0.

    >>> int(lowest(word(0b1000))), int(lowest(ZERO))
    (3, 64)
    """
    number = int(value)
    return (number & -number).bit_length() - 1 if number else 64


def bit(index: Any) -> Any:
    """Return the word with a single one.

    >>> int(bit(5))
    32
    """
    return np.uint64(1 << int(index))


def shift_right(value: Any, count: Any) -> Any:
    """Shift a word right by 0 to 63 places."""
    return np.uint64(int(value) >> int(count))


def rotate_right(value: Any, count: Any) -> Any:
    """Rotate a word right by 0 to 63 places.

    >>> int(rotate_right(word(0b101), 1)) == 1 << 63 | 0b10
    True
    """
    number = int(value)
    return np.uint64((number >> int(count) | number << 64 - int(count)) & FULL)


def multiply(first: Any, second: Any) -> Any:
    """Multiply modulo 2**64, without the warning NumPy would give when interpreted."""
    return np.uint64(int(first) * int(second) & FULL)


def add(first: Any, second: Any) -> Any:
    """Add modulo 2**64."""
    return np.uint64(int(first) + int(second) & FULL)


_INTERPRETED_SWAP = Lock()


def swap_if(array: Any, index: Any, old: Any, new: Any) -> Any:
    """Atomically replace `array[index]` by `new` if it is `old`; tell whether it was."""
    with _INTERPRETED_SWAP:
        if array[index] != old:
            return False
        array[index] = new
        return True


def publish(array: Any, index: Any, value: Any) -> None:
    """Store `value` so that a thread which observes it also sees what was written before."""
    array[index] = value


def observe(array: Any, index: Any) -> Any:
    """Load what another thread may have published."""
    return array[index]
