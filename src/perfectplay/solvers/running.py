"""Run an engine for a solver, with errors of a user's rules put into one line."""

from collections.abc import Callable
from typing import Any

from perfectplay.base.errors import PerfectplayError
from perfectplay.base.limits import Stop
from perfectplay.base.loading import loading
from perfectplay.search.watch import Watch
from perfectplay.solvers.solver import Solver, no_pruning


def run_engine(solver: Solver[Any], make_engine: Callable[[], Any], watch: Watch) -> Any:
    """Make the engine and run it under a watch, which is closed then."""
    with loading():
        from perfectplay.search.loop import Result, run  # imports the compiler, which not every answer needs

    try:
        with watch, Stop() as stop:
            return run(make_engine(), watch)
    except PerfectplayError:
        raise
    except Exception as error:
        explained = solver.explain(error)
        if explained is None:
            raise
        raise explained from None
    watch.stats.pruned = no_pruning(solver)
    return Result(None, stop.limit, watch.stats, [], {})  # stopped before there was an engine
