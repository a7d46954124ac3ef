"""Depth first search: plain backtracking, with memory of dead positions, and parallel over threads.

A position enters the memory when it is looked at.  When it comes up again it is dead, or is being looked at by this or
another thread; either way it need not be looked at twice.  With one shared memory and a stack per thread, a search that
finds nothing has covered everything: what a thread skips, some thread has on its stack or has finished.  Without memory
threads only divide the stack between them.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract import canonical, is_goal, successors
from perfectplay.contract.bits import observe, publish
from perfectplay.contract.inner import inner
from perfectplay.contract.kernel import kernel
from perfectplay.contract.state import equal, from_number, load, make_states, store, to_numbers
from perfectplay.search.arrays import doubled, size_in_bytes
from perfectplay.search.journal import (
    DUPLICATE,
    EXPAND_EVENT,
    EXPANDED,
    GENERATED,
    GOAL_EVENT,
    RULES,
    SYMMETRY,
    Journal,
    count_repeat,
    is_pruned,
    make_journal,
    record,
)
from perfectplay.search.loop import EXHAUSTED, FULL, SOLVED, WORKING, Engine
from perfectplay.search.memory import FILL, SeenStates, copy_memory, insert, make_memory, memory_bytes
from perfectplay.search.move_order import arrange
from perfectplay.search.task import SearchTask, Settings

ALGORITHMS = {
    "backtracking": {
        "about": "depth first, remembering nothing",
        "optimal": "never",
        "memory": False,
        "threads": True,
    },
    "depth-first": {"about": "depth first, remembering dead positions", "optimal": "never", "threads": True},
}

FIRST_SLOTS = 1 << 13
FIRST_STACK = 1 << 11
FIRST_DEPTH = 1 << 7

# Registers of a thread: entries on its stack, depth of the goal it found, positions it may still remember.
TOP, FOUND, ROOM = 0, 1, 2
# What a thread tells the others.
NOBODY, IDLE, DONE = np.uint8(0), np.uint8(1), np.uint8(2)
# A thread heeds an idle one only after this many positions, so that sharing costs less than it gains.
BEFORE_SHARING = 2_000


class Stack(NamedTuple):
    """What one thread has still to look at, and the path to where it is.

    `states[:top]` wait, the deepest last; `depths` are their distances from the start.  An entry at depth d is a
    successor of `path[d - 1]`, so taking one and writing it to `path[d]` keeps the path whole.
    """

    states: Any
    depths: Any
    path: Any
    out: Any
    registers: Any
    seeds: Any


@inner
def is_on_path(path: Any, depth: int, state: Any) -> bool:
    """Tell whether the state is one of its own ancestors."""
    for place in range(depth):
        if equal(load(path, place), state):
            return True
    return False


@kernel
def search_depth_first(
    rules: Any, switches: Any, stack: Stack, memory: SeenStates, journal: Journal, signals: Any, budget: int
) -> int:
    """Look at up to `budget` positions of one thread's stack."""
    registers, counts, out = stack.registers, journal.counts, stack.out
    top = registers[TOP]
    status = WORKING
    for done in range(budget):
        signal = observe(signals, 0)
        if signal == DONE or (signal == IDLE and done >= BEFORE_SHARING):
            break
        if top == 0:
            publish(signals, 0, IDLE)
            status = EXHAUSTED
            break
        depth = stack.depths[top - 1]
        if registers[ROOM] <= 0 or top + len(out) > len(stack.depths) or depth + 2 > len(stack.path):
            status = FULL
            break
        top -= 1
        state = load(stack.states, top)
        if switches.has_memory:
            key = canonical(rules, state) if switches.has_symmetry else state
            if not insert(memory, key):
                count_repeat(journal, key, state, depth)
                continue
            registers[ROOM] -= 1
            if switches.remembers_pruned and depth > 0:
                before = load(stack.path, depth - 1)
                if is_pruned(journal, rules, switches, before, state, depth):
                    continue
        elif switches.has_cycles and is_on_path(stack.path, depth, state):
            count_repeat(journal, state, state, depth)
            continue
        store(stack.path, depth, state)
        count = successors(rules, state, out)
        counts[EXPANDED] += 1
        counts[GENERATED] += count
        record(journal, EXPAND_EVENT, state, depth)
        arrange(rules, switches.order, out, count, stack.seeds)
        for place in range(count - 1, -1, -1):
            child = load(out, place)
            if is_goal(rules, child):
                record(journal, GOAL_EVENT, child, depth + 1)
                store(stack.path, depth + 1, child)
                registers[FOUND] = depth + 1
                publish(signals, 0, DONE)
                status = SOLVED
                break
            if switches.remembers_pruned or not is_pruned(journal, rules, switches, state, child, depth + 1):
                store(stack.states, top, child)
                stack.depths[top] = depth + 1
                top += 1
        if status == SOLVED:
            break
    registers[TOP] = top
    return status


