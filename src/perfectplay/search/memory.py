"""A set of states that threads may share: insert only, open addressing.

    tags   one byte a slot: 0 free, 1 being written, 2..255 eight bits of the hash of the state in `keys`
    keys   the states

The tag, not the state, says whether a slot is taken, because every value of a state is legal.  A slot is claimed by an
atomic exchange of its tag, its state written, and the tag published after it; so no reader ever matches a state that is
only half written.  A reader that comes upon a slot being written waits for the few nanoseconds until it is, so that no
state is ever inserted twice.
"""

from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract.bits import observe, publish, shift_right, signed, swap_if, word
from perfectplay.contract.inner import inner
from perfectplay.contract.kernel import kernel
from perfectplay.contract.state import equal, hash_state, load, make_states, store

FREE = np.uint8(0)
WRITING = np.uint8(1)
LEAST_TAG = np.uint8(2)
FILL = 0.6  # share of the slots in use at which the table is doubled


class SeenStates(NamedTuple):
    """The set; its size is a power of two."""

    tags: Any
    keys: Any


def make_memory(slots: int, words: int) -> SeenStates:
    """Return an empty set."""
    return SeenStates(np.zeros(slots, np.uint8), make_states(slots, words))


def memory_bytes(slots: int, words: int) -> int:
    """Return the size of a set of so many slots."""
    return slots * (1 + 8 * words)


@inner
def insert(memory: SeenStates, state: Any, contended: Any) -> bool:
    """Add a state; tell whether it is new.  There must be a free slot.

    `contended[0]` counts the insertions that came upon another thread at the same slot.
    """
    mask = memory.tags.size - 1
    spread = hash_state(state)
    slot = signed(spread & word(mask))
    tag = np.uint8(shift_right(spread, 56))
    if tag < LEAST_TAG:
        tag = np.uint8(tag + LEAST_TAG)
    is_met = False  # another thread is met at this slot
    while True:
        seen = observe(memory.tags, slot)
        if seen == FREE and swap_if(memory.tags, slot, FREE, WRITING):
            store(memory.keys, slot, state)
            publish(memory.tags, slot, tag)
            return True
        if seen < LEAST_TAG:
            if not is_met:
                contended[0] += 1
            is_met = True
            continue  # another thread was faster: look again
        if seen == tag and equal(load(memory.keys, slot), state):
            return False
        slot = (slot + 1) & mask
        is_met = False


@kernel
def copy_memory(old: SeenStates, new: SeenStates, contended: Any, first: int, last: int) -> int:
    """Insert what is in the slots from `first` to `last` of `old` into `new`; return how many were new there.

    Threads may share the work.
    """
    count = 0
    for slot in range(first, last):
        if old.tags[slot] > WRITING and insert(new, load(old.keys, slot), contended):
            count += 1
    return count
