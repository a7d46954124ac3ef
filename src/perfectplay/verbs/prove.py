"""`prove`: the question of `solve`, for a user who wants the best proof that there is no solution."""

from perfectplay.base.limits import Limits
from perfectplay.base.progress import Progress
from perfectplay.model.answers import Answer
from perfectplay.model.problem import Problem
from perfectplay.solvers.solver import make_request, timed
from perfectplay.verbs.asking import as_limits, as_problem, as_progress


def prove(problem: Problem | str, *, limits: Limits | None = None, progress: Progress | None = None) -> Answer:
    """Prove that a problem cannot be solved, or solve it, or say which limit was hit.

    What is quickest to check is tried first: the number of pegs, position classes, a weight function, a branching tree
    of weight functions, and at last a search that looks at every position.

    >>> prove("pegs/triangle-4:a2..a3").certificate["kind"]
    'tree'
    >>> prove("pegs/triangle-5").status
    'solved'
    """
    problem = as_problem(problem)
    request = make_request(problem, as_limits(limits), as_progress(progress))
    return timed(problem, lambda solver: solver.prove(request))
