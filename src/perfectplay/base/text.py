"""Texts for a terminal of 80 columns: lines, columns, numbers with their nouns, boards with names of their places."""

import textwrap
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Protocol

WIDTH = 80
GAP = 3  # between columns


class Rows(Protocol):
    """A board whose rows have numbers."""

    def row_number(self, y: int) -> int: ...


def in_lines(text: str, indent: int = 2) -> str:
    """Break what is too long for one line; the lines after the first are indented."""
    return textwrap.fill(text, WIDTH, break_on_hyphens=False, break_long_words=False, subsequent_indent=" " * indent)


def listed(title: str, texts: Sequence[str], indent: int = 2) -> str:
    """Return texts after a title; where one of them has several lines, all stand below the title, side by side.

    >>> print(listed("best moves:", ["a1", "b2"]))
    best moves: a1 b2
    >>> print(listed("best moves:", ["2 7 5", "7 5 1"]))
    best moves: 2 7 5, 7 5 1
    >>> print(listed("best moves:", ["xo\\n..", "x.\\n.o"]))
    best moves:
      xo   x.
      ..   .o
    """
    if not any(map(_has_lines, texts)):
        between = ", " if any(" " in text.strip() for text in texts) else " "
        return in_lines(" ".join(filter(None, [title, between.join(texts)])), indent)
    drawn = textwrap.indent(in_columns(texts, WIDTH - indent), " " * indent)
    return f"{title}\n{drawn}" if title.strip() else drawn


def numbered(moves: Sequence[str]) -> str:
    """Return the moves in numbered columns."""
    digits = len(str(len(moves)))
    margin = "\n" + " " * (digits + 2)  # the further lines of a text stand below its first, not below its number
    return in_columns([f"{number:{digits}}. {margin.join(text.splitlines())}" for number, text in enumerate(moves, 1)])


def in_columns(texts: Sequence[str], width: int = WIDTH) -> str:
    """Lay texts out side by side, as many as fit; an empty line is between rows of texts of several lines."""
    drawn = [text.splitlines() or [""] for text in texts]
    each = max((len(line) for lines in drawn for line in lines), default=0) + GAP
    columns = max(1, (width + GAP) // each)
    rows = [
        "\n".join("".join(line.ljust(each) for line in beside).rstrip() for beside in zip_longest(*row, fillvalue=""))
        for row in (drawn[first : first + columns] for first in range(0, len(drawn), columns))
    ]
    return ("\n\n" if any(map(_has_lines, texts)) else "\n").join(rows)


def _has_lines(text: str) -> bool:
    return "\n" in text.strip("\n")


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
