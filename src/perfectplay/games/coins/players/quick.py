"""Games of the simplest players without a referee: the same games, move by move, several times as fast.

`random` and `greedy` look at nothing but what can be taken.  That only shrinks in the course of a game, so each turn
looks through what the player's last one has left, not through all runs of the triangle.
"""

import time
from collections.abc import Callable
from random import Random

from perfectplay.games.coins.players.run_list import RunList, run_list_of
from perfectplay.games.coins.problem import CoinProblem
from perfectplay.model.player import GameRecord

# Groups of moves, the best first: a simple player draws one out of the first group of which anything can be taken.
GROUPS: dict[str, Callable[[RunList], list[list[int]]]] = {
    "random": lambda runs: [runs.masks],
    "greedy": lambda runs: runs.by_points,
}


class QuickCoinGames:
    """Plays one game of two simple players after another, from the start of one problem."""

    def __init__(self, problem: CoinProblem, names: tuple[str, str]) -> None:
        self.names, self.coins = names, problem.start.coins
        runs = run_list_of(problem.game)
        self.worth = {mask: (runs.texts[mask], runs.points[mask]) for mask in runs.masks}
        self.last_mover_wins = not problem.game.is_misere
        self.ends = problem.end_points(0), problem.end_points(1)
        self.chances = Random(), Random()
        self.groups = []
        for name in names:
            legal = ([mask for mask in group if mask & self.coins == mask] for group in GROUPS[name](runs))
            self.groups.append([group for group in legal if group])

    def play(self, seed: int) -> GameRecord:
        """Play one game; the time is divided evenly among its moves."""
        began = time.perf_counter()
        coins, side, worth = self.coins, 0, self.worth
        taken: list[int] = []
        for number, chance in enumerate(self.chances):
            chance.seed(2 * seed + number)  # the same seeds as from the referee
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
        winner = 1 - side if self.last_mover_wins else side
        ends = self.ends[winner]
        points = sum(run[1] for run in runs[0::2]) + ends[0], sum(run[1] for run in runs[1::2]) + ends[1]
        texts = tuple(run[0] for run in runs)
        seconds = ((time.perf_counter() - began) / len(runs),) * len(runs)
        return GameRecord(self.names, seed, self.coins, texts, seconds, points, winner)
