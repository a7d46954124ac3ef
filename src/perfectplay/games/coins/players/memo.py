"""The player of minimax with a memory, as the report on assignment 3 describes it."""

from functools import lru_cache

from perfectplay.games.coins.game import PRESETS, CoinGame
from perfectplay.games.coins.players.coin_player import CoinPlayer
from perfectplay.games.coins.players.exact import shared_values
from perfectplay.games.coins.players.memo_table import MemoTable
from perfectplay.games.coins.players.run_list import run_list_of
from perfectplay.model.game_for_two import GameForTwo

END_COINS = 18  # number of coins at which a complete search of a large triangle begins
CAREFUL_POINTS = PRESETS["assignment3"].points  # points with which runs of four and of six are taken late or never
CAREFUL_LENGTHS = ({1, 2, 3, 5}, {4}, {6})
NEVER = 6


@lru_cache(64)
def priority(game: CoinGame) -> list[list[int]]:
    """Return all runs in groups, in the order in which they are explored: those worth most points first.

    With the points of assignment 3, runs of four come after all shorter ones and those of five, and runs of six last.
    Its points alone put them there too; the points of colours might not.
    """
    by_points = run_list_of(game).by_points
    if game.points != CAREFUL_POINTS:
        return by_points
    chosen = ([mask for mask in group if mask.bit_count() in some] for some in CAREFUL_LENGTHS for group in by_points)
    return [group for group in chosen if group]


def choices(game: CoinGame) -> list[list[int]]:
    """Return the runs that the player may take, in the order of their priority.

    With the points of assignment 3 that is no run of six, which costs 30 where the win brings 25.  There is always
    something else: a single coin of such a run.
    """
    if game.points != CAREFUL_POINTS:
        return priority(game)
    return [group for group in priority(game) if group[0].bit_count() != NEVER]


def explored_order(game: CoinGame, is_by_length: bool) -> list[list[int]]:
    """Return all runs in the order in which a search explores them."""
    return run_list_of(game).by_length if is_by_length else priority(game)


@lru_cache(8)
def _whole_table(game: CoinGame, is_by_length: bool) -> MemoTable:
    return MemoTable(game, game.triangle.full, explored_order(game, is_by_length))


@lru_cache(16)
def _set_move(game: CoinGame, start: int) -> int:
    """Return the first move of the game: the first winning one by priority, or 0 where there is none."""
    values = shared_values(CoinGame(game.side, game.longest_run, game.is_misere), "win")
    winning = {run.mask for run, value in values.moves(start) if value.is_won} if start else set()
    return next((mask for group in choices(game) for mask in group if mask in winning), 0)


class MemoPlayer(CoinPlayer):
    """Takes the first winning move in the order of the points that runs are worth, highest first.

    Where no move wins, it takes the first of all in the same order.  The first move of a game on a small triangle is
    set: it is found by exact values before the game begins, and is the same in every game.  Later ones are found by
    minimax with a memory.  A large triangle is searched when 18 coins are left, and until then the points count.

    The report wrote its order for assignment 3, whose runs score 5 1 8 -11 11 -30: a run of four is taken only where
    no other move wins, and a run of six never.  With other points, the order by points is all there is.

    Of runs that are worth the same, the seed decides.  `is_by_length` explores the longest runs first, and chooses as
    before: it takes another time to find the same.
    """

    def __init__(self, name: str = "", is_by_length: bool = False) -> None:
        super().__init__(name)
        self.is_by_length = is_by_length

    def begin(self, problem: GameForTwo, is_first: bool, seed: int, seconds: float | None = None) -> None:
        super().begin(problem, is_first, seed, seconds)
        self.choices = choices(self.game)
        self.table: MemoTable | None = None
        self.set_move = 0
        if self.game.is_small:
            self.table = _whole_table(self.game, self.is_by_length)
            self.set_move = _set_move(self.game, self.start) if is_first else 0

    def take(self, coins: int, seconds: float) -> int:
        if self.set_move and coins == self.start:
            return self.set_move
        if self.table is not None and coins & ~self.table.coins:
            self.table = None  # moves were taken back
        if self.table is None and coins.bit_count() <= END_COINS:
            self.table = MemoTable(self.game, coins, explored_order(self.game, self.is_by_length))
        if self.table is not None:
            for group in self.choices:
                legal = [mask for mask in group if mask & coins == mask]
                self.random.shuffle(legal)
                for mask in legal:
                    if self.table.is_lost(coins ^ mask):
                        return mask
        return self.pick(self.runs.first(self.choices, coins))
