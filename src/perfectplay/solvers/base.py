"""What a family's solver knows: how its problems become tasks, and what to try when the choice is ours."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

from perfectplay.errors import InputError, PerfectplayError, UnsupportedError
from perfectplay.games.base import Problem
from perfectplay.limits import Limits, Progress, Stats
from perfectplay.search.task import PruningRule, Settings, Task

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asked for; None leaves the choice to us."""

    algorithm: str | None = None
    estimate: str | None = None
    prune: frozenset[str] | None = None
    objective: str = ""
    threads: int = 1
    order: str | None = None
    ties: str | None = None
    visited: str = "exact"
    weight: float = 2.0
    seed: int = 1
    trace: int = 0
    state: str | None = None
    is_counting: bool = False  # how many optimal solutions there are is asked for too
    all_moves: bool = False
    limits: Limits = field(default_factory=Limits)
    progress: Progress = field(default_factory=Progress)


class Solver(ABC):
    """Serves one problem; a family's solver is the class `SOLVER` of the file of its name in this folder."""

    pruning: Sequence[PruningRule] = ()
    has_symmetry = False
    counts_optimal = False  # can tell how many solutions are optimal
    own_orders: Sequence[str] = ()  # of steps, beside those that searches know

    def __init__(self, problem: Any) -> None:
        self.problem = problem

    @abstractmethod
    def estimates(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        """Return the estimates: what each is, and the objectives it is admissible for."""

    @abstractmethod
    def task(self, objective: str, estimate: str, rules: frozenset[str]) -> Task:
        """Return the problem as a search sees it; `rules` are the pruning rules in use, symmetry among them."""

    @abstractmethod
    def default_estimate(self, objective: str) -> str:
        """Return the estimate for a user who names an algorithm alone."""

    def choose(self, request: Request) -> str:
        """Return the algorithm for a user who names everything but that."""
        if request.objective == "moves" and request.threads == 1:
            return "idastar"
        return "depth-first" if request.threads > 1 or request.estimate is None else "astar"

    def with_state(self, name: str) -> "Solver":
        """Return the solver that keeps its states in the layout of this name."""
        raise InputError(f"{self.problem.spec} has one layout of states; --state is for dice")

    def with_order(self, name: str) -> "Solver":
        """Return the solver whose rules have their steps in one of its own orders."""
        raise AssertionError(f"{self.problem.family} has no order {name} of its own")

    def count_optimal(self, request: Request, answer: Any) -> Any:
        """Return an optimal answer with the number of solutions that are as good."""
        raise AssertionError(f"optimal solutions of {self.problem.family} are not counted")

    def refute(self, objective: str, rules: frozenset[str]) -> dict[str, Any] | None:
        """Return a certificate if one of the rules proves, without search, that there is no solution."""
        return None

    def is_fixed_length(self, objective: str) -> bool:
        """Tell whether every solution is as long as any other."""
        return False

    def automatic(self, request: Request) -> Any:
        """Return the answer for a user who leaves the choice of search to us."""
        from perfectplay.solvers.solving import solve_by

        blind = "breadth-first" if self.problem.facts.has_unit_cost else "uniform"
        return solve_by(self, request, "astar" if self.estimates() else blind)

    def solve_own(self, algorithm: str, request: Request) -> Any:
        """Return the answer by an algorithm that is this family's alone."""
        raise AssertionError(f"{self.problem.family} has no algorithm {algorithm} of its own")

    def solved(self, request: Request, path: Sequence[int], stats: Stats, *, is_optimal: bool) -> Any:
        """Put the path that a search found into words."""
        from perfectplay.answers import Solved

        problem, objective = self.problem, request.objective
        solution = tuple(problem.solution(path))
        is_optimal = is_optimal or self.is_fixed_length(objective)
        cost = problem.cost_along(path) if objective == "cost" else None
        return Solved(problem.as_json(), objective, stats, solution, len(path) - 1, is_optimal, cost=cost)

    def exhausted(self, request: Request, stats: Stats) -> Any:
        """Say what it means that a search has looked everywhere in vain."""
        from perfectplay.answers import Impossible

        certificate = {"kind": "exhaustion", "positions": stats.expanded}
        return Impossible(self.problem.as_json(), request.objective, stats, certificate)

    def prove(self, request: Request) -> Any:
        """Return the answer for a user who wants a proof; by looking at every position unless a family knows better."""
        return self.automatic(request)

    def count(self, request: Request, levels: int | None, by: str) -> Any:
        """Return the positions of each level, raw and up to symmetry."""
        from perfectplay.solvers.counting import Count, Level

        if by != "jumps":
            raise UnsupportedError(f"levels of {self.problem.spec} can only be counted step by step")
        raw, limit, stats = self.enumerate_levels(request, levels, symmetry=False)
        counts = [(size, size) for size in raw.levels]
        if self.has_symmetry:
            # Fewer positions than were just looked at: within their number, whatever the limit was.
            within = replace(request, limits=Limits(memory=request.limits.memory))
            reduced, later, more = self.enumerate_levels(within, len(raw.levels), symmetry=True)
            counts = list(zip(raw.levels, reduced.levels, strict=False))  # Ctrl-C or memory may cut it short
            limit = limit or later
            stats.add(more)
        rows = tuple(Level(number, *pair) for number, pair in enumerate(counts))
        return Count(self.problem.as_json(), rows, limit, stats)

    def enumerate_levels(self, request: Request, levels: int | None, *, symmetry: bool) -> tuple[Any, str, Stats]:
        """Run breadth first search over everything; return the engine with its levels."""
        from perfectplay.search.breadth_first import BreadthFirst
        from perfectplay.solvers.running import run_engine

        task = self.task(self.problem.facts.objectives[0], "none", frozenset())
        engine = BreadthFirst(task, Settings(symmetry=symmetry), ignores_goal=True, most_levels=levels)
        result = run_engine(self, lambda: engine, request)
        return engine, result.limit, result.stats

    def explain(self, error: Exception) -> PerfectplayError | None:
        """Return what an error inside a search means to the author of the rules, if it is theirs."""
        return None

    def prune_names(self) -> list[str]:
        """Return the names `--prune` takes for this problem."""
        symmetry = ["symmetry"] if self.has_symmetry else []
        return ["duplicates", *symmetry, *(rule.name for rule in self.pruning)]

    def safe_prune_names(self) -> list[str]:
        """Return the names of those that give up no position or step that is needed."""
        unsafe = {rule.name for rule in self.pruning if not rule.is_safe}
        return [name for name in self.prune_names() if name not in unsafe]


def timed(problem: Problem, work: Callable[[Solver], T]) -> T:
    """Do the work of a problem's solver; its result's figures get the seconds, those of loading and compiling apart."""
    began = time.perf_counter()
    solver = solver_for(problem)  # imports the compiler
    loaded = time.perf_counter()
    result = work(solver)
    stats: Stats = result.stats  # type: ignore[attr-defined]
    stats.seconds = time.perf_counter() - loaded - stats.compile_seconds
    stats.compile_seconds += loaded - began
    return result


def solver_for(problem: Problem) -> Solver:
    """Return the solver of a problem, kept with it so that its compiled rules are made once."""
    kept = problem.__dict__.get("_solver")
    if kept is None:
        name = f"perfectplay.solvers.{problem.family}"
        if find_spec(name) is None:
            raise AssertionError(f"the family {problem.family} has no solver")
        kept = problem.__dict__["_solver"] = import_module(name).SOLVER(problem)
    return kept  # type: ignore[no-any-return]
