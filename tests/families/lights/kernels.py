"""The rules of lights for compiled searches: a press flips the bits of a mask."""

from typing import NamedTuple

import numpy as np

from perfectplay.contract import estimate, implements, is_goal, signed, successors
from perfectplay.contract.bits import popcount
from tests.families.lights.problem import LightPosition, LightProblem


class LightRules(NamedTuple):
    """What each lamp switches, a word for each, and whether the lamps that are lit are counted."""

    masks: "np.ndarray[tuple[int], np.dtype[np.uint64]]"
    counts_lamps: bool


def light_rules(problem: LightProblem, estimate_name: str) -> LightRules:
    """Return the rules of a grid."""
    width, height = problem.start.size
    dark = LightPosition(("." * width,) * height)
    masks = [problem.state(problem.play(dark, text)) for text in problem.moves(dark)]
    return LightRules(np.array(masks, np.uint64), estimate_name == "lamps")


@implements(successors, LightRules)
def press(rules, state, out):  # type: ignore[no-untyped-def]
    for place in range(len(rules.masks)):
        out[place] = state ^ rules.masks[place]
    return len(rules.masks)


@implements(is_goal, LightRules)
def is_dark(rules, state):  # type: ignore[no-untyped-def]
    return signed(state) == 0


@implements(estimate, LightRules)
def lamps_by_five(rules, state):  # type: ignore[no-untyped-def]
    return (signed(popcount(state)) + 4) // 5 if rules.counts_lamps else 0
