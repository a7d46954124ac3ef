"""The fields of a JSON object that somebody may have tampered with."""

import json
from collections.abc import Sequence
from typing import Any

MOST_NUMBER = 1 << 80  # more than any seed of a game
MOST_SECONDS = 1e9


class FieldError(Exception):
    """A field is not what it should be; the text says which, and why."""


class Fields:
    """The fields of a line, each asked for by its kind; what is missing, odd or unknown is refused."""

    def __init__(self, item: Any, known: Sequence[str], where: str = "") -> None:
        if not isinstance(item, dict):
            raise FieldError(f"{where or 'it'} is no JSON object")
        self.where = f"{where}: " if where else ""
        for name in known:
            if name not in item:
                raise FieldError(f"{self.where}{name} is missing")
        for name in item:
            if name not in known:
                raise FieldError(f"{self.where}there is no field {name[:20]!r}")
        self.item = item

    def wrong(self, name: str, expected: str, value: Any) -> FieldError:
        """Return the error of a field that is not what is expected."""
        return FieldError(f"{self.where}{name} is {expected}, not {json.dumps(value)[:40]}")

    def whole(self, name: str, least: int = -MOST_NUMBER, most: int = MOST_NUMBER) -> int:
        return self._whole(name, self.item[name], least, most)

    def _whole(self, name: str, value: Any, least: int, most: int) -> int:
        if type(value) is not int or not least <= value <= most:
            bounds = "" if most == MOST_NUMBER else f" from {least} to {most}"
            raise self.wrong(name, f"a whole number{bounds}", value)
        return value

    def flag(self, name: str) -> bool:
        value = self.item[name]
        if type(value) is not bool:
            raise self.wrong(name, "true or false", value)
        return value

    def words(self, name: str) -> str:
        return self._words(name, self.item[name])

    def _words(self, name: str, value: Any) -> str:
        if not isinstance(value, str) or not value.isprintable():
            raise self.wrong(name, "a text of one line", value)
        return value

    def drawing(self, name: str) -> str:
        return self._drawing(name, self.item[name])

    def _drawing(self, name: str, value: Any) -> str:
        if not isinstance(value, str) or not value.replace("\n", "").isprintable():
            raise self.wrong(name, "a text", value)
        return value

    def seconds(self, name: str) -> float:
        return self._seconds(name, self.item[name])

    def _seconds(self, name: str, value: Any) -> float:
        if type(value) not in (int, float) or not 0 <= value <= MOST_SECONDS:
            raise self.wrong(name, "a time in seconds", value)
        return float(value)

    def items(self, name: str, count: int | None = None) -> list[Any]:
        value = self.item[name]
        if not isinstance(value, list) or (count is not None and len(value) != count):
            raise self.wrong(name, "a list" if count is None else f"a list of {count}", value)
        return value

    def wholes(self, name: str, count: int | None = None) -> list[int]:
        return [self._whole(name, value, -MOST_NUMBER, MOST_NUMBER) for value in self.items(name, count)]

    def texts(self, name: str, count: int | None = None) -> list[str]:
        return [self._words(name, value) for value in self.items(name, count)]

    def drawings(self, name: str) -> list[str]:
        return [self._drawing(name, value) for value in self.items(name)]

    def times(self, name: str, count: int) -> list[float]:
        return [self._seconds(name, value) for value in self.items(name, count)]

    def same(self, name: str, expected: Any) -> None:
        """Refuse a value that is not as it has to be."""
        if json.dumps(self.item[name]) != json.dumps(expected):
            raise self.wrong(name, f"{json.dumps(expected)[:60]} here", self.item[name])
