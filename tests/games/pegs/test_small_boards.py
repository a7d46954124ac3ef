"""Boards without a jump: of one hole, of two, and of parts that are not connected."""

from pathlib import Path

import pytest

import perfectplay as pp
from perfectplay.cli.exit_codes import IMPOSSIBLE, SOLVED, UNKNOWN
from tests.conftest import Command

DRAWINGS = ["o", ".", "o.", "oo", "..", "o\n.", "o .", "o o", "o.\n..", "oo\noo", "oo  .", " o\n. ."]
LITTLE_MEMORY = ["--max-memory", "50K"]
DECIDING = [
    ["solve"],
    ["solve", "--objective", "moves"],
    ["solve", "--objective", "moves", "--algorithm", "bitmaps"],
    ["solve", "--algorithm", "astar", "--weight-functions", "classic"],
    *(["solve", "--algorithm", name] for name in ("depth-first", "breadth-first", "astar", "idastar")),
    ["hint"],
    ["prove"],
]
OTHERS = [
    ["solve", "--objective", "pegs"],
    ["count"],
    ["count", "--by", "moves"],
    ["count", "--all"],
    ["show"],
    ["table", "build", "--json"],
]


@pytest.fixture(params=DRAWINGS)
def drawing(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("has_goal", [True, False])
def test_every_command_answers(command: Command, drawing: str, has_goal: bool) -> None:
    Path.cwd().joinpath("nojump.txt").write_text(f"{drawing}\n\n{drawing}\n" if has_goal else f"{drawing}\n")
    spec = "pegs/@nojump.txt"
    problem = pp.load(spec)
    assert not problem.moves(problem.start)
    code = SOLVED if problem.is_goal(problem.start) else IMPOSSIBLE
    for arguments in DECIDING:
        assert command(*arguments, spec)[0] == code, arguments
        if arguments[0] != "hint":
            assert command(*arguments, spec, *LITTLE_MEMORY)[0] in (code, UNKNOWN), arguments
    for arguments in OTHERS:
        assert command(*arguments, spec)[0] == SOLVED, arguments
