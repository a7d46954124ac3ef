"""Fewest moves, proved: a pass over all winning positions, from the goal up."""

from typing import Any

from perfectplay.answers import Answer, Impossible, Solved, Unknown
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.limits import Stop
from perfectplay.solvers.base import Request
from perfectplay.solvers.peg_maps import PegMaps
from perfectplay.solvers.peg_ways import LevelValues, best_ways


def solve_by_maps(problem: PegProblem, request: Request) -> Answer:
    """Return a solution in the fewest moves, or the proof that there is none, or the limit that was hit."""
    whole, objective = problem.as_json(), request.objective
    path: list[int] | None = None
    reached_count = 0
    label: dict[str, Any] = {"algorithm": "maps", "estimate": "none", "prune": [], "order": "given"}
    with PegMaps(problem, request.limits, request.progress) as maps, Stop() as stop:
        path, reached_count = _best_path(maps)
        maps.saver.forget()
    stats = maps.walk.stats
    label["threads"] = maps.walk.threads
    if stop.limit:
        return Unknown(whole, objective, stats, stop.limit, detail=stop.detail, search=label)
    if path is None:
        certificate = {"kind": "exhaustion", "positions": reached_count}
        return Impossible(whole, objective, stats, certificate, search=label)
    solution = tuple(problem.solution(path))
    return Solved(whole, objective, stats, solution, len(path) - 1, True, search=label)


def _best_path(maps: PegMaps) -> tuple[list[int] | None, int]:
    """Return the states of a way in the fewest moves, if there is one, and the number of positions reached."""
    reached, sizes = maps.reach()
    winning, winning_sizes = maps.win(reached)
    del reached
    if maps.problem.start.count not in winning_sizes:
        return None, sum(sizes.values())
    levels = [LevelValues(ones, values) for ones, _, values in maps.from_goals(winning, has_costs=True)]
    return best_ways(maps, winning, levels, is_one_enough=True).path(), sum(sizes.values())
