"""Best first search: one engine whose priority is a weighted sum of the cost so far and the estimate.

    uniform           1 * g                    Dijkstra 1959
    greedy                    1 * h            Doran and Michie 1966
    astar             1 * g + 1 * h            Hart, Nilsson and Raphael 1968
    weighted-astar    1 * g + w * h            Pohl 1970

With a cost in the priority the goal is accepted when it is taken from the queue, which makes the answer optimal if the
estimate is admissible (and within a factor w of it for weighted A*); greedy accepts it as soon as it is seen.
"""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract import MOST_COST, NEVER, cost, estimate, is_goal, successors
from perfectplay.contract.inner import inner
from perfectplay.contract.kernel import kernel
from perfectplay.contract.state import load, make_states
from perfectplay.search.arrays import doubled, size_in_bytes
from perfectplay.search.journal import (
    EXPAND_EVENT,
    EXPANDED,
    GENERATED,
    GOAL_EVENT,
    Journal,
    record,
)
from perfectplay.search.loop import EXHAUSTED, FULL, SOLVED, TOO_COSTLY, WORKING, Engine
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

ALGORITHMS = {
    "astar": {"about": "cost so far plus estimate", "optimal": "admissible", "estimate": True, "ties": True},
    "greedy": {"about": "by the estimate alone", "optimal": "never", "estimate": True, "ties": True},
    "uniform": {"about": "by the cost so far alone", "optimal": "always", "ties": True},
    "weighted-astar": {
        "about": "cost so far plus WEIGHT times the estimate",
        "optimal": "never",
        "estimate": True,
        "ties": True,
    },
}

# Ties between equal priorities.
NEWEST, OLDEST, NEAREST, DEEPEST = 0, 1, 2, 3
# Entries of the queue, the node of the goal, how many entries there ever were, and the least estimate among them.
QUEUED, FOUND, SERIAL, NEAREST_YET = 0, 1, 2, 3


class Queue(NamedTuple):
    """A binary heap of rows (priority, tie, node), smallest first."""

    rows: Any
    registers: Any


@inner
def _is_before(rows: Any, first: int, second: int) -> bool:
    if rows[first, 0] != rows[second, 0]:
        return bool(rows[first, 0] < rows[second, 0])
    return bool(rows[first, 1] < rows[second, 1])


@inner
def _exchange(rows: Any, first: int, second: int) -> None:
    for column in range(3):
        rows[first, column], rows[second, column] = rows[second, column], rows[first, column]


@inner
def push(queue: Queue, priority: int, tie: int, node: int) -> None:
    """Add an entry."""
    rows = queue.rows
    place = queue.registers[QUEUED]
    queue.registers[QUEUED] = place + 1
    rows[place, 0] = priority
    rows[place, 1] = tie
    rows[place, 2] = node
    while place > 0 and _is_before(rows, place, (place - 1) >> 1):
        _exchange(rows, place, (place - 1) >> 1)
        place = (place - 1) >> 1


@inner
def pop(queue: Queue) -> int:
    """Take the first entry; return its node."""
    rows = queue.rows
    node = rows[0, 2]
    last = queue.registers[QUEUED] - 1
    queue.registers[QUEUED] = last
    _exchange(rows, 0, last)
    place = 0
    while 2 * place + 1 < last:
        child = 2 * place + 1
        if child + 1 < last and _is_before(rows, child + 1, child):
            child += 1
        if not _is_before(rows, child, place):
            break
        _exchange(rows, place, child)
        place = child
    return int(node)


@inner
def enqueue(queue: Queue, rules: Any, switches: Any, state: Any, node: int, g: int) -> None:
    """Enter a node at its priority, unless the estimate says that it leads nowhere."""
    serial = queue.registers[SERIAL]
    queue.registers[SERIAL] = serial + 1
    h = estimate(rules, state) if switches.estimate_weight != 0 or switches.ties == NEAREST else 0
    if h == NEVER:
        return
    if h < queue.registers[NEAREST_YET]:
        queue.registers[NEAREST_YET] = h
    tie = serial
    if switches.ties == NEWEST:
        tie = -serial
    elif switches.ties == NEAREST:
        tie = h
    elif switches.ties == DEEPEST:  # equals of one cost stay as the heap leaves them
        tie = -g
    push(queue, switches.cost_weight * g + switches.estimate_weight * h, tie, node)


