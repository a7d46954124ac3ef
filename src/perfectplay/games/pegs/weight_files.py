"""Weight functions by name, or from a file: numbers in the shape of the board."""

from pathlib import Path

from perfectplay.base.errors import InputError
from perfectplay.base.files import read_text_file
from perfectplay.base.numbers import read_whole
from perfectplay.games.jumping.board import Board
from perfectplay.games.jumping.weights import Weights, gains
from perfectplay.games.pegs.weights import classic_weights

MOST_BYTES = 100_000
MOST_FUNCTIONS = 16
HEAVIEST = 127  # a search keeps totals in 15 bits
WHAT = "weight functions: whole numbers row by row, a blank line between functions"

# The two functions of the report with depth first search and "A*", for the English board.
_CROSS = "0 0 0 / 0 1 0 / -1 1 0 1 0 1 -1 / 0 0 0 0 0 0 0 / -1 1 0 1 0 1 -1 / 0 1 0 / 0 0 0"
_CENTRE = "0 0 0 / 0 1 0 / 0 0 0 0 0 0 0 / 0 1 0 1 0 1 0 / 0 0 0 0 0 0 0 / 0 1 0 / 0 0 0"
REPORT = f"{_CROSS}\n\n{_CENTRE}".replace(" / ", "\n")


def weight_functions(board: Board, name: str) -> list[Weights]:
    """Return the functions that a name or a file gives for a board, each checked to be one that no jump raises."""
    if name == "classic":
        return classic_weights(board)
    if name == "report":
        return parse_weights(board, REPORT, "the weight functions of the report, which are for the English board")
    return parse_weights(board, read_text_file(Path(name), WHAT, MOST_BYTES), name)


def parse_weights(board: Board, text: str, source: str) -> list[Weights]:
    """Read weight functions: the rows of the board, a number for each hole, and a blank line between functions.

    >>> line = Board.from_drawing(["oooo"])
    >>> parse_weights(line, "1 0 1 0", "a text")
    [(1, 0, 1, 0)]
    >>> parse_weights(line, "0 0 1 0", "a text")
    Traceback (most recent call last):
    perfectplay.base.errors.InputError: a text, function 1: the jump a1-c1 raises the total from 0 to 1, so it proves \
nothing
    """
    rows = [line.split() for line in text.splitlines()]
    functions: list[list[list[str]]] = [[]]
    for row in rows:
        if row:
            functions[-1].append(row)
        elif functions[-1]:
            functions.append([])
    functions = [function for function in functions if function]
    if not 1 <= len(functions) <= MOST_FUNCTIONS:
        raise InputError(f"{source}: {len(functions)} weight functions; write 1 to {MOST_FUNCTIONS}")
    return [_function(board, rows, f"{source}, function {number}") for number, rows in enumerate(functions, 1)]


def _function(board: Board, rows: list[list[str]], source: str) -> Weights:
    lengths = [sum(1 for _, y in board.holes if y == row) for row in sorted({y for _, y in board.holes})]
    if [len(row) for row in rows] != lengths:
        found = " ".join(str(len(row)) for row in rows)
        raise InputError(
            f"{source}: rows of {found} numbers, where the board has rows of {' '.join(map(str, lengths))}"
        )
    weights = []
    for word in (word for row in rows for word in row):
        number = read_whole(word)
        if number is None or abs(number) > HEAVIEST:
            raise InputError(f"{source}: {word[:20]!r} is no whole number from -{HEAVIEST} to {HEAVIEST}")
        weights.append(number)
    for jump, gain in zip(board.jumps, gains(board, weights), strict=True):
        if gain > 0:
            before = weights[jump.origin] + weights[jump.over]
            name = f"{board.names[jump.origin]}-{board.names[jump.target]}"
            raise InputError(
                f"{source}: the jump {name} raises the total from {before} to {before + gain}, so it proves nothing"
            )
    return tuple(weights)
