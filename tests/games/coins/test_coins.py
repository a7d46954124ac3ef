"""Coins: triangles, positions, rules, specs and files."""

import io
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import perfectplay as pp
from perfectplay.games.coins import CoinGame, CoinPosition, CoinProblem
from perfectplay.games.coins.files import parse_position_file
from perfectplay.games.coins.game import PRESETS, colours_by_seed
from perfectplay.games.coins.triangle import triangle
from tests import brute_coins
from tests.places import ROOT


def load(spec: str) -> CoinProblem:
    problem = pp.load(spec)
    assert isinstance(problem, CoinProblem)
    return problem


@pytest.mark.parametrize("side", range(1, 11))
def test_a_triangle_has_as_many_runs_as_it_should(side: int) -> None:
    board = triangle(side)
    assert board.size == side * (side + 1) // 2
    assert len(board.runs) == len({run.mask for run in board.runs}) == side * side * (side + 1) // 2
    assert board.names[0] == "a1" and len(set(board.names)) == board.size


@pytest.mark.parametrize("side", range(1, 9))
def test_symmetries_take_runs_to_runs(side: int) -> None:
    board = triangle(side)
    masks = {run.mask for run in board.runs}
    assert len(set(board.symmetries)) == (6 if side > 1 else 1)
    for permutation in board.symmetries:
        assert {board.image(permutation, mask) for mask in masks} == masks


def positions() -> st.SearchStrategy[CoinPosition]:
    def of_side(side: int) -> st.SearchStrategy[CoinPosition]:
        cells = side * (side + 1) // 2
        plain = st.text("o.", min_size=cells, max_size=cells)
        coloured = st.text("rgywo.", min_size=cells, max_size=cells)
        return st.one_of(plain, coloured).map(
            lambda marks: CoinPosition.from_drawing([marks[r * (r + 1) // 2 :][: r + 1] for r in range(side)])
        )

    return st.integers(1, 10).flatmap(of_side)


@given(positions())
def test_texts_come_back(position: CoinPosition) -> None:
    assert CoinPosition.parse(position.text) == position
    assert eval(repr(position)) == position
    assert str(position).split("\n") == position.rows
    assert position.count == sum(mark != "." for mark in position.text if mark != "/")


@given(positions())
def test_positions_paste_into_specs(position: CoinPosition) -> None:
    variant = str(position.side)
    if position.colours:
        position = CoinPosition(6, position.coins & triangle(6).full, position.colours.ljust(21, "w")[:21])
        variant = "assignment5" if position.colours else "6"  # there o for each coin leaves the colours to the seed
    spec = f"coins/{variant}:position={position.text}"
    problem = load(spec)
    assert (problem.start.text, problem.spec) == (position.text, spec)
    assert load(f"{spec},play=normal").start == problem.start


def test_positions_of_presets() -> None:
    rows = "o/../ooo/..../...../......"
    assert load(f"coins/assignment3:position={rows}").start.count == 4
    problem = load(f"coins/assignment5:position={rows},seed=3")
    whole = load("coins/assignment5:seed=3")
    assert problem.game == whole.game and problem.start.coins == 0b111001
    assert problem.start.rows[0] == whole.start.rows[0]
    large = load("coins/assignment4:position=o/oo/ooo/..../...../....../......./.......o")
    assert (large.start.count, large.game.longest_run, large.game.preset) == (7, 6, "assignment4")


def test_positions_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    for data, spec in ((b"runs: 2\n\no\n.o\n", "coins/-"), (b"o\n.o\n", "coins/-:runs=2")):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        problem = load(spec)
        assert (problem.start.text, problem.game.longest_run, problem.spec) == ("o/.o", 2, spec)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"o\n.x\n")))
    with pytest.raises(pp.InputError, match="standard input, line 2, column 2: 'x' is not o"):
        load("coins/-")


