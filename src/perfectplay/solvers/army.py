"""Army: what to try in which order, and every target of a field at once."""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from math import inf
from typing import Any

from perfectplay.answers import Answer, Impossible, Solved, Unknown
from perfectplay.errors import InputError, UnsupportedError
from perfectplay.games.army.clean import cleaned
from perfectplay.games.army.estimates import ESTIMATES, make_estimate
from perfectplay.games.army.golden import first_refuted
from perfectplay.games.army.problem import ArmyProblem
from perfectplay.games.army.smallest import find_smallest, refuting_weights
from perfectplay.games.pegs.board import Jump
from perfectplay.games.pegs.programme import Effort
from perfectplay.limits import Stats
from perfectplay.registry import find_algorithm
from perfectplay.search.task import PruningRule, Task
from perfectplay.solvers.base import Request, Solver
from perfectplay.solvers.running import run_engine
from perfectplay.solvers.solving import labelled_engine, no_pruning, settings_for

ALGORITHMS = {
    "backward": {
        "about": "army: breadth first, un-jumping from the target",
        "optimal": "always",
        "family": "army",
    },
    "programme": {
        "about": "army: how often each jump is made by the integer programme, then put in order",
        "optimal": "always",
        "family": "army",
        "memory": False,
    },
}

MOST_CELLS = 128  # of a state
MOST_NODES = 1_000_000  # of proofs, each a linear programme; a limit on positions is one on them


