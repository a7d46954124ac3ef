"""The players: what they take is legal and the same for the same seed, and each does what its name says."""

import subprocess
import sys
from random import Random

import pytest

from perfectplay.arena.players import find_program, make_player, player_makers
from perfectplay.arena.referee import play_game
from perfectplay.base.errors import InputError
from perfectplay.base.limits import LimitHitError
from perfectplay.games.coins.game import PRESETS, CoinGame, coloured, colours_by_seed
from perfectplay.games.coins.players.coin_player import CoinPlayer
from perfectplay.games.coins.players.pattern import counted_shapes, exact_shapes
from perfectplay.games.coins.players.roster import ROSTER
from perfectplay.games.coins.position import CoinPosition
from perfectplay.games.coins.problem import CoinProblem
from perfectplay.games.coins.solving.values import Values
from perfectplay.model.player import Player

SMALL_GAMES = [
    CoinGame(1),
    CoinGame(3),
    CoinGame(5, 2, False),
    PRESETS["assignment1"],
    PRESETS["assignment3"],
    coloured(PRESETS["assignment5"], colours_by_seed(21, 1)),
]


def begun(name: str, game: CoinGame, seed: int = 1) -> CoinPlayer:
    player = ROSTER.make(name)
    assert isinstance(player, CoinPlayer)
    player.begin(CoinProblem(game), is_first=True, seed=seed)
    return player


def named(name: str) -> Player:
    return make_player(name, CoinProblem(CoinGame(1)))


def some_coins(game: CoinGame, chance: Random) -> int:
    return chance.randrange(1, game.triangle.full + 1)


@pytest.mark.parametrize("name", ROSTER.players)
def test_choices_are_legal_and_go_by_the_seed(name: str) -> None:
    for game in SMALL_GAMES:
        if name.startswith("memo") and game.triangle.size == 21:
            continue  # below, from fewer coins
        chance = Random(name)
        masks = {run.mask for run in game.runs}
        positions = [some_coins(game, chance) for _ in range(20)]
        chosen = [[begun(name, game, seed).take(coins, 30) for coins in positions] for seed in (1, 1, 2)]
        assert chosen[0] == chosen[1]
        for mask, coins in zip(chosen[0] + chosen[2], positions * 2, strict=True):
            assert mask in masks and not mask & ~coins


def test_games_differ_by_the_seed_and_are_the_same_for_the_same() -> None:
    game = PRESETS["assignment1"]
    for name in ("random", "greedy", "pattern", "endgame", "perfect", "perfect-score"):
        with named(name) as first, named("greedy") as second:
            played = [play_game(CoinProblem(game), [first, second], seed).moves for seed in (*range(10), *range(10))]
        assert played[:10] == played[10:]
        assert len(set(played)) > 1, name


def test_greedy_takes_most_points() -> None:
    game = PRESETS["assignment3"]
    values = dict(zip((run.mask for run in game.runs), game.run_points, strict=True))
    chance = Random(2)
    for _ in range(50):
        coins = some_coins(game, chance)
        best = max(points for mask, points in values.items() if not mask & ~coins)
        assert values[begun("greedy", game).take(coins, 30)] == best


LOST = {
    "two separate pairs": "o/o./../..oo./...../......",
    "a triangle and a single": "o/oo/.../...o/...../......",
    "a bent path": "o/o./.o./.o../...../......",
    "a rhombus": "o/oo/.o./..../...../......",
    "three singles": "o/../o.o/..../...../......",
    "five singles": "o/../o.o/..../o.o../......",
}
WON_BUT_COUNTED_LOST = {
    "a star of three arms": "./o./.oo/.o../...../......",
    "a bent three and a single": "o/o./.o./..../..o../......",
}
WON = {
    "a straight three and a single": "o/o./o../..../..o../......",
    "two singles": "o/../o../..../...../......",
    "a straight four": "o/o./o../o.../...../......",
}


def position(text: str) -> int:
    rows = text.split("/")
    return CoinPosition.from_drawing([row.ljust(number, ".")[:number] for number, row in enumerate(rows, 1)]).coins


