"""The linear and the integer program of a peg problem: how often is each jump made?

Let jump j be made x_j >= 0 times. Whatever the order of the jumps, start + sum x_j e_j = goal, where e_j takes away two
pegs and adds one. For any weights w on the holes it follows that

    w(goal) - w(start) = sum x_j g_j,    where g_j = w(target) - w(origin) - w(over) is the gain of jump j,

so weights are what proves something about the counts (Farkas 1902; for peg solitaire Kiyomi and Matsui 2001):

    refutation   least_j <= x_j <= most_j gives sum x_j g_j <= sum max(g_j least_j, g_j most_j); where that is less than
                 w(goal) - w(start), no counts within these bounds lead to the goal
    tree         where both sides of a branch are refuted, so is the whole
    bound        where no gain is negative, x_j <= (w(goal) - w(start)) / g_j

HiGHS finds the weights in floating point, and nothing it says is believed: weights are rounded, repaired and checked in
whole numbers. The repair makes every hole heavier by the same, which lowers every gain by as much; what it costs is as
much for each jump, since a jump takes away one peg.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import floor, lcm
from typing import Any

from perfectplay.base.limits import LimitHitError
from perfectplay.games.jumping.board import Board, Jump
from perfectplay.games.jumping.weights import Weights, gains, total
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.games.pegs.weights import named_weights
from perfectplay.search.linear.exact import FREE, Bounds, most_gained, rounded
from perfectplay.search.linear.program import TOLERANCE, LinearProgram, Solution
from perfectplay.search.linear.tree import Grower, Leaf, Split, Tree, tree_as_json
from perfectplay.search.watch import Watch

MOST_DENOMINATOR = 120
FINEST = 1 << 30


class PegProgram:
    """The linear program of a board and goals.

    Its columns are the counts of the jumps; the shares of the goals, which sum to 1, so that one function refutes them
    all if it can; and what each hole has too little or too much of. The sum of these errors is minimised. It is 0 where
    there are counts; elsewhere the duals of the rows of the holes, from -1 to 1, are weights that refute them.
    """

    def __init__(self, board: Board, goals: Sequence[int], watch: Watch, *, has_errors: bool = True) -> None:
        self.board, self.goals = board, goals
        self.holes, self.jumps = len(board.holes), len(board.jumps)
        columns = [{jump.origin: -1, jump.over: -1, jump.target: 1} for jump in board.jumps]
        for goal in goals:
            columns.append({hole: -1 for hole in range(self.holes) if goal >> hole & 1} | {self.holes: 1})
        errors = [{hole: sign} for hole in range(self.holes if has_errors else 0) for sign in (1, -1)]
        costs = [0.0] * len(columns) + [1.0] * len(errors)
        sides = [0.0] * self.holes + [1.0]
        self.linear = LinearProgram(watch, costs, [*columns, *errors], sides, sides)

    def start_at(self, pegs: int) -> None:
        """Ask about another start."""
        self.linear.set_sides([-float(pegs >> hole & 1) for hole in range(self.holes)])

    def solve(self) -> Solution:
        """Return the least that can be had, the counts of the jumps and the duals of the holes."""
        return self.of_the_board(self.linear.solve())

    def of_the_board(self, solution: Solution) -> Solution:
        """Return the part of a solution that jumps and holes have."""
        return Solution(solution.value, solution.primal[: self.jumps], solution.dual[: self.holes])

    def refute(self, pegs: int) -> Weights | None:
        """Return weights that refute a start for all goals, or None if there are none."""
        self.start_at(pegs)
        error, _, values = self.solve()
        return self.exact(values, pegs, [FREE] * self.jumps) if error > TOLERANCE else None

    def exact(self, values: Sequence[float], pegs: int, bounds: Sequence[Bounds]) -> Weights | None:
        """Return whole weights, near these up to a factor, that do refute: simple ones if they can, else repaired ones.

        None if not even those do, which takes a margin below some millionths.
        """
        fractions = [Fraction(value).limit_denominator(MOST_DENOMINATOR) for value in values]
        scale = lcm(*(fraction.denominator for fraction in fractions))
        simple = tuple(int(fraction * scale) for fraction in fractions)
        if is_refuted(self.board, pegs, self.goals, simple, bounds):
            return simple
        fine = rounded(values, FINEST)
        free = [gain for gain, (_, most) in zip(gains(self.board, fine), bounds, strict=True) if most is None]
        repaired = tuple(weight + max([0, *free]) for weight in fine)
        return repaired if is_refuted(self.board, pegs, self.goals, repaired, bounds) else None

    def bound(self, jump: int) -> tuple[Weights, list[float]]:
        """Return weights of which no gain is negative that bound the count of a jump, and the counts where it is most.

        The counts come from floating point and are a hint; the bound that follows from the weights is exact.
        """
        self.linear.set_cost(jump, -1.0)
        _, counts, values = self.solve()
        self.linear.set_cost(jump, 0.0)
        fine = rounded([-value for value in values], FINEST)
        least_gain = min([0, *gains(self.board, fine)])
        return tuple(weight + least_gain for weight in fine), counts


def named_tree(problem: PegProblem, tree: Tree) -> dict[str, Any]:
    """Return a tree as certificates hold it."""
    return tree_as_json(
        tree,
        lambda leaf: {"weights": named_weights(problem, leaf.weights)},
        lambda jump: {"jump": problem.jump_text(problem.board.jumps[jump])},
    )


def is_refuted(board: Board, pegs: int, goals: Sequence[int], weights: Weights, bounds: Sequence[Bounds]) -> bool:
    """Tell whether weights prove that no counts within bounds lead from the pegs to one of the goals."""
    most = most_gained(gains(board, weights), bounds)
    return most is not None and bool(most < min(total(weights, goal) for goal in goals) - total(weights, pegs))


def refuting_weights(problem: PegProblem, watch: Watch) -> Weights | None:
    """Return one function that refutes every goal, or None if there is none; a limit raises LimitHitError."""
    return PegProgram(problem.board, problem.goals, watch).refute(problem.start.pegs)


def refuting_tree(problem: PegProblem, goal: int, watch: Watch) -> Tree | None:
    """Return a proof that no whole counts lead from the start to one goal; a limit raises LimitHitError.

    None if there are such counts, though jumps in no order may have them.
    """
    return _Refutation(problem, goal, watch).grow()


class _Refutation(Grower):
    """Branches on the count furthest from a whole number, the nearer side first."""

    def __init__(self, problem: PegProblem, goal: int, watch: Watch) -> None:
        self.pegs = problem.start.pegs
        self.peg_program = PegProgram(problem.board, (goal,), watch)
        self.peg_program.start_at(self.pegs)
        super().__init__(self.peg_program.linear, len(problem.board.jumps))

    def prove(self, solution: Solution) -> Leaf | None:
        if solution.value <= TOLERANCE:
            return None
        weights = self.peg_program.exact(self.peg_program.of_the_board(solution).dual, self.pegs, self.bounds)
        return None if weights is None else Leaf(weights)

    def choose(self, solution: Solution) -> Split | None:
        if solution.value > TOLERANCE:
            return None  # refuted, but not in whole numbers
        counts = self.peg_program.of_the_board(solution).primal
        distances = {jump: abs(count - round(count)) for jump, count in enumerate(counts)}
        fractional = [jump for jump, distance in distances.items() if distance > TOLERANCE]
        if not fractional:
            return None  # whole counts, or no jumps: nothing to refute
        jump = max(fractional, key=distances.__getitem__)
        at_most = floor(counts[jump])
        return Split(jump, at_most, is_beyond_first=round(counts[jump]) != at_most)


def possible_jumps(problem: PegProblem, watch: Watch) -> tuple[Jump, ...]:
    """Return the jumps that a solution may have: all but those proved to be made less than once.

    Each question takes one position of the watch; a limit leaves the other jumps in.

    >>> from perfectplay.model.specs import load
    >>> len(possible_jumps(load("pegs/triangle-5:a1..a1"), Watch()))
    36
    """
    board, goals, pegs = problem.board, problem.goals, problem.start.pegs
    impossible: set[int] = set()
    unclear = set(range(len(board.jumps)))
    try:
        program = PegProgram(board, goals, watch, has_errors=False)
        program.start_at(pegs)
        while unclear:
            watch.take()
            weights, counts = program.bound(jump := min(unclear))
            unclear -= {jump, *(other for other, count in enumerate(counts) if count >= 1)}
            if max(total(weights, goal) for goal in goals) - total(weights, pegs) < gains(board, weights)[jump]:
                impossible.add(jump)
    except LimitHitError:
        pass  # the jumps proved impossible so far remain so
    return tuple(jump for number, jump in enumerate(board.jumps) if number not in impossible)
