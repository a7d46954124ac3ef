"""Bit work on unsigned 64-bit words, the same compiled and interpreted.

Numba turns `uint64` mixed with `int64` into `float64`.  Whatever touches a word goes through here, so that every
operand is a word.  Each function has a plain Python body, used when compilation is off, and an overload used when it is
on.
"""

from threading import Lock
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from perfectplay.contract.inner import compiled_form

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


@compiled_form(word)
def _word(value: Any) -> Any:
    return lambda value: np.uint64(value)


def signed(value: Any) -> Any:
    """Read a word as a signed integer, for arithmetic with ordinary numbers.

    >>> int(signed(word(5))) - 7
    -2
    """
    number = int(value)
    return np.int64(number - (1 << 64) if number >> 63 else number)


@compiled_form(signed)
def _signed(value: Any) -> Any:
    return lambda value: np.int64(value)


@intrinsic
def _count_ones(typing: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def _reverse_bits(typing: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitreverse(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic
def _count_trailing_zeros(typing: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


def popcount(value: Any) -> Any:
    """Count the ones of a word.

    >>> int(popcount(word(0b1011)))
    3
    """
    return int(value).bit_count()


@compiled_form(popcount)
def _popcount(value: Any) -> Any:
    return lambda value: _count_ones(np.uint64(value))


def reverse(value: Any) -> Any:
    """Return the bits of a word in reverse order.

    >>> int(reverse(ONE)) == 1 << 63
    True
    """
    return np.uint64(int(f"{int(value):064b}"[::-1], 2))


@compiled_form(reverse)
def _reverse(value: Any) -> Any:
    return lambda value: _reverse_bits(np.uint64(value))


def lowest(value: Any) -> Any:
    """Return the index of the lowest one; 64 for the word 0.

    >>> int(lowest(word(0b1000))), int(lowest(ZERO))
    (3, 64)
    """
    number = int(value)
    return (number & -number).bit_length() - 1 if number else 64


@compiled_form(lowest)
def _lowest(value: Any) -> Any:
    return lambda value: _count_trailing_zeros(np.uint64(value))


def bit(index: Any) -> Any:
    """Return the word with a single one.

    >>> int(bit(5))
    32
    """
    return np.uint64(1 << int(index))


@compiled_form(bit)
def _bit(index: Any) -> Any:
    return lambda index: ONE << np.uint64(index)


def shift_right(value: Any, count: Any) -> Any:
    """Shift a word right by 0 to 63 places."""
    return np.uint64(int(value) >> int(count))


@compiled_form(shift_right)
def _shift_right(value: Any, count: Any) -> Any:
    return lambda value, count: np.uint64(value) >> np.uint64(count)


def multiply(first: Any, second: Any) -> Any:
    """Multiply modulo 2**64, without the warning NumPy would give when interpreted."""
    return np.uint64(int(first) * int(second) & FULL)


@compiled_form(multiply)
def _multiply(first: Any, second: Any) -> Any:
    return lambda first, second: np.uint64(first) * np.uint64(second)


def add(first: Any, second: Any) -> Any:
    """Add modulo 2**64."""
    return np.uint64(int(first) + int(second) & FULL)


@compiled_form(add)
def _add(first: Any, second: Any) -> Any:
    return lambda first, second: np.uint64(first) + np.uint64(second)


def _place(context: Any, builder: Any, array_type: Any, arguments: Any) -> Any:
    """Return the address of an item: the array is the first argument, the index the second."""
    from numba.np import arrayobj  # takes a while to import, and only compiling needs it

    view = arrayobj.make_array(array_type)(context, builder, arguments[0])
    return cgutils.get_item_pointer(context, builder, array_type, view, [arguments[1]], wraparound=False)


@intrinsic
def _swap_if(typing: Any, array: Any, index: Any, old: Any, new: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature.args[0], arguments)
        pair = builder.cmpxchg(place, arguments[2], arguments[3], "acq_rel", "acquire")
        return context.cast(builder, builder.extract_value(pair, 1), types.boolean, types.boolean)

    return types.boolean(array, types.intp, array.dtype, array.dtype), generate


_INTERPRETED_SWAP = Lock()


def swap_if(array: Any, index: Any, old: Any, new: Any) -> Any:
    """Atomically replace `array[index]` by `new` if it is `old`; tell whether it was."""
    with _INTERPRETED_SWAP:
        if array[index] != old:
            return False
        array[index] = new
        return True


@compiled_form(swap_if)
def _overload_swap_if(array: Any, index: Any, old: Any, new: Any) -> Any:
    return lambda array, index, old, new: _swap_if(array, index, old, new)


@intrinsic
def _publish(typing: Any, array: Any, index: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature.args[0], arguments)
        builder.store_atomic(arguments[2], place, "release", signature.args[0].dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(array, types.intp, array.dtype), generate


def publish(array: Any, index: Any, value: Any) -> None:
    """Store `value` so that a thread which observes it also sees what was written before."""
    array[index] = value


@compiled_form(publish)
def _overload_publish(array: Any, index: Any, value: Any) -> Any:
    return lambda array, index, value: _publish(array, index, value)


@intrinsic
def _observe(typing: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature.args[0], arguments)
        return builder.load_atomic(place, "acquire", signature.args[0].dtype.bitwidth // 8)

    return array.dtype(array, types.intp), generate


def observe(array: Any, index: Any) -> Any:
    """Load what another thread may have published."""
    return array[index]


@compiled_form(observe)
def _overload_observe(array: Any, index: Any) -> Any:
    return lambda array, index: _observe(array, index)
