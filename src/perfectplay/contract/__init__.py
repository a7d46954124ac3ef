"""The hinge between games and searches: stubs a family implements, and the few operations on a state."""

from perfectplay.contract.bits import signed, word
from perfectplay.contract.dispatch import implements
from perfectplay.contract.measures import MOST_COST, NEVER
from perfectplay.contract.stubs import canonical, cost, estimate, is_goal, is_hopeless, is_pointless, successors

__all__ = [
    "MOST_COST",
    "NEVER",
    "canonical",
    "cost",
    "estimate",
    "implements",
    "is_goal",
    "is_hopeless",
    "is_pointless",
    "signed",
    "successors",
    "word",
]
