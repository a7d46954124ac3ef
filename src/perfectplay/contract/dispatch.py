"""Static dispatch: one stub, one implementation per class of rules.

A *stub* is a function that generic searches call and families implement.  Compiled code picks the implementation while
it is being typed, from the class of its first argument, so the call costs nothing and can be inlined; plain Python
picks it from the same table at run time.
"""

import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

from numba import njit, types
from numba.core.errors import NumbaError

from perfectplay.base.errors import ContractError
from perfectplay.contract.inner import WITHOUT_ENTRIES, adopt, compiled_form
from perfectplay.contract.measures import COST, ESTIMATE, checked, checked_in_kernels
from perfectplay.contract.names import is_foreign, named_values

type_name = "{0.__module__}.{0.__qualname__}".format


class Stub:
    """The table behind one stub: which class of rules is served by which function."""

    def __init__(self, function: Callable[..., Any], default: Callable[..., Any] | None) -> None:
        self.name = function.__name__
        self.parameters = tuple(inspect.signature(function).parameters)
        self.default = default
        self.table: dict[type, Callable[..., Any]] = {}

    def implementation(self, rules_class: type) -> Callable[..., Any]:
        """Return the function that serves `rules_class`, or say in one line what is missing."""
        function = self.table.get(rules_class, self.default)
        if function is None:
            raise ContractError(
                f"{rules_class.__name__} does not implement {self.name}: write a function of "
                f"({', '.join(self.parameters)}) and put @implements({self.name}, {rules_class.__name__}) above it"
            )
        return function

    def is_implemented_by(self, rules_class: type) -> bool:
        """Tell whether the class brings its own implementation, not the default."""
        return rules_class in self.table


STUBS: dict[Callable[..., Any], Stub] = {}


def contract(default: Callable[..., Any] | None = None) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Turn a function without a body into a stub; `default` serves the classes that do not implement it."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        stub = Stub(function, default)

        def dispatch(rules: Any, *arguments: Any) -> Any:
            function = stub.implementation(type(rules))
            result = function(rules, *arguments)
            return result if _is_ours(function) else _checked(stub.name, result, rules, arguments)

        dispatch.__name__ = dispatch.__qualname__ = function.__name__
        dispatch.__doc__ = function.__doc__
        dispatch.__module__ = function.__module__
        STUBS[dispatch] = stub

        @compiled_form(dispatch)
        def choose(rules: Any, *arguments: Any) -> Any:
            if not isinstance(rules, types.BaseNamedTuple):
                return None
            function = stub.implementation(rules.instance_class)
            if _is_ours(function):
                return function  # `make test` checks its bounds
            return _guarded(stub.name, function, (rules, *arguments))

        return dispatch

    return decorate


# Numba buries an error of an overload in a long report; the last refusal is kept here for whoever explains it.
REFUSALS: list[ContractError] = []

TOO_MANY = "successors returned a number that is not from 0 to Puzzle(branching=…)"


def _guarded(name: str, function: Callable[..., Any], argument_types: tuple[Any, ...]) -> Callable[..., Any]:
    """Compile a user's function with bounds checks, and refuse what would be silently wrong."""
    _adopt_helpers(function)
    compiled = njit(boundscheck=True, error_model="python", _nrt=True, **WITHOUT_ENTRIES)(function)
    try:
        compiled.compile(argument_types)
        _refuse_floats(function, compiled.overloads[argument_types].type_annotation.typemap)
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
    if name in (COST, ESTIMATE):
        return checked_in_kernels(argument_types[0].instance_class.__name__, name, compiled)
    return lambda rules, *arguments: compiled(rules, *arguments)


_ADOPTED: set[Callable[..., Any]] = set()


def _adopt_helpers(function: Callable[..., Any]) -> None:
    """Let compiled code call the plain functions that a user's rule calls."""
    for value in named_values(function.__code__, function.__globals__):
        is_plain = isinstance(value, FunctionType) and value not in STUBS and value not in _ADOPTED
        if is_plain and is_foreign(value.__module__):
            _ADOPTED.add(value)
            adopt(value)
            _adopt_helpers(value)


def _checked(name: str, result: Any, rules: Any, arguments: tuple[Any, ...]) -> Any:
    """Return a result, refusing for plain Python what `_guarded` refuses for compiled code."""
    if name == "successors" and result is not None and not 0 <= result <= len(arguments[1]):
        raise IndexError(TOO_MANY)
    return checked(type(rules).__name__, name, result) if name in (COST, ESTIMATE) else result


def _is_ours(function: Callable[..., Any]) -> bool:
    return function.__module__.startswith("perfectplay.")


def _refuse_floats(function: Callable[..., Any], variables: dict[str, Any]) -> None:
    """Refuse floats, which silently lose 11 bits of a state's 64; some Numbas make one of uint64 and int64."""
    floats = sorted(name.split(".")[0] for name, kind in variables.items() if isinstance(kind, types.Float))
    if floats:
        named = next((name for name in floats if not name.startswith("$")), "a value")
        raise ContractError(
            f"{function.__name__}: {named} becomes a float, which cannot hold a state; use // for /, and begin with "
            "state = signed(state), from perfectplay.contract, to mix it with ordinary integers"
        )


def _place(function: Callable[..., Any], error: NumbaError) -> str:
    code = function.__code__
    line = getattr(getattr(error, "loc", None), "line", None) or code.co_firstlineno
    return f"{code.co_filename}, line {line}, in {function.__name__}"


def _essence(report: str) -> str:
    """Return the line of a compiler's report that says what is wrong."""
    lines = [line.strip() for line in report.splitlines() if line.strip() and not line.startswith("Failed in")]
    return " ".join(lines[:2]) if lines and lines[0].endswith(":") else next(iter(lines), "cannot be compiled")


_CLASSES: dict[str, type] = {}


def _make_name_unique(rules_class: type) -> None:
    """Rename a class whose name another class of rules has.

    Numba names machine code by the names of its types: two kernels of one name would be one kernel.
    """
    name, number = rules_class.__name__, 1
    while _CLASSES.setdefault(rules_class.__name__, rules_class) is not rules_class:
        number += 1
        rules_class.__name__ = f"{name}_{number}"


def implements(stub: Callable[..., Any], rules_class: type) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register the function below as what `stub` does for `rules_class`.

    The function stays an ordinary Python function: call it, test it and step through it as one.
    """
    if stub not in STUBS:
        known = ", ".join(sorted(entry.name for entry in STUBS.values()))
        raise ContractError(f"{getattr(stub, '__name__', stub)} is not a stub of the contract; the stubs are {known}")
    entry = STUBS[stub]
    if not (isinstance(rules_class, type) and issubclass(rules_class, tuple) and hasattr(rules_class, "_fields")):
        raise ContractError(f"rules must be a NamedTuple class, not {rules_class!r}")

    _make_name_unique(rules_class)

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        count = len(inspect.signature(function).parameters)
        if count != len(entry.parameters):
            raise ContractError(
                f"{function.__name__} takes {count} arguments, but {entry.name} has {len(entry.parameters)}: "
                f"({', '.join(entry.parameters)})"
            )
        if rules_class in entry.table:
            # Kernels may already be compiled with the earlier function; answering with them would be silently wrong.
            raise ContractError(
                f"{type_name(rules_class)} implements {entry.name} already; define the class anew to change its rules"
            )
        entry.table[rules_class] = function
        return function

    return decorate
