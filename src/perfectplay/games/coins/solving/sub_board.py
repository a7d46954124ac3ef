"""A table of all positions that some coins can become, made at once."""

import numpy as np

from perfectplay.games.coins.game import CoinGame
from perfectplay.games.coins.solving.source import CoinValue, Source, won
from perfectplay.games.coins.triangle import Run
from perfectplay.search.subsets.sweep import Sweeper, TakingGame

# What the last coin adds to values of 16 bits: more than all points where winning comes first, less than one where
# points come first, which then are counted in steps of four.
FIRST, STEP = 16384, 4


class SubBoard(Source):
    """A table of all positions that some coins can become: its numbers are made of those coins' bits alone."""

    def __init__(self, game: CoinGame, objective: str, coins: int, sweeper: Sweeper) -> None:
        self.coins = coins
        self.objective = objective
        kept = [number for number, run in enumerate(game.runs) if not run.mask & ~coins]
        self.runs = [game.runs[number] for number in kept]
        self.cells = [cell for cell in range(game.triangle.size) if coins >> cell & 1]
        if objective != "win":  # neighbouring numbers are settled together where a move takes none of the lowest bits
            self.cells.sort(key=lambda cell: sum(0.5**run.length for run in self.runs if run.mask >> cell & 1))
        self.is_closed_up = self.cells == list(range(len(self.cells)))
        self.about = f"a table of all {1 << len(self.cells):,} positions, made at once"
        masks = tuple(self._index(run.mask) for run in self.runs)
        self.masks = np.array(masks, np.uint64)
        step = STEP if objective == "score" else 1
        points = tuple(step * game.run_points[number] for number in kept)
        taking = TakingGame(len(self.cells), masks, points)
        self.points = np.array(points, np.int64)
        if objective == "win":
            self.wins = sweeper.wins(taking, game.is_misere)
        else:
            extra = FIRST if objective == "win-then-score" else 1
            last = step * game.last_value + (extra if game.is_misere else -extra)
            self.numbers = sweeper.scores(taking, last)

    @property
    def lost_positions(self) -> int:
        return int(self.wins.lost_positions)

    def covers(self, coins: int) -> bool:
        return not coins & ~self.coins

    def _index(self, coins: int) -> int:
        """Return the number of a position: its bits closed up."""
        if self.is_closed_up:
            return coins
        return sum((coins >> cell & 1) << place for place, cell in enumerate(self.cells))

    def value(self, coins: int) -> CoinValue:
        index = self._index(coins)
        if self.objective == "win":
            return won(not self.wins.is_lost(index))
        return self._decoded(int(self.numbers[index]))

    def moves(self, coins: int) -> list[tuple[Run, CoinValue]]:
        index = np.uint64(self._index(coins))
        kept = np.nonzero(self.masks & ~index == 0)[0]
        after = index ^ self.masks[kept]
        if self.objective == "win":
            words = self.wins.lost[after >> np.uint64(6)] >> (after & np.uint64(63)) & np.uint64(1)
            return [(self.runs[number], won(bool(bit))) for number, bit in zip(kept, words.tolist(), strict=True)]
        found = (self.points[kept] - self.numbers[after]).tolist()
        return [(self.runs[number], self._decoded(item)) for number, item in zip(kept, found, strict=True)]

    def _decoded(self, number: int) -> CoinValue:
        if self.objective == "win-then-score":
            return CoinValue(number > 0, number - FIRST if number > 0 else number + FIRST)
        is_won = number % STEP == 1
        return CoinValue(is_won, (number - (1 if is_won else -1)) // STEP)
