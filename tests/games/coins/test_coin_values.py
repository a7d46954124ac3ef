"""Coins solved: known answers, a plain minimax that agrees, the shapes everybody knows, and what a win may cost."""

import random
import tomllib
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.base.limits import LimitHitError
from perfectplay.games.coins import CoinGame, CoinPosition
from perfectplay.games.coins.book import find_book
from perfectplay.games.coins.game import PRESETS, coloured, colours_by_seed
from perfectplay.games.coins.solving.values import OBJECTIVES, Openings, Values
from perfectplay.model.answers import Decided
from tests.brute_coins import Brute, name
from tests.places import DATA

KNOWN = tomllib.loads((DATA / "coins.toml").read_text())


@pytest.fixture(autouse=True)
def _no_saved_tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Tables that happen to be saved answer nothing here."""
    monkeypatch.setattr("perfectplay.model.tables.data_folder", lambda: tmp_path)


def decided(problem: Any, **options: Any) -> Decided:
    answer = pp.solve(problem, **options)
    assert isinstance(answer, Decided)
    return answer


@pytest.mark.parametrize("case", [case for case in KNOWN["win"] if not case.get("long")], ids=lambda case: case["side"])
def test_known_wins(case: dict[str, Any]) -> None:
    spec = f"coins/{case['side']}"
    counted = pp.count(spec)
    assert (counted.winner, counted.lost_positions) == (case["winner"], case["lost"])
    assert counted.winning_first_moves == case["winning_first_moves"]
    assert counted.positions == 2 ** (case["side"] * (case["side"] + 1) // 2)
    answer = decided(spec)
    assert (answer.winner, len(answer.best_moves)) == (case["winner"], case["winning_first_moves"])
    assert answer.value == (1 if case["winner"] == "first" else -1)
    assert answer.optimal and answer.status == "solved"


def test_the_winning_moves_of_side_4_are_its_sides() -> None:
    assert decided("coins/4").best_moves == ("a1-a4", "a1-d4", "a4-d4")


def test_known_scores() -> None:
    for case in KNOWN["score"]:
        assert decided(case["spec"], objective="score").value == case["value"]


def test_known_numbers_of_moves() -> None:
    for spec, count in KNOWN["moves"].items():
        problem: Any = pp.load(spec)
        assert len(problem.moves(problem.start)) == count


GAMES = [
    CoinGame(4),
    CoinGame(4, longest_run=2),
    CoinGame(4, is_misere=False),
    CoinGame(4, points=(5, 1, 8, -11), winner_points=25),
    CoinGame(4, is_misere=False, points=(3, 7, -5, 15), winner_points=25, loser_points=-25),
    coloured(
        CoinGame(4, 3, points=(3, 7, -5, 5), winner_points=25, colour_points=(6, -8, 0, 1)), colours_by_seed(10, 7)
    ),
]


def brute_of(game: CoinGame, rows: list[str], objective: str) -> Brute:
    ends = game.winner_points, game.loser_points
    return Brute(rows, game.longest_run, game.is_misere, game.points, *ends, objective, game.colour_points)


def check(values: Values, brute: Brute, position: CoinPosition) -> None:
    """Compare a position and all its moves with the brute force; its rows are the coins that brute force knows."""
    cells = frozenset(position.triangle.places[n] for n in range(position.triangle.size) if position.coins >> n & 1)
    win, points = brute.best(cells)
    value = values.value(position.coins)
    assert value == (win > 0, points if values.objective != "win" else win)
    wanted = {name(move): brute.after(cells, move) for move in brute.moves(cells)}
    found = {run.text: value for run, value in values.moves(position.coins)}
    if values.objective == "win":
        assert {text: value.is_won for text, value in found.items()} == {text: w > 0 for text, (w, _) in wanted.items()}
    else:
        assert found == {text: (w > 0, p) for text, (w, p) in wanted.items()}
        best = max(map(values.rank, found.values()), default=None)
        best_texts = [text for text, value in found.items() if values.rank(value) == best]
        assert [run.text for run in values.best_moves(position.coins)] == best_texts


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("game", GAMES)
def test_every_position_of_side_4_agrees_with_plain_minimax(game: CoinGame, objective: str) -> None:
    values = Values(game, objective)
    brute = brute_of(game, CoinPosition(4, game.triangle.full, game.colours).rows, objective)
    for coins in range(1 << 10):
        check(values, brute, CoinPosition(4, coins, game.colours))


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(
    "game",
    [
        CoinGame(5, points=(1, 2, 3)),
        CoinGame(5, longest_run=3, is_misere=False),
        PRESETS["assignment1"],
        PRESETS["assignment3"],
        coloured(PRESETS["assignment5"], colours_by_seed(21, 1)),
        coloured(PRESETS["assignment5"], colours_by_seed(21, 5)),
        PRESETS["assignment4"],
    ],
    ids=lambda game: f"{game.preset or game.side}",
)
def test_random_positions_agree_with_plain_minimax(game: CoinGame, objective: str) -> None:
    chance, cells = random.Random(f"{game} {objective}"), game.triangle.size
    values = Values(game, objective)
    for count in (1, 4, 7, 9, 10, 11):
        near = chance.randrange(cells)  # coins close together have runs among them
        chosen = sorted(range(cells), key=lambda cell: abs(cell - near) + 6 * chance.random())[:count]
        position = CoinPosition(game.side, sum(1 << cell for cell in chosen), game.colours)
        check(values, brute_of(game, position.rows, objective), position)


def degrees(coins: tuple[int, ...], pairs: list[int], mask: int) -> tuple[int, ...]:
    return tuple(sorted(sum(pair & ~mask == 0 and pair >> cell & 1 for pair in pairs) for cell in coins))


def test_lost_shapes_of_four_coins_come_out_of_the_table() -> None:
    """Without a straight three, four coins are told apart by how many neighbours each has."""
    values = Values(CoinGame(6))
    board = values.game.triangle
    pairs, threes = ([run.mask for run in board.runs if run.length == length] for length in (2, 3))
    verdicts: dict[tuple[int, ...], set[bool]] = defaultdict(set)
    for cells in combinations(range(board.size), 4):
        mask = sum(1 << cell for cell in cells)
        if all(three & ~mask for three in threes):
            verdicts[degrees(cells, pairs, mask)].add(values.value(mask).is_won)
    assert verdicts == {
        (1, 1, 1, 1): {False},  # two separate pairs
        (0, 2, 2, 2): {False},  # a triangle and a single
        (1, 1, 2, 2): {False},  # a bent path
        (2, 2, 3, 3): {False},  # a rhombus
        (1, 1, 1, 3): {True},  # the three-armed star, which counts of coins and moves take for lost
        (0, 1, 1, 2): {True},  # the bent three with a single, which they take for lost too
        (0, 0, 1, 1): {True},
        (0, 0, 0, 0): {True},
    }


def test_an_odd_number_of_single_coins_is_lost() -> None:
    values = Values(CoinGame(6))
    board = values.game.triangle
    pairs = [run.mask for run in board.runs if run.length == 2]
    for count in range(1, 8):
        for cells in combinations(range(board.size), count):
            mask = sum(1 << cell for cell in cells)
            if all(pair & ~mask for pair in pairs):
                assert values.value(mask).is_won == (count % 2 == 0)


@pytest.mark.parametrize(
    ("text", "is_won"),
    [
        ("o/oo/.../oo..", True),
        ("./oo/.../.oo.", False),
        ("o/oo/.../o...", False),
        ("o/o./.oo/....", False),
        ("o/oo/.o./....", False),
        ("./o./.oo/.o..", True),
        ("o/o./.o./o...", True),
    ],
)
def test_shapes_by_text(text: str, is_won: bool) -> None:
    position = CoinPosition.parse(text)
    assert Values(CoinGame(4)).value(position.coins).is_won == is_won


def test_taking_the_sure_win_can_cost_points() -> None:
    by_score = decided("coins/assignment3", objective="score")
    by_win = decided("coins/assignment3", objective="win-then-score")
    assert (by_score.winner, by_score.value) == ("second", 12)  # the last coin is left to oneself for a better run
    assert (by_win.winner, by_win.value) == ("first", -11)  # the win costs 23 points
    assert decided("coins/assignment3").winner == "first"


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_game_that_is_shown_has_the_value_that_is_told(objective: str) -> None:
    for spec in ("coins/assignment1", "coins/assignment3", "coins/assignment5:seed=4", "coins/4:play=normal"):
        problem: Any = pp.load(spec)
        answer = decided(problem, objective=objective)
        position, ahead, sign = problem.start, 0, 1
        for text in answer.solution:
            run = problem.find_run(position, text)
            ahead += sign * problem.game.worth(run)
            position, sign = problem.play(position, text), -sign
        assert not position.coins
        ahead += sign * problem.game.last_value
        has_won = (sign == 1) == problem.game.is_misere
        assert ("first" if has_won else "second") == answer.winner
        assert objective == "win" or ahead == answer.value


def test_every_move_has_its_value() -> None:
    answer = decided("coins/assignment3", objective="score", all_moves=True)
    assert answer.move_values is not None and len(answer.move_values) == 126
    best = max(value for _, _, value in answer.move_values)
    assert best == answer.value
    assert {text for text, _, value in answer.move_values if value == best} == set(answer.best_moves)
    assert decided("coins/4").move_values is None
    with pytest.raises(pp.InputError, match="all_moves=… is for coins"):
        pp.solve("pegs/triangle-5", all_moves=True)


def test_values_stay_when_the_triangle_is_turned() -> None:
    values, board = Values(CoinGame(6)), CoinGame(6).triangle
    chance = random.Random(6)
    for _ in range(200):
        coins = chance.randrange(1 << board.size)
        assert len({values.value(board.image(item, coins)).is_won for item in board.symmetries}) == 1


@pytest.mark.parametrize("spec", ["coins/8", "coins/assignment4"])
def test_openings_come_from_the_book(spec: str) -> None:
    problem: Any = pp.load(spec)
    answer = decided(problem)
    assert answer.search == {"by": "the book of openings"}
    assert answer.winner == "first" and answer.solution == ()
    if spec == "coins/8":
        assert len(answer.best_moves) == 12
    values, board = Values(problem.game), problem.triangle
    for gone in ("a1", "d3-e4", "f8", "a8-b8"):
        if gone in board.run_of:
            coins = board.full & ~board.run_of[gone].mask
            assert isinstance(values.source(coins), Openings)
            images = [board.image(item, coins) for item in board.symmetries]
            assert len({len(values.best_moves(image)) for image in images}) == 1
            for run in values.best_moves(coins):
                after = values.game.triangle.full & ~board.run_of[gone].mask & ~run.mask
                known = find_book(problem.game)
                assert known is not None and known.winning_masks(after) in (None, set())


def test_positions_of_large_triangles_are_solved_as_far_as_it_goes(tmp_path: Path) -> None:
    rows = ["." * row for row in range(1, 9)] + ["o" * 9, "o" * 10]
    (tmp_path / "a.txt").write_text("\n".join(rows) + "\n")
    answer = decided(f"coins/@{tmp_path / 'a.txt'}")
    assert answer.search["by"].startswith("a table of all 524,288 positions")
    for spec, objective in (
        ("coins/9", "win"),
        ("coins/10", "win"),
        ("coins/8", "score"),
        ("coins/assignment4", "score"),
    ):
        unknown = pp.solve(spec, objective=objective)
        assert isinstance(unknown, pp.Unknown) and unknown.limit == "memory"
        assert "bytes are needed" in unknown.detail


def test_limits() -> None:
    for limits, name_of_limit in (
        (pp.Limits(memory=1000), "memory"),
        (pp.Limits(positions=1000), "positions"),
        (pp.Limits(seconds=1e-9), "time"),
    ):
        answer = pp.solve("coins/6", objective="score", limits=limits)
        assert isinstance(answer, pp.Unknown) and answer.limit == name_of_limit
        counted = pp.count("coins/6", limits=limits)
        assert counted.limit == name_of_limit
    with pytest.raises(LimitHitError):
        Values(CoinGame(6), limits=pp.Limits(memory=10)).value(1)


def test_an_empty_triangle_is_over() -> None:
    values = {play: Values(CoinGame(3, is_misere=play == "misere")) for play in ("misere", "normal")}
    assert values["misere"].value(0).is_won and not values["normal"].value(0).is_won
    problem: Any = pp.load("coins/3")
    answer = decided(problem.starting_at(CoinPosition(3, 0)))
    assert (answer.winner, answer.best_moves, answer.solution) == ("first", (), ())


def test_points_beyond_measure_are_refused() -> None:
    with pytest.raises(pp.UnsupportedError, match="too many"):
        Values(CoinGame(6, points=(9999,)), "score")
    with pytest.raises(pp.InputError, match="unknown objective"):
        Values(CoinGame(3), "luck")


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("coins", [-1, 1 << 21, 1 << 70])
def test_what_is_no_position_is_refused(objective: str, coins: int) -> None:
    values = Values(CoinGame(6), objective)
    for ask in (values.value, values.moves, values.best_moves):
        with pytest.raises(pp.InputError, match="is no position: it has coins outside the 21 cells"):
            ask(coins)


def test_values_are_of_a_game() -> None:
    problem: Any = pp.load("coins/3")
    assert repr(problem) == "<CoinProblem coins/3>"
    with pytest.raises(pp.InputError, match=r"such as `problem\.game`, not of <CoinProblem coins/3>"):
        Values(problem)
