"""The lost shapes as the report on assignments 1 and 2 states them: by counts of moves, and wrong of some shapes.

>>> from perfectplay.games.coins.position import CoinPosition
>>> pair_and_singles = CoinPosition.parse("o/o./.../o..o/...../......").coins
>>> reported_shapes(CoinGame(6)).is_lost(pair_and_singles)  # taking one coin of the pair wins
True
"""

from functools import lru_cache

from perfectplay.games.coins.game import CoinGame
from perfectplay.games.coins.players.pattern import SHAPE_COINS, Shapes


class ReportedShapes(Shapes):
    """Takes a position for lost where one of the five rules of the report says so, to the letter.

    1. Four coins, no run of three, exactly two moves of two coins, which share no coin.
    2. and 3. Four coins, and only moves of one coin and of two.
    4. Four coins, no run of three, exactly three moves of two coins.
    5. Only moves of one coin, an odd number of them.

    In the second, moves of both kinds are meant: four single coins are not.  It includes the first and the fourth.  The
    rules are those of a game in which the last coin loses, and the same in one where it wins, where they are wrong.
    """

    def __init__(self, game: CoinGame) -> None:
        super().__init__(game)
        self.pairs = [mask for mask in self.masks if mask.bit_count() == 2]
        self.threes = [mask for mask in self.masks if mask.bit_count() == 3]
        self.lost_parity = 1
        self.known = {}

    def is_few_lost(self, coins: int) -> bool:
        lost = self.known.get(coins)
        if lost is None:
            lost = self.known[coins] = self._is_counted_lost(coins)
        return lost

    def _is_counted_lost(self, coins: int) -> bool:
        if self.are_single(coins):
            return coins.bit_count() % 2 == self.lost_parity
        # With a move of two coins and none of three, the second rule holds, whether the first and fourth do or not.
        return coins.bit_count() == SHAPE_COINS and all(three & coins != three for three in self.threes)


@lru_cache(16)
def reported_shapes(game: CoinGame) -> Shapes:
    """Return what the report takes for the lost shapes of a game."""
    return ReportedShapes(game)
