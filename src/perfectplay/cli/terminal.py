"""Input and output at a terminal, shared by puzzles and games for two."""

import sys

from perfectplay.base.errors import InputError

LEAVE = ("quit", "q", "exit")
GIVE_UP = ("give up", "giveup")
UNDO = ("undo", "u")
HELP = ("help", "h", "?", "")


def open_input() -> None:
    """Make standard input ready for lines that somebody types, or say why it cannot be read."""
    if sys.stdin is None:
        raise InputError("standard input is closed, so no moves can be read; leave it open or give a file of moves")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # bytes that are not text are refused later, as a bad move


def help_line(example: str, *commands: str) -> str:
    """Say what can be typed.

    >>> help_line("a1", "undo", "quit")
    'type a move such as a1; or undo, quit'
    """
    return f"type a move such as {example}; or {', '.join(commands)}"
