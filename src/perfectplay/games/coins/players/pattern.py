"""The player that knows a few lost shapes: of up to four coins, and coins that all lie alone.

>>> game = CoinGame(6)
>>> from perfectplay.games.coins.position import CoinPosition
>>> star = CoinPosition.parse("./o./.oo/.o../...../......").coins  # a coin with three that do not touch each other
>>> exact_shapes(game).is_lost(star), counted_shapes(game).is_lost(star)
(False, True)
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

from perfectplay.games.coins.game import CoinGame
from perfectplay.games.coins.players.coin_player import CoinPlayer
from perfectplay.games.coins.players.run_list import run_list_of
from perfectplay.model.game_for_two import GameForTwo

MANY_COINS = 18  # number of coins from which shapes are ignored
SHAPE_COINS = 4
SHAPE_SIDE = 5  # side of a triangle that holds every shape of SHAPE_COINS coins, up to shapes with equal counts


class Shapes:
    """Knows the lost shapes of a game exactly: those of up to four coins, and single coins, odd in number.

    The latter are even in number where the last coin wins.
    """

    def __init__(self, game: CoinGame) -> None:
        self.masks = run_list_of(game).masks
        self.pairs = [run.mask for run in game.triangle.runs if run.length == 2]
        self.lost_parity = 1 if game.is_misere else 0
        self.known = {0: not game.is_misere}

    def is_lost(self, coins: int) -> bool:
        """Tell whether a position is known to be lost for the player to move."""
        if coins.bit_count() <= SHAPE_COINS:
            return self.is_few_lost(coins)
        return self.are_single(coins) and coins.bit_count() % 2 == self.lost_parity

    def are_single(self, coins: int) -> bool:
        """Tell whether no coin touches another."""
        return all(pair & coins != pair for pair in self.pairs)

    def counts(self, coins: int) -> tuple[int, int, bool]:
        """Return how many coins and moves there are, and whether any takes three coins."""
        moves = [mask for mask in self.masks if mask & coins == mask]
        return coins.bit_count(), len(moves), any(mask.bit_count() > 2 for mask in moves)

    def is_few_lost(self, coins: int) -> bool:
        """Tell whether a few coins are lost, by playing out every move."""
        lost = self.known.get(coins)
        if lost is None:
            lost = not any(mask & coins == mask and self.is_few_lost(coins ^ mask) for mask in self.masks)
            self.known[coins] = lost
        return lost


class CountedShapes(Shapes):
    """Takes a shape for lost when a lost one has as many coins and as many moves, none of them of three coins.

    That is wrong of some: a star of three arms has the counts of a bent path, a bent three and a single coin those of
    two pairs.
    """

    def __init__(self, game: CoinGame) -> None:
        super().__init__(game)
        small = CoinGame(min(game.side, SHAPE_SIDE), min(game.longest_run, game.side), game.is_misere)
        exact = exact_shapes(small)
        cells = [1 << cell for cell in range(small.triangle.size)]
        shapes = [sum(chosen) for count in range(SHAPE_COINS + 1) for chosen in combinations(cells, count)]
        self.lost_counts = {exact.counts(shape) for shape in shapes if exact.is_lost(shape)}

    def is_few_lost(self, coins: int) -> bool:
        lost = self.known.get(coins)
        if lost is None:
            lost = self.known[coins] = self.counts(coins) in self.lost_counts
        return lost


@lru_cache(16)
def exact_shapes(game: CoinGame) -> Shapes:
    """Return the lost shapes of a game."""
    return Shapes(game)


@lru_cache(16)
def counted_shapes(game: CoinGame) -> Shapes:
    """Return what counts take for the lost shapes of a game."""
    return CountedShapes(game)


class PatternPlayer(CoinPlayer):
    """Takes the most coins while there are many; then what leaves a lost shape.

    If nothing does, it takes the most points among the moves after which the opponent cannot leave one either.
    """

    def __init__(self, name: str = "", shapes_of: Callable[[CoinGame], Shapes] = exact_shapes) -> None:
        super().__init__(name)
        self.shapes_of = shapes_of

    def begin(self, problem: GameForTwo, is_first: bool, seed: int, seconds: float | None = None) -> None:
        super().begin(problem, is_first, seed, seconds)
        self.shapes = self.shapes_of(CoinGame(self.game.side, self.game.longest_run, self.game.is_misere))

    def take(self, coins: int, seconds: float) -> int:
        if coins.bit_count() >= MANY_COINS:
            return self.pick(self.runs.first(self.runs.by_length, coins))
        legal = self.runs.legal(coins)
        if lost := self._into_lost(coins, legal):
            return self.pick(lost)
        safe = [mask for mask in legal if not self._into_lost(coins ^ mask, legal)]
        return self.dearest(safe or legal)

    def _into_lost(self, coins: int, masks: list[int]) -> list[int]:
        """Return which of some moves leave a lost shape."""
        is_lost = self.shapes.is_lost
        return [mask for mask in masks if mask & coins == mask and is_lost(coins ^ mask)]
