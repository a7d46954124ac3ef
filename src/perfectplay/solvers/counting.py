"""`count`: every position that can be reached, level by level."""

import time
from dataclasses import dataclass
from typing import Any

from perfectplay.errors import InputError
from perfectplay.games.base import Problem
from perfectplay.limits import Limits, Progress, Stats
from perfectplay.solvers.base import Request, solver_for
from perfectplay.specs import load
from perfectplay.version import __version__


@dataclass(frozen=True, slots=True)
class Level:
    """The positions first reached after so many jumps."""

    jumps: int
    positions: int
    positions_up_to_symmetry: int


@dataclass(frozen=True, slots=True)
class Count:
    """The finished levels; `limit` is empty when they are all there are."""

    problem: dict[str, Any]
    levels: tuple[Level, ...]
    limit: str
    stats: Stats

    @property
    def positions(self) -> int:
        return sum(level.positions for level in self.levels)

    @property
    def positions_up_to_symmetry(self) -> int:
        return sum(level.positions_up_to_symmetry for level in self.levels)

    def as_json(self) -> dict[str, Any]:
        """Return the fields of the design."""
        return {
            "problem": self.problem,
            "status": "unknown" if self.limit else "counted",
            "positions": self.positions,
            "positions_up_to_symmetry": self.positions_up_to_symmetry,
            "levels": [
                {
                    "jumps": level.jumps,
                    "positions": level.positions,
                    "positions_up_to_symmetry": level.positions_up_to_symmetry,
                }
                for level in self.levels
            ],
            "limit": self.limit or None,
            "version": __version__,
            "stats": self.stats.as_json(),
        }


def count(
    problem: Problem | str, *, limits: Limits | None = None, progress: Progress | None = None, levels: int | None = None
) -> Count:
    """Count the positions that can be reached, whatever the goal, in the first `levels` levels or in all.

    >>> [level.positions for level in count("pegs/triangle-4:a2..b2").levels]
    [1, 2, 4, 9, 14, 16, 11, 4, 1]
    """
    if levels is not None and levels < 1:
        raise InputError(f"levels must be 1 or more, not {levels}")
    if isinstance(problem, str):
        problem = load(problem)
    began = time.perf_counter()
    solver = solver_for(problem).for_counting()
    loaded = time.perf_counter()
    request = Request(limits=limits or Limits(), progress=progress or Progress())
    counted, limit, stats = solver.count_levels(request, levels)
    stats.seconds = time.perf_counter() - loaded - stats.compile_seconds
    stats.compile_seconds += loaded - began
    numbered = tuple(Level(number, raw, reduced) for number, (raw, reduced) in enumerate(counted))
    return Count(problem.as_json(), numbered, limit, stats)
