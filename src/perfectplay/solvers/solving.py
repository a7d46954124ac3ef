"""One named search: refute without it where a rule can, run it, and put the result into words."""

from dataclasses import fields, replace
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.base.limits import Stop
from perfectplay.base.loading import loading
from perfectplay.base.spelling import called
from perfectplay.base.stats import Stats
from perfectplay.model.answers import Answer, Impossible, Unknown
from perfectplay.model.option import Option, Options
from perfectplay.model.registry import Algorithm, family_of, find_algorithm
from perfectplay.search.task import SearchTask, Settings
from perfectplay.solvers.options import ON_THREADS, SEARCH_OPTIONS
from perfectplay.solvers.running import run_engine
from perfectplay.solvers.solver import Request, Solver, no_pruning

SETTINGS = tuple(name for name in SEARCH_OPTIONS if name in {field.name for field in fields(Settings)})


def is_guided(request: Request, algorithm: Algorithm) -> bool:
    """Tell whether an estimate is of use."""
    options = request.options
    if options.order == "estimate" or options.ties == "nearest":
        return True
    if algorithm.players == 2:
        return algorithm.estimate and bool(options.depth)  # without a depth every game is searched to its end
    return algorithm.estimate or bool(options.trace)  # the events of a puzzle's trace have their estimates


def settings_for(solver: Solver[Any], request: Request, algorithm: Algorithm) -> Settings:
    """Return the settings of one named algorithm: everything on unless the user says otherwise."""
    options = request.options
    names = frozenset(solver.safe_prune_names()) if options.prune is None else options.prune | solver.implied_rules
    if not algorithm.memory:
        names -= {"duplicates", "symmetry"}
    weight = _as_fraction(options.weight)
    chosen = {name: value for name in SETTINGS if (value := options.values_by_name.get(name)) is not None}
    if options.order in solver.own_orders:  # the solver's rules have their steps in this order already
        chosen["order"] = "given"
    return Settings(
        duplicates="duplicates" in names,
        symmetry="symmetry" in names,
        rules=frozenset(rule.name for rule in solver.pruning) & names,
        cost_weight=weight.denominator,
        estimate_weight=weight.numerator,
        remembers_pruned=solver.prunes_images_apart and "symmetry" in names,
        **chosen,
    )


@lru_cache
def _as_fraction(weight: float) -> Fraction:
    return Fraction(weight).limit_denominator(1000)


def solve_by(solver: Solver[Any], request: Request, algorithm_name: str) -> Answer:
    """Solve with one named algorithm."""
    algorithm = find_algorithm(algorithm_name)
    if algorithm.family:
        return solver.solve_own(algorithm.name, request)
    if algorithm.players == 2 and (threads := request.options.threads or 1) > 1:
        ON_THREADS.require(algorithm, called("threads", threads))
    if algorithm.players == 2 and request.options.depth and not algorithm.depth:
        raise InputError(f"{algorithm.name} has no depth to end at; leave out {called('depth', request.options.depth)}")
    settings = settings_for(solver, request, algorithm)
    guide = solver.default_estimate(request.objective) if is_guided(request, algorithm) else "none"
    estimate = request.options.estimate or guide
    if estimate == "none" != guide and solver.has_estimate_in_rules:
        raise InputError(
            f"{called('estimate', 'none')}: {algorithm.name} asks the estimate that the rules implement; name a search "
            f"that asks none, or rules without it"
        )
    watch, task = request.watch(), None
    with Stop() as stop:
        certificate = solver.refute(request.objective, settings.rules, watch)
        if certificate is not None:
            return Impossible(solver.problem, request.objective, Stats(pruned=no_pruning(solver)), certificate)
        rules = settings.rules | ({"symmetry"} if settings.symmetry else set())
        task = solver.task(request.objective, estimate, rules, watch)
    if task is None:
        stats = Stats(pruned=no_pruning(solver))
        return Unknown(solver.problem, request.objective, stats, stop.limit, detail=stop.detail)
    if algorithm.players == 2:
        with loading():
            from perfectplay.solvers.deciding import decide_by

        return decide_by(solver, request, settings, lambda: labelled_engine(algorithm, estimate, task, settings))
    is_safe = not settings.rules & {rule.name for rule in solver.pruning if not rule.is_safe}
    is_safe = is_safe and settings.visited != "board"
    is_optimal = (
        is_safe
        and {
            "always": True,
            "never": False,
            "unit": task.has_unit_cost,
            "admissible": estimate == "none" or request.objective in solver.estimates()[estimate][1],
        }[algorithm.optimal]
    )
    result = run_engine(solver, lambda: labelled_engine(algorithm, estimate, task, settings), watch)
    result.label |= own_label(solver, request.options)
    if result.path is None and not result.limit and not is_safe:
        result.limit = "pruning"  # nothing is left but what was given up without reason
    return make_answer(solver, request, result, is_optimal=is_optimal)


