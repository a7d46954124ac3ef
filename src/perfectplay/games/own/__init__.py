"""A user's own puzzle: rules in one Python file, and every algorithm runs on it."""

from perfectplay.games.own.puzzle import Puzzle, load_game
from perfectplay.model.family import Family, Variant
from perfectplay.model.problem import Facts

__all__ = ["FAMILY", "Puzzle"]


def variants() -> list[Variant]:
    """Return nothing: a game of one's own is named by its file."""
    return []


FAMILY = Family(
    "game",
    "a puzzle of your own",
    Facts(),
    variants,
    load_game,
    parts={
        "solver": "perfectplay.games.own.solving.solver:PuzzleSolver",
        "words": "perfectplay.games.own.words:PuzzleWords",
        "rules": "perfectplay.games.own.rules:GivenRules",
    },
    suffix=".py",
)
