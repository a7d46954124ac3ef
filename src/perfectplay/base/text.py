"""Texts for a terminal of 80 columns: lines, columns, numbers with their nouns, boards with names of their places."""

import textwrap
from collections.abc import Callable, Sequence
from typing import Protocol

WIDTH = 80


class Rows(Protocol):
    """A board whose rows have numbers."""

    def row_number(self, y: int) -> int: ...


def in_lines(text: str, indent: int = 2) -> str:
    """Break what is too long for one line; the lines after the first are indented."""
    return textwrap.fill(text, WIDTH, break_on_hyphens=False, break_long_words=False, subsequent_indent=" " * indent)


def numbered(moves: Sequence[str]) -> str:
    """Return the moves in numbered columns."""
    if not moves:
        return ""
    digits = len(str(len(moves)))
    items = [f"{number:{digits}}. {text}" for number, text in enumerate(moves, 1)]
    width = max(map(len, items)) + 3
    columns = max(1, (WIDTH + 3) // width)
    rows = [items[first : first + columns] for first in range(0, len(items), columns)]
    return "\n".join("".join(item.ljust(width) for item in row).rstrip() for row in rows)


def with_names(board: Rows, rows: Sequence[Sequence[str]]) -> str:
    """Draw what stands on a board, a text for each place, with the letters of its columns and the numbers of its rows.

    The letters stand where row 1 is: above it, or below it where rows count from the bottom.
    """
    width = max(len(text) for row in rows for text in row)
    numbers = [str(board.row_number(y)) for y in range(len(rows))]
    margin = max(map(len, numbers))
    drawn = [
        f"{number:>{margin}} {' '.join(f'{text:>{width}}' for text in row)}".rstrip()
        for number, row in zip(numbers, rows, strict=True)
    ]
    columns = range(max(map(len, rows)))
    letters = f"{'':{margin}} {' '.join(f'{column_name(column)[-1]:>{width}}' for column in columns)}"
    return "\n".join([letters, *drawn] if board.row_number(0) == 1 else [*drawn, letters])


def duration(seconds: float) -> str:
    """Return a time with a fitting unit.

    >>> duration(0.00031), duration(12.345)
    ('0.31 ms', '12.3 s')
    """
    if seconds < 0.0995:
        return f"{seconds * 1000:.2g} ms" if seconds < 0.00995 else f"{seconds * 1000:.0f} ms"
    return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.1f} s"


def many(count: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun.

    >>> many(1, "jump"), many(1200, "jump")
    ('1 jump', '1,200 jumps')
    """
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def table(rows: Sequence[Sequence[str]], is_left: Callable[[int], bool] = lambda column: column == 0) -> list[str]:
    """Lay out texts in columns: the first flush left, figures flush right.

    >>> table([("name", "seconds"), ("none", "1.5")])
    ['name  seconds', 'none      1.5']
    """
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            f"{text:<{width}}" if is_left(column) else f"{text:>{width}}"
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def column_name(column: int) -> str:
    """Name a column as spreadsheets do.

    >>> column_name(0), column_name(25), column_name(26)
    ('a', 'z', 'aa')
    """
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters
