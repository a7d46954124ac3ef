"""Iterative deepening: depth first within a bound on the cost, the bound raised until a solution fits.

    deepening    bound on g              Slate and Atkin 1977
    idastar      bound on g + h          Korf 1985

With memory, a position is looked at again in one iteration only if it is reached at a lower cost.
"""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract import MOST_COST, NEVER, cost, estimate, is_goal, successors
from perfectplay.contract.inner import inner
from perfectplay.contract.kernel import kernel
from perfectplay.contract.state import from_number, load, make_states, store, to_numbers
from perfectplay.search.arrays import doubled, size_in_bytes
from perfectplay.search.depth_first import is_on_path
from perfectplay.search.journal import (
    EXPAND_EVENT,
    EXPANDED,
    GENERATED,
    GOAL_EVENT,
    Journal,
    count_repeat,
    is_pruned,
    record,
)
from perfectplay.search.loop import EXHAUSTED, FULL, PHASE, SOLVED, TOO_COSTLY, WORKING, Engine
from perfectplay.search.move_order import arrange
from perfectplay.search.nodes import Nodes, add_node, bytes_to_grow, count_known, find_slot, grown, key_of, make_nodes
from perfectplay.search.task import SearchTask, Settings

ALGORITHMS = {
    "deepening": {"about": "depth first to a bound on the cost, raised step by step", "optimal": "always"},
    "idastar": {"about": "deepening with an estimate (IDA*)", "optimal": "admissible", "estimate": True},
}

FIRST_STACK = 1 << 11
FIRST_DEPTH = 1 << 7
NO_BOUND = (1 << 62) - 1
LAST_BOUND = 4 * MOST_COST  # bound of an iteration whose only new positions cost more than is supported

# Entries on the stack, depth of the goal, the bound of this iteration, the least value that exceeded it, iterations
# begun, whether this one came to a position that costs more than is supported.
TOP, FOUND, BOUND, NEXT_BOUND, ITERATION, IS_BEYOND = 0, 1, 2, 3, 4, 5


class BoundedStack(NamedTuple):
    """What waits within the bound, as in depth first search, with the cost of each entry."""

    states: Any
    depths: Any
    costs: Any
    path: Any
    out: Any
    registers: Any
    seeds: Any


@inner
def _begin_iteration(rules: Any, switches: Any, stack: BoundedStack, nodes: Nodes) -> None:
    """Put the start, kept at `path[0]`, on the stack and forget what the last iteration remembered."""
    registers = stack.registers
    start = load(stack.path, 0)
    if registers[ITERATION] == 0:
        registers[BOUND] = switches.estimate_weight * estimate(rules, start) if switches.estimate_weight != 0 else 0
    else:
        registers[BOUND] = registers[NEXT_BOUND]
    registers[NEXT_BOUND] = NO_BOUND
    registers[ITERATION] += 1
    registers[IS_BEYOND] = 0
    store(stack.states, 0, start)
    stack.depths[0] = 0
    stack.costs[0] = 0
    registers[TOP] = 1
    nodes.size[0] = 0
    nodes.slots[:] = 0


@kernel
def search_within_bound(
    rules: Any, switches: Any, stack: BoundedStack, nodes: Nodes, journal: Journal, budget: int
) -> int:
    """Look at up to `budget` positions within the bound."""
    registers, out = stack.registers, stack.out
    is_even = switches.has_unit_cost and switches.estimate_weight == 0  # every step brings the bound nearer by 1
    if registers[ITERATION] == 0:
        _begin_iteration(rules, switches, stack, nodes)
    for _ in range(budget):
        top = registers[TOP]
        if top == 0:
            if registers[NEXT_BOUND] == NO_BOUND:
                return TOO_COSTLY if registers[IS_BEYOND] else EXHAUSTED
            _begin_iteration(rules, switches, stack, nodes)
            return PHASE
        depth = stack.depths[top - 1]
        is_stack_full = top + len(out) > len(stack.depths) or depth + 2 > len(stack.path)
        if is_stack_full or nodes.size[0] >= len(nodes.parents):
            return FULL
        top -= 1
        registers[TOP] = top
        state = load(stack.states, top)
        g = stack.costs[top]
        if switches.has_memory:
            key = key_of(nodes, rules, switches, state)
            slot = find_slot(nodes, key)
            known = nodes.slots[slot] - 1
            if known < 0:
                add_node(nodes, slot, key, state, -1, g)
            elif g >= nodes.costs[known]:
                count_known(journal, switches, key, state, g)
                continue
            else:
                nodes.costs[known] = g
        elif switches.has_cycles and is_on_path(stack.path, depth, state):
            count_repeat(journal, state, state, g)
            continue
        if g > MOST_COST:
            registers[IS_BEYOND] = 1
            continue
        store(stack.path, depth, state)
        count = successors(rules, state, out)
        journal.counts[EXPANDED] += 1
        journal.counts[GENERATED] += count
        record(journal, EXPAND_EVENT, state, g)
        arrange(rules, switches.order, out, count, stack.seeds)
        for place in range(count - 1, -1, -1):
            child = load(out, place)
            child_g = g + cost(rules, state, child)
            if is_pruned(journal, rules, switches, state, child, child_g):
                continue
            reach = child_g
            if switches.estimate_weight != 0:
                guess = estimate(rules, child)
                if guess == NEVER:
                    continue
                reach += switches.estimate_weight * guess
            if child_g > MOST_COST:
                reach = LAST_BOUND
            if reach > registers[BOUND]:
                registers[NEXT_BOUND] = min(registers[NEXT_BOUND], reach)
                continue
            if child_g <= MOST_COST and is_goal(rules, child):
                record(journal, GOAL_EVENT, child, child_g)
                store(stack.path, depth + 1, child)
                registers[FOUND] = depth + 1
                return SOLVED
            if is_even and child_g == registers[BOUND]:  # whatever comes after it is beyond the bound
                registers[NEXT_BOUND] = min(registers[NEXT_BOUND], child_g + 1)
                continue
            store(stack.states, top, child)
            stack.depths[top] = depth + 1
            stack.costs[top] = child_g
            top += 1
        registers[TOP] = top
    return WORKING


class Deepening(Engine):
    """A stack, and the cheapest cost of each position in this iteration."""

    nodes: Nodes

    def __init__(self, task: SearchTask, settings: Settings) -> None:
        super().__init__(task, settings)
        room = FIRST_STACK + task.branching
        self.stack = BoundedStack(
            make_states(room, task.words),
            np.zeros(room, np.int64),
            np.zeros(room, np.int64),
            make_states(FIRST_DEPTH, task.words),
            make_states(task.branching, task.words),
            np.zeros(6, np.int64),
            np.array([settings.seed], np.uint64),
        )
        store(self.stack.path, 0, from_number(task.start, task.words))
        self.nodes = make_nodes(task, settings)

    def step(self, budget: int) -> int:
        arguments = self.task.rules, self.switches, self.stack, self.nodes, self.journals[0]
        status = self.run_slice(search_within_bound, budget, *arguments)
        registers, depths = self.stack.registers, self.stack.depths
        self.phase = f"bound {registers[BOUND]}; depth {depths[max(0, registers[TOP] - 1)]}"
        return status

    def _needs_nodes(self) -> bool:
        return int(self.nodes.size[0]) >= len(self.nodes.parents)

    def bytes(self) -> int:
        return size_in_bytes(self.nodes, self.stack)

    def bytes_to_grow(self) -> int:
        return bytes_to_grow(self.nodes) if self._needs_nodes() else 2 * size_in_bytes(self.stack)

    def grow(self) -> None:
        if self._needs_nodes():
            self.nodes = grown(self.nodes, self.run_through, self.watch)
        else:
            self.stack = self.stack._replace(
                states=doubled(self.stack.states, self.watch),
                depths=doubled(self.stack.depths, self.watch),
                costs=doubled(self.stack.costs, self.watch),
                path=doubled(self.stack.path, self.watch),
            )

    def path(self) -> list[int]:
        return to_numbers(self.stack.path[: int(self.stack.registers[FOUND]) + 1])


def start(algorithm: str, task: SearchTask, settings: Settings) -> Engine:
    """Return the engine for one of the algorithms of this file."""
    return Deepening(task, replace(settings, estimate_weight=1 if algorithm == "idastar" else 0))
