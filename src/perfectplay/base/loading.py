"""Slow imports, which are made when they are needed and timed apart from the work.

A search counts its own seconds; importing a compiler or a solver of linear programs on the way is not search:

    with loading():
        from perfectplay.search.loop import run
"""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

LEAST_BYTES = 1 << 27  # NumPy's library ends the process, with lines of its own, where it does not get so many
THREADS = "OPENBLAS_NUM_THREADS"  # OpenBLAS takes memory for each thread, and nothing here uses more than one

_seconds = 0.0
_depth = 0


class loading:  # noqa: N801 - reads as a verb; a class, because a generator takes as long as much of a short search
    """Count the seconds of imports; those inside others are counted once."""

    def __enter__(self) -> None:
        global _depth
        self.began = time.perf_counter()
        self.is_sparing = "numpy" not in sys.modules and _spare_memory()
        _depth += 1

    def __exit__(self, *error: object) -> None:
        global _seconds, _depth
        _depth -= 1
        if not _depth:
            _seconds += time.perf_counter() - self.began
        if self.is_sparing:
            os.environ.pop(THREADS, None)


def loading_seconds() -> float:
    """Return the seconds that such imports have taken in this process."""
    return _seconds


def _spare_memory() -> bool:
    """Where the address space is limited, as by `ulimit -v`, let NumPy load with little memory, or not at all.

    Tell whether the number of its threads was set for that.
    """
    left = _address_space_left()
    if left is not None and left < LEAST_BYTES:
        raise MemoryError(f"{left:,} bytes are left of the address space, and {LEAST_BYTES:,} are needed")
    is_set = left is not None and THREADS not in os.environ
    if is_set:
        os.environ[THREADS] = "1"
    return is_set


def _address_space_left() -> int | None:
    """Return how many bytes this process may still take by its limit; None if there is none, or nobody knows."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # Windows does not have this module

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        if limit != resource.RLIM_INFINITY:
            pages = int(Path("/proc/self/statm").read_text("utf-8").split()[0])
            return limit - pages * resource.getpagesize()
    return None
