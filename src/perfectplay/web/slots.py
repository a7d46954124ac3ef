"""Slots of the workers: long tasks leave one free for short ones, and no visitor has all of them while others wait."""

import asyncio
from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class Slot:
    """Lets one task work; before it is given, the task waits."""

    visitor: str
    is_long: bool
    is_given: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Slots:
    """Lets so many tasks work at a time, and fewer long ones.

    Of those who wait, the next is the first to come of the visitor with the fewest tasks at work.
    """

    def __init__(self, most: int, most_long: int) -> None:
        self.most, self.most_long = most, most_long
        self._working: list[Slot] = []
        self._waiting: list[Slot] = []

    async def take(self, visitor: str, is_long: bool) -> Slot:
        """Wait for a slot; whoever has it gives it back."""
        slot = Slot(visitor, is_long)
        self._waiting.append(slot)
        self._give()
        try:
            await slot.is_given
        except asyncio.CancelledError:
            if slot in self._waiting:
                self._waiting.remove(slot)
            else:
                self.give_back(slot)
            raise
        return slot

    def give_back(self, slot: Slot) -> None:
        """Give a slot back, to whoever is next."""
        self._working.remove(slot)
        self._give()

    def _give(self) -> None:
        """Give slots to those who wait, as many as can work now."""
        while (slot := self._next()) is not None:
            self._waiting.remove(slot)
            self._working.append(slot)
            slot.is_given.set_result(None)

    def _next(self) -> Slot | None:
        if len(self._working) >= self.most:
            return None
        has_room = sum(slot.is_long for slot in self._working) < self.most_long
        ready = [slot for slot in self._waiting if (has_room or not slot.is_long) and not slot.is_given.cancelled()]
        busy = [slot.visitor for slot in self._working]
        return min(ready, key=lambda slot: busy.count(slot.visitor), default=None)