@pytest.mark.parametrize(("shape", "is_lost", "is_counted"), [
    *((shape, True, True) for shape in LOST),
    *((shape, False, True) for shape in WON_BUT_COUNTED_LOST),
    *((shape, False, False) for shape in WON),
])  # fmt: skip
def test_shapes(shape: str, is_lost: bool, is_counted: bool) -> None:
    game = CoinGame(6)
    coins = position({**LOST, **WON_BUT_COUNTED_LOST, **WON}[shape])
    assert Values(game).value(coins).is_won is not is_lost
    assert exact_shapes(game).is_lost(coins) is is_lost
    assert counted_shapes(game).is_lost(coins) is is_counted


@pytest.mark.parametrize("game", [CoinGame(5), CoinGame(5, 2), CoinGame(5, 0, False)])
def test_exact_shapes_are_lost(game: CoinGame) -> None:
    values, shapes = Values(game), exact_shapes(game)
    for coins in range(1, game.triangle.full + 1):
        if shapes.is_lost(coins):
            assert not values.value(coins).is_won


def test_pattern_takes_many_coins_then_a_lost_shape_then_points() -> None:
    game = PRESETS["assignment3"]
    assert begun("pattern", game).take(game.triangle.full, 30).bit_count() == 6
    rhombus_and_one = position("o/oo/.o./...o/...../......")
    taken = begun("pattern", game).take(rhombus_and_one, 30)
    assert exact_shapes(CoinGame(6)).is_lost(rhombus_and_one ^ taken)
    star = position(WON_BUT_COUNTED_LOST["a star of three arms"])
    corner = position("./../.../..../...../o.....")
    taken_by = {
        name: {begun(name, game, seed).take(star | corner, 30) for seed in range(50)}
        for name in ("pattern", "pattern-counts")
    }
    assert corner in taken_by["pattern-counts"]  # which leaves the star, and takes it for lost
    assert corner not in taken_by["pattern"]


def test_endgame_is_exact_from_eighteen_coins_on_a_large_triangle() -> None:
    game = PRESETS["assignment4"]
    chance = Random(5)
    player = begun("endgame", game)
    for _ in range(5):
        coins = sum(1 << cell for cell in chance.sample(range(36), 16))
        won = {run.mask for run, value in Values(game).moves(coins) if value.is_won}
        taken = player.take(coins, 30)
        assert not won or taken in won


def test_perfect_by_score_says_when_it_is_not_exact() -> None:
    game = PRESETS["assignment4"]
    player = begun("perfect-score", game)
    taken = player.take(game.triangle.full, 30)
    assert taken in {run.mask for run in Values(game).best_moves(game.triangle.full)}
    assert player.notes == ["not exact with 36 coins left, too many by score: takes what wins instead"]
    player.begin(CoinProblem(game), True, 1)
    assert not player.notes


def test_perfect_plays_on_where_nothing_is_known() -> None:
    game = CoinGame(10)
    player = begun("perfect", game)
    assert player.take(game.triangle.full, 30)
    assert "55 coins" in player.notes[0]


@pytest.mark.parametrize("objective", ["win", "score", "win-then-score"])
def test_perfect_keeps_the_value(objective: str) -> None:
    chance = Random(6)
    for game in SMALL_GAMES:
        values = Values(game, objective)
        player = begun(f"perfect-{objective}", game)
        for _ in range(30):
            coins = some_coins(game, chance)
            taken = player.take(coins, 30)
            moves = {run.mask: value for run, value in values.moves(coins)}
            assert values.rank(moves[taken]) == values.rank(values.value(coins))


COMPILES = """import sys
from perfectplay.search.subsets.scores import sweep_scores
from perfectplay.search.subsets.wins import check_block, sweep_wins
from perfectplay.games.coins.players.roster import ROSTER
from perfectplay.model.specs import load
player = ROSTER.make(sys.argv[1])
player.begin(load("coins/assignment4"), True, 1)
ready = lambda: [bool(kernel.compiled) for kernel in (sweep_wins, sweep_scores, check_block)]
before = ready()
for count in (30, 16):
    player.take((1 << count) - 1, 60)
sys.exit(0 if any(before) and before == ready() else f"{before} before, {ready()} after")
"""


