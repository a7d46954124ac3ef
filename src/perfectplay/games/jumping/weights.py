"""Weights on the holes of a board: what positions weigh, and what jumps gain."""

from collections.abc import Sequence
from typing import Any

from perfectplay.games.jumping.board import Board

Weights = tuple[int, ...]


def total(weights: Sequence[Any], pegs: int) -> Any:
    """Return what a set of pegs weighs."""
    return sum(weight for hole, weight in enumerate(weights) if pegs >> hole & 1)


def gains(board: Board, weights: Sequence[Any]) -> list[Any]:
    """Return what each jump adds to the total.

    >>> gains(Board.from_drawing(["oooo"]), [1, 2, 3, 4])  # a1-c1, b1-d1, c1-a1, d1-b1
    [0, -1, -4, -5]
    """
    return [weights[jump.target] - weights[jump.origin] - weights[jump.over] for jump in board.jumps]
