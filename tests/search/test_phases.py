"""What a search says of where it is: the stage, then depth, cost or move, and the best so far where there is one."""

import re
from typing import Any

import pytest

import perfectplay as pp

WHERE = {
    "astar": r"searching; cost \d+, best estimate so far (\d+)",
    "greedy": r"searching; cost \d+, best estimate so far (\d+)",
    "uniform": r"searching; cost (\d+)",
    "depth-first": r"searching; depth (\d+)",
    "backtracking": r"searching; depth (\d+)",
    "deepening": r"bound (\d+); depth \d+",
    "idastar": r"bound (\d+); depth \d+",
    "breadth-first": r"level (\d+)",
}


def numbers(spec: str, pattern: str, **options: Any) -> list[int]:
    """Search for a second; return the number of every report."""
    phases: list[str] = []
    progress = pp.Progress(on_progress=lambda phase, stats: phases.append(phase))
    pp.solve(spec, limits=pp.Limits(seconds=1), progress=progress, **options)
    found = [re.fullmatch(pattern, phase) for phase in phases if phase]  # what is done before the search has no name
    assert phases and all(found), phases
    return [int(match[1] or 0) for match in found if match]


@pytest.mark.parametrize("algorithm", WHERE)
def test_every_report_says_where_a_search_is(algorithm: str) -> None:
    found = numbers("pegs/wiegleb", WHERE[algorithm], algorithm=algorithm)
    if algorithm in ("astar", "greedy"):
        assert found == sorted(found, reverse=True)
    if algorithm in ("deepening", "idastar", "breadth-first", "uniform"):
        assert found == sorted(found)
    if algorithm in ("depth-first", "backtracking"):
        assert max(found) <= 43  # one peg of 44 is left


def test_minimax_says_at_which_first_move_it_is() -> None:
    found = numbers("coins/5", r"searching; first move (\d+) of 75", algorithm="minimax")
    assert found == sorted(found) and found[0] >= 1
    assert numbers("coins/5", r"searching; (\d+) parts of the tree wait", algorithm="minimax", threads=2)[0] < 200


def test_alpha_beta_says_what_the_best_first_move_so_far_is_worth() -> None:
    where = r"depth (\d+)(?:; first move \d of 6(?:, best so far [+-]\d+)?)?"
    found = numbers("examples/connect.py:6x5", where, algorithm="alphabeta", depth=30)
    assert found == sorted(found) and found[-1] > 3
