"""The course's file format, whitespace separated: `rows columns`, the board, the period, the dice, the goal piece.

Lines `about: TEXT` and `source: TEXT` may stand before it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from perfectplay.base.errors import InputError
from perfectplay.base.numbers import read_whole
from perfectplay.games.dice.board import MOST_ROWS, PIECES, DiceBoard
from perfectplay.games.dice.position import MOST_DICE, DicePosition

MOST_BYTES = 1_000_000
WORD = re.compile(r"\S+")
HEADING = re.compile(r"(about|source):(.*)")
PARTS = "the rows and columns, the board, the period, the dice and the goal piece"


class Case(NamedTuple):
    """What a file says: the start, the dice, and the piece that must reach the goal, 0 for any."""

    start: DicePosition
    dice: tuple[int, ...]
    goal_piece: int


def parse_case(text: str, source: str = "the text") -> Case:
    """Read the text of a file, or say in one line what was found and what was expected.

    >>> parse_case("2 2  1 0  0 0   1  1   1").start
    DicePosition.parse('1./..@0')
    >>> parse_case("2 2  1 0  7 0   1  1   1")
    Traceback (most recent call last):
    perfectplay.base.errors.InputError: the text, line 1: 7 on square a2; expected a piece from 1 to 6, or 0 for none
    """
    numbers = _Numbers(text, source)
    rows = numbers.take("the number of rows", 1, MOST_ROWS)
    columns = numbers.take("the number of columns", 1, MOST_ROWS)
    board = DiceBoard(rows, columns)
    squares: list[int | None] = [None] * len(PIECES)
    for square, name in enumerate(board.names):
        piece = numbers.take_piece(name)
        if piece:
            earlier = squares[piece - 1]
            if earlier is not None:
                where = f"piece {piece} stands on {board.names[earlier]} and on {name}"
                numbers.refuse(f"{where}; expected each piece at most once")
            squares[piece - 1] = square
    period = numbers.take("the period, the number of dice,", 1, MOST_DICE)
    dice = tuple(numbers.take(f"die {place} of {period}", 1, 6) for place in range(1, period + 1))
    goal_piece = numbers.take("the goal piece", 0, 6)
    numbers.end()
    return Case(DicePosition(board, tuple(squares)), dice, goal_piece)


def about_case(text: str) -> str:
    """Return what a file says of itself in its `about:` line, or nothing.

    >>> about_case("about: one step\\n\\n2 2  1 0  0 0   1  1   1")
    'one step'
    """
    headings = (HEADING.fullmatch(line) for line in text.splitlines())
    return next((heading[2].strip() for heading in headings if heading and heading[1] == "about"), "")


def case_text(case: Case) -> str:
    """Write a case as a file, the board in columns.

    >>> print(case_text(parse_case("1 3  3 0 0  2  1 3  0")), end="")
    1 3
      3  0  0
    <BLANKLINE>
    2
    1 3
    0
    """
    board, start = case.start.board, case.start
    rows = [
        "".join(f"{start.piece_on.get(row * board.columns + column, 0):3}" for column in range(board.columns))
        for row in range(board.rows)
    ]
    dice = " ".join(map(str, case.dice))
    head, drawing = f"{board.rows} {board.columns}", "\n".join(rows)
    return f"{head}\n{drawing}\n\n{len(case.dice)}\n{dice}\n{case.goal_piece}\n"


class _Numbers:
    """The numbers of a text one after another, with the line each stands in."""

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self.line = 0
        self.words = self._read(text)
        self.taken = 0

    def _read(self, text: str) -> Iterator[tuple[int, str]]:
        lines = list(enumerate(text.splitlines(), 1))
        while lines and (not lines[0][1].strip() or HEADING.fullmatch(lines[0][1])):
            del lines[0]
        for number, line in lines:
            for match in WORD.finditer(line):
                yield number, match[0]

    def refuse(self, message: str) -> None:
        raise InputError(f"{self.source}, line {self.line}: {message}")

    def _next(self, what: str) -> int:
        line, found = next(self.words, (self.line, ""))
        self.line = line
        if not found and not self.taken:
            raise InputError(f"{self.source} is empty; expected {PARTS}")
        if not found:
            raise InputError(f"{self.source} ends too early, in line {line}; expected {what}")
        number = read_whole(found)
        if number is None or number < 0:
            raise InputError(f"{self.source}, line {line}: {found[:20]!r} is not a number; expected {what}")
        self.taken += 1
        return number

    def take(self, what: str, least: int, most: int) -> int:
        """Return the next number, which must be within bounds."""
        bounds = f"{what} from {least} to {most:,}"
        number = self._next(bounds)
        if not least <= number <= most:
            self.refuse(f"{number}; expected {bounds}")
        return number

    def take_piece(self, name: str) -> int:
        """Return the next number, which must be a piece or none."""
        number = self._next(f"what stands on square {name}, a piece from 1 to 6 or 0 for none")
        if number > 6:
            self.refuse(f"{number} on square {name}; expected a piece from 1 to 6, or 0 for none")
        return number

    def end(self) -> None:
        """Refuse what follows the last number."""
        self.line, found = next(self.words, (self.line, ""))
        if found:
            self.refuse(f"{found[:20]!r} follows the goal piece; expected the end")
