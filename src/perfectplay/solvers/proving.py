"""`prove`: the question of `solve`, for a user who wants the best proof that there is no solution."""

import time
from typing import Protocol, runtime_checkable

from perfectplay.answers import Answer
from perfectplay.games.base import Problem
from perfectplay.limits import Limits, Progress
from perfectplay.solvers.base import Request, solver_for
from perfectplay.specs import load


@runtime_checkable
class Prover(Protocol):
    """A solver that knows proofs of its own; the others prove by looking at every position."""

    def prove(self, request: Request) -> Answer:
        """Return the answer, by a proof without search if there is one."""


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
    began = time.perf_counter()
    solver = solver_for(problem)  # imports the compiler
    loaded = time.perf_counter()
    objective = problem.facts.objectives[0]
    request = Request(objective=objective, limits=limits or Limits(), progress=progress or Progress())
    answer = solver.prove(request) if isinstance(solver, Prover) else solver.automatic(request)
    compiling = answer.stats.compile_seconds
    answer.stats.seconds = time.perf_counter() - loaded - compiling
    answer.stats.compile_seconds = compiling + loaded - began
    return answer
