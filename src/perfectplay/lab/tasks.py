"""What a process of an experiment does, and which figures of it make a row.

A task is a function from a problem's spec, the options of a configuration and limits to the fields of a row.
"""

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from perfectplay.errors import InputError
from perfectplay.lab.parting import end_with_parent
from perfectplay.limits import Limits, Progress, Stats, Stop
from perfectplay.specs import load

Fields = dict[str, Any]


class Work(NamedTuple):
    """What is to be done."""

    spec: str
    options: dict[str, Any]
    limits: Limits
    progress: Progress


class Task(NamedTuple):
    """How it is done, the options that takes, with their types, and those it needs.

    A search is begun once, and stopped at once, before it is measured: to import, compile and load what it needs.
    """

    work: Callable[[Work], Fields]
    options: dict[str, Any]
    needed: tuple[str, ...] = ()
    is_search: bool = False


@cache
def problem_of(spec: str) -> Any:
    """Return the problem of a spec, the same one each time, which keeps its rules and weights."""
    return load(spec)


def solve(work: Work) -> Fields:
    """Solve the problem with one search, or with the one chosen for it."""
    from perfectplay.solvers import solve as solved

    answer: Any = solved(problem_of(work.spec), limits=work.limits, progress=work.progress, **work.options)
    detail = getattr(answer, "detail", "") or None
    limit = getattr(answer, "limit", None)
    told = {"status": answer.status, "limit": limit, "detail": detail, "cost": _cost(answer)}
    # All solutions have as many jumps; that says nothing of the moves, which are what they cost.
    told["optimal"] = answer.optimal if answer.objective != "jumps" else None
    return told | _figures(answer.stats)


def _cost(answer: Any) -> float | None:
    """Return what an answer is judged by: men of an army, points of a game, else the moves of its solution."""
    if answer.status != "solved":
        return None
    for name in ("value", "cost", "men", "moves"):
        if (figure := getattr(answer, name, None)) is not None:
            return float(figure)
    raise AssertionError("a solution has moves")


def _figures(stats: Stats) -> Fields:
    return {
        "generated": stats.generated,
        "expanded": stats.expanded,
        "duplicate": stats.duplicate,
        "seconds": stats.seconds,
        "compile_seconds": stats.compile_seconds,
        "memory": stats.peak_memory_bytes,
        "measures": {"pruned": dict(stats.pruned)} if stats.pruned else {},
    }


def count(work: Work) -> Fields:
    """Count the positions of the problem, and whatever else is counted of it."""
    from perfectplay.solvers import count as all_counts

    counted: Any = all_counts(problem_of(work.spec), limits=work.limits, progress=work.progress, **work.options)
    told = {"status": "unknown" if counted.limit else "done", "limit": counted.limit or None}
    numbers = {name: value for name, value in counted.as_json().items() if isinstance(value, int | float)}
    return told | {"detail": counted.detail or None} | _figures(counted.stats) | {"measures": {"figures": numbers}}


def match(work: Work) -> Fields:
    """Let two players play; the cost is by how many points a game the first of them is ahead.

    One game with each side is played before that, so that compiling is nobody's thinking time.
    """
    from perfectplay.arena.standings import Sample, Standings
    from perfectplay.arena.tournament import Tournament

    problem, options = problem_of(work.spec), work.options
    if problem.family != "coins":
        raise InputError(f"{work.spec} is no game for two; matches are of coins")
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
    told = {label: standing.as_json() for label, standing in zip(plan.labels, standings.players, strict=True)}
    measures = {name: {label: item[name] for label, item in told.items() if item[name] is not None} for name in names}
    for label, curve in zip(plan.labels, curves, strict=True):
        measures[f"seconds at move: {label}"] = {str(ply): sample.mean for ply, sample in sorted(curve.items())}
    return fields | {"measures": measures}


def command(work: Work) -> Fields:
    """Run the command as from a shell, and take the time and the memory of the whole process.

    {spec} stands for the problem; another exit code than the one of the options is wrong.
    """
    import resource

    arguments = [argument.replace("{spec}", work.spec) for argument in work.options["arguments"]]
    began = time.perf_counter()
    try:
        finished = subprocess.run(
            [sys.executable, "-m", "perfectplay", *arguments],
            capture_output=True,
            timeout=work.limits.seconds,
            text=True,
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

    Those are the columns of a row, `seconds` among them, and `measures`; figures that no column is for go into
    `{"measures": {"figures": {"games a second": 5000}}}`, are shown below the row, and can be expected like any other.

    The module is looked for in the present folder too, so that a user can measure what is theirs.
    """
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    module, _, name = work.options["function"].partition(":")
    function = getattr(import_module(module), name)
    began = time.perf_counter()
    fields = function(work.spec) or {}
    return {"status": "done", "seconds": time.perf_counter() - began} | fields


TEXT, WHOLE, NUMBER, TEXTS, SWITCH = str, int, (int, float), list, bool
SOLVE_OPTIONS = {
    **dict.fromkeys(("objective", "algorithm", "estimate", "order", "ties", "visited", "state"), TEXT),
    "prune": TEXTS,
    "weight": NUMBER,
    "threads": WHOLE,
    "seed": WHOLE,
    "all_optimal": SWITCH,
}
MATCH_OPTIONS = {"players": TEXTS, "games": WHOLE, "seed": WHOLE, "move_seconds": NUMBER}
TASKS = {
    "solve": Task(solve, SOLVE_OPTIONS, is_search=True),
    "count": Task(count, {"levels": WHOLE, "by": TEXT}, is_search=True),
    "match": Task(match, MATCH_OPTIONS, ("players",)),
    "command": Task(command, {"arguments": TEXTS, "code": WHOLE}, ("arguments",)),
    "call": Task(call, {"function": TEXT}, ("function",)),
}
