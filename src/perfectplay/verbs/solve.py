"""`solve`: check what is asked, then let the problem's solver answer."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from perfectplay.base.errors import InputError, UnsupportedError
from perfectplay.base.limits import Limits
from perfectplay.base.progress import Progress
from perfectplay.base.spelling import called
from perfectplay.model.answers import Answer
from perfectplay.model.game_for_two import WIN
from perfectplay.model.option import Option, Options, choose, names_in
from perfectplay.model.problem import Problem
from perfectplay.model.registry import algorithms, families, find_algorithm, find_family
from perfectplay.solvers.options import ORDERS, SEARCH_OPTIONS
from perfectplay.solvers.solver import Request, Solver, timed
from perfectplay.solvers.solving import is_guided, solve_by
from perfectplay.verbs.asking import as_limits, as_problem, as_progress

RETROGRADE = "retrograde"  # the search of games for two in which positions come back


def solve(
    problem: Problem | str,
    *,
    objective: str | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Answer:
    """Solve a problem, or prove that it cannot be done, or say which limit was hit.

    The options are those of the command: `algorithm`, `estimate`, `prune`, `order`, `ties`, `visited`, `weight`,
    `threads`, `seed`, and those of the family.  `trace` asks for so many events of the search, in `answer.trace`: of a
    game for two these are the nodes of its tree.  By default a search has one thread, and bitmaps and tables as many as
    there are processors.

    >>> answer = solve("pegs/triangle-5")
    >>> answer.status, answer.jumps
    ('solved', 13)
    """
    problem = as_problem(problem)
    chosen = choose_options(problem, options)
    request = Request(checked_objective(problem, objective), chosen, as_limits(limits), as_progress(progress))

    def work(solver: Solver[Any]) -> Answer:
        wanted = _checked(solver, request)
        solver = solver.configured(wanted.options)
        if _leaves_choice(problem, wanted.options):
            answer = solver.solve_by_default(wanted)
        else:
            answer = solve_by(solver, wanted, wanted.options.algorithm or solver.choose(wanted))
        return solver.completed(wanted, answer)

    return timed(problem, work)


def solve_options() -> dict[str, Option]:
    """Return every option of `solve`: those of searches, and those of all families."""
    own = (option for family in families().values() for option in family.options if "solve" in option.verbs)
    return SEARCH_OPTIONS | {option.name: option for option in own}


def options_for(problem: Problem) -> Mapping[str, Option]:
    """Return the options of `solve` for a problem: those of searches, and those of its family."""
    return _options_of(problem.family)


@cache
def _options_of(family_name: str) -> Mapping[str, Option]:
    """Return what a family's problems can be asked with; no other family is imported for it."""
    family = find_family(family_name)
    own = () if family is None else family.options
    return SEARCH_OPTIONS | {option.name: option for option in own if "solve" in option.verbs}


def choose_options(problem: Problem, given: Mapping[str, Any]) -> Options:
    """Return the options of a problem, all checked; refuse those that it has no use for."""
    declared = options_for(problem)
    asked = {name: value for name, value in given.items() if value is not None}
    for name, value in asked.items():
        if name not in declared:
            raise InputError(_unknown_option(problem, name))
        option = declared[name]
        option.check(value)
        if problem.facts.players == 2 and option.is_for_one and is_asked(option, value):
            raise UnsupportedError(f"{called(name)} is for puzzles, and {problem.spec} is a game for two; leave it out")
    return choose(declared, asked)


def is_asked(option: Option, value: Any) -> bool:
    """Tell whether a value that was given asks for something: to trace 0 events, or not to count, asks for nothing."""
    return bool(value) or value != option.default


def _unknown_option(problem: Problem, name: str) -> str:
    having = [family.name for family in families().values() if name in (option.name for option in family.options)]
    if not having:
        return f"solve has no option {name[:40]!r}; it has {', '.join(solve_options())}"
    return f"{called(name)} is for {' and '.join(having)}, and {problem.spec} is none; leave it out"


def checked_objective(problem: Problem, objective: str | None) -> str:
    """Return what is asked for, the family's first objective by default."""
    objectives = problem.facts.objectives
    objective = "" if objective is None else objective
    if not isinstance(objective, str) or objective not in ("", *objectives):
        raise InputError(f"unknown objective {str(objective)[:40]!r}; {problem.spec} has {', '.join(objectives)}")
    return objective or objectives[0]


def _leaves_choice(problem: Problem, options: Options) -> bool:
    """Tell whether the choice of the search is left to the solver: nothing was given that makes it."""
    declared = options_for(problem)
    if any(declared[name].steers for name in options.given if is_asked(declared[name], options[name])):
        return False
    return problem.facts.players == 2 or (options.threads or 1) == 1


