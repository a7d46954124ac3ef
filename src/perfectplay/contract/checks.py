"""What a user's rule gives, checked where plain Python runs it.

Compiled rules are refused by their types (`native/rules.py`); here the same is refused by values, in the same words.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from perfectplay.base.errors import ContractError
from perfectplay.contract.bits import FULL
from perfectplay.contract.measures import checked, kind_of

LEAST, MOST = -(1 << 63), FULL  # numbers that fit in 64 bits, with a sign or without
TOO_MANY = "successors returned a number that is not from 0 to Puzzle(branching=…) or Game(branching=…)"


def float_refused(function: Callable[..., Any], name: str = "a value") -> ContractError:
    """Return the refusal of a float, which loses 11 bits of a state's 64; some Numbas make one of uint64 and int64."""
    return ContractError(
        f"{function.__name__}: {name} becomes a float, which cannot hold a state; use // for /, and begin with "
        "state = signed(state), from perfectplay.contract, to mix it with ordinary integers"
    )


def checked_rule(name: str, function: Callable[..., Any], *, is_for_two: bool = False) -> Callable[..., Any]:
    """Return a rule that gives the same as the function and refuses what is no whole number of 64 bits."""
    kind = kind_of(name, is_for_two=is_for_two)

    def count_successors(rules: Any, state: Any, out: Any) -> Any:
        count = function(rules, state, out)
        if not isinstance(count, int | np.integer):
            raise ContractError(f"{function.__name__} must return how many states it wrote, not {str(count)[:40]}")
        if not 0 <= count <= len(out):
            raise IndexError(TOO_MANY)
        return count

    def measure(rules: Any, *states: Any) -> int:
        return checked(type(rules).__name__, str(kind), function(rules, *states))

    def give(rules: Any, *arguments: Any) -> Any:
        result = function(rules, *arguments)
        return _as_words(function, result) if name == "canonical" else _without_floats(function, result)

    if name == "successors":
        return count_successors
    return measure if kind else give


def storing_words(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the rule for successors with an array for them that keeps integers as words, as compiled code does."""

    @wraps(function)
    def store_successors(rules: Any, state: Any, out: Any) -> Any:
        guarded = out.view(_States)
        guarded.function = function
        return function(rules, state, guarded)

    return store_successors


class _States(np.ndarray):
    """An array of states that takes whole numbers of 64 bits alone, as compiled code does."""

    function: Callable[..., Any]

    def __setitem__(self, place: Any, value: Any) -> None:
        super().__setitem__(place, _as_words(self.function, value))


def _as_words(function: Callable[..., Any], value: Any) -> Any:
    """Return a state, or several, as unsigned words."""
    if isinstance(value, tuple):
        return tuple(_as_words(function, item) for item in value)
    if isinstance(value, np.ndarray):
        return _without_floats(function, value)
    if isinstance(value, int | np.integer | np.bool_):
        number = int(value)
        if LEAST <= number <= MOST:
            return np.uint64(number & FULL)
        raise ContractError(f"{function.__name__}: {str(number)[:40]} does not fit in the 64 bits of a word")
    _without_floats(function, value)
    raise ContractError(f"{function.__name__}: {str(value)[:40]!r} is no state")


def _without_floats(function: Callable[..., Any], value: Any) -> Any:
    if isinstance(value, float | np.floating) or (isinstance(value, np.ndarray) and value.dtype.kind == "f"):
        raise float_refused(function)
    return value
