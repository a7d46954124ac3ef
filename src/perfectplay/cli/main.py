"""The group of commands, and what every error becomes: one line on standard error and an exit code."""

import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

import click

from perfectplay.base.errors import PerfectplayError
from perfectplay.base.spelling import named_as_flags
from perfectplay.cli.exit_codes import BAD_INPUT, INTERNAL_ERROR, INTERRUPTED, SOLVED, UNKNOWN
from perfectplay.cli.interrupts import handling_interrupts, leave
from perfectplay.version import __version__

DEBUG = "PERFECTPLAY_DEBUG"
REPORT_IT = f"please report it, with what {DEBUG}=1 shows"
HERE = Path(__file__).parent
# What the loader of shared libraries and Python's threads say where there is no memory.
NO_MEMORY = ("Cannot allocate memory", "failed to map segment", "can't start new thread")
COMPILING = ("numba.", "llvmlite.", "perfectplay.contract.native.")
MOST_CHARACTERS = 600  # maximum length of an error message, which may quote the user's input


class Commands(click.Group):
    """Finds commands as files of this folder, so that adding one edits no list."""

    def list_commands(self, context: click.Context) -> list[str]:
        files = [file.name for file in HERE.iterdir()]
        names = [name.removesuffix("_command.py") for name in files if name.endswith("_command.py")]
        order = [
            "list",
            "show",
            "solve",
            "prove",
            "hint",
            "count",
            "verify",
            "generate",
            "play",
            "arena",
            "table",
            "lab",
            "serve",
        ]
        return sorted(names, key=lambda name: (order.index(name) if name in order else len(order), name))

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(context):
            return None
        return import_module(f"perfectplay.cli.{name}_command").COMMAND  # type: ignore[no-any-return]

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by what their files say: importing them all takes longer than any of them."""
        rows = []
        for name in self.list_commands(context):
            source = (HERE / f"{name}_command.py").read_text("utf-8")
            help_text = source.partition("\ndef COMMAND(")[2].split('"""')[1]
            rows.append((name, help_text.partition("\n\n")[0]))
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if arguments[0] not in self.list_commands(context) and not arguments[0].startswith("-"):
            known = ", ".join(self.list_commands(context))
            raise click.UsageError(f"no command {arguments[0][:40]!r}; there are {known}", context)
        return super().resolve_command(context, arguments)


@click.group(
    cls=Commands,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "--version", prog_name="perfectplay")
def cli() -> None:
    """Exact answers for board puzzles and games: solve, prove, count, play and see them.

    A problem is a spec such as pegs/english, pegs/english:c2..c5, army/7x8:d7, dice/@case.in, coins/6 or ./game.py:ARG.

    Exit codes: 0 solved, done or accepted; 1 rejected by verify or arena; 2 bad input; 10 proved impossible; 20
    unknown, a limit was hit, or unconfirmed by verify; 70 an error of perfectplay itself; 130 interrupted.
    """


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt, but end the process at once if it is importing or compiling.

    There is nothing to report then.  An import may lose the exception, for example in a `__del__`, and a compilation
    would have to end first.
    """
    while frame is not None and frame.f_code is not main.__code__:
        module = f"{frame.f_globals.get('__name__')}."
        if module.startswith(COMPILING) or frame.f_code.co_filename.startswith("<frozen importlib"):
            leave(number, frame)
        frame = frame.f_back
    raise KeyboardInterrupt


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    # A character that the terminal does not have is no reason to fail.
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)
    try:
        with handling_interrupts(_interrupt), named_as_flags():
            code: Any = cli.main(args=arguments, prog_name="perfectplay", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code if isinstance(code, int) else SOLVED
    except click.exceptions.Exit as error:
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        return _complain("interrupted", INTERRUPTED)
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "perfectplay"
        return _complain(f"{error.format_message().rstrip('.')}; see `{path} --help`")
    except click.ClickException as error:
        return _complain(error.format_message())
    except PerfectplayError as error:
        return _complain(str(error))
    except (BrokenPipeError, SystemExit):  # click makes an exit of the first
        _forget_output()  # the reader has left
        return SOLVED
    except Exception as error:
        if _is_out_of_memory(error):
            return _complain("the machine has no more memory to give", UNKNOWN)
        if isinstance(error, OSError):
            return _complain(_file_trouble(error))
        if os.environ.get(DEBUG):
            raise
        return _complain(f"{_place_of(error)}: {type(error).__name__}: {error}; {REPORT_IT}", INTERNAL_ERROR)


def _is_out_of_memory(error: BaseException | None) -> bool:
    """Tell whether an error, or one that it was made of, is for want of memory; a library may fail to be loaded so."""
    while error is not None:
        is_full = isinstance(error, OSError) and error.errno == errno.ENOMEM
        if is_full or isinstance(error, MemoryError) or any(words in str(error) for words in NO_MEMORY):
            return True
        error = error.__cause__ or error.__context__
    return False


def _file_trouble(error: OSError) -> str:
    """Say which file could not be used; an error without a name is standard output's if it was raised by printing."""
    reason = error.strerror or str(error) or type(error).__name__
    if error.filename is not None:
        return f"cannot use the file {os.fsdecode(error.filename)}: {reason}"
    last, _ = _places(error)[-1]
    if last in ("click.utils", __name__):
        _forget_output()
        return f"cannot write to standard output: {reason}"
    return f"a file cannot be used: {reason}"


def _place_of(error: Exception) -> str:
    """Name the last line of ours that an error came through."""
    ours = [place for place in _places(error) if place[0].startswith("perfectplay.")]
    return "internal error in {}, line {}".format(*ours[-1])


def _places(error: Exception) -> list[tuple[str, int]]:
    """Return the modules and lines that an error came through, from here to where it was raised."""
    places, step = [], error.__traceback__
    while step is not None:
        places.append((str(step.tb_frame.f_globals.get("__name__")), step.tb_lineno))
        step = step.tb_next
    return places


def _forget_output() -> None:
    """Redirect standard output, if it is open, to the null device: Python flushes it once more at the end."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, code: int = BAD_INPUT) -> int:
    line = " ".join(message.split())
    line = "".join(mark if mark.isprintable() else ascii(mark)[1:-1] for mark in line)
    if len(line) > MOST_CHARACTERS:
        line = f"{line[: MOST_CHARACTERS // 2]} … {line[-MOST_CHARACTERS // 2 :]}"
    with suppress(OSError):  # standard error may be closed or full too
        click.echo(f"perfectplay: {line}", err=True)
    return code
