"""Functions that only compiled code calls.

They need no entry for Python, and leaving that out makes compiling them several times faster.
"""

from functools import partial

from numba import njit
from numba.extending import overload

WITHOUT_ENTRIES = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

# A helper of a kernel.
inner = njit(**WITHOUT_ENTRIES)

# What compiled code runs in place of a function; not strict, because Numba would compare annotations too.
compiled_form = partial(overload, strict=False, jit_options=WITHOUT_ENTRIES)
