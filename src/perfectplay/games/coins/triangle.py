"""The triangle: its cells, its straight runs of cells, and its symmetries.

Cells are numbered from the apex, row by row; drawn flush left, with columns as letters and rows as numbers:

      a b c d
    1 0
    2 1 2
    3 3 4 5
    4 6 7 8 9

Lines lead along rows, along columns, and down to the right.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import permutations

from perfectplay.base.errors import InputError

MOST_SIDE = 10
LETTERS = "abcdefghij"
DIRECTIONS = ((0, 1), (1, 0), (1, 1))  # rows and columns further


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring cells in a straight line: what one turn takes.  Its text is its two ends."""

    text: str
    mask: int
    cells: tuple[int, ...]

    @property
    def length(self) -> int:
        return len(self.cells)


@dataclass(frozen=True)
class Triangle:
    """A triangle of so many cells to a side.

    >>> triangle(4).names[4], len(triangle(6).runs)
    ('b3', 126)
    """

    side: int

    def __post_init__(self) -> None:
        if not 1 <= self.side <= MOST_SIDE:
            raise InputError(f"a triangle has a side of 1 to {MOST_SIDE} coins, not {self.side}")

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Row and column of each cell, from 0."""
        return tuple((row, column) for row in range(self.side) for column in range(row + 1))

    @cached_property
    def number(self) -> dict[tuple[int, int], int]:
        return {place: cell for cell, place in enumerate(self.places)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{LETTERS[column]}{row + 1}" for row, column in self.places)

    @property
    def size(self) -> int:
        return self.side * (self.side + 1) // 2

    @property
    def full(self) -> int:
        return (1 << self.size) - 1

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """Every run: single cells first, then longer ones."""
        found = [self._run((number,)) for number in range(self.size)]
        for row, column in self.places:
            for down, right in DIRECTIONS:
                cells = [self.number[row, column]]
                while (place := (row + down * len(cells), column + right * len(cells))) in self.number:
                    cells.append(self.number[place])
                    found.append(self._run(tuple(cells)))
        return tuple(sorted(found, key=lambda run: (run.length, run.cells)))

    def _run(self, cells: tuple[int, ...]) -> Run:
        ends = dict.fromkeys((self.names[cells[0]], self.names[cells[-1]]))
        return Run("-".join(ends), sum(1 << cell for cell in cells), cells)

    @cached_property
    def run_of(self) -> dict[str, Run]:
        """The runs by their texts, whichever end comes first."""
        backwards = {"-".join(reversed(run.text.split("-"))): run for run in self.runs}
        return backwards | {run.text: run for run in self.runs}

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The six turns and mirror images, each as the cell that every cell goes to."""
        found = []
        for row, column in self.places:
            steps = (self.side - 1 - row, row - column, column)  # away from the base, the left and the right side
            images = ((self.side - 1 - base, right) for base, _, right in permutations(steps))
            found.append([self.number[image] for image in images])
        return tuple(zip(*found, strict=True))

    def image(self, permutation: tuple[int, ...], coins: int) -> int:
        """Return where a symmetry takes some cells."""
        return sum(1 << permutation[cell] for cell in range(self.size) if coins >> cell & 1)


@cache
def triangle(side: int) -> Triangle:
    """Return the one triangle of a side, so that its runs are found once."""
    return Triangle(side)
