"""Files of earlier releases open, verify and resume; tests/data/released/README.md says how each was made."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import perfectplay as pp
from perfectplay import lab
from perfectplay.base.folders import cache_folder
from perfectplay.search.checkpoint import FORMAT
from perfectplay.version import __version__
from tests.places import DATA

RELEASED = DATA / "released"
ANSWERS = sorted((RELEASED / "answers").glob("*.json"))
# What these claim cannot be confirmed, or not in ten seconds: unknown answers, how many positions a search looked at,
# the limit that ended a search, and coins and pegs whose positions are many.
UNCONFIRMED = {
    "army-exhaustion", "army-unproved", "coins-book", "coins-score", "coins-unknown", "coins-win-then-score",
    "dice-exhaustion", "dice-pruning", "pegs-exhaustion", "pegs-pegs", "pegs-unknown",
}  # fmt: skip
COUNTED = "pegs/triangle-5:a1..a1"
POSITIONS = 3016  # of the problem above


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the released files, the present folder; folders for data and checkpoints are empty."""
    kernels = cache_folder() / "kernels"
    kernels.mkdir(parents=True, exist_ok=True)
    (tmp_path / "home" / "cache").mkdir(parents=True)
    (tmp_path / "home" / "cache" / "kernels").symlink_to(kernels)
    shutil.copytree(RELEASED, tmp_path / "released")
    monkeypatch.chdir(tmp_path / "released")
    monkeypatch.setenv("PERFECTPLAY_HOME", str(tmp_path / "home"))
    return tmp_path / "released"


def command(*arguments: str, **settings: str) -> dict[str, Any]:
    """Return what a command prints with `--json`."""
    finished = subprocess.run(
        [sys.executable, "-m", "perfectplay", *arguments, "--json"],
        env=os.environ | settings,
        capture_output=True,
        text=True,
    )
    assert finished.returncode == 0, finished.stderr
    result: dict[str, Any] = json.loads(finished.stdout)
    return result


def test_every_kind_of_answer_is_there() -> None:
    read = [json.loads(path.read_text()) for path in ANSWERS]
    assert {answer["problem"]["family"] for answer in read} == {"pegs", "army", "dice", "coins", "game"}
    assert {answer["status"] for answer in read} == {"solved", "impossible", "unknown"}
    kinds = {(answer["certificate"] or {}).get("kind") for answer in read}
    assert kinds >= {"count", "class", "weights", "tree", "exhaustion", "bound", "golden", "absent", "apart", "relaxed"}


@pytest.mark.parametrize("path", ANSWERS, ids=lambda path: path.stem)
def test_answers_are_verified(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(RELEASED)
    rules = "boards/jugs.py" if path.stem.startswith("game") else None
    seconds = 0.3 if path.stem in UNCONFIRMED else 10
    verdict = pp.verify(path, rules=rules, limits=pp.Limits(seconds=seconds))
    wanted = "unconfirmed" if path.stem in UNCONFIRMED else "accepted"
    assert verdict.verdict == wanted, verdict


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("name", "family", "figures"),
    [
        ("pegs-triangle-5", "pegs", {"winning_positions": 370, "winning_up_to_symmetry": 190}),
        ("pegs-triangle-5-a1", "pegs", {"winning_positions": 370, "winning_up_to_symmetry": 190}),
        ("coins-4", "coins", {"positions": 1024, "lost_positions": 142}),
    ],
)
def test_tables_open_and_are_shown(name: str, family: str, figures: dict[str, int]) -> None:
    table = pp.open_table(Path("tables") / f"{name}.table")
    assert table.problem["family"] == family
    assert {key: table.counts[key] for key in figures} == figures
    home = Path(os.environ["PERFECTPLAY_HOME"]) / "data" / "tables"
    home.mkdir(parents=True)
    shutil.copy(f"tables/{name}.table", home)
    (listed,) = command("table", "list")["tables"]
    assert listed.items() >= figures.items()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("name", "games"), [("games", 12), ("games-win", 4)])
def test_saved_games_are_played_again(name: str, games: int) -> None:
    assert command("arena", "--replay", f"{name}.jsonl")["games"] == games


@pytest.mark.usefixtures("folder")
def test_the_database_of_the_lab_is_read_and_written() -> None:
    data = Path(os.environ["PERFECTPLAY_HOME"]) / "data"
    data.mkdir(parents=True)
    shutil.copy("lab.sqlite", data)
    (listed,) = command("lab", "list")["runs"]
    assert (listed["run"], listed["experiment"], listed["rows"], listed["planned"]) == (1, "tiny", 2, 2)
    shown = command("lab", "show", "1")
    assert {group["configuration"]: group["status"] for group in shown["groups"]} == dict.fromkeys(
        ("nothing", "positions"), "impossible"
    )
    with lab.Store() as store:
        run = lab.run(lab.load("boards/tiny.toml"), store, is_new=True)
        assert (run.number, run.is_finished) == (2, True)
        assert lab.compare(store, "1", "2").worse == ()
        assert store.find("1").rows[0].version == "0.1.0"
    with closing(sqlite3.connect(data / "lab.sqlite")) as base:
        assert base.execute("PRAGMA user_version").fetchone() == (1,)


@pytest.mark.usefixtures("folder")
def test_a_checkpoint_is_resumed_by_the_release_that_wrote_it() -> None:
    """Its name holds the release: another one begins again, and leaves the file alone."""
    place = Path(os.environ["PERFECTPLAY_HOME"]) / "cache" / "checkpoints"
    shutil.copytree("checkpoint", place)
    counted = command("count", COUNTED, PERFECTPLAY_CHECKPOINT_SECONDS="0")
    assert (counted["positions"], counted["solutions"], counted["games"]) == (POSITIONS, 6816, 568630)
    is_same = __version__ == "0.1.0"
    assert counted["stats"]["expanded"] == (0 if is_same else POSITIONS)
    assert bool(list(place.glob("*.map"))) != is_same


@pytest.mark.usefixtures("folder")
def test_a_checkpoint_of_another_format_is_left_alone() -> None:
    place = Path(os.environ["PERFECTPLAY_HOME"]) / "cache" / "checkpoints"
    shutil.copytree("checkpoint", place)
    for path in place.glob("*.map"):
        head, _, arrays = path.read_bytes().partition(b"\n")
        path.write_bytes(json.dumps(json.loads(head) | {"format": FORMAT + 1}).encode() + b"\n" + arrays)
    counted = command("count", COUNTED, PERFECTPLAY_CHECKPOINT_SECONDS="0")
    assert (counted["positions"], counted["stats"]["expanded"]) == (POSITIONS, POSITIONS)
