"""A digest of everything a kernel was compiled from.

Numba's own cache key covers only the kernel's file: no changed callee in another file, no edited rule of a user. The
walk below starts at the kernel and visits every function and every value that a name in its code stands for, and from
a stub the implementations of the class of rules. Values are digested, not their sources, so that a constant that was
read from the environment or from a data file counts too. A value of a type that the walk cannot digest is rejected.
"""

import enum
import hashlib
import inspect
import types as python_types
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numba.core.types import Type
from numba.core.typing.templates import builtin_registry

from perfectplay.base.errors import ContractError
from perfectplay.contract.dispatch import STUBS, type_name
from perfectplay.contract.inner import FORMS
from perfectplay.contract.names import Scopes, home_of, is_foreign, is_library, named_values, scopes_of
from perfectplay.contract.switch import INTERPRETED

SCALARS = (int, float, complex, str, bytes, type(None), type(...))
CONTAINERS = (tuple, list, set, frozenset)
ADVICE = "use whole numbers, NumPy arrays, tuples, enumerations or functions"


@cache
def contract_digest() -> str:
    """Digest the sources of the contract, whose overloads no walk over bytecode reaches."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def fingerprint(function: Callable[..., Any], rules_classes: tuple[type, ...]) -> str:
    """Digest `function` and all it depends on when called with rules of the given classes."""
    walk = _Walk(rules_classes)
    walk.visit(function, function.__name__)
    walk.visit_run_by_compiler()
    walk.add(contract_digest())
    return walk.digest.hexdigest()


def functions_reached(function: Callable[..., Any]) -> list[python_types.FunctionType]:
    """Return the function and all that its code can call, except functions of Python and of the compiler."""
    walk = _Walk(())
    walk.visit(function, function.__name__)
    return walk.functions


class _Walk:
    def __init__(self, rules_classes: tuple[type, ...]) -> None:
        self.rules_classes = rules_classes
        self.digest = hashlib.sha256()
        self.functions: list[python_types.FunctionType] = []
        self.seen: dict[int, Any] = {}  # by identity; the objects stay alive, so that no number is used twice
        self.containers: set[int] = set()  # those around the current value
        self.overloads = _overloads()
        self.run_by_compiler = [*self.overloads.get(None, ())]  # as plain Python, which reads values of any type
        self.is_finding_constants = True  # of compiled code, not of functions that the compiler runs
        self.place = ""
        self.is_strict = True

    def add(self, *parts: object) -> None:
        for part in parts:
            data = part if isinstance(part, bytes) else str(part).encode("utf-8", "surrogatepass")
            self.digest.update(len(data).to_bytes(8, "little"))
            self.digest.update(data)

    def visit(self, value: Any, name: str) -> None:
        """Digest a value that the code reads under this name."""
        self.add(type(value).__qualname__)
        if isinstance(value, enum.Enum):
            self.add(type_name(type(value)), value.name)
            self.visit(value.value, f"{name}.value")
        elif isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:
            self.add(repr(value.dtype), value.shape, value.tobytes())
        elif isinstance(value, SCALARS):
            self.add(_written(value))
        elif isinstance(value, np.dtype | Type):
            self.add(repr(value))
        elif isinstance(value, (*CONTAINERS, dict, slice)):
            self.visit_container(value, name)
        elif id(value) not in self.seen:
            self.seen[id(value)] = value
            self.visit_object(value, name)

    def visit_container(self, value: Any, name: str) -> None:
        if id(value) in self.containers:
            return
        self.containers.add(id(value))
        items = value
        if isinstance(value, dict):
            items = value.items()
        elif isinstance(value, slice):
            items = (value.start, value.stop, value.step)
        elif isinstance(value, set | frozenset):
            items = sorted(value, key=repr)
        self.add(len(items))
        for index, item in enumerate(items):
            self.visit(item, f"{name}[{index}]")
        self.containers.remove(id(value))

    def visit_object(self, value: Any, name: str) -> None:
        if isinstance(value, python_types.FunctionType):
            self.visit_function(value)
        elif hasattr(value, "py_func"):  # a user's compiled function stands for its source
            self.add(
                sorted(value.targetoptions.items()), () if getattr(value, "_can_compile", True) else value.signatures
            )
            self.visit(value.py_func, name)
        elif hasattr(value, "_dispatcher"):  # so does a user's compiled ufunc
            self.visit(value._dispatcher, name)
        elif hasattr(value, "_defn"):  # and an intrinsic
            self.run_by_compiler.append(value._defn)
        elif isinstance(value, enum.EnumType):
            self.add(type_name(value))
            self.visit(list(value), name)
        elif isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
            self.add(type_name(value))
            for field in inspect.signature(value).parameters.values():
                self.add(field.name, field.kind)
                self.visit(field.default, f"{name}({field.name}=…)")
        elif _is_known_by_name(value):
            self.add(value.__module__, getattr(value, "__qualname__", value.__name__))
        elif self.is_strict:
            is_module = isinstance(value, python_types.ModuleType)
            raise ContractError(
                f"{self.place}: compiled rules cannot read {name}, "
                f"{f'a module: read {name}.NAME' if is_module else f'of type {type(value).__name__}: {ADVICE}'} "
                f"({INTERPRETED})"
            )

    def visit_function(self, function: python_types.FunctionType) -> None:
        self.add(f"{function.__module__}.{function.__qualname__}")
        if function in STUBS:
            for rules_class in self.rules_classes:
                self.add(STUBS[function].name, type_name(rules_class))
                self.visit(STUBS[function].implementation(rules_class), type_name(rules_class))
            return
        if is_library(home_of(function)):
            return
        self.functions.append(function)
        code, outer = function.__code__, (self.place, self.is_strict)
        # Our tests cover ours, and not all of their bodies are compiled.
        self.is_strict = self.is_finding_constants and is_foreign(home_of(function))
        self.place = f"{code.co_filename}, line {code.co_firstlineno}, in {function.__name__}"
        self.visit(function.__defaults__, "a default argument")
        self.visit(function.__kwdefaults__, "a default argument")
        self.visit_code(code, scopes_of(function))
        self.run_by_compiler += self.overloads.get(function, ())
        self.place, self.is_strict = outer

    def visit_code(self, code: python_types.CodeType, scopes: Scopes) -> None:
        self.add(code.co_code)
        self.add(code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        for constant in code.co_consts:
            if isinstance(constant, python_types.CodeType):
                self.visit_code(constant, scopes)
            else:
                self.visit(constant, "a constant")
        for name, value in named_values(code, scopes):
            self.add(name)
            self.visit(value, name)

    def visit_run_by_compiler(self) -> None:
        """Digest the functions that choose or emit compiled code; last, because what they read is not rejected."""
        self.is_finding_constants = self.is_strict = False
        for function in self.run_by_compiler:  # grows meanwhile
            self.visit(function, function.__name__)


def _overloads() -> dict[Any, list[Any]]:
    """Return the functions that choose the compiled form of a function; under None those of methods and builtins."""
    found: dict[Any, list[Any]] = {}
    for form in FORMS:
        found.setdefault(form.function, []).append(form.choose)
    ours = {form.choose for form in FORMS}
    for template in (*builtin_registry.functions, *builtin_registry.attributes):
        choose = getattr(template, "_overload_func", None)
        if isinstance(choose, python_types.FunctionType) and choose not in ours and is_foreign(home_of(choose)):
            key = template.key if isinstance(template.key, python_types.FunctionType) else None
            found.setdefault(key, []).append(choose)
    return found


def _written(value: Any) -> str:
    """Return the text of a number or a string, also of an instance of a subclass that has a text of its own."""
    kinds: tuple[Any, ...] = (bool, *SCALARS)
    return next(kind.__repr__(value) for kind in kinds if isinstance(value, kind))


def _is_known_by_name(value: Any) -> bool:
    """Return True for classes and functions that compiled code does not look into, or that a version identifies."""
    if isinstance(value, type) and (issubclass(value, BaseException) or value.__module__ == "builtins"):
        return True
    if isinstance(value, python_types.ModuleType):
        return False
    name = getattr(value, "__name__", None)
    return isinstance(name, str) and is_library(str(getattr(value, "__module__", None) or "builtins"))
