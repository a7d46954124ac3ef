"""Breadth first search, level by level, each position once: the array of nodes is the queue."""

from collections.abc import Callable
from typing import Any

import numpy as np

from perfectplay.contract import is_goal, successors
from perfectplay.contract.kernel import kernel
from perfectplay.contract.state import load, make_states
from perfectplay.search.arrays import size_in_bytes
from perfectplay.search.journal import (
    EXPAND_EVENT,
    EXPANDED,
    GENERATED,
    GOAL_EVENT,
    Journal,
    estimate_states,
    record,
)
from perfectplay.search.loop import EXHAUSTED, FULL, PHASE, SOLVED, WORKING, Engine
from perfectplay.search.move_order import arrange
from perfectplay.search.nodes import (
    SUPERSEDED,
    Nodes,
    add_start,
    bytes_to_grow,
    enter_node,
    grown,
    make_nodes,
    way_to,
)
from perfectplay.search.task import SearchTask, Settings
from perfectplay.search.watch import Watch

ALGORITHMS = {
    "beam": {
        "about": "level by level, the best by estimate only; widened until solved",
        "optimal": "never",
        "estimate": True,
    },
    "breadth-first": {"about": "level by level, each position once", "optimal": "unit"},
}

FIRST_WIDTH = 32

OnLevel = Callable[[Any, Watch], None]

# The next node to expand, the first of the next level, the node of the goal, and whether to go on past a goal.
HEAD, LEVEL_END, FOUND, IGNORES_GOAL = 0, 1, 2, 3


@kernel
def expand_level(
    rules: Any, switches: Any, nodes: Nodes, out: Any, registers: Any, seeds: Any, journal: Journal, budget: int
) -> int:
    """Expand up to `budget` nodes of the current level."""
    if nodes.size[0] == 0:
        add_start(nodes, rules, switches)
    for _ in range(budget):
        head = registers[HEAD]
        while head < registers[LEVEL_END] and nodes.costs[head] < 0:  # left out of the beam, or given up
            head += 1
        registers[HEAD] = head
        if head == registers[LEVEL_END]:
            return PHASE
        if nodes.size[0] + len(out) > len(nodes.parents):
            return FULL
        registers[HEAD] = head + 1
        state = load(nodes.states, head)
        depth = nodes.costs[head]
        count = successors(rules, state, out)
        journal.counts[EXPANDED] += 1
        journal.counts[GENERATED] += count
        record(journal, EXPAND_EVENT, state, depth)
        arrange(rules, switches.order, out, count, seeds)
        for place in range(count):
            child = load(out, place)
            node = enter_node(rules, switches, nodes, journal, head, child, depth + 1)
            if node < 0:
                continue
            if registers[IGNORES_GOAL] == 0 and is_goal(rules, child):
                record(journal, GOAL_EVENT, child, depth + 1)
                registers[FOUND] = node
                return SOLVED
    return WORKING


class BreadthFirst(Engine):
    """Level after level; `levels` holds the number of positions of each finished one.

    `on_level` receives the states of each further level when it is complete, and the watch for work on them.
    """

    nodes: Nodes

    def __init__(
        self,
        task: SearchTask,
        settings: Settings,
        *,
        ignores_goal: bool = False,
        most_levels: int | None = None,
        on_level: OnLevel = lambda states, watch: None,
    ) -> None:
        super().__init__(task, settings)
        self.ignores_goal = ignores_goal
        self.most_levels = most_levels
        self.on_level = on_level
        self.nodes = make_nodes(task, settings)
        self.out = make_states(task.branching, task.words)
        self.registers = np.array([0, 1, 0, int(ignores_goal)], np.int64)
        self.seeds = np.array([settings.seed], np.uint64)
        self.levels = [1]
        self.phase = "level 0"

    def step(self, budget: int) -> int:
        arguments = self.nodes, self.out, self.registers, self.seeds, self.journals[0]
        status = self.run_slice(expand_level, budget, self.task.rules, self.switches, *arguments)
        if status == PHASE:
            first, last = int(self.registers[LEVEL_END]), int(self.nodes.size[0])
            size = last - first
            if size == 0 or len(self.levels) == self.most_levels:
                return EXHAUSTED
            self.on_level(self.nodes.states[first:last], self.watch)
            self.levels.append(size)
            self.registers[LEVEL_END] = last
            if self.settings.visited == "level":
                self.nodes.slots[:] = 0
            self.phase = f"level {len(self.levels) - 1}"
        return status

    def bytes(self) -> int:
        return size_in_bytes(self.nodes)

    def bytes_to_grow(self) -> int:
        return bytes_to_grow(self.nodes)

    def grow(self) -> None:
        first = int(self.registers[LEVEL_END]) if self.settings.visited == "level" else 0
        self.nodes = grown(self.nodes, self.run_through, self.watch, first)

    def path(self) -> list[int]:
        return way_to(self.nodes, int(self.registers[FOUND]))


class Beam(BreadthFirst):
    """Keeps the best `width` positions of each level, and begins again with a wider beam until it has left out none."""

    def __init__(self, task: SearchTask, settings: Settings, width: int = FIRST_WIDTH) -> None:
        super().__init__(task, settings)
        self.width = width
        self.has_dropped = False

    def step(self, budget: int) -> int:
        status = super().step(budget)
        if status == PHASE:
            self._drop(int(self.registers[HEAD]))
        if status == EXHAUSTED and self.has_dropped:
            self._widen()
            return PHASE
        return status

    def _drop(self, first: int) -> None:
        """Leave out all but the best of the level that begins at `first`."""
        size = self.levels[-1]
        if size <= self.width:
            return
        places = first + np.flatnonzero(self.nodes.costs[first : first + size] >= 0)
        if len(places) <= self.width:
            return
        values = np.zeros(size, np.int64)
        self.run_through(estimate_states, size, self.task.rules, self.nodes.states[first : first + size], values)
        ranks = np.argsort(values[places - first], kind="stable")
        self.nodes.costs[places[ranks[self.width :]]] = SUPERSEDED
        self.has_dropped = True

    def _widen(self) -> None:
        """Begin again with a wider beam, keeping the counts."""
        self.width *= 4
        self.has_dropped = False
        self.nodes.slots[:] = 0
        self.nodes.size[0] = 0
        self.registers[HEAD], self.registers[LEVEL_END] = 0, 1
        self.levels = [1]


def start(algorithm: str, task: SearchTask, settings: Settings) -> Engine:
    """Return the engine for the algorithm of this file."""
    return Beam(task, settings) if algorithm == "beam" else BreadthFirst(task, settings)
