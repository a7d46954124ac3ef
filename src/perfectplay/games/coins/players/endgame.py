"""The player that is greedy until few coins are left, and exact from then on."""

from perfectplay.base.limits import LimitHitError
from perfectplay.games.coins.players.exact import SAFE_SHARE, ExactPlayer

END_COINS = 18  # number of coins at which exact play begins


class EndgamePlayer(ExactPlayer):
    """Takes most points until 18 coins are left; then wins if it can, by a table of what those coins can become."""

    def take(self, coins: int, seconds: float) -> int:
        count = coins.bit_count()
        if count > END_COINS:
            return self.greedy(coins)
        try:
            found = self.values("win", seconds * SAFE_SHARE).moves(coins)
        except LimitHitError as error:
            self.note(f"not exact with {count} coins left, {error}: takes most points")
            return self.greedy(coins)
        return self.dearest([run.mask for run, value in found if value.is_won] or [run.mask for run, _ in found])
