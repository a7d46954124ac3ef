"""What memory and disk cannot hold is refused with the figure: in words, in JSON, with exit code 20."""

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import perfectplay as pp
from perfectplay.cli.main import main

MEDIUM = "pegs/triangle-6"
WIDTH = 80
REASON = "No space left on device; free space there, or set PERFECTPLAY_HOME"

Run = Callable[[str], tuple[int, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Call the command in this process, in an empty folder; return its exit code and what it said."""
    monkeypatch.chdir(tmp_path)

    def call(arguments: str) -> tuple[int, str]:
        code = main(arguments.split())
        captured = capsys.readouterr()
        assert captured.err == ""
        return code, captured.out

    return call


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no file have room."""

    def refuse(handle: int, first: int, size: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", refuse)


def in_one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.usefixtures("full_disk")
@pytest.mark.parametrize(
    "command",
    [
        f"solve {MEDIUM} --objective moves",
        f"count {MEDIUM}",
        f"count {MEDIUM} --by moves",
        f"count {MEDIUM} --all",
        f"table build {MEDIUM} --output table.pegs",
    ],
)
def test_what_fits_nowhere(run: Run, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setattr("perfectplay.games.pegs.solving.solver.DEEPENING_POSITIONS", 1)
    monkeypatch.setattr("perfectplay.games.pegs.solving.solver.FIRST_DEEPENING", 1)
    code, out = run(f"{command} --max-memory 5kB")
    assert code == 20
    assert REASON in in_one_line(out)
    assert max(len(line) for line in out.splitlines() if "/" not in line) <= WIDTH
    code, out = run(f"{command} --max-memory 5kB --json")
    answer = json.loads(out)
    assert (code, answer["status"], answer["limit"]) == (20, "unknown", "disk")
    assert REASON in answer["detail"]


@pytest.mark.usefixtures("full_disk")
def test_a_refused_answer_is_a_saved_answer(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("perfectplay.games.pegs.solving.solver.DEEPENING_POSITIONS", 1)
    monkeypatch.setattr("perfectplay.games.pegs.solving.solver.FIRST_DEEPENING", 1)
    answer = pp.solve(MEDIUM, objective="moves", limits=pp.Limits(memory=5_000))
    assert isinstance(answer, pp.Unknown)
    assert REASON in answer.detail
    assert pp.verify(answer).verdict == "unconfirmed"
    file = tmp_path / "answer.json"
    answer.save(file)
    assert run(f"verify {file}")[0] == 20
    file.write_text(file.read_text().replace("free space there", "free pages there"))
    assert run(f"verify {file}")[0] == 1, "the digest covers the detail"


def test_no_detail_no_field() -> None:
    answer = pp.solve("pegs/english", limits=pp.Limits(positions=3))
    assert isinstance(answer, pp.Unknown)
    assert (answer.limit, answer.detail) == ("positions", "")
    assert "detail" not in answer.as_json()
    assert "detail" not in pp.count("pegs/triangle-4").as_json()
    assert "detail" not in pp.count_pairs("pegs/triangle-4").as_json()


def test_fewest_moves_go_to_disk_when_deepening_runs_out_of_memory() -> None:
    answer = pp.solve(MEDIUM, objective="moves", limits=pp.Limits(memory=300_000))
    wanted = pp.solve(MEDIUM, objective="moves", algorithm="idastar")
    assert isinstance(answer, pp.Solved)
    assert isinstance(wanted, pp.Solved)
    assert (answer.search["after"], answer.search["algorithm"]) == ("idastar", "bitmaps")
    assert (answer.moves, answer.optimal) == (wanted.moves, True)
    assert answer.stats.peak_memory_bytes <= 300_000


@pytest.mark.parametrize("extra", ["--by moves", "--all"])
def test_a_board_too_large_for_the_machine(run: Run, monkeypatch: pytest.MonkeyPatch, extra: str) -> None:
    monkeypatch.setattr("perfectplay.base.limits.available_memory", lambda: 1_000_000)
    code, out = run(f"count pegs/english {extra}")
    assert code == 20
    # 33 holes, 4 of them by the class: 2**29 bits.
    told = "67,108,864 bytes are needed to map every position, 800,000 are there"
    assert told in in_one_line(out)
    code, out = run(f"count pegs/english {extra} --json")
    answer = json.loads(out)
    assert (code, answer["status"], answer["limit"], answer["detail"]) == (20, "unknown", "memory", told)


@pytest.mark.parametrize("command", ["count --by moves", "count --all", "table build"])
def test_a_board_too_large_for_maps(run: Run, command: str) -> None:
    code, out = run(f"{command} pegs/wiegleb --json")
    answer = json.loads(out)
    assert (code, answer["status"], answer["limit"]) == (20, "unknown", "memory")
    assert answer["detail"] == "45 holes are too many to map every position, 44 are the most"


def test_a_search_in_place_of_maps_tells_why_when_memory_ends(run: Run) -> None:
    told = "45 holes are too many to map every position, 44 are the most"
    for command in ("solve pegs/wiegleb --objective moves", "count pegs/wiegleb"):
        code, out = run(f"{command} --max-memory 1MB")
        assert code == 20
        assert "limit on memory" in in_one_line(out)
        assert told in in_one_line(out)
    assert pp.count("pegs/wiegleb", levels=3).detail == ""
