"""Positions level by level, for any puzzle: breadth first search over everything."""

from dataclasses import replace
from typing import Any

from perfectplay.base.errors import UnsupportedError
from perfectplay.base.stats import Stats
from perfectplay.model.count import Count, Level, Wanted
from perfectplay.search.breadth_first import BreadthFirst, OnLevel
from perfectplay.search.task import Settings
from perfectplay.solvers.running import run_engine
from perfectplay.solvers.solver import Request, Solver, remaining


def count_levels(solver: Solver[Any], request: Request, wanted: Wanted) -> Count:
    """Return the positions of each level, raw and up to symmetry."""
    if wanted.by != "jumps":
        raise UnsupportedError(f"levels of {solver.problem.spec} can only be counted step by step")
    raw, limit, stats = enumerate_levels(solver, request, wanted.levels, symmetry=False)
    has_reduced = wanted.wants("positions_up_to_symmetry")
    counts = [(size, size if has_reduced else None) for size in raw.levels]
    if solver.has_symmetry and has_reduced:
        # No more positions than were just looked at: within their number, whatever the limit was.
        within = replace(request, limits=replace(remaining(request.limits, stats), positions=None))
        reduced, later, more = enumerate_levels(solver, within, len(raw.levels), symmetry=True)
        # A position and its images count once, on the first level that has one of them: later levels may have none.
        # A limit or Ctrl-C may stop this enumeration at an earlier level.
        sizes = reduced.levels + [None if later else 0] * (len(raw.levels) - len(reduced.levels))
        counts = list(zip(raw.levels, sizes, strict=True))
        limit = limit or later
        stats.add(more)
    rows = tuple(Level(number, *pair) for number, pair in enumerate(counts))
    return Count(solver.problem, rows, limit, stats, only=wanted.only)


def enumerate_levels(
    solver: Solver[Any],
    request: Request,
    levels: int | None,
    *,
    symmetry: bool,
    on_level: OnLevel = lambda states, watch: None,
) -> tuple[BreadthFirst, str, Stats]:
    """Run breadth first search over everything; return the engine with its levels."""
    watch = request.watch()
    task = solver.task(solver.problem.facts.objectives[0], "none", frozenset(), watch)
    engine = BreadthFirst(task, Settings(symmetry=symmetry), ignores_goal=True, most_levels=levels, on_level=on_level)
    result = run_engine(solver, lambda: engine, watch)
    return engine, result.limit, result.stats