@given(st.integers(1, 6), st.integers(0, 2**32), st.integers(1, 6), st.booleans())
def test_random_games_go_by_the_rules(side: int, seed: int, longest: int, is_misere: bool) -> None:
    problem = CoinProblem(CoinGame(side, longest, is_misere))
    chance, position = random.Random(seed), problem.start
    while not problem.is_goal(position):
        brute = brute_coins.Brute(position.rows, longest, is_misere, (), 1, 0, "win")
        assert sorted(problem.moves(position)) == sorted(map(brute_coins.name, brute.moves(brute.start)))
        move = chance.choice(problem.moves(position))
        after = problem.play(position, move)
        assert after.count < position.count
        assert problem.play(position, "-".join(reversed(move.split("-")))) == after
        assert problem.solution([position.coins, after.coins]) == [move]
        position = after
    assert problem.moves(position) == []


def test_presets_are_those_of_the_assignments() -> None:
    first, third, fourth, fifth = (PRESETS[f"assignment{number}"] for number in (1, 3, 4, 5))
    assert (first.side, first.points, first.winner_points, first.seconds) == (6, (5, 9, 11, 10, 8, 5), 80, 30)
    assert (third.side, third.points, third.winner_points, third.seconds) == (6, (5, 1, 8, -11, 11, -30), 25, 30)
    assert (fourth.side, fourth.longest_run, fourth.points) == (8, 6, (3, 7, -5, 15, 7, -20))
    assert (fourth.winner_points, fourth.loser_points, fourth.penalty_gain, fourth.seconds) == (25, -25, 50, 90)
    assert (fifth.side, fifth.points, fifth.winner_points, fifth.seconds) == (6, (3, 7, -5, 5, 7, -20), 25, 30)
    assert {game.penalty for game in PRESETS.values()} == {50}


def test_colours_by_seed_are_equally_likely() -> None:
    assert load("coins/assignment5").game.colours == load("coins/assignment5:seed=1").game.colours
    assert load("coins/assignment5:seed=2").game.colours != load("coins/assignment5:seed=1").game.colours
    letters = "".join(colours_by_seed(21, seed) for seed in range(1000))
    for letter in "rgyw":
        assert 0.23 < letters.count(letter) / len(letters) < 0.27


def test_what_a_run_is_worth() -> None:
    problem = load("coins/assignment5:colours=rgywrgywrgywrgywrgywr")
    worths = {run.text: points for run, points in zip(problem.game.runs, problem.game.run_points, strict=True)}
    assert worths["a1"] == 3 - 5
    assert worths["a2-b2"] == 7 + 5 + 2
    assert worths["a3-c3"] == -5 + 1 - 5 + 5
    plain = load("coins/2:position=r/gy,points=3/7,red=-9,white=4")
    assert plain.game.colour_points == (-9, 5, 2, 4)
    assert [plain.game.worth(run) for run in plain.runs(plain.start)][:4] == [3 - 9, 3 + 5, 3 + 2, 7 - 9 + 5]
    assert load("coins/2:seed=1,green=9").game.points_of_colour == {"r": -5, "g": 9, "y": 2, "w": 1}
    assert load("coins/assignment4").game.last_value == 50
    assert load("coins/assignment4:play=normal").game.last_value == -50
    assert load("coins/3:points=1/2,winner=7,loser=-2").game.last_value == 9


def test_moves_that_cannot_be_played() -> None:
    problem = load("coins/4:runs=2")
    start = problem.start
    for text, fragment in (
        ("a1-b3", "no straight line"),
        ("a1-a3", "takes 3 coins, but at most 2"),
        ("e1", "there is no cell 'e1'"),
        ("", "is not a move"),
        ("a1-", "is not a move"),
        ("a1-a2-a3", "is not a move"),
    ):
        with pytest.raises(pp.InputError, match=fragment):
            problem.play(start, text)
    after = problem.play(start, "A1")
    with pytest.raises(pp.InputError, match="there is no coin on a1"):
        problem.play(after, "a1-a2")


