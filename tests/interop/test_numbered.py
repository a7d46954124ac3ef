"""What both bridges rest on: the extent of a game, numbers for moves, vectors for positions, rewards."""

import subprocess
import sys
from itertools import pairwise
from random import Random

import pytest

from perfectplay.base.errors import InputError, UnsupportedError
from perfectplay.interop import openspiel, pettingzoo
from perfectplay.interop.numbered import NumberedGame, Play
from perfectplay.model import extent
from perfectplay.model.extent import Extent, walked_extent
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.specs import load
from tests.interop.games import Walk, heaps


def random_play(game: NumberedGame, seed: int) -> list[Play]:
    chance, plays = Random(seed), [game.begin()]
    while plays[-1].legal:
        plays.append(plays[-1].after(chance.choice(plays[-1].legal)))
    return plays


@pytest.mark.parametrize("spec", ["coins/1", "coins/3", "coins/4:runs=2,points=1/3", "coins/3:points=-2/1,play=normal"])
def test_a_family_that_knows_its_extent_agrees_with_a_walk(spec: str) -> None:
    problem = load(spec)
    assert isinstance(problem, GameForTwo)
    assert problem.extent() == walked_extent(problem, problem.step, problem.points_at_end)


def test_a_walk_finds_moves_length_and_sizes() -> None:
    assert heaps("2-1").extent() == Extent(("1:1", "1:2", "2:1"), 3, 3, 0, 1)
    assert Walk(5).extent() == Extent(("up", "down"), None, 1, 0, 1)


def test_a_walk_of_too_many_positions_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extent, "MOST_POSITIONS", 50)
    assert heaps("4-4").extent().longest == 8
    with pytest.raises(UnsupportedError, match="more than 50 positions"):
        heaps("9-9").extent()


def test_moves_keep_their_numbers_wherever_a_game_starts() -> None:
    problem = load("coins/4")
    elsewhere = problem.starting_at(problem.play(problem.start, "a1-a4"))
    assert NumberedGame(elsewhere).moves == NumberedGame(problem).moves


@pytest.mark.parametrize("seed", range(5))
def test_rewards_are_those_of_a_referee(seed: int) -> None:
    problem = load("coins/assignment3")
    assert isinstance(problem, GameForTwo)
    by_score, by_win = NumberedGame(problem), NumberedGame(problem, "win")
    assert (by_score.objective, by_win.most_reward) == ("score", 1)
    plays = random_play(by_score, seed)
    end, points = plays[-1], [0, 0]
    for before, after in pairwise(plays):
        text = next(
            text for text in problem.moves(before.position) if problem.play(before.position, text) == after.position
        )
        points[before.mover] += problem.points_of(before.position, text)
    winner = problem.winner(end.position, end.mover)
    assert winner is not None
    points = [own + more for own, more in zip(points, problem.end_points(winner), strict=True)]
    assert end.returns == (points[0] - points[1], points[1] - points[0])
    assert tuple(map(sum, zip(*(play.rewards for play in plays), strict=True))) == end.returns
    assert abs(end.returns[0]) <= (by_score.most_reward or 0)
    assert random_play(by_win, seed)[-1].returns == ((1, -1) if winner == 0 else (-1, 1))


def test_vectors_have_one_size_and_tell_who_is_to_move() -> None:
    for problem in (load("coins/3"), heaps("3-1"), Walk(5)):
        game = NumberedGame(problem, most_moves=9)
        for play in random_play(game, 1):
            first, second = play.vector(0), play.vector(1)
            assert len(first) == len(second) == game.vector_size and max(first) <= game.most_mark
            assert (first[:2], second[:2]) == (((1, 0), (0, 1)) if play.mover == 0 else ((0, 1), (1, 0)))
            assert first[2:] == second[2:]
    assert NumberedGame("coins/2").begin().after(0).vector(1) == (1, 0, 0, 1, 1)
    assert bytes(NumberedGame(heaps("3-1")).begin().vector(0)[2:]) == b"3-1"


def test_a_play_of_the_most_moves_is_a_draw() -> None:
    game = NumberedGame(Walk(2), most_moves=4)
    up, down = game.number["up"], game.number["down"]
    play = game.begin().after(up).after(down).after(up)
    assert (play.is_cut_off, game.longest) == (False, 4)
    cut = play.after(up)
    assert (cut.is_cut_off, cut.is_over, cut.legal, cut.returns) == (True, False, [], (0, 0))
    won = game.begin().after(up).after(down).after(down).after(down)
    assert (won.is_cut_off, won.is_over, won.returns) == (False, True, (-1, 1))
    assert NumberedGame(Walk(8)).begin().after(up).returns == (0, 0)


def test_what_cannot_be_bridged_is_refused_in_a_line() -> None:
    for problem, options, message in [
        ("pegs/english", {}, "is no game for two; the bridges are for "),
        ("coins/3", {"objective": "beauty"}, "no rewards by 'beauty'; there are win and score"),
        (heaps("1-2"), {"objective": "score"}, "there are win$"),
        (heaps("0-0"), {}, "is over at its start"),
        ("coins/3", {"most_moves": 0}, "most_moves is a number of moves"),
        (7, {}, "expected a problem or a spec"),
    ]:
        with pytest.raises((InputError, UnsupportedError), match=message):
            NumberedGame(problem, **options)  # type: ignore[arg-type]


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pettingzoo", "pettingzoo.utils", "pyspiel"):
        monkeypatch.setitem(sys.modules, name, None)
    for name in ("pettingzoo_env", "openspiel_game"):  # other tests have imported these
        monkeypatch.delitem(sys.modules, f"perfectplay.interop.{name}", raising=False)
    with pytest.raises(UnsupportedError, match=r"pip install 'perfectplay\[pettingzoo\]'"):
        pettingzoo.env("coins/3")
    with pytest.raises(UnsupportedError, match=r"pip install 'perfectplay\[openspiel\]'"):
        openspiel.register("coins/3")


def test_bridges_import_their_libraries_when_they_are_used() -> None:
    script = (
        "import sys, perfectplay.interop.openspiel, perfectplay.interop.pettingzoo;"
        "sys.exit(str({'numba', 'numpy', 'pettingzoo', 'pyspiel'} & set(sys.modules) or ''))"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stderr.strip() == ""
