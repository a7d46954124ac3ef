"""A user's own game for two: check its rules, then search it like any other."""

from collections.abc import Sequence

from perfectplay.base.errors import InputError, PerfectplayError
from perfectplay.base.loading import loading
from perfectplay.contract.dispatch import STUBS
from perfectplay.contract.measures import VALUE
from perfectplay.contract.state import from_number
from perfectplay.contract.stubs import canonical, estimate, gain, outcome, successors
from perfectplay.games.own.game import Game
from perfectplay.games.own.solving.checks import check_number, check_rows, check_rules, explained
from perfectplay.games.own.solving.symmetry import check_symmetry
from perfectplay.model.answers import Answer
from perfectplay.model.count import POSITIONS, Count, Wanted
from perfectplay.model.game_for_two import WIN
from perfectplay.search.task import SearchTask
from perfectplay.search.watch import Watch
from perfectplay.solvers.solver import Request, Solver
from perfectplay.solvers.solving import solve_by


class GameSolver(Solver[Game]):
    """Serves one game for two of a user."""

    has_estimate_in_rules = True

    def __init__(self, problem: Game) -> None:
        super().__init__(problem)
        self.rules_class = type(problem.rules)
        check_rules(problem, (successors, outcome))
        check_rows(problem)
        start = from_number(problem.start_state, problem.words)
        check_number(problem, estimate, VALUE, start)
        if not problem.successors(problem.start_state):
            check_number(problem, outcome, VALUE, start)
        self.has_symmetry = STUBS[canonical].is_implemented_by(self.rules_class)
        if not problem.is_symmetry_checked:
            check_symmetry(problem)
            problem.is_symmetry_checked = True
        if problem.can_repeat and STUBS[gain].is_implemented_by(self.rules_class):
            raise InputError("Game(can_repeat=True) cannot have gains: points could be gained for ever")

    def estimates(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        has_own = STUBS[estimate].is_implemented_by(self.rules_class)
        return {"own": ("the game's own estimate", ())} if has_own else {}

    def default_estimate(self, objective: str) -> str:
        return "own" if self.estimates() else "none"

    def task(self, objective: str, estimate: str, rules: frozenset[str], watch: Watch) -> SearchTask:
        game = self.problem
        return SearchTask(
            game.rules,
            game.start_state,
            game.words,
            game.branching,
            is_monotone=game.facts.is_monotone,
            is_only_won=objective == WIN,
        )

    def solve_by_default(self, request: Request) -> Answer:
        return solve_by(self, request, self.choose(request))

    def figure_names(self) -> Sequence[str]:
        with loading():
            from perfectplay.solvers.game_counts import game_figure_names

        return (*POSITIONS, *game_figure_names(self))

    def count(self, request: Request, wanted: Wanted) -> Count:
        with loading():
            from perfectplay.solvers.game_counts import count_game

        return count_game(self, request, wanted)

    def explain(self, error: Exception) -> PerfectplayError | None:
        return explained(self.problem, error)
