"""Kayles: a row of pins, a ball knocks down one or two that stand side by side; who takes the last pin wins.

perfectplay solve examples/kayles.py:12
perfectplay play examples/kayles.py:12
"""

from typing import NamedTuple

import perfectplay as pp
from perfectplay.contract import implements, outcome, signed, successors


class Kayles(NamedTuple):
    """The rules: how many pins there are.  A state has a bit for each pin that stands."""

    pins: int


@implements(successors, Kayles)
def bowl(rules, state, out):
    pins = signed(state)
    count = 0
    for width in (1, 2):
        for place in range(rules.pins - width + 1):
            ball = ((1 << width) - 1) << place
            if pins & ball == ball:
                out[count] = pins & ~ball
                count += 1
    return count


@implements(outcome, Kayles)
def end(rules, state):
    return -1  # no pin is left: the player to move has lost


def problem(pins="12"):
    count = int(pins)
    if not 1 <= count <= 60:
        raise pp.InputError("Kayles needs 1 to 60 pins")

    def pins_of(state):
        return "".join("|" if state >> place & 1 else "." for place in range(count))

    def scene(state):  # for pictures, and for the page in the browser
        pins = enumerate(pins_of(state))
        return pp.Scene(tuple(pp.Cell(str(place + 1), place, 0, "o" if pin == "|" else "") for place, pin in pins))

    return pp.Game(Kayles(count), start=(1 << count) - 1, branching=2 * count, text=pins_of, scene=scene)