def own_label(solver: Solver[Any], options: Options) -> dict[str, Any]:
    """Return what the label of a search says of options that its engine does not know: those of the family."""
    own = {option.name: option for option in family_of(solver.problem).options if option.name in options}
    label = {name: options[name] for name, option in own.items() if is_in_label(option, options[name])}
    return label | ({"order": options.order} if options.order in solver.own_orders else {})


def is_in_label(option: Option, value: Any) -> bool:
    """Tell whether the label of a search names the value of an option."""
    return option.label == "always" or (option.label == "changed" and value != option.default)


def labelled_engine(algorithm: Algorithm, estimate: str, task: SearchTask, settings: Settings) -> Any:
    """Return an engine that can say which search it is, importing the compiler at last."""
    with loading():
        module = import_module(algorithm.module)
    engine = module.start(algorithm.name, task, settings)
    if settings.visited == "sums" and (engine.nodes is None or not task.sum_sets):
        raise InputError(
            "visited sums is for breadth and best first search of families that keep sums of rows and columns"
        )
    if settings.visited == "board" and (engine.nodes is None or not task.board_bits):
        raise InputError(
            "visited board is for astar and other searches with a table, where a position is more than its board"
        )
    if settings.visited == "level" and not (task.is_monotone and algorithm.name == "breadth-first"):
        raise InputError("visited level is for breadth-first on games where no position comes back; this is not both")
    memory = [name for name in ("duplicates", "symmetry") if getattr(settings, name)]
    label = {"algorithm": algorithm.name, "estimate": estimate, "prune": [*memory, *sorted(settings.rules)]}
    label |= {name: getattr(settings, name) for name in SETTINGS}
    engine.label = {name: value for name, value in label.items() if is_in_label(SEARCH_OPTIONS[name], value)}
    return engine


def engine_of(solver: Solver[Any], request: Request, algorithm_name: str) -> Any:
    """Return the engine of a named search, for somebody who runs it again and again from other positions."""
    algorithm = find_algorithm(algorithm_name)
    with request.watch() as watch:
        task = solver.task(request.objective, "none", frozenset(), watch)
    return labelled_engine(algorithm, "none", task, settings_for(solver, request, algorithm))


def make_answer(solver: Solver[Any], request: Request, result: Any, *, is_optimal: bool) -> Answer:
    """Put the result of a search into words."""
    answer = _answer(solver, request, result, is_optimal=is_optimal)
    return replace(answer, search=result.label, trace=tuple(result.events))


def _answer(solver: Solver[Any], request: Request, result: Any, *, is_optimal: bool) -> Answer:
    if result.path is not None:
        return solver.solved(request, result.path, result.stats, is_optimal=is_optimal)
    if result.limit:
        return Unknown(solver.problem, request.objective, result.stats, result.limit)
    return solver.exhausted(request, result.stats)
