"""Army rules for compiled searches: peg rules with other goals, played as they are or backwards from the target."""

from collections.abc import Sequence

from perfectplay.games.army.estimates import target_weights
from perfectplay.games.army.golden import fibonacci_weights
from perfectplay.games.army.problem import ArmyProblem
from perfectplay.games.jumping.estimate import Estimate
from perfectplay.games.jumping.kernels import NONE_OF, ONE_OF, JumpRules, assemble_rules
from perfectplay.games.jumping.symmetry import Permutation
from perfectplay.games.jumping.weights import total


def build_rules(problem: ArmyProblem, targets: Sequence[int], guide: Estimate, *, has_weights: bool) -> JumpRules:
    """Return the rules of a problem: a man on one of the targets is what is asked for."""
    weights = []
    if has_weights:
        function = target_weights(problem, targets)
        weights.append((function, function[targets[0]]))
    steps = problem.board.steps
    return assemble_rules(
        problem.board, steps, sum(1 << target for target in targets), ONE_OF, guide, weights, _mirrors(problem)
    )


def build_backward_rules(problem: ArmyProblem, target: int) -> JumpRules:
    """Return the rules of un-jumping: from a man on the target to men who all stand in the army.

    Golden weights only grow on the way, and the army's own is more than any part of it can weigh.
    """
    function = [-weight for weight in fibonacci_weights(problem.board, target)]
    weights = [(function, total(function, problem.start.pegs))]
    steps = tuple((jump.mask, 1 << jump.target) for jump in problem.board.jumps)
    outside = problem.board.full & ~problem.start.pegs
    mirrors = [item for item in _mirrors(problem) if item[target] == target]
    none = Estimate((0,) * len(problem.board.holes))
    return assemble_rules(problem.board, steps, outside, NONE_OF, none, weights, mirrors)


def _mirrors(problem: ArmyProblem) -> Sequence[Permutation]:
    return () if problem.mirror is None else (problem.mirror,)
