"""Estimates of how far a position is from its target."""

from collections.abc import Sequence

from perfectplay.games.army.golden import fibonacci_weights
from perfectplay.games.army.problem import ArmyProblem
from perfectplay.games.jumping.estimate import Estimate
from perfectplay.games.jumping.weights import total

ESTIMATES: dict[str, tuple[str, tuple[str, ...]]] = {
    "none": ("always 0", ("men",)),
    "golden": ("golden weight that was lost: by distance to the target", ()),
}


def make_estimate(name: str, problem: ArmyProblem) -> Estimate:
    """Return an estimate for a problem with a target; the lighter a position, the worse.

    It aims at the target alone, even where its mirror image will do: who aims at both gets to neither.
    """
    if name == "none":
        return Estimate((0,) * len(problem.board.holes))
    weights = target_weights(problem, problem.targets(with_mirror=False))
    return Estimate(tuple(-weight for weight in weights), offset=-total(weights, problem.start.pegs))


def target_weights(problem: ArmyProblem, targets: Sequence[int]) -> tuple[int, ...]:
    """Return golden weights of the target; of it and its mirror image the sum of both, which serves both."""
    functions = [fibonacci_weights(problem.board, target) for target in targets]
    return tuple(map(sum, zip(*functions, strict=True)))
