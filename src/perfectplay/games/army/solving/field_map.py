"""Every cell of a field with its smallest army."""

from dataclasses import replace

from perfectplay.games.army.problem import ArmyProblem
from perfectplay.model.answers import Answer, Impossible, Solved, Unknown
from perfectplay.model.count import Count
from perfectplay.solvers.solver import Request, remaining, solver_for


def map_armies(problem: ArmyProblem, request: Request) -> Count:
    """Solve for every cell, from the bottom up; a cell and its mirror image have the same answer.

    Cells that a limit kept from being known are missing.
    """
    board, mirror, watch = problem.board, problem.mirror, request.watch()
    men: dict[str, int | None] = {}
    limit = detail = ""
    for cell in reversed(range(len(board.holes))):
        name = board.names[cell]
        twin = board.names[mirror[cell]] if mirror else name
        if twin in men:
            men[name] = men[twin]
            continue
        watch.report(f"cell {name}")
        if watch.seconds_left() == 0:
            limit = "time"
            break
        rest = replace(request, limits=remaining(request.limits, watch.take_figures()))
        answer: Answer = solver_for(problem.aimed_at(cell)).solve_by_default(rest)
        if isinstance(answer, Impossible):
            men[name] = None
        elif isinstance(answer, Solved) and answer.optimal:
            men[name] = answer.own["men"]
        else:  # unknown, or solved and the proof cut short
            assert isinstance(answer, Unknown | Solved)
            limit, detail = answer.limit or "time", getattr(answer, "detail", "")
            break
    ordered = {name: men[name] for name in board.names if name in men}
    return Count(problem, (), limit, watch.stats, detail=detail, own={"map": ordered})
