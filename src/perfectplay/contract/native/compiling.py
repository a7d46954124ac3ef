"""Compile a kernel for one kind of arguments, or load it from the cache."""

import os
from collections.abc import Callable
from typing import Any

from numba import njit, typeof
from numba.core.errors import NumbaError

from perfectplay.base.apart import run_apart
from perfectplay.base.errors import ContractError
from perfectplay.contract.native.cache import KernelCache
from perfectplay.contract.native.replay import replay
from perfectplay.contract.native.rules import REFUSALS
from perfectplay.contract.switch import INTERPRETED

_DISPATCHERS: dict[Callable[..., Any], Any] = {}


def dispatcher_of(function: Callable[..., Any]) -> Any:
    """Return Numba's form of a kernel, which compiles on first use for each signature and is cached on disk."""
    replay()
    if function not in _DISPATCHERS:
        # Kernels allocate nothing; without Numba's run-time system no array in a tuple is counted in and out of a call.
        dispatcher = njit(nogil=True, error_model="numpy", _nrt=False)(function)
        dispatcher._cache = KernelCache(function)
        _DISPATCHERS[function] = dispatcher
    return _DISPATCHERS[function]


def compile_for(function: Callable[..., Any], arguments: tuple[Any, ...], on_message: Callable[[str], None]) -> Any:
    """Return the kernel, ready for arguments of these types; say when it really compiles."""
    dispatcher = dispatcher_of(function)
    signature = tuple(typeof(argument) for argument in arguments)
    if signature not in dispatcher.overloads:
        if not os.path.exists(dispatcher._cache.path(signature)):
            on_message("compiling once…")
        try:
            run_apart(lambda: dispatcher.compile(signature))  # LLVM calls back into Python
        except NumbaError:
            if not REFUSALS:
                raise
            raise ContractError(f"{REFUSALS.pop()} ({INTERPRETED})") from None
    return dispatcher
