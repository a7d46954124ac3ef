"""`exact_values`: the oracle of a problem, which knows what every position and every move is worth."""

from perfectplay.base.errors import UnsupportedError
from perfectplay.base.limits import Limits
from perfectplay.base.progress import Progress
from perfectplay.model.game_for_two import GameForTwo, GameOracle
from perfectplay.model.option import Option, Real
from perfectplay.model.oracle import Oracle
from perfectplay.model.problem import Problem
from perfectplay.solvers.oracle import Notice, find_oracle
from perfectplay.verbs.asking import as_limits, as_problem, as_progress, check_function
from perfectplay.verbs.solve import checked_objective

SEARCH_SECONDS = Option("search_seconds", Real(), "Seconds that each search may take.", verbs=())


def exact_values(
    problem: Problem | str,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    on_notice: Notice = lambda message: None,
    search_seconds: float | None = None,
) -> Oracle:
    """Return what knows the exact value of the positions of a problem; `search_seconds` bounds each search.

    The values of a game for two are those of its first objective.

    >>> from perfectplay import load
    >>> problem = load("coins/4")
    >>> oracle = exact_values(problem)
    >>> oracle.value(problem.start).outcome, oracle.good_moves(problem.start)
    ('won', ['a1-a4', 'a1-d4', 'a4-d4'])
    """
    problem = as_problem(problem)
    SEARCH_SECONDS.check(search_seconds)
    check_function("on_notice", on_notice)
    return find_oracle(problem, as_limits(limits), as_progress(progress), on_notice, search_seconds)


def game_values(
    problem: GameForTwo,
    objective: str = "",
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    on_notice: Notice = lambda message: None,
) -> GameOracle:
    """Return the oracle of a game for two by one of its objectives, the first by default.

    >>> from perfectplay.model.specs import load
    >>> problem = load("coins/assignment1")
    >>> game_values(problem, "score").value(problem.start).points
    72
    """
    objective = checked_objective(problem, objective)
    check_function("on_notice", on_notice)
    oracle = find_oracle(problem, as_limits(limits), as_progress(progress), on_notice, objective=objective)
    if not isinstance(oracle, GameOracle):
        raise UnsupportedError(f"{problem.spec} has no exact values of a game for two")
    return oracle
