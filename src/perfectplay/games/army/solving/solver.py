"""Army: what to try in which order, and every target of a field at once."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from perfectplay.base.errors import InputError, UnsupportedError
from perfectplay.base.limits import Stop
from perfectplay.base.loading import loading
from perfectplay.base.spelling import called
from perfectplay.base.stats import Stats
from perfectplay.games.army.estimates import make_estimate
from perfectplay.games.army.golden import first_refuted
from perfectplay.games.army.problem import ArmyProblem
from perfectplay.games.army.solving.clean import cleaned
from perfectplay.games.army.solving.smallest import Smallest, find_smallest, refuting_weights
from perfectplay.games.jumping.board import Jump
from perfectplay.model.answers import Answer, Impossible, Solved, Unknown
from perfectplay.model.count import POSITIONS, Wanted
from perfectplay.model.registry import find_algorithm
from perfectplay.search.task import PruningRule, SearchTask
from perfectplay.search.watch import Watch
from perfectplay.solvers.running import run_engine
from perfectplay.solvers.searching import SearchSolver
from perfectplay.solvers.solver import Request, no_pruning
from perfectplay.solvers.solving import labelled_engine, settings_for

MOST_CELLS = 128  # the largest board that a state can hold
MOST_NODES = 1_000_000  # linear programs in a proof; a limit on positions limits them


class ArmySolver(SearchSolver[ArmyProblem]):
    """Serves one army problem."""

    pruning = (PruningRule("weights"),)
    has_symmetry = True

    def __init__(self, problem: ArmyProblem) -> None:
        super().__init__(problem)
        self._refutation: list[dict[str, Any] | None] = []  # the one by weights, when it was looked for

    def default_estimate(self, objective: str) -> str:
        return "golden"

    @property
    def target(self) -> int:
        """The cell to reach; a half-plane's may be out of reach, and is asked for only when it is not."""
        if self.problem.target is None:
            raise InputError(f"{self.problem.spec} has no target; write one after a colon, as in army/7x8:d7")
        return self.problem.target

    def task(self, objective: str, estimate: str, rules: frozenset[str], watch: Watch) -> SearchTask:
        with loading():
            from perfectplay.games.army.kernels import build_rules

        self._check_size()
        targets = self.problem.targets(with_mirror="symmetry" in rules)
        guide = make_estimate(estimate, self.problem)
        rules_of = build_rules(self.problem, targets, guide, has_weights="weights" in rules)
        return self._task(rules_of, self.problem.start.pegs)

    def _check_size(self) -> None:
        cells = len(self.problem.board.holes)
        if cells > MOST_CELLS:
            raise UnsupportedError(
                f"{cells:,} cells; a named search takes up to {MOST_CELLS}: leave out {called('algorithm')}"
            )

    def _task(self, rules: Any, start: int) -> SearchTask:
        with loading():
            from perfectplay.games.jumping.kernels import words_for

        board = self.problem.board
        words = words_for(len(board.holes))
        branching = max(1, len(board.jumps))
        return SearchTask(
            rules,
            start,
            words,
            branching,
            self.pruning,
            is_monotone=self.problem.facts.is_monotone,
            sum_sets=self._rows_and_columns,
        )

    @cached_property
    def _rows_and_columns(self) -> tuple[int, ...]:
        sets: dict[tuple[int, int], int] = {}
        for cell, place in enumerate(self.problem.board.holes):
            for axis in (0, 1):
                sets[axis, place[axis]] = sets.get((axis, place[axis]), 0) | 1 << cell
        return tuple(sets.values())

    def refute(self, objective: str, rules: frozenset[str], watch: Watch) -> dict[str, Any] | None:
        """Return a certificate where the number of men or weights leave no hope."""
        problem = self.problem
        lattice = problem.board.lattice
        if problem.half_plane is not None and problem.half_plane.level >= first_refuted(lattice):
            return {"kind": "golden", "level": first_refuted(lattice)}
        if problem.half_plane is not None or problem.start.pegs >> self.target & 1:
            return None
        if problem.start.count < 2:
            return {"kind": "count"}
        if "weights" not in rules:
            return None
        if self._rows_to_go() >= first_refuted(lattice):
            return {"kind": "golden", "level": first_refuted(lattice)}
        if not self._refutation:
            self._refutation.append(refuting_weights(self.problem, self.target, watch))
        return self._refutation[0]

    def _rows_to_go(self) -> int:
        """Return how many rows the target is above the foremost man."""
        holes, pegs = self.problem.board.holes, self.problem.start.pegs
        return min(y for cell, (_, y) in enumerate(holes) if pegs >> cell & 1) - holes[self.target][1]

    def solve_by_default(self, request: Request) -> Answer:
        return self.solve_own("programme", request)

    def solve_own(self, algorithm: str, request: Request) -> Answer:
        if request.options.raw:
            raise InputError(
                f"{called('raw')} is for searches, which may find jumps that are not needed; add "
                f"{called('algorithm', 'greedy')}"
            )
        rules = frozenset({"weights"}) if request.options.prune is None else request.options.prune
        problem, objective, stats = self.problem, request.objective, Stats(pruned=no_pruning(self))
        certificate: dict[str, Any] | None = None
        with Stop() as stop:
            certificate = self.refute(objective, rules, request.watch())
        if stop.limit:
            return Unknown(problem, objective, stats, stop.limit, detail=stop.detail)
        if certificate is not None:
            return Impossible(problem, objective, stats, certificate)
        if problem.start.pegs >> self.target & 1:
            return self._answer(request, (), stats, is_optimal=True)
        return self._by_program(request) if algorithm == "programme" else self._backward(request)

    def _by_program(self, request: Request) -> Answer:
        problem, objective = self.problem, request.objective
        limits = replace(request.limits, positions=request.limits.positions or MOST_NODES)
        label = {"algorithm": "programme", "estimate": "none", "prune": [], "order": "given", "threads": 1}
        found: Smallest | None = None
        with replace(request, limits=limits).watch() as watch, Stop() as stop:
            found = find_smallest(problem, self.target, watch)
        stats = watch.stats
        stats.pruned = no_pruning(self)
        if found is None:
            return Unknown(problem, objective, stats, stop.limit, detail=stop.detail, search=label)
        limit = "window" if found.stop is None else found.stop.limit
        if found.jumps is not None:
            is_optimal = found.certificate is not None
            answer = self._answer(request, found.jumps, stats, is_optimal=is_optimal, certificate=found.certificate)
            return replace(answer, search=label, limit=None if is_optimal else limit)
        if found.certificate is not None:
            return Impossible(problem, objective, stats, found.certificate, search=label)
        detail = "" if found.stop is None else found.stop.detail
        return Unknown(problem, objective, stats, limit, detail=detail, search=label)

    def _backward(self, request: Request) -> Answer:
        """Un-jump from the target, level by level, until all men stand in the army."""
        with loading():
            from perfectplay.games.army.kernels import build_backward_rules

        self._check_size()
        breadth_first = find_algorithm("breadth-first")
        settings = settings_for(self, request, breadth_first)
        task = self._task(build_backward_rules(self.problem, self.target), 1 << self.target)
        result = run_engine(self, lambda: labelled_engine(breadth_first, "none", task, settings), request.watch())
        label = {**result.label, "algorithm": "backward"}
        if result.path is not None:
            jumps = self.problem.jumps_along(result.path[::-1])
            answer = self._answer(request, jumps, result.stats, is_optimal=self.problem.half_plane is None)
            return replace(answer, search=label)
        if result.limit:
            return Unknown(self.problem, request.objective, result.stats, result.limit, search=label)
        # Every position that un-jumping leads to was looked at: none of them stands in the army.
        return replace(self.exhausted(request, result.stats), search=label)

    def solved(self, request: Request, path: Sequence[int], stats: Stats, *, is_optimal: bool) -> Solved:
        """Leave out of a path what the man on the target does not need."""
        jumps = self.problem.jumps_along(self.problem.aimed_path(path))
        kept = cleaned(self.problem.start.pegs, jumps, self.target)
        answer = self._answer(request, kept, stats, is_optimal=is_optimal and self.problem.half_plane is None)
        if not request.options.raw:
            return answer
        raw = {"raw": self.problem.chains(jumps), "dropped_jumps": len(jumps) - len(kept)}
        return replace(answer, own={**answer.own, **raw})

    def exhausted(self, request: Request, stats: Stats) -> Answer:
        """Say what it means that a search has looked everywhere; on the plane everywhere is a window only."""
        if self.problem.half_plane is None:
            return super().exhausted(request, stats)
        return Unknown(self.problem, request.objective, stats, "window")

    def figure_names(self) -> Sequence[str]:
        return () if self.problem.target is None else POSITIONS  # without a target there is only the map

    def count(self, request: Request, wanted: Wanted) -> Any:
        """Return the map of smallest armies; for a target the positions of each level, as for any puzzle."""
        with loading():
            from perfectplay.games.army.solving.field_map import map_armies

        if self.problem.half_plane is not None:
            raise UnsupportedError(f"{self.problem.spec} is unbounded: there is no end of counting; count army/WxH")
        if self.problem.target is None and wanted != Wanted():
            raise InputError(
                f"{self.problem.spec} without a target is counted as a map; leave out {called('levels')} and "
                f"{called('by')}"
            )
        if self.problem.target is None:
            return map_armies(self.problem, replace(request, objective=self.problem.facts.objectives[0]))
        return super().count(request, wanted)

    def _answer(
        self,
        request: Request,
        jumps: Sequence[Jump],
        stats: Stats,
        *,
        is_optimal: bool,
        certificate: dict[str, Any] | None = None,
    ) -> Solved:
        problem = self.problem
        men = len(jumps) + 1
        return Solved(
            problem,
            request.objective,
            stats,
            tuple(problem.chains(jumps)),
            len(jumps),
            is_optimal,
            {"men": men} | ({} if problem.half_plane is not None else {"unused_men": problem.start.count - men}),
            certificate=certificate,
        )
