"""Proofs without search that a peg problem has no solution: counts, classes, one weight function, trees of them."""

from collections.abc import Sequence
from math import inf
from typing import Any

from perfectplay.base.limits import LimitHitError
from perfectplay.base.loading import loading
from perfectplay.games.jumping.weights import Weights, total
from perfectplay.games.pegs.classes import separating_sets
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.games.pegs.weights import least_goal_weight, named_weights
from perfectplay.search.watch import Watch

Certificate = dict[str, Any]


class Refuter:
    """Looks for certificates of one problem, and remembers what it found and what was in vain."""

    def __init__(self, problem: PegProblem) -> None:
        self.problem = problem
        self._looked_for_weights = False
        self._weights: Certificate | None = None
        self._tree: Certificate | None = None
        self._nodes_tried = 0.0

    def by_count(self) -> Certificate | None:
        """Refute a problem whose goal has as many pegs as its start, or more, or none."""
        problem = self.problem
        goal_count = 1 if problem.goal is None else problem.goal.count
        return {"kind": "count"} if problem.start.count <= goal_count or goal_count == 0 else None

    def by_class(self) -> Certificate | None:
        """Refute a problem whose start is of another class than every goal."""
        problem = self.problem
        sets = separating_sets(problem.invariant_sets, problem.start.pegs, problem.goals)
        return None if sets is None else {"kind": "class", "sets": [self._names(members) for members in sets]}

    def by_weights(self, watch: Watch) -> Certificate | None:
        """Refute by one weight function, if there is one and memory allows to look for it."""
        if not self._looked_for_weights:
            with loading():
                from perfectplay.games.pegs.solving.jump_counts import refuting_weights

            try:
                function = refuting_weights(self.problem, watch)
            except LimitHitError as error:
                if error.limit != "memory":
                    raise
                return None
            self._looked_for_weights = True
            if function is not None:
                self._weights = _weights_certificate([named_weights(self.problem, function)])
        return self._weights

    def by_given(self, functions: Sequence[Weights]) -> Certificate | None:
        """Refute by one of the given weight functions."""
        for function in functions:
            if total(function, self.problem.start.pegs) < least_goal_weight(self.problem, function):
                return _weights_certificate([named_weights(self.problem, function)])
        return None

    def by_tree(self, branching: tuple[float, int], watch: Watch) -> Certificate | None:
        """Refute goal by goal within so many seconds and nodes.

        What was in vain is not tried again with as little, nor at all if nodes were left.
        """
        seconds, nodes = branching
        if self._tree is None and nodes > self._nodes_tried:
            try:
                self._tree = self.grow_trees(watch.within(seconds, nodes))
                self._nodes_tried = inf
            except LimitHitError as error:
                if error.limit == "positions":
                    self._nodes_tried = nodes
        return self._tree

    def grow_trees(self, watch: Watch) -> Certificate | None:
        """Return a tree for every goal, a weight function for each where those do; a limit raises LimitHitError."""
        with loading():
            from perfectplay.games.pegs.solving.jump_counts import named_tree, refuting_tree

        problem = self.problem
        goals: dict[str, dict[str, Any]] = {}
        for goal in problem.goals:
            name = "goal" if problem.goal is not None else self._names(goal)[0]
            sets = separating_sets(problem.invariant_sets, problem.start.pegs, (goal,))
            if sets is not None:
                goals[name] = {"set": self._names(sets[0])}
            elif (tree := refuting_tree(problem, goal, watch)) is not None:
                goals[name] = named_tree(problem, tree)
            else:
                return None
        if all("weights" in proof for proof in goals.values()):
            return _weights_certificate([proof["weights"] for proof in goals.values()])
        return {"kind": "tree", "goals": goals}

    def _names(self, members: int) -> list[str]:
        return [name for hole, name in enumerate(self.problem.board.names) if members >> hole & 1]


def _weights_certificate(functions: list[dict[str, str]]) -> Certificate:
    return {"kind": "weights", "functions": functions}
