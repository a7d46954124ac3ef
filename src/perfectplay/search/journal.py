"""Counting and tracing, the same in every engine."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from perfectplay.base.stats import Stats
from perfectplay.contract import estimate, is_hopeless, is_pointless
from perfectplay.contract.inner import inner
from perfectplay.contract.kernel import kernel
from perfectplay.contract.state import equal, load, make_states, store, to_number
from perfectplay.search.task import SearchTask, Settings

# Places in `counts`; the pruning rules of the task follow from RULES on.
GENERATED, EXPANDED, DUPLICATE, SYMMETRY, TRACED, RULES = 0, 1, 2, 3, 4, 5

# Events of a trace; a pruning rule's number is added to PRUNED.
EXPAND_EVENT, GOAL_EVENT, DUPLICATE_EVENT, SYMMETRY_EVENT, PRUNED_EVENT = 0, 1, 2, 3, 4


class Journal(NamedTuple):
    """What one thread counts, and the events it records while there is room."""

    counts: Any
    events: Any  # rows of (event, g)
    states: Any


class Event(NamedTuple):
    """One recorded event: a state was expanded, was the goal, or was pruned by a rule."""

    state: int
    event: str
    g: int
    h: int
    rule: str


def make_journal(task: SearchTask, settings: Settings) -> Journal:
    """Return an empty journal."""
    return Journal(
        np.zeros(RULES + len(task.pruning), np.int64),
        np.zeros((settings.trace, 2), np.int64),
        make_states(settings.trace, task.words),
    )


@inner
def record(journal: Journal, event: int, state: Any, g: int) -> None:
    """Write an event into the journal, if it has room."""
    place = journal.counts[TRACED]
    if place < journal.events.shape[0]:
        journal.events[place, 0] = event
        journal.events[place, 1] = g
        store(journal.states, place, state)
        journal.counts[TRACED] = place + 1


@inner
def is_pruned(journal: Journal, rules: Any, switches: Any, before: Any, state: Any, g: int) -> bool:
    """Tell whether a rule that is switched on gives up this state or the step to it from `before`, and count it."""
    for rule in range(journal.counts.size - RULES):
        if (switches.rules >> rule) & 1 and (
            is_hopeless(rules, state, rule) or is_pointless(rules, before, state, rule)
        ):
            journal.counts[RULES + rule] += 1
            record(journal, PRUNED_EVENT + rule, state, g)
            return True
    return False


@inner
def count_repeat(journal: Journal, key: Any, state: Any, g: int) -> None:
    """Count a state met before: as a duplicate if it stands for itself, as a symmetry if another stands for it."""
    if equal(key, state):
        journal.counts[DUPLICATE] += 1
        record(journal, DUPLICATE_EVENT, state, g)
    else:
        journal.counts[SYMMETRY] += 1
        record(journal, SYMMETRY_EVENT, state, g)


@kernel
def estimate_states(rules: Any, states: Any, guesses: Any, first: int, last: int) -> None:
    """Write the estimates of the states from `first` to `last`."""
    for place in range(first, last):
        guesses[place] = estimate(rules, load(states, place))


def add_up(stats: Stats, task: SearchTask, journals: list[Journal]) -> None:
    """Write the sums of the counts of all threads into the figures."""
    counts = sum(journal.counts for journal in journals)
    stats.generated, stats.expanded = int(counts[GENERATED]), int(counts[EXPANDED])
    stats.duplicate = int(counts[DUPLICATE])
    stats.pruned = {"symmetry": int(counts[SYMMETRY])}
    for number, rule in enumerate(task.pruning):
        stats.pruned[rule.name] = int(counts[RULES + number])


def events(task: SearchTask, journals: list[Journal], guess: Callable[[Any, Any], None]) -> list[Event]:
    """Return what was recorded, thread after thread; `guess` writes the estimates of states."""
    result = []
    fixed = {EXPAND_EVENT: ("expanded", ""), GOAL_EVENT: ("goal", "")}
    fixed |= {DUPLICATE_EVENT: ("pruned", "duplicates"), SYMMETRY_EVENT: ("pruned", "symmetry")}
    for journal in journals:
        guesses = np.zeros(int(journal.counts[TRACED]), np.int64)
        if len(guesses):
            guess(journal.states, guesses)
        for place in range(len(guesses)):
            code, g = (int(number) for number in journal.events[place])
            event, rule = fixed.get(code) or ("pruned", task.pruning[code - PRUNED_EVENT].name)
            result.append(Event(to_number(load(journal.states, place)), event, g, int(guesses[place]), rule))
    return result
