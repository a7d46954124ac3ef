"""Coin tables in files: built, opened, damaged, refused, and gone on with after a kill."""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from filelock import FileLock

import perfectplay as pp
from perfectplay.base.folders import cache_folder
from perfectplay.base.limits import LimitHitError
from perfectplay.cli.main import main
from perfectplay.games.coins import CoinGame
from perfectplay.games.coins.solving import table as coin_table
from perfectplay.games.coins.solving.table import CoinTable, SavedTable, build_table, taking_game
from perfectplay.games.coins.solving.table_place import coin_table_path
from perfectplay.games.coins.solving.values import OBJECTIVES, Values
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.games.pegs.solving.oracle import saved_oracle
from perfectplay.model.tables import head_of, read_header, saved_tables
from perfectplay.search.subsets.sweep import Sweeper
from perfectplay.search.watch import Watch
from tests.places import DATA

KNOWN = tomllib.loads((DATA / "coins.toml").read_text())
COMMAND = [sys.executable, "-m", "perfectplay"]


def opened(path: Path) -> CoinTable:
    table = pp.open_table(path)
    assert isinstance(table, CoinTable)
    return table


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own, with the kernels there are."""
    Values(CoinGame(4)).value(1)
    kernels = cache_folder() / "kernels"
    (tmp_path / "home" / "cache").mkdir(parents=True)
    (tmp_path / "home" / "cache" / "kernels").symlink_to(kernels)
    monkeypatch.setenv("PERFECTPLAY_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.mark.parametrize(
    "game",
    [
        *(CoinGame(1), CoinGame(2), CoinGame(3), CoinGame(4, 2)),
        *(pytest.param(game, marks=pytest.mark.long) for game in (CoinGame(5, is_misere=False), CoinGame(6, 4))),
    ],
)
def test_a_saved_table_is_the_one_in_memory(tmp_path: Path, game: CoinGame) -> None:
    counts, stats = build_table(game, tmp_path / "a.table")
    table = opened(tmp_path / "a.table")
    in_memory = Sweeper().wins(taking_game(game), game.is_misere)
    assert (table.lost == in_memory.lost).all()
    assert table.counts == counts == {"positions": 1 << game.triangle.size, "lost_positions": in_memory.lost_positions}
    assert stats.expanded == counts["positions"]
    table.check_all()
    assert [path.name for path in tmp_path.iterdir()] == ["a.table"]


def test_threads_change_nothing(tmp_path: Path) -> None:
    tables = [Sweeper(Watch(threads=threads)).wins(taking_game(CoinGame(7)), True) for threads in (1, 3)]
    assert (tables[0].lost == tables[1].lost).all() and (tables[0].sums == tables[1].sums).all()


def test_numpy_alone_reads_it(tmp_path: Path) -> None:
    """As docs/tables.md says."""
    build_table(CoinGame(4), tmp_path / "a.table")
    place = read_header(tmp_path / "a.table")["arrays"]["lost"]
    lost = np.memmap(tmp_path / "a.table", place["dtype"], "r", place["offset"], place["count"])
    assert int(np.bitwise_count(lost).sum()) == 142
    single = 1 << 3
    assert int(lost[single >> 6]) >> (single & 63) & 1


@pytest.mark.usefixtures("home")
def test_a_saved_table_is_found_and_used() -> None:
    game = CoinGame(7)
    build_table(game, coin_table_path(game))
    assert saved_tables() == [coin_table_path(game)]
    values = Values(game)
    source = values.source(game.triangle.full)
    assert isinstance(source, SavedTable) and str(coin_table_path(game)) in source.about
    fresh = Values(CoinGame(7))
    fresh.__dict__["_saved"] = None
    for coins in (game.triangle.full, 0xABCDEF1, 0x7777777, 0, 1):
        assert values.value(coins) == fresh.value(coins)
        assert values.moves(coins) == fresh.moves(coins)
    assert pp.count("coins/7").lost_positions == 19_496_523
    answer = pp.solve("coins/7")
    assert "the saved table" in answer.search["by"]
    assert Values(CoinGame(7, is_misere=False))._saved is None


@pytest.mark.usefixtures("home")
def test_a_damaged_table_is_refused_by_name() -> None:
    game = CoinGame(7)
    path = coin_table_path(game)
    build_table(game, path)
    whole = path.read_bytes()
    for place, fragment in (
        (3, "does not begin as one"),
        (40, "checksum"),
        (4000, "where zeros should be"),
        (4096, "checksum"),
        (len(whole) - 5, "sum"),
    ):
        damaged = bytearray(whole)
        damaged[place] ^= 4
        path.write_bytes(bytes(damaged))
        with pytest.raises(pp.InputError, match=fragment) as caught:
            opened(path).check_all()
        assert str(path) in str(caught.value)
    path.write_bytes(whole[:-8])
    with pytest.raises(pp.InputError, match="bytes, but its header tells of"):
        pp.open_table(path)
    notices: list[str] = []
    assert Values(game, on_notice=notices.append).value(game.triangle.full).is_won  # done without
    assert len(notices) == 1 and str(path) in notices[0]


@pytest.mark.parametrize("place", [4095, 4104, 8191])
def test_padding_is_zero(tmp_path: Path, place: int) -> None:
    """The sum of the only block ends at byte 4,104, and the words begin with byte 8,192."""
    build_table(CoinGame(4), tmp_path / "coins.table")
    content = bytearray((tmp_path / "coins.table").read_bytes())
    content[place] = 1
    (tmp_path / "coins.table").write_bytes(bytes(content))
    with pytest.raises(pp.InputError, match="is damaged: there is something where zeros should be, before an array"):
        pp.open_table(tmp_path / "coins.table")


@pytest.mark.parametrize(
    ("part", "name", "value"),
    [("sums", "offset", 4096.0), ("lost", "count", 16.0), ("sums", "count", -1), ("problem", "longest_run", 10**400)],
    ids=lambda value: str(value)[:9],
)
def test_headers_of_another_type_are_refused(tmp_path: Path, part: str, name: str, value: float) -> None:
    path = tmp_path / "coins.table"
    build_table(CoinGame(4), path)
    header = read_header(path)
    (header[part] if part == "problem" else header["arrays"][part])[name] = value
    path.write_bytes(head_of(header).ljust(4096, b"\0") + path.read_bytes()[4096:])
    with pytest.raises(pp.InputError, match="its header lacks a part, or holds what cannot be"):
        pp.open_table(path)


def test_refusals_have_their_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LimitHitError, match="4,400,193,998,848 bytes are needed for the table of coins/9") as caught:
        build_table(CoinGame(9), tmp_path / "a.table")
    assert caught.value.limit == "memory"
    monkeypatch.setattr(shutil, "disk_usage", lambda path: _Usage())
    with pytest.raises(LimitHitError, match=r"270,336 bytes are needed on the disk of .* where 1,000 are free"):
        build_table(CoinGame(6), tmp_path / "a.table")
    assert list(tmp_path.iterdir()) == []


class _Usage:
    free = 1000


@pytest.mark.parametrize("limits", [pp.Limits(seconds=1e-6), pp.Limits(positions=5)])
def test_a_quick_build_that_hits_a_limit_leaves_nothing(tmp_path: Path, limits: pp.Limits) -> None:
    with pytest.raises(LimitHitError):
        build_table(CoinGame(6), tmp_path / "a.table", limits)
    assert list(tmp_path.iterdir()) == []


def test_two_builds_do_not_mix(tmp_path: Path) -> None:
    with FileLock(tmp_path / ".a.table.lock"), pytest.raises(pp.InputError, match="is being built by another process"):
        build_table(CoinGame(4), tmp_path / "a.table")
    build_table(CoinGame(4), tmp_path / "a.table")
    assert [path.name for path in tmp_path.iterdir()] == ["a.table"]


def checkpoints(home: Path) -> list[Path]:
    return list((home / "cache" / "checkpoints").glob("*-levels.map"))


def test_limit_while_resuming_keeps_the_work(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFECTPLAY_CHECKPOINT_SECONDS", "0")
    path, building = home / "a.table", home / ".a.table.building"

    def interrupt(phase: str, stats: pp.Stats) -> None:
        if phase and not phase.startswith("0%") and checkpoints(home):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_table(CoinGame(7), path, progress=pp.Progress(on_progress=interrupt))
    saved = checkpoints(home)[0].read_bytes()
    with pytest.raises(LimitHitError, match="time"):
        build_table(CoinGame(7), path, pp.Limits(seconds=1e-9))
    assert building.exists() and checkpoints(home)[0].read_bytes() == saved
    counts, stats = build_table(CoinGame(7), path)
    assert counts["lost_positions"] == 19_496_523 and stats.expanded < 2**28


@pytest.mark.parametrize("damage", [False, pytest.param(True, marks=pytest.mark.long)])
def test_work_goes_on_after_a_kill(home: Path, damage: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFECTPLAY_CHECKPOINT_SECONDS", "0")
    path = home / "a.table"
    building = home / ".a.table.building"
    for _ in range(20):
        process = subprocess.Popen(
            [*COMMAND, "table", "build", "coins/7", "--output", str(path)], stdout=subprocess.DEVNULL
        )
        while process.poll() is None and not checkpoints(home):
            time.sleep(0.0005)
        time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        process.wait()
        if building.exists() and checkpoints(home):
            break
    else:
        raise AssertionError("it was always done before it could be killed")
    assert not path.exists()
    if damage:
        content = bytearray(building.read_bytes())
        content[25_000] ^= 1  # in the first block, which is done
        building.write_bytes(content)
    done = subprocess.run(
        [*COMMAND, "table", "build", "coins/7", "--output", str(path), "--json"], capture_output=True, text=True
    )
    told = json.loads(done.stdout)
    assert (done.returncode, told["lost_positions"]) == (0, 19_496_523)
    assert (told["stats"]["expanded"] == 2**28) == damage  # what was done is not done again, unless it was damaged
    table = opened(path)
    table.check_all()
    assert (table.lost == Sweeper().wins(taking_game(CoinGame(7)), True).lost).all()
    assert not building.exists() and not checkpoints(home)


@pytest.mark.usefixtures("home")
def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["table", "build", "coins/5", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["status"], told["positions"], told["lost_positions"]) == ("done", 32768, 3902)
    assert main(["table", "list"]) == 0
    assert "coins/5" in capsys.readouterr().out
    assert main(["table", "show", told["file"]]) == 0
    assert "3,902 of 32,768 positions are lost" in " ".join(capsys.readouterr().out.split())
    assert main(["table", "show", told["file"], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"]["lost_positions"] == 3902
    assert main(["table", "build", "coins/9", "--json"]) == 20
    refused = json.loads(capsys.readouterr().out)
    assert refused["limit"] == "memory" and "bytes are needed" in refused["detail"]
    assert main(["table", "build", "coins/6:runs=3", "--output", str(tmp_path / "b.table")]) == 0
    assert read_header(tmp_path / "b.table")["problem"]["spec"] == "coins/6:runs=3"


def test_where_room_cannot_be_reserved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On macOS, and on file systems that know no such thing, the file is written full instead."""
    monkeypatch.setattr(coin_table, "FILL_BYTES", 1000)
    monkeypatch.delattr(os, "posix_fallocate", raising=False)
    assert build_table(CoinGame(5), tmp_path / "a.table")[0]["lost_positions"] == 3902

    def refuse(number: int) -> None:
        def fail(*arguments: int) -> None:
            raise OSError(number, os.strerror(number))

        monkeypatch.setattr(os, "posix_fallocate", fail, raising=False)

    refuse(errno.EOPNOTSUPP)
    assert build_table(CoinGame(5), tmp_path / "b.table")[0]["lost_positions"] == 3902
    assert (tmp_path / "a.table").read_bytes() == (tmp_path / "b.table").read_bytes()
    refuse(errno.ENOSPC)
    with pytest.raises(LimitHitError, match="are needed on the disk of"):
        build_table(CoinGame(5), tmp_path / "c.table")
    refuse(errno.EIO)
    with pytest.raises(pp.InputError, match=r"cannot write .*: Input/output error"):
        build_table(CoinGame(5), tmp_path / "c.table")
    assert sorted(path.name for path in tmp_path.glob("*.table*")) == ["a.table", "b.table"]


