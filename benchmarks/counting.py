"""What benchmarks/counting.toml measures that is no plain count: parts of one, and work on many problems."""

from pathlib import Path
from typing import Any

import perfectplay as pp
from perfectplay.errors import InputError
from perfectplay.lab.tasks import problem_of
from perfectplay.limits import Limits, Progress, Stats
from perfectplay.solvers.peg_maps import PegMaps

Fields = dict[str, Any]


def map_winning(spec: str) -> Fields:
    """Map the positions that can still be won: the first part of a count."""
    problem = problem_of(spec)
    with PegMaps(problem, Limits(), Progress()) as maps:
        reached, _ = maps.reach()
        members, sizes = maps.win(reached)
        orbits = maps.up_to_symmetry(members, problem.symmetries, sizes)
    return fields(maps.walk.stats, winning_positions=sum(sizes.values()), winning_up_to_symmetry=sum(orbits.values()))


def map_reached(spec: str) -> Fields:
    """Map all positions; time and memory grow with their number."""
    with PegMaps(problem_of(spec), Limits(), Progress()) as maps:
        _, sizes = maps.reach()
    stats, positions = maps.walk.stats, sum(sizes.values())
    return fields(
        stats,
        positions=positions,
        nanoseconds_a_position=stats.seconds / positions * 1e9,
        bytes_a_position=stats.peak_memory_bytes / positions,
    )


def count_all_problems(spec: str) -> Fields:
    """Count the solutions of every vacancy and survivor of a board."""
    counted = pp.count_pairs(spec)
    return fields(counted.stats, solvable=sum(pair.is_solvable for pair in counted.pairs))


def fields(stats: Stats, **figures: float) -> Fields:
    """Return the fields of a row: the seconds without those of loading and compiling, and figures of its own."""
    return {"seconds": stats.seconds, "memory": stats.peak_memory_bytes, "measures": {"figures": figures}}


def solve_planning_tasks(spec: str) -> Fields:
    """Solve all tasks of the folder that a task is in; the figures are the fewest moves of each that is proved."""
    paths = sorted(Path(spec.partition("@")[2]).parent.glob("p*.pddl"))
    if not paths:
        raise InputError(f"{spec} is not there, nor are the other planning tasks")
    answers = {path.stem: pp.solve(problem_of(f"pegs/@{path}"), objective="moves") for path in paths}
    moves = {name: answer.moves for name, answer in answers.items() if isinstance(answer, pp.Solved) and answer.optimal}
    return {"measures": {"figures": moves}}
