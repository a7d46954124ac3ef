"""Dice boards in words: the board with its goal square, whose turn it is, and plies with die, mover and captures."""

from collections.abc import Sequence
from typing import Any

from perfectplay.cli.words import in_lines, many, numbered, with_names

MOST_SHOWN = 40  # dice


def board_lines(problem: Any, position: Any) -> str:
    """Draw a position, the goal square as x while it is empty and removed squares as blanks."""
    rows = [list(line.replace("#", " ")) for line in position.drawing()]
    row, column = divmod(problem.goal, problem.board.columns)
    if rows[row][column] == ".":
        rows[row][column] = "x"
    return with_names(problem.board, rows)


def about_board(problem: Any) -> str:
    """Say in some lines what the problem is."""
    board = problem.board
    size = f"{many(board.rows, 'row')} and {many(board.columns, 'column')}"
    removed = f", {many(len(board.removed), 'square')} removed" if board.removed else ""
    who = f"piece {problem.goal_piece}" if problem.goal_piece else "any piece"
    pieces = many(len(problem.start.pieces), "piece")
    head = f"{problem.spec}: {size}{removed}, {pieces}; {who} to {problem.goal_name} (x)"
    shown = " ".join(map(str, problem.dice[:MOST_SHOWN])) + (" …" if len(problem.dice) > MOST_SHOWN else "")
    again = "thrown once" if problem.is_finite else "thrown again and again"
    dice = f"{len(problem.dice):,} dice, {again}" if len(problem.dice) != 1 else f"1 die, {again}"
    begin = f", beginning with number {problem.start.phase + 1:,}" if problem.start.phase else ""
    return f"{in_lines(head)}\n{in_lines(f'{dice}{begin}: {shown}')}"


def turn_line(problem: Any, position: Any) -> str:
    """Say what the die shows and who may move."""
    die = problem.die(position)
    if die is None:
        return "the dice are used up"
    names = " or ".join(map(str, problem.movers(position)))
    return f"die {die}" + (f": piece {names} moves" if names else "")


def told_plies(problem: Any, solution: Sequence[str]) -> str:
    """List the plies in columns."""
    return numbered([frame.caption for frame in problem.frames(solution)[1:]])


def course_answer(problem: Any, solution: Sequence[str]) -> str:
    """Write a solution as the course does: the number of plies, then a line with piece and direction for each."""
    lines = (f"{piece} {direction}" for piece, direction in problem.directions(solution))
    return "\n".join([str(len(solution)), *lines])
