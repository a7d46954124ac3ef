"""Minimax for games of two: plain, with memory, and with the cut-offs of alpha-beta.

The value of a position is what the player to move will be ahead by from here on.  It is worked out depth first, on a
stack of frames in arrays, one for each position on the present path.  With memory a position is worked out once; what
alpha-beta learns of it may be a bound only.  Every first move gets its exact value: no move at the start cuts off
another.

With a depth, positions so far from the start are valued by the estimate.  The search is then repeated to a greater
depth each time; what is found is exact where no estimate was needed.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np

from perfectplay.base.errors import ContractError
from perfectplay.base.stats import Stats
from perfectplay.contract import canonical, estimate, gain, outcome, successors
from perfectplay.contract.kernel import Kernel, kernel
from perfectplay.contract.measures import MOST_POINTS
from perfectplay.contract.state import from_number, load, make_states, store, to_numbers
from perfectplay.search.arrays import doubled, size_in_bytes
from perfectplay.search.journal import EXPANDED, GENERATED, Journal
from perfectplay.search.loop import FULL, PHASE, SOLVED, WORKING, Engine
from perfectplay.search.move_order import arrange
from perfectplay.search.task import ORDERS, SearchTask, Settings
from perfectplay.search.transpositions import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    FILL,
    Table,
    copy_table,
    find_slot,
    is_decided,
    make_table,
    remember,
)
from perfectplay.search.watch import Watch

ALGORITHMS = {
    "minimax-memory": {
        "about": "minimax that works out each position once",
        "optimal": "always",
        "one_thread": "runs on one thread; what it learns of one move serves the others; for several use minimax",
        "players": 2,
    },
    "alphabeta": {
        "about": "minimax without what cannot change the value, by a transposition table",
        "optimal": "always",
        "one_thread": "runs on one thread; what it learns of one move serves the others; for several use minimax",
        "depth": True,
        "estimate": True,
        "players": 2,
    },
}

FIRST_DEPTH, LEAST_DEPTH = 1 << 6, 1 << 2
FIRST_CHILDREN = 1 << 16  # of all frames together: a game that may have very many moves begins with fewer frames
FIRST_SLOTS = 1 << 12
INFINITY = 1 << 60  # more than any value: the gains of 500 million moves
WHOLE = np.int16(32_000)  # the depth of what was searched to the end of every game

# Registers of a search: depth of the present frame, the value that was found, the depth limit, entries of the table,
# ends that are neither won nor lost nor a draw.
DEPTH, VALUE, LIMIT, KNOWN, ODD = range(5)
# Columns of a frame: the next child and how many there are, whether nothing below was estimated, points of the step to
# it, the window, alpha at first, the best value.
NEXT, COUNT, IS_WHOLE, POINTS, ALPHA, BETA, FLOOR, BEST = range(8)
# Further counts.
CUTOFFS, HITS, GAMES = 0, 1, 2


class Frames(NamedTuple):
    """The positions on the present path, each with its children and what is known of its value.

    Frame 0 stands before the start, which is its one child.
    """

    path: Any
    keys: Any
    rows: Any  # the columns above
    children: Any  # by frame
    registers: Any
    counts: Any
    seeds: Any
    first_values: Any  # value of every first move


class GameSwitches(NamedTuple):
    """The settings in the form compiled code reads."""

    has_memory: int
    has_symmetry: int
    has_cutoffs: int
    end_weight: int  # what the outcome of a game is multiplied by
    values_all: int  # every first move gets its exact value, else only the best
    order: int
    room: int  # entries that the table may have


@kernel
def search_game(rules: Any, switches: Any, frames: Frames, table: Table, journal: Journal, budget: int) -> int:
    """Look at up to `budget` positions of a game.

    What changes with every child of the present frame is in local variables; the row of a frame is written when one of
    its children becomes the present frame.  A child that has no children itself never has a row.
    """
    registers, rows, last_depth = frames.registers, frames.rows, len(frames.rows) - 2
    depth, known, limit = registers[DEPTH], registers[KNOWN], registers[LIMIT]
    state, row, children = load(frames.path, depth), rows[depth], frames.children[depth]
    place, end, is_whole = row[NEXT], row[COUNT], row[IS_WHOLE]
    alpha, beta, best = row[ALPHA], row[BETA], row[BEST]
    expanded, generated, games, done = 0, 0, 0, 0
    status = WORKING
    while True:
        if place < end:
            if done >= budget:
                break
            # Each frame may be remembered on the way back.
            if depth > last_depth or known + depth >= switches.room:
                status = FULL
                break
            done += 1
            child = load(children, place)
            points = gain(rules, state, child) if depth > 0 else 0
            left = limit - depth if limit < WHOLE else limit
            child_is_whole = 1
            is_known = False
            if switches.has_memory:
                key = canonical(rules, child) if switches.has_symmetry else child
                if depth > 0:
                    slot = find_slot(table, key)
                    if is_decided(table, slot, left, points - beta, points - alpha):
                        frames.counts[HITS] += 1
                        value = table.values[slot]
                        child_is_whole = int(table.depths[slot] == WHOLE)
                        is_known = True
            if not is_known:
                expanded += 1
                out = frames.children[depth + 1]
                count = successors(rules, child, out)
                generated += count
                if count == 0:
                    games += 1
                    value = outcome(rules, child)
                    if value < -1 or value > 1:
                        registers[ODD] = value
                    value *= switches.end_weight
                    if switches.has_memory and not switches.has_cutoffs:  # each position is worked out once, ends too
                        known += remember(table, key, value, EXACT, WHOLE)
                elif left == 0:
                    child_is_whole = 0
                    value = estimate(rules, child)
                else:
                    arrange(rules, switches.order, out, count, frames.seeds)
                    row = rows[depth]
                    row[NEXT], row[IS_WHOLE], row[ALPHA], row[BEST] = place, is_whole, alpha, best
                    depth += 1
                    row = rows[depth]
                    alpha, beta = points - beta, points - alpha
                    row[COUNT], row[POINTS], row[BETA], row[FLOOR] = count, points, beta, alpha
                    store(frames.path, depth, child)
                    if switches.has_memory:
                        store(frames.keys, depth, key)
                    state, children, is_whole, best = child, out, 1, -INFINITY
                    place, end = 0, count
                    continue
        else:
            if depth == 0:
                status = SOLVED
                break
            row = rows[depth]
            if switches.has_memory:
                mark = EXACT
                if switches.has_cutoffs and best >= beta:
                    mark = AT_LEAST
                elif switches.has_cutoffs and best <= row[FLOOR]:
                    mark = AT_MOST
                searched = WHOLE if is_whole else limit - depth + 1
                known += remember(table, load(frames.keys, depth), best, mark, searched)
            value, points, child_is_whole = best, row[POINTS], is_whole
            depth -= 1
            state, row, children = load(frames.path, depth), rows[depth], frames.children[depth]
            place, end, is_whole = row[NEXT], row[COUNT], row[IS_WHOLE]
            alpha, beta, best = row[ALPHA], row[BETA], row[BEST]
        # The value of a child is for the player to move there, so the other way round for the one before.
        value = points - value
        is_whole &= child_is_whole
        if depth == 1:
            frames.first_values[place] = value
        place += 1
        if value > best:
            best = value
            if switches.has_cutoffs and value > alpha and (depth > 1 or not switches.values_all):
                alpha = value
                if value >= beta:
                    frames.counts[CUTOFFS] += place < end
                    place = end
    row = rows[depth]
    row[NEXT], row[IS_WHOLE], row[ALPHA], row[BEST] = place, is_whole, alpha, best
    registers[DEPTH], registers[KNOWN], registers[VALUE] = depth, known, -best
    journal.counts[EXPANDED] += expanded
    journal.counts[GENERATED] += generated
    frames.counts[GAMES] += games
    return status


def begin_at(frames: Frames, state: Any, limit: int) -> None:
    """Make a position the one child of frame 0, to be searched to a depth."""
    store(frames.children[0], 0, state)
    frames.registers[[DEPTH, LIMIT]] = 0, limit
    row = frames.rows[0]
    row[[NEXT, COUNT, IS_WHOLE, ALPHA, BETA, BEST]] = 0, 1, 1, -INFINITY, INFINITY, -INFINITY
    frames.rows[1, COUNT] = 0


def grown(frames: Frames, watch: Watch) -> Frames:
    """Return frames with twice the room; a limit on time may stop the copying."""
    names = ("path", "keys", "rows", "children")
    return frames._replace(**{name: doubled(getattr(frames, name), watch) for name in names})


class Recorder(Protocol):
    """Runs the slices of a search in place of its engine, and writes down what they do."""

    def __call__(self, kernel: Kernel, budget: int, *arguments: Any) -> int: ...

    def bytes(self) -> int: ...


class GameSearch(Engine):
    """Minimax from one position after another, with one table for all of them."""

    ignores_goal = True

    def __init__(
        self, task: SearchTask, settings: Settings, *, has_memory: bool = True, has_cutoffs: bool = True
    ) -> None:
        super().__init__(task, settings)
        self.has_memory = has_memory and settings.has_memory
        self.has_cutoffs = has_cutoffs
        # Where values may be guessed and only the win counts, a win that can be forced is worth more than any guess.
        self.end_weight = MOST_POINTS + 1 if settings.depth and task.is_only_won else 1
        self.values_all = True
        self.recorder: Recorder | None = None
        self.as_points: Callable[[int], int] = lambda value: value  # what a value is to people
        self.found: list[tuple[int, int]] = []  # first moves and their values, of the last depth that was finished
        self.found_to = 0  # that depth
        self.table = make_table(FIRST_SLOTS if self.has_memory else 2, task.words)
        self.frames = self.make_frames()
        self._expanded_before = 0

    def make_frames(self) -> Frames:
        """Return frames for a search that has not begun."""
        words, branching = self.task.words, max(1, self.task.branching)
        depth = max(LEAST_DEPTH, min(FIRST_DEPTH, FIRST_CHILDREN // branching))
        children = make_states(depth * branching, words)
        return Frames(
            make_states(depth, words),
            make_states(depth, words),
            np.zeros((depth, BEST + 1), np.int64),
            children.reshape(depth, branching, *children.shape[1:]),
            np.zeros(ODD + 1, np.int64),
            np.zeros(GAMES + 1, np.int64),
            np.array([self.settings.seed], np.uint64),
            np.zeros(branching, np.int64),
        )

    def begin(self, state: int, *, values_all: bool = True) -> None:
        """Begin a search from a position: all the way, or to the first depth."""
        self._expanded_before = super().expanded()
        self.values_all = values_all
        self._begin_to(state, 1 if self.settings.depth else int(WHOLE))

    def _begin_to(self, state: int, limit: int) -> None:
        begin_at(self.frames, from_number(state, self.task.words), limit)

    def step(self, budget: int) -> int:
        run_slice = self.recorder or self.run_slice
        status = run_slice(search_game, budget, *self.arguments(self.frames, self.journals[0]))
        limit = int(self.frames.registers[LIMIT])
        if status == SOLVED:
            self.found, self.found_to = self.first_moves(), limit
        if status == SOLVED and not self.is_exact and limit < self.settings.depth:
            self._begin_to(self.path()[0], limit + 1)
            return PHASE
        self.phase = self._where(limit)
        return status

    def _where(self, limit: int) -> str:
        """Say how deep the search goes, at which first move it is, and what the best of those before is worth."""
        stage = "searching" if limit == WHOLE else f"depth {limit}"
        if self.frames.registers[DEPTH] < 2:  # the start has no row yet, or is done
            return stage
        place, count, best = self.frames.rows[1, [NEXT, COUNT, BEST]].tolist()
        so_far = "" if best == -INFINITY else f", best so far {self.as_points(self.unweighted(best)[0]):+}"
        return f"{stage}; first move {place + 1} of {count}{so_far}"

    def arguments(self, frames: Frames, journal: Journal) -> tuple[Any, ...]:
        """Return what the kernel is called with, but for the budget."""
        switches = GameSwitches(
            int(self.has_memory),
            int(self.has_memory and self.settings.symmetry),
            int(self.has_cutoffs),
            self.end_weight,
            int(self.values_all),
            ORDERS.index(self.settings.order),
            int(len(self.table.marks) * FILL) if self.has_memory else INFINITY,
        )
        return self.task.rules, switches, frames, self.table, journal

    def expanded(self) -> int:
        return super().expanded() - self._expanded_before

    @property
    def odd_outcome(self) -> int:
        """An end that is worth neither 1, 0 nor -1, or 0 if there was none."""
        return int(self.frames.registers[ODD])

    @property
    def value(self) -> int:
        """The value of the position for the player to move, by the estimate where that is all there is."""
        value = int(self.frames.registers[VALUE])
        return self.unweighted(value)[0] if self.is_exact else value

    def unweighted(self, value: int) -> tuple[int, bool]:
        """Return a value as the rules have it, and whether it is that of an end that can be forced."""
        is_forced = self.end_weight > 1 and abs(value) >= self.end_weight
        return (value // self.end_weight if is_forced else value), is_forced

    @property
    def is_exact(self) -> bool:
        """Whether no estimate was needed, neither now nor for what the table says."""
        return bool(self.frames.rows[0, IS_WHOLE])

    def first_moves(self) -> list[tuple[int, int]]:
        """Return the states that the first moves lead to, each with its value for the player who makes it.

        Unless all are exact, ends have their weight, so that the greatest value is that of the best move.
        """
        count = int(self.frames.rows[1, COUNT])
        states, values = to_numbers(self.frames.children[1, :count]), self.frames.first_values[:count].tolist()
        if self.is_exact:
            values = [self.unweighted(value)[0] for value in values]
        return list(zip(states, values, strict=True))

    def bytes(self) -> int:
        return size_in_bytes(self.frames, self.table) + (self.recorder.bytes() if self.recorder else 0)

    def bytes_to_grow(self) -> int:
        return size_in_bytes(self.table if self._needs_table() else self.frames) * 2

    def _needs_table(self) -> bool:
        registers = self.frames.registers
        return self.has_memory and registers[KNOWN] + registers[DEPTH] >= int(len(self.table.marks) * FILL)

    def grow(self) -> None:
        if self._needs_table():
            larger = make_table(2 * len(self.table.marks), self.task.words)
            self.run_through(copy_table, len(self.table.marks), self.table, larger)
            self.table = larger
            return
        if self.task.is_monotone:  # else a depth ends every line
            self.check_path(self.frames)
        self.frames = grown(self.frames, self.watch)

    def check_path(self, frames: Frames) -> None:
        """Refuse a game in which a position comes back: depth first search would never end."""
        path = to_numbers(frames.path[1 : int(frames.registers[DEPTH]) + 1])
        if len(set(path)) < len(path):
            name = type(self.task.rules).__name__
            raise ContractError(
                f"{name}: a position comes back after some moves; say Game(can_repeat=True), and it is solved by "
                "retrograde analysis"
            )

    def collect(self, stats: Stats) -> None:
        stats.cutoffs, stats.hits, stats.ends = (int(count) for count in self.frames.counts)

    def path(self) -> list[int]:
        return to_numbers(self.frames.children[0, :1])


def start(algorithm: str, task: SearchTask, settings: Settings) -> Engine:
    """Return the engine for one of the algorithms of this file."""
    engine = GameSearch(task, settings, has_cutoffs=algorithm == "alphabeta")
    engine.begin(task.start)
    return engine
