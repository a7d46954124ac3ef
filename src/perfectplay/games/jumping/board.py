"""A peg board: its holes, their names, and every jump it allows.

column letters from the left     a b c d e f g
row numbers from the top      1      o o o
                              2      o o o
                              3  o o o o o o o        d2-d4: the peg on d2 jumps over d3 into d4
                              4  o o o . o o o
holes are numbered row by row; hole i is bit i of a position
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar, Self

from perfectplay.base.errors import InputError
from perfectplay.base.numbers import read_whole
from perfectplay.base.text import column_name

# The directions of each lattice; every one of them also backwards.
LATTICES = {
    "square": ((1, 0), (0, 1)),
    "diagonal": ((1, 0), (0, 1), (1, 1), (1, -1)),
    "skew": ((1, 1), (1, -1)),
    "triangle": ((1, 0), (0, 1), (1, 1)),
}

# Orders of jumps beside that of `Board.jumps`; `vertical` is that of a classic report.
JUMP_ORDERS = ("vertical",)


@dataclass(frozen=True, slots=True)
class Jump:
    """One hop: hole numbers of the peg, the jumped peg and the empty hole."""

    origin: int
    over: int
    target: int

    @property
    def mask(self) -> int:
        return 1 << self.origin | 1 << self.over | 1 << self.target

    @property
    def before(self) -> int:
        return 1 << self.origin | 1 << self.over


@dataclass(frozen=True)
class Board:
    """The holes of a board, as (column, row) pairs in reading order, and its lattice.

    >>> board = Board.from_drawing([" o ", "ooo", " o "])
    >>> board.names
    ('b1', 'a2', 'b2', 'c2', 'b3')
    >>> len(board.jumps)
    4
    """

    holes: tuple[tuple[int, int], ...]
    lattice: str = "square"

    most_holes: ClassVar = 128

    @classmethod
    def from_drawing(cls, lines: Iterable[str], lattice: str = "square") -> Self:
        """Read the holes of a drawing: everything but spaces."""
        holes = tuple((x, y) for y, line in enumerate(lines) for x, mark in enumerate(line) if mark != " ")
        if not holes:
            raise InputError("the board has no holes: draw a peg as o and an empty hole as .")
        if len(holes) > cls.most_holes:
            raise InputError(f"the board has {len(holes):,} holes, but at most {cls.most_holes:,} are supported")
        return cls._made_once(holes, lattice)

    @classmethod
    @lru_cache(64)
    def _made_once(cls, holes: tuple[tuple[int, int], ...], lattice: str) -> Self:
        """Return the same board for the same holes, so that what follows from them is worked out once."""
        return cls(holes, lattice)

    @cached_property
    def index(self) -> dict[tuple[int, int], int]:
        return {hole: number for number, hole in enumerate(self.holes)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{column_name(x)}{self.row_number(y)}" for x, y in self.holes)

    def row_number(self, y: int) -> int:
        """Return what a row is called, the first row of the drawing being 0."""
        return y + 1

    @cached_property
    def by_name(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def directions(self) -> tuple[tuple[int, int], ...]:
        return tuple((sign * dx, sign * dy) for dx, dy in LATTICES[self.lattice] for sign in (1, -1))

    @cached_property
    def jumps(self) -> tuple[Jump, ...]:
        """All jumps, the pegs scanned from top left to bottom right."""
        found = []
        for (x, y), origin in self.index.items():
            for dx, dy in self.directions:
                over = self.index.get((x + dx, y + dy))
                target = self.index.get((x + 2 * dx, y + 2 * dy))
                if over is not None and target is not None:
                    found.append(Jump(origin, over, target))
        return tuple(found)

    @cached_property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """The holes that each jump changes, and those of them that hold a peg before, as masks."""
        return steps_of(self.jumps)

    def jumps_in(self, order: str) -> tuple[Jump, ...]:
        """Return all jumps in one of JUMP_ORDERS: each peg's along its column come before its others.

        Up comes before down, and left before right.
        """
        assert order in JUMP_ORDERS

        def place(jump: Jump) -> tuple[int, bool, int]:
            return jump.origin, self._column(jump.origin) != self._column(jump.target), jump.target

        return tuple(sorted(self.jumps, key=place))

    def _column(self, hole: int) -> int:
        return self.holes[hole][0]

    @cached_property
    def jump_between(self) -> dict[tuple[int, int], Jump]:
        """Find a jump by its two ends."""
        return {(jump.origin, jump.target): jump for jump in self.jumps}

    @cached_property
    def jump_by_change(self) -> dict[tuple[int, int], Jump]:
        """Find a jump by the holes it changes and the peg it adds, both as masks."""
        return {(jump.mask, 1 << jump.target): jump for jump in self.jumps}

    @cached_property
    def full(self) -> int:
        return (1 << len(self.holes)) - 1

    def hole(self, name: str) -> int:
        """Return the number of a hole, given by letter and number or by its place counted from 1 in reading order.

        >>> board = Board.from_drawing(["ooo"])
        >>> board.hole("b1"), board.hole("2")
        (1, 1)
        >>> board.hole("d1")
        Traceback (most recent call last):
        perfectplay.base.errors.InputError: no hole 'd1' on this board; its columns are a to c, its rows 1 to 1
        """
        if name.lower() in self.by_name:
            return self.by_name[name.lower()]
        if (number := read_whole(name)) is not None and 1 <= number <= len(self.holes):
            return number - 1
        columns, rows = [x for x, _ in self.holes], [self.row_number(y) for _, y in self.holes]
        raise InputError(
            f"no hole {name[:20]!r} on this board; its columns are {column_name(min(columns))} to "
            f"{column_name(max(columns))}, its rows {min(rows)} to {max(rows)}"
        )

    def drawing(self, pegs: int) -> list[str]:
        """Return the lines of a drawing, without trailing spaces."""
        height = max(y for _, y in self.holes) + 1
        rows = [[" "] * (max((x for x, row in self.holes if row == y), default=-1) + 1) for y in range(height)]
        for number, (x, y) in enumerate(self.holes):
            rows[y][x] = "o" if pegs >> number & 1 else "."
        return ["".join(row) for row in rows]


def steps_of(jumps: Iterable[Jump]) -> tuple[tuple[int, int], ...]:
    """Return of each jump the holes that it changes, and those of them that hold a peg before, as masks."""
    return tuple((jump.mask, jump.before) for jump in jumps)


def lattice_distance(lattice: str, dx: int, dy: int) -> int:
    """Return the steps between two holes of an unbounded lattice."""
    dx, dy = abs(dx), dy if dx >= 0 else -dy
    if lattice == "square":
        return dx + abs(dy)
    if lattice == "triangle":
        return max(dx, dy) if dy >= 0 else dx - dy
    return max(dx, abs(dy))
