"""The operators of users' rules: arithmetic on 64 bits, the same compiled and interpreted.

Plain Python, NumPy and machine code disagree about integers: Python's have no width, NumPy's keep that of their array,
machine code has 64 bits, and shifts by more are undefined there.  So the operators in the rules of a user are replaced
by these functions (`rewriting.py`).  Their rule:

- A number is a word (`np.uint64`) or signed.  Two words make a word; all other operands make a signed number.
- A result keeps its lowest 64 bits.
- A shift makes what its left operand is.  A shift by less than 0 or more than 63 bits is an error.
- `&`, `|`, `^` and `~` of truth values make a truth value.

Whatever is not an integer, an array for example, keeps its own operators.  The compiled forms are in
`native/arithmetic.py`: only where machine code differs from this rule.
"""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from perfectplay.contract.bits import FULL

LOW, HIGH = -(1 << 63), (1 << 63) - 1
SHIFTED_TOO_FAR = "a shift by less than 0 or more than 63 bits; the integers of rules have 64"
NEGATIVE_POWER = "a power with an exponent below 0"

Operation = Callable[..., Any]


def as_signed(number: int) -> int:
    """Return the signed number with the lowest 64 bits of an integer.

    >>> as_signed(1 << 63) == LOW, as_signed(1 << 64)
    (True, 0)
    """
    return (number + (1 << 63) & FULL) - (1 << 63)


TRUTHS = frozenset({bool, np.bool_})
WORDS = frozenset(np.dtype(code).type for code in np.typecodes["UnsignedInteger"])
WHOLE = frozenset({int, *TRUTHS, *(np.dtype(code).type for code in np.typecodes["AllInteger"])})


def _is_whole(value: Any) -> bool:
    return value.__class__ in WHOLE or isinstance(value, int)  # a member of an enumeration


def _of_others(exact: Operation, *values: Any) -> Any:
    """Apply an operator to arrays, tuples or texts; integers wrap around silently, as in machine code."""
    with np.errstate(over="ignore", divide="raise", invalid="raise"):
        try:
            return exact(*values)
        except FloatingPointError:
            raise ZeroDivisionError("division by zero") from None


def _modular(exact: Operation) -> Operation:
    """Return an operation on two numbers of which the lowest 64 bits of the exact result are kept."""

    def operation(first: Any, second: Any) -> Any:
        if first.__class__ is int is second.__class__:
            result = exact(first, second)
            return result if LOW <= result <= HIGH else as_signed(result)
        if not (_is_whole(first) and _is_whole(second)):
            return _of_others(exact, first, second)
        if first.__class__ in WORDS and second.__class__ in WORDS:
            return np.uint64(exact(int(first), int(second)) & FULL)
        return as_signed(exact(int(first), int(second)))

    return operation


def _signed_operand(value: Any) -> int:
    return as_signed(int(value))


def _dividing(exact: Operation) -> Operation:
    """Return an operation on two numbers whose result depends on their signs."""

    def operation(first: Any, second: Any) -> Any:
        if first.__class__ is int is second.__class__ and second > 0:
            return exact(first, second)
        if not (_is_whole(first) and _is_whole(second)):
            return _of_others(exact, first, second)
        if second == 0:
            raise ZeroDivisionError("division by zero")  # Python's own words vary
        if first.__class__ in WORDS and second.__class__ in WORDS:
            return np.uint64(exact(int(first), int(second)))
        return as_signed(exact(_signed_operand(first), _signed_operand(second)))

    return operation


def _bitwise(exact: Operation) -> Operation:
    """Return an operation on the bits of two numbers, or on two truth values."""

    def operation(first: Any, second: Any) -> Any:
        if first.__class__ is int is second.__class__ or first.__class__ is np.uint64 is second.__class__:
            return exact(first, second)
        if not (_is_whole(first) and _is_whole(second)):
            return _of_others(exact, first, second)
        if first.__class__ in TRUTHS and second.__class__ in TRUTHS:
            return bool(exact(first, second))
        if first.__class__ in WORDS and second.__class__ in WORDS:
            return np.uint64(exact(int(first), int(second)))
        return as_signed(exact(int(first), int(second)))

    return operation


