"""Pegs: how a board becomes a task, and what to try in which order."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from perfectplay.answers import Answer, Impossible, Solved
from perfectplay.errors import UnsupportedError
from perfectplay.games.pegs.classes import separating_sets
from perfectplay.games.pegs.estimates import ESTIMATES, make_estimate
from perfectplay.games.pegs.kernels import build_move_rules, build_rules, orbit_sizes, words_for
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.games.pegs.weights import Weights, generate_weights, refuting_weights
from perfectplay.limits import Stats
from perfectplay.registry import find_algorithm
from perfectplay.search.race import Race
from perfectplay.search.task import PruningRule, Settings, Task
from perfectplay.solvers.base import Request, Solver
from perfectplay.solvers.running import run_engine
from perfectplay.solvers.solving import labelled_engine, make_answer, no_pruning, remaining, solve_by

# What is tried in turn for a first solution: an algorithm and the estimate that guides it.  No one is best on every
# board. Dives are quick or hopeless; beams find what dives miss; depth first search with weights proves that there is
# nothing.
DIVES = (("depth-first", "weighted"), ("depth-first", "manhattan"))
DIVE_POSITIONS = 250
BEAMS = (("beam", "manhattan"), ("beam", "tidy"), ("beam", "spread"))
BEAM_POSITIONS = 4_000
# Positions looked at before the linear programme is asked whether there is a solution at all.
QUICK_POSITIONS = 30_000
NO_RULES = frozenset[str]()


class PegSolver(Solver):
    """Serves one peg problem."""

    pruning = (PruningRule("weights"), PruningRule("class", is_invariant=True))
    has_symmetry = True
    problem: PegProblem

    def __init__(self, problem: PegProblem) -> None:
        super().__init__(problem)
        self._tasks: dict[tuple[str, str, bool, int], Task] = {}

    def estimates(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        return ESTIMATES

    def default_estimate(self, objective: str) -> str:
        return "corners" if objective == "moves" else "weighted"

    def is_fixed_length(self, objective: str) -> bool:
        return objective == "jumps"  # every jump takes one peg away

    @cached_property
    def weights(self) -> list[Weights]:
        return generate_weights(self.problem)

    def task(self, objective: str, estimate: str, rules: frozenset[str], most_pegs: int = 0) -> Task:
        if objective == "pegs":
            raise UnsupportedError("the objective pegs is a series of searches; leave their choice to us")
        key = (objective, estimate, "weights" in rules, most_pegs)
        if key not in self._tasks:
            self._tasks[key] = self._make_task(*key)
        return self._tasks[key]

    def _make_task(self, objective: str, estimate: str, has_weights: bool, most_pegs: int) -> Task:
        guide = make_estimate(estimate, self.problem)
        weights = self.weights if has_weights else []
        start, branching = self.problem.start.pegs, max(1, len(self.problem.board.jumps))
        words = words_for(len(self.problem.board.holes))
        rules: Any
        if objective == "moves":
            rules, start, words = build_move_rules(self.problem, guide, weights)
        else:
            rules = build_rules(self.problem, guide, weights, most_pegs)
        return Task(rules, start, words, branching, self.pruning, objective != "moves", is_monotone=True)

    def refute(self, objective: str, rules: frozenset[str]) -> dict[str, Any] | None:
        problem, start = self.problem, self.problem.start.pegs
        if objective == "pegs" or problem.is_goal(problem.start):
            return None
        goal_count = 1 if problem.goal is None else problem.goal.count
        if problem.start.count <= goal_count or goal_count == 0:
            return {"kind": "count"}
        if "class" in rules and (sets := separating_sets(problem.invariant_sets, start, problem.goals)) is not None:
            return {"kind": "class", "sets": [self._names(members) for members in sets]}
        return self._refutation_by_weights if "weights" in rules else None

    def _names(self, members: int) -> list[str]:
        return [name for hole, name in enumerate(self.problem.board.names) if members >> hole & 1]

    @cached_property
    def _refutation_by_weights(self) -> dict[str, Any] | None:
        function = refuting_weights(self.problem, self.problem.start.pegs)
        if function is None:
            return None
        named = zip(self.problem.board.names, function, strict=True)
        return {"kind": "weights", "functions": [{name: str(weight) for name, weight in named if weight}]}

    def for_counting(self) -> "PegSolver":
        return PegSolver(PegProblem(self.problem.start, None, self.problem.spec))

    def count_levels(self, request: Request, levels: int | None) -> tuple[list[tuple[int, int]], str, Stats]:
        """Count up to symmetry alone; how many images each position has gives the raw figures."""
        engine, limit, stats = self.enumerate_levels(request, levels, symmetry=True)
        counts, first = [], 0
        for size in engine.levels:
            sizes = orbit_sizes(self.problem, engine.nodes.states[first : first + size])
            counts.append((int(sizes.sum()), size))
            first += size
        return counts, limit, stats

    def automatic(self, request: Request) -> Answer:
        if request.objective == "moves":
            return solve_by(self, request, "idastar")
        if request.objective == "pegs":
            return self._fewest_pegs(request)
        certificate = self.refute(request.objective, frozenset({"class"}))
        if certificate is not None:
            return Impossible(self.problem.as_json(), request.objective, Stats(pruned=no_pruning(self)), certificate)
        result = self._look_quickly(request)
        if self._has_given_up(request, result):
            if self._refutation_by_weights is not None:
                certificate = self._refutation_by_weights
                return Impossible(self.problem.as_json(), request.objective, result.stats, certificate)
            result = self._look_everywhere(request, result)
        return make_answer(self, request, result, is_optimal=False)

    def _look_quickly(self, request: Request, most_pegs: int = 0) -> Any:
        """Dive, then send out beams, and give up after some positions."""
        dives = self._race(request, DIVES, NO_RULES, DIVE_POSITIONS, len(DIVES) * DIVE_POSITIONS, most_pegs)
        if not self._has_given_up(request, dives):
            return dives
        return self._go_on(request, dives, BEAMS, NO_RULES, QUICK_POSITIONS, most_pegs)

    def _look_everywhere(self, request: Request, earlier: Any, most_pegs: int = 0) -> Any:
        """Search until there is an answer: by wider beams, and by depth first search that weights keep small."""
        members = (*BEAMS, ("depth-first", "none"))
        return self._go_on(request, earlier, members, frozenset({"weights"}), None, most_pegs)

    def _has_given_up(self, request: Request, result: Any) -> bool:
        """Tell whether a search was stopped by our own bound on positions, not by the user's."""
        return bool(result.limit == "positions" and result.stats.expanded != request.limits.positions)

    def _go_on(
        self,
        request: Request,
        earlier: Any,
        members: Sequence[tuple[str, str]],
        rules: frozenset[str],
        positions: int | None,
        most_pegs: int,
    ) -> Any:
        """Race with what an earlier search left of the limits, and add its figures."""
        rest = replace(request, limits=remaining(request.limits, earlier.stats))
        result = self._race(rest, members, rules, BEAM_POSITIONS, positions, most_pegs)
        result.stats.add(earlier.stats)
        return result

    def _race(
        self,
        request: Request,
        members: Sequence[tuple[str, str]],
        rules: frozenset[str],
        first_turn: int,
        positions: int | None,
        most_pegs: int,
    ) -> Any:
        """Let searches take turns until one ends, or `positions` have been looked at."""

        def make(algorithm: str, estimate: str) -> Any:
            task = self.task("jumps", estimate, rules, most_pegs)
            is_dive = algorithm == "depth-first"
            order = "estimate" if is_dive and estimate != "none" else "given"
            settings = Settings(symmetry=is_dive, rules=rules, order=order, seed=request.seed)
            return labelled_engine(find_algorithm(algorithm), estimate, task, settings)

        limits = request.limits
        if positions is not None:
            limits = replace(limits, positions=min(positions, limits.positions or positions))
        makers = [partial(make, algorithm, estimate) for algorithm, estimate in members]
        return run_engine(self, lambda: Race(makers, request.progress, first_turn), replace(request, limits=limits))

    def _fewest_pegs(self, request: Request) -> Answer:
        """Ask for one peg, then two, and so on: the first number that can be reached is the fewest."""
        anywhere = self.for_counting()
        answer = replace(anywhere.automatic(replace(request, objective="jumps")), objective="pegs")
        stats = answer.stats
        fewest = 1
        result: Any = None
        while isinstance(answer, Impossible) and fewest < self.problem.start.count:
            fewest += 1
            rest = replace(request, limits=remaining(request.limits, stats))
            result = anywhere._look_quickly(rest, fewest)
            if self._has_given_up(rest, result):
                result = anywhere._look_everywhere(rest, result, fewest)
            stats.add(result.stats)
            result.stats = stats
            answer = make_answer(self, request, result, is_optimal=True)
        if isinstance(answer, Impossible):  # no pegs at all, or none that can move
            solution: tuple[str, ...] = ()
            return Solved(self.problem.as_json(), "pegs", stats, solution, 0, True, self.problem.start.count)
        if isinstance(answer, Solved):
            answer = replace(answer, pegs=fewest)
        return replace(answer, problem=self.problem.as_json())


SOLVER = PegSolver
