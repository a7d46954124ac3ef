"""Drawing peg problems."""

from perfectplay.games.jumping.editor import BOARD, GOAL, TARGET, JumpEditor, sketched
from perfectplay.games.jumping.spelling import HOLE, NOWHERE, OUTSIDE, PEG
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.model.editor import CellKind, Drawn, Sketch


class PegEditor(JumpEditor):
    """A board with pegs; rings are the pegs that are to be left."""

    family = "pegs"
    about = "Draw the holes and the pegs to begin with, and ring the holes where pegs are to be left in the end."
    kinds = (
        CellKind(PEG, "peg", "A hole with a peg.", BOARD, "o"),
        CellKind(HOLE, "empty hole", "A hole without a peg.", BOARD),
        CellKind(OUTSIDE, "no hole", "The board has no hole here.", BOARD, None),
        CellKind(TARGET, "goal", "A peg is to be left here; without any goal, a single peg is, anywhere.", GOAL),
    )
    most_columns = most_rows = 16
    blank = Sketch({BOARD: ["  ooo", "  ooo", "ooooooo", "ooo.ooo", "ooooooo", "  ooo", "  ooo"]})

    def drawn(self, sketch: Sketch) -> Drawn:
        rows, goal = self.cut(sketch)
        lines = self.lines(sketch, rows)
        if goal:
            lines.append("")
            for y, row in enumerate(rows):
                holes = (PEG if (x, y) in goal else HOLE if mark != OUTSIDE else mark for x, mark in enumerate(row))
                lines.append("".join(holes) or NOWHERE)
        return Drawn("\n".join([*lines, ""]))

    def sketch_of(self, problem: PegProblem) -> Sketch:
        goal = 0 if problem.goal is None else problem.goal.pegs
        return sketched(problem.board, problem.start.pegs, goal)


EDITOR = PegEditor()
