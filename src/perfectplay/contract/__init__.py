"""The hinge between games and searches: stubs a family implements, and the few operations on a state."""

from perfectplay.contract.bits import signed, word
from perfectplay.contract.dispatch import implements
from perfectplay.contract.stubs import NEVER, canonical, cost, estimate, is_goal, is_hopeless, is_pointless, successors

__all__ = [
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
