"""The group of commands, and what every error becomes: one line on standard error and an exit code."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module, resources
from typing import Any

import click

from perfectplay.errors import PerfectplayError
from perfectplay.version import __version__

SOLVED, REJECTED, BAD_INPUT, IMPOSSIBLE, UNKNOWN, INTERRUPTED = 0, 1, 2, 10, 20, 130


class Commands(click.Group):
    """Finds commands as files of this folder, so that adding one edits no list."""

    def list_commands(self, context: click.Context) -> list[str]:
        files = [file.name for file in resources.files("perfectplay.cli").iterdir()]
        names = [name.removesuffix("_command.py") for name in files if name.endswith("_command.py")]
        order = ["list", "show", "solve", "count", "verify", "play"]
        return sorted(names, key=lambda name: (order.index(name) if name in order else len(order), name))

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(context):
            return None
        return import_module(f"perfectplay.cli.{name}_command").COMMAND  # type: ignore[no-any-return]


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, "--version", prog_name="perfectplay")
def cli() -> None:
    """Exact answers for board puzzles and games: solve, prove, count, play and see them.

    A problem is a spec such as pegs/english, pegs/english:c2..c5, pegs/@board.txt or ./game.py:ARG.

    Exit codes: 0 solved, done or accepted; 1 rejected by verify; 2 bad input; 10 proved impossible; 20 unknown, a limit
    was hit; 130 interrupted.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    try:
        code: Any = cli.main(args=arguments, prog_name="perfectplay", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else SOLVED
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except click.ClickException as error:
        return _complain(error.format_message())
    except PerfectplayError as error:
        return _complain(str(error))
    except BrokenPipeError:
        # The reader has left; give Python's own farewell flush somewhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return SOLVED


def _complain(message: str) -> int:
    click.echo(f"perfectplay: {' '.join(message.split())}", err=True)
    return BAD_INPUT
