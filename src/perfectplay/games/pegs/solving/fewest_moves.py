"""Fewest moves, proved: a pass over all winning positions, from the goal up."""

from typing import Any

from perfectplay.base.limits import Stop
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.games.pegs.solving.maps import PegMaps
from perfectplay.games.pegs.solving.ways import best_ways
from perfectplay.model.answers import Answer, Impossible, Solved, Unknown
from perfectplay.search.ranked.valued import BESTS
from perfectplay.solvers.solver import Request


def solve_by_maps(problem: PegProblem, request: Request) -> Answer:
    """Return a solution in the fewest moves, or the proof that there is none, or the limit that was hit."""
    objective = request.objective
    path: list[int] | None = None
    label: dict[str, Any] = {"algorithm": "bitmaps", "estimate": "none", "prune": [], "order": "given"}
    with PegMaps(problem, request.limits, request.progress, request.options.threads or 0) as maps, Stop() as stop:
        path = _best_path(maps)
        maps.checkpoint.forget()
    stats = maps.watch.stats
    label["threads"] = maps.watch.threads
    if stop.limit:
        return Unknown(problem, objective, stats, stop.limit, detail=stop.detail, search=label)
    if path is None:
        return Impossible(problem, objective, stats, {"kind": "exhaustion"}, search=label)
    solution = tuple(problem.solution(path))
    return Solved(problem, objective, stats, solution, len(path) - 1, True, search=label)


def _best_path(maps: PegMaps) -> list[int] | None:
    """Return the states of a way in the fewest moves, if there is one."""
    winning = maps.win()
    if not winning:
        return None
    levels = list(maps.from_goals(winning, BESTS, is_last_enough=False))
    return best_ways(maps, levels, is_one_enough=True).path()
