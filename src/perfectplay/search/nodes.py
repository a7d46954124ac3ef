"""Positions with the way they were reached, found again by their key.

    states    the positions in the order they were added
    keys      what each is remembered as; the same array as `states` when symmetry is off
    parents   the node each was reached from, -1 for the start
    costs     the cost of the way; SUPERSEDED when a cheaper way made a new node of the same key, or a beam left it out;
              GIVEN_UP when a rule pruned it and that is to be remembered
    slots     open addressing: node + 1, 0 for a free slot
    sums      sets of bits: if there are any, the slot depends on the numbers of ones in them, not on the whole key
    board     one state: the bits that are remembered where a board is remembered in place of a position

A cheaper way makes a new node and leaves the old one in place, so every chain of parents stays a real play, with
symmetry too.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract import canonical
from perfectplay.contract.bits import ZERO, add, multiply, signed, word
from perfectplay.contract.inner import inner
from perfectplay.contract.kernel import kernel
from perfectplay.contract.state import (
    and_,
    count_ones,
    equal,
    from_number,
    hash_state,
    load,
    make_states,
    store,
    to_numbers,
)
from perfectplay.search.arrays import doubled, size_in_bytes
from perfectplay.search.journal import Journal, count_repeat, is_pruned
from perfectplay.search.task import SearchTask, Settings
from perfectplay.search.watch import Watch

# Costs of nodes that are not expanded; no true cost is negative.
SUPERSEDED = -(1 << 62)
GIVEN_UP = SUPERSEDED + 1
FIRST_NODES = 1 << 12
SUM_BASE = np.uint64(131)  # more than the ones of any set, and odd


class Nodes(NamedTuple):
    """All nodes of a search; `size[0]` is their number."""

    states: Any
    keys: Any
    parents: Any
    costs: Any
    slots: Any
    size: Any
    sums: Any
    board: Any
    collisions: Any  # [0]: other positions of the same sums that were met


def make_nodes(task: SearchTask, settings: Settings) -> Nodes:
    """Return an empty store."""
    count = FIRST_NODES + task.branching
    states = make_states(count, task.words)
    store(states, 0, from_number(task.start, task.words))
    return Nodes(
        states,
        make_states(count, task.words) if settings.symmetry or settings.visited == "board" else states,
        np.zeros(count, np.int32),
        np.zeros(count, np.int64),
        np.zeros(1 << (2 * count).bit_length() if settings.has_memory else 0, np.int32),
        np.zeros(1, np.int64),
        _states(task.sum_sets if settings.visited == "sums" else (), task.words),
        _states([task.board_bits], task.words),
        np.zeros(1, np.int64),
    )


def _states(numbers: Sequence[int], words: int) -> Any:
    states = make_states(len(numbers), words)
    for place, number in enumerate(numbers):
        store(states, place, from_number(number, words))
    return states


@inner
def key_of(nodes: Nodes, rules: Any, switches: Any, state: Any) -> Any:
    """Return what a state is remembered as."""
    key = canonical(rules, state) if switches.has_symmetry else state
    return and_(key, load(nodes.board, 0)) if switches.is_by_board else key


@inner
def count_known(journal: Journal, switches: Any, key: Any, state: Any, g: int) -> None:
    """Count a state whose key is known; a board that is met in another phase is a duplicate, and no image."""
    count_repeat(journal, state if switches.is_by_board else key, state, g)


@inner
def slot_hash(nodes: Nodes, key: Any) -> Any:
    """Return the hash that chooses the slot of a key: the hash of the key itself, or of its sums."""
    if len(nodes.sums) == 0:
        return hash_state(key)
    number = ZERO
    for place in range(len(nodes.sums)):
        number = add(multiply(number, SUM_BASE), word(count_ones(and_(key, load(nodes.sums, place)))))
    return hash_state(number)


@inner
def find_slot(nodes: Nodes, key: Any) -> int:
    """Return the slot that leads to the node of this key, or the free one where it belongs."""
    mask = nodes.slots.size - 1
    spread = slot_hash(nodes, key)
    slot = signed(spread & word(mask))
    while nodes.slots[slot] != 0:
        other = load(nodes.keys, nodes.slots[slot] - 1)
        if equal(other, key):
            break
        if len(nodes.sums) > 0 and slot_hash(nodes, other) == spread:
            nodes.collisions[0] += 1
        slot = (slot + 1) & mask
    return slot


@inner
def add_node(nodes: Nodes, slot: int, key: Any, state: Any, parent: int, g: int) -> int:
    """Append a node and let `slot` lead to it; -1 for none."""
    node = nodes.size[0]
    nodes.size[0] = node + 1
    store(nodes.states, node, state)
    store(nodes.keys, node, key)
    nodes.parents[node] = parent
    nodes.costs[node] = g
    if slot >= 0:
        nodes.slots[slot] = node + 1
    return node


@inner
def add_start(nodes: Nodes, rules: Any, switches: Any) -> None:
    """Make the state written to `states[0]` the first node."""
    state = load(nodes.states, 0)
    key = key_of(nodes, rules, switches, state)
    add_node(nodes, find_slot(nodes, key) if switches.has_memory else -1, key, state, -1, 0)


@inner
def enter_node(rules: Any, switches: Any, nodes: Nodes, journal: Journal, parent: int, state: Any, g: int) -> int:
    """Return the new node of a successor, or -1 if it is pruned or was reached as cheaply before."""
    if switches.remembers_pruned:
        return enter_or_give_up(rules, switches, nodes, journal, parent, state, g)
    if is_pruned(journal, rules, switches, load(nodes.states, parent), state, g):
        return -1
    key = key_of(nodes, rules, switches, state)
    slot = -1
    if switches.has_memory:
        slot = find_slot(nodes, key)
        if is_known(nodes, switches, journal, slot, key, state, g):
            return -1
    elif switches.has_cycles and is_ancestor(nodes, parent, state):
        count_repeat(journal, state, state, g)
        return -1
    return add_node(nodes, slot, key, state, parent, g)


@inner
def enter_or_give_up(rules: Any, switches: Any, nodes: Nodes, journal: Journal, parent: int, state: Any, g: int) -> int:
    """Do the same where what is pruned is remembered, and so looked up before it is pruned."""
    key = key_of(nodes, rules, switches, state)
    slot = find_slot(nodes, key)
    if is_known(nodes, switches, journal, slot, key, state, g):
        return -1
    if is_pruned(journal, rules, switches, load(nodes.states, parent), state, g):
        add_node(nodes, slot, key, state, parent, GIVEN_UP)
        return -1
    return add_node(nodes, slot, key, state, parent, g)


@inner
def is_known(nodes: Nodes, switches: Any, journal: Journal, slot: int, key: Any, state: Any, g: int) -> bool:
    """Tell whether the node that a slot leads to was reached as cheaply; one that was not is given up for the new."""
    known = nodes.slots[slot] - 1
    if known < 0:
        return False
    if g >= nodes.costs[known]:
        count_known(journal, switches, key, state, g)
        return True
    nodes.costs[known] = SUPERSEDED
    return False


@inner
def is_ancestor(nodes: Nodes, node: int, state: Any) -> bool:
    """Tell whether the state is on the way to a node, itself included."""
    while node >= 0:
        if equal(load(nodes.states, node), state):
            return True
        node = nodes.parents[node]
    return False


@kernel
def fill_slots(nodes: Nodes, first: int, last: int) -> None:
    """Enter the nodes from `first` to `last`, except superseded ones, into empty slots."""
    for node in range(first, last):
        if nodes.costs[node] != SUPERSEDED:
            nodes.slots[find_slot(nodes, load(nodes.keys, node))] = node + 1


def bytes_to_grow(nodes: Nodes) -> int:
    """Return what a store of twice the room takes; more than any machine has when 32 bits cannot number its nodes."""
    return 2 * size_in_bytes(nodes) if len(nodes.parents) < 1 << 30 else 1 << 62


def grown(nodes: Nodes, run_through: Callable[..., None], watch: Watch, first: int = 0) -> Nodes:
    """Return the store with twice the room; `run_through` is the method of the engine.

    Nodes before the `first` are not found again.  A limit on time may stop the work, and then the store is as it was.
    """
    states = doubled(nodes.states, watch)
    larger = Nodes(
        states,
        states if nodes.keys is nodes.states else doubled(nodes.keys, watch),
        doubled(nodes.parents, watch),
        doubled(nodes.costs, watch),
        np.zeros(2 * len(nodes.slots), np.int32),
        nodes.size,
        nodes.sums,
        nodes.board,
        np.zeros(1, np.int64),
    )
    if len(larger.slots):
        run_through(fill_slots, int(nodes.size[0]), larger, begin=first)
    larger.collisions[0] = nodes.collisions[0]  # collisions while the slots are rebuilt are not counted
    return larger


def way_to(nodes: Nodes, node: int) -> list[int]:
    """Return the states from the start to a node."""
    way = []
    while node >= 0:
        way.append(node)
        node = int(nodes.parents[node])
    return to_numbers(nodes.states[way[::-1]])
