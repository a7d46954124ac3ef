"""Several searches of one problem taking turns, each turn twice as long as in the round before; the first to end wins.

Depth first search is heavy-tailed: one order finds a solution at once where another wanders for ever.  Taking turns
costs at most as many times the best search as there are searches (Luby, Sinclair and Zuckerman 1993 on restarts), and a
race whose members are complete is complete.
"""

from collections.abc import Callable, Sequence

from perfectplay.search.loop import Engine
from perfectplay.search.watch import Watch


class Race(Engine):
    """An engine made of engines, each made when its first turn comes: a costly one costs nothing if not needed."""

    def __init__(self, members: Sequence[Callable[[], Engine]], first_turn: int) -> None:
        self.waiting = list(members[1:])
        self.current = members[0]()
        self.members = [self.current]
        self.turn = 0
        self.work = self.left = first_turn
        super().__init__(self.current.task, self.current.settings)
        self.journals = list(self.current.journals)

    def work_under(self, watch: Watch) -> None:
        super().work_under(watch)
        for member in self.members:
            member.work_under(watch)

    def _admit(self) -> None:
        member = self.waiting.pop(0)()
        member.work_under(self.watch)
        self.members.append(member)
        self.journals += member.journals

    def step(self, budget: int) -> int:
        if self.left <= 0:
            self._next_turn()
        before = self.current.looked_at()
        status = self.current.step(min(budget, self.left))
        self.phase, self.label = self.current.phase, self.current.label
        self.is_compiled, self.slice_budget = self.current.is_compiled, self.current.slice_budget
        self.left -= self.current.looked_at() - before
        return status

    def _next_turn(self) -> None:
        self.turn += 1
        if self.turn == len(self.members):
            if self.waiting:
                self._admit()
            else:
                self.turn = 0
                self.work *= 2
        self.current = self.members[self.turn]
        self.left = self.work

    def bytes(self) -> int:
        return sum(member.bytes() for member in self.members)

    def bytes_to_grow(self) -> int:
        return self.current.bytes_to_grow()

    def grow(self) -> None:
        self.current.grow()

    def path(self) -> list[int]:
        return self.current.path()
