"""The symmetries of a board, found from the board itself.

A symmetry is a linear map of the lattice that keeps its set of directions, with the shift that lays the board onto
itself. For pruning only those may be used that keep the start *and* the goal (Bell, arXiv 0903.3696, section 4.1).
"""

from functools import lru_cache
from itertools import product

from perfectplay.games.jumping.board import Board

Permutation = tuple[int, ...]


@lru_cache(64)
def symmetries(board: Board) -> tuple[Permutation, ...]:
    """Return every symmetry as a permutation of hole numbers, the identity first.

    >>> len(symmetries(Board.from_drawing(["ooo", "ooo", "ooo"])))
    8
    >>> len(symmetries(Board.from_drawing(["o", "oo", "ooo"], "triangle")))
    6
    """
    directions = set(board.directions)
    identity = tuple(range(len(board.holes)))
    found = {identity}
    for a, b, c, d in product((-1, 0, 1), repeat=4):
        if {(a * x + b * y, c * x + d * y) for x, y in directions} != directions:
            continue
        images = [(a * x + b * y, c * x + d * y) for x, y in board.holes]
        (left, top), (low, high) = min(board.holes), min(images)
        moved = [(x + left - low, y + top - high) for x, y in images]
        if all(hole in board.index for hole in moved):
            found.add(tuple(board.index[hole] for hole in moved))
    found.remove(identity)
    return (identity, *sorted(found))


def keeps(permutation: Permutation, pegs: int) -> bool:
    """Tell whether a symmetry takes a set of pegs to itself; holes without a peg tell the same, if they are fewer."""
    holes = pegs if 2 * pegs.bit_count() <= len(permutation) else pegs ^ (1 << len(permutation)) - 1
    rest = holes
    while rest:
        lowest = rest & -rest
        if not holes >> permutation[lowest.bit_length() - 1] & 1:
            return False
        rest ^= lowest
    return True


def image(permutation: Permutation, pegs: int) -> int:
    """Return where a symmetry takes a set of pegs."""
    return sum(1 << target for origin, target in enumerate(permutation) if pegs >> origin & 1)
