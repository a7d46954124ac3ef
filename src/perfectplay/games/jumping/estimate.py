"""Estimates of how far a position is from its goal, as compiled rules know them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a position costs: the sum over its pegs of the costs of their holes and of being lonely, less `offset`."""

    hole_costs: tuple[int, ...]
    lonely_cost: int = 0
    offset: int = 0
