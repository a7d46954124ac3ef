"""Results that are kept for whoever asks again, a bounded number of bytes of them."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

MOST_RESULTS = 256
MOST_BYTES = 1 << 26
OF_POSITIONS = ("values", "hint")


class Kept(NamedTuple):
    """A result, how long it is as a text, and what it was of."""

    result: dict[str, Any]
    size: int
    task: str
    subject: str


class ResultCache:
    """The results that were used last, by the key of their task."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._bytes = 0

    def find(self, key: str) -> Kept | None:
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key]

    def keep(self, key: str, task: Mapping[str, Any], result: dict[str, Any], size: int) -> None:
        """Keep a result that would be the same another time, and is so many bytes long."""
        if not is_final(result) or size > MOST_BYTES // 4:
            return
        self._drop(key)
        self._kept[key] = Kept(result, size, task["task"], task["subject"])
        self._bytes += size
        while len(self._kept) > MOST_RESULTS or self._bytes > MOST_BYTES:
            self._drop(next(iter(self._kept)))

    def forget_values(self, subject: str) -> None:
        """Forget what was found out about a problem by searching: from now on more is known, such as distances."""
        for key in [key for key, kept in self._kept.items() if kept.subject == subject and kept.task in OF_POSITIONS]:
            self._drop(key)

    def _drop(self, key: str) -> None:
        if key in self._kept:
            self._bytes -= self._kept.pop(key).size


def is_final(result: Mapping[str, Any]) -> bool:
    """Tell whether a result would be the same another time: none that a limit on time has cut short.

    >>> is_final({"category": None, "moves": None}), is_final({"category": "won", "moves": None})
    (False, True)
    >>> is_final({"category": "won", "move": None, "limit": "time"})
    False
    """
    if "json" in result:
        return bool(result["json"]["status"] != "unknown" and not result["json"]["limit"])
    if "category" in result:
        moves = result.get("moves") or []
        is_known = result["category"] is not None and not result.get("limit")
        return is_known and all(move["category"] is not None for move in moves)
    if "notes" in result:
        return not result["notes"]  # a player says there that it had too little time
    return result.get("verdict") in ("accepted", "rejected")
