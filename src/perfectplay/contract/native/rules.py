"""Users' rules in compiled code: compiled with bounds checks, and refused where they would be silently wrong."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit, types
from numba.core.errors import NumbaError

from perfectplay.base.errors import ContractError
from perfectplay.contract.bits import word
from perfectplay.contract.checks import TOO_MANY, float_refused
from perfectplay.contract.dispatch import Stub, is_for_two, is_ours
from perfectplay.contract.fingerprint import functions_reached
from perfectplay.contract.measures import BOUNDS, ESTIMATE, NEVER, MeasureError, kind_of
from perfectplay.contract.names import home_of, is_foreign
from perfectplay.contract.native.forms import WITHOUT_ENTRIES, compiled_form
from perfectplay.contract.rewriting import machine_form

FUNCTION = re.compile(r"Function\(<(?:built-in )?function (\w+)(?: at 0x[0-9a-f]+)?>\)")  # as the compiler names one
FLOAT_HINT = "; a state becomes a float where it is mixed with ordinary integers: begin with state = signed(state)"


def choose_rule(stub: Stub, rules: Any, *arguments: Any) -> Callable[..., Any] | None:
    """Return what compiled code runs for a stub, by the class of the rules."""
    if not isinstance(rules, types.BaseNamedTuple):
        return None
    function = stub.implementation(rules.instance_class)
    return function if is_ours(function) else _guarded(stub.name, function, (rules, *arguments))


def _guarded(name: str, function: Callable[..., Any], argument_types: tuple[Any, ...]) -> Callable[..., Any]:
    """Compile a user's function with bounds checks, and refuse what would be silently wrong."""
    _adopt_helpers(function)
    compiled = njit(boundscheck=True, error_model="python", _nrt=True, **WITHOUT_ENTRIES)(machine_form(function))
    try:
        compiled.compile(argument_types)
        _refuse_floats(function, compiled.overloads[argument_types].type_annotation.typemap)
        _refuse_no_number(name, function, compiled.overloads[argument_types].signature.return_type)
    except NumbaError as error:
        REFUSALS.append(ContractError(f"{_place(function, error)}: {_essence(str(error))}"))
        raise REFUSALS[-1] from error
    except ContractError as error:
        REFUSALS.append(error)
        raise

    def count_successors(rules: Any, state: Any, out: Any) -> int:
        count = compiled(rules, state, out)
        if count < 0 or count > len(out):
            raise IndexError(TOO_MANY)
        return count

    if name == "successors":
        return count_successors
    rules_class = argument_types[0].instance_class
    if kind := kind_of(name, is_for_two=is_for_two(rules_class)):
        return _measured(rules_class.__name__, kind, compiled)
    if name == "canonical":
        return _as_state(compiled, argument_types[1])
    return lambda rules, *arguments: compiled(rules, *arguments)


# Numba buries an error of an overload in a long report; the last refusal is kept here for whoever explains it.
REFUSALS: list[ContractError] = []


def _measured(rules_name: str, kind: str, compiled: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls a compiled rule and checks the number it gives."""
    least, most = BOUNDS[kind]
    besides = NEVER if kind == ESTIMATE else 0

    @njit(_nrt=True, **WITHOUT_ENTRIES)  # an error that holds a number is allocated by Numba's run-time system
    def measure(rules: Any, *states: Any) -> Any:
        number = compiled(rules, *states)
        if (number < least or number > most) and number != besides:
            raise MeasureError(rules_name, kind, number)
        return np.int64(number)  # an unsigned one would make a float of the sum

    return lambda rules, *states: measure(rules, *states)


def _as_state(compiled: Callable[..., Any], state_type: Any) -> Callable[..., Any]:
    """Return a function that calls a compiled rule and makes words of the integers it gives."""
    if not isinstance(state_type, types.BaseTuple):
        return lambda rules, state: word(compiled(rules, state))

    @njit(_nrt=True, **WITHOUT_ENTRIES)
    def give(rules: Any, state: Any) -> Any:
        low, high = compiled(rules, state)
        return word(low), word(high)

    return lambda rules, state: give(rules, state)


_ADOPTED: set[Callable[..., Any]] = set()


def _adopt_helpers(function: Callable[..., Any]) -> None:
    """Let compiled code call the plain functions that a user's rule calls, however the rule reaches them."""
    for helper in functions_reached(function):
        if is_foreign(home_of(helper)) and helper not in _ADOPTED:
            _ADOPTED.add(helper)
            _adopt(helper)


def _adopt(function: Callable[..., Any]) -> None:
    @compiled_form(function)
    def _itself(*arguments: Any) -> Any:
        return machine_form(function)


def _refuse_floats(function: Callable[..., Any], variables: dict[str, Any]) -> None:
    """Refuse a rule that has a float anywhere."""
    floats = sorted(name.split(".")[0] for name, kind in variables.items() if isinstance(kind, types.Float))
    if floats:
        raise float_refused(function, next((name for name in floats if not name.startswith("$")), "a value"))


def _refuse_no_number(name: str, function: Callable[..., Any], returned: Any) -> None:
    """Refuse a rule that returns something else where a number is wanted."""
    is_number = isinstance(returned, types.Integer | types.Boolean)
    if (name == "successors" or kind_of(name, is_for_two=True)) and not is_number:
        code = function.__code__
        raise ContractError(
            f"{code.co_filename}, line {code.co_firstlineno}: {function.__name__} ({name}) must return a whole number, "
            f"not {returned}"
        )


def _place(function: Callable[..., Any], error: NumbaError) -> str:
    code = function.__code__
    line = getattr(getattr(error, "loc", None), "line", None) or code.co_firstlineno
    return f"{code.co_filename}, line {line}, in {function.__name__}"


def _essence(report: str) -> str:
    """Return the line of a compiler's report that says what is wrong."""
    lines = [line.strip() for line in report.splitlines() if line.strip() and not line.startswith("Failed in")]
    said = " ".join(lines[:2]) if lines and lines[0].endswith(":") else next(iter(lines), "cannot be compiled")
    return FUNCTION.sub(r"\1", said) + (FLOAT_HINT if "float64" in said else "")
