"""`solve`: check the request, refute without search where a rule can, search, and put the result into words."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from perfectplay.answers import Answer, Impossible, Unknown
from perfectplay.errors import InputError, UnsupportedError
from perfectplay.games.base import Problem
from perfectplay.limits import Limits, Progress, Stats
from perfectplay.registry import Algorithm, find_algorithm
from perfectplay.search.task import ORDERS, TIES, VISITED, Settings, Task
from perfectplay.solvers.base import Request, Solver, timed
from perfectplay.solvers.running import run_engine
from perfectplay.specs import load


def solve(
    problem: Problem | str,
    *,
    objective: str = "",
    algorithm: str | None = None,
    estimate: str | None = None,
    prune: Iterable[str] | None = None,
    order: str | None = None,
    ties: str | None = None,
    visited: str = "exact",
    weight: float = 2.0,
    threads: int | None = None,
    seed: int = 1,
    limits: Limits | None = None,
    progress: Progress | None = None,
    trace: int = 0,
    state: str | None = None,
    all_optimal: bool = False,
    all_moves: bool = False,
) -> Answer:
    """Solve a problem, or prove that it cannot be done, or say which limit was hit.

    `trace` asks for so many events of the search, in `answer.trace`; `all_optimal` for the number of optimal solutions;
    `all_moves` for the value of every first move of a game for two.  By default a search has one thread, and a game
    for two as many as there are processors.

    >>> answer = solve("pegs/triangle-5")
    >>> answer.status, answer.jumps
    ('solved', 13)
    """
    if isinstance(problem, str):
        problem = load(problem)
    is_for_two = problem.facts.players == 2
    request = Request(
        algorithm=algorithm,
        estimate=estimate,
        prune=None if prune is None else frozenset(prune.split(",") if isinstance(prune, str) else prune),
        objective=objective or problem.facts.objectives[0],
        threads=threads if threads is not None else 0 if is_for_two else 1,
        order=order,
        ties=ties,
        visited=visited,
        weight=weight,
        seed=seed,
        trace=trace,
        state=state,
        is_counting=all_optimal,
        all_moves=all_moves,
        limits=limits or Limits(),
        progress=progress or Progress(),
    )
    is_choice_ours = not any((algorithm, estimate, order, ties, trace)) and prune is None
    is_choice_ours = is_choice_ours and visited == "exact" and state is None and (threads in (None, 1) or is_for_two)
    if all_moves and not is_for_two:
        raise InputError(f"{problem.spec} is for one player; only games for two, such as coins/6, have values of moves")

    def work(solver: Solver) -> Answer:
        _check(solver, request)
        if request.state is not None:
            solver = solver.with_state(request.state)
        if request.order in solver.own_orders:
            solver = solver.with_order(str(request.order))
        if is_choice_ours:
            answer: Answer = solver.automatic(request)
        else:
            answer = solve_by(solver, request, algorithm or solver.choose(request))
        return solver.count_optimal(request, answer) if request.is_counting else answer

    return timed(problem, work)


def _check(solver: Solver, request: Request) -> None:
    """Refuse what is unknown or contradicts itself."""
    objectives = solver.problem.facts.objectives
    if request.objective not in objectives:
        raise InputError(
            f"unknown objective {request.objective[:40]!r}; {solver.problem.spec} has {', '.join(objectives)}"
        )
    if solver.problem.facts.players == 2 and (options := _search_options(request)):
        raise UnsupportedError(
            f"{solver.problem.spec} is a game for two, solved by tables and not by a search; leave out {options[0]}"
        )
    if request.estimate is not None and request.estimate not in solver.estimates():
        known = ", ".join(solver.estimates()) or "none: its rules implement no estimate"
        raise InputError(f"unknown estimate {request.estimate[:40]!r}; there are {known}")
    if request.is_counting and not solver.counts_optimal:
        raise InputError(
            f"optimal solutions are counted for dice, and {solver.problem.spec} is none; for pegs, `count` tells them"
        )
    for name in sorted(request.prune or ()):
        if name not in solver.prune_names():
            raise InputError(
                f"unknown pruning rule {name[:40]!r}; {solver.problem.spec} has {', '.join(solver.prune_names())}"
            )
    for name, value, known_values in (
        ("order", request.order, (*ORDERS, *solver.own_orders)),
        ("ties", request.ties, TIES),
        ("visited", request.visited, VISITED),
    ):
        if value is not None and value not in known_values:
            raise InputError(f"unknown {name} {value[:40]!r}; choose from {', '.join(known_values)}")
    for name, number in (("threads", request.threads), ("seed", request.seed), ("trace", request.trace)):
        if not isinstance(number, int) or number < 0:
            raise InputError(f"{name} must be a whole number of 0 or more, not {number!r}")
    least = 0 if solver.problem.facts.players == 2 else 1  # 0 stands for all processors
    if not least <= request.threads <= 256:
        raise InputError(f"threads must be from 1 to 256, not {request.threads}")
    if request.seed >= 1 << 63:
        raise InputError(f"a seed must be from 0 to 2**63 - 1, not {request.seed}")
    if not 1 <= request.weight <= 1000:
        raise InputError(f"a weight must be from 1 to 1000, not {request.weight}")
    if request.algorithm is None:
        return
    algorithm = find_algorithm(request.algorithm)
    if algorithm.family and (request.visited != "exact" or request.trace):
        raise InputError(f"{algorithm.name} has no visited table and no trace; leave out --visited and --trace")
    if algorithm.family not in ("", solver.problem.family):
        raise InputError(f"{algorithm.name} is for {algorithm.family}, not for {solver.problem.spec}")
    if request.estimate not in (None, "none") and not _is_guided(request, algorithm):
        raise InputError(f"{algorithm.name} has no use for an estimate; leave out {request.estimate}, or order by it")
    if request.ties is not None and not algorithm.ties:
        raise InputError(f"{algorithm.name} has no ties to break; leave out {request.ties}, or use best first search")
    if request.threads > 1 and not algorithm.threads:
        raise InputError(f"{algorithm.name} runs on one thread; for {request.threads} use depth-first")
    if not algorithm.memory and request.prune and request.prune & {"duplicates", "symmetry"}:
        raise InputError(
            f"{algorithm.name} remembers nothing, so it cannot prune duplicates or symmetry; use depth-first"
        )


def _search_options(request: Request) -> list[str]:
    """Return the options that were given and that only a search has a use for, its name excepted."""
    given = {
        "--estimate": request.estimate is not None,
        "--prune": request.prune is not None,
        "--order": request.order is not None,
        "--ties": request.ties is not None,
        "--visited": request.visited != "exact",
        "--state": request.state is not None,
        "--trace": bool(request.trace),
    }
    return [name for name, is_given in given.items() if is_given]


def _is_guided(request: Request, algorithm: Algorithm) -> bool:
    """Tell whether an estimate is of use."""
    return algorithm.estimate or request.order == "estimate" or request.ties == "nearest" or request.trace > 0


def settings_for(solver: Solver, request: Request, algorithm: Algorithm) -> Settings:
    """Return the settings of one named algorithm: everything on unless the user says otherwise."""
    names = frozenset(solver.safe_prune_names()) if request.prune is None else request.prune
    if not algorithm.memory:
        names -= {"duplicates", "symmetry"}
    weight = Fraction(request.weight).limit_denominator(1000)
    return Settings(
        duplicates="duplicates" in names,
        symmetry="symmetry" in names,
        rules=frozenset(rule.name for rule in solver.pruning) & names,
        order="given" if request.order is None or request.order in solver.own_orders else request.order,
        ties=request.ties or "newest",
        visited=request.visited,
        cost_weight=weight.denominator,
        estimate_weight=weight.numerator,
        threads=request.threads,
        seed=request.seed,
        trace=request.trace,
    )


def solve_by(solver: Solver, request: Request, algorithm_name: str) -> Answer:
    """Solve with one named algorithm."""
    algorithm = find_algorithm(algorithm_name)
    if solver.problem.facts.players != 1 or solver.problem.facts.has_chance:
        raise UnsupportedError(f"{algorithm.name} searches puzzles of one player without chance")
    if algorithm.family:
        return solver.solve_own(algorithm.name, request)  # type: ignore[no-any-return]
    settings = settings_for(solver, request, algorithm)
    certificate = solver.refute(request.objective, settings.rules)
    if certificate is not None:
        return Impossible(solver.problem.as_json(), request.objective, Stats(pruned=no_pruning(solver)), certificate)
    guide = solver.default_estimate(request.objective) if _is_guided(request, algorithm) else "none"
    estimate = request.estimate or guide
    task = solver.task(request.objective, estimate, settings.rules | ({"symmetry"} if settings.symmetry else set()))
    is_safe = not settings.rules & {rule.name for rule in solver.pruning if not rule.is_safe}
    is_optimal = (
        is_safe
        and {
            "always": True,
            "never": False,
            "unit": task.has_unit_cost,
            "admissible": estimate == "none" or request.objective in solver.estimates()[estimate][1],
        }[algorithm.optimal]
    )
    if request.is_counting and not is_optimal:
        raise InputError("optimal solutions are counted after a search that proves its answer, such as astar")
    result = run_engine(solver, lambda: labelled_engine(algorithm, estimate, task, settings), request)
    if request.state is not None:
        result.label["state"] = request.state
    if request.order in solver.own_orders:
        result.label["order"] = request.order
    if result.path is None and not result.limit and not is_safe:
        result.limit = "pruning"  # nothing is left but what was given up without reason
    answer = make_answer(solver, request, result, is_optimal=is_optimal)
    return replace(answer, trace=tuple(result.events))


def labelled_engine(algorithm: Algorithm, estimate: str, task: Task, settings: Settings) -> Any:
    """Return an engine that can say which search it is."""
    engine = algorithm.engine(task, settings)
    if settings.visited == "sums" and (engine.nodes is None or not task.sum_sets):
        raise InputError("visited sums is for breadth and best first search on boards of rows and columns")
    memory = [name for name in ("duplicates", "symmetry") if getattr(settings, name)]
    engine.label = {"algorithm": algorithm.name, "estimate": estimate, "prune": [*memory, *sorted(settings.rules)]}
    engine.label |= {"order": settings.order, "threads": settings.threads}
    if settings.visited != "exact":
        engine.label["visited"] = settings.visited
    if settings.ties != "newest":
        engine.label["ties"] = settings.ties
    return engine


def make_answer(solver: Solver, request: Request, result: Any, *, is_optimal: bool) -> Answer:
    """Put the result of a search into words."""
    return replace(_answer(solver, request, result, is_optimal=is_optimal), search=result.label)


def _answer(solver: Solver, request: Request, result: Any, *, is_optimal: bool) -> Answer:
    if result.path is not None:
        return solver.solved(request, result.path, result.stats, is_optimal=is_optimal)  # type: ignore[no-any-return]
    if result.limit:
        return Unknown(solver.problem.as_json(), request.objective, result.stats, result.limit)
    return solver.exhausted(request, result.stats)  # type: ignore[no-any-return]


def no_pruning(solver: Solver) -> dict[str, int]:
    """Return the counts of pruning of a search that was not needed."""
    return {"symmetry": 0, **{rule.name: 0 for rule in solver.pruning}}


def remaining(limits: Limits, stats: Stats) -> Limits:
    """Return what a further search may still use."""
    seconds = None if limits.seconds is None else max(1e-9, limits.seconds - stats.seconds)
    positions = None if limits.positions is None else max(1, limits.positions - stats.expanded)
    return replace(limits, seconds=seconds, positions=positions)
