"""What benchmarks/dice.toml measures of many boards at once."""

from statistics import median
from typing import Any

import perfectplay as pp
from perfectplay.games.dice.generate import Draws, Recipe
from perfectplay.games.dice.problem import DiceProblem

SEED, BOARDS = 18, 40
RECIPE = Recipe(rows=9, columns=9, pieces=6, period=18)


def solve_worst(spec: str) -> dict[str, Any]:
    """Solve boards by chance; the seconds are those of the one that takes longest."""
    draws = Draws(SEED)
    answers = [pp.solve(DiceProblem(RECIPE.draw(draws), spec=spec)) for _ in range(BOARDS)]
    seconds = [answer.stats.seconds for answer in answers]
    figures = {
        "answered": sum(answer.status != "unknown" for answer in answers),
        "median milliseconds": median(seconds) * 1000,
    }
    return {"seconds": max(seconds), "measures": {"figures": figures}}
