"""What minimax with a memory costs when it explores moves in one order or another: functions for the lab's `call`.

Each gets the spec of a position of up to 21 coins.  The time and the positions of the row are those of finding who
wins from there, which is what the player `memo` does for a move that is not set; the figures below it are those of
finding it after every move, as for a list of all that win.
"""

import time
from typing import Any

from perfectplay.games.coins.game import CoinGame
from perfectplay.games.coins.players.memo import priority
from perfectplay.games.coins.players.memo_table import MemoTable
from perfectplay.games.coins.players.run_list import run_list_of
from perfectplay.games.coins.problem import CoinProblem
from perfectplay.model.specs import load

Fields = dict[str, Any]


def explore_by_points(spec: str) -> Fields:
    """Explore the runs that are worth most points first, as the reports on assignments 3 and 5 do."""
    game, coins = _start(spec)
    return _explored(game, coins, priority(game))


def explore_longest_first(spec: str) -> Fields:
    """Explore the longest runs first."""
    game, coins = _start(spec)
    return _explored(game, coins, run_list_of(game).by_length)


def explore_shortest_first(spec: str) -> Fields:
    """Explore single coins first, the order in which a program is likely to list its moves."""
    game, coins = _start(spec)
    return _explored(game, coins, run_list_of(game).shortest_first)


def _start(spec: str) -> tuple[CoinGame, int]:
    problem = load(spec)
    assert isinstance(problem, CoinProblem)
    return problem.game, problem.start.coins


def _explored(game: CoinGame, coins: int, groups: list[list[int]]) -> Fields:
    table = MemoTable(game, coins, groups)
    began = time.perf_counter()
    is_lost = table.is_lost(coins)
    seconds, explored = time.perf_counter() - began, table.explored
    for mask in run_list_of(game).legal(coins):
        table.is_lost(coins ^ mask)
    figures = {"seconds, all moves": time.perf_counter() - began, "positions, all moves": table.explored}
    fields: Fields = {"seconds": seconds, "expanded": explored, "cost": -1.0 if is_lost else 1.0}
    return fields | {"measures": {"figures": figures}}