@pytest.mark.parametrize(
    ("spec", "fragment"),
    [
        ("coins/0", "a side of 1 to 10"),
        ("coins/11", "a side of 1 to 10"),
        ("coins/-3", "no triangle '-3'"),
        ("coins/six", "no triangle 'six'"),
        ("coins/6:runs=0", "runs is a whole number from 1 to 99"),
        ("coins/6:runs=x", "runs is a whole number from 1 to 99"),
        ("coins/6:play=odd", "play is misere or normal"),
        ("coins/6:seeds=1", "unknown key 'seeds'"),
        ("coins/6:red=1", "the coins have no colours, so leave out red"),
        ("coins/6:seed=1,red=x", "red has points, one whole number from -9999 to 9999"),
        ("coins/6:a1", "is no key=value"),
        ("coins/6:runs=2,runs=3", "runs is given twice"),
        ("coins/6:points=1/x", "points are whole numbers from -9999 to 9999"),
        ("coins/6:points=10000", "points are whole numbers from -9999 to 9999"),
        ("coins/6:winner=9999999", "winner has points, one whole number from -9999 to 9999"),
        ("coins/3:position=o/o o/o o o", "flush left, without spaces"),
        ("coins/6:points=" + "/".join("1" * 100), "are 100 numbers; give at most 99"),
        ("coins/6:winner=1/2", "winner has points, one whole number"),
        ("coins/assignment5:seed=-1", "seed is a whole number"),
        ("coins/assignment5:colours=rg", "2 colours are given for 21 coins"),
        ("coins/assignment5:colours=" + "b" * 21, "colour 1 is 'b'"),
        ("coins/assignment5:seed=1,colours=" + "r" * 21, "leave out one"),
        ("coins/assignment6", "no triangle"),
        ("coins/3:position=o/ox/ooo", "the position's row 2, column 2: 'x' is not o"),
        ("coins/3:position=o/o/ooo", "the position's row 2, column 2: row 2 of a triangle has 2 places, not 1"),
        ("coins/3:position=", "the position's row 1, column 1: row 1 of a triangle has 1 place, not 0"),
        ("coins/3:position=o/oo", "the position has 2 rows, where a side of 3 has 3"),
        ("coins/2:position=o/oo,position=o/..", "position is given twice"),
        ("coins/assignment5:seed=3,position=r/gy/wrg/ywrg/ywrgy/wrgywr", "leave out seed"),
        ("coins/@a.txt:position=o", "unknown key 'position'"),
        ("coins/@missing.txt", "no file missing.txt"),
    ],
)
def test_bad_specs(spec: str, fragment: str) -> None:
    with pytest.raises(pp.InputError, match=fragment):
        pp.load(spec)


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("", "draws no triangle"),
        ("o\nooo\n", "line 2, column 3: row 2 of a triangle has 2 places, not 3"),
        ("o\nox\n", "line 2, column 2: 'x' is not o"),
        ("speed: 3\n\no\n", "line 1: unknown key 'speed'"),
        ("runs: 3\nruns: 2\n\no\n", "line 2: runs is given twice"),
        ("o\n\no\n", "line 3: something follows the drawing"),
        ("o\no\n", "line 2, column 2: row 2 of a triangle has 2 places, not 1"),
        ("\n".join("o" * row for row in range(1, 12)), "line 11: a triangle has at most 10 rows"),
    ],
)
def test_bad_files(text: str, fragment: str) -> None:
    with pytest.raises(pp.InputError, match=fragment):
        parse_position_file(text)


def test_positions_from_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("runs: 2\nplay: normal\n\no\n.o\nooo\n")
    problem = load("coins/@a.txt")
    assert (problem.start.text, problem.game.longest_run, problem.game.is_misere) == ("o/.o/ooo", 2, False)
    assert load("coins/@a.txt:runs=3").game.longest_run == 3
    rows = ["r", "..", "gyw", "....", ".....", "......"]
    Path("b.txt").write_text("rules: assignment5\n\n" + "\n".join(rows) + "\n")
    problem = load("coins/@b.txt")
    assert problem.start.rows == problem.as_json()["start"] == rows
    assert problem.game.points == PRESETS["assignment5"].points
    Path("b.txt").write_text("red: 7\n\nr\n.g\n")
    assert load("coins/@b.txt").as_json()["colour_points"] == {"r": 7, "g": 5, "y": 2, "w": 1}
    assert load("coins/@b.txt:red=8").game.colour_points == (8, 5, 2, 1)
    for text, fragment in (
        ("rules: assignment9\n\no\n", "unknown rules"),
        ("rules: assignment1\n\no\n", "has a side of 6, but 1 rows are drawn"),
        ("red: 3\n\no\n", "the coins have no colours, so leave out red"),
        ("rules: assignment5\n\n" + "\n".join("o" * row for row in range(1, 7)), "has coloured coins"),
    ):
        Path("c.txt").write_text(text)
        with pytest.raises(pp.InputError, match=fragment):
            load("coins/@c.txt")


