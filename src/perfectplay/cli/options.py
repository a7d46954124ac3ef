"""Options that several commands share, and the kinds of values options take: a bad value is refused before any work."""

import math
import os
from collections.abc import Callable, Iterable
from itertools import combinations
from pathlib import Path
from typing import Any

import click

from perfectplay.base.errors import InputError
from perfectplay.base.limits import Limits, parse_bytes
from perfectplay.base.numbers import read_real, read_whole

MOST_SHOWN = 40


class WholeNumber(click.IntRange):
    """A whole number within bounds, in plain digits."""

    def __init__(self, least: int, most: int | None = None) -> None:
        super().__init__(least, most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = read_whole(value) if isinstance(value, str) else value
        if number is None:
            self.fail(f"{value[:MOST_SHOWN]!r} is not a whole number", param, ctx)
        return super().convert(number, param, ctx)


class RealNumber(click.FloatRange):
    """A number within bounds, in plain digits; the lower bound is left out where it is 0."""

    def __init__(self, least: float = 0, most: float | None = None) -> None:
        super().__init__(least, most, min_open=least == 0)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = read_real(value) if isinstance(value, str) else value
        if number is None:
            self.fail(f"{value[:MOST_SHOWN]!r} is not a number", param, ctx)
        found = super().convert(number, param, ctx)
        if found == math.inf:
            self.fail(f"{str(value)[:MOST_SHOWN]!r} is too large", param, ctx)
        return found


class MemorySize(click.ParamType):  # type: ignore[type-arg]
    """An amount of memory, such as 512MiB."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return value if isinstance(value, int) else parse_bytes(value)
        except InputError as error:
            self.fail(str(error), param, ctx)


class OutputFile(click.Path):
    """A file that can be written, which is checked before a search, because a search may take long."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        text = os.fspath(value).strip()
        if trouble := _why_not_writable(text):
            self.fail(f"cannot write {text[:200]!r}: {trouble}", param, ctx)
        return super().convert(text, param, ctx)


def file_option(name: str, about: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return an option that names a file to write."""
    return click.option(f"--{name}", f"{name}_file", type=OutputFile(), metavar="FILE", help=about)


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
        if read_real(text) is not None:
            return f"it is a number, and the name of a file is needed; for a file of that name give ./{text}"
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
        click.option("--max-positions", type=WholeNumber(1), metavar="N", help="Stop after expanding N positions."),
        click.option(
            "--max-memory",
            type=MemorySize(),
            metavar="SIZE",
            help="Take no more memory, such as 2GB or 512MiB: use files where that is possible, else stop.",
        ),
        click.option(
            "--max-seconds",
            type=RealNumber(),
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
