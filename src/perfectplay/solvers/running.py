"""Run an engine for a solver, with errors of a user's rules put into one line."""

from collections.abc import Callable
from typing import Any

from perfectplay.errors import PerfectplayError
from perfectplay.search.loop import run
from perfectplay.solvers.base import Request, Solver


def run_engine(solver: Solver, make_engine: Callable[[], Any], request: Request) -> Any:
    """Make the engine and run it within the limits of the request."""
    try:
        return run(make_engine(), request.limits, request.progress)
    except PerfectplayError:
        raise
    except Exception as error:
        explained = solver.explain(error)
        if explained is None:
            raise
        raise explained from None
