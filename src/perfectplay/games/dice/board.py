"""A dice board, and who moves on it when a die is thrown.

column letters from the left     a b c
row numbers from the top      1  3 . .      squares are numbered row by row: a1 is 0, b1 is 1, a2 is 3
                              2  . # 6      # is a removed square: nothing stands there, nothing goes there
                              3  . . x      x is the goal square
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from perfectplay.base.errors import InputError

MOST_ROWS = 10
PIECES = range(1, 7)
# Row and column of a step, in the order of the course's answers: 0 is up-left, 7 is down-right.
DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


@dataclass(frozen=True)
class DiceBoard:
    """The squares of a board; some may be removed.

    >>> board = DiceBoard(2, 3, frozenset({4}))
    >>> board.names
    ('a1', 'b1', 'c1', 'a2', 'b2', 'c2')
    >>> [board.names[square] for square in board.neighbours[0]]
    ['b1', 'a2']
    """

    rows: int
    columns: int
    removed: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        for what, number in (("rows", self.rows), ("columns", self.columns)):
            if not 1 <= number <= MOST_ROWS:
                raise InputError(f"{number} {what}; a board has from 1 to {MOST_ROWS} {what}")

    @property
    def size(self) -> int:
        """The number of squares, the removed ones among them."""
        return self.rows * self.columns

    @property
    def last(self) -> int:
        """The square in the bottom right corner."""
        return self.size - 1

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{chr(ord('a') + column)}{row + 1}" for row in range(self.rows) for column in range(self.columns))

    def row_number(self, row: int) -> int:
        """Return what a row is called, the first being 0."""
        return row + 1

    def square(self, name: str) -> int:
        """Return the number of a square by its name.

        >>> DiceBoard(2, 3).square("d1")
        Traceback (most recent call last):
        perfectplay.base.errors.InputError: no square 'd1' on this board; its columns are a to c, its rows 1 to 2
        """
        if name not in self.names:
            corner = self.names[self.last]
            raise InputError(
                f"no square {name[:20]!r} on this board; its columns are a to {corner[0]}, its rows 1 to {corner[1:]}"
            )
        return self.names.index(name)

    def step(self, square: int, direction: int) -> int | None:
        """Return where a step leads, or None where it leaves the board."""
        row, column = divmod(square, self.columns)
        row, column = row + DIRECTIONS[direction][0], column + DIRECTIONS[direction][1]
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return None
        target = row * self.columns + column
        return None if target in self.removed else target

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """Of each square, the squares one step leads to, in the order of the directions."""
        steps = ([self.step(square, direction) for direction in range(8)] for square in range(self.size))
        return tuple(tuple(target for target in targets if target is not None) for targets in steps)

    def distances(self, goal: int) -> dict[int, int]:
        """Return the fewest steps from each square to a goal, around removed squares; squares cut off are missing.

        Without removed squares this is Chebyshev's distance: the larger of the differences in rows and in columns.
        """
        found = {goal: 0}
        level = [goal]
        while level:
            following = []
            for square in level:
                for neighbour in self.neighbours[square]:
                    if neighbour not in found:
                        found[neighbour] = found[square] + 1
                        following.append(neighbour)
            level = following
        return found


def movers(pieces: Collection[int], die: int) -> tuple[int, ...]:
    """Return who may move: the piece of the die, or else the nearest smaller and the nearest larger one.

    >>> movers({1, 3, 6}, 3), movers({1, 3, 6}, 4), movers({1, 3}, 6), movers((), 2)
    ((3,), (3, 6), (3,), ())
    """
    if die in pieces:
        return (die,)
    smaller = [piece for piece in pieces if piece < die]
    larger = [piece for piece in pieces if piece > die]
    return (*([max(smaller)] if smaller else []), *([min(larger)] if larger else []))
