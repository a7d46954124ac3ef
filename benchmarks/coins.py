"""What benchmarks/coins.toml measures that is neither a solve nor a count: a bound, tournaments, a table in a file."""

import os
import random
import shutil
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.arena.standings import Standings
from perfectplay.arena.tournament import Tournament
from perfectplay.base.folders import data_folder
from perfectplay.games.coins import CoinGame, CoinProblem
from perfectplay.games.coins.players.quick import QuickCoinGames
from perfectplay.games.coins.solving.table import SavedTable, build_table
from perfectplay.lab.tasks import problem_of
from perfectplay.model.tables import open_table

Fields = dict[str, Any]

GAMES = 20_000
REFEREED_GAMES = 2_000
PLAYERS = ("greedy", "greedy")


def coins_of(spec: str) -> CoinProblem:
    """Return the problem of a spec of coins."""
    problem = problem_of(spec)
    assert isinstance(problem, CoinProblem)
    return problem


def or_words(spec: str) -> None:
    """Let NumPy OR as many words as the moves of the full triangle bring, on every processor, and do nothing else."""
    game, threads = coins_of(spec).game, os.cpu_count() or 1
    words = 1 << game.triangle.size - 6
    brought = sum(words >> (run.mask >> 6).bit_count() for run in game.runs if run.mask >> 6)
    share = words // threads

    def work(number: int) -> None:
        first, second = np.zeros(share, np.uint64), np.zeros(share, np.uint64)
        for _ in range(-(-brought // words)):
            np.bitwise_or(first, second, out=first)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, range(threads)))


def play_alone(spec: str) -> Fields:
    """Play games of simple players, and look at nothing."""
    games = QuickCoinGames(coins_of(spec), PLAYERS)
    return rate(lambda: len([games.play(seed) for seed in range(GAMES)]))


def play_valued(spec: str) -> Fields:
    """Play a tournament as the command does: with the exact value of every move, in a table of standings."""
    return rate(lambda: tournament(spec, GAMES, is_quick=True))


def play_refereed(spec: str) -> Fields:
    """Play the same with a referee, as programs are played."""
    return rate(lambda: tournament(spec, REFEREED_GAMES, is_quick=False))


def tournament(spec: str, games: int, *, is_quick: bool) -> int:
    """Play a tournament; return how many games were played."""
    plan = Tournament(coins_of(spec), PLAYERS, games, is_quick=is_quick)
    standings = Standings(plan.labels)
    standings.add_all(plan.play())
    return standings.players[0].games


def rate(play: Callable[[], int]) -> Fields:
    """Return how many games were played a second."""
    began = time.perf_counter()
    games = play()
    seconds = time.perf_counter() - began
    return {"seconds": seconds, "measures": {"figures": {"games": games, "games a second": games / seconds}}}


def build_file(spec: str) -> Fields:
    """Build the table of all positions in a file, and find perfect moves by it; disk and memory may not allow it."""
    game = coins_of(spec).game
    path = data_folder() / "benchmark" / "coins.table"
    shutil.rmtree(path.parent, ignore_errors=True)  # a process that was ended would be gone on with
    try:
        began = time.perf_counter()
        counts, _ = build_table(game, path)
        seconds = time.perf_counter() - began
        milliseconds = perfect_move_seconds(game, path) * 1000
    finally:
        shutil.rmtree(path.parent, ignore_errors=True)
    return {"seconds": seconds, "measures": {"figures": {**counts, "milliseconds a perfect move": milliseconds}}}


def perfect_move_seconds(game: CoinGame, path: Path) -> float:
    """Return the mean time to find all winning moves, over games by chance."""
    table = SavedTable(game, open_table(path))
    chance, moves_made = random.Random(1), 0
    began = time.perf_counter()
    for _ in range(20):
        coins = game.triangle.full
        while coins:
            coins &= ~chance.choice(table.moves(coins))[0].mask
            moves_made += 1
    return (time.perf_counter() - began) / moves_made
