"""The tree that a search of a game for two walks through, recorded node by node.

Kernels know nothing of it: while there is room for further nodes the search runs in slices of one position, and between
two slices its frames tell what has happened.  Then it goes on at full speed.

Values are the first player's: by how much that player will be ahead at the end of the game, what was gained on the way
to the node included.  So alpha and beta are the same numbers at a node and below it until one of them is bettered.
"""

from collections.abc import Callable
from dataclasses import dataclass

from perfectplay.contract import estimate, outcome
from perfectplay.contract.state import from_number, load, to_number
from perfectplay.search.loop import FULL, INTERPRETED_BUDGET, SOLVED, WORKING
from perfectplay.search.minimax import (
    AT_LEAST,
    AT_MOST,
    DEPTH,
    EXACT,
    GAMES,
    HITS,
    INFINITY,
    LIMIT,
    WHOLE,
    GameSearch,
    find_slot,
)

# How a node was settled.  One that is open was not: a limit ended the search before, or the record was full.
OPEN, END, HIT, CUT_OFF, SEARCHED, DEPTH_LIMIT = "open", "end", "hit", "cut off", "searched", "depth limit"

# What a value says, seen by the player to move and by the other one.
BOUNDS = {
    int(EXACT): ("exact", "exact"),
    int(AT_LEAST): ("at least", "at most"),
    int(AT_MOST): ("at most", "at least"),
}


@dataclass(slots=True)
class TracedNode:
    """A position as the search came upon it, and what was found out; numbers are those of the engine.

    `low` and `high` are the window for the player to move, from here on.
    """

    state: int
    parent: int | None
    depth: int
    limit: int | None  # depth of the iteration, where searches are repeated to a greater depth
    ahead: int  # points that the first player is ahead by here
    low: int
    high: int
    event: str = OPEN
    value: int | None = None
    bound: str | None = None
    is_guess: bool = False  # an estimate was needed
    moves: int | None = None  # how many there are; None where they were not made
    looked_at: int = 0  # moves that the search went on to
    unseen: int = 0  # moves that were cut off

    def seen_by_first(self, value: int) -> int | None:
        """Return a value for the player to move as one for the first player; None for what is no bound at all."""
        if abs(value) > INFINITY // 2:
            return None
        return self.ahead + value * (1 if self.is_first else -1)

    @property
    def is_first(self) -> bool:
        """Whether the first player is to move."""
        return self.depth % 2 == 0

    @property
    def window(self) -> tuple[int | None, int | None]:
        """Alpha and beta: what the first player has elsewhere, and what the second has."""
        low, high = self.seen_by_first(self.low), self.seen_by_first(self.high)
        return (low, high) if self.is_first else (high, low)


class TreeRecorder:
    """Runs the slices of a search, and records up to `most` nodes in the order in which it looks at them."""

    def __init__(self, engine: GameSearch, most: int) -> None:
        self.engine = engine
        self.most = most
        self.nodes: list[TracedNode] = []
        self._path: list[int] = []  # numbers of the nodes that are open
        self._is_full = False

    def __call__(self, run: Callable[[int], int], budget: int) -> int:
        """Run a slice of the search; return what happened."""
        if self._is_full:
            status = run(budget)
            if status == SOLVED and self._path:
                self._close(self.nodes[self._path[0]])
                self._path.clear()
            return status
        status = WORKING
        for _ in range(budget if self.engine.is_compiled else min(budget, INTERPRETED_BUDGET)):
            if not self._path:
                self._enter(0)
            status = self._look(run)
            if status != WORKING or self._is_full:
                break
        return status

    def _enter(self, depth: int) -> None:
        """Record the position that the search will look at next."""
        if len(self.nodes) == self.most:
            self._is_full = True
            return
        frames = self.engine.frames
        parent, ahead = None, 0
        if depth:
            parent = self._path[-1]
            before = self.nodes[parent]
            before.looked_at += 1
            ahead = before.ahead + int(frames.gains[depth]) * (1 if before.is_first else -1)
        limit = int(frames.registers[LIMIT])
        self._path.append(len(self.nodes))
        self.nodes.append(
            TracedNode(
                to_number(load(frames.path, depth)),
                parent,
                depth,
                None if limit == WHOLE else limit,
                ahead,
                int(frames.bounds[depth, 0]),
                int(frames.bounds[depth, 1]),
            )
        )

    def _look(self, run: Callable[[int], int]) -> int:
        """Let the search look at one position, and write down what it has settled by that."""
        node, counts = self.nodes[self._path[-1]], self.engine.frames.counts
        hits, ends = int(counts[HITS]), int(counts[GAMES])
        status = run(1)
        if status == FULL:  # nothing was looked at
            return status
        frames = self.engine.frames
        depth = -1 if status == SOLVED else int(frames.registers[DEPTH])  # of the position that is next
        if depth > node.depth:
            node.moves = int(frames.places[node.depth, 2] - frames.places[node.depth, 0])
        else:
            event = HIT if counts[HITS] > hits else END if counts[GAMES] > ends else DEPTH_LIMIT
            self._settle(node, event)
            self._path.pop()
            while len(self._path) > max(depth, 0):
                self._close(self.nodes[self._path.pop()])
        if status == WORKING:
            self._enter(depth)
        return status

    def _settle(self, node: TracedNode, event: str) -> None:
        """Write down the value of a position from which no move was looked at."""
        rules, state = self.engine.task.rules, from_number(node.state, self.engine.task.words)
        node.event, mark = event, int(EXACT)
        if event == HIT:
            table = self.engine.table
            slot = find_slot(table, load(self.engine.frames.keys, node.depth))
            value, mark = int(table.values[slot]), int(table.marks[slot])
            node.is_guess = bool(table.depths[slot] != WHOLE)
        elif event == END:
            value, node.moves = int(outcome(rules, state)), 0
        else:
            value, node.is_guess = int(estimate(rules, state)), True
        self._value(node, value, mark)

    def _close(self, node: TracedNode) -> None:
        """Write down what the moves of a position have come to; none is cut off at the start."""
        frames = self.engine.frames
        value, mark = int(frames.bounds[node.depth, 2]), int(EXACT)
        node.is_guess = not frames.places[node.depth, 4]
        if self.engine.has_cutoffs and node.depth:
            mark = int(AT_LEAST if value >= node.high else AT_MOST if value <= node.low else EXACT)
            node.unseen = (node.moves or 0) - node.looked_at
        node.event = CUT_OFF if node.unseen else SEARCHED
        self._value(node, value, mark)

    def _value(self, node: TracedNode, value: int, mark: int) -> None:
        node.value = node.seen_by_first(value)
        node.bound = BOUNDS[mark][0 if node.is_first else 1]
