"""The compiled forms of `contract/arithmetic.py`: the operators of users' rules that machine code leaves undefined,
and those of signed numbers with words, whose type depends on the compiler's version."""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types

from perfectplay.contract.arithmetic import (
    COMPARISONS,
    IN_PLACE,
    NEGATIVE_POWER,
    SHIFTED_TOO_FAR,
    add,
    floor_divide,
    multiply,
    power,
    shift_left,
    shift_right,
    subtract,
)
from perfectplay.contract.native.forms import compiled_form

WHOLE = types.Integer | types.Boolean


def _shift(exact: Callable[..., Any]) -> Callable[..., Any]:
    def choose(number: Any, count: Any) -> Any:
        if not (isinstance(number, WHOLE) and isinstance(count, WHOLE)):
            return lambda number, count: exact(number, count)

        def shift(number: Any, count: Any) -> Any:
            if count < 0 or count > 63:
                raise ValueError(SHIFTED_TOO_FAR)
            return exact(number, np.uint64(count))

        return shift

    return choose


def _modular(exact: Callable[..., Any]) -> Callable[..., Any]:
    """Return the choice of an operation on words: signed numbers that overflow are undefined in machine code."""

    def choose(first: Any, second: Any) -> Any:
        if _keeps_its_operator(first, second):
            return lambda first, second: exact(first, second)
        return lambda first, second: np.int64(exact(np.uint64(first), np.uint64(second)))

    return choose


compiled_form(add)(_modular(operator.add))
compiled_form(subtract)(_modular(operator.sub))
compiled_form(multiply)(_modular(operator.mul))
compiled_form(shift_left)(_shift(operator.lshift))
compiled_form(shift_right)(_shift(operator.rshift))


def _in_place(operation: Callable[..., Any], exact: Callable[..., Any]) -> Callable[..., Any]:
    def choose(first: Any, second: Any) -> Any:
        if isinstance(first, types.Array):
            return lambda first, second: exact(first, second)
        return lambda first, second: operation(first, second)

    return choose


compiled_form(IN_PLACE["Add"])(_in_place(add, operator.iadd))
compiled_form(IN_PLACE["Sub"])(_in_place(subtract, operator.isub))
compiled_form(IN_PLACE["Mult"])(_in_place(multiply, operator.imul))
compiled_form(IN_PLACE["FloorDiv"])(_in_place(floor_divide, operator.ifloordiv))
compiled_form(IN_PLACE["Pow"])(_in_place(power, operator.ipow))
compiled_form(IN_PLACE["LShift"])(_in_place(shift_left, operator.ilshift))
compiled_form(IN_PLACE["RShift"])(_in_place(shift_right, operator.irshift))


@compiled_form(floor_divide)
def _floor_divide(first: Any, second: Any) -> Any:
    if _keeps_its_operator(first, second):
        return lambda first, second: first // second

    def divide(first: Any, second: Any) -> Any:
        dividend, divisor = np.int64(first), np.int64(second)
        if divisor == -1:
            return np.int64(-np.uint64(dividend))  # of the least number, whose quotient the processor cannot hold
        return dividend // divisor

    return divide


@compiled_form(power)
def _power(base: Any, exponent: Any) -> Any:
    if _keeps_its_operator(base, exponent):
        return lambda base, exponent: base**exponent

    def raise_power(base: Any, exponent: Any) -> Any:
        if exponent < 0:
            raise ValueError(NEGATIVE_POWER)
        return np.int64(np.uint64(base) ** np.uint64(exponent))

    return raise_power


def _comparison(exact: Callable[..., Any]) -> Callable[..., Any]:
    """Return the choice of a comparison: compiled as it is, one of a signed number and a word would lose the sign."""

    def choose(first: Any, second: Any) -> Any:
        are_whole = isinstance(first, WHOLE) and isinstance(second, WHOLE)
        if not are_whole or _is_word(first) == _is_word(second):
            return lambda first, second: exact(first, second)

        def with_word(first: Any, second: Any) -> Any:
            number = np.int64(first)
            return exact(number, 0) if number < 0 else exact(np.uint64(number), second)

        def of_word(first: Any, second: Any) -> Any:
            number = np.int64(second)
            return exact(0, number) if number < 0 else exact(first, np.uint64(number))

        return of_word if _is_word(first) else with_word

    return choose


for _name, _exact in {"Lt": operator.lt, "LtE": operator.le, "Gt": operator.gt, "GtE": operator.ge}.items():
    compiled_form(COMPARISONS[_name])(_comparison(_exact))
compiled_form(COMPARISONS["Eq"])(_comparison(operator.eq))
compiled_form(COMPARISONS["NotEq"])(_comparison(operator.ne))


def _is_word(kind: Any) -> bool:
    return isinstance(kind, types.Integer) and not kind.signed


def _keeps_its_operator(first: Any, second: Any) -> bool:
    """Return True for arrays and the like, and for two words."""
    is_whole = isinstance(first, WHOLE) and isinstance(second, WHOLE)
    return not is_whole or (_is_word(first) and _is_word(second))
