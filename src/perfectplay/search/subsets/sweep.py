"""Table after table on several threads, under a watch.

Blocks with equally many ones form a level.  A level is begun when the one before is done; inside it blocks are divided
into portions, each written by one thread alone, so that the result depends on nothing but the game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from perfectplay.contract.kernel import Kernel
from perfectplay.search.subsets.layout import LOW_BITS, blocks_by_ones, lay_out
from perfectplay.search.subsets.scores import sweep_scores
from perfectplay.search.subsets.wins import check_block, sweep_wins
from perfectplay.search.watch import Watch

WORD_NEAR_BITS = 11  # near bits of a block of words: 16 KiB, and as much working memory
NUMBER_NEAR_BITS = 10
PORTION_UNITS = 1 << 18  # words or numbers of a portion, so that limits are checked often enough
PORTIONS_PER_THREAD = 4
# Tables of so many things are made by plain Python in less than 50 ms: of wins, a word at a time, and of scores.
FEW_THINGS, FEW_SCORED_THINGS = 12, 10
KIND = ("subsets",)
FEW_UNITS = 1 << 21  # words or numbers of a table that is no work for two


@dataclass(frozen=True, slots=True)
class TakingGame:
    """A game of taking away: how many things there are, what each move takes, and the points it is worth."""

    things: int
    moves: tuple[int, ...]
    points: tuple[int, ...]


class Sweeper:
    """Makes tables under a watch."""

    def __init__(self, watch: Watch | None = None) -> None:
        self.watch = watch or Watch()

    def wins(self, game: TakingGame, is_last_lost: bool) -> "WinTable":
        """Return a table in memory of all positions, the lost ones marked."""
        self.watch.room.ask(words_of(game.things) * 8, f"a table of 2**{game.things} positions")
        table = WinTable(game, is_last_lost, np.zeros(words_of(game.things), np.uint64))
        self.sweep_wins(table)
        return table

    def sweep_wins(
        self, table: "WinTable", done: int = 0, on_level: Callable[[int], None] = lambda level: None
    ) -> None:
        """Settle a table from the level after the first `done` ones; `on_level` gets the number that are done."""
        layout = lay_out(table.game.things, table.game.moves, table.game.points, LOW_BITS, WORD_NEAR_BITS)
        levels = blocks_by_ones(table.game.things, LOW_BITS, layout.near_bits)
        rooms = [np.zeros(1 << layout.near_bits, np.uint64) for _ in range(self._threads_for(len(table.lost)))]
        head = (layout, table.lost)
        positions = 1 << min(LOW_BITS, table.game.things)

        def work(room: Any, blocks: Any, first: int, last: int) -> int:
            return int(sweep(*head, room, table.sums, blocks, table.is_last_lost, first, last))

        arguments = *head, rooms[0], table.sums, levels[0], table.is_last_lost, 0, 0
        sweep = self._ready(sweep_wins, table.game.things <= FEW_THINGS, *arguments)
        for number, blocks in enumerate(levels):
            if number >= done:
                table.lost_positions += self._level(work, rooms, blocks, layout.near_bits, positions)
                self._level_done(number, levels)
                on_level(number + 1)

    def scores(self, game: TakingGame, last_value: int) -> Any:
        """Return the numbers of all positions; nobody may ever be ahead by more than fits in 16 bits."""
        self.watch.room.ask(2 << game.things, f"a table of 2**{game.things} numbers")
        layout = lay_out(game.things, game.moves, game.points, 0, NUMBER_NEAR_BITS)
        levels = blocks_by_ones(game.things, 0, layout.near_bits)
        table = np.zeros(1 << game.things, np.int16)
        rooms = [np.zeros(1 << layout.near_bits, np.int16) for _ in range(self._threads_for(len(table)))]
        last = np.int16(last_value)

        def work(room: Any, blocks: Any, first: int, last_block: int) -> int:
            sweep(layout, table, room, blocks, last, first, last_block)
            return 0

        is_small = game.things <= FEW_SCORED_THINGS
        sweep = self._ready(sweep_scores, is_small, layout, table, rooms[0], levels[0], last, 0, 0)
        for number, blocks in enumerate(levels):
            self._level(work, rooms, blocks, layout.near_bits, 1)
            self._level_done(number, levels)
        return table

    def _threads_for(self, units: int) -> int:
        return self.watch.threads if units > FEW_UNITS else 1

    def _ready(self, kernel: Kernel, is_small: bool, *arguments: Any) -> Callable[..., Any]:
        return self.watch.ready(kernel, KIND, *arguments, is_small=is_small)

    def _level(
        self, work: Callable[[Any, Any, int, int], int], rooms: list[Any], blocks: Any, near_bits: int, positions: int
    ) -> int:
        """Settle the blocks of one level; return the sum of what the work returns."""
        size, threads = positions << near_bits, len(rooms)
        portions = _portions(len(blocks), near_bits, 1 if threads == 1 else threads * PORTIONS_PER_THREAD)

        def in_room(first: int, last: int) -> int:
            room = rooms.pop()
            try:
                return work(room, blocks, first, last)
            finally:
                rooms.append(room)

        return sum(self.watch.on_all(in_room, portions, lambda first, last: (last - first) * size, threads))

    def _level_done(self, number: int, levels: Sequence[Any]) -> None:
        done, whole = sum(map(len, levels[: number + 1])), sum(map(len, levels))
        self.watch.report(f"{100 * done // whole}% of the table")


class WinTable:
    """A bit for each position: is it lost?  Each block has a sum by which damage is found."""

    def __init__(self, game: TakingGame, is_last_lost: bool, lost: Any, sums: Any = None) -> None:
        self.game = game
        self.is_last_lost = is_last_lost
        self.lost = lost
        self.block_bits = min(WORD_NEAR_BITS, max(0, game.things - LOW_BITS))
        self.sums = np.zeros(len(lost) >> self.block_bits, np.uint64) if sums is None else sums
        self.lost_positions = 0

    def is_lost(self, position: int) -> bool:
        return bool(int(self.lost[position >> LOW_BITS]) >> (position & 63) & 1)

    def count_block(self, block: int) -> tuple[int, int]:
        """Return the sum of a block as it is, and how many of its positions are lost."""
        first = np.uint64(block << self.block_bits)
        arguments = self.lost, first, first + np.uint64(1 << self.block_bits)
        check, lost = Watch().ready(check_block, KIND, *arguments)(*arguments)
        return int(check), int(lost)

    def is_sound(self, block: int) -> bool:
        """Tell whether a block is what it was when it was settled."""
        return self.count_block(block)[0] == int(self.sums[block])


def load_check() -> None:
    """Load what checks the blocks of a saved table, for those who have no time for it later."""
    Watch().ready(check_block, KIND, np.zeros(1, np.uint64), np.uint64(0), np.uint64(0), is_small=False)


def words_of(things: int) -> int:
    """Return how many words hold a bit for each subset of so many things."""
    return 1 << max(0, things - LOW_BITS)


def _portions(blocks: int, near_bits: int, least: int) -> list[tuple[int, int]]:
    count = min(blocks, max(least, (blocks << near_bits) // PORTION_UNITS))
    return list(pairwise(blocks * number // count for number in range(count + 1)))
