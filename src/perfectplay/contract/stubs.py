"""The functions by which a family, or a user, gives a search its rules.

`rules` is a NamedTuple of arrays and integers, `state` one or two unsigned words (see `state.py`), `out` an array of
states with room for as many successors as the problem declares.
"""

from typing import Any

from perfectplay.contract.dispatch import contract


@contract()
def successors(rules: Any, state: Any, out: Any) -> int:
    """Write every state that one step leads to into `out` and return how many they are."""


def _no_goal(rules: Any, state: Any) -> bool:
    return False


@contract(default=_no_goal)
def is_goal(rules: Any, state: Any) -> bool:
    """Tell whether the state is what the problem asks for; games for two have no goal."""


@contract()
def outcome(rules: Any, state: Any) -> int:
    """Return what a game for two that is over is worth to the player who would be to move.

    1, 0 and -1 are won, draw and lost; or points, from -MOST_POINTS to MOST_POINTS.  It is asked only where there are
    no successors.
    """


def _no_gain(rules: Any, state: Any, successor: Any) -> int:
    return 0


@contract(default=_no_gain)
def gain(rules: Any, state: Any, successor: Any) -> int:
    """Return the points that the step to `successor` brings the player who makes it, in a game for two."""


def _itself(rules: Any, state: Any) -> Any:
    return state


@contract(default=_itself)
def canonical(rules: Any, state: Any) -> Any:
    """Return the one state that stands for all images of `state`: the same state for every image.

    Images have the same `is_goal` and `outcome`, and their steps lead to images of each other, with the same `cost` and
    `gain`. The start may have other images: a symmetry need not keep it. A position and its images count once, on the
    first level that has one of them. If `canonical` breaks this rule, searches skip positions that they need. Before a
    search the first 250 positions are checked, and a violation is an error that names `canonical`.
    """


def _nothing(rules: Any, state: Any) -> int:
    return 0


@contract(default=_nothing)
def estimate(rules: Any, state: Any) -> int:
    """Guess the cost from here to the goal, from 0 to MOST_COST; admissible if it never guesses too much.

    NEVER says that there is no way to the goal: searches that are guided by the estimate give up the state.  In a game
    for two it guesses what the player to move will be ahead by, from -MOST_POINTS to MOST_POINTS.  To order moves it is
    asked of positions where the game is over, too.
    """


def _one(rules: Any, state: Any, successor: Any) -> int:
    return 1


@contract(default=_one)
def cost(rules: Any, state: Any, successor: Any) -> int:
    """Return the cost of the step from `state` to `successor`, from 0 to MOST_COST; no path may cost more either."""


def _never(rules: Any, state: Any, rule: int) -> bool:
    return False


def _never_step(rules: Any, state: Any, successor: Any, rule: int) -> bool:
    return False


@contract(default=_never_step)
def is_pointless(rules: Any, state: Any, successor: Any, rule: int) -> bool:
    """Tell whether the pruning rule numbered `rule` says that the step to `successor` need not be tried."""


@contract(default=_never)
def is_hopeless(rules: Any, state: Any, rule: int) -> bool:
    """Tell whether the pruning rule numbered `rule` proves that the goal cannot be reached from `state`."""
