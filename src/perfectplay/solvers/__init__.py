"""Which search for which question: picks engine, estimate and pruning."""

from perfectplay.solvers.counting import count
from perfectplay.solvers.solving import solve

__all__ = ["count", "solve"]
