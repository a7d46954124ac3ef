"""What can be taken in a coin game, grouped as players look at it: by points, by length."""

from collections.abc import Callable
from functools import lru_cache

from perfectplay.games.coins.game import CoinGame


class RunList:
    """The runs of a game as sets of coins, with the text and the points of each."""

    def __init__(self, game: CoinGame) -> None:
        self.masks = [run.mask for run in game.runs]
        self.texts = {run.mask: run.text for run in game.runs}
        self.points = dict(zip(self.masks, game.run_points, strict=True))
        self.by_points = grouped(self.masks, lambda mask: -self.points[mask])
        self.by_length = grouped(self.masks, lambda mask: -mask.bit_count())
        self.shortest_first = self.by_length[::-1]

    def legal(self, coins: int) -> list[int]:
        """Return what can be taken now."""
        return [mask for mask in self.masks if mask & coins == mask]

    def first(self, groups: list[list[int]], coins: int) -> list[int]:
        """Return what can be taken of the first group of which anything can."""
        for group in groups:
            if found := [mask for mask in group if mask & coins == mask]:
                return found
        return []


def grouped(masks: list[int], key: Callable[[int], int]) -> list[list[int]]:
    """Return equal ones together, those of the least key first."""
    groups: dict[int, list[int]] = {}
    for mask in masks:
        groups.setdefault(key(mask), []).append(mask)
    return [groups[item] for item in sorted(groups)]


@lru_cache(64)
def run_list_of(game: CoinGame) -> RunList:
    """Return the runs of a game, found once."""
    return RunList(game)
