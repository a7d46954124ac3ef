"""Problem files: optional `key: value` lines, a drawing, and a second drawing or a `goal:` line."""

import re
from typing import NamedTuple

from perfectplay.base.errors import InputError
from perfectplay.base.files import given_text
from perfectplay.games.jumping.board import LATTICES, Board
from perfectplay.games.jumping.spelling import MARKS, plain_drawings

MOST_BYTES = 100_000
KEYS = ("about", "goal", "lattice", "pegs", "holes")
HEADER = re.compile(r"([A-Za-z]\w*) *: *(.*)")
LINE_END = re.compile(r"\r\n|\n|\r")  # str.splitlines would also break lines at characters no editor shows


class ProblemFile(NamedTuple):
    """What a file says, not yet made into a problem."""

    about: str
    lattice: str
    goal: str
    start_drawing: list[str]
    goal_drawing: list[str]


def read_problem_file(variant: str, board_type: type[Board] = Board) -> ProblemFile:
    """Read the file or the drawing that a variant stands for, or say in one line why it cannot be read."""
    return parse_problem_file(*given_text(variant, "the drawing of a board", MOST_BYTES), board_type)


def parse_problem_file(text: str, source: str = "the text", board_type: type[Board] = Board) -> ProblemFile:
    """Read the text of a file.

    >>> parse_problem_file("lattice: square\\n\\noo.\\n\\ngoal: c1\\n").goal
    'c1'
    >>> parse_problem_file("ox.\\n")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    perfectplay.base.errors.InputError: the text, line 1, column 2: 'x' is not o (peg), . (empty hole) or a space...
    """
    keys: dict[str, str] = {}
    drawings: list[list[str]] = [[]]
    first_lines: list[int] = []
    for number, line in enumerate(LINE_END.split(text), 1):
        line = line.rstrip(" ")
        header = HEADER.fullmatch(line)
        if header:
            key, value = header.groups()
            if key not in KEYS:
                raise InputError(f"{source}, line {number}: unknown key {key[:20]!r}; known are {', '.join(KEYS)}")
            if key in keys:
                raise InputError(f"{source}, line {number}: {key} is given twice")
            if not value:
                raise InputError(f"{source}, line {number}: {key}: is empty; write a value or leave out the line")
            keys[key] = value
        elif not line:
            if drawings[-1]:
                drawings.append([])
        else:
            if not drawings[-1]:
                first_lines.append(number)
            drawings[-1].append(line)
    drawings = [drawing for drawing in drawings if drawing]
    _check_marks(source, first_lines, drawings, MARKS + keys.get("pegs", "") + keys.get("holes", ""))
    drawings = plain_drawings(drawings, keys, source)
    _check_marks(source, first_lines, drawings, "o. ")
    if not drawings:
        raise InputError(f"{source} draws no board: draw a peg as o and an empty hole as .")
    if len(drawings) > 2:
        raise InputError(f"{source}, line {first_lines[2]}: a third drawing; a file has a start and at most one goal")
    if len(drawings) == 2:
        _check_same_holes(source, first_lines[1], *drawings)
        if "goal" in keys:
            raise InputError(f"{source}, line {first_lines[1]}: a second drawing and a goal: line; give one of them")
    lattice = keys.get("lattice", "square")
    if lattice not in LATTICES:
        raise InputError(f"{source}: unknown lattice {lattice[:20]!r}; use one of {', '.join(LATTICES)}")
    try:
        board = board_type.from_drawing(drawings[0], lattice)
        for name in keys.get("goal", "any").replace("any", "").split():
            board.hole(name)
    except InputError as error:
        raise InputError(f"{source}: {error}") from None
    goal_drawing = drawings[1] if len(drawings) == 2 else []
    return ProblemFile(keys.get("about", ""), lattice, keys.get("goal", ""), drawings[0], goal_drawing)


def _check_marks(source: str, first_lines: list[int], drawings: list[list[str]], known: str) -> None:
    for first, drawing in zip(first_lines, drawings, strict=True):
        for number, line in enumerate(drawing, first):
            for column, mark in enumerate(line, 1):
                if mark not in known:
                    where = f"{source}, line {number}, column {column}"
                    raise InputError(
                        f"{where}: {mark!r} is not o (peg), . (empty hole) or a space; "
                        "lines pegs: and holes: name other marks"
                    )


def _check_same_holes(source: str, number: int, start: list[str], goal: list[str]) -> None:
    for row in range(max(len(start), len(goal))):
        first, second = (drawing[row] if row < len(drawing) else "" for drawing in (start, goal))
        for column in range(max(len(first), len(second))):
            if (first[column : column + 1].strip() == "") != (second[column : column + 1].strip() == ""):
                raise InputError(
                    f"{source}, line {number + row}, column {column + 1}: the two drawings must have the same holes"
                )
