"""What was used last: a bounded number of things, of which the one that was not used for longest goes first."""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Things by their keys, so many at most.

    >>> recent = Recent[str, int](2)
    >>> recent.keep("one", 1), recent.keep("two", 2), recent.find("one"), recent.keep("three", 3)
    (1, 2, 1, 3)
    >>> list(recent)
    ['one', 'three']
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[K, V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def __iter__(self) -> Iterator[K]:
        """Iterate over the keys, the one that was not used for longest first."""
        return iter(self._kept)

    def items(self) -> list[tuple[K, V]]:
        """Return the keys and the things, without using them."""
        return list(self._kept.items())

    def find(self, key: K) -> V | None:
        """Return a thing, or None where it is not kept."""
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key]

    def keep(self, key: K, value: V) -> V:
        """Keep a thing, and return it."""
        self._kept[key] = value
        self._kept.move_to_end(key)
        while len(self._kept) > self.most:
            self.forget_oldest()
        return value

    def forget_oldest(self) -> None:
        """Forget the thing that was not used for longest."""
        self._kept.popitem(last=False)
