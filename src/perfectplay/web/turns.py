"""Whose turn it is to have a worker: long tasks leave one free for short ones, and visitors take turns."""

import asyncio
from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class Turn:
    """One task that waits for its turn, or has it."""

    visitor: str
    is_long: bool
    has_come: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Turns:
    """Lets so many tasks work at a time, and fewer long ones.

    Of those who wait, the next is the first to come of the visitor with the fewest tasks at work.
    """

    def __init__(self, most: int, most_long: int) -> None:
        self.most, self.most_long = most, most_long
        self._working: list[Turn] = []
        self._waiting: list[Turn] = []

    async def begin(self, visitor: str, is_long: bool) -> Turn:
        """Wait for a turn; whoever has it ends it."""
        turn = Turn(visitor, is_long)
        self._waiting.append(turn)
        self._give()
        try:
            await turn.has_come
        except asyncio.CancelledError:
            if turn in self._waiting:
                self._waiting.remove(turn)
            else:
                self.end(turn)
            raise
        return turn

    def end(self, turn: Turn) -> None:
        """Let the next one have a turn."""
        self._working.remove(turn)
        self._give()

    def _give(self) -> None:
        """Give turns to those who wait, as many as can work now."""
        while (turn := self._next()) is not None:
            self._waiting.remove(turn)
            self._working.append(turn)
            turn.has_come.set_result(None)

    def _next(self) -> Turn | None:
        if len(self._working) >= self.most:
            return None
        has_room = sum(turn.is_long for turn in self._working) < self.most_long
        ready = [turn for turn in self._waiting if (has_room or not turn.is_long) and not turn.has_come.cancelled()]
        busy = [turn.visitor for turn in self._working]
        return min(ready, key=lambda turn: busy.count(turn.visitor), default=None)
