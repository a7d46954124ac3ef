"""The player of most points."""

from perfectplay.games.coins.players.coin_player import CoinPlayer


class GreedyPlayer(CoinPlayer):
    """Takes what is worth the most points."""

    def take(self, coins: int, seconds: float) -> int:
        return self.greedy(coins)
