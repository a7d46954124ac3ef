"""Problem specs: `family/variant[:item[,item…]]`, or the file of a user's own game with an argument."""

from perfectplay.base.errors import InputError
from perfectplay.base.spelling import off_page
from perfectplay.model.family import Family
from perfectplay.model.problem import Problem
from perfectplay.model.registry import example_spec, families, find_family

MOST_CHARACTERS = 1000
MOST_DRAWN = 8000  # characters of a spec with a drawing: browsers and servers take such an address


def load(spec: str) -> Problem:
    """Return the problem a spec names.

    >>> load("pegs/english").start.count
    32
    >>> load("pegs/english:d4")
    Traceback (most recent call last):
    perfectplay.base.errors.InputError: 'd4' is half a START..GOAL; write both with two dots, as d4..d4 or d4..any
    """
    if not isinstance(spec, str):
        raise InputError(f"expected a spec such as {example_spec()!r}, not {type(spec).__name__}")
    spec = spec.strip()
    _check_text(spec)
    head, _, rest = spec.partition(":")
    name, _, _ = head.partition("/")
    if (by_suffix := _family_of_file(head)) is not None:
        return families()[by_suffix].load(head, [rest] if rest else [])
    family = find_family(name) if name else None
    if family is None or family.suffix:
        raise InputError(f"unknown family in {spec[:60]!r}; {_guess(head)}")
    return load_variant(family, spec)


def _check_text(spec: str) -> None:
    """Refuse what is no short line of plain text."""
    is_drawn = spec.partition("/")[2].startswith("~")
    if is_drawn and len(spec) > MOST_DRAWN:
        raise InputError(f"a drawing of {len(spec):,} characters; a spec has up to {MOST_DRAWN:,}, a file more")
    if not is_drawn and len(spec) > MOST_CHARACTERS:
        raise InputError(f"a spec of {len(spec):,} characters; it is one short line such as {example_spec()}")
    for column, mark in enumerate(spec, 1):
        if not mark.isprintable():
            raise InputError(f"the spec holds {mark!a}, column {column}; write plain text, as {example_spec()}")


def load_variant(family: Family, spec: str) -> Problem:
    """Return the problem of one family that a spec names; no file is a spec by itself here."""
    _check_text(spec)
    head, _, rest = spec.partition(":")
    name, slash, variant = head.partition("/")
    if name != family.name:
        raise InputError(f"{spec[:60]!r} names no problem of {family.name}")
    if variant == "@":
        raise InputError(f"{spec[:60]!r} names no file; write {name}/@board.txt")
    if not slash or not variant:
        see = off_page(f", and see `perfectplay list {name}`")
        raise InputError(f"{spec[:60]!r} names no variant; write {name}/VARIANT{see}")
    if ":" in spec and not rest:
        raise InputError(f"{spec[:60]!r} ends in a colon; write items after it or leave it out")
    return family.load(variant, rest.split(",") if rest else [])


def _family_of_file(head: str) -> str | None:
    """Return the family whose files are specs by themselves, if the head of a spec is such a file."""
    if "." not in head.rpartition("/")[2]:
        return None
    return next((name for name, family in families().items() if family.suffix and head.endswith(family.suffix)), None)


def _guess(head: str) -> str:
    """Say what a spec that names no family may have been meant to be."""
    listed = {name: family for name, family in families().items() if family.variants()}
    for name, family in listed.items():
        if head in (variant.name for variant in family.variants()):
            return f"did you mean {name}/{head}?"
    file = head.removeprefix("@")
    readers = [name for name, family in listed.items() if file.lower().endswith(tuple(family.file_suffixes))]
    if readers:
        return f"did you mean {' or '.join(f'{name}/@{file}' for name in readers)}?"
    examples = " or ".join(f"{name}/{family.variants()[0].name}" for name, family in listed.items())
    return f"write {examples}, or ./game.py:ARG for a game of your own"
