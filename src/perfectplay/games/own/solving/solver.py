"""A user's own puzzle: check its rules, then search as for any other."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from perfectplay.base.errors import ContractError, PerfectplayError
from perfectplay.contract.dispatch import STUBS
from perfectplay.contract.measures import ESTIMATE
from perfectplay.contract.state import from_number
from perfectplay.contract.stubs import canonical, estimate, is_goal, successors
from perfectplay.games.own.puzzle import Puzzle
from perfectplay.games.own.solving.checks import check_number, check_rules, explained, name_of
from perfectplay.games.own.solving.symmetry import check_symmetry
from perfectplay.model.count import Count, Wanted
from perfectplay.search.task import PruningRule, SearchTask
from perfectplay.search.watch import Watch
from perfectplay.solvers.searching import SearchSolver
from perfectplay.solvers.solver import Request


class PuzzleSolver(SearchSolver[Puzzle]):
    """Serves one puzzle of a user."""

    has_estimate_in_rules = True

    def __init__(self, problem: Puzzle) -> None:
        super().__init__(problem)
        self.rules_class = type(problem.rules)
        check_rules(problem, (successors, is_goal))
        start = from_number(problem.start_state, problem.words)
        if not isinstance(verdict := problem.ask(is_goal, start), (bool, np.bool_)):
            raise ContractError(f"{name_of(is_goal, self.rules_class)} must return True or False, not {verdict!r}")
        check_number(problem, estimate, ESTIMATE, start)
        self.pruning = tuple(PruningRule(name) for name in problem.pruning)
        self.has_symmetry = STUBS[canonical].is_implemented_by(self.rules_class)
        if not problem.is_symmetry_checked:
            check_symmetry(problem)
            problem.is_symmetry_checked = True

    def estimates(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        if not STUBS[estimate].is_implemented_by(self.rules_class):
            return {}
        objectives = self.problem.facts.objectives if self.problem.is_admissible else ()
        return {"own": ("the puzzle's own estimate", objectives)}

    def default_estimate(self, objective: str) -> str:
        return "own" if self.estimates() else "none"

    def task(self, objective: str, estimate: str, rules: frozenset[str], watch: Watch) -> SearchTask:
        puzzle = self.problem
        return SearchTask(
            puzzle.rules,
            puzzle.start_state,
            puzzle.words,
            puzzle.branching,
            self.pruning,
            puzzle.facts.has_unit_cost,
            puzzle.facts.is_monotone,
        )

    def count(self, request: Request, wanted: Wanted) -> Count:
        check_symmetry(self.problem, passes_goals=True)
        return super().count(request, wanted)

    def own_figures(self, request: Request, path: Sequence[int]) -> Mapping[str, Any]:
        return {"cost": self.problem.cost_along(path)} if request.objective == "cost" else {}

    def explain(self, error: Exception) -> PerfectplayError | None:
        return explained(self.problem, error)