def _shifting(exact: Operation) -> Operation:
    def operation(number: Any, count: Any) -> Any:
        if number.__class__ is int is count.__class__ and 0 <= count <= 63:
            result = exact(number, count)
            return result if LOW <= result <= HIGH else as_signed(result)
        if not (_is_whole(number) and _is_whole(count)):
            return _of_others(exact, number, count)
        if not 0 <= count <= 63:
            raise ValueError(SHIFTED_TOO_FAR)
        if number.__class__ in WORDS:
            return np.uint64(exact(int(number), int(count)) & FULL)
        return as_signed(exact(_signed_operand(number), int(count)))

    return operation


def _exact_power(base: int, exponent: int) -> int:
    if exponent < 0:
        raise ValueError(NEGATIVE_POWER)
    return pow(base, exponent, 1 << 64)


def power(base: Any, exponent: Any) -> Any:
    """Raise a number to a power of 0 or more."""
    if not (_is_whole(base) and _is_whole(exponent)):
        return _of_others(operator.pow, base, exponent)
    if base.__class__ in WORDS and exponent.__class__ in WORDS:
        return np.uint64(_exact_power(int(base), int(exponent)))
    return as_signed(_exact_power(int(base), _signed_operand(exponent)))


def negate(number: Any) -> Any:
    """Return minus a number."""
    if not _is_whole(number):
        return _of_others(operator.neg, number)
    return np.uint64(-int(number) & FULL) if number.__class__ in WORDS else as_signed(-int(number))


def invert(value: Any) -> Any:
    """Return a number with every bit changed, or the opposite of a truth value."""
    if value.__class__ in TRUTHS:
        return not value
    if not _is_whole(value):
        return _of_others(operator.invert, value)
    return np.uint64(int(value) ^ FULL) if value.__class__ in WORDS else ~_signed_operand(value)


add, subtract, multiply = _modular(operator.add), _modular(operator.sub), _modular(operator.mul)
floor_divide, remainder = _dividing(operator.floordiv), _dividing(operator.mod)
bits_and, bits_or, bits_xor = _bitwise(operator.and_), _bitwise(operator.or_), _bitwise(operator.xor)
shift_left, shift_right = _shifting(operator.lshift), _shifting(operator.rshift)

# By the names of their nodes in Python's syntax trees.
OPERATIONS: dict[str, Operation] = {
    "Add": add,
    "Sub": subtract,
    "Mult": multiply,
    "FloorDiv": floor_divide,
    "Mod": remainder,
    "Pow": power,
    "LShift": shift_left,
    "RShift": shift_right,
    "BitAnd": bits_and,
    "BitOr": bits_or,
    "BitXor": bits_xor,
    "USub": negate,
    "Invert": invert,
}


def _in_place(operation: Operation, exact: Operation) -> Operation:
    """Return an operation that changes an array itself, as `+=` does."""

    def change(first: Any, second: Any) -> Any:
        return _of_others(exact, first, second) if isinstance(first, np.ndarray) else operation(first, second)

    return change


IN_PLACE: dict[str, Operation] = {
    "Add": _in_place(add, operator.iadd),
    "Sub": _in_place(subtract, operator.isub),
    "Mult": _in_place(multiply, operator.imul),
    "FloorDiv": _in_place(floor_divide, operator.ifloordiv),
    "Mod": _in_place(remainder, operator.imod),
    "Pow": _in_place(power, operator.ipow),
    "LShift": _in_place(shift_left, operator.ilshift),
    "RShift": _in_place(shift_right, operator.irshift),
    "BitAnd": _in_place(bits_and, operator.iand),
    "BitOr": _in_place(bits_or, operator.ior),
    "BitXor": _in_place(bits_xor, operator.ixor),
}


def _comparing(exact: Operation) -> Operation:
    def compare(first: Any, second: Any) -> Any:
        return exact(first, second)

    return compare


COMPARISONS: dict[str, Operation] = {
    "Lt": _comparing(operator.lt),
    "LtE": _comparing(operator.le),
    "Gt": _comparing(operator.gt),
    "GtE": _comparing(operator.ge),
    "Eq": _comparing(operator.eq),
    "NotEq": _comparing(operator.ne),
}
# Compiled code needs no others: its operators on bits follow the rule.  NumPy and Python compare exactly.
COMPILED = {name: OPERATIONS[name] for name in ("Add", "Sub", "Mult", "FloorDiv", "Pow", "LShift", "RShift")}
COMPILED |= COMPARISONS
