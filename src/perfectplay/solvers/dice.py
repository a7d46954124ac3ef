"""Dice: A* unless another search is asked for, in either layout of states, and how many solutions are optimal."""

from dataclasses import replace
from functools import cached_property
from typing import Any

from perfectplay.answers import Answer, Solved
from perfectplay.errors import InputError
from perfectplay.games.dice.estimates import ESTIMATES
from perfectplay.games.dice.layout import LAYOUTS, PACKED, Layout, to_state
from perfectplay.games.dice.problem import DiceProblem
from perfectplay.search.task import PruningRule, Settings, Task
from perfectplay.solvers.base import Request, Solver
from perfectplay.solvers.running import run_engine
from perfectplay.solvers.solving import remaining, solve_by


class DiceSolver(Solver):
    """Serves one dice problem.

    `lost` gives up positions whose goal piece was captured or is cut off from the goal square by removed ones.
    `meaningful` gives up steps that bring the mover neither closer to the goal square nor closer to, or again next to,
    another piece.  It is not safe: on the board `.12.` with the dice 1 2 and goal piece 2, piece 1 must step back to a1
    or take its own goal piece, and the rule gives up the first.
    """

    pruning = (PruningRule("lost"), PruningRule("meaningful", is_safe=False))
    counts_optimal = True
    problem: DiceProblem

    def __init__(self, problem: DiceProblem, layout: Layout = PACKED) -> None:
        super().__init__(problem)
        self.layout = layout
        self._rules: dict[str, Any] = {}

    def estimates(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        return ESTIMATES

    def default_estimate(self, objective: str) -> str:
        return "dice"

    def choose(self, request: Request) -> str:
        return "astar" if request.threads == 1 else "depth-first"

    def automatic(self, request: Request) -> Answer:
        # Of equals the nearest first: there are many ways to dawdle, and few to arrive.
        return solve_by(self, replace(request, ties="nearest"), "astar")

    def with_state(self, name: str) -> "DiceSolver":
        if name not in LAYOUTS:
            raise InputError(f"unknown state {name[:20]!r}; choose from {', '.join(LAYOUTS)}")
        return DiceSolver(self.problem, LAYOUTS[name])

    def task(self, objective: str, estimate: str, rules: frozenset[str]) -> Task:
        from perfectplay.games.dice.kernels import MOST_SUCCESSORS

        start = to_state(self.problem.start, self.layout)
        return Task(self._rules_with(estimate), start, self.layout.words, MOST_SUCCESSORS, self.pruning)

    def _rules_with(self, estimate: str) -> Any:
        """Return the compiled form of the problem, made once for each estimate."""
        from perfectplay.games.dice.kernels import build_rules

        if estimate not in self._rules:
            self._rules[estimate] = build_rules(self.problem, estimate)
        return self._rules[estimate]

    def refute(self, objective: str, rules: frozenset[str]) -> dict[str, Any] | None:
        """Return a certificate where no piece that may win is on the board, or all are cut off, or too late."""
        problem = self.problem
        racers = problem.racers(problem.start)
        if not racers:
            return {"kind": "absent"}
        if not any(problem.start.square_of(piece) in problem.goal_distances for piece in racers):
            return {"kind": "apart"}
        return {"kind": "relaxed"} if "lost" in rules and self._is_lost_when_relaxed else None

    @cached_property
    def _is_lost_when_relaxed(self) -> bool:
        """Tell whether the estimate that knows the dice says never."""
        from perfectplay.contract import NEVER, estimate
        from perfectplay.contract.state import from_number

        start = from_number(to_state(self.problem.start, PACKED), PACKED.words)
        return bool(estimate(self._rules_with("dice"), start) == NEVER)

    def count_optimal(self, request: Request, answer: Answer) -> Answer:
        """Return the answer with the number of solutions of as many plies, or with the limit that ended counting."""
        from perfectplay.search.optimal_paths import OptimalPaths

        if not isinstance(answer, Solved):
            return answer
        task = self.task(request.objective, self.default_estimate(request.objective), frozenset({"lost"}))
        engine = OptimalPaths(task, Settings(rules=frozenset({"lost"})), answer.moves)
        result = run_engine(self, lambda: engine, replace(request, limits=remaining(request.limits, answer.stats)))
        answer.stats.add(result.stats)
        number = None if result.limit else engine.number
        return replace(answer, optimal_solutions=number, limit=result.limit or None)


SOLVER = DiceSolver
