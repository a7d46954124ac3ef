"""Slow imports, which are made when they are needed and timed apart from the work.

A search counts its own seconds; importing a compiler or a solver of linear programs on the way is not search:

    with loading():
        from perfectplay.search.loop import run
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

_seconds = 0.0
_depth = 0


@contextmanager
def loading() -> Iterator[None]:
    """Count the seconds of imports; those inside others are counted once."""
    global _seconds, _depth
    began = time.perf_counter()
    _depth += 1
    try:
        yield
    finally:
        _depth -= 1
        if not _depth:
            _seconds += time.perf_counter() - began


def loading_seconds() -> float:
    """Return the seconds that such imports have taken in this process."""
    return _seconds
