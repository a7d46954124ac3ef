"""The second table of the README: everything counted, on maps of all positions.  `make bench` runs it after pegs.py.

The figures to beat were measured elsewhere, on two cores unless it says otherwise.
"""

import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.pegs import Row, best, print_table

import perfectplay as pp
from perfectplay.limits import Limits, Progress
from perfectplay.solvers.peg_maps import PegMaps

PLANNING = Path(__file__).parents[2] / "shared" / "data" / "pegsol"
ALL_LEVELS = 1_000


def winning(problem: Any) -> tuple[int, int]:
    """Map the winning positions, and return how many there are, raw and up to symmetry."""
    with PegMaps(problem, Limits(), Progress()) as maps:
        reached, _ = maps.reach()
        members, sizes = maps.win(reached)
        orbits = maps.up_to_symmetry(members, problem.symmetries, sizes)
    return sum(sizes.values()), sum(orbits.values())


def once(work: Callable[[], Any]) -> tuple[float, Any]:
    began = time.perf_counter()
    result = work()
    return time.perf_counter() - began, result


def central_game() -> list[Row]:
    problem: Any = pp.load("pegs/english")
    assert winning(problem) == (13_428_122, 1_679_072)
    rows = [
        Row(
            "central game, all 1,679,072 winning positions",
            f"{best(lambda: winning(problem), 3):.2f} s",
            "0.40 s (Rust)",
        )
    ]
    assert pp.count(problem, levels=ALL_LEVELS).positions_up_to_symmetry == 23_475_688
    seconds = best(lambda: pp.count(problem, levels=ALL_LEVELS), 3)
    rows.append(Row("central game, all 23,475,688 positions up to symmetry", f"{seconds:.2f} s", "7.5 s"))
    answer = pp.solve(problem, objective="moves")
    assert isinstance(answer, pp.Solved)
    assert (answer.moves, answer.optimal) == (18, True)
    seconds = best(lambda: pp.solve(problem, objective="moves"), 3)
    rows.append(Row("central game, 18 moves found and proved", f"{seconds:.2f} s", "5 s (no other program does it)"))
    seconds, counted = once(lambda: pp.count(problem))
    assert counted.games == 577_116_156_815_309_849_672
    rows.append(Row("central game, all counts, games of any outcome too", f"{seconds:.1f} s", "2 s"))
    return rows


def planning() -> list[Row]:
    if not PLANNING.exists():
        return []
    problems = [pp.load(f"pegs/@{path}") for path in sorted(PLANNING.glob("p*.pddl"))]

    def solve_all() -> list[int]:
        return [answer.moves for answer in (pp.solve(problem, objective="moves") for problem in problems)]  # type: ignore[union-attr]

    assert solve_all() == [2, 5, 4, 4, 4, 4, 3, 6, 5, 6]
    return [Row("the ten planning tasks, optimal and proved", f"{best(solve_all, 3):.2f} s", "1 s")]


def per_position() -> list[Row]:
    """Time and memory of enumerating all positions grow with their number."""
    rows = []
    for board in ("triangle-6", "triangle-7", "english", "6x6", "french:d4..any"):
        problem: Any = pp.load(f"pegs/{board}")
        with PegMaps(problem, Limits(), Progress()) as maps:
            seconds, (_, sizes) = once(maps.reach)
        positions = sum(sizes.values())
        size = maps.walk.room.peak
        ours = (
            f"{seconds:.2f} s, {seconds / positions * 1e9:.1f} ns a position; "
            f"{size / 1e6:,.0f} MB, {size / positions:.2f} bytes a position"
        )
        to_beat = "255 s, 12 GB (eight threads)" if board.startswith("french") else ""
        rows.append(Row(f"{board}, all {positions:,} positions", ours, to_beat))
    return rows


def all_problems() -> list[Row]:
    seconds, counted = once(lambda: pp.count_pairs("pegs/english"))
    assert sum(pair.is_solvable for pair in counted.pairs) == 21
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    ours = f"{seconds:.0f} s; the process never took more than {peak:.1f} GB"
    return [Row("all 21 English problems, fewest moves and solutions", ours, "5 min, 8 GB")]


if __name__ == "__main__":
    print_table(central_game, planning, all_problems, per_position)
