"""Compiled kernels and their cache on disk.

A kernel is a generic function of the search layer.  Numba compiles it once per class of rules; the machine code is kept
in the user's cache folder, one file per fingerprint, so that an edited rule can never be answered by an old kernel.

The fingerprint covers the source of this module, so it is also the format number of the files: no release opens those
of another.  The private parts of Numba that are used here are listed, and guarded, by `tests/contract/test_numba.py`.
"""

import hashlib
import os
import pickle
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba import njit, typeof, types
from numba.core import config
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from perfectplay.base.folders import cache_folder
from perfectplay.contract.dispatch import STUBS
from perfectplay.contract.fingerprint import fingerprint
from perfectplay.contract.kernel_files import read_sealed, write_sealed

IS_INTERPRETED = bool(config.DISABLE_JIT)

# Switches of Numba that change the machine code; an entry made under others must not be found.
SWITCHES = (
    "BOUNDSCHECK",
    "OPT",
    "LOOP_VECTORIZE",
    "SLP_VECTORIZE",
    "ENABLE_AVX",
    "DEBUGINFO_DEFAULT",
    "FULL_TRACEBACKS",
)


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function on first use for each signature, releasing the interpreter lock, cached on disk."""
    if IS_INTERPRETED:
        return function
    # Kernels allocate nothing; without Numba's run-time system no array in a tuple is counted in and out of every call.
    dispatcher = njit(nogil=True, error_model="numpy", _nrt=False)(function)
    dispatcher._cache = KernelCache(function)
    return dispatcher


_READY: set[tuple[Any, ...]] = set()


def prepare(
    function: Callable[..., Any], kind: tuple[Any, ...], arguments: tuple[Any, ...], on_message: Callable[[str], None]
) -> float:
    """Make a kernel ready for these arguments; return the seconds that took, and say when it really compiles.

    `kind` stands for the types of the arguments: working those out takes longer than a short search.
    """
    if IS_INTERPRETED or (function, kind) in _READY:
        return 0.0
    began = time.perf_counter()
    signature = tuple(typeof(argument) for argument in arguments)
    if signature not in function.overloads:  # type: ignore[attr-defined]
        if not os.path.exists(function._cache.path(signature)):  # type: ignore[attr-defined]
            on_message("compiling once…")
        function.compile(signature)  # type: ignore[attr-defined]
    _READY.add((function, kind))
    return time.perf_counter() - began


class KernelCache(_Cache):
    """Machine code by fingerprint; plugs into Numba's dispatcher in place of its own cache."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    @property
    def cache_path(self) -> str:
        return str(cache_folder() / "kernels")

    def path(self, signature: Any) -> Path:
        """Return the file for one signature."""
        return self._path(self.key(signature))

    def _path(self, key: str) -> Path:
        return Path(self.cache_path) / f"{self.function.__name__}-{key[:32]}.kernel"

    def key(self, signature: Any) -> str:
        """Return a digest of everything the machine code for one signature depends on."""
        rules_classes = tuple(dict.fromkeys(_rules_classes(signature)))
        target = numba.core.registry.cpu_target.target_context.codegen().magic_tuple()
        parts = (
            str(signature),
            fingerprint(self.function, rules_classes),
            numba.__version__,
            llvmlite.__version__,
            sys.version,
            *(f"{switch}={getattr(config, switch, None)}" for switch in SWITCHES),
            *map(str, target),
        )
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def load_overload(self, signature: Any, context: Any) -> Any:
        # Numba refreshes its whole registry here (0.3 s a process); machine code needs only the run-time system.
        key = self.key(signature)
        data = read_sealed(self._path(key), key)
        if data is None:
            return None
        rtsys.initialize(context)
        try:
            return CompileResult._rebuild(context, *pickle.loads(data))
        except Exception:  # unpickling may raise anything
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        if any(not lifted.can_cache for lifted in result.lifted) or result.library.has_dynamic_globals:
            return
        key = self.key(signature)
        write_sealed(self._path(key), key, dumps(result._reduce()))

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...


def _rules_classes(argument_types: Any) -> list[type]:
    """Return the classes of rules among the types, those inside other rules too."""
    found = []
    for item in argument_types:
        if isinstance(item, types.BaseNamedTuple):
            if any(item.instance_class in stub.table for stub in STUBS.values()):
                found.append(item.instance_class)
            found += _rules_classes(item.types)
    return found
