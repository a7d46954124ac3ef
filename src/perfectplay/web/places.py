"""Places at the workers: long tasks leave one free for short ones, and no visitor has all of them while others wait."""

import asyncio
from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class Place:
    """The place of one task among those that work, or wait for that."""

    visitor: str
    is_long: bool
    is_given: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Places:
    """Lets so many tasks work at a time, and fewer long ones.

    Of those who wait, the next is the first to come of the visitor with the fewest tasks at work.
    """

    def __init__(self, most: int, most_long: int) -> None:
        self.most, self.most_long = most, most_long
        self._working: list[Place] = []
        self._waiting: list[Place] = []

    async def take(self, visitor: str, is_long: bool) -> Place:
        """Wait for a place; whoever has it gives it back."""
        place = Place(visitor, is_long)
        self._waiting.append(place)
        self._give()
        try:
            await place.is_given
        except asyncio.CancelledError:
            if place in self._waiting:
                self._waiting.remove(place)
            else:
                self.give_back(place)
            raise
        return place

    def give_back(self, place: Place) -> None:
        """Give a place back, to whoever is next."""
        self._working.remove(place)
        self._give()

    def _give(self) -> None:
        """Give places to those who wait, as many as can work now."""
        while (place := self._next()) is not None:
            self._waiting.remove(place)
            self._working.append(place)
            place.is_given.set_result(None)

    def _next(self) -> Place | None:
        if len(self._working) >= self.most:
            return None
        has_room = sum(place.is_long for place in self._working) < self.most_long
        ready = [place for place in self._waiting if (has_room or not place.is_long) and not place.is_given.cancelled()]
        busy = [place.visitor for place in self._working]
        return min(ready, key=lambda place: busy.count(place.visitor), default=None)
