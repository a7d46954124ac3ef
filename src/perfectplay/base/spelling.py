"""How messages name an option: as the flag that the command has, the field of the page, or the keyword of Python."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

KEYWORDS, FLAGS, FIELDS = "keywords", "flags", "fields"
_NAMED_AS = ContextVar("named_as", default=KEYWORDS)


@contextmanager
def named_as_flags() -> Iterator[None]:
    """Name options as flags from here on: whoever reads the messages has typed a command."""
    with _named_as(FLAGS):
        yield


@contextmanager
def named_as_fields() -> Iterator[None]:
    """Name options as the fields of the page from here on."""
    with _named_as(FIELDS):
        yield


@contextmanager
def _named_as(style: str) -> Iterator[None]:
    token = _NAMED_AS.set(style)
    try:
        yield
    finally:
        _NAMED_AS.reset(token)


def is_on_page() -> bool:
    """Tell whether messages are read on the page, which has no flags."""
    return _NAMED_AS.get() == FIELDS


def off_page(text: str) -> str:
    """Return a part of a message about what the page does not have: files, the command.

    >>> off_page(", or @FILE")
    ', or @FILE'
    >>> with named_as_fields():
    ...     off_page(", or @FILE")
    ''
    """
    return "" if is_on_page() else text


def called(name: str, value: object = None) -> str:
    """Name an option, and perhaps its value, as the reader of a message would give it.

    >>> called("all_moves"), called("split", "static")
    ('all_moves=…', "split='static'")
    >>> with named_as_flags():
    ...     called("all_moves"), called("split", "static")
    ('--all-moves', '--split static')
    >>> with named_as_fields():
    ...     called("all_moves"), called("split", "static")
    ('“All moves”', '“Split: static”')
    """
    if _NAMED_AS.get() == FLAGS:
        return f"--{name.replace('_', '-')}" + ("" if value is None else f" {value}")
    if is_on_page():
        return f"“{name.replace('_', ' ').capitalize()}{'' if value is None else f': {value}'}”"
    return f"{name}={'…' if value is None else repr(value)}"


def whole_answer() -> str:
    """Name what has all of an answer, where a message has room for a part of it."""
    return "answer.json" if is_on_page() else "--json"
