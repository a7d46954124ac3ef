"""The player `memo`: what it takes follows from who wins, by the exact values, and from its order of the moves."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from perfectplay import lab
from perfectplay.games.coins.game import PRESETS, CoinGame, coloured, colours_by_seed
from perfectplay.games.coins.players import exploring
from perfectplay.games.coins.players.memo import MemoPlayer, choices, priority
from perfectplay.games.coins.players.memo_table import MemoTable
from perfectplay.games.coins.players.roster import ROSTER
from perfectplay.games.coins.problem import CoinProblem
from perfectplay.games.coins.solving.values import Values

COLOURED = coloured(PRESETS["assignment5"], colours_by_seed(21, 1))
CAREFUL = PRESETS["assignment3"]
GAMES = [PRESETS["assignment1"], CAREFUL, COLOURED]


def begun(game: CoinGame, seed: int = 1, is_first: bool = False, name: str = "memo") -> MemoPlayer:
    player = ROSTER.make(name)
    assert isinstance(player, MemoPlayer)
    player.begin(CoinProblem(game), is_first, seed)
    return player


def some_coins(game: CoinGame, chance: Random) -> int:
    """Return a position that is not full, so that a search of all that it can become is short."""
    return chance.randrange(1, game.triangle.full) & ~(1 << chance.randrange(game.triangle.size)) or 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.preset)
@pytest.mark.parametrize("name", ["memo", "memo-by-length"])
def test_a_winning_move_worth_most_else_the_move_worth_most(game: CoinGame, name: str) -> None:
    values, chance, player = Values(CoinGame(6)), Random(4), begun(game, name=name)
    won = 0
    for _ in range(300):
        coins = some_coins(game, chance)
        moves = [(game.worth(run), value.is_won, run) for run, value in values.moves(coins)]
        allowed = [move for move in moves if game != CAREFUL or move[2].length < 6]
        winning = [move for move in allowed if move[1]]
        won += bool(winning)
        taken = player.take(coins, 30)
        [(worth, is_won, _)] = [move for move in moves if move[2].mask == taken]
        assert is_won is bool(winning)
        assert worth == max(move[0] for move in winning or allowed)
        assert any(move[2].mask == taken for move in allowed)
    assert won > 200


def test_with_the_points_of_assignment_3_four_is_late_and_six_is_never_taken() -> None:
    assert [{mask.bit_count() for mask in group} for group in priority(CAREFUL)] == [{5}, {3}, {1}, {2}, {4}, {6}]
    assert [{mask.bit_count() for mask in group} for group in choices(CAREFUL)] == [{5}, {3}, {1}, {2}, {4}]
    # With 10 points more for each coin, a run of four is worth 29, and two coins or one are worth less.
    tinted = replace(CAREFUL, colours="g" * 21, colour_points=(0, 10, 0, 0))
    assert [{mask.bit_count() for mask in group} for group in choices(tinted)] == [{5}, {3}, {2}, {1}, {4}]
    assert {mask.bit_count() for group in choices(PRESETS["assignment4"]) for mask in group} == {1, 2, 3, 4, 5, 6}


def winning_lengths(values: Values, coins: int) -> set[int]:
    return {run.length for run, value in values.moves(coins) if value.is_won}


def test_a_run_of_four_is_taken_only_where_no_other_move_wins() -> None:
    values, chance, player = Values(CoinGame(6)), Random(1), begun(CAREFUL)
    found: set[int] = set()
    while len(found) < 5:
        coins = some_coins(CAREFUL, chance)
        lengths = winning_lengths(values, coins) - {6}
        if lengths == {4}:
            found.add(coins)
        if 4 in lengths:
            assert (player.take(coins, 30).bit_count() == 4) is (lengths == {4})


def test_a_run_of_six_is_not_taken_even_where_no_other_move_wins() -> None:
    """In assignment 3 the win brings 25 and the run costs 30; with other points it is taken."""
    values, chance = Values(CoinGame(6)), Random(2)
    base = sum(1 << cell for cell in range(15, 21))
    found: set[int] = set()
    while len(found) < 5:
        coins = some_coins(CAREFUL, chance) | base
        if winning_lengths(values, coins) != {6}:
            continue
        found.add(coins)
        worth = {run.mask: CAREFUL.worth(run) for run, _ in values.moves(coins) if run.length < 6}
        assert worth[begun(CAREFUL).take(coins, 30)] == max(worth.values())
        assert begun(PRESETS["assignment1"]).take(coins, 30) == base


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.preset)
def test_the_first_move_is_set_and_wins(game: CoinGame) -> None:
    full, values = game.triangle.full, Values(CoinGame(6))
    players = [begun(game, seed, is_first=True) for seed in range(5)]
    [taken] = {player.take(full, 0.001) for player in players}
    winning = {run.mask: game.worth(run) for run, value in values.moves(full) if value.is_won}
    assert taken in winning and winning[taken] == max(winning.values())


def test_the_first_move_from_a_lost_or_another_start() -> None:
    game = CoinGame(5, points=(1, 2, 3, 4, 5))  # lost for the first player
    assert begun(game, is_first=True).take(game.triangle.full, 30).bit_count() == 5
    player = begun(CAREFUL)
    player.begin(CoinProblem(CAREFUL, 0b111), True, 1)
    assert player.take(0b111, 30).bit_count() == 2  # leaves one coin; a single one would leave a pair
    player.begin(CoinProblem(CAREFUL, 0), True, 1)  # the game is over


def test_memory_agrees_with_the_exact_values_whatever_the_order() -> None:
    chance = Random(3)
    for game in (CoinGame(5), CoinGame(5, 1, False), CoinGame(6, 3, False), CoinGame(6, points=(1, 7, 3))):
        values = Values(game)
        for groups in (priority(game), priority(game)[::-1]):
            for _ in range(10):
                coins = (chance.randrange(game.triangle.full) & chance.randrange(game.triangle.full)) | 1
                assert MemoTable(game, coins, groups).is_lost(coins) is not values.value(coins).is_won


@pytest.mark.parametrize("game", [CoinGame(4), CoinGame(4, 1), CoinGame(4, 0, False), CoinGame(4, 1, False)])
def test_fewer_than_three_coins_are_known_without_exploring(game: CoinGame) -> None:
    table = MemoTable(game, game.triangle.full, priority(game))
    few = [sum(cells) for count in (1, 2) for cells in combinations([1 << cell for cell in range(10)], count)]
    assert table.explored == 1 + len(few)
    for coins in few:
        assert table.is_lost(coins) is not Values(game).value(coins).is_won
    assert table.explored == 1 + len(few)


def test_on_a_large_triangle_points_count_until_18_coins_are_left() -> None:
    game, chance = PRESETS["assignment4"], Random(5)
    player = begun(game, is_first=True)
    assert player.set_move == 0 and player.take(game.triangle.full, 30).bit_count() == 4
    assert player.table is None
    coins = sum(1 << cell for cell in chance.sample(range(36), 18))
    won = {run.mask: game.worth(run) for run, value in Values(game).moves(coins) if value.is_won}
    taken = player.take(coins, 30)
    assert won and won[taken] == max(won.values())


def test_orders_of_exploring_find_the_same() -> None:
    spec = "coins/5:points=3/7/-5/15"
    fields = [
        explore(spec)
        for explore in (exploring.explore_by_points, exploring.explore_longest_first, exploring.explore_shortest_first)
    ]
    assert {item["cost"] for item in fields} == {-1.0}
    for item in fields:
        figures = item["measures"]["figures"]
        assert 1 < item["expanded"] <= figures["positions, all moves"] <= 2**15
        assert 0 < item["seconds"] <= figures["seconds, all moves"]


def test_the_lab_measures_the_orders() -> None:
    called = [item for item in lab.load("coins-classic").configurations if item.task == "call"]
    assert {item.options["function"].partition(":")[2] for item in called} == {
        "explore_by_points",
        "explore_longest_first",
        "explore_shortest_first",
    }