class DepthFirst(Engine):
    """Depth first on one thread or several; `settings.has_memory` off is plain backtracking."""

    def __init__(self, task: SearchTask, settings: Settings) -> None:
        super().__init__(task, settings)
        self.threads = settings.threads
        self.memory = make_memory(FIRST_SLOTS if settings.has_memory else 2, task.words)
        self.stacks = [self._make_stack(number) for number in range(self.threads)]
        self.journals += [make_journal(task, settings) for _ in range(1, self.threads)]
        self.signals = np.zeros(1, np.uint8)
        store(self.stacks[0].states, 0, from_number(task.start, task.words))
        self.stacks[0].registers[TOP] = 1
        self._allot_room()

    def _make_stack(self, number: int) -> Stack:
        words = self.task.words
        return Stack(
            make_states(FIRST_STACK + self.task.branching, words),
            np.zeros(FIRST_STACK + self.task.branching, np.int64),
            make_states(FIRST_DEPTH, words),
            make_states(self.task.branching, words),
            np.zeros(3, np.int64),
            np.array([self.settings.seed + number], np.uint64),
        )

    def _arguments(self, number: int = 0) -> tuple[Any, ...]:
        return self.task.rules, self.switches, self.stacks[number], self.memory, self.journals[number], self.signals

    def looked_at(self) -> int:
        places = (EXPANDED, DUPLICATE, SYMMETRY)
        return self._given_up() + sum(int(journal.counts[place]) for journal in self.journals for place in places)

    def _given_up(self) -> int:
        """Return how many positions were remembered and then given up by a rule."""
        if not self.switches.remembers_pruned:
            return 0
        return sum(int(journal.counts[RULES:].sum()) for journal in self.journals)

    def step(self, budget: int) -> int:
        self.signals[0] = NOBODY
        if self.threads == 1:
            return self.run_slice(search_depth_first, budget, *self._arguments())
        self._share()
        call, share = self.in_slice(search_depth_first, -(-budget // self.threads), *self._arguments())
        found = set(self._on_every_thread(lambda number: int(call(*self._arguments(number), share))))
        for status in (SOLVED, FULL, WORKING):
            if status in found:
                return status
        return EXHAUSTED

    def _on_every_thread(self, work: Callable[[int], Any]) -> list[Any]:
        """Do a piece of work on each thread; kernels release the interpreter lock."""
        return self.watch.on_threads(work, [(number,) for number in range(self.threads)], threads=self.threads)

    def _share(self) -> None:
        """Give every idle thread half of what the busiest one would look at last: the largest subtrees."""
        for receiver in self.stacks:
            donor = max(self.stacks, key=lambda stack: int(stack.registers[TOP]))
            top = int(donor.registers[TOP])
            if receiver.registers[TOP] or top < 2:
                continue
            depth = int(donor.depths[0])
            siblings = int(np.argmax(donor.depths[:top] != depth)) or top
            given = -(-siblings // 2)
            receiver.states[:given] = donor.states[:given]
            receiver.depths[:given] = depth
            receiver.path[:depth] = donor.path[:depth]
            receiver.registers[TOP] = given
            donor.states[: top - given] = donor.states[given:top].copy()
            donor.depths[: top - given] = donor.depths[given:top].copy()
            donor.registers[TOP] = top - given

    def _allot_room(self) -> None:
        used = self._given_up() + sum(int(journal.counts[EXPANDED]) for journal in self.journals)
        room = int(len(self.memory.tags) * FILL) - used
        for stack in self.stacks:
            stack.registers[ROOM] = max(0, room) // self.threads if self.settings.has_memory else 1

    def _needs_memory(self) -> bool:
        return any(stack.registers[ROOM] <= 0 for stack in self.stacks)

    def bytes(self) -> int:
        return size_in_bytes(self.memory, *self.stacks)

    def bytes_to_grow(self) -> int:
        if self._needs_memory():
            return memory_bytes(2 * len(self.memory.tags), self.task.words)
        return 2 * size_in_bytes(*self.stacks)

    def grow(self) -> None:
        if self._needs_memory():
            self._allot_room()  # one thread may have used up its share while others have room
            if self._needs_memory():
                self._grow_memory()
                self._allot_room()
        else:
            self.stacks = [
                stack._replace(states=doubled(stack.states), depths=doubled(stack.depths), path=doubled(stack.path))
                for stack in self.stacks
            ]

    def _grow_memory(self) -> None:
        slots = len(self.memory.tags)
        larger = make_memory(2 * slots, self.task.words)
        copy = self.form_for(copy_memory, slots, self.memory, larger, 0, 0)
        bounds = [slots * number // self.threads for number in range(self.threads + 1)]
        self._on_every_thread(lambda number: copy(self.memory, larger, bounds[number], bounds[number + 1]))
        self.memory = larger

    def path(self) -> list[int]:
        for stack in self.stacks:
            if stack.registers[FOUND]:
                return to_numbers(stack.path[: int(stack.registers[FOUND]) + 1])
        raise AssertionError("asked for the path of a search that is not solved")


def start(algorithm: str, task: SearchTask, settings: Settings) -> Engine:
    """Return the engine for one of the algorithms of this file."""
    return DepthFirst(task, settings)
