"""A solver whose answers come from searches, whatever the puzzle."""

from collections.abc import Sequence

from perfectplay.base.loading import loading
from perfectplay.model.answers import Answer
from perfectplay.model.count import POSITIONS, Count, Wanted
from perfectplay.solvers.solver import P, Request, Solver
from perfectplay.solvers.solving import solve_by


class SearchSolver(Solver[P]):
    """Serves one puzzle by searches alone; families that know better override what they know better."""

    def solve_by_default(self, request: Request) -> Answer:
        blind = "breadth-first" if self.problem.facts.has_unit_cost else "uniform"
        return solve_by(self, request, "astar" if self.estimates() else blind)

    def figure_names(self) -> Sequence[str]:
        return POSITIONS

    def count(self, request: Request, wanted: Wanted) -> Count:
        with loading():
            from perfectplay.solvers.counting import count_levels

        return count_levels(self, request, wanted)
