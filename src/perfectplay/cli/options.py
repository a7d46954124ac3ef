"""Options that several commands share."""

import re
from collections.abc import Callable
from typing import Any

import click

from perfectplay.errors import InputError
from perfectplay.limits import Limits

UNITS = {"": 1, "k": 1000, "m": 1000**2, "g": 1000**3, "ki": 1 << 10, "mi": 1 << 20, "gi": 1 << 30}


def parse_bytes(text: str) -> int:
    """Read an amount of memory.

    >>> parse_bytes("512MiB"), parse_bytes("2 GB"), parse_bytes("1000")
    (536870912, 2000000000, 1000)
    >>> parse_bytes("much")
    Traceback (most recent call last):
    perfectplay.errors.InputError: 'much' is not an amount of memory; write bytes, or 512MiB, or 2GB
    """
    match = re.fullmatch(r"(-?\d{1,15}(?:\.\d{1,6})?)\s*([kmg]?i?)b?", text.strip().lower())
    if match is None or match[2] not in UNITS:
        raise InputError(f"{text[:40]!r} is not an amount of memory; write bytes, or 512MiB, or 2GB")
    return int(float(match[1]) * UNITS[match[2]])


def limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the limits every search takes."""
    for option in (
        click.option("--max-positions", type=int, metavar="N", help="Stop after expanding N positions."),
        click.option("--max-memory", metavar="SIZE", help="Stop before taking more memory, such as 2GB or 512MiB."),
        click.option("--max-seconds", type=float, metavar="S", help="Stop after S seconds of search."),
    ):
        command = option(command)
    return command


def make_limits(max_seconds: float | None, max_memory: str | None, max_positions: int | None) -> Limits:
    """Return the limits a user gave."""
    if max_seconds is not None and max_seconds != max_seconds:
        raise InputError("--max-seconds must be a number")
    return Limits(max_seconds, None if max_memory is None else parse_bytes(max_memory), max_positions)


json_option = click.option("--json", "as_json", is_flag=True, help="Print exactly one JSON object.")
