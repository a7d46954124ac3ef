"""The tree that a search of a game for two walks through, recorded node by node.

Kernels know nothing of it: while there is room for further nodes the search runs in slices of one position, and between
two slices its frames tell which position is next, and its counts what became of the last one.  Then it goes on at full
speed.

Values are the first player's: by how much that player will be ahead at the end of the game, what was gained on the way
to the node included.  So alpha and beta are the same numbers at a node and below it until one of them is bettered.
"""

from dataclasses import dataclass
from typing import Any

from perfectplay.contract import canonical, estimate, gain, outcome
from perfectplay.contract.kernel import Kernel
from perfectplay.contract.state import from_number, load, to_number
from perfectplay.search.loop import FULL, INTERPRETED_BUDGET, SOLVED, WORKING
from perfectplay.search.minimax import (
    ALPHA,
    BETA,
    COUNT,
    DEPTH,
    GAMES,
    HITS,
    INFINITY,
    LIMIT,
    NEXT,
    WHOLE,
    GameSearch,
)
from perfectplay.search.transpositions import AT_LEAST, AT_MOST, EXACT, find_slot

# How a node was settled.  One that is open was not: a limit ended the search before, or the record was full.
OPEN, OVER, HIT, CUT_OFF, SEARCHED, DEPTH_LIMIT = "open", "end", "hit", "cut off", "searched", "depth limit"

NODE_BYTES = 600  # a node, its numbers, and what it becomes in the answer

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
    points: int  # what the move to this position gained
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

    best: int = -INFINITY  # the greatest value of the moves so far, for the player to move

    def seen_by_first(self, value: int) -> int | None:
        """Return a value for the player to move as one for the first player; None for what is no bound at all."""
        return None if abs(value) > INFINITY // 2 else self.ahead + value * self.sign

    @property
    def sign(self) -> int:
        """1 where the first player is to move, -1 where the second is."""
        return 1 if self.depth % 2 == 0 else -1

    @property
    def window(self) -> tuple[int | None, int | None]:
        """Alpha and beta: what the first player has elsewhere, and what the second has."""
        low, high = self.seen_by_first(self.low), self.seen_by_first(self.high)
        return (low, high) if self.sign > 0 else (high, low)


class TreeRecorder:
    """Runs the slices of a search, and records up to `most` nodes in the order in which it looks at them."""

    def __init__(self, engine: GameSearch, most: int) -> None:
        self.engine = engine
        self.most = most
        self.nodes: list[TracedNode] = []
        self._path: list[int] = []  # numbers of the nodes that are open
        self._is_full = False

    def __call__(self, kernel: Kernel, budget: int, *arguments: Any) -> int:
        """Run a slice of the search in place of the engine; return what happened."""
        if self._is_full:
            status = self.engine.run_slice(kernel, budget, *arguments)
            if status == SOLVED and self._path:
                self._close_start()
            return status
        status = WORKING
        self.engine.slice_budget = min(budget, INTERPRETED_BUDGET)  # the record is plain Python, compiled or not
        for _ in range(self.engine.slice_budget):
            if not self._path:
                self._enter()
            if self._is_full:  # before a search to a greater depth
                break
            status = self._look(kernel, *arguments)
            if status != WORKING or self._is_full:
                break
        return status

    def bytes(self) -> int:
        """Return about how much the record holds."""
        return NODE_BYTES * len(self.nodes)

    def _enter(self) -> None:
        """Record the position that the search will look at next: a child of its present frame."""
        if len(self.nodes) == self.most:
            self._is_full = True
            return
        frames, task = self.engine.frames, self.engine.task
        limit, depth = int(frames.registers[LIMIT]), int(frames.registers[DEPTH])
        row = frames.rows[depth]
        child = load(frames.children[depth], int(row[NEXT]))
        parent, points, ahead = None, 0, 0
        if depth:
            parent = self._path[-1]
            before = self.nodes[parent]
            before.looked_at += 1
            points = int(gain(task.rules, load(frames.path, depth), child))
            ahead = before.ahead + points * before.sign
        self._path.append(len(self.nodes))
        self.nodes.append(
            TracedNode(
                to_number(child),
                parent,
                depth,
                None if limit == WHOLE else limit,
                points,
                ahead,
                points - int(row[BETA]),
                points - int(row[ALPHA]),
            )
        )

    def _look(self, kernel: Kernel, *arguments: Any) -> int:
        """Let the search look at one position, and write down what it has settled by that."""
        node, counts = self.nodes[self._path[-1]], self.engine.frames.counts
        hits, ends = int(counts[HITS]), int(counts[GAMES])
        status = self.engine.run_slice(kernel, 1, *arguments)
        if status == FULL:  # nothing was looked at
            return status
        frames = self.engine.frames
        depth = 0 if status == SOLVED else int(frames.registers[DEPTH])  # the depth of the position that is next
        if depth > node.depth:
            node.moves = int(frames.rows[depth, COUNT])
        else:
            self._settle(node, HIT if counts[HITS] > hits else OVER if counts[GAMES] > ends else DEPTH_LIMIT)
            self._leave()
            while len(self._path) > depth:
                self._close(self.nodes[self._path[-1]])
                self._leave()
        if status == WORKING:
            self._enter()
        return status

    def _settle(self, node: TracedNode, event: str) -> None:
        """Write down the value of a position from which no move was looked at."""
        engine = self.engine
        rules, state = engine.task.rules, from_number(node.state, engine.task.words)
        node.event, mark = event, int(EXACT)
        if event == HIT:
            slot = find_slot(engine.table, canonical(rules, state) if engine.settings.symmetry else state)
            node.best, mark = int(engine.table.values[slot]), int(engine.table.marks[slot])
            node.is_guess = bool(engine.table.depths[slot] != WHOLE)
        elif event == OVER:
            node.best, node.moves = int(outcome(rules, state)) * engine.end_weight, 0
        else:
            node.best, node.is_guess = int(estimate(rules, state)), True
        self._value(node, mark)

    def _close(self, node: TracedNode) -> None:
        """Write down what the moves of a position have come to; none is cut off at the start."""
        mark = int(EXACT)
        if self.engine.has_cutoffs and node.depth:
            mark = int(AT_LEAST if node.best >= node.high else AT_MOST if node.best <= node.low else EXACT)
            node.unseen = (node.moves or 0) - node.looked_at
        node.event = CUT_OFF if node.unseen else SEARCHED
        self._value(node, mark)

    def _close_start(self) -> None:
        """Write down the value of the start, where the record was full before it was known."""
        start = self.nodes[self._path[0]]
        start.best, start.is_guess = self.engine.value, not self.engine.is_exact
        self._close(start)
        self._path.clear()

    def _value(self, node: TracedNode, mark: int) -> None:
        node.value = node.seen_by_first(node.best)
        node.bound = BOUNDS[mark][0 if node.sign > 0 else 1]

    def _leave(self) -> None:
        """Go back from a position that was settled to the one before it."""
        node = self.nodes[self._path.pop()]
        if node.parent is not None:
            before = self.nodes[node.parent]
            before.best = max(before.best, node.points - node.best)
            before.is_guess |= node.is_guess
