"""A coin position: an immutable value with a short text form."""

from collections.abc import Sequence
from dataclasses import dataclass

from perfectplay.base.errors import InputError
from perfectplay.draw.drawable import Drawable
from perfectplay.draw.scene import Cell, Scene
from perfectplay.games.coins.game import COLOUR_NAMES, EMPTY, NO_COLOUR
from perfectplay.games.coins.triangle import MOST_SIDE, Triangle, triangle

COIN, NOTHING = NO_COLOUR, EMPTY
MARKS = (COIN, NOTHING, *COLOUR_NAMES)


@dataclass(frozen=True)
class CoinPosition(Drawable):
    """Which cells of a triangle hold a coin; bit i of `coins` is the coin on cell i.

    Its text has the rows from the apex with `/` between them, the first letter of its colour for a coin (`o` if it has
    none) and `.` for an empty cell; `repr` pastes back.

    >>> position = CoinPosition.parse("o/oo/o.o")
    >>> position.count, position
    (5, CoinPosition.parse('o/oo/o.o'))
    >>> print(position)
    o
    oo
    o.o
    """

    side: int
    coins: int
    colours: str = ""  # the mark of every cell, or nothing where no coin has a colour

    def __post_init__(self) -> None:
        if not 0 <= self.coins <= self.triangle.full:
            raise InputError(f"{self.coins:#x} has coins outside the {self.triangle.size} cells of the triangle")
        if self.colours:
            if len(self.colours) > self.triangle.size or set(self.colours) - {*MARKS}:
                raise InputError(f"{self.colours[:60]!r} are no colours of {self.triangle.size} cells")
            letters = self.colours.replace(NOTHING, COIN).ljust(self.triangle.size, COIN)
            marks = "".join(letter if self.coins >> n & 1 else NOTHING for n, letter in enumerate(letters))
            object.__setattr__(self, "colours", marks if marks.strip(COIN + NOTHING) else "")

    @classmethod
    def parse(cls, text: str) -> "CoinPosition":
        """Read the text form."""
        return cls.from_drawing(text.split("/"))

    @classmethod
    def from_drawing(cls, lines: Sequence[str], source: str = "", first_line: int = 1) -> "CoinPosition":
        """Read the rows of a drawing, or say where it is wrong."""
        prefix = f"{source}, " if source else ""
        row_word = "line" if source else "row"
        if len(lines) > MOST_SIDE:
            raise InputError(f"{prefix}{row_word} {first_line + MOST_SIDE}: a triangle has at most {MOST_SIDE} rows")
        for row, line in enumerate(lines):
            where = f"{prefix}{row_word} {first_line + row}"
            for column, mark in enumerate(line, 1):
                if mark not in MARKS:
                    flush = "; draw flush left, without spaces" if mark.isspace() else ""
                    raise InputError(
                        f"{where}, column {column}: {mark!r} is not o (a coin), . (none) or a colour "
                        f"({', '.join(COLOUR_NAMES)}){flush}"
                    )
            if len(line) != row + 1:
                column = min(len(line), row + 1) + 1
                places = "1 place" if row == 0 else f"{row + 1} places"
                raise InputError(f"{where}, column {column}: row {row + 1} of a triangle has {places}, not {len(line)}")
        marks = "".join(lines)
        coins = sum(1 << number for number, mark in enumerate(marks) if mark != NOTHING)
        return cls(len(lines), coins, marks)

    @property
    def triangle(self) -> Triangle:
        return triangle(self.side)

    @property
    def count(self) -> int:
        """The number of coins."""
        return self.coins.bit_count()

    @property
    def rows(self) -> list[str]:
        marks = self.colours or "".join(COIN if self.coins >> n & 1 else NOTHING for n in range(self.triangle.size))
        return [marks[row * (row + 1) // 2 :][: row + 1] for row in range(self.side)]

    @property
    def text(self) -> str:
        return "/".join(self.rows)

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({self.text!r})"

    def without(self, mask: int) -> "CoinPosition":
        """Return the position after some of its coins were taken, which is not checked."""
        return CoinPosition(self.side, self.coins & ~mask, self.colours)

    @property
    def scene(self) -> Scene:
        """What it looks like: each row shifted by half a coin, so that all sides are equal."""
        cells = []
        for number, ((row, column), name) in enumerate(zip(self.triangle.places, self.triangle.names, strict=True)):
            piece = COIN if self.coins >> number & 1 else ""
            colour = COLOUR_NAMES.get(self.colours[number], "") if self.colours else ""
            cells.append(Cell(name, column - row / 2, row * 3**0.5 / 2, piece, colour=colour))
        return Scene(tuple(cells))
