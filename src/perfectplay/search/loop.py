"""The one loop that owns limits, interruption, progress and statistics.

A search's state lives in arrays.  An engine works in slices of some tens of milliseconds and comes back here, so that
every search can be limited, watched, interrupted, and given more room.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from perfectplay.contract import is_goal, is_hopeless
from perfectplay.contract.compile import prepare
from perfectplay.contract.state import from_number
from perfectplay.limits import Limits, Progress, Stats
from perfectplay.search.journal import EXPANDED, RULES, Event, Journal, estimate_states, events, make_journal, stats
from perfectplay.search.nodes import Nodes
from perfectplay.search.task import Settings, Task, switches

# What a slice reports.  A phase is a level or an iteration that has been finished.
WORKING, SOLVED, EXHAUSTED, FULL, PHASE = 0, 1, 2, 3, 4

FIRST_BUDGET = 4_000
SLICE_SECONDS = 0.03
REPORT_SECONDS = 0.1


class Engine(ABC):
    """One search: its arrays, and the steps the loop asks for."""

    ignores_goal = False  # goes on past goals, to see everything

    def __init__(self, task: Task, settings: Settings) -> None:
        self.task = task
        self.settings = settings
        self.switches = switches(task, settings)
        self.journals: list[Journal] = [make_journal(task, settings)]
        self.nodes: Nodes | None = None  # where positions are found again, in the engines that keep them so
        self.phase = ""
        self.label: dict[str, Any] = {}  # what a reader of the answer is told of the search
        self.compile_seconds = 0.0

    @abstractmethod
    def calls(self) -> Iterable[tuple[Callable[..., Any], tuple[Any, ...]]]:
        """Return the kernels this engine calls from the first, with arguments of the right types."""

    def make_ready(
        self, kernel: Callable[..., Any], *arguments: Any, announce: Callable[[str], None] = lambda message: None
    ) -> None:
        """Compile or load a kernel, and keep the seconds apart from those of the search."""
        kind = type(self.task.rules), self.task.words
        self.compile_seconds += prepare(kernel, kind, arguments, announce)

    def all_compile_seconds(self) -> float:
        """Return what compiling took, in the engines this one is made of too."""
        return self.compile_seconds

    @abstractmethod
    def step(self, budget: int) -> int:
        """Work on at most `budget` positions; return what happened."""

    @abstractmethod
    def bytes(self) -> int:
        """Return the bytes held now."""

    @abstractmethod
    def bytes_to_grow(self) -> int:
        """Return the bytes that growing would take beyond those held now."""

    @abstractmethod
    def grow(self) -> None:
        """Make room after a slice that reported FULL."""

    @abstractmethod
    def path(self) -> list[int]:
        """Return the states of the solution, from the start to the goal."""


@dataclass(slots=True)
class Result:
    """What a search ended with: a path, nothing left to search (no path and no limit), or a limit."""

    path: list[int] | None
    limit: str
    stats: Stats
    events: list[Event]
    label: dict[str, Any]


def run(engine: Engine, limits: Limits, progress: Progress) -> Result:
    """Run a search until it is solved, exhausted, or stopped by a limit or the user."""
    for kernel, arguments in engine.calls():
        engine.make_ready(kernel, *arguments, announce=progress.announce)
    if engine.settings.trace:
        engine.make_ready(
            estimate_states,
            engine.task.rules,
            engine.journals[0].states,
            0,
            np.zeros(0, np.int64),
            announce=progress.announce,
        )
    watch = _Watch(engine, limits, progress)
    path: list[int] | None = None
    limit = ""
    try:
        path, limit = _search(engine, watch)
    except KeyboardInterrupt:
        limit = "interrupted"
    except MemoryError:
        limit = "memory"
    figures = watch.stats()
    figures.compile_seconds = engine.all_compile_seconds()
    return Result(path, limit, figures, events(engine.task, engine.journals), engine.label)


def _search(engine: Engine, watch: "_Watch") -> tuple[list[int] | None, str]:
    """Return the path that was found and the limit that was hit, if any."""
    if watch.peak > (watch.limits.memory or watch.peak):
        return None, "memory"
    if not engine.ignores_goal and is_goal(engine.task.rules, from_number(engine.task.start, engine.task.words)):
        return [engine.task.start], ""
    if _is_refused_at_start(engine):
        return None, ""
    while True:
        status = engine.step(watch.budget())
        if status in (SOLVED, EXHAUSTED):
            return (engine.path() if status == SOLVED else None), ""
        limit = watch.after_slice(status)
        if limit:
            return None, limit


class _Watch:
    """Keeps a running search within its limits and tells how it goes."""

    def __init__(self, engine: Engine, limits: Limits, progress: Progress) -> None:
        self.engine = engine
        self.limits = limits
        self.progress = progress
        self.began = self.slice_began = self.reported = time.perf_counter()
        self.work = FIRST_BUDGET
        self.peak = engine.bytes()

    def stats(self) -> Stats:
        figures = stats(self.engine.task, self.engine.journals)
        figures.seconds = time.perf_counter() - self.began
        self.peak = max(self.peak, self.engine.bytes())
        figures.peak_memory_bytes = self.peak
        if self.engine.nodes is not None and self.engine.settings.visited == "sums":
            figures.collisions = int(self.engine.nodes.collisions[0])
        return figures

    def expanded(self) -> int:
        return sum(int(journal.counts[EXPANDED]) for journal in self.engine.journals)

    def budget(self) -> int:
        """Return how much the next slice may do: as much as fits its time, and the limit on positions."""
        self.slice_began = time.perf_counter()
        if self.limits.positions is None:
            return self.work
        return min(self.work, self.limits.positions - self.expanded())

    def after_slice(self, status: int) -> str:
        """Return the limit that was hit, or nothing; make room where a slice needs it."""
        if status == FULL:
            need = self.engine.bytes() + self.engine.bytes_to_grow()
            if need > self.limits.memory_bytes():
                return "memory"
            self.peak = max(self.peak, need)
            self.engine.grow()
        if self.limits.memory is not None and self.engine.bytes() > self.limits.memory:
            return "memory"
        if self.limits.positions is not None and self.expanded() >= self.limits.positions:
            return "positions"
        now = time.perf_counter()
        if self.limits.seconds is not None and now - self.began >= self.limits.seconds:
            return "time"
        if status == WORKING:
            taken = now - self.slice_began
            self.work = self.work * 2 if taken < SLICE_SECONDS else max(FIRST_BUDGET, self.work // 2)
        if now - self.reported >= REPORT_SECONDS:
            self.reported = now
            self.progress.report(self.engine.phase, self.stats())
        return ""


def _is_refused_at_start(engine: Engine) -> bool:
    """Apply every pruning rule to the start: the invariant ones are not looked at again."""
    start = from_number(engine.task.start, engine.task.words)
    for number, rule in enumerate(engine.task.pruning):
        if rule.name in engine.settings.rules and is_hopeless(engine.task.rules, start, number):
            engine.journals[0].counts[RULES + number] += 1
            return True
    return False
