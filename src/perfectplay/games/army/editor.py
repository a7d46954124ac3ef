"""Drawing armies."""

from perfectplay.base.errors import InputError
from perfectplay.games.army.field import Field
from perfectplay.games.army.problem import ArmyProblem
from perfectplay.games.jumping.editor import BOARD, GOAL, TARGET, JumpEditor, sketched
from perfectplay.games.jumping.spelling import HOLE, OUTSIDE, PEG
from perfectplay.model.editor import CellKind, Drawn, Layer, Sketch


class ArmyEditor(JumpEditor):
    """A field with men, and one target."""

    family = "army"
    about = "Draw the field and its men, and ring the cell that one of them is to reach."
    layers = (Layer(BOARD, "Board", HOLE), Layer(GOAL, "Goal", is_overlay=True))
    kinds = (
        CellKind(PEG, "man", "A cell with a man.", BOARD, "o"),
        CellKind(HOLE, "empty cell", "A cell of the field without a man.", BOARD),
        CellKind(OUTSIDE, "no cell", "The field has no cell here.", BOARD, None),
        CellKind(TARGET, "target", "The cell that a man is to reach.", GOAL, is_single=True),
    )
    most_columns = most_rows = 32
    blank = Sketch({BOARD: [*["......."] * 4, *["ooooooo"] * 4], GOAL: ["", "", "   x"]})

    def drawn(self, sketch: Sketch) -> Drawn:
        rows, goal = self.cut(sketch)
        if not goal:
            raise InputError("there is no target; ring the cell that a man is to reach")
        field = Field.from_drawing(rows)
        target = field.names[field.index[next(iter(goal))]]
        return Drawn("\n".join([*self.lines(sketch, rows), "", f"goal: {target}", ""]))

    def sketch_of(self, problem: ArmyProblem) -> Sketch:
        if problem.half_plane is not None:
            raise InputError(f"{problem.spec} has no end and cannot be drawn; begin with a field such as army/7x8:d7")
        return sketched(problem.board, problem.start.pegs, 0 if problem.target is None else 1 << problem.target)


EDITOR = ArmyEditor()
