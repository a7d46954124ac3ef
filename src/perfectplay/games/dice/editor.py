"""Drawing dice boards."""

from perfectplay.base.errors import InputError
from perfectplay.base.numbers import read_whole
from perfectplay.games.dice.board import MOST_ROWS, PIECES, DiceBoard
from perfectplay.games.dice.position import MOST_DICE
from perfectplay.games.dice.problem import DiceProblem
from perfectplay.model.editor import NOTHING, CellKind, DrawingError, Drawn, Editor, FormField, Layer, Sketch

BOARD, GOAL = "board", "goal"
FREE, REMOVED, TARGET = ".", "#", "x"
ANY = "any"
AGAIN, ONCE = "again and again", "once"


class DiceEditor(Editor):
    """A board with its pieces, some squares removed, the goal square, and the dice."""

    family = "dice"
    about = "Place the pieces, ring the goal square, and write down the dice."
    layers = (Layer(BOARD, "Board", FREE), Layer(GOAL, "Goal", is_overlay=True))
    kinds = (
        *(
            CellKind(str(piece), f"piece {piece}", f"Piece {piece} begins here.", BOARD, str(piece), is_single=True)
            for piece in PIECES
        ),
        CellKind(FREE, "empty square", "Nobody stands here.", BOARD),
        CellKind(REMOVED, "removed square", "Nobody stands or goes here.", BOARD, None),
        CellKind(TARGET, "goal square", "Where a piece is to arrive; without it, bottom right.", GOAL, is_single=True),
    )
    fields = (
        FormField("dice", "Dice", "What is thrown, in this order, as in 3 1 4 1 5.", default="1 2 3 4 5 6"),
        FormField("thrown", "Thrown", "Whether the dice begin anew after the last of them.", (AGAIN, ONCE), AGAIN),
        FormField("piece", "Goal piece", "Which piece is to arrive.", (ANY, *map(str, PIECES)), ANY),
    )
    most_columns = most_rows = MOST_ROWS
    blank = Sketch({BOARD: ["123..", "45...", "6....", ".....", "....."], GOAL: [*[""] * 4, "    x"]})

    def drawn(self, sketch: Sketch) -> Drawn:
        rows = sketch.layers.get(BOARD, ())
        columns = max(map(len, rows), default=0)
        if not columns:
            raise DrawingError(self.layers[0], 0, 0, "nothing is drawn; a board has at least one square")
        if not set("".join(rows)) & {str(piece) for piece in PIECES}:
            raise InputError("nobody stands on the board; place at least one piece")
        names = DiceBoard(len(rows), columns).names
        squares = [row.ljust(columns, FREE) for row in rows]
        removed = [name for name, mark in zip(names, "".join(squares), strict=True) if mark == REMOVED]
        items = [f"goal={names[row * columns + column]}" for row, column, _ in self.marks(sketch, GOAL)]
        items += [f"removed={'+'.join(removed)}"] if removed else []
        items += ["dice=finite"] if sketch.fields.get("thrown") == ONCE else []
        dice = _dice(sketch.fields.get("dice", ""))
        board = "\n".join(" ".join("0" if mark in (FREE, REMOVED) else mark for mark in row) for row in squares)
        piece = sketch.fields.get("piece", "").replace(ANY, "") or "0"
        return Drawn(f"{len(rows)} {columns}\n{board}\n{len(dice)}\n{' '.join(dice)}\n{piece}\n", items)

    def sketch_of(self, problem: DiceProblem) -> Sketch:
        start = problem.start
        marks = [[NOTHING] * problem.board.columns for _ in range(problem.board.rows)]
        row, column = divmod(problem.goal, problem.board.columns)
        marks[row][column] = TARGET
        thrown = problem.dice[: 0 if problem.is_finite else start.phase]
        fields = {
            "dice": " ".join(map(str, problem.dice[start.phase :] + thrown)),
            "thrown": ONCE if problem.is_finite else AGAIN,
            "piece": str(problem.goal_piece or ANY),
        }
        return Sketch({BOARD: start.drawing(), GOAL: ["".join(row) for row in marks]}, fields)


def _dice(text: str) -> list[str]:
    """Return the dice that are written down one after another, or say which of them is none."""
    dice = text.replace(",", " ").split()
    for place, word in enumerate(dice, 1):
        if (number := read_whole(word)) is None or number not in PIECES:
            raise InputError(f"Dice: number {place} is {word[:20]!r}; write numbers from 1 to 6, as in 3 1 4 1 5")
    if not 1 <= len(dice) <= MOST_DICE:
        raise InputError(f"Dice: {len(dice):,} are written down; write 1 to {MOST_DICE:,} of them, as in 3 1 4 1 5")
    return dice


EDITOR = DiceEditor()
