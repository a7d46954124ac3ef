"""From JSON text to plain values: what cannot be read is an InputError, and what was altered breaks the digest.

A saved answer carries the SHA-256 of itself in canonical form (keys sorted, no blanks, ASCII only), taken without the
field `digest`. That seals every value. Two things it cannot see, the layout of the text and a key given twice, are
caught by `is_faithful`: together they make any changed character show.
"""

import hashlib
import json
import re

from perfectplay.base.errors import InputError
from perfectplay.proof.record import Record
from perfectplay.proof.verdict import quoted

_INDENTED = re.compile(r"[{]\n([ \t]{0,16})\"")  # a wider step would let a short text stand for a huge one
MOST_CHARACTERS = 1 << 25
"""Characters in an answer: a hundred times those of the largest certificate we know."""

MOST_DIGITS = 1000
"""Digits in a whole number: enough for every count, and few enough that arithmetic takes no time."""


def parse_text(text: str) -> dict[str, object]:
    """Return the JSON object that a text holds.

    >>> parse_text('{"status": "unknown"}')
    {'status': 'unknown'}
    >>> parse_text("[1, 2]")
    Traceback (most recent call last):
    perfectplay.base.errors.InputError: not a saved answer: expected a JSON object, found a list
    """
    if len(text) > MOST_CHARACTERS:
        raise InputError(f"not a saved answer: {len(text):,} characters, {MOST_CHARACTERS:,} are the most")
    try:
        value: object = json.loads(text, parse_int=_parse_whole, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise InputError(f"not a saved answer: not JSON, line {error.lineno}, column {error.colno}") from None
    except ValueError as error:
        raise InputError(f"not a saved answer: not JSON: {_one_line(error)}") from None
    except RecursionError:
        raise InputError("not a saved answer: its values are nested too deeply") from None
    if not isinstance(value, dict):
        raise InputError(f"not a saved answer: expected a JSON object, found {quoted(value)}")
    return value


def as_record(answer: dict[str, object]) -> Record:
    """Return the answer as if it had been read from a file, so that what is checked is what the digest covers.

    All its objects are records, which know what was looked at.

    >>> as_record({"solution": ("d2-d4",)})
    {'solution': ['d2-d4']}
    """
    record: Record = json.loads(_canonical_text(answer), object_pairs_hook=Record)
    return record


def digest_of(answer: dict[str, object]) -> str:
    """Return the digest that belongs to an answer, whatever its field `digest` says.

    >>> digest_of({"status": "unknown"}) == digest_of({"status": "unknown", "digest": "sha256:00"})
    True
    """
    unsealed = {key: value for key, value in answer.items() if key != "digest"}
    return "sha256:" + hashlib.sha256(_canonical_text(unsealed).encode("utf-8")).hexdigest()


def is_faithful(text: str, answer: dict[str, object]) -> bool:
    """Tell whether a text is exactly what a JSON writer makes of the answer read from it.

    Keys may come in any order, and the layout may be compact, on one line or indented by any one step, as Python,
    jq and most tools write it. What does not survive is anything that reads as the same value and yet was written by
    hand: a key given twice, another blank, `1E2` for `100.0`.

    >>> is_faithful('{"moves": 18}', {"moves": 18}), is_faithful('{"moves":  18}', {"moves": 18})
    (True, False)
    >>> is_faithful('{"moves": 7, "moves": 18}', {"moves": 18})
    False
    """
    body = text.removesuffix("\n")
    indented = _INDENTED.match(body)
    layouts: list[tuple[str | None, tuple[str, str]]] = (
        [(indented[1], (",", ": "))] if indented else [(None, (",", ":")), (None, (", ", ": "))]
    )
    try:
        return any(
            body == json.dumps(answer, indent=indent, separators=separators, ensure_ascii=is_ascii)
            for indent, separators in layouts
            for is_ascii in (True, False)
        )
    except RecursionError:
        raise InputError("not a saved answer: its values are nested too deeply") from None


def text_field(values: dict[str, object], name: str) -> str:
    """Return a field that must be there and be a text."""
    value = required_field(values, name)
    if not isinstance(value, str):
        raise InputError(f"not a saved answer: field {name!r} must be a text, found {quoted(value)}")
    return value


def truth_field(values: dict[str, object], name: str) -> bool:
    """Return a field that must be there and be true or false."""
    value = required_field(values, name)
    if not isinstance(value, bool):
        raise InputError(f"not a saved answer: field {name!r} must be true or false, found {quoted(value)}")
    return value


def number_field(values: dict[str, object], name: str) -> int | None:
    """Return a field that must be a whole number or null; null is the same as not there.

    >>> number_field({"jumps": 31}, "jumps")
    31
    >>> number_field({"jumps": True}, "jumps")
    Traceback (most recent call last):
    perfectplay.base.errors.InputError: not a saved answer: field 'jumps' must be a whole number or null, found true
    """
    value = values.get(name)
    if value is None:
        return None
    if not is_whole_number(value):
        raise InputError(f"not a saved answer: field {name!r} must be a whole number or null, found {quoted(value)}")
    assert isinstance(value, int)
    return value


def object_field(values: dict[str, object], name: str) -> Record:
    """Return a field that must be there and be an object."""
    value = required_field(values, name)
    if not isinstance(value, dict):
        raise InputError(f"not a saved answer: field {name!r} must be an object, found {quoted(value)}")
    return value if isinstance(value, Record) else Record(value)


def required_field(values: dict[str, object], name: str) -> object:
    """Return a field that must be there."""
    if name not in values:
        raise InputError(f"not a saved answer: field {name!r} is missing")
    return values[name]


def is_whole_number(value: object) -> bool:
    """Tell whether a value is an integer; in Python true and false are integers too, here they are not.

    >>> is_whole_number(3), is_whole_number(True), is_whole_number(3.0)
    (True, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool)


def _parse_whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise ValueError(f"a number of {len(text):,} digits")
    return int(text)


def _refuse_constant(text: str) -> float:
    raise ValueError(f"{text} is no number")


def _canonical_text(answer: dict[str, object]) -> str:
    try:
        return json.dumps(answer, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    except (TypeError, ValueError) as error:  # the value is no JSON, infinite, huge or circular
        raise InputError(f"not a saved answer: not JSON: {_one_line(error)}") from None
    except RecursionError:
        raise InputError("not a saved answer: its values are nested too deeply") from None


def _one_line(error: Exception) -> str:
    return ascii(" ".join(str(error).split()))[1:-1][:200]
