"""Threads that work through one tree: each has a part of it, and one without work may take from the busiest.

Kernels release the interpreter lock, and the threads meet here only between two portions of work.  A thread that has
nothing left asks the one with most on its stack, and is idle until it is given something or the slice is over.
"""

import time
from collections.abc import Callable
from threading import Condition
from typing import Protocol

import numpy as np

from perfectplay.search.loop import EXHAUSTED, WORKING

# What a thread is told: to go on, to stop and give away half of what it has, to stop.
GO_ON, GIVE, STOP = np.uint8(0), np.uint8(1), np.uint8(2)
# A thread takes the budget of a slice in so many portions, so that all threads end at nearly the same time.
PORTIONS = 16


class Workers(Protocol):
    """What the threads of a crew work on, by their numbers."""

    def search(self, number: int, budget: int) -> int:
        """Look at so many positions; return what happened."""

    def next_subtree(self, number: int) -> bool:
        """Begin the next subtree that a thread was dealt; tell whether there was one."""

    def divide(self, giver: int, receiver: int) -> bool:
        """Move half of what one thread has to another; tell whether there was enough to divide."""
        return False

    def waiting(self, number: int) -> int:
        """Return how many positions wait on the stack of a thread, as far as others know."""
        return 0


class Crew:
    """The threads of one search, for as long as it takes."""

    def __init__(self, threads: int, *, is_dynamic: bool) -> None:
        self.threads = threads
        self.is_dynamic = is_dynamic  # else every thread keeps to the subtrees that it was dealt
        self.signals = np.zeros(threads, np.uint8)
        self.seconds = 0.0  # the time of all slices, by the clock
        self.busy = [0.0] * threads  # the seconds in which each thread had work
        self._meeting = Condition()
        self._idle: set[int] = set()
        self._left = 0
        self._is_over = False

    @property
    def idle_share(self) -> float:
        """The share of the threads' time in which they had nothing to do."""
        return max(0.0, 1 - sum(self.busy) / (self.threads * self.seconds)) if self.seconds else 0.0

    def run(self, workers: Workers, budget: int, on_threads: Callable[[Callable[[int], int]], list[int]]) -> list[int]:
        """Look at so many positions with all threads; return what happened to each."""
        began = time.perf_counter()
        self.signals[:] = GO_ON
        self._left, self._is_over = budget, False
        self._idle.clear()
        portion = -(-budget // (self.threads * PORTIONS))
        found = on_threads(lambda number: self._work(workers, number, portion))
        self.seconds += time.perf_counter() - began
        return found

    def _work(self, workers: Workers, number: int, portion: int) -> int:
        """Do the work of one thread in a slice."""
        try:
            while budget := self._take(portion):
                began = time.perf_counter()
                status = workers.search(number, budget)
                self.busy[number] += time.perf_counter() - began
                if status not in (WORKING, EXHAUSTED):
                    self._stop()
                    return status
                if status == WORKING:
                    self._give(workers, number)
                elif not workers.next_subtree(number) and not self._is_given(workers, number):
                    return EXHAUSTED
        except BaseException:
            self._stop()
            raise
        return WORKING

    def _take(self, portion: int) -> int:
        """Return the budget of the next portion; 0 when the slice is over."""
        with self._meeting:
            taken = 0 if self._is_over else min(portion, self._left)
            self._left -= taken
            if taken == 0:
                self._end()
            return taken

    def _stop(self) -> None:
        with self._meeting:
            self._end()

    def _end(self) -> None:
        self._is_over = True
        self.signals[:] = STOP
        self._meeting.notify_all()

    def _give(self, workers: Workers, giver: int) -> None:
        """Give half of a thread's work to one that is idle, if it was asked to."""
        if self.signals[giver] != GIVE:
            return
        with self._meeting:
            if self._is_over:
                return
            self.signals[giver] = GO_ON
            if self._idle and workers.divide(giver, receiver := min(self._idle)):
                self._idle.remove(receiver)
                self._meeting.notify_all()
            self._ask(workers)

    def _is_given(self, workers: Workers, number: int) -> bool:
        """Wait for work of another thread; tell whether there was any before the slice was over."""
        with self._meeting:
            if not self.is_dynamic or self._is_over:
                return False
            self.signals[number] = GO_ON  # it may have been asked when it had nothing left to give
            self._idle.add(number)
            if len(self._idle) == self.threads:
                self._end()
            else:
                self._ask(workers)
                self._meeting.wait_for(lambda: self._is_over or number not in self._idle)
            return number not in self._idle

    def _ask(self, workers: Workers) -> None:
        """Ask the busiest thread, if one is idle and none has been asked."""
        if self._is_over or not self._idle:
            return
        working = [number for number in range(self.threads) if number not in self._idle]
        if not any(self.signals[number] == GIVE for number in working):
            self.signals[max(working, key=workers.waiting)] = GIVE
