"""The hinge between games and searches: stubs a family implements, and the few operations on a state."""

from perfectplay.contract.bits import signed, word
from perfectplay.contract.dispatch import implements
from perfectplay.contract.measures import MOST_COST, MOST_POINTS, NEVER
from perfectplay.contract.stubs import (
    canonical,
    cost,
    estimate,
    gain,
    is_goal,
    is_hopeless,
    is_pointless,
    outcome,
    successors,
)

__all__ = [
    "MOST_COST",
    "MOST_POINTS",
    "NEVER",
    "canonical",
    "cost",
    "estimate",
    "gain",
    "implements",
    "is_goal",
    "is_hopeless",
    "is_pointless",
    "outcome",
    "signed",
    "successors",
    "word",
]
