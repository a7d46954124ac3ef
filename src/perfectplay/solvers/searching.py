"""A solver whose answers come from searches, whatever the puzzle."""

from perfectplay.base.loading import loading
from perfectplay.model.answers import Answer
from perfectplay.model.count import Count
from perfectplay.solvers.solver import P, Request, Solver
from perfectplay.solvers.solving import solve_by


class SearchSolver(Solver[P]):
    """Serves one puzzle by searches alone; families that know better override what they know better."""

    def solve_by_default(self, request: Request) -> Answer:
        blind = "breadth-first" if self.problem.facts.has_unit_cost else "uniform"
        return solve_by(self, request, "astar" if self.estimates() else blind)

    def count(self, request: Request, levels: int | None, by: str) -> Count:
        with loading():
            from perfectplay.solvers.counting import (
                count_levels,
            )  # imports the compiler, which not every answer needs

        return count_levels(self, request, levels, by)
