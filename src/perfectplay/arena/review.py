"""What each move of a game gave away, by exact values that take no time to find."""

from perfectplay.base.errors import InputError
from perfectplay.base.limits import Limits
from perfectplay.model.game_for_two import GameForTwo, GameOracle
from perfectplay.model.roster import roster_of
from perfectplay.verbs.values import game_values

LIMITS = Limits(seconds=1.0)  # limits for the value of one position, if the family has no faster way


def find_review(problem: GameForTwo, objective: str = "") -> GameOracle:
    """Return an oracle for the values of a game's moves, by the given objective or by the one that fits the game.

    >>> from perfectplay.model.specs import load
    >>> problem = load("coins/4")
    >>> find_review(problem).lost(problem.start, ["a1", "a2"])
    [2, 2]
    """
    objective = objective or problem.review_objective
    known = problem.review_objectives
    if objective not in known:
        raise InputError(f"moves are valued by {' or '.join(known)}, not {objective[:20]!r}")
    own = roster_of(problem).review(problem, objective)
    return game_values(problem, objective, limits=LIMITS) if own is None else own
