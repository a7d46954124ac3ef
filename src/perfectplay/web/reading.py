"""What a request holds, read with care: each field has a type and bounds, and what is wrong is said in a line."""

import json
import math
from collections.abc import Collection, Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from perfectplay.base.errors import InputError

MOST_OBJECT = 1 << 16  # bytes of an object, which is read where everybody waits for it
MOST_DEPTH = 32  # levels of nested lists and objects in a body


async def read_object(request: Request, names: Collection[str]) -> dict[str, Any]:
    """Return the JSON object that is the body of a request; it has no other fields than these."""
    body = await request.body()
    if len(body) > MOST_OBJECT:
        raise HTTPException(413, f"a body of more than {MOST_OBJECT:,} bytes")
    fields = parse_object(body.decode("utf-8", "replace"))
    if unknown := next((name for name in fields if name not in names), None):
        raise InputError(f"no field {unknown[:40]!r}; fields are {', '.join(names)}")
    return fields


def parse_object(text: str) -> dict[str, Any]:
    """Return a JSON object of a sane depth.

    >>> parse_object("[1]")
    Traceback (most recent call last):
    perfectplay.base.errors.InputError: the body is a JSON object, such as {"spec": ...}
    """
    try:
        if nesting(text) > MOST_DEPTH:
            raise InputError(f"the body is nested more than {MOST_DEPTH} deep")
        found = json.loads(text)
    except ValueError as error:
        raise InputError(f"the body is no JSON: {error}"[:200]) from None
    if not isinstance(found, dict):
        raise InputError('the body is a JSON object, such as {"spec": ...}')
    return found


def nesting(text: str) -> int:
    """Return how many brackets are open at once; those in texts count too, which makes it an upper bound.

    >>> nesting('{"a": [[1], [2]]}')
    3
    """
    depth = deepest = 0
    for mark in text:
        if mark in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif mark in "]}":
            depth -= 1
    return deepest


def text_field(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        raise InputError(f"{name} is a text that has to be given")
    return value


def optional_text(fields: Mapping[str, Any], name: str) -> str | None:
    return None if fields.get(name) is None else text_field(fields, name)


def texts_field(fields: Mapping[str, Any], name: str, most: int) -> list[str]:
    value = fields.get(name, [])
    if not isinstance(value, list) or len(value) > most or not all(isinstance(item, str) for item in value):
        raise InputError(f"{name} is a list of at most {most:,} texts")
    return value


def seconds_field(fields: Mapping[str, Any], name: str, most: float) -> float:
    """Return a number of seconds, the most that the server allows where none is given or more is asked for."""
    value = fields.get(name)
    if value is None:
        return most
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise InputError(f"{name} is a number of seconds above 0")
    return float(min(value, most))


def whole_field(fields: Mapping[str, Any], name: str, most: int) -> int:
    value = fields.get(name)
    if value is None:
        return 0
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise InputError(f"{name} is a whole number from 0 to {most:,}")
    return value


def query_text(request: Request, name: str) -> str:
    """Return a parameter that has to be there once."""
    values = request.query_params.getlist(name)
    if len(values) != 1:
        raise InputError(f"give {name} once")
    return values[0]


def query_whole(request: Request, name: str) -> int:
    value = request.query_params.get(name)
    if value is None:
        return 0
    if not value.isascii() or not value.isdigit() or len(value) > 6:
        raise InputError(f"{name} is a whole number")
    return int(value)


def query_switch(request: Request, name: str) -> bool:
    value = request.query_params.get(name, "0")
    if value not in ("0", "1"):
        raise InputError(f"{name} is 0 or 1")
    return value == "1"
