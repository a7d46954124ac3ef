"""Several searches of one problem taking turns, each turn twice as long as in the round before; the first to end wins.

Depth first search is heavy-tailed: one order finds a solution at once where another wanders for ever.  Taking turns
costs at most as many times the best search as there are searches (Luby, Sinclair and Zuckerman 1993 on restarts), and a
race whose members are complete is complete.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from perfectplay.limits import Progress
from perfectplay.search.journal import EXPANDED
from perfectplay.search.loop import FULL, PHASE, Engine


class Race(Engine):
    """An engine made of engines, each made when its first turn comes: a costly one costs nothing if not needed."""

    def __init__(self, members: Sequence[Callable[[], Engine]], progress: Progress, first_turn: int) -> None:
        self.waiting = list(members)
        self.members: list[Engine] = []
        self.progress = progress
        self.turn = 0
        self.work = self.left = first_turn
        first = self.waiting[0]()
        super().__init__(first.task, first.settings)
        self.waiting[0] = lambda: first
        self.winner = self._admit()
        self.journals = list(first.journals)

    def _admit(self) -> Engine:
        member = self.waiting.pop(0)()
        for kernel, arguments in member.calls():
            member.make_ready(kernel, *arguments, announce=self.progress.announce)
        self.members.append(member)
        return member

    def calls(self) -> Iterable[tuple[Callable[..., Any], tuple[Any, ...]]]:
        return ()  # each member is prepared when it is admitted

    def step(self, budget: int) -> int:
        if self.left <= 0:
            self._next_turn()
        before = self._expanded()
        status = self.winner.step(min(budget, self.left))
        self.phase, self.label = self.winner.phase, self.winner.label
        self.left -= self._expanded() - before if status in (PHASE, FULL) else min(budget, self.left)
        return status

    def _expanded(self) -> int:
        return sum(int(journal.counts[EXPANDED]) for journal in self.winner.journals)

    def _next_turn(self) -> None:
        self.turn += 1
        if self.turn == len(self.members):
            if self.waiting:
                self.journals += self._admit().journals
            else:
                self.turn = 0
                self.work *= 2
        self.winner = self.members[self.turn]
        self.left = self.work

    def all_compile_seconds(self) -> float:
        return sum(member.all_compile_seconds() for member in self.members)

    def bytes(self) -> int:
        return sum(member.bytes() for member in self.members)

    def bytes_to_grow(self) -> int:
        return self.winner.bytes_to_grow()

    def grow(self) -> None:
        self.winner.grow()

    def path(self) -> list[int]:
        return self.winner.path()
