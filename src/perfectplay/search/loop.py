"""The one loop of all searches.

A search's state lives in arrays.  An engine works in slices of some tens of milliseconds and comes back here, so that
its watch can limit and interrupt it and report how it goes, and so that it can be given more room.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from perfectplay.base.limits import Stop
from perfectplay.base.stats import Stats
from perfectplay.contract import is_goal, is_hopeless
from perfectplay.contract.kernel import Kernel
from perfectplay.contract.measures import too_costly
from perfectplay.contract.state import from_number
from perfectplay.search.journal import EXPANDED, RULES, Event, Journal, add_up, estimate_states, events, make_journal
from perfectplay.search.nodes import Nodes
from perfectplay.search.task import SearchTask, Settings, switches
from perfectplay.search.watch import Watch

# What a slice reports.  A phase is a level or an iteration that has been finished; too costly is a search with nothing
# left but paths beyond the bound on costs, so that nobody knows whether they lead to the goal.
WORKING, SOLVED, EXHAUSTED, FULL, PHASE, TOO_COSTLY = 0, 1, 2, 3, 4, 5

# The first slice is small, because the seconds that a position takes are not known yet.  Later slices take about
# SLICE_SECONDS each.
FIRST_BUDGET = 4
MAX_GROWTH = 16  # factor from one slice to the next
# Plain Python takes small slices, so that limits are obeyed and it is soon known whether machine code pays.
INTERPRETED_BUDGET = 32
# So many positions are few for a kernel that goes through all of them at once: plain Python takes some 50 ms.
FEW = 2_000
SLICE_SECONDS = 0.03


class Engine(ABC):
    """One search: its arrays, and the steps the loop asks for."""

    ignores_goal = False  # continue past goals, to see everything

    def __init__(self, task: SearchTask, settings: Settings) -> None:
        self.task = task
        self.settings = settings
        self.switches = switches(task, settings)
        self.journals: list[Journal] = [make_journal(task, settings)]
        self.nodes: Nodes | None = None  # store of the positions met so far, in engines that use one
        self.phase = ""  # the stage of the search and, after a semicolon, where it is in that
        self.label: dict[str, Any] = {}  # description of the search for the answer
        self.kind = type(task.rules), task.words  # what the types of the arguments of kernels depend on
        self.is_compiled = False
        self.slice_budget = 0  # of the last slice: no more than the loop allowed, 0 before the first

    @cached_property
    def watch(self) -> Watch:
        """The watch whose threads and memory are used: that of `work_under`, or one without limits."""
        return Watch()

    def work_under(self, watch: Watch) -> None:
        """Use the threads and the memory of this watch from now on."""
        self.watch = watch

    def in_slice(self, kernel: Kernel, budget: int, *arguments: Any) -> tuple[Callable[..., Any], int]:
        """Return what to call for a kernel that works in slices, and the budget of the next one."""
        call = self.watch.ready(kernel, self.kind, *arguments, budget)
        self.is_compiled = self.kind in kernel.compiled
        self.slice_budget = budget if self.is_compiled else min(budget, INTERPRETED_BUDGET)
        return call, self.slice_budget

    def run_slice(self, kernel: Kernel, budget: int, *arguments: Any) -> int:
        """Run a kernel whose last argument is the budget; return what happened."""
        call, budget = self.in_slice(kernel, budget, *arguments)
        return int(call(*arguments, budget))

    def run_through(self, kernel: Kernel, size: int, *arguments: Any, begin: int = 0) -> None:
        """Run a kernel on the items from `begin` to `size` in slices, whose bounds are its last arguments."""
        call = self.form_for(kernel, size, *arguments, 0, 0)
        for first, last in self.watch.slices(size, begin):
            call(*arguments, first, last)

    def form_for(self, kernel: Kernel, size: int, *arguments: Any) -> Callable[..., Any]:
        """Return the form of a kernel to call, interpreted or compiled, for work on `size` items."""
        return self.watch.ready(kernel, self.kind, *arguments, is_small=size <= FEW and not self.is_compiled)

    def expanded(self) -> int:
        """Return how many positions were expanded, by all threads."""
        return sum(int(journal.counts[EXPANDED]) for journal in self.journals)

    def looked_at(self) -> int:
        """Return how much of its budgets was used so far, as exactly as the counts tell."""
        return self.expanded()

    @abstractmethod
    def step(self, budget: int) -> int:
        """Work on at most `budget` positions, perhaps on fewer; return what happened."""

    @abstractmethod
    def bytes(self) -> int:
        """Return the bytes held now."""

    @abstractmethod
    def bytes_to_grow(self) -> int:
        """Return the bytes that growing would take beyond those held now."""

    @abstractmethod
    def grow(self) -> None:
        """Make room after a slice that reported FULL."""

    def collect(self, stats: Stats) -> None:  # noqa: B027
        """Fill in figures that only this engine has."""

    def parallel_figures(self) -> dict[str, float] | None:
        """Return how several threads have worked together; asked for once, at the end."""
        return None

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


def run(engine: Engine, watch: Watch) -> Result:
    """Run a search until it is solved, exhausted, or stopped by a limit or the user.

    Its figures are complete when the watch is closed.
    """
    engine.work_under(watch)
    watch.collect = lambda stats: _collect(engine, watch, stats)
    path: list[int] | None = None
    with Stop() as stop:
        path = _search(engine, watch)
    if not stop.limit:
        ended = watch.seconds
        with Stop():  # a figure that there is no memory for is left out
            watch.stats.parallel = engine.parallel_figures()
        watch.set_aside(watch.seconds - ended)  # what was only measured is not the search's time
    return Result(path, stop.limit, watch.stats, _events(engine), engine.label)


def _events(engine: Engine) -> list[Event]:
    """Return what was recorded, with the estimates of the states."""

    def guess(states: Any, guesses: Any) -> None:
        arguments = engine.task.rules, states, guesses, 0, len(guesses)
        engine.form_for(estimate_states, len(guesses), *arguments)(*arguments)  # also after the time is up

    return events(engine.task, engine.journals, guess)


def _collect(engine: Engine, watch: Watch, stats: Stats) -> None:
    """Fill in the figures that an engine keeps."""
    add_up(stats, engine.task, engine.journals)
    engine.collect(stats)
    watch.room.note(engine.bytes())
    if engine.nodes is not None and engine.settings.visited == "sums":
        stats.collisions = int(engine.nodes.collisions[0])


def _search(engine: Engine, watch: Watch) -> list[int] | None:
    """Return the path that was found, if any; a limit raises LimitHitError."""
    _check_memory(engine, watch)
    if not engine.ignores_goal and is_goal(engine.task.rules, from_number(engine.task.start, engine.task.words)):
        return [engine.task.start]
    if _is_refused_at_start(engine):
        return None
    work = FIRST_BUDGET
    while True:
        began, budget = watch.seconds, _within_positions(work, engine, watch)
        status = engine.step(budget)
        if status in (SOLVED, EXHAUSTED):
            return engine.path() if status == SOLVED else None
        if status == TOO_COSTLY:
            raise too_costly(type(engine.task.rules).__name__)
        if status == FULL:
            watch.room.ask(engine.bytes() + engine.bytes_to_grow(), "the positions of the search")
            engine.grow()
        _check_memory(engine, watch)
        watch.phase, watch.stats.expanded = engine.phase, engine.expanded()
        watch.check()
        if status == WORKING:
            rate = (engine.slice_budget or budget) / max(watch.seconds - began, 1e-9)
            work = max(1, int(min(rate * SLICE_SECONDS, work * MAX_GROWTH)))


def _within_positions(work: int, engine: Engine, watch: Watch) -> int:
    """Return how much the next slice may do: as much as fits its time, and the limit on positions."""
    most = watch.limits.positions
    return work if most is None else min(work, most - engine.expanded())


def _check_memory(engine: Engine, watch: Watch) -> None:
    """Compare what an engine holds with a limit that was given; without one, only growing is limited."""
    if watch.limits.memory is not None:
        watch.room.ask(engine.bytes(), "the positions of the search")


def _is_refused_at_start(engine: Engine) -> bool:
    """Apply every pruning rule to the start: the invariant ones are not looked at again."""
    start = from_number(engine.task.start, engine.task.words)
    for number, rule in enumerate(engine.task.pruning):
        if rule.name in engine.settings.rules and is_hopeless(engine.task.rules, start, number):
            engine.journals[0].counts[RULES + number] += 1
            return True
    return False
