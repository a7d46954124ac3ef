"""Values on the half-plane, of which a window is drawn."""

from perfectplay.base.limits import Limits
from perfectplay.base.progress import Progress
from perfectplay.games.army.field import ArmyPosition
from perfectplay.games.army.problem import ArmyProblem
from perfectplay.model.oracle import LOST, UNKNOWN, Oracle, Value
from perfectplay.solvers.oracle import Notice, SearchOracle

TARGET_WEIGHT = 1.0  # the golden weight of a man on the target, which no jump can raise
ROUNDING = 1e-6  # more than sums of floating-point weights are off by, less than two exact ones differ by
UNDRAWN = "there is no way within the part of the plane that is drawn, and nobody looks beyond it"


class PlaneOracle(SearchOracle):
    """After the first move, looks for a way within the window: men who are not drawn can only help.

    Where the window has none, the position is lost if its golden weight is too small, and else not known.
    """

    problem: ArmyProblem

    def problem_at(self, position: ArmyPosition) -> ArmyProblem:
        problem = self.problem
        if problem.target is None:
            return problem  # no army at all gets there, whatever has been moved
        return problem if position == problem.start else problem.window_at(position)

    def value(self, position: ArmyPosition) -> Value:
        value, problem = super().value(position), self.problem
        if value.outcome != LOST or position == problem.start or problem.target is None:
            return value
        if problem.weight(position) < TARGET_WEIGHT - ROUNDING:
            return value
        return Value(UNKNOWN, limit="window", price=UNDRAWN)


def find_oracle(problem: ArmyProblem, limits: Limits, progress: Progress, on_notice: Notice) -> Oracle | None:
    """Return the oracle of the half-plane; fields have the one of every puzzle."""
    return None if problem.half_plane is None else PlaneOracle(problem, limits, progress)
