"""A game for two of a user's own that never ends: a piece swings over the cells a, b and c; pressing d means c."""

from typing import Any, NamedTuple

import perfectplay as pp
from perfectplay.contract import implements, outcome, signed, successors


class Swing(NamedTuple):
    last: int


@implements(successors, Swing)
def swing(rules: Any, state: Any, out: Any) -> int:
    """Go to a neighbour."""
    here, count = signed(state), 0
    for there in (here - 1, here + 1):
        if 0 <= there <= rules.last:
            out[count] = there
            count += 1
    return count


@implements(outcome, Swing)
def end(rules: Any, state: Any) -> int:
    """Say what it is worth to have no move, which nobody ever sees."""
    return -1


def scene(state: int) -> pp.Scene:
    cells = [pp.Cell(name, place, 0, "o" if place == state else "") for place, name in enumerate("abc")]
    return pp.Scene((*cells, pp.Cell("d", 3, 0, stands_for="c")))


def problem() -> pp.Game:
    return pp.Game(Swing(2), start=1, branching=2, text=lambda state: f"at {state}", scene=scene, can_repeat=True)