def _checked(solver: Solver[Any], request: Request) -> Request:
    """Refuse what is unknown to the problem or contradicts itself; return the request, its pruning rules as a set."""
    problem, options = solver.problem, request.options
    if options.estimate not in (None, "none", *solver.estimates()):
        known = ", ".join(solver.estimates()) or "none: its rules implement no estimate"
        raise InputError(f"unknown estimate {options.estimate[:40]!r}; there are {known}")
    if options.order not in (known_orders := (*ORDERS, *solver.own_orders)):
        raise InputError(f"unknown order {options.order[:40]!r}; choose from {', '.join(known_orders)}")
    if options.order == "estimate" and not solver.estimates():
        raise InputError(f"{called('order', 'estimate')}: the rules of {problem.spec} implement no estimate")
    if options.order == "estimate" and options.estimate == "none":
        raise InputError(f"{called('order', 'estimate')} needs an estimate; {called('estimate', 'none')} is not one")
    if options.algorithm is not None:
        _check_algorithm(solver, request)
    if options.prune is None:
        return request
    rules = _prune_names(solver, options)
    for name in sorted(rules):
        if name not in solver.prune_names():
            raise InputError(
                f"unknown pruning rule {name[:40]!r}; {problem.spec} has {', '.join(solver.prune_names())}"
            )
    return replace(request, options=options.changed(prune=rules))


def _prune_names(solver: Solver[Any], options: Options) -> frozenset[str]:
    """Return the pruning rules that are meant; `all` are those that are safe."""
    names = names_in(options.prune)
    if {"all", "none"} & set(names) and len(names) > 1:
        raise InputError(
            f"{called('prune', ','.join(names)[:60])}: all and none stand alone; write a list without them"
        )
    if names == ["none"]:
        return frozenset()
    remembers = options.algorithm is None or find_algorithm(options.algorithm).memory
    if names == ["all"]:
        safe = frozenset(solver.safe_prune_names())
        return safe if remembers else safe - {"duplicates", "symmetry"}
    if not remembers and {"duplicates", "symmetry"} & set(names):
        instead = "depth-first" if find_algorithm(options.algorithm).players == 1 else "minimax-memory"
        raise InputError(
            f"{options.algorithm} remembers nothing, so it cannot prune duplicates or symmetry; use {instead}"
        )
    return frozenset(names)


def algorithm_names(problem: Problem) -> list[str]:
    """Return the names of the algorithms that apply to a problem."""
    facts = problem.facts
    if facts.players == 2 and not facts.has_tree:
        return []
    if facts.players == 2 and not facts.is_monotone:
        return [RETROGRADE]
    return [
        item.name
        for item in algorithms().values()
        if item.players == facts.players
        and item.family in ("", problem.family)
        and (item.name != RETROGRADE or WIN in facts.objectives)  # it does not value points
    ]


def _check_algorithm(solver: Solver[Any], request: Request) -> None:
    """Refuse options that a named algorithm has no use for."""
    options = request.options
    if options.algorithm not in algorithms():
        known = ", ".join(algorithm_names(solver.problem))
        serving = f"{solver.problem.spec} has {known}" if known else f"{solver.problem.spec} is not searched"
        raise InputError(f"unknown algorithm {options.algorithm[:40]!r}; {serving}")
    algorithm = find_algorithm(options.algorithm)
    if algorithm.family not in ("", solver.problem.family):
        raise InputError(f"{algorithm.name} is for {algorithm.family}, not for {solver.problem.spec}")
    if algorithm.players != solver.problem.facts.players:
        what = "a puzzle" if solver.problem.facts.players == 1 else "a game for two"
        known = ", ".join(algorithm_names(solver.problem))
        raise InputError(f"{algorithm.name} is not for {what}, as {solver.problem.spec} is; use {known}")
    ends = algorithm.name == RETROGRADE or (algorithm.depth and options.depth)
    if algorithm.players == 2 and not solver.problem.facts.is_monotone and not ends:
        instead = f"{RETROGRADE}, or add {called('depth', 6)}" if algorithm.depth else RETROGRADE
        raise InputError(
            f"{algorithm.name} would never end where positions come back, as in {solver.problem.spec}; use {instead}"
        )
    if algorithm.family and (options.visited != "exact" or options.trace):
        raise InputError(
            f"{algorithm.name} has no visited table and no trace; leave out {called('visited')} and {called('trace')}"
        )
    if options.estimate not in (None, "none") and not is_guided(request, algorithm):
        raise InputError(f"{algorithm.name} has no use for an estimate; leave out {options.estimate}, or order by it")
    declared = options_for(solver.problem)
    for name in sorted(options.given):
        for ability in declared[name].abilities:
            if options[name] != ability.harmless:
                ability.require(algorithm, called(name, options[name]))
