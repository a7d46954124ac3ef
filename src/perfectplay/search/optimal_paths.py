"""How many shortest ways there are: level by level, each position once, with the number of ways to it.

Where no way to the goal is shorter than the bound, every position on a way of that length is met on its own level: a
position met again on a later level is on no such way.  So numbers of ways are added within one level only.  Positions
whose cost plus estimate exceeds the bound are left out; the estimate must be admissible, and every step must cost 1.

Numbers of ways are exact however big: digits to the base 2**32, in words that hold the sums of many of them.
"""

from typing import Any

import numpy as np

from perfectplay.contract import estimate, is_goal, successors
from perfectplay.contract.bits import ZERO
from perfectplay.contract.inner import inner
from perfectplay.contract.kernel import kernel
from perfectplay.contract.state import load, make_states
from perfectplay.search.arrays import doubled, size_in_bytes
from perfectplay.search.journal import EXPANDED, GENERATED, Journal, count_repeat, is_pruned
from perfectplay.search.loop import EXHAUSTED, FULL, WORKING, Engine
from perfectplay.search.nodes import (
    Nodes,
    add_node,
    add_start,
    bytes_to_grow,
    find_slot,
    grown,
    make_nodes,
)
from perfectplay.search.task import SearchTask, Settings

DIGIT_BITS = 32
DIGIT, DIGIT_ONES = np.uint64(DIGIT_BITS), np.uint64((1 << DIGIT_BITS) - 1)
HEAD, BOUND = 0, 1


@inner
def _carry(ways: Any, node: int) -> None:
    """Bring the digits of a finished number below the base."""
    carried = ZERO
    for place in range(ways.shape[1]):
        total = ways[node, place] + carried
        ways[node, place] = total & DIGIT_ONES
        carried = total >> DIGIT


@inner
def _add(ways: Any, node: int, other: Any, target: int) -> None:
    for place in range(ways.shape[1]):
        other[target, place] += ways[node, place]


@kernel
def count_ways(
    rules: Any,
    switches: Any,
    nodes: Nodes,
    ways: Any,
    total: Any,
    out: Any,
    registers: Any,
    journal: Journal,
    budget: int,
) -> int:
    """Expand up to `budget` positions; ways to goals at the bound are added to `total`."""
    if nodes.size[0] == 0:
        add_start(nodes, rules, switches)
        ways[0, 0] = 1
    bound = registers[BOUND]
    for _ in range(budget):
        head = registers[HEAD]
        if head == nodes.size[0]:
            return EXHAUSTED
        if nodes.size[0] + len(out) > len(nodes.parents):
            return FULL
        registers[HEAD] = head + 1
        _carry(ways, head)
        state = load(nodes.states, head)
        depth = nodes.costs[head] + 1
        count = successors(rules, state, out)
        journal.counts[EXPANDED] += 1
        journal.counts[GENERATED] += count
        for place in range(count):
            child = load(out, place)
            if depth == bound:
                if is_goal(rules, child):
                    _add(ways, head, total, 0)
                continue
            if depth + estimate(rules, child) > bound or is_pruned(journal, rules, switches, state, child, depth):
                continue
            slot = find_slot(nodes, child)
            known = nodes.slots[slot] - 1
            if known < 0:
                known = add_node(nodes, slot, child, child, head, depth)
            else:
                count_repeat(journal, child, child, depth)
            if nodes.costs[known] == depth:
                _add(ways, head, ways, known)
    return WORKING


class OptimalPaths(Engine):
    """Counts the ways of `bound` steps to a goal, which must be the fewest; `number` is how many there are."""

    nodes: Nodes
    ignores_goal = True

    def __init__(self, task: SearchTask, settings: Settings, bound: int) -> None:
        assert task.has_unit_cost and settings.duplicates and not settings.symmetry
        super().__init__(task, settings)
        self.nodes = make_nodes(task, settings)
        digits = bound * (task.branching - 1).bit_length() // DIGIT_BITS + 1
        self.ways = np.zeros((len(self.nodes.parents), digits), np.uint64)
        self.total = np.zeros((1, digits), np.uint64)
        self.out = make_states(task.branching, task.words)
        self.registers = np.array([0, bound], np.int64)
        self.phase = "counting"

    @property
    def number(self) -> int:
        """The number of ways found so far; of no steps there is one way."""
        if self.registers[BOUND] == 0:
            return 1
        return sum(int(digit) << DIGIT_BITS * place for place, digit in enumerate(self.total[0]))

    def step(self, budget: int) -> int:
        arguments = self.nodes, self.ways, self.total, self.out, self.registers, self.journals[0]
        return self.run_slice(count_ways, budget, self.task.rules, self.switches, *arguments)

    def bytes(self) -> int:
        return size_in_bytes(self.nodes, (self.ways,))

    def bytes_to_grow(self) -> int:
        return bytes_to_grow(self.nodes) + 2 * int(self.ways.nbytes)

    def grow(self) -> None:
        nodes, ways = grown(self.nodes, self.run_through, self.watch), doubled(self.ways, self.watch)
        self.nodes, self.ways = nodes, ways

    def path(self) -> list[int]:
        raise AssertionError("ways are counted, none is kept")
