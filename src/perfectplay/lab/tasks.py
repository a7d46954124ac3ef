"""What a process of an experiment does, and which figures of it make a row.

A task is a function from a problem's spec, the options of a configuration and limits to the fields of a row.  The
options of `solve` and `count` are those that the verbs declare.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from perfectplay.arena.players import game_for_two
from perfectplay.arena.standings import Sample, Standings
from perfectplay.arena.tournament import Tournament
from perfectplay.base.files import system_name
from perfectplay.base.limits import Limits, Stop
from perfectplay.base.parent_death import end_with_parent
from perfectplay.base.progress import Progress
from perfectplay.base.stats import Stats
from perfectplay.lab.rows import MOVE_SECONDS, PARALLEL
from perfectplay.model.answers import Answer, Decided, Solved
from perfectplay.model.option import Kind, Option, Real, Whole
from perfectplay.model.problem import Problem
from perfectplay.model.specs import load
from perfectplay.solvers.options import MOST_SEED, TRACE
from perfectplay.verbs.count import COUNT_OPTIONS
from perfectplay.verbs.count import count as count_positions
from perfectplay.verbs.solve import solve as solve_problem
from perfectplay.verbs.solve import solve_options

Fields = dict[str, Any]


class Work(NamedTuple):
    """What one process does."""

    spec: str
    options: dict[str, Any]
    limits: Limits
    progress: Progress


class LabTask(NamedTuple):
    """How some work is done, the options it takes, and the names of those it needs.

    A search is begun once, and stopped at once, before it is measured: to import, compile and load what it needs.
    """

    work: Callable[[Work], Fields]
    options: Callable[[], Mapping[str, Option]]
    needed: tuple[str, ...] = ()
    is_search: bool = False


@cache
def problem_of(spec: str) -> Problem:
    """Return the problem of a spec, the same one each time, which keeps its rules and weights."""
    return load(spec)


def solve(work: Work) -> Fields:
    """Solve the problem with one search, or with the one chosen for it."""
    answer = solve_problem(problem_of(work.spec), limits=work.limits, progress=work.progress, **work.options)
    fields: Fields = {"status": answer.status, "cost": _cost(answer)}
    fields |= {name: answer.figures.get(name) or None for name in ("limit", "detail")}
    # Every solution has the same number of jumps, so that being optimal in jumps says nothing of its cost in moves.
    fields["optimal"] = answer.optimal if answer.objective != "jumps" else None
    return fields | _figures(answer.stats)


def _cost(answer: Answer) -> float | None:
    """Return what a solution costs: the figure that its objective names, the value of a game for two, else its moves.

    >>> [_cost(solve_problem(spec)) for spec in ("army/7x8:d7", "coins/4", "dice/board-11")]
    [8.0, 1.0, 5.0]
    """
    if not isinstance(answer, Solved):
        return None
    if isinstance(answer, Decided):
        return float(answer.value)
    return float(answer.own.get(answer.objective, answer.moves))


def _figures(stats: Stats) -> Fields:
    measures = {"pruned": dict(stats.pruned), PARALLEL: dict(stats.parallel or {})}
    return {
        "generated": stats.generated,
        "expanded": stats.expanded,
        "duplicate": stats.duplicate,
        "seconds": stats.seconds,
        "compile_seconds": stats.compile_seconds,
        "memory": stats.peak_memory_bytes,
        "measures": {name: measure for name, measure in measures.items() if measure},
    }


def count(work: Work) -> Fields:
    """Count the positions of the problem, and whatever else is counted of it."""
    counted = count_positions(problem_of(work.spec), limits=work.limits, progress=work.progress, **work.options)
    fields: Fields = {"status": "unknown" if counted.limit else "done", "limit": counted.limit or None}
    numbers = {name: value for name, value in counted.as_json().items() if isinstance(value, int | float)}
    return fields | {"detail": counted.detail or None} | _figures(counted.stats) | {"measures": {"figures": numbers}}


def match(work: Work) -> Fields:
    """Let two players play; the cost is by how many points a game the first of them is ahead.

    One game with each side is played before that, so that compiling is nobody's thinking time.
    """
    problem, options = game_for_two(problem_of(work.spec), "matches are of"), work.options
    # With a referee and one after the other, because the time of every move is wanted.
    games, seed = options.get("games", 20), options.get("seed", 1)
    plan = Tournament(
        problem, options["players"], games, seed, move_seconds=options.get("move_seconds"), is_quick=False
    )
    standings = Standings(plan.labels)
    curves: list[dict[int, Sample]] = [{}, {}]
    began = time.perf_counter()
    for _ in replace(plan, games=2, seed=seed + 1).play():
        pass
    loaded = time.perf_counter()
    with Stop() as stop:
        for game in plan.play(seconds=work.limits.seconds):
            standings.add(game)
            for ply, seconds in enumerate(game.record.seconds, 1):
                curves[game.players[1 - ply % 2]].setdefault(ply, Sample()).add(seconds)
    fields: Fields = {"status": "unknown" if stop.limit else "done", "limit": stop.limit or None}
    fields |= {"seconds": time.perf_counter() - loaded, "compile_seconds": loaded - began}
    played = standings.players[0].games
    fields |= {"cost": standings.players[0].ahead.mean if played else None}
    fields |= {"detail": f"{played} of {games} games were played"} if stop.limit else {}
    names = ("games", "wins", "points_per_game", "milliseconds_per_move", "lost_per_move")
    rows = {label: standing.as_json() for label, standing in zip(plan.labels, standings.players, strict=True)}
    measures = {name: {label: item[name] for label, item in rows.items() if item[name] is not None} for name in names}
    for label, curve in zip(plan.labels, curves, strict=True):
        measures[f"{MOVE_SECONDS}{label}"] = {str(ply): sample.mean for ply, sample in sorted(curve.items())}
    return fields | {"measures": measures}


def command(work: Work) -> Fields:
    """Run the command as from a shell, and take the time and the memory of the whole process.

    {spec} stands for the problem; an exit code other than the one in the options is wrong.
    """
    import resource  # Windows does not have this module

    arguments = [system_name(argument.replace("{spec}", work.spec)) for argument in work.options["arguments"]]
    began = time.perf_counter()
    try:
        finished = subprocess.run(
            [sys.executable, "-m", "perfectplay", *arguments],
            capture_output=True,
            timeout=work.limits.seconds,
            encoding="utf-8",
            errors="replace",
            preexec_fn=end_with_parent,
        )
    except subprocess.TimeoutExpired:
        return {"status": "unknown", "limit": "time", "seconds": work.limits.seconds}
    fields: Fields = {"status": "done", "seconds": time.perf_counter() - began}
    fields |= {"peak_bytes": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024}
    if finished.returncode != work.options.get("code", 0):
        said = " ".join(finished.stderr.split())[-200:]
        fields |= {"status": "wrong", "detail": f"exit code {finished.returncode}: {said}"}
    return fields


def call(work: Work) -> Fields:
    """Call a function `module:name` with the spec, and take its time; it may return fields of its own.

    The fields are the columns of a row, `seconds` among them, and `measures`.  Figures that have no column go into
    `{"measures": {"figures": {"games a second": 5000}}}`; they are shown below the row, and an experiment can expect
    them as it can any other.  The module may be in the present folder, so that users can measure code of their own.
    """
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    module, _, name = work.options["function"].partition(":")
    function = getattr(import_module(module), name)
    began = time.perf_counter()
    fields = function(work.spec) or {}
    return {"status": "done", "seconds": time.perf_counter() - began} | fields


@dataclass(frozen=True, slots=True)
class Texts(Kind):
    """A list of texts, which may hold commas."""

    def refusal(self, value: object) -> str:
        is_list = isinstance(value, list) and all(isinstance(item, str) for item in value)
        return "" if is_list else "a list of texts"


def _named(options: Iterable[Option]) -> dict[str, Option]:
    return {option.name: option for option in options}


OBJECTIVE = Option("objective", Kind(), "What is to be best.")
MATCH_OPTIONS = _named(
    (
        Option("players", Texts(), "Those who play, each against each.", verbs=("match",)),
        Option("games", Whole(1), "Games of each pair.", default=20, verbs=("match",)),
        Option("seed", Whole(0, MOST_SEED), "Of the players' choices.", default=1, verbs=("match",)),
        Option("move_seconds", Real(), "Time for a move.", verbs=("match",)),
    )
)
COMMAND_OPTIONS = _named(
    (
        Option("arguments", Texts(), "Of the command; {spec} stands for the problem.", verbs=("command",)),
        Option("code", Whole(), "The exit code that is right.", default=0, verbs=("command",)),
    )
)
CALL_OPTIONS = _named((Option("function", Kind(), "A Python function, as module:name.", verbs=("call",)),))


@cache
def lab_solve_options() -> dict[str, Option]:
    """Return the options of `solve` in an experiment: all but the trace, which no row has a column for."""
    declared = {OBJECTIVE.name: OBJECTIVE} | solve_options()
    return {name: option for name, option in declared.items() if name != TRACE.name}


TASKS = {
    "solve": LabTask(solve, lab_solve_options, is_search=True),
    "count": LabTask(count, lambda: COUNT_OPTIONS, is_search=True),
    "match": LabTask(match, lambda: MATCH_OPTIONS, ("players",)),
    "command": LabTask(command, lambda: COMMAND_OPTIONS, ("arguments",)),
    "call": LabTask(call, lambda: CALL_OPTIONS, ("function",)),
}
