"""Flags of the command made from declarations: options of searches and families, and formats that families write."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import click

from perfectplay.base.errors import InputError
from perfectplay.cli.options import RealNumber, WholeNumber, file_option
from perfectplay.model.option import Choice, Option, Real, Switch, Whole
from perfectplay.model.registry import families

NOTATIONS = ("letters", "numbers")
TEXT = "text"  # what is printed unless another format is asked for
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def declared_options(options: Iterable[Option]) -> Decorator:
    """Return what adds the flags of a verb to its command."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(list(options)):
            command = flag(option)(command)
        return command

    return add


def flag(option: Option) -> Decorator:
    """Return the flag of an option; what is not given is None, so that the verb sees what was."""
    names, kind = (option.flag, option.name), option.kind
    about = option.help
    if isinstance(kind, Switch):
        return click.option(*names, is_flag=True, default=None, help=about)
    if isinstance(kind, Choice):
        return click.option(*names, type=click.Choice(tuple(kind.names)), help=about)
    shown = f"{about}  [default: {option.default}]" if option.default and "default:" not in about else about
    if isinstance(kind, Whole):
        return click.option(*names, type=WholeNumber(kind.least, kind.most), metavar=option.metavar or "N", help=shown)
    if isinstance(kind, Real):
        most = None if kind.most == math.inf else kind.most
        return click.option(*names, type=RealNumber(kind.least, most), metavar=option.metavar, help=shown)
    return click.option(*names, metavar=option.metavar or "TEXT", help=about)


def writer_options(verb: str) -> Decorator:
    """Return what adds the formats that families write: a file each, or what `--format` prints."""
    writers = [writer for family in families().values() for writer in family.writers if writer.verb == verb]

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for writer in reversed(writers):
            if not writer.is_printed:
                command = file_option(writer.name, writer.help)(command)
        printed = [writer for writer in writers if writer.is_printed]
        if printed:
            about = "What to print; " + "; ".join(f"{writer.name}, {writer.help}" for writer in printed) + "."
            names = [TEXT, *(writer.name for writer in printed)]
            command = click.option("--format", "format", type=click.Choice(names), default=TEXT, help=about)(command)
        return command

    return add


def families_that_write(name: str) -> str:
    """Name the families that have a format, for a message to whoever asked another for it."""
    return " and ".join(family.name for family in families().values() if name in (one.name for one in family.writers))


def refuse_json_too(name: str, as_json: bool) -> None:
    """Refuse two ways to print at once."""
    if name != TEXT and as_json:
        raise InputError(f"--format {name} and --json both say what to print; give one of them")


def described(names: Sequence[str]) -> str:
    """Join names for a sentence.

    >>> described(["jumps", "moves", "pegs"])
    'jumps, moves or pegs'
    """
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
