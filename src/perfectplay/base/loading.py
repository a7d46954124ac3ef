"""Slow imports, which are made when they are needed and timed apart from the work.

A search counts its own seconds; importing a compiler or a solver of linear programs on the way is not search:

    with loading():
        from perfectplay.search.loop import run
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

LEAST_BYTES = 1 << 27  # NumPy's library ends the process, with lines of its own, where it does not get so many
THREADS = "OPENBLAS_NUM_THREADS"  # that library takes memory for each thread, and nothing here uses more than one

_seconds = 0.0
_depth = 0


@contextmanager
def loading() -> Iterator[None]:
    """Count the seconds of imports; those inside others are counted once."""
    global _seconds, _depth
    began = time.perf_counter()
    _depth += 1
    try:
        with _spared_memory():
            yield
    finally:
        _depth -= 1
        if not _depth:
            _seconds += time.perf_counter() - began


def loading_seconds() -> float:
    """Return the seconds that such imports have taken in this process."""
    return _seconds


@contextmanager
def _spared_memory() -> Iterator[None]:
    """Where the address space is limited, as by `ulimit -v`, load NumPy with little memory, or not at all."""
    left = None if "numpy" in sys.modules else _address_space_left()
    if left is not None and left < LEAST_BYTES:
        raise MemoryError(f"{left:,} bytes are left of the address space, and {LEAST_BYTES:,} are needed")
    is_set = left is not None and THREADS not in os.environ
    if is_set:
        os.environ[THREADS] = "1"
    try:
        yield
    finally:
        if is_set:
            os.environ.pop(THREADS, None)


def _address_space_left() -> int | None:
    """Return how many bytes this process may still take by its limit; None if there is none, or nobody knows."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # Windows does not have this module

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        if limit != resource.RLIM_INFINITY:
            pages = int(Path("/proc/self/statm").read_text("utf-8").split()[0])
            return limit - pages * resource.getpagesize()
    return None