def test_the_file_of_another_process_is_not_opened(tmp_path: Path) -> None:
    """The process that has the lock may give the file its final name at any time."""
    with FileLock(tmp_path / ".a.table.lock"), pytest.raises(pp.InputError, match="is being built by another process"):
        build_table(CoinGame(4), tmp_path / "a.table")
    assert not (tmp_path / ".a.table.building").exists()


@pytest.mark.long
def test_side_8(home: Path) -> None:
    case: dict[str, Any] = next(case for case in KNOWN["win"] if case["side"] == 8)
    game = CoinGame(8)
    path = coin_table_path(game)
    counts, stats = build_table(game, path)
    assert counts["lost_positions"] == case["lost"]
    assert path.stat().st_size < 8.5 * 2**30 and stats.peak_memory_bytes < 8.5 * 2**30
    answer = pp.solve("coins/8")
    assert len(answer.best_moves) == case["winning_first_moves"]  # type: ignore[attr-defined]
    path.unlink()
    from_book = pp.solve("coins/8")
    assert from_book.best_moves == answer.best_moves  # type: ignore[attr-defined]


@pytest.mark.usefixtures("home")
def test_pegs_pass_over_the_tables_of_coins() -> None:
    build_table(CoinGame(4), coin_table_path(CoinGame(4)))
    problem = pp.load("pegs/triangle-5")
    assert isinstance(problem, PegProblem)
    assert saved_oracle(problem) is None


@pytest.mark.usefixtures("home")
def test_a_count_that_is_no_quick_work_builds_a_table_and_leaves_none(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = pp.count("coins/5")
    monkeypatch.setattr("perfectplay.games.coins.solving.values.MOST_COINS", dict.fromkeys(OBJECTIVES, 10))
    built = pp.count("coins/5")
    assert built.own == wanted.own and built.stats.expanded == 1 << 15
    assert list((cache_folder() / "scratch").iterdir()) == [] and saved_tables() == []
    assert pp.count("coins/5:position=o/oo/ooo/oooo/oo.oo").lost_positions > 0
    refused = pp.count("coins/5", limits=pp.Limits(memory=1000))
    assert (refused.limit, "lost_positions" in (refused.own or {})) == ("memory", False)
