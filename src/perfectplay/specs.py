"""Problem specs: `family/variant[:item[,item…]]`, or the file of a user's own game with an argument."""

from perfectplay.errors import InputError
from perfectplay.games.base import Problem
from perfectplay.registry import families

MOST_CHARACTERS = 1000


def load(spec: str) -> Problem:
    """Return the problem a spec names.

    >>> load("pegs/english").start.count
    32
    >>> load("pegs/english:d4")
    Traceback (most recent call last):
    perfectplay.errors.InputError: 'd4' is half a START..GOAL; write both with two dots, as d4..d4 or d4..any
    """
    spec = spec.strip()
    if len(spec) > MOST_CHARACTERS:
        raise InputError(f"a spec of {len(spec):,} characters; it is one short line such as pegs/english:d4..d4")
    for column, mark in enumerate(spec, 1):
        if not mark.isprintable():
            raise InputError(f"the spec holds {mark!a}, column {column}; write plain text, as pegs/english:d4..d4")
    head, _, rest = spec.partition(":")
    if head.endswith(".py"):
        from perfectplay.games.own import load_game

        return load_game(head, rest)
    family, slash, variant = head.partition("/")
    if family not in families():
        raise InputError(f"unknown family in {spec[:60]!r}; {_guess(head)}")
    if variant == "@":
        raise InputError(f"{spec[:60]!r} names no file; write {family}/@board.txt")
    if not slash or not variant:
        raise InputError(f"{spec[:60]!r} names no variant; write {family}/VARIANT, and see `perfectplay list {family}`")
    if ":" in spec and not rest:
        raise InputError(f"{spec[:60]!r} ends in a colon; write items after it or leave it out")
    return families()[family].load(variant, rest.split(",") if rest else [])


def _guess(head: str) -> str:
    """Say what a spec that names no family may have been meant to be."""
    for name, family in families().items():
        if head in (variant.name for variant in family.variants()):
            return f"did you mean {name}/{head}?"
    file = head.removeprefix("@")
    if file.endswith(".in"):
        return f"did you mean dice/@{file}?"
    if file.endswith((".txt", ".pddl")):
        return f"did you mean {' or '.join(f'{name}/@{file}' for name in families() if name != 'dice')}?"
    examples = " or ".join(f"{name}/{family.variants()[0].name}" for name, family in families().items())
    return f"write {examples}, or ./game.py:ARG for a game of your own"
