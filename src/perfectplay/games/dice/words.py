"""Dice boards in words: the board with its goal square, whose turn it is, and plies with die, mover and captures."""

from collections.abc import Sequence
from dataclasses import replace

from perfectplay.base.spelling import off_page
from perfectplay.base.text import in_lines, many, numbered, with_names
from perfectplay.draw.scene import Scene
from perfectplay.games.dice.position import DicePosition
from perfectplay.games.dice.problem import DiceProblem
from perfectplay.model.answers import Impossible, Solved
from perfectplay.model.painting import Painting
from perfectplay.model.words import Words

MOST_SHOWN = 40  # dice
MOST_COMING = 5  # dice that a player is told of
REASONS = {
    "absent": "the goal piece, which is not on the board",
    "relaxed": "a relaxed race, which is not won either",
    "apart": "removed squares, which cut the goal square off",
}


class DiceWords(Words[DiceProblem]):
    """The texts of one dice problem."""

    level_noun = "plies"

    def about(self) -> str:
        return about_board(self.problem)

    def rules(self, seconds: float | None = None) -> str:
        return (
            "the piece of the die that is thrown moves one step, to any square around it, and takes what stands there; "
            "where the piece is gone, the nearest lower or the nearest higher one moves, as you choose"
        )

    def board(self, position: DicePosition) -> str:
        return board_lines(self.problem, position)

    def turn(self, position: DicePosition) -> str:
        if self.problem.is_goal(position):
            return ""
        return turn_line(self.problem, position)

    def solution(self, answer: Solved, notation: str = "letters") -> str:
        return f"{self.board(self.problem.start)}\n\n{plies_in_words(self.problem, answer.solution)}".rstrip()

    def more(self, answer: Solved) -> list[str]:
        number = answer.own.get("optimal_solutions")
        return [] if number is None else [f"{many(number, 'solution')} of this length"]

    def missing(self, answer: Solved) -> str:
        return "not counted how many there are"

    def reason(self, kind: str) -> str:
        return REASONS.get(kind) or super().reason(kind)

    def proof(self, answer: Impossible) -> str:
        kind = answer.certificate["kind"]
        if kind == "relaxed":
            return in_lines(
                "Even if everyone who might move did, towards everything at once, and whoever might have been captured "
                "stood in nobody's way, no piece that may win would ever arrive.",
                0,
            )
        if kind in ("absent", "apart"):
            where = "is on the board" if kind == "absent" else "has a way to the goal square"
            return in_lines(f"No piece that may win {where}.")
        return super().proof(answer)

    def paintings(self, answer: Impossible) -> list[Painting]:
        return [steps_painting(self.problem)] if answer.certificate["kind"] == "apart" else []


def board_lines(problem: DiceProblem, position: DicePosition) -> str:
    """Draw a position, the goal square as x while it is empty and removed squares as blanks."""
    rows = [list(line.replace("#", " ")) for line in position.drawing()]
    row, column = divmod(problem.goal, problem.board.columns)
    if rows[row][column] == ".":
        rows[row][column] = "x"
    return with_names(problem.board, rows)


def about_board(problem: DiceProblem) -> str:
    """Say in some lines what the problem is."""
    board = problem.board
    size = f"{many(board.rows, 'row')} and {many(board.columns, 'column')}"
    removed = f", {many(len(board.removed), 'square')} removed" if board.removed else ""
    who = f"piece {problem.goal_piece}" if problem.goal_piece else "any piece"
    pieces = many(len(problem.start.pieces), "piece")
    head = f"{problem.spec}: {size}{removed}, {pieces}; {who} to {problem.goal_name}{off_page(' (x)')}"
    shown = " ".join(map(str, problem.dice[:MOST_SHOWN])) + (" …" if len(problem.dice) > MOST_SHOWN else "")
    again = "thrown once" if problem.is_finite else "thrown again and again"
    dice = f"{len(problem.dice):,} dice, {again}" if len(problem.dice) != 1 else f"1 die, {again}"
    begin = f", beginning with number {problem.start.phase + 1:,}" if problem.start.phase else ""
    return f"{in_lines(head)}\n{in_lines(f'{dice}{begin}: {shown}')}"


def turn_line(problem: DiceProblem, position: DicePosition) -> str:
    """Say what the die shows and who may move."""
    die = problem.die(position)
    if die is None:
        return "the dice are used up"
    names = " or ".join(map(str, problem.movers(position)))
    return f"die {die}" + (f": piece {names} moves" if names else "") + f"; {coming_dice(problem, position)}"


def coming_dice(problem: DiceProblem, position: DicePosition) -> str:
    """Say which dice come next."""
    after = position.phase + 1
    thrown = [
        problem.dice[number % len(problem.dice)]
        for number in range(after, after + MOST_COMING)
        if not problem.is_finite or number < len(problem.dice)
    ]
    return f"then {' '.join(map(str, thrown))}" if thrown else "the last die"


def plies_in_words(problem: DiceProblem, solution: Sequence[str]) -> str:
    """List the plies in columns."""
    return numbered([frame.caption for frame in problem.frames(solution)[1:]])


def steps_painting(problem: DiceProblem) -> Painting:
    """Paint the steps to the goal square on all squares from which there is a way."""
    steps = {problem.board.names[square]: str(number) for square, number in problem.goal_distances.items()}
    cells = problem.scene(problem.start).cells
    scene = Scene(tuple(replace(cell, note=steps.get(cell.name, "")) for cell in cells))
    lines = (
        f"The numbers are the fewest steps to {problem.goal_name}. "
        f"From {many(len(cells) - len(steps), 'square')} there is no way.",
        "Whoever may win stands on one of those, and no capture makes a way.",
    )
    return Painting("Steps to the goal square", scene, lines)


def course_answer(problem: DiceProblem, solution: Sequence[str]) -> str:
    """Write a solution as the course does: the number of plies, then a line with piece and direction for each."""
    lines = (f"{piece} {direction}" for piece, direction in problem.directions(solution))
    return "\n".join([str(len(solution)), *lines])
