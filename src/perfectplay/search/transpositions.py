"""The transposition table of searches of games for two: what is known of the values of positions."""

from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract.bits import signed, word
from perfectplay.contract.inner import inner
from perfectplay.contract.kernel import kernel
from perfectplay.contract.state import equal, hash_state, load, make_states, store

FILL = 0.6  # share of the slots in use at which the table is doubled
# What an entry says of a value.
FREE, EXACT, AT_LEAST, AT_MOST = np.uint8(0), np.uint8(1), np.uint8(2), np.uint8(3)


class Table(NamedTuple):
    """What is known of positions, by open addressing; its size is a power of two."""

    marks: Any
    keys: Any
    values: Any
    depths: Any


def make_table(slots: int, words: int) -> Table:
    """Return an empty table."""
    return Table(
        np.zeros(slots, np.uint8), make_states(slots, words), np.zeros(slots, np.int64), np.zeros(slots, np.int16)
    )


@inner
def find_slot(table: Table, key: Any) -> int:
    """Return the slot of a key, or the free one where it belongs."""
    mask = table.marks.size - 1
    slot = signed(hash_state(key) & word(mask))
    while table.marks[slot] != FREE and not equal(load(table.keys, slot), key):
        slot = (slot + 1) & mask
    return slot


@kernel
def copy_table(old: Table, new: Table, first: int, last: int) -> None:
    """Write the entries from `first` to `last` of a table into a larger one."""
    for slot in range(first, last):
        if old.marks[slot] != FREE:
            key = load(old.keys, slot)
            place = find_slot(new, key)
            store(new.keys, place, key)
            new.marks[place] = old.marks[slot]
            new.values[place] = old.values[slot]
            new.depths[place] = old.depths[slot]


@inner
def is_decided(table: Table, slot: int, left: int, alpha: int, beta: int) -> bool:
    """Tell whether the entry in a slot says all that is asked: searched as deep, and exact or beyond the window."""
    mark = table.marks[slot]
    if mark == FREE or table.depths[slot] < left:
        return False
    value = table.values[slot]
    return mark == EXACT or (mark == AT_LEAST and value >= beta) or (mark == AT_MOST and value <= alpha)


@inner
def remember(table: Table, key: Any, value: int, mark: Any, depth: int) -> bool:
    """Write what was found out about a position; tell whether it is new.

    Nothing exact is replaced by a bound of the same depth.
    """
    slot = find_slot(table, key)
    is_new = table.marks[slot] == FREE
    if is_new:
        store(table.keys, slot, key)
    elif table.marks[slot] == EXACT and mark != EXACT and table.depths[slot] >= depth:
        return False
    table.marks[slot] = mark
    table.values[slot] = value
    table.depths[slot] = depth
    return is_new
