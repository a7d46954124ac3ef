"""Plain minimax, on one thread or several.

Positions are independent of each other where nothing is remembered.  So the first moves are made here, position after
position, until there are enough subgames for all threads; whoever has finished one takes the next, and the values of
the first positions follow from those of the subgames.  What is counted is what one thread counts.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any

import numpy as np

from perfectplay.base.stats import Stats
from perfectplay.contract import gain, outcome, successors
from perfectplay.contract.kernel import kernel
from perfectplay.contract.state import from_number, load, make_states, to_numbers
from perfectplay.search.arrays import size_in_bytes
from perfectplay.search.crew import Crew, Workers
from perfectplay.search.journal import EXPANDED, GENERATED, make_journal
from perfectplay.search.loop import EXHAUSTED, FULL, SOLVED, WORKING, Engine
from perfectplay.search.minimax import GAMES, ODD, VALUE, WHOLE, GameSearch, begin_at, grown, search_game
from perfectplay.search.move_order import arrange
from perfectplay.search.task import ORDERS, SearchTask, Settings

ALGORITHMS = {
    "minimax": {
        "about": "depth first over every game, remembering nothing",
        "optimal": "always",
        "memory": False,
        "threads": True,
        "players": 2,
    },
}

SUBGAMES = 32  # a thread has at least so many
MOST_FIRST_MOVES = 8  # subgames begin no later, however few they are


@dataclass(slots=True)
class Subgame:
    """A position near the start: its value is found by a thread, or follows from those below."""

    state: int
    moves: int = 0  # the moves from the start to this position
    points: int = 0  # what the last of these moves gained
    below: list["Subgame"] = field(default_factory=list)
    found: int = 0  # its value, where there is nothing below

    def value(self) -> int:
        return max(child.worth() for child in self.below) if self.below else self.found

    def worth(self) -> int:
        """Return the value of the last move to it for the player who makes it."""
        return self.points - self.value()


@kernel
def list_moves(rules: Any, state: Any, order: int, out: Any, points: Any, seeds: Any) -> int:
    """Write the successors of a state and the points of each step; return how many there are."""
    count = int(successors(rules, state, out))
    arrange(rules, order, out, count, seeds)
    for place in range(count):
        points[place] = gain(rules, state, load(out, place))
    if count == 0:
        points[0] = outcome(rules, state)
    return count


class SplitMinimax(GameSearch, Workers):
    """Minimax without memory on several threads."""

    def __init__(self, task: SearchTask, settings: Settings) -> None:
        super().__init__(task, settings, has_memory=False, has_cutoffs=False)
        self.threads = settings.threads
        self.crew = Crew(self.threads, is_dynamic=False)
        self.stacks = [self.frames, *(self.make_frames() for _ in range(1, self.threads))]
        self.journals += [make_journal(task, settings) for _ in range(1, self.threads)]

    def begin(self, state: int, *, values_all: bool = True) -> None:
        super().begin(state, values_all=values_all)
        self.root = Subgame(state)
        self.waiting_games = deque([self.root])
        self.current: list[Subgame | None] = [None] * self.threads
        self.is_split = False

    def step(self, budget: int) -> int:
        if not self.is_split:
            return self._split(budget)
        self._call, budget = self.in_slice(search_game, budget, *self.arguments(self.stacks[0], self.journals[0]))
        if FULL in self.crew.run(self, budget, self._on_every_thread):
            return FULL
        self.phase = f"searching; {len(self.waiting_games)} parts of the tree wait"
        return WORKING if self.waiting_games or any(self.current) else self._solved()

    def _split(self, budget: int) -> int:
        """Make the first moves, from one position after the other."""
        words, games = self.task.words, self.waiting_games
        out, points = make_states(self.task.branching, words), np.zeros(max(1, self.task.branching), np.int64)
        order = ORDERS.index(self.settings.order)
        for _ in range(budget):
            if not games or len(games) >= SUBGAMES * self.threads or games[0].moves == MOST_FIRST_MOVES:
                self.is_split = True
                return WORKING if games else self._solved()
            game = games.popleft()
            arguments = (self.task.rules, from_number(game.state, words), order, out, points, self.frames.seeds)
            count = self.form_for(list_moves, 1, *arguments)(*arguments)
            self.journals[0].counts[EXPANDED] += 1
            self.journals[0].counts[GENERATED] += count
            if count == 0:
                self.frames.counts[GAMES] += 1
                game.found = int(points[0])
                if abs(game.found) > 1:
                    self.frames.registers[ODD] = game.found
            states, gains = to_numbers(out[:count]), points[:count].tolist()
            game.below = [Subgame(*below) for below in zip(states, repeat(game.moves + 1, count), gains, strict=True)]
            games.extend(game.below)
        return WORKING

    def _solved(self) -> int:
        self.found = self.first_moves()
        return SOLVED

    def _on_every_thread(self, work: Callable[[int], Any]) -> list[Any]:
        return self.watch.on_threads(work, [(number,) for number in range(self.threads)], threads=self.threads)

    # What the crew asks for.

    def search(self, number: int, budget: int) -> int:
        game = self.current[number]
        if game is None:
            return EXHAUSTED
        status = int(self._call(*self.arguments(self.stacks[number], self.journals[number]), budget))
        if status != SOLVED:
            return status
        game.found = int(self.stacks[number].registers[VALUE])
        self.current[number] = None
        return EXHAUSTED

    def next_subtree(self, number: int) -> bool:
        try:
            game = self.waiting_games.popleft()
        except IndexError:  # another thread has taken the last one
            return False
        self.current[number] = game
        begin_at(self.stacks[number], from_number(game.state, self.task.words), int(WHOLE))
        return True

    # Room.

    def bytes(self) -> int:
        return size_in_bytes(*self.stacks, self.table)

    def bytes_to_grow(self) -> int:
        return size_in_bytes(*self.stacks) * 2

    def grow(self) -> None:
        for frames in self.stacks:
            self.check_path(frames)
        self.stacks = [grown(frames, self.watch) for frames in self.stacks]

    # Results.

    @property
    def odd_outcome(self) -> int:
        return next((int(frames.registers[ODD]) for frames in self.stacks if frames.registers[ODD]), 0)

    @property
    def value(self) -> int:
        return self.root.value()

    def first_moves(self) -> list[tuple[int, int]]:
        return [(game.state, game.worth()) for game in self.root.below]

    def collect(self, stats: Stats) -> None:
        counts = sum(frames.counts for frames in self.stacks)
        stats.cutoffs, stats.hits, stats.ends = (int(count) for count in counts)

    def parallel_figures(self) -> dict[str, float] | None:
        return {"idle_share": round(self.crew.idle_share, 4)}

    def path(self) -> list[int]:
        return [self.root.state]


def start(algorithm: str, task: SearchTask, settings: Settings) -> Engine:
    """Return the engine for the algorithm of this file."""
    if settings.threads > 1:
        engine: GameSearch = SplitMinimax(task, settings)
    else:
        engine = GameSearch(task, settings, has_memory=False, has_cutoffs=False)
    engine.begin(task.start)
    return engine
