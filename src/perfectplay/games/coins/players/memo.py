"""The player of minimax with a memory, as a student would write it."""

from functools import lru_cache

from perfectplay.games.coins.game import CoinGame
from perfectplay.games.coins.players.coin_player import CoinPlayer
from perfectplay.model.game_for_two import GameForTwo

END_COINS = 18  # number of coins at which a complete search of a large triangle begins


class MemoTable:
    """Minimax that remembers, over all that some coins can become; a byte for each: 0 unknown, 1 lost, 2 won."""

    def __init__(self, game: CoinGame, coins: int) -> None:
        self.coins = coins
        self.cells = [cell for cell in range(game.triangle.size) if coins >> cell & 1]
        runs = sorted((run for run in game.runs if not run.mask & ~coins), key=lambda run: -run.length)
        self.masks = [self._closed(run.mask) for run in runs]
        self.known = bytearray(1 << len(self.cells))
        self.known[0] = 2 if game.is_misere else 1

    def _closed(self, coins: int) -> int:
        return sum((coins >> cell & 1) << place for place, cell in enumerate(self.cells))

    def is_lost(self, coins: int) -> bool:
        """Tell whether the player to move loses."""
        return self._found(self._closed(coins)) == 1

    def _found(self, number: int) -> int:
        known = self.known
        if not known[number]:
            found = 1
            for mask in self.masks:
                if mask & number == mask and (known[number ^ mask] or self._found(number ^ mask)) == 1:
                    found = 2
                    break
            known[number] = found
        return known[number]


@lru_cache(8)
def _whole_table(side: int, longest_run: int, is_misere: bool) -> MemoTable:
    game = CoinGame(side, longest_run, is_misere)
    return MemoTable(game, game.triangle.full)


class MemoPlayer(CoinPlayer):
    """Looks for a winning move by minimax with a memory, the longest runs first; if there is none, takes most points.

    A large triangle is gone through when 18 coins are left, and until then the points count.  A run of six is never
    taken in assignments 3 and 4, where it costs more than winning brings.
    """

    def begin(self, problem: GameForTwo, is_first: bool, seed: int, seconds: float | None = None) -> None:
        super().begin(problem, is_first, seed, seconds)
        game = self.game
        self.most_length = 5 if game.preset in ("assignment3", "assignment4") else game.side
        self.table: MemoTable | None = None
        if game.is_small:
            self.table = _whole_table(game.side, game.longest_run, game.is_misere)

    def take(self, coins: int, seconds: float) -> int:
        allowed = [mask for mask in self.runs.legal(coins) if mask.bit_count() <= self.most_length]
        if self.table is not None and coins & ~self.table.coins:
            self.table = None  # moves were taken back
        if self.table is None and coins.bit_count() <= END_COINS:
            self.table = MemoTable(self.game, coins)
        if self.table is not None:
            self.random.shuffle(allowed)
            allowed.sort(key=lambda mask: -mask.bit_count())
            for mask in allowed:
                if self.table.is_lost(coins ^ mask):
                    return mask
        return self.dearest(allowed)
