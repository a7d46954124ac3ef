"""A digest of everything a kernel was compiled from.

Numba's own cache key sees the kernel's file alone: not a changed callee in another file, not a user's edited rule. This
one walks from the kernel through every function and constant it names, and from a stub to what the class of rules
implements. The source of each foreign module met on the way, and of all that it imports, is added whole, for what a
walk cannot see: an overload, a constant of a package, a member of an enumeration.
"""

import hashlib
import sys
import types as python_types
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from perfectplay.contract.dispatch import STUBS
from perfectplay.contract.names import is_foreign, named_values


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
    walk.visit(function)
    for path in sorted(_files_of(walk.foreign_modules)):
        walk.add(path.read_bytes())
    walk.add(contract_digest().encode())
    return walk.digest.hexdigest()


class _Walk:
    def __init__(self, rules_classes: tuple[type, ...]) -> None:
        self.rules_classes = rules_classes
        self.digest = hashlib.sha256()
        self.seen: set[int] = set()
        self.foreign_modules: set[str] = set()

    def add(self, data: bytes) -> None:
        self.digest.update(len(data).to_bytes(8, "little"))
        self.digest.update(data)

    def visit(self, value: Any) -> None:
        value = getattr(value, "py_func", value)  # a user's compiled function stands for its source
        value = getattr(value, "_defn", value)  # a user's intrinsic does so too
        if isinstance(value, python_types.FunctionType):
            if id(value) in self.seen:
                return
            self.seen.add(id(value))
            if value in STUBS:
                for rules_class in self.rules_classes:
                    self.add(f"{STUBS[value].name} {rules_class.__module__}.{rules_class.__qualname__}".encode())
                    self.visit(STUBS[value].implementation(rules_class))
            else:
                self.visit_function(value)
        elif isinstance(value, type):
            self.add(f"{value.__module__}.{value.__qualname__} {getattr(value, '_fields', ())}".encode())
        elif isinstance(value, python_types.ModuleType):
            self.add(value.__name__.encode())
        elif hasattr(value, "tobytes") and hasattr(value, "dtype"):
            self.add(f"{value.dtype} {getattr(value, 'shape', ())}".encode() + value.tobytes())
        elif isinstance(value, (tuple, list, frozenset, set)):
            self.add(f"{type(value).__name__} {len(value)}".encode())
            for item in sorted(value, key=repr) if isinstance(value, (set, frozenset)) else value:
                self.visit(item)
        elif isinstance(value, (int, float, complex, str, bytes, bool, type(None))):
            self.add(repr(value).encode())
        else:
            self.add(type(value).__qualname__.encode())

    def visit_function(self, function: python_types.FunctionType) -> None:
        self.add(f"{function.__module__}.{function.__qualname__}".encode())
        self.foreign_modules.add(function.__module__)
        self.visit(function.__defaults__)
        for cell in function.__closure__ or ():
            self.visit(cell.cell_contents)
        self.visit_code(function.__code__, function.__globals__)

    def visit_code(self, code: python_types.CodeType, names: dict[str, Any]) -> None:
        self.add(code.co_code)
        self.add(" ".join(code.co_names + code.co_varnames).encode())
        for constant in code.co_consts:
            if isinstance(constant, python_types.CodeType):
                self.visit_code(constant, names)
            else:
                self.visit(constant)
        for value in named_values(code, names):
            self.visit(value)


def _files_of(names: set[str]) -> set[Path]:
    """Return the files of foreign modules and of the foreign modules they know, however far away."""
    files, waiting, seen = set(), list(names), set()
    while waiting:
        name = waiting.pop()
        module = sys.modules.get(name)
        if module is None or name in seen or not is_foreign(name):
            continue
        seen.add(name)
        if Path(getattr(module, "__file__", None) or "").is_file():
            files.add(Path(str(module.__file__)))
        for value in list(vars(module).values()):
            waiting.append(value.__name__ if isinstance(value, python_types.ModuleType) else _module_of(value))
    return files


def _module_of(value: Any) -> str:
    name = getattr(value, "__module__", None)
    return name if isinstance(name, str) else ""
