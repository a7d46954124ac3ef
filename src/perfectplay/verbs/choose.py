"""One move of a game for two by a named search, as a player of the arena wants it."""

from dataclasses import replace
from typing import Any

from perfectplay.base.limits import Limits
from perfectplay.base.loading import loading
from perfectplay.model.game_for_two import WIN, GameForTwo
from perfectplay.solvers.options import MOST_DEPTH
from perfectplay.solvers.running import run_engine
from perfectplay.solvers.solver import make_request, solver_for
from perfectplay.solvers.solving import engine_of

__all__ = ["MOST_DEPTH", "choose_move"]


def choose_move(
    problem: GameForTwo, position: Any, algorithm: str, limits: Limits, depth: int = 0, objective: str = ""
) -> str | None:
    """Return the best move that a search finds within the limits; None if it finds none in that time.

    Without a depth the search goes to the end of every game.  With one it is repeated to each depth up to that, and
    when the time is up the last one that was finished counts.
    """
    with loading():
        from perfectplay.solvers.deciding import refuse_odd_outcome

        solver = solver_for(problem)
    request = make_request(problem, limits, depth=depth)
    request = replace(request, objective=objective or request.objective)
    state = solver.state_of(position)
    engines: list[Any] = []

    def make() -> Any:
        engines.append(engine_of(solver, request, algorithm))
        engines[0].begin(state, values_all=False)
        return engines[0]

    if run_engine(solver, make, request.watch()).limit == "interrupted":
        raise KeyboardInterrupt
    if not engines or not engines[0].found:
        return None
    if request.objective == WIN:
        refuse_odd_outcome(engines[0])
    best, _ = max(engines[0].found, key=lambda item: item[1])
    return solver.move_text(state, best)
