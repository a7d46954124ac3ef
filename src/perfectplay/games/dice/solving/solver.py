"""Dice: A* unless another search is asked for, in either layout of states, and how many solutions are optimal."""

from dataclasses import replace
from functools import cached_property
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.base.loading import loading
from perfectplay.games.dice.layout import LAYOUTS, PACKED, StateLayout, to_state
from perfectplay.games.dice.problem import DiceProblem
from perfectplay.model.answers import Answer, Solved
from perfectplay.model.option import Options
from perfectplay.search.task import PruningRule, SearchTask, Settings
from perfectplay.search.watch import Watch
from perfectplay.solvers.running import run_engine
from perfectplay.solvers.searching import SearchSolver
from perfectplay.solvers.solver import Request, remaining
from perfectplay.solvers.solving import solve_by


class DiceSolver(SearchSolver[DiceProblem]):
    """Serves one dice problem.

    `lost` gives up positions whose goal piece was captured or is cut off from the goal square by removed ones.
    `meaningful` gives up steps that bring the mover neither closer to the goal square nor closer to, or again next to,
    another piece.  It is not safe: on the board `.12.` with the dice 1 2 and goal piece 2, piece 1 must step back to a1
    or take its own goal piece, and the rule gives up the first.
    """

    pruning = (PruningRule("lost"), PruningRule("meaningful", is_safe=False))

    def __init__(self, problem: DiceProblem, layout: StateLayout = PACKED) -> None:
        super().__init__(problem)
        self.layout = layout
        self._rules: dict[str, Any] = {}

    def default_estimate(self, objective: str) -> str:
        return "dice"

    def choose(self, request: Request) -> str:
        return "astar" if (request.options.threads or 1) == 1 else "depth-first"

    def solve_by_default(self, request: Request) -> Answer:
        # Of equals the nearest first: there are many ways to dawdle, and few to arrive.
        return solve_by(self, request.with_options(ties="nearest"), "astar")

    def configured(self, options: Options) -> "DiceSolver":
        """Return the solver that keeps its states in the layout of the option `state`."""
        return self if options.state is None else DiceSolver(self.problem, LAYOUTS[options.state])

    def task(self, objective: str, estimate: str, rules: frozenset[str], watch: Watch) -> SearchTask:
        with loading():
            from perfectplay.games.dice.kernels import MOST_SUCCESSORS

        start = to_state(self.problem.start, self.layout)
        board = (1 << self.layout.phase_shift) - 1
        return SearchTask(
            self._rules_with(estimate), start, self.layout.words, MOST_SUCCESSORS, self.pruning, board_bits=board
        )

    def _rules_with(self, estimate: str) -> Any:
        """Return the compiled form of the problem, made once for each estimate."""
        with loading():
            from perfectplay.games.dice.kernels import build_rules

        if estimate not in self._rules:
            self._rules[estimate] = build_rules(self.problem, estimate)
        return self._rules[estimate]

    def refute(self, objective: str, rules: frozenset[str], watch: Watch) -> dict[str, Any] | None:
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
        with loading():
            from perfectplay.contract import NEVER, estimate
            from perfectplay.contract.state import from_number

        start = from_number(to_state(self.problem.start, PACKED), PACKED.words)
        return bool(estimate(self._rules_with("dice"), start) == NEVER)

    def completed(self, request: Request, answer: Answer) -> Answer:
        """Return the answer with the number of solutions of as many plies, or with the limit that ended counting."""
        if not request.options.all_optimal or not isinstance(answer, Solved):
            return answer
        if not answer.optimal:
            raise InputError("optimal solutions are counted after a search that proves its answer, such as astar")
        with loading():
            from perfectplay.search.optimal_paths import OptimalPaths

        watch = replace(request, limits=remaining(request.limits, answer.stats)).watch()
        task = self.task(request.objective, self.default_estimate(request.objective), frozenset({"lost"}), watch)
        engine = OptimalPaths(task, Settings(rules=frozenset({"lost"})), answer.moves)
        result = run_engine(self, lambda: engine, watch)
        answer.stats.add(result.stats)
        own = {} if result.limit else {"optimal_solutions": engine.number}
        return replace(answer, own=own, limit=result.limit or None)
