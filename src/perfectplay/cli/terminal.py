"""Input and output at a terminal, shared by puzzles and games for two."""

import os
import sys

import click

from perfectplay.base.errors import InputError
from perfectplay.cli.exit_codes import SOLVED

LEAVE = ("quit", "q", "exit")
GIVE_UP = ("give up", "giveup")
UNDO = ("undo", "u")
HELP = ("help", "h", "?", "")


def open_input() -> None:
    """Prepare the standard streams for `input`, which requires all three; exit if the player cannot see the board."""
    if sys.stdin is None:
        raise InputError("standard input is closed, so no moves can be read; leave it open or give a file of moves")
    if sys.stdout is None:
        raise click.exceptions.Exit(SOLVED)  # as when the reader of a pipe has left
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - stays open until the process ends
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # bytes that are not text are refused later, as a bad move


def help_line(example: str, *commands: str) -> str:
    """Say what can be typed.

    >>> help_line("a1", "undo", "quit")
    'type a move such as a1; or undo, quit'
    """
    return f"type a move such as {example}; or {', '.join(commands)}"
