"""Drawing boards on which pieces jump: what the editors of families have in common."""

from collections.abc import Sequence

from perfectplay.games.jumping.board import LATTICES, Board
from perfectplay.games.jumping.spelling import NOWHERE, OUTSIDE
from perfectplay.model.editor import NOTHING, DrawingError, Editor, FormField, Layer, Sketch

BOARD, GOAL = "board", "goal"
TARGET = "x"
LATTICE = FormField(
    "lattice",
    "Lattice",
    "The directions of jumps. Square: along rows and columns. Diagonal: along rows, columns and both diagonals. Skew: "
    "along the diagonals alone. Triangle: in six directions.",
    tuple(LATTICES),
    next(iter(LATTICES)),
)


class JumpEditor(Editor):
    """A board with its pieces in one layer, and marks for the goal in another."""

    layers = (Layer(BOARD, "Board", OUTSIDE), Layer(GOAL, "Goal", is_overlay=True))
    fields = (LATTICE,)
    slant = (LATTICE.name, "triangle")

    def cut(self, sketch: Sketch) -> tuple[list[str], set[tuple[int, int]]]:
        """Return the drawing without its margins, and the marked places as columns and rows of it."""
        places = [(row, column) for row, column, _ in self.marks(sketch, BOARD)]
        if not places:
            raise DrawingError(self.layers[0], 0, 0, "nothing is drawn; choose a kind of cell and draw a board")
        (top, bottom), (left, right) = ((min(line), max(line) + 1) for line in zip(*places, strict=True))
        rows = [row[left:right].rstrip(OUTSIDE) for row in sketch.layers[BOARD][top:bottom]]
        return rows, {(column - left, row - top) for row, column, _ in self.marks(sketch, GOAL)}

    def lines(self, sketch: Sketch, rows: Sequence[str]) -> list[str]:
        """Return the first lines of a problem file: the lattice and the start.

        A file separates drawings by blank lines, so a row without cells has a mark for what is outside the board.
        """
        lattice = sketch.fields.get("lattice") or LATTICE.default
        head = [] if lattice == LATTICE.default else [f"lattice: {lattice}", ""]
        return [*head, *(row or NOWHERE for row in rows)]


def sketched(board: Board, pegs: int, goal: int) -> Sketch:
    """Return the sketch of a board with some pieces, and marks on the holes of `goal`."""
    rows = board.drawing(pegs)
    marks = [[NOTHING] * len(row) for row in rows]
    for number, (x, y) in enumerate(board.holes):
        if goal >> number & 1:
            marks[y][x] = TARGET
    return Sketch({BOARD: rows, GOAL: ["".join(row) for row in marks]}, {"lattice": board.lattice})
