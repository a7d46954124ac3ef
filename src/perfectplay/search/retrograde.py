"""Retrograde analysis: games of two in which positions may come back are solved from their ends.

Every position that can be reached is listed once, with the moves between them.  Then values spread from the ends of
games backwards: a position is won if a move leads to a lost one, and lost if every move leads to a won one.  What is
left has no end that either player can force, and is a draw.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract import canonical, outcome, successors
from perfectplay.contract.bits import signed, word
from perfectplay.contract.inner import inner
from perfectplay.contract.kernel import kernel
from perfectplay.contract.state import equal, from_number, hash_state, load, make_states, store, to_numbers
from perfectplay.search.arrays import resized, size_in_bytes
from perfectplay.search.journal import EXPANDED, GENERATED, Journal, count_repeat
from perfectplay.search.loop import FULL, PHASE, SOLVED, WORKING, Engine
from perfectplay.search.task import SearchTask, Settings

ALGORITHMS = {
    "retrograde": {
        "about": "from the ends of games backwards, for games in which positions come back",
        "optimal": "always",
        "trace": False,
        "one_thread": "runs on one thread; values spread from one position after the other",
        "players": 2,
    },
}

FIRST_POSITIONS = 1 << 10
FIRST_MOVES = 1 << 12
LISTING, COUNTING, SPREADING = 0, 1, 2
# Registers: positions found, positions expanded, moves listed, head and tail of the queue of decided positions,
# an end that is worth neither 1, 0 nor -1.
FOUND, LOOKED_AT, MOVES, HEAD, TAIL, ODD = range(6)
UNDECIDED = np.int8(2)


class Positions(NamedTuple):
    """Every position by number, the moves between them both ways, and what is known of their values."""

    states: Any
    keys: Any
    slots: Any  # open addressing: number + 1, 0 for a free slot
    firsts: Any  # the first move of each position among `targets`; one more than there are positions
    targets: Any
    values: Any  # 1, 0, -1 or UNDECIDED for the player to move
    left: Any  # moves of a position that are not known to lose
    distances: Any  # moves to the end, where one player can force it
    queue: Any
    origin_firsts: Any
    origins: Any  # the positions from which moves lead to each
    out: Any
    registers: Any


@inner
def find_slot(positions: Positions, key: Any) -> int:
    """Return the slot of a key, or the free one where it belongs."""
    mask = positions.slots.size - 1
    slot = signed(hash_state(key) & word(mask))
    while positions.slots[slot] != 0 and not equal(load(positions.keys, positions.slots[slot] - 1), key):
        slot = (slot + 1) & mask
    return slot


@kernel
def enter_positions(positions: Positions, first: int, last: int) -> None:
    """Fill the slots anew after they have grown, by some of the positions."""
    for number in range(first, last):
        positions.slots[find_slot(positions, load(positions.keys, number))] = number + 1


@kernel
def list_positions(rules: Any, has_symmetry: int, positions: Positions, journal: Journal, budget: int) -> int:
    """Expand up to `budget` positions: list their moves, and the positions that are new."""
    registers, out = positions.registers, positions.out
    for _ in range(budget):
        number = registers[LOOKED_AT]
        if number == registers[FOUND]:
            return PHASE
        if registers[FOUND] + len(out) > len(positions.values) or registers[MOVES] + len(out) > len(positions.targets):
            return FULL
        state = load(positions.states, number)
        count = successors(rules, state, out)
        journal.counts[EXPANDED] += 1
        journal.counts[GENERATED] += count
        positions.left[number] = count
        positions.values[number] = UNDECIDED
        if count == 0:
            value = outcome(rules, state)
            if value < -1 or value > 1:
                registers[ODD] = value
            positions.values[number] = 1 if value > 0 else -1 if value < 0 else 0
        for place in range(count):
            child = load(out, place)
            key = canonical(rules, child) if has_symmetry else child
            slot = find_slot(positions, key)
            if positions.slots[slot] == 0:
                found = registers[FOUND]
                store(positions.states, found, child)
                store(positions.keys, found, key)
                registers[FOUND] = found + 1
                positions.slots[slot] = found + 1
            else:
                count_repeat(journal, key, child, 0)
            positions.targets[registers[MOVES]] = positions.slots[slot] - 1
            registers[MOVES] += 1
        registers[LOOKED_AT] = number + 1
        positions.firsts[number + 1] = registers[MOVES]
    return WORKING


@kernel
def count_origins(positions: Positions, first: int, last: int) -> None:
    """Count how many of some moves lead to each position."""
    for move in range(first, last):
        positions.origin_firsts[positions.targets[move] + 1] += 1


@kernel
def list_origins(positions: Positions, places: Any, first: int, last: int) -> None:
    """List some positions as origins of their moves; `places` says where the next origin of each target goes."""
    for number in range(first, last):
        for move in range(positions.firsts[number], positions.firsts[number + 1]):
            target = positions.targets[move]
            positions.origins[places[target]] = number
            places[target] += 1


@kernel
def spread_values(positions: Positions, budget: int) -> int:
    """Take up to `budget` positions from the queue, and decide those before them that can be decided."""
    registers = positions.registers
    for _ in range(budget):
        if registers[HEAD] == registers[TAIL]:
            return SOLVED
        number = positions.queue[registers[HEAD]]
        registers[HEAD] += 1
        for place in range(positions.origin_firsts[number], positions.origin_firsts[number + 1]):
            before = positions.origins[place]
            if positions.values[before] != UNDECIDED:
                continue
            positions.left[before] -= 1
            if positions.values[number] == -1 or positions.left[before] == 0:
                positions.values[before] = -positions.values[number]
                positions.distances[before] = positions.distances[number] + 1
                positions.queue[registers[TAIL]] = before
                registers[TAIL] += 1
    return WORKING


class Retrograde(Engine):
    """All positions that can be reached, then their values."""

    ignores_goal = True

    def __init__(self, task: SearchTask, settings: Settings) -> None:
        super().__init__(task, settings)
        self.stage = LISTING
        self.phase = "positions"
        self.positions = self._make_positions(FIRST_POSITIONS + task.branching, FIRST_MOVES + task.branching)
        start = from_number(task.start, task.words)
        key = canonical(task.rules, start) if settings.symmetry else start
        store(self.positions.states, 0, start)
        store(self.positions.keys, 0, key)
        self.positions.registers[FOUND] = 1
        self.run_through(enter_positions, 1, self.positions)

    def _make_positions(self, count: int, moves: int) -> Positions:
        words, nothing = self.task.words, np.zeros(0, np.int32)
        states = make_states(count, words)
        return Positions(
            states,
            make_states(count, words),
            np.zeros(1 << (2 * count).bit_length(), np.int32),
            np.zeros(count + 1, np.int64),
            np.zeros(moves, np.int32),
            np.zeros(count, np.int8),
            np.zeros(count, np.int32),
            np.zeros(count, np.int32),
            nothing,
            np.zeros(0, np.int64),
            nothing,
            make_states(self.task.branching, words),
            np.zeros(6, np.int64),
        )

    def step(self, budget: int) -> int:
        if self.stage == LISTING:
            symmetry = int(self.settings.symmetry)
            arguments = (self.task.rules, symmetry, self.positions, self.journals[0])
            status = self.run_slice(list_positions, budget, *arguments)
            self.stage += status == PHASE
            return status
        if self.stage == COUNTING:
            self._turn_moves_round()
            self.stage, self.phase = SPREADING, "values"
            return PHASE
        return self.run_slice(spread_values, budget, self.positions)

    def _turn_moves_round(self) -> None:
        """List the moves by where they lead, and put every end that is no draw into the queue."""
        registers = self.positions.registers
        count, moves = int(registers[FOUND]), int(registers[MOVES])
        self.watch.room.ask(self.bytes() + 20 * count + 4 * moves, "the moves turned round")
        self.positions = self.positions._replace(
            queue=np.zeros(count, np.int32),
            origin_firsts=np.zeros(count + 1, np.int64),
            origins=np.zeros(moves, np.int32),
        )
        firsts = self.positions.origin_firsts
        self.run_through(count_origins, moves, self.positions)
        np.cumsum(firsts, out=firsts)
        self.run_through(list_origins, count, self.positions, firsts[:-1].copy())
        ends = np.flatnonzero(np.abs(self.positions.values[:count]) == 1)
        self.positions.queue[: len(ends)] = ends
        registers[TAIL] = len(ends)

    def bytes(self) -> int:
        return size_in_bytes(self.positions)

    def bytes_to_grow(self) -> int:
        return 2 * size_in_bytes(self.positions)

    def grow(self) -> None:
        positions, branching = self.positions, self.task.branching
        registers = positions.registers
        if registers[MOVES] + branching > len(positions.targets):
            larger = resized(positions.targets, 2 * len(positions.targets) + branching, self.watch)
            self.positions = positions = positions._replace(targets=larger)
        if registers[FOUND] + branching > len(positions.values):
            count = 2 * len(positions.values) + branching
            names = ("states", "keys", "values", "left", "distances")
            grown = {name: resized(getattr(positions, name), count, self.watch) for name in names}
            firsts = resized(positions.firsts, count + 1, self.watch)
            slots = np.zeros(1 << (2 * count).bit_length(), np.int32)
            larger = positions._replace(slots=slots, firsts=firsts, **grown)
            self.run_through(enter_positions, int(registers[FOUND]), larger)  # a limit may end this
            self.positions = larger

    def path(self) -> list[int]:
        return to_numbers(self.positions.states[:1])

    # What is known at the end.

    @property
    def odd_outcome(self) -> int:
        """An end that is worth neither 1, 0 nor -1, or 0 if there was none."""
        return int(self.positions.registers[ODD])

    @property
    def value(self) -> int:
        """The value of the start for the player to move."""
        return self._value_of(0)

    def _value_of(self, number: int) -> int:
        value = int(self.positions.values[number])
        return 0 if value == UNDECIDED else value

    def knows(self, state: int) -> bool:
        """Tell whether a state, or an image of it, is among the positions found so far."""
        return self._number_of(state) >= 0

    def value_of(self, state: int) -> int:
        """Return the value of any position that can be reached from the start."""
        if not self.knows(state):
            raise LookupError(f"state {state} cannot be reached from the start")
        return self._value_of(self._number_of(state))

    def distance_of(self, state: int) -> int:
        """Return the moves to the end of a game from a position where one player can force it."""
        return int(self.positions.distances[self._number_of(state)])

    def _number_of(self, state: int) -> int:
        """Return the number under which a state, or an image of it, is known; -1 if it is not."""
        found = from_number(state, self.task.words)
        key = canonical(self.task.rules, found) if self.settings.symmetry else found
        return int(self.positions.slots[find_slot(self.positions, key)]) - 1

    def _after(self, state: int) -> list[int]:
        """Return the states that moves lead to from a state."""
        out = make_states(self.task.branching, self.task.words)
        count = successors(self.task.rules, from_number(state, self.task.words), out)
        return to_numbers(out[:count])

    def first_moves(self) -> list[tuple[int, int]]:
        """Return the states that the first moves lead to, each with its value for the player who makes it."""
        return [(state, -self._value_of(self._number_of(state))) for state in self._after(self.task.start)]

    def best_line(self) -> Iterator[int]:
        """Yield the states of a best game: a win soonest, a loss latest; a draw ends where a position comes back."""

        def rank(state: int) -> tuple[int, int]:
            number = self._number_of(state)
            value, distance = -self._value_of(number), int(self.positions.distances[number])
            return value, -distance if value > 0 else distance

        state, seen = self.task.start, set[int]()
        yield state
        while state not in seen and (after := self._after(state)):
            seen.add(state)
            state = max(after, key=rank)
            yield state


def start(algorithm: str, task: SearchTask, settings: Settings) -> Engine:
    """Return the engine for the algorithm of this file."""
    return Retrograde(task, settings)
