"""What benchmarks/counting.toml measures that is no plain count: parts of one, and work on many problems."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import perfectplay as pp
from perfectplay.base.limits import Limits
from perfectplay.base.progress import Progress
from perfectplay.base.stats import Stats
from perfectplay.games.pegs import PegPosition
from perfectplay.games.pegs.pddl import problem_to_pddl
from perfectplay.games.pegs.solving.maps import PegMaps
from perfectplay.lab.tasks import problem_of
from perfectplay.model.oracle import LOST

Fields = dict[str, Any]
HALF_PLAYED = 200  # positions

# Endgames of the central game with 7 to 16 pegs, made by random jumps backwards from the last peg.
ENDGAMES = (
    "__.../__.o./...o.../.oo..../....oo./__.o./__...",
    "__.../__.o./.o.oo.o/...o.../....oo./__.../__...",
    "__.../__.../.o....o/.o..oo./.oo..o./__.o./__...",
    "__o../__.o./..o..o./oo.o.../.o.oo../__.../__...",
    "__.../__oo./..oo.../.o...../..oo.../__oo./__.oo",
    "__o.o/__ooo/oo...../.o.o.../.o...../__.o./__.o.",
    "__.o./__.o./..ooo../...o.o./..o.oo./__.oo/__.o.",
    "__.../__.o./....o../.o.o.o./.o.oooo/__ooo/__o..",
    "__oo./__oo./oo...../.ooooo./.o.oo../__.../__.o.",
    "__.oo/__o.o/oo.o.o./...oo.o/.o....o/__.oo/__..o",
)


def map_winning(spec: str) -> Fields:
    """Map the positions that can still be won: the first part of a count."""
    problem: Any = problem_of(spec)
    with PegMaps(problem, Limits(), Progress()) as maps:
        numbers = maps.win().numbers().values()
    raw, reduced = (sum(column) for column in zip(*numbers, strict=True))
    return fields(maps.watch.stats, winning_positions=raw, winning_up_to_symmetry=reduced)


def map_reached(spec: str) -> Fields:
    """Map all positions; time and memory grow with their number."""
    problem: Any = problem_of(spec)
    rows: list[Any] = []
    with PegMaps(problem, Limits(), Progress()) as maps:
        maps.reach(None, is_kept=False, on_level=rows.append)
    stats, positions = maps.watch.stats, sum(row.raw for row in rows)
    return fields(
        stats,
        positions=positions,
        nanoseconds_a_position=stats.seconds / positions * 1e9,
        bytes_a_position=stats.peak_memory_bytes / positions,
    )


def decide_half_played(spec: str) -> Fields:
    """Decide random positions as `hint` does, each with its own oracle, and measure the 95th percentile.

    Positions have 6 to 20 random jumps behind them, so most are lost.
    """
    whole: Any = problem_of(spec)
    chance, unknown, lost = Random(1), 0, 0
    seconds: list[float] = []
    while len(seconds) < HALF_PLAYED:
        position = whole.start
        for _ in range(chance.randint(6, 20)):
            if jumps := list(position.jumps()):
                position = position.play(chance.choice(jumps))
        began = perf_counter()
        value = pp.exact_values(whole.starting_at(position)).value(position)
        seconds.append(perf_counter() - began)
        unknown += not value.is_known
        lost += value.outcome == LOST
    seconds.sort()
    figures = {"p95": seconds[HALF_PLAYED * 95 // 100], "slowest": seconds[-1], "unknown": unknown, "lost": lost}
    return {"seconds": sum(seconds), "measures": {"figures": figures}}


def count_all_problems(spec: str) -> Fields:
    """Count the solutions of every vacancy and survivor of a board."""
    counted = pp.count_pairs(spec)
    return fields(counted.stats, solvable=sum(pair.is_solvable for pair in counted.pairs))


def fields(stats: Stats, **figures: float) -> Fields:
    """Return the fields of a row: the seconds without those of loading and compiling, and figures of its own."""
    return {"seconds": stats.seconds, "memory": stats.peak_memory_bytes, "measures": {"figures": figures}}


def solve_planning_tasks(spec: str) -> Fields:
    """Write endgames as planning tasks, read them and solve them; the figures are the fewest moves that are proved."""
    whole: Any = problem_of(spec)
    moves = {}
    with TemporaryDirectory() as folder:
        for number, text in enumerate(ENDGAMES, 1):
            path = Path(folder) / f"t{number:02}.pddl"
            path.write_text(problem_to_pddl(whole.starting_at(PegPosition.parse(text))))
            answer = pp.solve(f"pegs/@{path}", objective="moves")
            if isinstance(answer, pp.Solved) and answer.optimal:
                moves[path.stem] = answer.moves
    return {"measures": {"figures": moves}}