@pytest.mark.parametrize(
    "name",
    [
        "perfect",
        *(
            pytest.param(name, marks=pytest.mark.long)
            for name in ("endgame", "perfect-score", "perfect-win-then-score")
        ),
    ],
)
def test_kernels_are_ready_before_the_clock_runs(name: str) -> None:
    done = subprocess.run([sys.executable, "-c", COMPILES, name], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


def test_endgame_plays_on_where_a_limit_is_hit(monkeypatch: pytest.MonkeyPatch) -> None:
    def moves(self: Values, coins: int) -> None:
        raise LimitHitError("memory", "nothing is left")

    player = begun("endgame", PRESETS["assignment4"])
    monkeypatch.setattr(Values, "moves", moves)
    taken = player.take(0xFFFF, 30)
    assert taken & ~0xFFFF == 0 and taken.bit_count() == 4  # 15 points, the most that a run is worth
    assert player.notes == ["not exact with 16 coins left, nothing is left: takes most points"]


@pytest.mark.parametrize("name", ["perfect-score", "perfect-win-then-score"])
def test_perfect_plays_on_with_more_points_than_are_counted(name: str) -> None:
    game = CoinGame(4, points=(4000,))
    player = begun(name, game)
    taken = player.take(game.triangle.full, 30)
    assert taken in {run.mask for run in Values(game).best_moves(game.triangle.full)}
    assert "not exact by score: points that may add up to" in player.notes[0]


WIN = {game.side: Values(game) for game in (CoinGame(5, 2, False), CoinGame(6))}


def never_loses(games: int) -> None:
    """Let `perfect` play from where it wins: won positions that it begins, and lost ones that the other begins."""
    chance = Random(7)
    others = [named(name) for name in ("random", "greedy", "endgame", "perfect")]
    with named("perfect") as player:
        for seed in range(games):
            game = SMALL_GAMES[2 + seed % 4]
            coins = game.triangle.full if seed % 5 == 0 else some_coins(game, chance)
            is_first = WIN[game.side].value(coins).is_won
            other = others[seed // 4 % len(others)]
            record = play_game(CoinProblem(game, coins), [player, other] if is_first else [other, player], seed)
            assert record.winner == (0 if is_first else 1), (game, coins, seed)
            assert not record.faults and not record.is_forfeited


def test_perfect_never_loses_from_a_won_position() -> None:
    never_loses(300)


@pytest.mark.long
def test_perfect_never_loses_from_a_won_position_in_ten_thousand_games() -> None:
    never_loses(10_000)


def test_perfect_wins_on_a_large_triangle() -> None:
    game, chance = PRESETS["assignment4"], Random(8)
    for seed in range(4):
        coins = sum(1 << cell for cell in chance.sample(range(36), 24))
        is_first = Values(game).value(coins).is_won
        with named("perfect") as player, named("greedy") as other:
            record = play_game(CoinProblem(game, coins), [player, other] if is_first else [other, player], seed)
        assert record.winner is not None and record.names[record.winner] == "perfect"
        assert record.notes == ((), ())


SEARCHES = ("alphabeta", "minimax", "minimax-memory")


def test_names() -> None:
    names = list(player_makers(CoinProblem(CoinGame(1))))
    assert names[:3] == ["random", "greedy", "pattern"] and set(names) == {"random", *ROSTER.players, *SEARCHES}
    for name in names:
        assert named(name).name == name
    assert not {"perfect-win", "pattern-exact"} & {*names}
    assert named("perfect-win").name == "perfect-win"  # understood all the same
    with pytest.raises(InputError, match="no player and no program 'nobody-knows'"):
        named("nobody-knows")
    assert find_program("'") is None and find_program("") is None
