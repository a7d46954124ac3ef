"""Each of the runs of these tests is what the Makefile says: compiled, or plain Python, and never the other."""

import os

import pytest

import perfectplay as pp
from perfectplay.contract.switch import ALWAYS, NEVER, when_to_compile


@pytest.mark.skipif(when_to_compile() not in (ALWAYS, NEVER), reason="this run may do either")
@pytest.mark.parametrize("algorithm", ["breadth-first", "astar", "idastar", "depth-first"])
def test_this_run_is_what_it_is_called(algorithm: str) -> None:
    wanted = "compiled" if when_to_compile() == ALWAYS else "interpreted"
    assert pp.solve("pegs/triangle-4", algorithm=algorithm).stats.mode == wanted
    assert pp.count("pegs/triangle-4").stats.mode == wanted
    assert pp.solve("coins/3").stats.mode == wanted


def test_bounds_are_checked_in_compiled_kernels_alone() -> None:
    if os.environ.get("NUMBA_BOUNDSCHECK") == "1":
        assert when_to_compile() == ALWAYS
