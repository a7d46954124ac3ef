"""A user's own puzzle or game for two: rules in one Python file, and every algorithm runs on it."""

from perfectplay.games.own.game import Game
from perfectplay.games.own.loader import load_game
from perfectplay.games.own.puzzle import Puzzle
from perfectplay.model.family import Family, Variant
from perfectplay.model.problem import Facts

__all__ = ["FAMILY", "Game", "Puzzle"]


def variants() -> list[Variant]:
    """Return nothing: a game of one's own is named by its file."""
    return []


FAMILY = Family(
    "game",
    "a puzzle or a game for two of your own",
    Facts(),
    variants,
    load_game,
    parts={
        "solver": "perfectplay.games.own.solving:solver_of",
        "oracle": "perfectplay.games.own.solving.oracle:oracle_of",
        "words": "perfectplay.games.own.words:OwnWords",
        "rules": "perfectplay.games.own.rules:GivenRules",
    },
    suffix=".py",
)
