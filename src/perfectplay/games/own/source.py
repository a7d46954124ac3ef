"""The Python file of a user's own game: read, run, and asked for its problem, with errors in one line."""

import hashlib
import inspect
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from importlib.abc import InspectLoader
from importlib.util import decode_source
from pathlib import Path
from types import ModuleType
from typing import Any

from perfectplay.base.errors import InputError, PerfectplayError

MOST_BYTES = 10_000_000


class _Text(InspectLoader):
    """The text of a module, whose file may have changed when its rules are read again."""

    def __init__(self, text: bytes) -> None:
        self.text = text

    def get_source(self, fullname: str) -> str:
        return decode_source(self.text)


def load_file(path_text: str, arguments: Sequence[str]) -> tuple[Any, str]:
    """Return what the function `problem` of a file makes of an argument, and the digest of the file."""
    path = Path(path_text)
    text = _read_source(path)
    source = hashlib.sha256(text).hexdigest()
    module = _load_module(path, text, source)
    make = getattr(module, "problem", None)
    if not callable(make):
        raise InputError(
            f"{path} defines no function problem(argument) that returns a perfectplay.Puzzle or a perfectplay.Game"
        )
    try:
        inspect.signature(make).bind(*arguments)
    except TypeError as error:
        raise InputError(f"{path}: problem() and the spec do not fit: {error}; write {path}:ARGUMENT") from None
    return _run(path, lambda: make(*arguments)), source


def source_digest(path: Path) -> str:
    """Return the digest of a game's file, by which a saved answer knows it again."""
    return hashlib.sha256(_read_source(path)).hexdigest()


def _read_source(path: Path) -> bytes:
    try:
        if not path.is_file():
            wrong = f"{path} is not a file" if path.exists() else f"no file {path}"
            raise InputError(f"{wrong}; give the Python file of a game, as ./game.py:ARG")
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"{path} is too large for the Python file of a game: more than {MOST_BYTES:,} bytes")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None


def _load_module(path: Path, text: bytes, source: str) -> Any:
    """Load a file under a name of its own, by which the compile cache finds it; an edited file is a new module."""
    place = path.resolve()
    name = f"perfectplay_game_{place.stem}_{hashlib.sha256(f'{place} {source}'.encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    module = ModuleType(name)
    module.__file__ = str(place)
    module.__loader__ = _Text(text)
    sys.modules[name] = module
    if str(place.parent) not in sys.path:
        sys.path.insert(0, str(place.parent))  # lets the file import its neighbours, as a script can
    try:
        _run(path, lambda: exec(compile(text, str(place), "exec"), module.__dict__))
    except PerfectplayError:
        del sys.modules[name]
        raise
    return module


def _run(path: Path, action: Callable[[], Any]) -> Any:
    """Run a user's code and say in one line, with the line of the file, what went wrong in it."""
    try:
        with redirect_stdout(sys.stderr):  # standard output is for answers
            return action()
    except PerfectplayError as error:
        raise type(error)(f"{place_in(path, error)}: {error}") from None
    except SyntaxError as error:
        where = f"{path}, line {error.lineno}" if error.lineno else str(path)
        raise InputError(f"{where}: {error.msg}") from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # sys.exit() too
        raise InputError(f"{place_in(path, error)}: {said(error)}") from None


def said(error: BaseException) -> str:
    """Return what an error says of itself."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def place_in(path: Path, error: BaseException) -> str:
    """Return the file and the last of its lines that an error passed."""
    lines = [
        frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == path.resolve()
    ]
    return f"{path}, line {lines[-1]}" if lines else str(path)
