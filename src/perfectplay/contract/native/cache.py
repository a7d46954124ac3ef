"""The cache of compiled kernels on disk: one file per fingerprint, so that no edited rule is answered by an old kernel.

The fingerprint covers the sources of the contract, so it is also the format number of the files: no release opens those
of another.  The private parts of Numba that are used here are listed, and guarded, by `tests/contract/test_numba.py`.
"""

import hashlib
import itertools
import pickle
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba import types
from numba.core import config
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from perfectplay.contract.dispatch import STUBS
from perfectplay.contract.fingerprint import fingerprint
from perfectplay.contract.kernel_files import kernel_file, read_sealed, write_sealed

# Numba numbers the functions of a process from 1 on, and machine code is linked by names with these numbers.  So two
# kernels that were compiled in different processes could have different helpers of one name, and the second to be
# loaded would run those of the first.  Numbers from a random one on are different everywhere.
FunctionIdentity._unique_ids = itertools.count(secrets.randbits(62))

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


class KernelCache(_Cache):
    """Machine code by fingerprint; plugs into Numba's dispatcher in place of its own cache."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    @property
    def cache_path(self) -> str:
        return str(kernel_file("", "", "").parent)

    def path(self, signature: Any) -> Path:
        """Return the file for one signature."""
        return self._path(signature, self.key(signature))

    def _path(self, signature: Any, key: str) -> Path:
        classes = rules_classes(signature)
        return kernel_file(self.function.__name__, classes[0].__name__ if classes else "", key)

    def key(self, signature: Any) -> str:
        """Return a digest of everything the machine code for one signature depends on."""
        target = numba.core.registry.cpu_target.target_context.codegen().magic_tuple()
        parts = (
            str(signature),
            fingerprint(self.function, tuple(dict.fromkeys(rules_classes(signature)))),
            numba.__version__,
            llvmlite.__version__,
            np.__version__,
            sys.version,
            *(f"{switch}={getattr(config, switch, None)}" for switch in SWITCHES),
            *map(str, target),
        )
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def load_overload(self, signature: Any, context: Any) -> Any:
        # Numba refreshes its whole registry here (0.3 s a process); machine code needs only the run-time system.
        key = self.key(signature)
        data = read_sealed(self._path(signature, key), key)
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
        write_sealed(self._path(signature, key), key, dumps(result._reduce()))

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...


def rules_classes(argument_types: Any) -> list[type]:
    """Return the classes of rules among the types, those inside other rules too."""
    found = []
    for item in argument_types:
        if isinstance(item, types.BaseNamedTuple):
            if any(item.instance_class in stub.table for stub in STUBS.values()):
                found.append(item.instance_class)
            found += rules_classes(item.types)
    return found
