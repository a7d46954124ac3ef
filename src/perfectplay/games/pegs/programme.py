"""The linear and the integer programme of a peg problem: how often is each jump made?

Let jump j be made x_j >= 0 times. Whatever the order of the jumps, start + sum x_j e_j = goal, where e_j takes away two
pegs and adds one. For any weights w on the holes it follows that

    w(goal) - w(start) = sum x_j g_j,    where g_j = w(target) - w(origin) - w(over) is the gain of jump j,

so weights are what proves something about the counts (Farkas 1902; for peg solitaire Kiyomi and Matsui 2001):

    refutation   least_j <= x_j <= most_j gives sum x_j g_j <= sum max(g_j least_j, g_j most_j); where that is less than
                 w(goal) - w(start), no counts within these bounds lead to the goal
    tree         counts are whole numbers, so x_j <= k or x_j >= k + 1; where both are refuted, so is the whole (Land
                 and Doig 1960)
    bound        where no gain is negative, x_j <= (w(goal) - w(start)) / g_j

HiGHS finds the weights in floating point, and nothing it says is believed: weights are rounded, repaired and checked in
whole numbers. The repair makes every hole heavier by the same, which lowers every gain by as much; what it costs is as
much for each jump, since a jump takes away one peg.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, lcm
from typing import Any

from perfectplay.games.pegs.board import Board, Jump
from perfectplay.games.pegs.problem import PegProblem

Weights = tuple[int, ...]
Bounds = list[tuple[int, int | None]]  # of each jump, the least and the most it is made; None: any number of times

MOST_DENOMINATOR = 120
FINEST = 1 << 30
TOLERANCE = 1e-6
DEEPEST = 200


@dataclass(frozen=True, slots=True)
class Leaf:
    """Weights that refute all counts within the bounds on the way here."""

    weights: Weights

    def as_json(self, problem: PegProblem) -> dict[str, Any]:
        return {"weights": named_weights(problem, self.weights)}


@dataclass(frozen=True, slots=True)
class Branch:
    """One jump is made at most so many times, which `within` refutes, or more often, which `beyond` refutes."""

    jump: int
    at_most: int
    within: "Tree"
    beyond: "Tree"

    def as_json(self, problem: PegProblem) -> dict[str, Any]:
        return {
            "jump": problem.jump_text(problem.board.jumps[self.jump]),
            "at_most": self.at_most,
            "then": self.within.as_json(problem),
            "else": self.beyond.as_json(problem),
        }


Tree = Leaf | Branch


@dataclass(slots=True)
class Effort:
    """What branching may still use: nodes, so that every machine grows the same trees, and time."""

    nodes: int
    deadline: float

    def has_time(self) -> bool:
        return time.perf_counter() < self.deadline

    def seconds_left(self) -> float:
        return max(0.0, self.deadline - time.perf_counter())

    def spend(self) -> bool:
        """Take one node; tell whether it was there to take."""
        self.nodes -= 1
        return self.nodes >= 0 and self.has_time()


class Programme:
    """The linear programme of a board and goals, kept between questions so that each starts from the last answer.

    Its columns are the counts of the jumps; the shares of the goals, which sum to 1, so that one function refutes them
    all if it can; and what each hole has too little or too much of. The sum of these errors is minimised. It is 0 where
    there are counts; elsewhere the duals of the rows of the holes, from -1 to 1, are weights that refute them.
    """

    def __init__(self, board: Board, goals: Sequence[int], *, has_errors: bool = True) -> None:
        import highspy
        import numpy as np

        self.board, self.goals, self.numpy = board, goals, np
        self.holes, self.jumps = len(board.holes), len(board.jumps)
        self.solver = highspy.Highs()
        self.solver.setOptionValue("output_flag", False)
        self.solver.setOptionValue("threads", 1)
        self.infinity = highspy.kHighsInf
        for side in (*[0.0] * self.holes, 1.0):
            self.solver.addRow(side, side, 0, np.zeros(0, np.int32), np.zeros(0))
        for jump in board.jumps:
            self._add_column(0.0, {jump.origin: -1, jump.over: -1, jump.target: 1})
        for goal in goals:
            pegs = {hole: -1 for hole in range(self.holes) if goal >> hole & 1}
            self._add_column(0.0, pegs | {self.holes: 1})
        for hole in range(self.holes if has_errors else 0):
            self._add_column(1.0, {hole: 1})
            self._add_column(1.0, {hole: -1})

    def _add_column(self, cost: float, entries: dict[int, int]) -> None:
        np = self.numpy
        rows, values = np.array(list(entries), np.int32), np.array(list(entries.values()), float)
        self.solver.addCol(cost, 0.0, self.infinity, len(entries), rows, values)

    def start_at(self, pegs: int) -> None:
        """Ask about another start."""
        np = self.numpy
        sides = np.array([-float(pegs >> hole & 1) for hole in range(self.holes)])
        self.solver.changeRowsBounds(self.holes, np.arange(self.holes, dtype=np.int32), sides, sides)

    def keep_within(self, jump: int, least: int, most: int | None) -> None:
        """Ask about counts of a jump within bounds."""
        self.solver.changeColBounds(jump, float(least), self.infinity if most is None else float(most))

    def solve(self) -> tuple[float, list[float], list[float]]:
        """Return the least that can be had, the counts of the jumps and the duals of the holes."""
        self.solver.run()
        solution, info = self.solver.getSolution(), self.solver.getInfo()
        counts, duals = list(solution.col_value)[: self.jumps], list(solution.row_dual)[: self.holes]
        return info.objective_function_value, counts, duals

    def refute(self, pegs: int) -> Weights | None:
        """Return weights that refute a start for all goals, or None if there are none."""
        self.start_at(pegs)
        error, _, values = self.solve()
        return self.exact(values, pegs, [(0, None)] * self.jumps) if error > TOLERANCE else None

    def exact(self, values: Sequence[float], pegs: int, bounds: Bounds) -> Weights | None:
        """Return whole weights, near these up to a factor, that do refute: simple ones if they can, else repaired ones.

        None if not even those do, which takes a margin below some millionths.
        """
        fractions = [Fraction(value).limit_denominator(MOST_DENOMINATOR) for value in values]
        scale = lcm(*(fraction.denominator for fraction in fractions))
        simple = tuple(int(fraction * scale) for fraction in fractions)
        if is_refuted(self.board, pegs, self.goals, simple, bounds):
            return simple
        fine = [round(value * FINEST) for value in values]
        free = [gain for gain, (_, most) in zip(gains(self.board, fine), bounds, strict=True) if most is None]
        repaired = tuple(weight + max([0, *free]) for weight in fine)
        return repaired if is_refuted(self.board, pegs, self.goals, repaired, bounds) else None

    def bound(self, jump: int) -> tuple[Weights, list[float]]:
        """Return weights of which no gain is negative that bound the count of a jump, and the counts where it is most.

        The counts come from floating point and are a hint; the bound that follows from the weights is exact.
        """
        self.solver.changeColCost(jump, -1.0)
        _, counts, values = self.solve()
        self.solver.changeColCost(jump, 0.0)
        fine = [round(-value * FINEST) for value in values]
        least_gain = min([0, *gains(self.board, fine)])
        return tuple(weight + least_gain for weight in fine), counts


def total(weights: Sequence[Any], pegs: int) -> Any:
    """Return what a set of pegs weighs."""
    return sum(weight for hole, weight in enumerate(weights) if pegs >> hole & 1)


def gains(board: Board, weights: Sequence[Any]) -> list[Any]:
    """Return what each jump adds to the total.

    >>> gains(Board.from_drawing(["oooo"]), [1, 2, 3, 4])  # a1-c1, b1-d1, c1-a1, d1-b1
    [0, -1, -4, -5]
    """
    return [weights[jump.target] - weights[jump.origin] - weights[jump.over] for jump in board.jumps]


def named_weights(problem: PegProblem, weights: Weights) -> dict[str, str]:
    """Return weights as certificates hold them: by the names of the holes, those without weight left out."""
    return {name: str(weight) for name, weight in zip(problem.board.names, weights, strict=True) if weight}


def is_refuted(board: Board, pegs: int, goals: Sequence[int], weights: Weights, bounds: Bounds) -> bool:
    """Tell whether weights prove that no counts within bounds lead from the pegs to one of the goals."""
    most_gained = 0
    for gain, (least, most) in zip(gains(board, weights), bounds, strict=True):
        if gain > 0:
            if most is None:
                return False
            most_gained += gain * most
        else:
            most_gained += gain * least
    return bool(most_gained < min(total(weights, goal) for goal in goals) - total(weights, pegs))


def refuting_weights(problem: PegProblem) -> Weights | None:
    """Return one function that refutes every goal, or None if there is none."""
    return Programme(problem.board, problem.goals).refute(problem.start.pegs)


def refuting_tree(problem: PegProblem, goal: int, effort: Effort) -> Tree | None:
    """Return a proof that no whole counts lead from the start to one goal.

    None if there are such counts (though jumps in no order may have them), or if the effort was not enough.
    """
    return _Branching(problem, goal, effort).grow()


class _Branching:
    """Branch and bound, depth first, on the count furthest from a whole number; the nearer side first."""

    def __init__(self, problem: PegProblem, goal: int, effort: Effort) -> None:
        self.pegs = problem.start.pegs
        self.effort = effort
        self.bounds: Bounds = [(0, None)] * len(problem.board.jumps)
        self.programme = Programme(problem.board, (goal,))
        self.programme.start_at(self.pegs)

    def grow(self, depth: int = 0) -> Tree | None:
        """Return the tree below the bounds as they are."""
        if depth > DEEPEST or not self.effort.spend():
            return None
        error, counts, values = self.programme.solve()
        if error > TOLERANCE:
            weights = self.programme.exact(values, self.pegs, self.bounds)
            return None if weights is None else Leaf(weights)
        distances = [abs(count - round(count)) for count in counts]
        jump = max(range(len(counts)), key=distances.__getitem__)
        if distances[jump] <= TOLERANCE:
            return None  # whole counts: nothing to refute
        least, most = self.bounds[jump]
        at_most = floor(counts[jump])
        sides = [(least, at_most), (at_most + 1, most)]
        grown: dict[int, Tree] = {}
        for side in (0, 1) if round(counts[jump]) == at_most else (1, 0):
            tree = self._grow_within(jump, sides[side], depth)
            if tree is None:
                return None  # half a proof proves nothing
            grown[side] = tree
        return Branch(jump, at_most, grown[0], grown[1])

    def _grow_within(self, jump: int, within: tuple[int, int | None], depth: int) -> Tree | None:
        before, self.bounds[jump] = self.bounds[jump], within
        self.programme.keep_within(jump, *within)
        tree = self.grow(depth + 1)
        self.bounds[jump] = before
        self.programme.keep_within(jump, *before)
        return tree


def possible_jumps(problem: PegProblem, effort: Effort) -> tuple[Jump, ...]:
    """Return the jumps that a solution may have: all but those proved to be made less than once.

    >>> from perfectplay.specs import load
    >>> len(possible_jumps(load("pegs/triangle-5:a1..a1"), Effort(100, float("inf"))))
    36
    """
    board, goals, pegs = problem.board, problem.goals, problem.start.pegs
    programme = Programme(board, goals, has_errors=False)
    programme.start_at(pegs)
    impossible: set[int] = set()
    unclear = set(range(len(board.jumps)))
    while unclear and effort.spend():
        weights, counts = programme.bound(jump := min(unclear))
        unclear -= {jump, *(other for other, count in enumerate(counts) if count >= 1)}
        if max(total(weights, goal) for goal in goals) - total(weights, pegs) < gains(board, weights)[jump]:
            impossible.add(jump)
    return tuple(jump for number, jump in enumerate(board.jumps) if number not in impossible)
