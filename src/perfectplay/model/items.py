"""The items of a spec, which every family reads the same way: arguments, and `key=value`."""

from collections.abc import Sequence

from perfectplay.base.errors import InputError


def read_items(spec: str, items: Sequence[str], known: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Return the arguments and the values of the keys, of which only some are known, each once.

    >>> read_items("army/7x8:d7,front=3", ["d7", "front=3"], ("front",))
    (['d7'], {'front': '3'})
    """
    arguments: list[str] = []
    keys: dict[str, str] = {}
    for item in items:
        key, equals, value = item.partition("=")
        if not equals:
            arguments.append(item)
        elif key not in known:
            raise InputError(f"{spec}: unknown key {key[:20]!r}; known are {', '.join(known) or 'none here'}")
        elif key in keys:
            raise InputError(f"{spec}: {key} is given twice")
        else:
            keys[key] = value
    return arguments, keys
