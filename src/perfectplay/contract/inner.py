"""Functions that only compiled code calls.

They need no entry for Python, and leaving that out makes compiling them several times faster.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from numba.extending import overload

WITHOUT_ENTRIES = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

# What compiled code runs in place of a function; not strict, because Numba would compare annotations too.
compiled_form = partial(overload, strict=False, jit_options=WITHOUT_ENTRIES)


def adopt(function: Callable[..., Any]) -> None:
    """Let compiled code call a plain function that was not written for it."""

    @compiled_form(function)
    def _itself(*arguments: Any) -> Callable[..., Any]:
        return function


def inner(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let kernels call a function; for Python it stays what it is."""

    # Inlined by force: a call that passes many arrays costs more than most of these functions do.
    @overload(function, strict=False, jit_options={**WITHOUT_ENTRIES, "forceinline": True})
    def _itself(*arguments: Any) -> Callable[..., Any]:
        return function

    return function
