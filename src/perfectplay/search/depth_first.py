"""Depth first search: plain backtracking, with memory of dead positions, and parallel over threads.

A position enters the memory when it is looked at.  When it comes up again it is dead, or is being looked at by this or
another thread; either way it need not be looked at twice.  A search on several threads that finds nothing has covered
everything: what a thread skips, some thread has on its stack or has finished.  With one memory for all threads no
position is looked at twice; with a memory for each, what several threads meet is; without memory threads only divide
the tree between them.

The tree is divided while the search runs (crew.py), or once: the subtrees at some depth are dealt out like cards.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract import canonical, is_goal, successors
from perfectplay.contract.bits import observe
from perfectplay.contract.inner import inner
from perfectplay.contract.kernel import kernel
from perfectplay.contract.state import equal, from_number, load, make_states, store, to_numbers
from perfectplay.search.arrays import doubled, size_in_bytes
from perfectplay.search.crew import GIVE, STOP, Crew
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
# A thread heeds an idle one only after this many positions, so that sharing costs less than it gains.
BEFORE_SHARING = 2_000
HEED_EVERY = 16  # positions between two looks at what others ask: each look costs a load from memory
# Each thread is dealt at least so many subtrees where they are dealt out: some are much larger than others.
SUBTREES = 8
MOST_DEALT_DEPTH = 64  # what is narrower than that is dealt as it is


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
    contended: Any  # one number: insertions into the memory that came upon another thread


class Subtree(NamedTuple):
    """A part of the tree: its root, and the states that lead to it."""

    path: tuple[int, ...]
    root: int


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
        if done % HEED_EVERY == 0:
            signal = observe(signals, 0)
            if signal == STOP or (signal == GIVE and done >= BEFORE_SHARING):
                break
        if top == 0:
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
            if not insert(memory, key, stack.contended):
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
        self.is_shared = settings.dead == "shared"
        first = make_memory(FIRST_SLOTS if settings.has_memory else 2, task.words)
        others = [first if self.is_shared else make_memory(len(first.tags), task.words) for _ in range(1, self.threads)]
        self.memories = [first, *others]
        self.stacks = [self._make_stack(number) for number in range(self.threads)]
        self.journals += [make_journal(task, settings) for _ in range(1, self.threads)]
        self.crew = Crew(self.threads, is_dynamic=settings.split == "dynamic")
        self.dealt: list[deque[Subtree]] = [deque() for _ in range(self.threads)]
        self.is_to_deal = self.threads > 1 and settings.split == "static"
        self._begin(0, Subtree((), task.start))
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
            np.zeros(1, np.int64),
        )

    def _arguments(self, number: int = 0) -> tuple[Any, ...]:
        signals = self.crew.signals[number : number + 1]
        memory, journal = self.memories[number], self.journals[number]
        return self.task.rules, self.switches, self.stacks[number], memory, journal, signals

    def looked_at(self) -> int:
        repeats = sum(int(journal.counts[DUPLICATE] + journal.counts[SYMMETRY]) for journal in self.journals)
        return repeats + sum(map(self._looked_at, self.journals))

    def _looked_at(self, journal: Journal) -> int:
        """Return how many positions were expanded, or remembered and then given up by a rule."""
        given_up = int(journal.counts[RULES:].sum()) if self.switches.remembers_pruned else 0
        return int(journal.counts[EXPANDED]) + given_up

    def step(self, budget: int) -> int:
        self.phase = f"searching; depth {self.stacks[0].depths[max(0, self.waiting(0) - 1)]}"
        if self.threads == 1:
            return self.run_slice(search_depth_first, budget, *self._arguments())
        self._call, budget = self.in_slice(search_depth_first, budget, *self._arguments())
        if self.is_to_deal:
            return self._deal()
        found = self.crew.run(self, budget, self._on_every_thread)
        for status in (SOLVED, FULL):
            if status in found:
                return status
        is_done = not any(map(self.waiting, range(self.threads))) and not any(self.dealt)
        return EXHAUSTED if is_done else WORKING

    def _on_every_thread(self, work: Callable[[int], Any]) -> list[Any]:
        """Do a piece of work on each thread; kernels release the interpreter lock."""
        return self.watch.on_threads(work, [(number,) for number in range(self.threads)], threads=self.threads)

    # What the crew asks for.

    def search(self, number: int, budget: int) -> int:
        return int(self._call(*self._arguments(number), budget))

    def waiting(self, number: int) -> int:
        return int(self.stacks[number].registers[TOP])

    def next_subtree(self, number: int) -> bool:
        if not self.dealt[number]:
            return False
        self._begin(number, self.dealt[number].popleft())
        return True

    def divide(self, giver: int, receiver: int) -> bool:
        """Move every second position of a stack, so that both have large and small subtrees, on the same path."""
        have, get = self.stacks[giver], self.stacks[receiver]
        top = int(have.registers[TOP])
        if top < 2:
            return False
        given, kept = (top + 1) // 2, top // 2
        deepest = int(have.depths[top - 1])
        get.path[:deepest] = have.path[:deepest]
        for name in ("states", "depths"):
            source = getattr(have, name)
            getattr(get, name)[:given] = source[0:top:2]
            source[:kept] = source[1:top:2].copy()
        get.registers[TOP], have.registers[TOP] = given, kept
        return True

    # Subtrees that are dealt out.

    def _begin(self, number: int, subtree: Subtree) -> None:
        """Put a subtree on the empty stack of a thread, which is large enough for its path."""
        stack, depth, words = self.stacks[number], len(subtree.path), self.task.words
        for place, state in enumerate(subtree.path):
            store(stack.path, place, from_number(state, words))
        store(stack.states, 0, from_number(subtree.root, words))
        stack.depths[0], stack.registers[TOP] = depth, 1

    def _deal(self) -> int:
        """Go down level by level on one thread until there are enough subtrees for all, and deal them out."""
        level = [Subtree((), self.task.start)]
        while level and len(level) < SUBTREES * self.threads and len(level[0].path) < MOST_DEALT_DEPTH:
            below = []
            for subtree in level:
                self._begin(0, subtree)
                while (status := self.search(0, 1)) == FULL:
                    self.watch.room.ask(self.bytes() + self.bytes_to_grow(), "the positions of the search")
                    self.grow()
                if status == SOLVED:
                    return SOLVED
                roots = to_numbers(self.stacks[0].states[: self.waiting(0)])
                below += [Subtree((*subtree.path, subtree.root), root) for root in reversed(roots)]
            level = below
        self.stacks[0].registers[TOP] = 0
        for place, subtree in enumerate(level):
            self.dealt[place % self.threads].append(subtree)
        self.is_to_deal = False
        return WORKING if level else EXHAUSTED

    # Room.

    def _allot_room(self) -> None:
        used = [self._looked_at(journal) for journal in self.journals]
        for number, stack in enumerate(self.stacks):
            room = int(len(self.memories[number].tags) * FILL)
            left = (room - sum(used)) // self.threads if self.is_shared else room - used[number]
            stack.registers[ROOM] = max(0, left) if self.settings.has_memory else 1

    def _short_of_room(self) -> list[int]:
        """Return the threads that may not remember another position."""
        return [number for number, stack in enumerate(self.stacks) if stack.registers[ROOM] <= 0]

    def bytes(self) -> int:
        return size_in_bytes(*(self.memories[:1] if self.is_shared else self.memories), *self.stacks)

    def bytes_to_grow(self) -> int:
        short = self._short_of_room()
        if short:
            growing = [self.memories[number] for number in (short[:1] if self.is_shared else short)]
            return sum(memory_bytes(2 * len(memory.tags), self.task.words) for memory in growing)
        return 2 * size_in_bytes(*self.stacks)

    def grow(self) -> None:
        if self._short_of_room():
            self._allot_room()  # one thread may have used up its share while others have room
            if short := self._short_of_room():
                self._grow_memories(short)
                self._allot_room()
        else:
            self.stacks = [
                stack._replace(
                    **{name: doubled(getattr(stack, name), self.watch) for name in ("states", "depths", "path")}
                )
                for stack in self.stacks
            ]

    def _grow_memories(self, short: Sequence[int]) -> None:
        if self.is_shared:
            larger = make_memory(2 * len(self.memories[0].tags), self.task.words)
            self._copy_shared(self.memories[0], larger)
            self.memories = [larger] * self.threads
            return
        for number in short:
            memory = self.memories[number]
            larger = make_memory(2 * len(memory.tags), self.task.words)
            self.run_through(copy_memory, len(memory.tags), memory, larger, self.stacks[number].contended)
            self.memories[number] = larger

    def _copy_shared(self, memory: SeenStates, larger: SeenStates) -> int:
        """Insert one memory into another with all threads; return how many of its positions were new there."""
        slots, watch = len(memory.tags), self.watch
        copy = self.form_for(copy_memory, slots, memory, larger, np.zeros(1, np.int64), 0, 0)

        def work(first: int, last: int) -> int:
            apart = np.zeros(1, np.int64)  # contention in growing says nothing of the search
            return int(copy(memory, larger, apart, first, last))

        portions = watch.portions(slots)
        return sum(watch.on_threads(work, portions, lambda portion: watch.check_time(), self.threads))

    # Results.

    def path(self) -> list[int]:
        for stack in self.stacks:
            if stack.registers[FOUND]:
                return to_numbers(stack.path[: int(stack.registers[FOUND]) + 1])
        raise AssertionError("asked for the path of a search that is not solved")

    def parallel_figures(self) -> dict[str, float] | None:
        if self.threads == 1:
            return None
        figures: dict[str, float] = {"idle_share": round(self.crew.idle_share, 4)}
        if self.settings.has_memory:
            figures["expanded_twice"] = self._remembered_twice()
            figures["contended_insertions"] = sum(int(stack.contended[0]) for stack in self.stacks)
        return figures

    def _remembered_twice(self) -> int:
        """Return how many positions threads looked at that another one had looked at: those in several memories."""
        if self.is_shared:
            return 0  # no state is inserted twice
        used = sum(self._looked_at(journal) for journal in self.journals)
        slots = 1 << int(used / FILL).bit_length()
        self.watch.room.ask(self.bytes() + memory_bytes(slots, self.task.words), "counting what was expanded twice")
        everything = make_memory(slots, self.task.words)
        return used - sum(self._copy_shared(memory, everything) for memory in self.memories)


def start(algorithm: str, task: SearchTask, settings: Settings) -> Engine:
    """Return the engine for one of the algorithms of this file."""
    return DepthFirst(task, settings)
