"""Kernels: generic functions of the search layer, plain Python at first and machine code when that pays.

Importing the compiler takes longer than most work that people ask for, and compiling longer still.  So a kernel is run
as plain Python until it has taken about as long as machine code would cost, over all calls in this process; then it is
loaded from the cache, or compiled.  What it does is the same: its state is in arrays, and either form goes on from
where the other stopped.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from perfectplay.base.loading import loading
from perfectplay.contract.kernel_files import is_kept
from perfectplay.contract.switch import ALWAYS, AUTO, when_to_compile

# Seconds of plain Python that are about as long as importing the compiler and loading a kernel take, as loading alone,
# and as compiling takes when one does not know how long the work will be.
IMPORT_SECONDS, LOAD_SECONDS, COMPILE_SECONDS = 0.2, 0.05, 1.0

# The types of a kernel's arguments: working those out takes longer than a short search.
Kind = tuple[Any, ...]


class Kernel:
    """A function in both forms; which one runs is decided for each kind of arguments."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.compiled: dict[Kind, Callable[..., Any]] = {}
        self._seconds: dict[Kind, float] = {}  # spent in plain Python
        self._prices: dict[tuple[Kind, bool], float] = {}

    def __call__(self, *arguments: Any) -> Any:
        """Run it once, compiled if that is asked for."""
        if when_to_compile() == ALWAYS:
            with loading():
                from perfectplay.contract.native.compiling import compile_for

            return compile_for(self.function, arguments, lambda message: None)(*arguments)
        return self.function(*arguments)

    def pays(self, kind: Kind, is_small: bool | None) -> bool:
        """Tell whether machine code is worth its price for work that is known to be small, or not, or not known."""
        when = when_to_compile()
        if when != AUTO:
            return when == ALWAYS
        return self._seconds.get(kind, 0.0) >= self._price(kind) if is_small is None else not is_small

    def _price(self, kind: Kind) -> float:
        """Return the seconds of plain Python after which machine code is worth its price."""
        key = kind, "numba" in sys.modules
        if key not in self._prices:
            rules = kind[0].__name__ if isinstance(kind[0], type) else ""
            loading = LOAD_SECONDS if key[1] else IMPORT_SECONDS
            self._prices[key] = loading if is_kept(self.function.__name__, rules) else COMPILE_SECONDS
        return self._prices[key]

    def interpret(self, kind: Kind, *arguments: Any) -> Any:
        """Run it as plain Python, and count the seconds."""
        began = time.perf_counter()
        try:
            with np.errstate(over="ignore", divide="raise", invalid="raise"):  # as compiled rules do
                return self.function(*arguments)
        except FloatingPointError as error:
            raise ZeroDivisionError("division by zero").with_traceback(error.__traceback__) from None
        finally:
            self._seconds[kind] = self._seconds.get(kind, 0.0) + time.perf_counter() - began

    def compile(self, kind: Kind, arguments: tuple[Any, ...], on_message: Callable[[str], None]) -> Callable[..., Any]:
        """Return its machine code for arguments of these types."""
        with loading():
            from perfectplay.contract.native.compiling import compile_for

        self.compiled[kind] = compile_for(self.function, arguments, on_message)
        return self.compiled[kind]


def kernel(function: Callable[..., Any]) -> Kernel:
    """Make a kernel of a function."""
    return Kernel(function)
