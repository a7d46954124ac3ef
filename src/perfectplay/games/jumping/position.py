"""A position of pieces that jump: an immutable value with a short text form."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from perfectplay.base.errors import InputError
from perfectplay.draw.drawable import Drawable
from perfectplay.draw.scene import Cell, Scene
from perfectplay.games.jumping.board import LATTICES, Board, Jump


@dataclass(frozen=True)
class JumpPosition(Drawable):
    """Which holes of a board hold a peg.

    Its text is the drawing with `/` between rows and `_` for a space; `repr` pastes back.

    >>> position = JumpPosition.parse("_o/oo./_o")
    >>> position.text, position.count
    ('_o/oo./_o', 4)
    >>> position
    JumpPosition.parse('_o/oo./_o')
    >>> print(position.play(position.find_jump("a2-c2")))
     o
    ..o
     o
    """

    board: Board
    pegs: int

    board_type: ClassVar[type[Board]] = Board

    def __post_init__(self) -> None:
        if not 0 <= self.pegs <= self.board.full:
            raise InputError(f"{self.pegs:#x} has pegs outside the {len(self.board.holes)} holes of the board")

    @classmethod
    def parse(cls, text: str, lattice: str = "square") -> Self:
        """Read the text form."""
        if lattice not in LATTICES:
            raise InputError(f"unknown lattice {lattice!r}; use one of {', '.join(LATTICES)}")
        lines = text.replace("_", " ").split("/")
        for row, line in enumerate(lines, 1):
            for column, mark in enumerate(line, 1):
                if mark not in "o. ":
                    raise InputError(
                        f"row {row}, column {column}: {mark!r} is not o (peg), . (empty hole) or _ (no hole)"
                    )
        return cls.from_drawing(lines, lattice)

    @classmethod
    def from_drawing(cls, lines: Sequence[str], lattice: str = "square") -> Self:
        """Read a drawing whose characters have been checked."""
        board = cls.board_type.from_drawing(lines, lattice)
        pegs = sum(1 << number for number, (x, y) in enumerate(board.holes) if lines[y][x] == "o")
        return cls(board, pegs)

    @property
    def text(self) -> str:
        return "/".join(self.board.drawing(self.pegs)).replace(" ", "_")

    @property
    def count(self) -> int:
        """The number of pegs."""
        return self.pegs.bit_count()

    def __str__(self) -> str:
        return "\n".join(self.board.drawing(self.pegs))

    def __repr__(self) -> str:
        lattice = "" if self.board.lattice == "square" else f", {self.board.lattice!r}"
        return f"{type(self).__name__}.parse({self.text!r}{lattice})"

    def jumps(self) -> Iterator[Jump]:
        """Yield the jumps that can be made."""
        return (jump for jump in self.board.jumps if self.pegs & jump.mask == jump.before)

    def play(self, jump: Jump) -> Self:
        """Return the position after a jump, which is not checked."""
        return type(self)(self.board, self.pegs ^ jump.mask)

    def find_jump(self, text: str) -> Jump:
        """Return the legal jump that a text such as `d2-d4` names, or say why there is none."""
        ends = text.split("-")
        if len(ends) != 2:
            raise InputError(f"{text[:40]!r} is not a jump; write it as {self._example()}")
        origin, target = (self.board.hole(end.strip()) for end in ends)
        jump = self.board.jump_between.get((origin, target))
        if jump is None:
            raise InputError(f"no jump leads from {ends[0]} to {ends[1]} on this board")
        for hole, is_peg_needed in ((jump.origin, True), (jump.over, True), (jump.target, False)):
            if bool(self.pegs >> hole & 1) != is_peg_needed:
                state = "is empty" if is_peg_needed else "holds a peg"
                raise InputError(f"{text} cannot be played: {self.board.names[hole]} {state}")
        return jump

    def _example(self) -> str:
        jump = next(self.jumps(), None) or next(iter(self.board.jumps), None)
        return f"{self.board.names[jump.origin]}-{self.board.names[jump.target]}" if jump else "d2-d4"

    @property
    def scene(self) -> Scene:
        # The triangle lattice is drawn flush left and looks best with each row shifted by half a hole.
        is_triangle = self.board.lattice == "triangle"
        return Scene(
            tuple(
                Cell(
                    name,
                    x - y / 2 if is_triangle else float(x),
                    y * 3**0.5 / 2 if is_triangle else float(y),
                    "o" if self.pegs >> number & 1 else "",
                )
                for number, (name, (x, y)) in enumerate(zip(self.board.names, self.board.holes, strict=True))
            )
        )
