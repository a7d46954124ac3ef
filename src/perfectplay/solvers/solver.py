"""What a family's solver knows: how its problems become tasks, and what to try when the choice is ours."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar

from perfectplay.base.errors import PerfectplayError, UnsupportedError
from perfectplay.base.limits import Limits
from perfectplay.base.loading import loading, loading_seconds
from perfectplay.base.progress import Progress
from perfectplay.base.stats import Stats
from perfectplay.model.answers import Answer, Impossible, Solved
from perfectplay.model.count import Count, Pair, PairCount, Wanted
from perfectplay.model.option import Options
from perfectplay.model.problem import Problem
from perfectplay.model.registry import family_of
from perfectplay.search.task import PruningRule, SearchTask
from perfectplay.search.watch import Watch
from perfectplay.solvers.options import default_options

P = TypeVar("P", bound=Problem)


class HasStats(Protocol):
    """A result with figures."""

    @property
    def stats(self) -> Stats: ...


R = TypeVar("R", bound=HasStats)


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asked for; an option that is None leaves the choice to us."""

    objective: str = ""
    options: Options = field(default_factory=default_options)
    limits: Limits = field(default_factory=Limits)
    progress: Progress = field(default_factory=Progress)

    def watch(self) -> Watch:
        """Return a watch that keeps work within the limits from now on."""
        return Watch(self.limits, self.progress, self.options.threads or 0)

    def with_options(self, **values: Any) -> "Request":
        """Return the request with other values of some options."""
        return replace(self, options=self.options.changed(**values))


def make_request(problem: Problem, limits: Limits, progress: Progress | None = None, **options: Any) -> Request:
    """Return the request of somebody who leaves everything else to us."""
    chosen = default_options(family_of(problem).options).changed(**options)
    return Request(problem.facts.objectives[0], chosen, limits, progress or Progress())


