"""Every cell of a field with its smallest army."""

import time
from dataclasses import replace

from perfectplay.answers import Answer, Impossible, Solved, Unknown
from perfectplay.games.army.problem import ArmyProblem
from perfectplay.limits import Stats
from perfectplay.solvers.base import Request, solver_for
from perfectplay.solvers.counting import Count
from perfectplay.solvers.solving import remaining


def map_armies(problem: ArmyProblem, request: Request) -> Count:
    """Solve for every cell, from the bottom up; a cell and its mirror image have the same answer.

    Cells that a limit kept from being known are missing.
    """
    board, mirror, stats = problem.board, problem.mirror, Stats()
    men: dict[str, int | None] = {}
    limit = ""
    began = time.perf_counter()
    for cell in reversed(range(len(board.holes))):
        name = board.names[cell]
        twin = board.names[mirror[cell]] if mirror else name
        if twin in men:
            men[name] = men[twin]
            continue
        request.progress.report(f"cell {name}", stats)
        if request.limits.seconds is not None and time.perf_counter() - began >= request.limits.seconds:
            limit = "time"
            break
        stats.seconds = time.perf_counter() - began  # what comes before a search counts too
        rest = replace(request, limits=remaining(request.limits, stats))
        answer: Answer = solver_for(problem.aimed_at(cell)).automatic(rest)
        if isinstance(answer, Impossible):
            men[name] = None
        elif isinstance(answer, Solved) and answer.optimal:
            men[name] = answer.men
        else:  # unknown, or solved and the proof cut short
            assert isinstance(answer, Unknown | Solved)
            limit = answer.limit or "time"
            break
    ordered = {name: men[name] for name in board.names if name in men}
    return Count(problem.as_json(), (), limit, stats, map=ordered)
