"""Searches of a peg problem that take turns: dives, beams, and everything together."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from perfectplay.base.loading import loading
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.model.registry import find_algorithm
from perfectplay.search.task import SearchTask, Settings
from perfectplay.solvers.running import run_engine
from perfectplay.solvers.solver import Request, Solver, remaining
from perfectplay.solvers.solving import labelled_engine

# What is tried in turn for a first solution: an algorithm and the estimate that guides it.  Dives are quick or in vain;
# beams find what dives miss; depth first search with weights proves that there is nothing.
DIVES = (("depth-first", "weighted"), ("depth-first", "manhattan"))
DIVE_POSITIONS = 250
BEAMS = (("beam", "manhattan"), ("beam", "tidy"), ("beam", "spread"))
BEAM_POSITIONS = 2_500
NO_RULES = frozenset[str]()


class Races:
    """Runs searches of one problem for a solver."""

    def __init__(self, solver: Solver[PegProblem], make_task: Callable[..., SearchTask]) -> None:
        self.solver = solver
        self.make_task = make_task

    def dive(self, request: Request, most_pegs: int = 0) -> Any:
        """Dive, and give up after some hundred positions."""
        return self._race(request, DIVES, NO_RULES, DIVE_POSITIONS, len(DIVES) * DIVE_POSITIONS, most_pegs)

    def send_beams(self, request: Request, dives: Any, positions: int, engines: list[Any], most_pegs: int = 0) -> Any:
        """Send out beams after dives in vain, for so many positions; an engine kept in `engines` goes on."""
        return self._go_on(request, dives, BEAMS, NO_RULES, positions, most_pegs, engines)

    def look_everywhere(self, request: Request, earlier: Any, most_pegs: int = 0) -> Any:
        """Search until there is an answer: by wider beams, and by depth first search that weights keep small.

        Jumps that no solution can have are left out, unless the goal is another than the problem's.
        """
        members = (*BEAMS, ("depth-first", "none"))
        return self._go_on(request, earlier, members, frozenset({"weights"}), None, most_pegs)

    def _go_on(
        self,
        request: Request,
        earlier: Any,
        members: Sequence[tuple[str, str]],
        rules: frozenset[str],
        positions: int | None,
        most_pegs: int,
        engines: list[Any] | None = None,
    ) -> Any:
        """Race with what an earlier search left of the limits, and add its figures."""
        rest = replace(request, limits=remaining(request.limits, earlier.stats))
        result = self._race(rest, members, rules, BEAM_POSITIONS, positions, most_pegs, engines)
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
        engines: list[Any] | None = None,
    ) -> Any:
        """Let searches take turns until one ends, or `positions` have been looked at; a kept engine goes on."""
        limits = request.limits
        if positions is not None:
            limits = replace(limits, positions=min(positions, limits.positions or positions))
        watch = replace(request, limits=limits).watch()

        def make(algorithm: str, estimate: str) -> Any:
            drops_jumps = "weights" in rules and not most_pegs
            task = self.make_task("jumps", estimate, rules, watch, most_pegs, drops_jumps)
            is_dive = algorithm == "depth-first"
            order = "estimate" if is_dive and estimate != "none" else "given"
            settings = Settings(symmetry=is_dive, rules=rules, order=order, seed=request.options.seed)
            return labelled_engine(find_algorithm(algorithm), estimate, task, settings)

        with loading():
            from perfectplay.search.race import Race

        makers = [partial(make, algorithm, estimate) for algorithm, estimate in members]
        kept = [] if engines is None else engines

        def race() -> Any:
            kept[:] = kept or [Race(makers, first_turn)]
            return kept[0]

        return run_engine(self.solver, race, watch)


def has_given_up(request: Request, result: Any) -> bool:
    """Tell whether a search was stopped by our own bound on positions, not by the user's."""
    return bool(result.limit == "positions" and result.stats.expanded != request.limits.positions)