class ArmySolver(Solver):
    """Serves one army problem."""

    pruning = (PruningRule("weights"),)
    has_symmetry = True
    problem: ArmyProblem

    def estimates(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        return ESTIMATES

    def default_estimate(self, objective: str) -> str:
        return "golden"

    @property
    def target(self) -> int:
        """The cell to reach; a half-plane's may be out of reach, and is asked for only when it is not."""
        if self.problem.target is None:
            raise InputError(f"{self.problem.spec} has no target; write one after a colon, as in army/7x8:d7")
        return self.problem.target

    def task(self, objective: str, estimate: str, rules: frozenset[str]) -> Task:
        from perfectplay.games.army.kernels import build_rules

        self._check_size()
        targets = self.problem.targets(with_mirror="symmetry" in rules)
        guide = make_estimate(estimate, self.problem)
        rules_of = build_rules(self.problem, targets, guide, has_weights="weights" in rules)
        return self._task(rules_of, self.problem.start.pegs)

    def _check_size(self) -> None:
        cells = len(self.problem.board.holes)
        if cells > MOST_CELLS:
            raise UnsupportedError(f"{cells:,} cells; a named search takes up to {MOST_CELLS}: leave out --algorithm")

    def _task(self, rules: Any, start: int) -> Task:
        from perfectplay.games.pegs.kernels import words_for

        board = self.problem.board
        words = words_for(len(board.holes))
        branching = max(1, len(board.jumps))
        return Task(rules, start, words, branching, self.pruning, is_monotone=True, sum_sets=self._rows_and_columns)

    @cached_property
    def _rows_and_columns(self) -> tuple[int, ...]:
        sets: dict[tuple[int, int], int] = {}
        for cell, place in enumerate(self.problem.board.holes):
            for axis in (0, 1):
                sets[axis, place[axis]] = sets.get((axis, place[axis]), 0) | 1 << cell
        return tuple(sets.values())

    def refute(self, objective: str, rules: frozenset[str]) -> dict[str, Any] | None:
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
        return self._refutation_by_weights

    @cached_property
    def _refutation_by_weights(self) -> dict[str, Any] | None:
        """The certificate of a weight function, where the linear programme has one."""
        return refuting_weights(self.problem, self.target)

    def _rows_to_go(self) -> int:
        """Return how many rows the target is above the foremost man."""
        holes, pegs = self.problem.board.holes, self.problem.start.pegs
        return min(y for cell, (_, y) in enumerate(holes) if pegs >> cell & 1) - holes[self.target][1]

    def automatic(self, request: Request) -> Answer:
        return self.solve_own("programme", request)

    def solve_own(self, algorithm: str, request: Request) -> Answer:
        rules = frozenset({"weights"}) if request.prune is None else request.prune
        certificate = self.refute(request.objective, rules)
        if certificate is not None:
            stats = Stats(pruned=no_pruning(self))
            return Impossible(self.problem.as_json(), request.objective, stats, certificate)
        if self.problem.start.pegs >> self.target & 1:
            return self._answer(request, (), Stats(pruned=no_pruning(self)), is_optimal=True)
        return self._by_programme(request) if algorithm == "programme" else self._backward(request)

    def _by_programme(self, request: Request) -> Answer:
        problem, stats = self.problem, Stats(pruned=no_pruning(self))
        began = time.perf_counter()
        nodes = request.limits.positions or MOST_NODES
        effort = Effort(nodes, began + (inf if request.limits.seconds is None else request.limits.seconds))
        label = {"algorithm": "programme", "estimate": "none", "prune": [], "order": "given", "threads": 1}
        try:
            found = find_smallest(problem, self.target, effort)
        except KeyboardInterrupt:
            return Unknown(problem.as_json(), request.objective, stats, "interrupted", search=label)
        finally:
            stats.seconds, stats.expanded = time.perf_counter() - began, nodes - max(0, effort.nodes)
        if found.jumps is not None:
            is_optimal = found.certificate is not None
            answer = self._answer(request, found.jumps, stats, is_optimal=is_optimal, certificate=found.certificate)
            return replace(answer, search=label, limit=None if is_optimal else _limit_of(effort))
        if found.certificate is not None:
            return Impossible(problem.as_json(), request.objective, stats, found.certificate, search=label)
        return Unknown(problem.as_json(), request.objective, stats, _limit_of(effort), search=label)

    def _backward(self, request: Request) -> Answer:
        """Un-jump from the target, level by level, until all men stand in the army."""
        from perfectplay.games.army.kernels import build_backward_rules

        self._check_size()
        breadth_first = find_algorithm("breadth-first")
        settings = settings_for(self, request, breadth_first)
        task = self._task(build_backward_rules(self.problem, self.target), 1 << self.target)
        result = run_engine(self, lambda: labelled_engine(breadth_first, "none", task, settings), request)
        label = {**result.label, "algorithm": "backward"}
        if result.path is not None:
            jumps = self.problem.jumps_along(result.path[::-1])
            answer = self._answer(request, jumps, result.stats, is_optimal=self.problem.half_plane is None)
            return replace(answer, search=label)
        if result.limit:
            return Unknown(self.problem.as_json(), request.objective, result.stats, result.limit, search=label)
        # Every position that un-jumping leads to was looked at: none of them stands in the army.
        return replace(self.exhausted(request, result.stats), search=label)

    def solved(self, request: Request, path: Sequence[int], stats: Stats, *, is_optimal: bool) -> Solved:
        """Leave out of a path what the man on the target does not need."""
        jumps = self.problem.jumps_along(self.problem.aimed_path(path))
        kept = cleaned(self.problem.start.pegs, jumps, self.target)
        return self._answer(request, kept, stats, is_optimal=is_optimal and self.problem.half_plane is None)

    def exhausted(self, request: Request, stats: Stats) -> Answer:
        """Say what it means that a search has looked everywhere; on the plane everywhere is a window only."""
        if self.problem.half_plane is None:
            return super().exhausted(request, stats)  # type: ignore[no-any-return]
        return Unknown(self.problem.as_json(), request.objective, stats, "window")

    def count(self, request: Request, levels: int | None, by: str) -> Any:
        """Return the map of smallest armies; for a target the positions of each level, as for any puzzle."""
        from perfectplay.solvers.army_map import map_armies

        if self.problem.half_plane is not None:
            raise UnsupportedError(f"{self.problem.spec} is unbounded: there is no end of counting; count army/WxH")
        if self.problem.target is None and (levels is not None or by != "jumps"):
            raise InputError(f"{self.problem.spec} without a target is counted as a map; leave out --levels and --by")
        if self.problem.target is None:
            return map_armies(self.problem, replace(request, objective=self.problem.facts.objectives[0]))
        return super().count(request, levels, by)

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
            problem.as_json(),
            request.objective,
            stats,
            tuple(problem.chains(jumps)),
            len(jumps),
            is_optimal,
            men=men,
            unused_men=None if problem.half_plane is not None else problem.start.count - men,
            certificate=certificate,
        )


def _limit_of(effort: Effort) -> str:
    """Return the limit that ended a proof; without one, the window was too small for it."""
    return "positions" if effort.nodes < 0 else "window" if effort.has_time() else "time"


SOLVER = ArmySolver