@kernel
def expand_best(
    rules: Any, switches: Any, nodes: Nodes, queue: Queue, out: Any, seeds: Any, journal: Journal, budget: int
) -> int:
    """Take up to `budget` entries from the queue."""
    if nodes.size[0] == 0:
        add_start(nodes, rules, switches)
        enqueue(queue, rules, switches, load(nodes.states, 0), 0, 0)
    for _ in range(budget):
        if queue.registers[QUEUED] == 0:
            return EXHAUSTED
        if nodes.size[0] + len(out) > len(nodes.parents) or queue.registers[QUEUED] + len(out) > len(queue.rows):
            return FULL
        node = pop(queue)
        g = nodes.costs[node]
        if g == SUPERSEDED:
            continue
        state = load(nodes.states, node)
        if is_goal(rules, state):
            record(journal, GOAL_EVENT, state, g)
            queue.registers[FOUND] = node
            return SOLVED
        count = successors(rules, state, out)
        journal.counts[EXPANDED] += 1
        journal.counts[GENERATED] += count
        record(journal, EXPAND_EVENT, state, g)
        arrange(rules, switches.order, out, count, seeds)
        for place in range(count):
            child = load(out, place)
            child_g = g + cost(rules, state, child)
            added = enter_node(rules, switches, nodes, journal, node, child, child_g)
            if added < 0 or child_g > MOST_COST:
                continue
            if switches.cost_weight == 0 and is_goal(rules, child):
                record(journal, GOAL_EVENT, child, child_g)
                queue.registers[FOUND] = added
                return SOLVED
            enqueue(queue, rules, switches, child, added, child_g)
    return WORKING


class BestFirst(Engine):
    """The queue and the nodes of a best first search."""

    nodes: Nodes

    def __init__(self, task: SearchTask, settings: Settings) -> None:
        super().__init__(task, settings)
        self.nodes = make_nodes(task, settings)
        self.queue = Queue(np.zeros((len(self.nodes.parents), 3), np.int64), np.array([0, 0, 0, NEVER], np.int64))
        self.out = make_states(task.branching, task.words)
        self.seeds = np.array([settings.seed], np.uint64)

    def step(self, budget: int) -> int:
        arguments = self.nodes, self.queue, self.out, self.seeds, self.journals[0]
        status = self.run_slice(expand_best, budget, self.task.rules, self.switches, *arguments)
        if status == EXHAUSTED and (self.nodes.costs[: self.nodes.size[0]] > MOST_COST).any():
            return TOO_COSTLY  # a node beyond the bound is remembered, and not expanded
        self.phase = self._where()
        return status

    def _where(self) -> str:
        """Say what the position at the head of the queue costs, and how near to the goal the nearest seems."""
        where = f"searching; cost {max(0, self.nodes.costs[self.queue.rows[0, 2]])}"
        is_estimated = self.settings.estimate_weight != 0
        return where + (f", best estimate so far {self.queue.registers[NEAREST_YET]}" if is_estimated else "")

    def _needs_nodes(self) -> bool:
        return int(self.nodes.size[0]) + len(self.out) > len(self.nodes.parents)

    def bytes(self) -> int:
        return size_in_bytes(self.nodes, self.queue)

    def bytes_to_grow(self) -> int:
        return bytes_to_grow(self.nodes) if self._needs_nodes() else 2 * size_in_bytes(self.queue)

    def grow(self) -> None:
        if self._needs_nodes():
            self.nodes = grown(self.nodes, self.run_through, self.watch)
        else:
            self.queue = self.queue._replace(rows=doubled(self.queue.rows, self.watch))

    def path(self) -> list[int]:
        return way_to(self.nodes, int(self.queue.registers[FOUND]))


def start(algorithm: str, task: SearchTask, settings: Settings) -> Engine:
    """Return the engine for one of the algorithms of this file: they differ in their weights alone."""
    weights = {"uniform": (1, 0), "greedy": (0, 1), "astar": (1, 1)}
    cost_weight, estimate_weight = weights.get(algorithm, (settings.cost_weight, settings.estimate_weight))
    return BestFirst(task, replace(settings, cost_weight=cost_weight, estimate_weight=estimate_weight))
