"""Published figures, as plain data: the test is a loop."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.games.jumping.symmetry import symmetries
from perfectplay.games.pegs.solving.counting import shortest_dead_end
from perfectplay.games.pegs.solving.maps import PegMaps

KNOWN = tomllib.loads((Path(__file__).parent / "data" / "pegs.toml").read_text())
ABOUT = {"spec", "by", "long", "source"}
ALL_LEVELS = 200  # more than any board has


def cases(kind: str) -> list[Any]:
    """Return the lines of one kind, each under a name that tells what it is about."""
    return [
        pytest.param(case, id=_name(case), marks=[pytest.mark.long] if case.get("long") else []) for case in KNOWN[kind]
    ]


def _name(case: dict[str, Any]) -> str:
    figures = [name for name in case if name not in ABOUT and name != "board"]
    return " ".join([case.get("spec") or case["board"], *figures])


@cache
def counted(spec: str, by: str) -> Any:
    """Count a problem once for all the figures that are known of it."""
    result = pp.count(spec, by=by)
    assert result.limit == ""
    return result


@cache
def counted_pairs(board: str) -> dict[str, Any]:
    result = pp.count_pairs(f"pegs/{board}")
    assert result.limit == ""
    return {f"{pair.vacancy}..{pair.survivor}": pair for pair in result.pairs}


def pairs_up_to_symmetry(board: str) -> list[str]:
    """Return one START..GOAL for each class of pairs that the symmetries of the board carry into each other."""
    problem: Any = pp.load(f"pegs/{board}")
    count, permutations = len(problem.board.holes), symmetries(problem.board)
    smallest = {
        min((permutation[vacancy], permutation[survivor]) for permutation in permutations)
        for vacancy in range(count)
        for survivor in range(count)
    }
    names = problem.board.names
    return [f"pegs/{board}:{names[vacancy]}..{names[survivor]}" for vacancy, survivor in sorted(smallest)]


def pair_like(board: str, pair: str) -> Any:
    """Return what was counted of a pair, or of the image that stands for it."""
    problem: Any = pp.load(f"pegs/{board}")
    names = problem.board.names
    ends = [names.index(end) for end in pair.split("..")]
    images = {"..".join(names[permutation[end]] for end in ends) for permutation in symmetries(problem.board)}
    found = [item for name, item in counted_pairs(board).items() if name in images]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize("case", cases("levels"))
def test_first_levels(case: dict[str, Any]) -> None:
    wanted = case["positions_up_to_symmetry"]
    levels = pp.count(case["spec"], levels=len(wanted)).levels
    assert [level.positions_up_to_symmetry for level in levels] == wanted


@pytest.mark.parametrize("case", cases("reached"))
def test_all_that_can_be_reached(case: dict[str, Any]) -> None:
    result = pp.count(case["spec"], levels=ALL_LEVELS)
    assert result.limit == ""
    assert result.positions_up_to_symmetry == case["positions_up_to_symmetry"]
    assert result.positions == case.get("positions", result.positions)
    start: Any = pp.load(case["spec"]).start
    assert start.count - result.levels[-1].number == case["fewest_pegs"]


@pytest.mark.parametrize("case", cases("counts"))
def test_counts(case: dict[str, Any]) -> None:
    result = counted(case["spec"], case.get("by", "jumps"))
    figures = case.keys() - ABOUT
    assert figures
    for name in figures:
        if name.startswith("level_"):
            field = name.removeprefix("level_")
            assert [getattr(level, field) for level in result.levels] == case[name]
        else:
            assert getattr(result, name) == case[name]


@pytest.mark.parametrize("case", cases("dead_ends"))
def test_shortest_dead_ends(case: dict[str, Any]) -> None:
    problem: Any = pp.load(case["spec"])
    rows: list[Any] = []
    with PegMaps(problem, pp.Limits(), pp.Progress()) as maps:
        # These levels show that no game ends earlier; those after them do not matter.
        maps.reach(case["jumps"] + 2, is_kept=True, on_level=rows.append)
        assert shortest_dead_end(maps, rows) == case["jumps"]


@pytest.mark.parametrize("case", cases("pairs"))
def test_number_of_solvable_pairs(case: dict[str, Any]) -> None:
    answers = [pp.solve(spec) for spec in pairs_up_to_symmetry(case["board"])]
    assert all(pp.verify(answer).accepted for answer in answers)
    refuted = [answer for answer in answers if isinstance(answer, pp.Impossible)]
    assert sum(isinstance(answer, pp.Solved) for answer in answers) == case["solvable"]
    assert len(refuted) + case["solvable"] == len(answers)
    assert ({answer.certificate["kind"] for answer in refuted} == {"class"}) == case.get("is_class_enough", False)


@pytest.mark.parametrize("case", cases("all_pairs"))
def test_all_pairs(case: dict[str, Any]) -> None:
    board = case["board"]
    pairs = counted_pairs(board)
    assert len(pairs) == len(pairs_up_to_symmetry(board))
    solvable = [pair for pair in pairs.values() if pair.is_solvable]
    assert min(pair.min_moves for pair in solvable) == case["fewest_moves"]
    assert len(solvable) == case.get("solvable", len(solvable))
    for name, fewest in case.get("moves", {}).items():
        assert pair_like(board, name).min_moves == fewest, name
    for name, solutions in case.get("solutions", {}).items():
        assert pair_like(board, name).solutions == solutions, name


@pytest.mark.parametrize("case", cases("moves"))
def test_fewest_moves(case: dict[str, Any]) -> None:
    answer = pp.solve(case["spec"], objective="moves")
    assert isinstance(answer, pp.Solved)
    assert (answer.moves, answer.optimal) == (case["fewest"], True)
    verdict = pp.verify(answer, limits=pp.Limits(seconds=1))
    still_open = {claim.name for claim in verdict.claims if claim.result != "checked"}
    assert still_open <= {"optimal"} and verdict.verdict != "rejected"  # on the English board by minutes of search


@pytest.mark.parametrize("case", cases("solved"))
def test_solved(case: dict[str, Any]) -> None:
    answer = pp.solve(case["spec"])
    assert isinstance(answer, pp.Solved)
    assert answer.jumps == case["jumps"]
    assert pp.verify(answer).accepted


@pytest.mark.parametrize("case", cases("fewest_pegs"))
def test_fewest_pegs(case: dict[str, Any]) -> None:
    answer = pp.solve(case["spec"], objective="pegs")
    assert isinstance(answer, pp.Solved)
    assert (answer.pegs, answer.optimal) == (case["pegs"], True)
    verdict = pp.verify(answer, limits=pp.Limits(seconds=1))
    assert verdict.only(["solution", "pegs", "spec"]).accepted
    assert verdict.verdict != "rejected"  # that no fewer can remain is a search of minutes where two remain
    one = pp.solve(case["spec"])
    assert isinstance(one, pp.Impossible)
    assert pp.verify(one).accepted
