"""The few operations on a state, for states of one word and of two.

    one word     uint64                     kept in arrays of shape (n,)
    two words    (uint64, uint64)           kept in arrays of shape (n, 2); bit 64 is bit 0 of the second word

Searches and rules touch a state only through this module, so the same source serves both widths.  Every value is a
legal state: none may mean "empty".
"""

from typing import Any

import numpy as np
from numba import types

from perfectplay.contract.bits import GOLDEN, HALF, MIX, ONE, ZERO, multiply, popcount
from perfectplay.contract.inner import compiled_form

WORD_BITS = 64


def make_states(count: int, words: int) -> Any:
    """Return an array for `count` states."""
    return np.zeros(count if words == 1 else (count, words), np.uint64)


def from_number(number: int, words: int) -> Any:
    """Return the state whose bits are those of a Python integer.

    >>> from_number(1 << 64, 2)
    (np.uint64(0), np.uint64(1))
    """
    if words == 1:
        return np.uint64(number)
    return np.uint64(number & (1 << WORD_BITS) - 1), np.uint64(number >> WORD_BITS)


def to_number(state: Any) -> int:
    """Return the Python integer with the bits of a state."""
    if isinstance(state, tuple):
        return int(state[0]) | int(state[1]) << WORD_BITS
    return int(state)


def load(array: Any, index: Any) -> Any:
    """Return the state at `index`."""
    return array[index] if array.ndim == 1 else (array[index, 0], array[index, 1])


@compiled_form(load)
def _load(array: Any, index: Any) -> Any:
    if array.ndim == 1:
        return lambda array, index: array[index]
    return lambda array, index: (array[index, 0], array[index, 1])


def store(array: Any, index: Any, state: Any) -> None:
    """Put a state at `index`."""
    if array.ndim == 1:
        array[index] = state
    else:
        array[index, 0], array[index, 1] = state


@compiled_form(store)
def _store(array: Any, index: Any, state: Any) -> Any:
    # The index is checked even in normal runs: users' rules write their successors through here.
    def store_word(array: Any, index: Any, state: Any) -> None:
        if index >= len(array):
            raise IndexError("a state is stored past the end of its array")
        array[index] = state

    def store_pair(array: Any, index: Any, state: Any) -> None:
        if index >= len(array):
            raise IndexError("a state is stored past the end of its array")
        array[index, 0] = state[0]
        array[index, 1] = state[1]

    return store_word if array.ndim == 1 else store_pair


def _mix(value: Any) -> Any:
    value = multiply(value ^ (value >> HALF), GOLDEN)
    value = multiply(value ^ (value >> HALF), MIX)
    return value ^ (value >> HALF)


@compiled_form(_mix)
def _overload_mix(value: Any) -> Any:
    return _mix


def hash_state(state: Any) -> Any:
    """Spread a state over all 64 bits of a word."""
    return _mix(_mix(state[1]) ^ state[0]) if isinstance(state, tuple) else _mix(state)


@compiled_form(hash_state)
def _hash_state(state: Any) -> Any:
    if isinstance(state, types.BaseTuple):
        return lambda state: _mix(_mix(state[1]) ^ state[0])
    return lambda state: _mix(state)


def _pairwise(word_operation: Any, pair_operation: Any) -> Any:
    def operation(first: Any, second: Any) -> Any:
        return pair_operation(first, second) if isinstance(first, tuple) else word_operation(first, second)

    @compiled_form(operation)
    def _choose(first: Any, second: Any) -> Any:
        return pair_operation if isinstance(first, types.BaseTuple) else word_operation

    return operation


equal = _pairwise(
    lambda first, second: first == second, lambda first, second: first[0] == second[0] and first[1] == second[1]
)
less = _pairwise(
    lambda first, second: first < second,
    lambda first, second: first[1] < second[1] or (first[1] == second[1] and first[0] < second[0]),
)
and_ = _pairwise(
    lambda first, second: first & second, lambda first, second: (first[0] & second[0], first[1] & second[1])
)
or_ = _pairwise(
    lambda first, second: first | second, lambda first, second: (first[0] | second[0], first[1] | second[1])
)
xor = _pairwise(
    lambda first, second: first ^ second, lambda first, second: (first[0] ^ second[0], first[1] ^ second[1])
)


def test(state: Any, index: Any) -> Any:
    """Tell whether the bit `index` of a state is one."""
    return bool(to_number(state) >> int(index) & 1)


@compiled_form(test)
def _test(state: Any, index: Any) -> Any:
    if isinstance(state, types.BaseTuple):

        def test_pair(state: Any, index: Any) -> Any:
            if index < WORD_BITS:
                return (state[0] >> np.uint64(index)) & ONE != ZERO
            return (state[1] >> np.uint64(index - WORD_BITS)) & ONE != ZERO

        return test_pair
    return lambda state, index: (state >> np.uint64(index)) & ONE != ZERO


def count_ones(state: Any) -> Any:
    """Count the ones of a state."""
    return to_number(state).bit_count()


@compiled_form(count_ones)
def _count_ones(state: Any) -> Any:
    if isinstance(state, types.BaseTuple):
        return lambda state: popcount(state[0]) + popcount(state[1])
    return lambda state: popcount(state)


def byte(state: Any, index: Any) -> Any:
    """Return byte `index` of a state as a number fit to index a table of 256 entries."""
    return to_number(state) >> 8 * int(index) & 255


@compiled_form(byte)
def _byte(state: Any, index: Any) -> Any:
    if isinstance(state, types.BaseTuple):

        def byte_of_pair(state: Any, index: Any) -> Any:
            chosen = state[0] if index < 8 else state[1]
            return np.int64((chosen >> np.uint64(8 * (index & 7))) & np.uint64(255))

        return byte_of_pair
    return lambda state, index: np.int64((state >> np.uint64(8 * index)) & np.uint64(255))
