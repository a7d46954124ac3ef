"""Small dice boards for tests, drawn by seed, solvable or not, with every variant among them."""

from dataclasses import replace

from perfectplay.games.dice.board import DiceBoard
from perfectplay.games.dice.files import case_text
from perfectplay.games.dice.generate import Draws, Recipe
from perfectplay.games.dice.position import DicePosition
from perfectplay.games.dice.problem import DiceProblem
from tests import brute_dice

# Rows, columns, the most pieces and the most dice: the brute force looks at every position of the last ones.
SIZES = [(5, 5, 2, 6), (5, 4, 3, 3), (4, 4, 3, 5), (3, 5, 3, 4), (3, 3, 4, 4), (2, 3, 5, 6), (1, 5, 4, 9)]


def small_problem(seed: int) -> tuple[DiceProblem, brute_dice.Board]:
    """Return the same board twice: as a problem, and as the brute force reads it."""
    draws = Draws(seed)
    rows, columns, pieces, period = SIZES[draws.below(len(SIZES))]
    goal_piece = draws.below(7) if draws.below(6) == 0 else None  # which need not be on the board
    case = Recipe(rows, columns, 1 + draws.below(pieces), 1 + draws.below(period)).draw(draws)
    if goal_piece is not None:
        case = case._replace(goal_piece=goal_piece)
    plain = brute_dice.read(case_text(case))
    is_finite = draws.below(4) == 0
    goal = draws.below(rows * columns) if draws.below(3) == 0 else rows * columns - 1
    free = [square for square in range(rows * columns) if square != goal and square not in case.start.piece_on]
    removed = {draws.pick(free) for _ in range(draws.below(5)) if free} if draws.below(3) == 0 else set()
    board = DiceBoard(rows, columns, frozenset(removed))
    case = case._replace(start=DicePosition(board, case.start.squares))
    squares = frozenset(place for place in plain.squares if place[0] * columns + place[1] not in removed)
    plain = replace(plain, squares=squares, goal=divmod(goal, columns), is_finite=is_finite)
    return DiceProblem(case, goal, is_finite=is_finite, spec=f"dice/seed-{seed}"), plain
