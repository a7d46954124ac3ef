"""Weight functions (pagodas): weights on the holes such that no jump raises the total.

A position that weighs less than the goal can never reach it.  Conway 1961; Beasley, The Ins and Outs of Peg Solitaire,
1985. Valid functions form a cone; those that refute a given position are found by linear programming (Kiyomi and Matsui
2001).
"""

from collections.abc import Sequence
from typing import Any

from perfectplay.games.jumping.board import Board
from perfectplay.games.jumping.weights import Weights, gains, total
from perfectplay.games.pegs.problem import PegProblem

# The resource count with negative corners of Winning Ways, chapter 23, for the English board row by row:
#          -1  0 -1
#           1  1  1
#    -1  1  0  1  0  1 -1
#     0  1  1  2  1  1  0     and so on, upside down
_HALF = (-1, 0, -1, 1, 1, 1, -1, 1, 0, 1, 0, 1, -1, 0, 1, 1)
ENGLISH_WEIGHTS: Weights = (*_HALF, 2, *reversed(_HALF))


def is_valid(board: Board, weights: Sequence[Any]) -> bool:
    """Tell whether no jump raises the total.

    >>> line = Board.from_drawing(["oooo"])
    >>> is_valid(line, [1, 0, 1, 0]), is_valid(line, [0, 0, 1, 0])
    (True, False)
    """
    return all(gain <= 0 for gain in gains(board, weights))


def least_goal_weight(problem: PegProblem, weights: Sequence[int], most_pegs: int = 0) -> int:
    """Return the least weight of a position that ends the problem."""
    if problem.goal is not None and not most_pegs:
        return int(total(weights, problem.goal.pegs))
    lightest = sorted(weights)[: max(1, most_pegs)]
    return int(lightest[0] + sum(weight for weight in lightest[1:] if weight < 0))


def named_weights(problem: PegProblem, weights: Weights) -> dict[str, str]:
    """Return weights as certificates hold them: by the names of the holes, those without weight left out."""
    return {name: str(weight) for name, weight in zip(problem.board.names, weights, strict=True) if weight}


def classic_weights(board: Board) -> list[Weights]:
    """Return the functions of the literature that are valid on this board.

    >>> english = Board.from_drawing(["  ooo", "  ooo", *["ooooooo"] * 3, "  ooo", "  ooo"])
    >>> len(classic_weights(english))
    5
    """
    found = sublattice_weights(board)
    if len(board.holes) == len(ENGLISH_WEIGHTS) and is_valid(board, ENGLISH_WEIGHTS):
        found.append(ENGLISH_WEIGHTS)
    return found


def sublattice_weights(board: Board) -> list[Weights]:
    """Return the classic functions: 1 on the holes of one parity of column and row, which jumps never leave.

    On the English board they are the four resource counts of Winning Ways, chapter 23; the one of the centre is d2 b4
    d4 f4 d6. They are valid on any board whose lattice has no holes missing inside a line.
    """
    functions = [tuple(int((x % 2, y % 2) == (a, b)) for x, y in board.holes) for a in (0, 1) for b in (0, 1)]
    return [function for function in functions if any(function) and is_valid(board, function)]
