"""Estimates of how far a position is from its goal: a cost for each peg by its hole, and one for each lonely peg."""

from collections import Counter
from functools import lru_cache

from perfectplay.games.jumping.board import Board, lattice_distance
from perfectplay.games.jumping.estimate import Estimate
from perfectplay.games.pegs.problem import PegProblem

# For each estimate: what it is, and for which objectives it never guesses too much.
ESTIMATES: dict[str, tuple[str, tuple[str, ...]]] = {
    "none": ("always 0", ("jumps", "moves")),
    "pegs": ("pegs too many: exactly the jumps that remain", ("jumps",)),
    "manhattan": ("steps of all pegs to the nearest goal hole", ()),
    "weighted": ("a cost by hole: corners and the holes they depend on are dear", ()),
    "spread": ("squared distance of all pegs to the nearest goal hole", ()),
    "tidy": ("dear are pegs that are hard to jump, far out, or without a neighbour", ()),
    "corners": ("pegs that can leave only by a move of their own", ("moves",)),
}

# Of `tidy`, for each way a peg cannot be jumped and for having no neighbour; measured on the shipped boards.
WAY_COST, LONELY_COST = 4, 6

# By rows, from the report that introduced it.
ENGLISH_COSTS = (4, 0, 4, 0, 0, 0, 4, 0, 3, 0, 3, 0, 4, 0, 0, 0, 1, 0, 0, 0, 4, 0, 3, 0, 3, 0, 4, 0, 0, 0, 4, 0, 4)


def make_estimate(name: str, problem: PegProblem) -> Estimate:
    """Return an estimate for a problem."""
    board = problem.board
    holes = range(len(board.holes))
    goals, corners = _goal_holes(problem), _corners(board)
    if name == "none":
        return Estimate((0,) * len(board.holes))
    if name == "pegs":
        return Estimate((1,) * len(board.holes), offset=1 if problem.goal is None else problem.goal.count)
    if name == "manhattan":
        return Estimate(tuple(_distance_to(board, goals, hole) for hole in holes))
    if name == "corners":
        costs = tuple(int(hole in corners and not _is_goal_hole(problem, hole)) for hole in holes)
        return Estimate(costs, offset=int(problem.goal is None))  # a goal anywhere may be one corner, not two
    if name == "weighted":
        return Estimate(_weighted_costs(problem, goals, corners))
    if name == "spread":
        return Estimate(tuple(_squared_distance_to(board, goals, hole) for hole in holes))
    over = Counter(jump.over for jump in board.jumps)
    ways = [over[hole] for hole in holes]
    return Estimate(
        tuple(WAY_COST * (max(ways) - ways[hole]) + _distance_to(board, goals, hole) for hole in holes), LONELY_COST
    )


def _goal_holes(problem: PegProblem) -> list[int]:
    """Return the goal's holes; for a goal anywhere, the hole nearest to all others."""
    board = problem.board
    if problem.goal is not None and problem.goal.pegs:
        return [hole for hole in range(len(board.holes)) if problem.goal.pegs >> hole & 1]
    return [_middle(board)]


@lru_cache(64)
def _middle(board: Board) -> int:
    """Return the hole nearest to all others."""
    holes = range(len(board.holes))
    return min(holes, key=lambda hole: sum(_distance(board, hole, other) for other in holes))


def _is_goal_hole(problem: PegProblem, hole: int) -> bool:
    return problem.goal is not None and bool(problem.goal.pegs >> hole & 1)


def _distance(board: Board, first: int, second: int) -> int:
    (x, y), (to_x, to_y) = board.holes[first], board.holes[second]
    return lattice_distance(board.lattice, to_x - x, to_y - y)


def _distance_to(board: Board, goals: list[int], hole: int) -> int:
    return min(_distance(board, hole, goal) for goal in goals)


def _squared_distance_to(board: Board, goals: list[int], hole: int) -> int:
    x, y = board.holes[hole]
    return min((x - to_x) ** 2 + (y - to_y) ** 2 for to_x, to_y in (board.holes[goal] for goal in goals))


def _corners(board: Board) -> frozenset[int]:
    """Return the holes no peg can be jumped on: whoever stands there leaves by moving."""
    return frozenset(range(len(board.holes))) - {jump.over for jump in board.jumps}


def _weighted_costs(problem: PegProblem, goals: list[int], corners: frozenset[int]) -> tuple[int, ...]:
    """Return the English table, or what it means on any board.

    Jumps keep the parities of column and row, so the pegs of a corner's parity class are those that can end in a
    corner: 4 in the corner, 3 elsewhere in its class, 1 on the goal, 0 for the rest.
    """
    board = problem.board
    classes = {(board.holes[corner][0] % 2, board.holes[corner][1] % 2) for corner in corners}
    if len(board.holes) == len(ENGLISH_COSTS) and len(corners) == 8 and len(board.jumps) == 76:
        return ENGLISH_COSTS
    return tuple(
        4 if hole in corners else 3 if (x % 2, y % 2) in classes else int(hole in goals)
        for hole, (x, y) in enumerate(board.holes)
    )
