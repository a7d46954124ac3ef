"""A game of a user's own without a scene: one or two are taken from a heap, and whoever takes the last one wins."""

from typing import Any, NamedTuple

import perfectplay as pp
from perfectplay.contract import implements, outcome, signed, successors


class Heap(NamedTuple):
    most: int


@implements(successors, Heap)
def take(rules: Any, state: Any, out: Any) -> int:
    left = signed(state)
    count: int = min(rules.most, left)
    for taken in range(count):
        out[taken] = left - taken - 1
    return count


@implements(outcome, Heap)
def end(rules: Any, state: Any) -> int:
    """Say what nothing left is worth: the player to move has lost."""
    return -1


def problem() -> pp.Game:
    return pp.Game(Heap(2), start=5, branching=2, text=lambda state: f"{state} left")
