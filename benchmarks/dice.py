"""The table of dice: the course's boards, random boards, and what a slim position is worth.

The course's files are read in place, where they are there; the figures to beat were measured elsewhere.
"""

from pathlib import Path
from typing import Any

from benchmarks.pegs import Row, best, print_table

import perfectplay as pp
from perfectplay.games.dice.generate import Draws, Recipe
from perfectplay.games.dice.problem import DiceProblem

FILES = Path(__file__).parents[2] / "shared" / "data" / "dice"
TO_BEAT = {
    "11": (5, "0.001 s"),
    "14": (10, "0.015 s"),
    "22": (13, "0.20 s"),
    "23": (12, "0.25 s"),
    "31": (13, "0.68 s"),
    "33": (16, "0.44 s"),
    "extra": (25, "1.5 s"),
}
RANDOM_BOARDS = 40


def timed(problem: DiceProblem, times: int, **options: Any) -> tuple[float, pp.Solved]:
    """Return the seconds of the quickest of some runs, and the answer, which must be proved."""
    answer = pp.solve(problem, **options)
    assert isinstance(answer, pp.Solved)
    assert answer.optimal
    return best(lambda: pp.solve(problem, **options), times), answer


def course() -> list[Row]:
    rows: list[Row] = []
    if not FILES.is_dir():
        return rows
    for name, (plies, to_beat) in TO_BEAT.items():
        problem: Any = pp.load(f"dice/@{FILES / name}.in")
        seconds, answer = timed(problem, 3)
        assert answer.moves == plies
        memory = f"{answer.stats.peak_memory_bytes / 1e6:,.0f} MB"
        figures = f"{seconds:.3f} s, {answer.stats.expanded:,} expanded, {memory}"
        rows.append(Row(f"board {name}, {plies} plies, proved", figures, to_beat))
    for state in ("packed", "wide"):
        problem = pp.load(f"dice/@{FILES / 'extra.in'}")
        seconds, answer = timed(problem, 3, algorithm="astar", state=state)
        memory = f"{answer.stats.peak_memory_bytes / 1e6:,.0f} MB"
        rows.append(Row(f"board extra, astar, {state} positions", f"{seconds:.3f} s, {memory}", ""))
    return rows


def random_boards() -> list[Row]:
    draws, recipe = Draws(18), Recipe(9, 9, 6, 18)
    seconds = []
    for _ in range(RANDOM_BOARDS):
        answer = pp.solve(DiceProblem(recipe.draw(draws), spec="dice/random"))
        assert answer.status != "unknown"
        seconds.append(answer.stats.seconds)
    figures = f"worst {max(seconds):.2f} s, median {sorted(seconds)[RANDOM_BOARDS // 2]:.3f} s"
    return [Row(f"{RANDOM_BOARDS} random 9x9 boards, six pieces, 18 dice", figures, "worst 4.6 s")]


if __name__ == "__main__":
    print_table(course, random_boards)
