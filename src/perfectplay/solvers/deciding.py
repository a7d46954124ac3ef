"""One named search of a game for two: who wins, by how much, and by which moves."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from perfectplay.base.errors import ContractError, InputError
from perfectplay.base.limits import Stop
from perfectplay.base.spelling import called
from perfectplay.base.stats import Stats
from perfectplay.model.answers import Answer, Decided, Unknown
from perfectplay.model.game_for_two import SCORE, WIN
from perfectplay.search.game_trace import TreeRecorder
from perfectplay.search.minimax import GameSearch
from perfectplay.search.retrograde import Retrograde
from perfectplay.search.task import Settings
from perfectplay.search.watch import Watch
from perfectplay.solvers.game_tree import tree_of
from perfectplay.solvers.running import run_engine
from perfectplay.solvers.solver import Request, Solver, remaining


def decide_by(
    solver: Solver[Any], request: Request, settings: Settings, make_engine: Callable[[], GameSearch | Retrograde]
) -> Answer:
    """Run an engine for games for two, and put what it finds into words, with the tree if a trace is asked for."""
    recorder: TreeRecorder | None = None
    made: list[GameSearch | Retrograde] = []

    def make() -> GameSearch | Retrograde:
        nonlocal recorder
        engine = make_engine()
        made.append(engine)
        if isinstance(engine, Retrograde) and request.objective != WIN:
            raise InputError("retrograde values wins and draws, not points; use alphabeta")
        if settings.trace and settings.threads > 1:
            raise InputError(f"a tree is recorded on one thread; leave out {called('threads', settings.threads)}")
        if settings.trace:
            if isinstance(engine, Retrograde):
                why = "retrograde goes back from the ends and has no tree to trace"
                raise InputError(f"{why}; leave out {called('trace')}")
            recorder = engine.recorder = TreeRecorder(engine, settings.trace)
        if isinstance(engine, GameSearch):
            engine.as_points = lambda value: solver.guess_of(request.objective, value)[1]
        return engine

    result = run_engine(solver, make, request.watch())
    if recorder is None:
        return _decided(solver, request, settings, made, result)
    recorder.engine.recorder = None  # what is searched from here on is not the tree
    answer = _decided(solver, request, settings, made, result)
    return replace(answer, trace=tree_of(solver, request.objective, recorder))


def _decided(
    solver: Solver[Any], request: Request, settings: Settings, made: list[GameSearch | Retrograde], result: Any
) -> Answer:
    """Put what an engine has found into words."""
    problem, objective = solver.problem, request.objective
    engine = made[0] if made else None
    if engine is not None and objective == WIN:
        refuse_odd_outcome(engine)
    if isinstance(engine, GameSearch) and settings.depth and engine.found and (result.limit or not engine.is_exact):
        guess = _guess(solver, request, engine, result.stats)
        return replace(guess, limit=result.limit or "depth", search=result.label)
    if result.limit or engine is None:
        return Unknown(problem, objective, result.stats, result.limit, search=result.label)
    found = engine.first_moves()
    rest = replace(request, limits=remaining(request.limits, result.stats))
    with rest.watch() as watch:
        if isinstance(engine, Retrograde):
            line, limit = _line_of(engine, watch)
        else:
            line, limit = _best_line(solver, settings, engine, watch)
    start = engine.task.start
    valued = [(solver.move_text(start, state), value) for state, value in found]
    value = engine.value if isinstance(engine, Retrograde) or not found else max(value for _, value in valued)
    winner, points = solver.verdict_of(objective, value)

    def is_best(worth: int) -> bool:
        """Tell whether a move keeps the value; of points alone, where those are the objective."""
        return worth == value or (objective == SCORE and solver.verdict_of(objective, worth)[1] == points)

    is_lost = winner == "second" and objective == WIN
    return Decided(
        problem,
        objective,
        result.stats,
        tuple(problem.solution(line)),
        None,
        True,
        limit=limit or None,
        winner=winner,
        value=points,
        best_moves=() if is_lost else tuple(dict.fromkeys(text for text, worth in valued if is_best(worth))),
        move_values=tuple(dict.fromkeys((text, *solver.verdict_of(objective, worth)) for text, worth in valued)),
        search=result.label,
    )


def refuse_odd_outcome(engine: GameSearch | Retrograde) -> None:
    """Refuse a game whose ends are worth points where only the win counts."""
    if engine.odd_outcome:
        raise ContractError(
            f"{type(engine.task.rules).__name__}: an outcome is {engine.odd_outcome}; 1, 0 and -1 are won, draw and "
            "lost, and Game(has_points=True) says that points count"
        )


def _guess(solver: Solver[Any], request: Request, engine: GameSearch, stats: Stats) -> Unknown:
    """Return the answer of a search that has not reached the end of every game: the last depth that it finished."""
    best, value = max(engine.found, key=lambda item: item[1])
    move = solver.move_text(engine.task.start, best)
    detail = f"to depth {engine.found_to} the best move is {move}"
    value, is_forced = engine.unweighted(value)
    if is_forced:
        detail += ", which wins" if value > 0 else "; every move loses"
    elif solver.estimates():
        detail += f", valued {engine.as_points(value):+} by the estimate"
    return Unknown(solver.problem, request.objective, stats, "depth", detail=detail)


def _line_of(engine: Retrograde, watch: Watch) -> tuple[list[int], str]:
    """Return the positions of a best game, and the limit that has cut it off, if one has."""
    line: list[int] = []
    with Stop() as stop:
        for state in engine.best_line():
            line.append(state)
            watch.check_time()
    return line, stop.limit


def _best_line(solver: Solver[Any], settings: Settings, engine: GameSearch, watch: Watch) -> tuple[list[int], str]:
    """Return the same where every move has to be searched for; there is one deadline for all of them."""
    line = [engine.task.start]
    if not engine.has_memory or settings.depth:
        engine = GameSearch(engine.task, replace(settings, duplicates=True, depth=0))  # alpha-beta
        engine.begin(engine.task.start, values_all=False)
        if limit := run_engine(solver, lambda: engine, watch.within()).limit:
            return line, limit
    while found := engine.first_moves():
        line.append(max(found, key=lambda item: item[1])[0])
        engine.begin(line[-1], values_all=False)
        if limit := run_engine(solver, lambda: engine, watch.within()).limit:
            return line, limit
    return line, ""