class Solver(ABC, Generic[P]):
    """Serves one problem; a family names its subclass as the part `solver`."""

    pruning: Sequence[PruningRule] = ()
    has_symmetry = False
    implied_rules: frozenset[str] = frozenset()  # pruning rules that the options of the family ask for
    # Its rules may give up a position and not its images, so what they give up is remembered; they judge no steps.
    prunes_images_apart = False
    own_orders: Sequence[str] = ()  # orders of steps besides those that searches know
    has_estimate_in_rules = False  # whoever asks for an estimate gets that one: no other can be chosen, nor none

    def __init__(self, problem: P) -> None:
        self.problem = problem

    def estimates(self) -> Mapping[str, tuple[str, tuple[str, ...]]]:
        """Return the estimates: what each is, and the objectives it is admissible for."""
        return family_of(self.problem).estimates

    def task(self, objective: str, estimate: str, rules: frozenset[str], watch: Watch) -> SearchTask:
        """Return the problem as a search sees it; `rules` are the pruning rules in use, symmetry among them.

        What takes a while to make is made under the watch.
        """
        raise UnsupportedError(f"{self.problem.spec} is not searched; leave out the options of searches")

    def default_estimate(self, objective: str) -> str:
        """Return the estimate for a user who names an algorithm alone."""
        return "none"

    def choose(self, request: Request) -> str:
        """Return the algorithm for a user who names everything but that."""
        if self.problem.facts.players == 2:
            return "alphabeta" if self.problem.facts.is_monotone or request.options.depth else "retrograde"
        threads = request.options.threads or 1
        if request.objective == "moves" and threads == 1:
            return "idastar"
        return "depth-first" if threads > 1 or request.options.estimate is None else "astar"

    def configured(self, options: Options) -> "Solver[P]":
        """Return the solver that serves a request with these options, those of the family's own among them."""
        return self

    def refute(self, objective: str, rules: frozenset[str], watch: Watch) -> dict[str, Any] | None:
        """Return a certificate if one of the rules proves, without search, that there is no solution."""
        return None

    def is_fixed_length(self, objective: str) -> bool:
        """Tell whether every solution is as long as any other."""
        return False

    @abstractmethod
    def solve_by_default(self, request: Request) -> Answer:
        """Return the answer for a user who leaves the choice of search to us."""

    def solve_own(self, algorithm: str, request: Request) -> Answer:
        """Return the answer by an algorithm that is this family's alone."""
        raise AssertionError(f"{self.problem.family} has no algorithm {algorithm} of its own")

    def completed(self, request: Request, answer: Answer) -> Answer:
        """Return an answer with whatever the family's own options ask for beyond it."""
        return answer

    def solved(self, request: Request, path: Sequence[int], stats: Stats, *, is_optimal: bool) -> Answer:
        """Put the path that a search found into words."""
        problem, objective = self.problem, request.objective
        solution = tuple(problem.solution(path))
        is_optimal = is_optimal or self.is_fixed_length(objective)
        return Solved(problem, objective, stats, solution, len(path) - 1, is_optimal, self.own_figures(request, path))

    def own_figures(self, request: Request, path: Sequence[int]) -> Mapping[str, Any]:
        """Return the figures of a solution that the family names."""
        return {}

    def state_of(self, position: Any) -> int:
        """Return the state that a position of a game for two is to a search."""
        return int(position)

    def move_text(self, state: int, after: int) -> str:
        """Return the text of the move of a game for two that leads from one state to another."""
        (text,) = self.problem.solution([state, after])
        return text

    def verdict_of(self, objective: str, value: int) -> tuple[str, int]:
        """Return who wins a game for two, and by how much, where a search has found a value for the player to move."""
        return "first" if value > 0 else "second" if value < 0 else "draw", value

    def guess_of(self, objective: str, value: int) -> tuple[str | None, int]:
        """Return the same of a value that was guessed: the winner where that is sure all the same, and the points."""
        return None, value

    def exhausted(self, request: Request, stats: Stats) -> Answer:
        """Say what it means that a search has looked everywhere in vain."""
        return Impossible(self.problem, request.objective, stats, {"kind": "exhaustion"})

    def prove(self, request: Request) -> Answer:
        """Return the answer for a user who wants a proof; by looking at every position unless a family knows better."""
        return self.solve_by_default(request)

    def figure_names(self) -> Sequence[str]:
        """Return the names of the figures that `count` can be asked for one by one."""
        return ()

    @abstractmethod
    def count(self, request: Request, wanted: Wanted) -> Count:
        """Return the positions of each level, or whatever the family counts in place of them."""

    def count_pairs(self, request: Request, on_pair: Callable[[Pair], None]) -> PairCount:
        """Count every problem of a board, where it is one of vacancies and survivors; `on_pair` gets each at once."""
        raise UnsupportedError(f"{self.problem.spec} has no vacancies and survivors to count")

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


def timed(problem: Problem, work: Callable[[Solver[Any]], R]) -> R:
    """Do the work of a problem's solver; its result's figures get the seconds, those of loading and compiling apart."""
    loaded = loading_seconds()
    began = time.perf_counter()
    with loading():
        solver = solver_for(problem)
    result = work(solver)
    stats = result.stats
    stats.compile_seconds = loading_seconds() - loaded
    stats.seconds = time.perf_counter() - began - stats.compile_seconds
    return result


def answer_by_default(
    problem: Problem, limits: Limits, progress: Progress | None = None, objective: str = ""
) -> Answer:
    """Return the answer for somebody who leaves everything to us, but perhaps the objective."""
    request = make_request(problem, limits, progress)
    if objective:
        request = replace(request, objective=objective)
    return timed(problem, lambda solver: solver.solve_by_default(request))


def solver_for(problem: Problem) -> Solver[Any]:
    """Return the solver of a problem, kept with it so that its compiled rules are made once."""
    kept = problem.__dict__.get("_solver")
    if kept is None:
        kept = problem.__dict__["_solver"] = family_of(problem).part("solver")(problem)
    return kept  # type: ignore[no-any-return]


def remaining(limits: Limits, stats: Stats) -> Limits:
    """Return what a further search may still use."""
    seconds = None if limits.seconds is None else max(1e-9, limits.seconds - stats.seconds)
    positions = None if limits.positions is None else max(1, limits.positions - stats.expanded)
    return replace(limits, seconds=seconds, positions=positions)


def no_pruning(solver: Solver[Any]) -> dict[str, int]:
    """Return the counts of pruning of a search that was not needed."""
    return {"symmetry": 0, **{rule.name: 0 for rule in solver.pruning}}
