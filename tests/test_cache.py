"""An edited rule is never answered by an old kernel: ours, a user's, or a helper's in another file."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

GAME = """
from typing import NamedTuple
import perfectplay as pp
from perfectplay.contract import implements, is_goal, signed, successors
import steps
from steps import LIMIT, forward

class Track(NamedTuple):
    goal: int

@implements(successors, Track)
def go(rules, state, out):
    place = signed(state)
    out[0] = forward(place)
    out[1] = place + steps.LEAP
    return 2 if place < LIMIT else 0

@implements(is_goal, Track)
def is_there(rules, state):
    return signed(state) == rules.goal

def problem(goal="12"):
    return pp.Puzzle(Track(int(goal)), start=0, branching=2)
"""
STEPS = """
from numba import njit
LIMIT = 100
LEAP = 5

@njit
def forward(place):
    return place + 1
"""


def solve(folder: Path, **switches: str) -> str:
    """Solve in a new process; return the solution, and whether a kernel was compiled."""
    script = "import perfectplay as pp, sys; print(' '.join(pp.solve('./game.py', algorithm='breadth-first').solution))"
    environment = {**os.environ, "PERFECTPLAY_HOME": str(folder / "home"), **switches}
    environment.pop("NUMBA_DISABLE_JIT", None)
    finished = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return finished.stdout.strip()


def kernels(folder: Path) -> set[str]:
    return {path.name for path in (folder / "home" / "cache" / "kernels").iterdir()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.py").write_text(textwrap.dedent(GAME))
    (tmp_path / "steps.py").write_text(textwrap.dedent(STEPS))
    return tmp_path


def test_an_edit_is_seen_by_the_next_process(folder: Path) -> None:
    assert solve(folder) == "1 2 7 12"
    compiled = kernels(folder)
    assert solve(folder) == "1 2 7 12"
    assert kernels(folder) == compiled, "an unchanged rule must be found in the cache"

    game, steps = folder / "game.py", folder / "steps.py"
    game.write_text(game.read_text().replace("place + steps.LEAP", "place + steps.LEAP + 1"))
    assert solve(folder) == "6 12", "the edited rule"
    steps.write_text(steps.read_text().replace("LEAP = 5", "LEAP = 2"))
    assert solve(folder) == "3 6 9 12", "a constant of another module"
    steps.write_text(steps.read_text().replace("place + 1", "place + 4"))
    assert solve(folder) == "4 8 12", "a compiled helper in another file"
    steps.write_text(steps.read_text().replace("LIMIT = 100", "LIMIT = 9"))
    game.write_text(game.read_text().replace("signed(state) == rules.goal", "signed(state) >= rules.goal"))
    assert solve(folder) == "4 8 12", "an imported constant and the goal"


def test_a_switch_of_the_compiler_makes_another_kernel(folder: Path) -> None:
    solve(folder)
    plain = kernels(folder)
    solve(folder, NUMBA_BOUNDSCHECK="1")
    assert kernels(folder) > plain


def test_a_damaged_cache_is_compiled_again(folder: Path) -> None:
    assert solve(folder) == "1 2 7 12"
    for path in (folder / "home" / "cache" / "kernels").iterdir():
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert solve(folder) == "1 2 7 12"


def test_our_own_rules_are_part_of_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    from perfectplay.contract.fingerprint import fingerprint
    from perfectplay.games.pegs import kernels as peg_kernels
    from perfectplay.search.depth_first import search_depth_first

    before = fingerprint(search_depth_first, (peg_kernels.PegRules,))
    assert fingerprint(search_depth_first, (peg_kernels.PegRules,)) == before
    monkeypatch.setattr(peg_kernels, "LANE_SIGNS", peg_kernels.LANE_SIGNS >> 1)
    assert fingerprint(search_depth_first, (peg_kernels.PegRules,)) != before
