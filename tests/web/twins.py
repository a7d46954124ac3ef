"""A puzzle of a user's own in which two positions are both called x: after A it can be won, after B it is lost."""

from typing import Any, NamedTuple

import perfectplay as pp
from perfectplay.contract import implements, is_goal, signed, successors

NAMES = ("start", "A", "B", "x", "x", "goal", "dead end")


class Twins(NamedTuple):
    goal: int


@implements(successors, Twins)
def steps(rules: Any, state: Any, out: Any) -> int:
    """Two ways from the start, and one from everywhere else: two states on."""
    here = signed(state)
    if here == 0:
        out[0], out[1] = 1, 2
        return 2
    if here > 4:
        return 0
    out[0] = here + 2
    return 1


@implements(is_goal, Twins)
def is_there(rules: Any, state: Any) -> bool:
    return bool(signed(state) == rules.goal)


def problem() -> pp.Puzzle:
    return pp.Puzzle(Twins(5), start=0, branching=2, text=lambda state: NAMES[state])
