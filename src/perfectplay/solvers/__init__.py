"""Which search for which question: picks engine, estimate and pruning."""

from perfectplay.solvers.counting import count, count_pairs
from perfectplay.solvers.proving import prove
from perfectplay.solvers.solving import solve

__all__ = ["count", "count_pairs", "prove", "solve"]
