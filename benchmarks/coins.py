"""The table of coins in the README.  `make bench` runs it after army.py.

The sweep of side 7 is compared with what NumPy takes to do nothing but OR as many words on as many threads.  Side 8 is
built in a file of 8 GiB, where disk and memory allow it.
"""

import os
import random
import resource
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from benchmarks.pegs import Row, best, milliseconds, print_table

from perfectplay.arena.quick import quick_table
from perfectplay.arena.standings import Standings
from perfectplay.arena.tournament import Tournament
from perfectplay.folders import data_folder
from perfectplay.games.coins import CoinGame, CoinProblem
from perfectplay.games.coins.game import PRESETS
from perfectplay.limits import LimitHitError
from perfectplay.search.subsets.sweep import Sweeper
from perfectplay.solvers.coin_table import build_table, taking_game
from perfectplay.solvers.coin_values import OBJECTIVES, SavedTable, Values
from perfectplay.tables import open_table

LOST = {7: 19_496_523, 8: 4_124_279_452}


def small_tables() -> list[Row]:
    def all_objectives() -> None:
        game = PRESETS["assignment1"]
        found = [Values(game, objective).value(game.triangle.full).points for objective in OBJECTIVES]
        assert found == [1, 72, 72]

    def side_7() -> None:
        assert Sweeper().wins(taking_game(CoinGame(7)), True).lost_positions == LOST[7]

    seven = best(side_7)
    bound = best(or_words, 3)
    return [
        Row("side 6, win, score and win-then-score, all 2^21 positions", milliseconds(best(all_objectives)), "0.1 s"),
        Row("side 7, win, all 2^28 positions", milliseconds(seven), "0.25 to 0.35 s (C++)"),
        Row("NumPy, as many words by OR alone", milliseconds(bound), f"{seven / bound:.2f} times that"),
    ]


def or_words() -> None:
    """Let NumPy OR as many words as the moves of side 7 bring, on every processor."""
    game, threads = CoinGame(7), os.cpu_count() or 1
    words = 1 << game.triangle.size - 6
    brought = sum(words >> (run.mask >> 6).bit_count() for run in game.runs if run.mask >> 6)
    share = words // threads

    def work(number: int) -> None:
        first, second = np.zeros(share, np.uint64), np.zeros(share, np.uint64)
        for _ in range(-(-brought // words)):
            np.bitwise_or(first, second, out=first)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, range(threads)))


def scores() -> list[Row]:
    game = PRESETS["assignment4"]
    chance = random.Random(28)
    coins = game.triangle.full
    for cell in chance.sample(range(game.triangle.size), 8):
        coins &= ~(1 << cell)
    began = time.perf_counter()
    Values(game, "score").best_moves(coins)
    return [Row("assignment 4, a best move by score from 28 coins", milliseconds(time.perf_counter() - began), "30 s")]


def arena() -> list[Row]:
    """Play tournaments: with exact values of every move and the table, as the command does, and the games alone."""
    games = 20_000

    def played(is_quick: bool, count: int) -> str:
        plan = Tournament(CoinProblem(CoinGame(6), None, "coins/6"), ["greedy", "greedy"], count, is_quick=is_quick)
        standings = Standings(plan.labels)
        list(Tournament(plan.problem, plan.players, 100).play())  # the table of values is made before
        seconds = best(lambda: standings.add_all(plan.play()), 2)
        return f"{count / seconds:,.0f} games a second"

    game = CoinGame(6)
    table = quick_table(game, ("greedy", "greedy"), game.triangle.full)
    alone = best(lambda: [table.play(seed) for seed in range(games)], 2)
    return [
        Row("arena, side 6, greedy against greedy", f"{games / alone:,.0f} games a second", "5,000"),
        Row("the same, with the exact value of every move, in a table", played(True, games), "5,000"),
        Row("the same, with a referee", played(False, games // 10), ""),
    ]


def side_8() -> list[Row]:
    game = CoinGame(8)
    data_folder().mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=data_folder()) as folder:
        path = Path(folder) / "side-8.table"
        began = time.perf_counter()
        try:
            counts, _ = build_table(game, path)
        except LimitHitError as error:
            return [Row("side 8, win, all 2^36 positions", f"left out: {error}", "180 s, 8.5 GiB")]
        seconds = time.perf_counter() - began
        assert counts["lost_positions"] == LOST[8]
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
        return [
            Row("side 8, win, all 2^36 positions", f"{seconds:.0f} s, {memory:.1f} GiB", "180 s, 8.5 GiB; 8,472 s"),
            Row("side 8, a perfect move by the table", milliseconds(perfect_move(game, path)), "1 ms"),
        ]


def perfect_move(game: CoinGame, path: Path) -> float:
    """Return the mean time to find all winning moves, over games by chance."""
    table = SavedTable(game, open_table(path))
    chance, times = random.Random(1), []
    for _ in range(20):
        coins = game.triangle.full
        while coins:
            began = time.perf_counter()
            moves = table.moves(coins)
            times.append(time.perf_counter() - began)
            coins &= ~chance.choice(moves)[0].mask
    return sum(times) / len(times)


if __name__ == "__main__":
    print_table(small_tables, scores, arena, side_8)
