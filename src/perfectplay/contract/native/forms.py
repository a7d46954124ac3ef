"""How functions that only compiled code calls are compiled.

They need no entry for Python, and leaving that out makes compiling them several times faster.
"""

from functools import partial

from numba.extending import overload

WITHOUT_ENTRIES = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

# What compiled code runs in place of a function; not strict, because Numba would compare annotations too.
compiled_form = partial(overload, strict=False, jit_options=WITHOUT_ENTRIES)
inlined_form = partial(overload, strict=False, jit_options={**WITHOUT_ENTRIES, "forceinline": True})
