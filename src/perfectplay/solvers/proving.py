"""`prove`: the question of `solve`, for a user who wants the best proof that there is no solution."""

from perfectplay.answers import Answer
from perfectplay.games.base import Problem
from perfectplay.limits import Limits, Progress
from perfectplay.solvers.base import Request, timed
from perfectplay.specs import load


def prove(problem: Problem | str, *, limits: Limits | None = None, progress: Progress | None = None) -> Answer:
    """Prove that a problem cannot be solved, or solve it, or say which limit was hit.

    What is quickest to check is tried first: the number of pegs, position classes, a weight function, a branching tree
    of weight functions, and at last a search that looks at every position.

    >>> prove("pegs/triangle-4:a2..a3").certificate["kind"]
    'tree'
    >>> prove("pegs/triangle-5").status
    'solved'
    """
    if isinstance(problem, str):
        problem = load(problem)
    objective = problem.facts.objectives[0]
    request = Request(objective=objective, limits=limits or Limits(), progress=progress or Progress())
    answer: Answer = timed(problem, lambda solver: solver.prove(request))
    return answer
