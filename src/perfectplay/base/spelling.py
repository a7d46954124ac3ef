"""How messages name an option: as the flag that the command has, or as the keyword of Python."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_HAS_FLAGS = ContextVar("has_flags", default=False)


@contextmanager
def named_as_flags() -> Iterator[None]:
    """Name options as flags from here on: whoever reads the messages has typed a command."""
    token = _HAS_FLAGS.set(True)
    try:
        yield
    finally:
        _HAS_FLAGS.reset(token)


def called(name: str, value: object = None) -> str:
    """Name an option, and perhaps its value, as the reader of a message would give it.

    >>> called("all_moves"), called("split", "static")
    ('all_moves=…', "split='static'")
    >>> with named_as_flags():
    ...     called("all_moves"), called("split", "static")
    ('--all-moves', '--split static')
    """
    if _HAS_FLAGS.get():
        return f"--{name.replace('_', '-')}" + ("" if value is None else f" {value}")
    return f"{name}={'…' if value is None else repr(value)}"
