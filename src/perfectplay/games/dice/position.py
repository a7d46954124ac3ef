"""A dice position: where the pieces stand, and the phase of the dice."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from perfectplay.base.errors import InputError
from perfectplay.draw.drawable import Drawable
from perfectplay.draw.scene import Cell, Scene
from perfectplay.games.dice.board import PIECES, DiceBoard

MOST_DICE = 10_000
TEXT = re.compile(r"([0-6.#/]+)@([0-9]{1,9})")


@dataclass(frozen=True)
class DicePosition(Drawable):
    """Pieces on a board, `squares[0]` being where piece 1 stands, None for a piece that is gone, and the phase.

    The phase is the place in the list of dice of the die that is thrown next: the same board at another phase is
    another position.  The text is the rows with `/` between them, `.` for an empty and `#` for a removed square, and
    the phase after an `@`; `repr` pastes back.

    >>> position = DicePosition.parse("1.3/.#./..6@2")
    >>> position.phase, position.pieces, position.board.names[position.squares[5]]
    (2, (1, 3, 6), 'c3')
    >>> position
    DicePosition.parse('1.3/.#./..6@2')
    """

    board: DiceBoard
    squares: tuple[int | None, ...]
    phase: int = 0

    def __post_init__(self) -> None:
        standing = [square for square in self.squares if square is not None]
        if len(self.squares) != len(PIECES) or len(set(standing)) != len(standing):
            raise InputError("a position has six pieces, each gone or on a square of its own")
        if any(not 0 <= square < self.board.size or square in self.board.removed for square in standing):
            raise InputError("a piece stands where the board has no square")
        if not 0 <= self.phase <= MOST_DICE:
            raise InputError(f"a phase is from 0 to {MOST_DICE:,}, not {self.phase}")

    @classmethod
    def parse(cls, text: str) -> "DicePosition":
        """Read the text form."""
        match = TEXT.fullmatch(text)
        if match is None:
            raise InputError(f"{text[:60]!r} is not a position; write rows and a phase as in 1.3/.#./..6@2")
        return cls.from_drawing(match[1].replace("0", ".").split("/"), int(match[2]))

    @classmethod
    def from_drawing(cls, lines: Sequence[str], phase: int = 0) -> "DicePosition":
        """Read rows of equal length whose characters have been checked."""
        if len({len(line) for line in lines}) != 1:
            raise InputError("the rows of a board must be of equal length")
        marks = "".join(lines)
        removed = frozenset(square for square, mark in enumerate(marks) if mark == "#")
        board = DiceBoard(len(lines), len(lines[0]), removed)
        for piece in PIECES:
            if marks.count(str(piece)) > 1:
                first = marks.index(str(piece))
                places = board.names[first], board.names[marks.index(str(piece), first + 1)]
                raise InputError(f"piece {piece} stands on {places[0]} and on {places[1]}; each piece stands once")
        found = (marks.find(str(piece)) for piece in PIECES)
        return cls(board, tuple(None if square < 0 else square for square in found), phase)

    @cached_property
    def pieces(self) -> tuple[int, ...]:
        """The pieces still on the board."""
        return tuple(piece for piece in PIECES if self.squares[piece - 1] is not None)

    @cached_property
    def piece_on(self) -> dict[int, int]:
        """The pieces by their squares."""
        return {square: piece for piece in PIECES if (square := self.squares[piece - 1]) is not None}

    def square_of(self, piece: int) -> int:
        """Return where a piece stands that is on the board."""
        square = self.squares[piece - 1]
        assert square is not None, f"piece {piece} is gone"
        return square

    def moved(self, piece: int, target: int, phase: int) -> "DicePosition":
        """Return the position after a piece went to a square, which takes what stood there; nothing is checked."""
        squares = [None if square == target else square for square in self.squares]
        squares[piece - 1] = target
        return DicePosition(self.board, tuple(squares), phase)

    def drawing(self) -> list[str]:
        """Return the rows."""
        board = self.board
        marks = "".join(
            "#" if square in board.removed else str(self.piece_on.get(square, ".")) for square in range(board.size)
        )
        return [marks[first : first + board.columns] for first in range(0, board.size, board.columns)]

    @property
    def text(self) -> str:
        return f"{'/'.join(self.drawing())}@{self.phase}"

    def __str__(self) -> str:
        return "\n".join(self.drawing())

    def __repr__(self) -> str:
        return f"DicePosition.parse({self.text!r})"

    @property
    def scene(self) -> Scene:
        return Scene(
            tuple(
                Cell(name, float(square % self.board.columns), float(square // self.board.columns), self._mark(square))
                for square, name in enumerate(self.board.names)
                if square not in self.board.removed
            )
        )

    def _mark(self, square: int) -> str:
        piece = self.piece_on.get(square)
        return "" if piece is None else str(piece)
