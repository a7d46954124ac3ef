"""Options that several commands share, and the kinds of values options take: a bad value is refused before any work."""

import math
import os
import re
from collections.abc import Callable, Iterable
from itertools import combinations
from pathlib import Path
from typing import Any

import click

from perfectplay.errors import InputError
from perfectplay.limits import Limits, parse_bytes

MOST_SHOWN = 40
Callback = Callable[[click.Context, click.Parameter, str | None], Any]


def whole(least: int, most: int | None = None) -> Callback:
    """Return the reader of a whole number within bounds."""

    def read(text: str) -> int:
        number = int(text) if re.fullmatch(r"[+-]?[0-9]{1,40}", text) else None
        if number is None or number < least or (most is not None and number > most):
            bounds = f"of {least} or more" if most is None else f"from {least} to {most}"
            raise InputError(f"{text[:MOST_SHOWN]!r} is not a whole number {bounds}")
        return number

    return _callback(read)


def real(unit: str, least: float, most: float) -> Callback:
    """Return the reader of a number within bounds, the lower one only if it is not 0."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not (least <= number <= most and 0 < number < math.inf):
            bounds = "more than 0" if most == math.inf else f"from {least:g} to {most:g}"
            raise InputError(f"{text[:MOST_SHOWN]!r} is not {unit}; write a number {bounds}")
        return number

    return _callback(read)


def output_file(text: str) -> Path:
    """Return a file that can be written; told before the search, because a search may take long."""
    trouble = _why_not_writable(text)
    if trouble:
        raise InputError(f"cannot write {text[:200]!r}: {trouble}")
    return Path(text)


def _callback(read: Callable[[str], Any]) -> Callback:
    """Let click name the option whose text cannot be read."""

    def convert(context: click.Context, parameter: click.Parameter, value: str | None) -> Any:
        try:
            return None if value is None else read(str(value).strip())
        except InputError as error:
            raise click.BadParameter(str(error), context, parameter) from None

    return convert


def file_option(name: str, about: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return an option that names a file to write."""
    return click.option(f"--{name}", f"{name}_file", callback=_callback(output_file), metavar="FILE", help=about)


def check_distinct(files: Iterable[Path | None]) -> None:
    """Refuse to write two outputs to one file."""
    for first, second in combinations([file for file in files if file is not None], 2):
        if first.resolve() == second.resolve():
            raise InputError(f"two outputs cannot both be written to {first}; name two files")


def _why_not_writable(text: str) -> str:
    path = Path(text)
    try:
        if not text:
            return "give the name of a file"
        if text == "-":
            return "standard output is taken; give the name of a file, or ./- for one of that name"
        if "\0" in text:
            return "the name of a file holds no null character"
        if path.is_dir():
            return "it is a folder; give the name of a file"
        if path.exists() and not path.is_file():
            # A picture is renamed into place, which would replace a device by a file.
            return "it is not an ordinary file"
        if not path.parent.is_dir():
            return f"there is no folder {str(path.parent)[:200]!r}"
        if not os.access(path.parent, os.W_OK | os.X_OK):
            return f"the folder {str(path.parent)[:200]!r} may not be written to"
    except (OSError, ValueError) as error:
        return getattr(error, "strerror", None) or str(error)
    return ""


def limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the limits every search takes."""
    for option in (
        click.option("--max-positions", callback=whole(1), metavar="N", help="Stop after expanding N positions."),
        click.option(
            "--max-memory",
            callback=_callback(parse_bytes),
            metavar="SIZE",
            help="Take no more memory, such as 2GB or 512MiB: use files where that is possible, else stop.",
        ),
        click.option(
            "--max-seconds",
            callback=real("a time in seconds", 0, math.inf),
            metavar="S",
            help="Stop after S seconds of search.",
        ),
    ):
        command = option(command)
    return command


def make_limits(max_seconds: float | None, max_memory: int | None, max_positions: int | None) -> Limits:
    """Return the limits a user gave."""
    return Limits(max_seconds, max_memory, max_positions)


json_option = click.option("--json", "as_json", is_flag=True, help="Print exactly one JSON object.")