def test_pictures_show_colours() -> None:
    from perfectplay.draw.replay import replay_page
    from perfectplay.draw.svg import board_svg

    problem = load("coins/assignment5:colours=" + "rgywrgywrgywrgywrgywr")
    picture = board_svg(problem.scene(problem.start))
    for colour in ("red", "green", "yellow", "white"):
        assert f'id="pp-piece-{colour}"' in picture and f'href="#pp-piece-{colour}"' in picture
    assert "pp-piece-red" not in board_svg(load("coins/6").start.scene)
    page = replay_page("coins", problem.frames(["a1", "a2-b2"]))
    assert 'href="#pp-piece-green"' in page and "<title>a1, red</title>" in page


@pytest.mark.parametrize("letters", ["r.g.o.", "rogooo"])
def test_coins_without_a_colour_are_there(letters: str) -> None:
    from perfectplay.arena.protocol import new_game
    from perfectplay.draw.svg import board_svg

    problem = load(f"coins/3:points=3,colours={letters}")
    assert problem.game.colours == "rogooo" and problem.start.text == "r/og/ooo" and problem.start.count == 6
    assert [problem.game.worth(run) for run in problem.game.runs[:3]] == [3 - 5, 3, 3 + 5]
    assert problem.as_json()["start"] == ["r", "og", "ooo"]
    assert board_svg(problem.scene(problem.start)).count('href="#pp-piece') == 6
    assert "colours rogooo" in new_game(problem, True, 1, problem.start, 30)
    left = problem.play(problem.play(problem.start, "a1"), "b2")
    assert left == CoinPosition.parse("./o./ooo") and left.colours == ""
    assert load("coins/3:points=3,position=r/og/ooo").start == problem.start
    assert load("coins/3:colours=oooooo").game == CoinGame(3)


@pytest.mark.parametrize("colours", ["rgx", "rgyw"])
def test_colours_that_are_none(colours: str) -> None:
    with pytest.raises(pp.InputError, match="are no colours of 3 cells"):
        CoinPosition(2, 0b111, colours)


def test_a_whole_problem_tells_everything() -> None:
    whole: dict[str, Any] = load("coins/assignment5:seed=3").as_json()
    assert whole["family"] == "coins" and whole["colour_points"] == {"r": -5, "g": 5, "y": 2, "w": 1}
    assert "".join(whole["start"]) == colours_by_seed(21, 3)
    assert "colour_points" not in load("coins/6").as_json()


def test_moves_of_36_coins() -> None:
    """The counts that docs/reports.md holds against the 326 of a report."""
    counts = Counter(run.length for run in CoinGame(8).runs)
    assert counts == {1: 36, 2: 84, 3: 63, 4: 45, 5: 30, 6: 18, 7: 9, 8: 3}
    assert all(count % 3 == 0 for count in counts.values()) and 326 % 3
    singles, any_length = counts[1], counts.total()
    up_to_six = any_length - counts[7] - counts[8]
    assert (up_to_six, any_length) == (276, 288)
    assert (up_to_six + 2 * singles, any_length + 2 * singles) == (348, 360)
    assert (2 * up_to_six - singles, 2 * any_length - singles) == (516, 540)
    in_a_line_of_eight = sum(8 - length + 1 for length in range(2, 7))
    assert up_to_six + 2 * in_a_line_of_eight == 326
    written = " ".join((ROOT / "docs" / "reports.md").read_text(encoding="utf-8").split())
    assert "84, 63, 45, 30, 18, 9 and 3 runs of two to eight: 276 moves of up to six coins, 288 of any" in written
