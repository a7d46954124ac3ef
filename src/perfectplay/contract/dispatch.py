"""Static dispatch: one stub, one implementation per class of rules.

A *stub* is a function that generic searches call and families implement.  Compiled code picks the implementation while
it is being typed, from the class of its first argument, so the call costs nothing and can be inlined
(`native/rules.py`); plain Python picks it from the same table at run time.
"""

import inspect
from collections.abc import Callable
from typing import Any

from perfectplay.base.errors import ContractError
from perfectplay.contract.checks import checked_rule, storing_words
from perfectplay.contract.rewriting import interpreted_form

type_name = "{0.__module__}.{0.__qualname__}".format


class Stub:
    """The table behind one stub: which class of rules is served by which function."""

    def __init__(self, function: Callable[..., Any], default: Callable[..., Any] | None) -> None:
        self.name = function.__name__
        self.parameters = tuple(inspect.signature(function).parameters)
        self.default = default
        self.table: dict[type, Callable[..., Any]] = {}
        self._plain: dict[type, Callable[..., Any]] = {}
        self._interpreted: dict[type, Callable[..., Any]] = {}

    def interpreted(self, rules_class: type) -> Callable[..., Any]:
        """Return the function that plain Python calls for `rules_class`; what a user's returns is checked."""
        function = self._interpreted.get(rules_class)
        if function is None:
            function = self.plain(rules_class)
            if not is_ours(function):
                function = checked_rule(self.name, function, is_for_two=is_for_two(rules_class))
            self._interpreted[rules_class] = function
        return function

    def plain(self, rules_class: type) -> Callable[..., Any]:
        """Return the function that serves `rules_class`; a user's is called with the integers of machine code."""
        function = self._plain.get(rules_class)
        if function is None:
            function = self.implementation(rules_class)
            if not is_ours(function):
                function = interpreted_form(function)
                function = storing_words(function) if self.name == "successors" else function
            self._plain[rules_class] = function
        return function

    def require(self, rules_class: type) -> None:
        """Say in one line what is missing, where a class has nothing but the default."""
        if not self.is_implemented_by(rules_class):
            raise self._missing(rules_class)

    def implementation(self, rules_class: type) -> Callable[..., Any]:
        """Return the function that serves `rules_class`, or say in one line what is missing."""
        function = self.table.get(rules_class, self.default)
        if function is None:
            raise self._missing(rules_class)
        return function

    def _missing(self, rules_class: type) -> ContractError:
        return ContractError(
            f"{rules_class.__name__} does not implement {self.name}: write a function of "
            f"({', '.join(self.parameters)}) and put @implements({self.name}, {rules_class.__name__}) above it"
        )

    def is_implemented_by(self, rules_class: type) -> bool:
        """Tell whether the class brings its own implementation, not the default."""
        return rules_class in self.table


STUBS: dict[Callable[..., Any], Stub] = {}


def is_for_two(rules_class: type) -> bool:
    """Tell whether rules are those of a game for two: they say what its end is worth."""
    return any(stub.name == "outcome" and stub.is_implemented_by(rules_class) for stub in STUBS.values())


def contract(default: Callable[..., Any] | None = None) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Turn a function without a body into a stub; `default` serves the classes that do not implement it."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        stub = Stub(function, default)

        def dispatch(rules: Any, *arguments: Any) -> Any:
            return stub.interpreted(type(rules))(rules, *arguments)

        dispatch.__name__ = dispatch.__qualname__ = function.__name__
        dispatch.__doc__ = function.__doc__
        dispatch.__module__ = function.__module__
        STUBS[dispatch] = stub
        return dispatch

    return decorate


def is_ours(function: Callable[..., Any]) -> bool:
    """Tell whether a rule is ours: `make test` checks its bounds, and nobody checks what it returns."""
    return function.__module__.startswith("perfectplay.")


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
        name = getattr(rules_class, "__name__", None) or repr(rules_class)
        raise ContractError(f"rules must be a NamedTuple class, not {name[:60]}")

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
