"""The few operations on a state, for states of one word and of two.

    one word     uint64                     kept in arrays of shape (n,)
    two words    (uint64, uint64)           kept in arrays of shape (n, 2); bit 64 is bit 0 of the second word

Searches and rules touch a state only through this module, so the same source serves both widths.  Every value is a
legal state: none may mean "empty".
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from perfectplay.contract.bits import GOLDEN, HALF, MIX, ONE, ZERO, multiply, popcount
from perfectplay.contract.inner import compiled_form, inner

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


def to_numbers(array: Any) -> list[int]:
    """Return the Python integers of an array of states.

    >>> to_numbers(np.array([[1, 0], [0, 1]], np.uint64)) == [1, 1 << 64]
    True
    """
    numbers: list[Any] = array.tolist()
    return numbers if array.ndim == 1 else [low | high << WORD_BITS for low, high in numbers]


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


def by_width(of_word: Callable[..., Any], of_pair: Callable[..., Any]) -> Callable[..., Any]:
    """Return the operation that does the one with a state of one word and the other with a state of two."""

    def operation(state: Any, *others: Any) -> Any:
        return of_pair(state, *others) if isinstance(state, tuple) else of_word(state, *others)

    @compiled_form(operation)
    def choose(state: Any, *others: Any) -> Any:
        from numba import types  # whoever asks is the compiler

        return of_pair if isinstance(state, types.BaseTuple) else of_word

    operation.__doc__ = of_word.__doc__
    return operation


@inner
def _mix(value: Any) -> Any:
    value = multiply(value ^ (value >> HALF), GOLDEN)
    value = multiply(value ^ (value >> HALF), MIX)
    return value ^ (value >> HALF)


def _hash_word(state: Any) -> Any:
    """Spread a state over all 64 bits of a word."""
    return _mix(state)


def _test_word(state: Any, index: Any) -> Any:
    """Tell whether the bit `index` of a state is one."""
    return (state >> np.uint64(index)) & ONE != ZERO


def _test_pair(state: Any, index: Any) -> Any:
    if index < WORD_BITS:
        return (state[0] >> np.uint64(index)) & ONE != ZERO
    return (state[1] >> np.uint64(index - WORD_BITS)) & ONE != ZERO


def _count_ones_of_word(state: Any) -> Any:
    """Count the ones of a state."""
    return popcount(state)


def _byte_of_word(state: Any, index: Any) -> Any:
    """Return byte `index` of a state as a number fit to index a table of 256 entries."""
    return np.int64((state >> np.uint64(8 * index)) & np.uint64(255))


def _byte_of_pair(state: Any, index: Any) -> Any:
    chosen = state[0] if index < 8 else state[1]
    return np.int64((chosen >> np.uint64(8 * (index & 7))) & np.uint64(255))


hash_state = by_width(_hash_word, lambda state: _mix(_mix(state[1]) ^ state[0]))
test = by_width(_test_word, _test_pair)
count_ones = by_width(_count_ones_of_word, lambda state: popcount(state[0]) + popcount(state[1]))
byte = by_width(_byte_of_word, _byte_of_pair)
equal = by_width(
    lambda first, second: first == second, lambda first, second: first[0] == second[0] and first[1] == second[1]
)
less = by_width(
    lambda first, second: first < second,
    lambda first, second: first[1] < second[1] or (first[1] == second[1] and first[0] < second[0]),
)
and_ = by_width(
    lambda first, second: first & second, lambda first, second: (first[0] & second[0], first[1] & second[1])
)
or_ = by_width(lambda first, second: first | second, lambda first, second: (first[0] | second[0], first[1] | second[1]))
xor = by_width(lambda first, second: first ^ second, lambda first, second: (first[0] ^ second[0], first[1] ^ second[1]))
