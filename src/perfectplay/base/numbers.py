"""Numbers in texts from outside, in plain digits.

Python's own readers also take blanks, underscores, a plus sign, the digits of other scripts, and "inf".
"""

import re

from perfectplay.base.errors import InputError

MOST_SHOWN = 20
WHOLE = re.compile(r"-?[0-9]{1,40}")
REAL = re.compile(r"-?([0-9]{1,40}(\.[0-9]{0,40})?|\.[0-9]{1,40})([eE][+-]?[0-9]{1,3})?")


def read_whole(text: str) -> int | None:
    """Return the whole number that a text is, or None if it is none.

    >>> read_whole("-12"), read_whole("+12"), read_whole("1_2"), read_whole("٣")
    (-12, None, None, None)
    """
    return int(text) if WHOLE.fullmatch(text) else None


def read_real(text: str) -> float | None:
    """Return the number that a text is, or None if it is none; one that is too large is infinite.

    >>> read_real("-2.5e3"), read_real(".5"), read_real("1e999"), read_real("inf"), read_real(" 1")
    (-2500.0, 0.5, inf, None, None)
    """
    return float(text) if REAL.fullmatch(text) else None


def parse_whole(text: str, least: int, most: int, what: str) -> int:
    """Return the whole number within bounds that a text is; `what` begins the refusal of any other.

    >>> parse_whole("5", 1, 99, "coins/6: runs")
    5
    >>> parse_whole("100", 1, 99, "coins/6: runs")
    Traceback (most recent call last):
    perfectplay.base.errors.InputError: coins/6: runs is a whole number from 1 to 99, not '100'
    """
    number = read_whole(text)
    if number is None or not least <= number <= most:
        raise InputError(f"{what} is a whole number from {least} to {most}, not {text[:MOST_SHOWN]!r}")
    return number
