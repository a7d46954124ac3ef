"""The values that a function reads by name, and the origin of a module."""

import dis
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

COMPILER = {"numpy", "numba", "llvmlite"}
PYTHON_FOLDER = Path(os.__file__).resolve().parent

Scopes = tuple[dict[str, Any], dict[str, Any]]  # the values of free variables, and the globals


def is_library(module_name: str) -> bool:
    """Return True if a module belongs to Python or to the compiler, whose versions identify its functions.

    A folder name proves nothing: packages can lie anywhere, and a user's file can have the name of a module of Python.
    """
    top = module_name.partition(".")[0]
    if top not in sys.stdlib_module_names:
        return top in COMPILER
    file = getattr(sys.modules.get(top), "__file__", None)
    return file is None or _is_in_python_folder(file)


@cache
def _is_in_python_folder(file: str) -> bool:
    return PYTHON_FOLDER in Path(file).resolve().parents


def is_foreign(module_name: str) -> bool:
    """Return True if a module belongs neither to this package, nor to Python, nor to the compiler."""
    return module_name.partition(".")[0] != "perfectplay" and not is_library(module_name)


def home_of(function: FunctionType) -> str:
    """Return the name of the module that a function was written in, which `functools.wraps` does not change."""
    return str(function.__globals__.get("__name__"))


def scopes_of(function: FunctionType) -> Scopes:
    """Return the values that the code of a function can read by name."""
    free = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            free[name] = cell.cell_contents
        except ValueError:  # not assigned yet
            continue
    return free, function.__globals__


def named_values(code: CodeType, scopes: Scopes) -> Iterator[tuple[str, Any]]:
    """Yield each name that the code reads with its value; a name is dotted if it leads through modules."""
    free, names = scopes
    if not is_foreign(str(names.get("__name__"))):  # ours import names from our modules; decoding takes long
        yield from (
            (name, scope[name]) for scope in scopes for name in (*code.co_names, *code.co_freevars) if name in scope
        )
        return
    dotted, value = "", None
    for step in dis.get_instructions(code):
        if step.opname == "EXTENDED_ARG":
            continue
        if step.opname in ("LOAD_ATTR", "LOAD_METHOD") and isinstance(value, ModuleType):
            dotted = f"{dotted}.{step.argval}"
            value = getattr(value, step.argval, None)
            continue
        if dotted:
            yield dotted, value
        dotted, value = "", None
        scope = free if step.opname.endswith("DEREF") else names if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") else {}
        if scope and step.argval in scope:
            dotted, value = step.argval, scope[step.argval]
