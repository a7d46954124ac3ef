"""Tables of games of taking away agree with definitions written out, compiled, bounds-checked and interpreted."""

import random

import numpy as np
import pytest

from perfectplay.base.limits import LimitHitError, Limits
from perfectplay.search.subsets import sweep
from perfectplay.search.subsets.layout import LOW_BITS, blocks_by_ones, lay_out
from perfectplay.search.subsets.sweep import Sweeper, TakingGame, WinTable
from perfectplay.search.subsets.wins import check_block
from perfectplay.search.watch import Watch
from tests.kernels import IS_INTERPRETED

MOST = 9 if IS_INTERPRETED else 13


def random_game(things: int, seed: int) -> TakingGame:
    """Return a game in which every single thing can be taken, and some larger sets."""
    chance = random.Random(seed)
    moves = {1 << thing for thing in range(things)}
    for _ in range(2 * things):
        size = chance.randint(1, min(4, things))
        moves.add(sum(1 << thing for thing in chance.sample(range(things), size)))
    return TakingGame(things, tuple(sorted(moves)), tuple(chance.randint(-9, 9) for _ in moves))


def lost_by_definition(game: TakingGame, is_last_lost: bool) -> list[bool]:
    lost = [not is_last_lost]
    for position in range(1, 1 << game.things):
        lost.append(not any(lost[position ^ move] for move in game.moves if move & position == move))
    return lost


def values_by_definition(game: TakingGame, last_value: int) -> list[int]:
    values = [last_value]
    steps = list(zip(game.moves, game.points, strict=True))
    for position in range(1, 1 << game.things):
        values.append(max(points - values[position ^ move] for move, points in steps if move & position == move))
    return values


@pytest.fixture(params=["usual blocks", "small blocks"])
def _blocks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small blocks make even small games have several, each with several groups, on several threads."""
    if request.param == "small blocks":
        monkeypatch.setattr(sweep, "WORD_NEAR_BITS", 1)
        monkeypatch.setattr(sweep, "NUMBER_NEAR_BITS", 5)
        monkeypatch.setattr(sweep, "FEW_UNITS", 1)


@pytest.mark.usefixtures("_blocks")
@pytest.mark.parametrize("things", range(MOST))
@pytest.mark.parametrize("is_last_lost", [True, False])
def test_wins(things: int, is_last_lost: bool) -> None:
    game = random_game(things, things) if things else TakingGame(0, (), ())
    table = Sweeper(Watch(threads=2)).wins(game, is_last_lost)
    wanted = lost_by_definition(game, is_last_lost)
    assert [table.is_lost(position) for position in range(1 << things)] == wanted
    assert table.lost_positions == sum(wanted) == int(np.bitwise_count(table.lost).sum())
    for block in range(len(table.sums)):
        assert table.is_sound(block)
        assert table.count_block(block)[0] == int(table.sums[block])
    table.lost[-1] ^= np.uint64(1)
    assert not table.is_sound(len(table.sums) - 1)


@pytest.mark.usefixtures("_blocks")
@pytest.mark.parametrize("things", range(MOST))
@pytest.mark.parametrize("last_value", [25, -16400])
def test_scores(things: int, last_value: int) -> None:
    game = random_game(things, things) if things else TakingGame(0, (), ())
    table = Sweeper(Watch(threads=2)).scores(game, last_value)
    assert table.tolist() == values_by_definition(game, last_value)


def test_a_sweep_that_was_ended_goes_on() -> None:
    game = random_game(MOST, 1)
    whole = Sweeper().wins(game, True)
    levels = []
    table = WinTable(game, True, np.zeros_like(whole.lost))

    class EndedError(Exception):
        pass

    def end(level: int) -> None:
        levels.append(level)
        raise EndedError

    with pytest.raises(EndedError):
        Sweeper().sweep_wins(table, 0, end)
    Sweeper().sweep_wins(table, levels[0], lambda level: levels.append(level))
    assert (table.lost == whole.lost).all() and table.lost_positions == whole.lost_positions


def test_blocks_with_equally_many_ones() -> None:
    levels = blocks_by_ones(10, 0, 6)
    assert [len(level) for level in levels] == [1, 4, 6, 4, 1]
    assert blocks_by_ones(4, LOW_BITS, 0)[0].tolist() == [0]


def test_every_move_is_in_one_part() -> None:
    game = random_game(MOST, 3)
    layout = lay_out(game.things, game.moves, game.points, 0, 5)
    lists = {(int(w), int(p)) for w, p in zip(layout.inner.within, layout.inner.points, strict=True)}
    assert len(layout.far.outer) + len(layout.near.outer) + len(lists) == len(game.moves)


def test_limits_end_a_sweep() -> None:
    game = random_game(MOST, 4)
    for limits in (Limits(memory=1), Limits(positions=1), Limits(seconds=1e-9)):
        with pytest.raises(LimitHitError):
            Sweeper(Watch(limits)).wins(game, True)
        with pytest.raises(LimitHitError):
            Sweeper(Watch(limits)).scores(game, 1)


def test_sums_tell_places_apart() -> None:
    words = np.array([1, 2, 3, 4], np.uint64)
    swapped = np.array([2, 1, 3, 4], np.uint64)
    ends = np.uint64(0), np.uint64(4)
    assert check_block(words, *ends)[0] != check_block(swapped, *ends)[0]
    assert check_block(words, *ends)[1] == check_block(swapped, *ends)[1] == 5
