"""Pegs: how a board becomes a task, and what to try in which order."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from math import inf
from typing import Any

from perfectplay.answers import Answer, Impossible, Solved, Unknown
from perfectplay.errors import UnsupportedError
from perfectplay.games.pegs.board import JUMP_ORDERS, Jump
from perfectplay.games.pegs.classes import separating_sets
from perfectplay.games.pegs.estimates import ESTIMATES, make_estimate
from perfectplay.games.pegs.kernels import build_move_rules, build_rules, orbit_sizes, words_for
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.games.pegs.programme import Effort, named_weights, possible_jumps, refuting_tree, refuting_weights
from perfectplay.games.pegs.weights import Weights, generate_weights
from perfectplay.limits import Limits, Stats
from perfectplay.registry import find_algorithm
from perfectplay.search.race import Race
from perfectplay.search.task import PruningRule, Settings, Task
from perfectplay.solvers.base import Request, Solver
from perfectplay.solvers.counting import Count, Level, Pair, PairCount
from perfectplay.solvers.running import run_engine
from perfectplay.solvers.solving import labelled_engine, make_answer, no_pruning, remaining, solve_by

# What is tried in turn for a first solution: an algorithm and the estimate that guides it.  No one is best on every
# board. Dives are quick or hopeless; beams find what dives miss; depth first search with weights proves that there is
# nothing.
DIVES = (("depth-first", "weighted"), ("depth-first", "manhattan"))
DIVE_POSITIONS = 250
BEAMS = (("beam", "manhattan"), ("beam", "tidy"), ("beam", "spread"))
BEAM_POSITIONS = 4_000
# Positions looked at before more is spent on a proof that there is no solution.
QUICK_POSITIONS = 30_000
# Positions that iterative deepening may look at before all positions are mapped, for the fewest moves.
DEEPENING_POSITIONS = 200_000
# Nodes of the integer programme, and seconds: before any search, after a quick one, and where a proof is asked for.
LITTLE_BRANCHING = (50, 0.1)
SOME_BRANCHING = (200, 0.3)
MUCH_BRANCHING = (10_000, 60.0)
# Questions to the linear programme which jumps a solution can have, and seconds.
JUMP_QUESTIONS = (1_000, 0.2)
NO_RULES = frozenset[str]()


class PegSolver(Solver):
    """Serves one peg problem."""

    pruning = (PruningRule("weights"), PruningRule("class", is_invariant=True))
    has_symmetry = True
    own_orders = JUMP_ORDERS
    problem: PegProblem

    def __init__(self, problem: PegProblem, order: str = "") -> None:
        super().__init__(problem)
        self._ordered: dict[str, PegSolver] = {}
        self._jumps = problem.board.jumps_in(order) if order else problem.board.jumps
        self._tasks: dict[tuple[str, str, bool, int, bool], Task] = {}
        self._tree: dict[str, Any] | None = None
        self._nodes_tried = 0.0

    def estimates(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        return ESTIMATES

    def default_estimate(self, objective: str) -> str:
        return "corners" if objective == "moves" else "weighted"

    def with_order(self, name: str) -> "PegSolver":
        return self._ordered.setdefault(name, PegSolver(self.problem, name))

    def is_fixed_length(self, objective: str) -> bool:
        return objective == "jumps"  # every jump takes one peg away

    @cached_property
    def weights(self) -> list[Weights]:
        return generate_weights(self.problem)

    def task(
        self,
        objective: str,
        estimate: str,
        rules: frozenset[str],
        most_pegs: int = 0,
        drops_jumps: bool = False,
    ) -> Task:
        if objective == "pegs":
            raise UnsupportedError("the objective pegs is a series of searches; leave their choice to us")
        key = (objective, estimate, "weights" in rules, most_pegs, drops_jumps)
        if key not in self._tasks:
            self._tasks[key] = self._make_task(*key)
        return self._tasks[key]

    def _make_task(self, objective: str, estimate: str, has_weights: bool, most_pegs: int, drops_jumps: bool) -> Task:
        guide = make_estimate(estimate, self.problem)
        weights = self.weights if has_weights else []
        start, branching = self.problem.start.pegs, max(1, len(self.problem.board.jumps))
        words = words_for(len(self.problem.board.holes))
        rules: Any
        if objective == "moves":
            rules, start, words = build_move_rules(self.problem, guide, weights, self._jumps)
        else:
            jumps = self._possible_jumps if drops_jumps else self._jumps
            rules = build_rules(self.problem, guide, weights, most_pegs, jumps=jumps)
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
    def _possible_jumps(self) -> tuple[Jump, ...]:
        return possible_jumps(self.problem, _effort(JUMP_QUESTIONS))

    @cached_property
    def _refutation_by_weights(self) -> dict[str, Any] | None:
        function = refuting_weights(self.problem)
        return None if function is None else self._by_weights([named_weights(self.problem, function)])

    def _by_weights(self, functions: list[dict[str, str]]) -> dict[str, Any]:
        return {"kind": "weights", "functions": functions}

    def _refutation_by_tree(self, branching: tuple[int, float], limits: Limits) -> dict[str, Any] | None:
        """Refute goal by goal; what was in vain is not tried again with as little, nor at all if nodes were left."""
        nodes, seconds = branching
        if self._tree is None and nodes > self._nodes_tried:
            effort = _effort((nodes, min(seconds, limits.seconds or seconds)))
            self._tree = self._grow_trees(effort)
            if effort.has_time():
                self._nodes_tried = nodes if effort.nodes < 0 else inf
        return self._tree

    def _grow_trees(self, effort: Effort) -> dict[str, Any] | None:
        problem = self.problem
        goals: dict[str, dict[str, Any]] = {}
        for goal in problem.goals:
            name = "goal" if problem.goal is not None else self._names(goal)[0]
            sets = separating_sets(problem.invariant_sets, problem.start.pegs, (goal,))
            if sets is not None:
                goals[name] = {"set": self._names(sets[0])}
            elif (tree := refuting_tree(problem, goal, effort)) is not None:
                goals[name] = tree.as_json(problem)
            else:
                return None
        if all("weights" in proof for proof in goals.values()):
            return self._by_weights([proof["weights"] for proof in goals.values()])
        return {"kind": "tree", "goals": goals}

    def _anywhere(self) -> "PegSolver":
        """Return the solver of the same start with any single peg for a goal."""
        return PegSolver(PegProblem(self.problem.start, None, self.problem.spec))

    def _lack_of_room(self) -> str:
        """Return why the positions cannot be mapped on this machine, with the figures; nothing where they can."""
        from perfectplay.solvers.peg_maps import bytes_needed, too_many_holes

        needed, there = bytes_needed(self.problem), Limits().memory_bytes()
        if needed <= there:
            return too_many_holes(self.problem)
        return too_many_holes(self.problem) or f"{needed:,} bytes are needed to map every position, {there:,} are there"

    def count(self, request: Request, levels: int | None, by: str) -> Count:
        from perfectplay.solvers.peg_counting import count_by_maps

        refusal = self._lack_of_room()
        if not refusal:
            return count_by_maps(self.problem, request, levels, by)
        if by != "jumps":
            return Count(self.problem.as_json(), (), "memory", Stats(), by=by, detail=refusal)
        # Up to symmetry alone; how many images each position has gives the raw figures.
        anywhere = self._anywhere()
        engine, limit, stats = anywhere.enumerate_levels(request, levels, symmetry=True)
        rows, first = [], 0
        for number, size in enumerate(engine.levels):
            sizes = orbit_sizes(anywhere.problem, engine.nodes.states[first : first + size])
            rows.append(Level(number, int(sizes.sum()), size))
            first += size
        return Count(self.problem.as_json(), tuple(rows), limit, stats, detail=refusal if limit == "memory" else "")

    def count_pairs(self, request: Request, told: Callable[[Pair], None]) -> PairCount:
        """Count the solutions of every vacancy and survivor of the board."""
        from perfectplay.solvers.peg_counting import count_pairs_by_maps

        if refusal := self._lack_of_room():
            return PairCount(self.problem.spec, (), "memory", Stats(), refusal)
        return count_pairs_by_maps(self.problem, request, told)

    def automatic(self, request: Request) -> Answer:
        if request.objective == "pegs":
            return self._fewest_pegs(request)
        search = self._fewest_moves if request.objective == "moves" else partial(self._search, branching=SOME_BRANCHING)
        return self._refute_or(search, request, LITTLE_BRANCHING)

    def prove(self, request: Request) -> Answer:
        """Grow a larger tree before the search, and do not mind a very large one on its way."""
        return self._refute_or(partial(self._search, branching=MUCH_BRANCHING), request, SOME_BRANCHING)

    def _refute_or(self, search: Callable[[Request], Answer], request: Request, branching: tuple[int, float]) -> Answer:
        """Look for a proof that needs no search, what is quickest to find and to check first; then search.

        The linear programme takes some milliseconds (English board 2, 9x9 board 10), once for a problem, and a small
        tree ten times that at worst: little next to a search in vain, and nothing next to starting Python.
        """
        began = time.perf_counter()
        certificate = self.refute(request.objective, frozenset({"class", "weights"}))
        if certificate is None and not self.problem.is_goal(self.problem.start):
            certificate = self._refutation_by_tree(branching, request.limits)
        if certificate is not None:
            return self._impossible(request, Stats(pruned=no_pruning(self)), certificate)
        left = remaining(request.limits, Stats(seconds=time.perf_counter() - began))
        return search(replace(request, limits=left))

    def _impossible(self, request: Request, stats: Stats, certificate: dict[str, Any]) -> Impossible:
        return Impossible(self.problem.as_json(), request.objective, stats, certificate)

    def _search(self, request: Request, branching: tuple[int, float]) -> Answer:
        """Look quickly, since most problems are easy; else try harder to refute before looking everywhere."""
        result = self._look_quickly(request)
        if self._has_given_up(request, result):
            began = time.perf_counter()
            limits = remaining(request.limits, result.stats)
            request.progress.announce("looking for a proof by weights…")
            certificate = self._refutation_by_tree(branching, limits)
            result.stats.seconds += time.perf_counter() - began
            if certificate is not None:
                return self._impossible(request, result.stats, certificate)
            result = self._look_everywhere(request, result)
        return make_answer(self, request, result, is_optimal=False)

    def _look_quickly(self, request: Request, most_pegs: int = 0) -> Any:
        """Dive, then send out beams, and give up after some positions."""
        dives = self._race(request, DIVES, NO_RULES, DIVE_POSITIONS, len(DIVES) * DIVE_POSITIONS, most_pegs)
        if not self._has_given_up(request, dives):
            return dives
        return self._go_on(request, dives, BEAMS, NO_RULES, QUICK_POSITIONS, most_pegs)

    def _look_everywhere(self, request: Request, earlier: Any, most_pegs: int = 0) -> Any:
        """Search until there is an answer: by wider beams, and by depth first search that weights keep small.

        Jumps that no solution can have are left out, unless the goal is another than the problem's.
        """
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
            drops_jumps = "weights" in rules and not most_pegs
            task = self.task("jumps", estimate, rules, most_pegs, drops_jumps)
            is_dive = algorithm == "depth-first"
            order = "estimate" if is_dive and estimate != "none" else "given"
            settings = Settings(symmetry=is_dive, rules=rules, order=order, seed=request.seed)
            return labelled_engine(find_algorithm(algorithm), estimate, task, settings)

        limits = request.limits
        if positions is not None:
            limits = replace(limits, positions=min(positions, limits.positions or positions))
        makers = [partial(make, algorithm, estimate) for algorithm, estimate in members]
        return run_engine(self, lambda: Race(makers, request.progress, first_turn), replace(request, limits=limits))

    def _fewest_moves(self, request: Request) -> Answer:
        """Deepen for a while, which settles what is small; then map every position, if there is room for that.

        Maps go to disk where memory is short, so that deepening may run out of memory too.
        """
        from perfectplay.solvers.peg_moves import solve_by_maps

        if refusal := self._lack_of_room():
            answer = solve_by(self, request, "idastar")
            if isinstance(answer, Unknown) and answer.limit == "memory":
                return replace(answer, detail=refusal)
            return answer
        quick = min(DEEPENING_POSITIONS, request.limits.positions or DEEPENING_POSITIONS)
        answer = solve_by(self, replace(request, limits=replace(request.limits, positions=quick)), "idastar")
        own_limits = {"memory"} if quick == request.limits.positions else {"memory", "positions"}
        if not isinstance(answer, Unknown) or answer.limit not in own_limits:
            return answer
        mapped = solve_by_maps(self.problem, replace(request, limits=remaining(request.limits, answer.stats)))
        mapped.stats.add(answer.stats)
        both = {**answer.search, "algorithm": "idastar, then maps", "threads": mapped.search["threads"]}
        return replace(mapped, search=both)

    def _fewest_pegs(self, request: Request) -> Answer:
        """Ask for one peg, then two, and so on: the first number that can be reached is the fewest."""
        anywhere = self._anywhere()
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


def _effort(allowed: tuple[int, float]) -> Effort:
    nodes, seconds = allowed
    return Effort(nodes, time.perf_counter() + seconds)


SOLVER = PegSolver
