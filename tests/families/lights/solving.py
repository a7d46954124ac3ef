"""Lights solved by any search."""

from perfectplay.search.task import SearchTask
from perfectplay.search.watch import Watch
from perfectplay.solvers.searching import SearchSolver
from tests.families.lights.kernels import light_rules
from tests.families.lights.problem import LightProblem


class LightSolver(SearchSolver[LightProblem]):
    """Serves one problem."""

    def default_estimate(self, objective: str) -> str:
        return "lamps"

    def task(self, objective: str, estimate: str, rules: frozenset[str], watch: Watch) -> SearchTask:
        problem = self.problem
        compiled = light_rules(problem, estimate)
        return SearchTask(compiled, problem.state(problem.start), 1, len(compiled.masks), (), True, False)
