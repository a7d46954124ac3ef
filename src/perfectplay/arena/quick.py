"""Games of the simplest players without a referee: the same games, move by move, several times as fast.

`random` and `greedy` look at nothing but what can be taken.  That only shrinks in the course of a game, so each turn
looks through what the player's last one has left, not through all runs of the triangle.
"""

import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random

from perfectplay.arena.players import Moves, moves_of
from perfectplay.arena.referee import GameRecord, end_of, worth_of
from perfectplay.games.coins.game import CoinGame

# Groups of moves, the best first: a simple player draws one out of the first group of which anything can be taken.
GROUPS: dict[str, Callable[[Moves], list[list[int]]]] = {
    "random": lambda moves: [moves.masks],
    "greedy": lambda moves: moves.by_points,
}


def can_play(names: Sequence[str]) -> bool:
    """Tell whether players of these names are simple enough."""
    return all(name in GROUPS for name in names)


class QuickTable:
    """Plays one game of two simple players after another, from the same coins."""

    def __init__(self, game: CoinGame, names: tuple[str, str], coins: int) -> None:
        self.game, self.names, self.coins = game, names, coins
        self.worth = worth_of(game)
        self.chances = Random(), Random()
        self.groups = []
        for name in names:
            legal = ([mask for mask in group if mask & coins == mask] for group in GROUPS[name](moves_of(game)))
            self.groups.append([group for group in legal if group])

    def play(self, seed: int) -> GameRecord:
        """Play one game; the time is divided evenly among its moves."""
        began = time.perf_counter()
        coins, side, worth = self.coins, 0, self.worth
        taken: list[int] = []
        for number, chance in enumerate(self.chances):
            chance.seed(2 * seed + number)  # as the referee gives them
        draws = self.chances[0].random, self.chances[1].random
        groups = [iter(self.groups[0]), iter(self.groups[1])]
        lasts: list[list[int]] = [[], []]
        while coins:
            found = [mask for mask in lasts[side] if mask & coins == mask]
            while not found:
                found = [mask for mask in next(groups[side]) if mask & coins == mask]
            lasts[side] = found
            size = len(found)
            mask = found[0] if size == 1 else found[int(draws[side]() * size)]
            taken.append(mask)
            coins ^= mask
            side ^= 1
        runs = [worth[mask] for mask in taken]
        points = [sum(run[1] for run in runs[0::2]), sum(run[1] for run in runs[1::2])]
        winner, total = end_of(self.game, points, side)
        texts = tuple(run[0] for run in runs)
        seconds = ((time.perf_counter() - began) / len(runs),) * len(runs)
        return GameRecord(self.names, seed, self.coins, texts, seconds, total, winner)


@lru_cache(16)
def quick_table(game: CoinGame, names: tuple[str, str], coins: int) -> QuickTable:
    """Return the table for two players that `can_play` approves of."""
    return QuickTable(game, names, coins)
