"""Minimax for games of two: plain, with memory, and with the cut-offs of alpha-beta.

The value of a position is what the player to move will be ahead by from here on.  It is worked out depth first, on a
stack of frames in arrays, one for each position on the present path.  With memory a position is worked out once; what
alpha-beta learns of it may be a bound only.  Every first move gets its exact value: no move at the start cuts off
another.

With a depth, positions so far from the start are valued by the estimate.  The search is then repeated to a greater
depth each time; what is found is exact where no estimate was needed.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from perfectplay.base.errors import ContractError
from perfectplay.base.stats import Stats
from perfectplay.contract import canonical, estimate, gain, outcome, successors
from perfectplay.contract.bits import signed, word
from perfectplay.contract.inner import inner
from perfectplay.contract.kernel import kernel
from perfectplay.contract.state import equal, from_number, hash_state, load, make_states, store, to_numbers
from perfectplay.search.arrays import doubled, size_in_bytes
from perfectplay.search.journal import EXPANDED, GENERATED, Journal
from perfectplay.search.loop import FULL, PHASE, SOLVED, WORKING, Engine
from perfectplay.search.move_order import arrange
from perfectplay.search.task import ORDERS, SearchTask, Settings

ALGORITHMS = {
    "minimax": {
        "about": "depth first over every game, remembering nothing",
        "optimal": "always",
        "memory": False,
        "players": 2,
    },
    "minimax-memory": {
        "about": "minimax that works out each position once",
        "optimal": "always",
        "players": 2,
    },
    "alphabeta": {
        "about": "minimax without what cannot change the value, by a transposition table",
        "optimal": "always",
        "depth": True,
        "estimate": True,
        "players": 2,
    },
}

FIRST_DEPTH = 1 << 6
FIRST_CHILDREN = 1 << 10
FIRST_SLOTS = 1 << 12
FILL = 0.6  # share of the slots in use at which the table is doubled
INFINITY = 1 << 60  # more than any value: the gains of half a milliard moves
WHOLE = np.int16(32_000)  # the depth of what was searched to the end of every game

# Registers of a search: depth of the present frame, entries of the pool of children, what comes next, the value that
# was found, the depth limit, entries of the table, ends that are neither won nor lost nor a draw.
DEPTH, TOP, MODE, VALUE, LIMIT, KNOWN, ODD = range(7)
ENTER, NEXT, LEAVE = 0, 1, 2
# Further counts, and what an entry of the table says of a value.
CUTOFFS, HITS, GAMES = 0, 1, 2
FREE, EXACT, AT_LEAST, AT_MOST = np.uint8(0), np.uint8(1), np.uint8(2), np.uint8(3)


class Frames(NamedTuple):
    """The positions on the present path, each with its children in the pool and what is known of its value."""

    path: Any
    keys: Any
    gains: Any  # points of the step to each
    places: Any  # rows of (first child, next child, end of the children, depth left, whole)
    bounds: Any  # rows of (alpha, beta, best, alpha at first)
    pool: Any  # the children
    registers: Any
    counts: Any
    seeds: Any
    first_values: Any  # value of every first move


class GameSwitches(NamedTuple):
    """The settings in the form compiled code reads."""

    has_memory: int
    has_symmetry: int
    has_cutoffs: int
    values_all: int  # every first move gets its exact value, else only the best
    order: int
    room: int  # entries that the table may have
    branching: int


class Table(NamedTuple):
    """What is known of positions, by open addressing; its size is a power of two."""

    marks: Any
    keys: Any
    values: Any
    depths: Any


@inner
def find_slot(table: Table, key: Any) -> int:
    """Return the slot of a key, or the free one where it belongs."""
    mask = table.marks.size - 1
    slot = signed(hash_state(key) & word(mask))
    while table.marks[slot] != FREE and not equal(load(table.keys, slot), key):
        slot = (slot + 1) & mask
    return slot


@kernel
def copy_table(old: Table, new: Table) -> None:
    """Write every entry of a table into a larger one."""
    for slot in range(old.marks.size):
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
def remember(table: Table, registers: Any, key: Any, value: int, mark: Any, depth: int) -> None:
    """Write what was found out about a position; nothing exact is replaced by a bound of the same depth."""
    slot = find_slot(table, key)
    if table.marks[slot] == FREE:
        registers[KNOWN] += 1
        store(table.keys, slot, key)
    elif table.marks[slot] == EXACT and mark != EXACT and table.depths[slot] >= depth:
        return
    table.marks[slot] = mark
    table.values[slot] = value
    table.depths[slot] = depth


@kernel
def search_game(rules: Any, switches: Any, frames: Frames, table: Table, journal: Journal, budget: int) -> int:
    """Look at up to `budget` positions of a game."""
    registers, counts, more = frames.registers, journal.counts, frames.counts
    places, bounds, pool = frames.places, frames.bounds, frames.pool
    depth, top, mode, value = registers[DEPTH], registers[TOP], registers[MODE], registers[VALUE]
    status = WORKING
    done = 0
    while True:
        if mode == ENTER:
            if done >= budget:
                break
            if (
                top + switches.branching > len(pool)
                or depth + 2 > len(frames.path)
                or registers[KNOWN] + depth >= switches.room  # each frame may be remembered on the way back
            ):
                status = FULL
                break
            done += 1
            state = load(frames.path, depth)
            left = places[depth, 3]
            places[depth, 4] = 1
            mode = NEXT
            if switches.has_memory:
                key = canonical(rules, state) if switches.has_symmetry else state
                store(frames.keys, depth, key)
                if depth > 0:
                    slot = find_slot(table, key)
                    if is_decided(table, slot, left, bounds[depth, 0], bounds[depth, 1]):
                        more[HITS] += 1
                        value = table.values[slot]
                        places[depth, 4] = table.depths[slot] == WHOLE
                        mode = LEAVE
            if mode == NEXT:
                counts[EXPANDED] += 1
                out = pool[top : top + switches.branching]
                count = successors(rules, state, out)
                counts[GENERATED] += count
                if count == 0:
                    more[GAMES] += 1
                    value = outcome(rules, state)
                    if value < -1 or value > 1:
                        registers[ODD] = value
                    mode = LEAVE
                elif left == 0:
                    places[depth, 4] = 0
                    value = estimate(rules, state)
                    mode = LEAVE
                else:
                    arrange(rules, switches.order, out, count, frames.seeds)
                    places[depth, 0] = top
                    places[depth, 1] = top
                    top += count
                    places[depth, 2] = top
                    bounds[depth, 2] = -INFINITY
                    bounds[depth, 3] = bounds[depth, 0]
        if mode == NEXT:
            place = places[depth, 1]
            if place == places[depth, 2]:
                value = bounds[depth, 2]
                top = places[depth, 0]
                if switches.has_memory:
                    mark = EXACT
                    if switches.has_cutoffs and value >= bounds[depth, 1]:
                        mark = AT_LEAST
                    elif switches.has_cutoffs and value <= bounds[depth, 3]:
                        mark = AT_MOST
                    searched = WHOLE if places[depth, 4] else places[depth, 3]
                    remember(table, registers, load(frames.keys, depth), value, mark, searched)
                mode = LEAVE
            else:
                state = load(frames.path, depth)
                child = load(pool, place)
                points = gain(rules, state, child)
                store(frames.path, depth + 1, child)
                frames.gains[depth + 1] = points
                places[depth + 1, 3] = places[depth, 3] - 1 if places[depth, 3] < WHOLE else places[depth, 3]
                bounds[depth + 1, 0] = points - bounds[depth, 1]
                bounds[depth + 1, 1] = points - bounds[depth, 0]
                depth += 1
                mode = ENTER
                continue
        # A position is left with its value: for the player to move there, so the other way round for the one before.
        if depth == 0:
            status = SOLVED
            break
        value = frames.gains[depth] - value
        depth -= 1
        places[depth, 4] &= places[depth + 1, 4]
        if depth == 0:
            frames.first_values[places[0, 1] - places[0, 0]] = value
        places[depth, 1] += 1
        if value > bounds[depth, 2]:
            bounds[depth, 2] = value
            if switches.has_cutoffs and (depth > 0 or not switches.values_all) and value > bounds[depth, 0]:
                bounds[depth, 0] = value
                if value >= bounds[depth, 1]:
                    more[CUTOFFS] += places[depth, 1] < places[depth, 2]
                    places[depth, 1] = places[depth, 2]
        mode = NEXT
    registers[DEPTH], registers[TOP], registers[MODE], registers[VALUE] = depth, top, mode, value
    return status


class GameSearch(Engine):
    """Minimax from one position after another, with one table for all of them."""

    ignores_goal = True

    def __init__(self, algorithm: str, task: SearchTask, settings: Settings) -> None:
        super().__init__(task, settings)
        self.has_memory = algorithm != "minimax" and settings.has_memory
        self.has_cutoffs = algorithm == "alphabeta"
        self.values_all = True
        self.recorder: Callable[[Callable[[int], int], int], int] | None = None  # runs the slices, for a trace
        self.found: list[tuple[int, int]] = []  # first moves and their values, of the last depth that was finished
        self.table = _make_table(FIRST_SLOTS if self.has_memory else 2, task.words)
        self.frames = self._make_frames()
        self.begin(task.start)

    def _make_frames(self) -> Frames:
        words, branching = self.task.words, self.task.branching
        return Frames(
            make_states(FIRST_DEPTH, words),
            make_states(FIRST_DEPTH, words),
            np.zeros(FIRST_DEPTH, np.int64),
            np.zeros((FIRST_DEPTH, 5), np.int64),
            np.zeros((FIRST_DEPTH, 4), np.int64),
            make_states(FIRST_CHILDREN + branching, words),
            np.zeros(7, np.int64),
            np.zeros(3, np.int64),
            np.array([self.settings.seed], np.uint64),
            np.zeros(branching, np.int64),
        )

    def begin(self, state: int, *, values_all: bool = True) -> None:
        """Begin a search from a position: all the way, or to the first depth."""
        self._expanded_before = super().expanded()
        self.values_all = values_all
        store(self.frames.path, 0, from_number(state, self.task.words))
        self._begin_to(1 if self.settings.depth else int(WHOLE))

    def _begin_to(self, limit: int) -> None:
        registers = self.frames.registers
        registers[[DEPTH, TOP, MODE]] = 0
        registers[LIMIT] = limit
        self.frames.places[0] = 0, 0, 0, limit, 1
        self.frames.bounds[0] = -INFINITY, INFINITY, -INFINITY, -INFINITY
        self.phase = "" if limit == WHOLE else f"depth {limit}"

    def step(self, budget: int) -> int:
        switches = GameSwitches(
            int(self.has_memory),
            int(self.has_memory and self.settings.symmetry),
            int(self.has_cutoffs),
            int(self.values_all),
            ORDERS.index(self.settings.order),
            int(len(self.table.marks) * FILL) if self.has_memory else INFINITY,
            self.task.branching,
        )

        def run(budget: int) -> int:
            rules, journal = self.task.rules, self.journals[0]
            return self.run_slice(search_game, budget, rules, switches, self.frames, self.table, journal)

        status = run(budget) if self.recorder is None else self.recorder(run, budget)
        registers = self.frames.registers
        if status == SOLVED:
            self.found = self.first_moves()
        if status == SOLVED and not self.is_exact and registers[LIMIT] < self.settings.depth:
            self._begin_to(int(registers[LIMIT]) + 1)
            return PHASE
        return status

    def expanded(self) -> int:
        return super().expanded() - self._expanded_before

    @property
    def odd_outcome(self) -> int:
        """An end that is worth neither 1, 0 nor -1, or 0 if there was none."""
        return int(self.frames.registers[ODD])

    @property
    def value(self) -> int:
        """The value of the position for the player to move, by the estimate where that is all there is."""
        return int(self.frames.registers[VALUE])

    @property
    def is_exact(self) -> bool:
        """Whether no estimate was needed, neither now nor for what the table says."""
        return bool(self.frames.places[0, 4])

    def first_moves(self) -> list[tuple[int, int]]:
        """Return the states that the first moves lead to, each with its value for the player who makes it."""
        first, _, end = (int(place) for place in self.frames.places[0, :3])
        states = to_numbers(self.frames.pool[first:end])
        return [(state, int(value)) for state, value in zip(states, self.frames.first_values, strict=False)]

    def bytes(self) -> int:
        return size_in_bytes(self.frames, self.table)

    def bytes_to_grow(self) -> int:
        return size_in_bytes(self.table if self._needs_table() else self.frames) * 2

    def _needs_table(self) -> bool:
        registers = self.frames.registers
        return self.has_memory and registers[KNOWN] + registers[DEPTH] >= int(len(self.table.marks) * FILL)

    def grow(self) -> None:
        if self._needs_table():
            larger = _make_table(2 * len(self.table.marks), self.task.words)
            self.run_through(copy_table, len(self.table.marks), self.table, larger)
            self.table = larger
            return
        self._check_path()
        grown = ("path", "keys", "gains", "places", "bounds", "pool")
        self.frames = self.frames._replace(**{name: doubled(getattr(self.frames, name)) for name in grown})

    def _check_path(self) -> None:
        """Refuse a game in which a position comes back: depth first search would never end."""
        path = to_numbers(self.frames.path[: int(self.frames.registers[DEPTH]) + 1])
        if len(set(path)) < len(path):
            name = type(self.task.rules).__name__
            raise ContractError(
                f"{name}: a position comes back after some moves; say Game(can_repeat=True), and it is solved by "
                "retrograde analysis"
            )

    def collect(self, stats: Stats) -> None:
        stats.cutoffs, stats.hits, stats.ends = (int(count) for count in self.frames.counts)

    def path(self) -> list[int]:
        return to_numbers(self.frames.path[:1])


def _make_table(slots: int, words: int) -> Table:
    return Table(
        np.zeros(slots, np.uint8), make_states(slots, words), np.zeros(slots, np.int64), np.zeros(slots, np.int16)
    )


def start(algorithm: str, task: SearchTask, settings: Settings) -> Engine:
    """Return the engine for one of the algorithms of this file."""
    return GameSearch(algorithm, task, settings)
