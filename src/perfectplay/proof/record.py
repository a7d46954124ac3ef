"""An object of a saved answer that remembers which of its fields were looked at.

A field that nobody looks at is one that nobody checked: an answer that has any such field is rejected.
"""

from collections.abc import Iterable, Iterator

from perfectplay.proof.verdict import Rejected, quoted


class Record(dict[str, object]):
    """A JSON object that notes the names it is asked for; whoever goes through all of them has looked at all.

    >>> record = Record({"jumps": 31, "colour": "red"})
    >>> record["jumps"]
    31
    >>> record.unread()
    ['colour']
    """

    def __init__(self, fields: Iterable[tuple[str, object]] | dict[str, object] = ()) -> None:
        super().__init__(fields)
        self._read: set[str] = set()

    def __getitem__(self, name: str) -> object:
        self._read.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: object = None) -> object:
        self._read.add(name)
        return super().get(name, default)

    def items(self) -> Iterator[tuple[str, object]]:  # type: ignore[override]
        self._read.update(self)
        return iter(super().items())

    def unread(self) -> list[str]:
        """Return the names of the fields that nobody has asked for."""
        return [name for name in self if name not in self._read]

    def finish(self, what: str) -> None:
        """Reject an object with a field that nobody looks at: it has no place there."""
        for name in self.unread():
            raise Rejected(f"{what} of this kind has no field {quoted(name)}")
