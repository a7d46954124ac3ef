"""A field of soldiers: a peg board whose rows count from the bottom, as levels do.

row  8  . . . . . . .
     5  . . . . . . .      front line of army/7x8
     4  o o o o o o o
     1  o o o o o o o
        a b c d e f g
"""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from perfectplay.base.errors import InputError
from perfectplay.base.numbers import read_whole
from perfectplay.games.jumping.board import Board
from perfectplay.games.jumping.position import JumpPosition


@dataclass(frozen=True)
class Field(Board):
    """The cells of a field.

    >>> Field.from_drawing(["..", "oo"]).names
    ('a2', 'b2', 'a1', 'b1')
    """

    most_holes: ClassVar = 4096

    @cached_property
    def height(self) -> int:
        return max(y for _, y in self.holes) + 1

    def hole(self, name: str) -> int:
        """Return the number of a cell by its name; older programs' (4, 7) is d7."""
        if read_whole(name) is not None:
            raise InputError(f"no cell {name[:20]!r}; write a column letter and a row counted from the bottom, as d7")
        return super().hole(name)

    def row_number(self, y: int) -> int:
        return self.height - y


@dataclass(frozen=True, repr=False)
class ArmyPosition(JumpPosition):
    """Which cells of a field hold a man.

    >>> position = ArmyPosition.parse("./o/o")
    >>> print(position.play(position.find_jump("a1-a3")))
    o
    .
    .
    """

    board_type: ClassVar = Field
