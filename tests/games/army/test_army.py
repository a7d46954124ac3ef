"""Armies: known figures, agreement of all searches with a brute force written separately, and clean solutions."""

import json
import time
import tomllib
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import perfectplay as pp
from perfectplay.base.limits import Limits
from perfectplay.games.army import ArmyPosition, ArmyProblem
from perfectplay.games.army.problem import HalfPlane
from perfectplay.games.army.solving import smallest
from perfectplay.games.army.solving.clean import cleaned
from perfectplay.games.army.solving.jump_counts import dive, least_among
from perfectplay.games.army.solving.order import put_in_order
from perfectplay.games.army.solving.region import CellJump, board_region
from perfectplay.games.jumping.board import Jump
from perfectplay.search.watch import Watch
from tests import brute_army
from tests.places import DATA

KNOWN = tomllib.loads((DATA / "army.toml").read_text())
LEVELS = [
    pytest.param(plane["lattice"], level, men, marks=[] if level <= plane["quick"] else pytest.mark.long)
    for plane in KNOWN["half_plane"]
    for level, men in enumerate(plane["men"], 1)
]
FIELDS = [
    pytest.param(width, height, marks=[] if width + height < 12 else [pytest.mark.long])
    for width in range(1, 7)
    for height in range(1, 7)
]


def rectangle(width: int, height: int) -> list[str]:
    return ["." * width] * (height - height // 2) + ["o" * width] * (height // 2)


def men_of(answer: Any) -> int | None:
    """Return the smallest army of an answer that must be exact, None if there is none."""
    assert answer.status != "unknown"
    assert answer.status == "impossible" or answer.optimal
    return answer.men if answer.status == "solved" else None


def test_the_map_of_the_classic_field() -> None:
    counted = pp.count(KNOWN["field"]["spec"])
    expected = {
        f"{letter}{8 - row}": men or None
        for row, line in enumerate(KNOWN["field"]["rows"])
        for letter, men in zip("abcdefg", line, strict=True)
    }
    assert counted.map == expected | {f"{letter}{row}": 1 for letter in "abcdefg" for row in range(1, 5)}
    assert json.loads(json.dumps(counted.as_json()))["map"] == counted.map


@pytest.mark.parametrize("cell", [f"{letter}{row}" for letter in "abcdefg" for row in (1, 5, 6, 7, 8)])
def test_every_answer_on_the_classic_field_is_accepted(cell: str) -> None:
    answer = pp.solve(f"army/7x8:{cell}")
    verdict = pp.verify(answer)
    assert verdict.accepted
    assert {claim.result for claim in verdict.claims} == {"checked"}


@pytest.mark.parametrize(("lattice", "level", "men"), LEVELS)
def test_levels_of_the_half_plane(lattice: str, level: int, men: int) -> None:
    answer = pp.solve(f"army/half-plane:{level},lattice={lattice}")
    assert men_of(answer) == men
    verdict = pp.verify(answer)
    assert verdict.accepted
    assert {claim.result for claim in verdict.claims} == {"checked"}  # the bound, for the whole plane, among them


@pytest.mark.parametrize("plane", KNOWN["half_plane"], ids=lambda plane: plane["lattice"])
@pytest.mark.parametrize("above", [0, 1, 1_000_000])
def test_levels_that_no_army_reaches(plane: dict[str, Any], above: int) -> None:
    answer = pp.solve(f"army/half-plane:{plane['refuted'] + above},lattice={plane['lattice']}")
    assert isinstance(answer, pp.Impossible)
    assert answer.certificate == {"kind": "golden", "level": plane["refuted"]}
    assert pp.verify(answer).accepted


@pytest.mark.parametrize(("width", "height"), FIELDS)
def test_all_searches_agree_on_all_targets_of_small_fields(width: int, height: int) -> None:
    fewest = brute_army.fewest_jumps(rectangle(width, height))
    counted = pp.count(f"army/{width}x{height}")
    assert counted.map is not None
    for cell, men in counted.map.items():
        assert men == (fewest[cell] + 1 if cell in fewest else None), cell
        for algorithm in ("breadth-first", "backward"):
            # Un-jumping without weights has no end; where they refute, breadth first alone looks everywhere.
            prune = ["duplicates", "symmetry"] if algorithm == "breadth-first" else None
            answer = pp.solve(f"army/{width}x{height}:{cell}", algorithm=algorithm, prune=prune)
            assert men_of(answer) == men, (cell, algorithm)


@st.composite
def armies(draw: st.DrawFn) -> tuple[list[str], str]:
    """Draw an army of up to eleven men on a field with holes, on any lattice."""
    width, height = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    lines = [draw(st.text("o.. ", min_size=width, max_size=width)) for _ in range(height)]
    assume(any(line.strip() for line in lines) and sum(line.count("o") for line in lines) <= 11)
    return lines, draw(st.sampled_from(sorted(brute_army.STEPS)))


@settings(max_examples=150)
@given(armies())
def test_smallest_armies_of_any_drawing(army: tuple[list[str], str]) -> None:
    lines, lattice = army
    start = ArmyPosition.from_drawing(lines, lattice)
    fewest = brute_army.fewest_jumps(lines, lattice)
    assert ArmyPosition.parse(start.text, lattice) == eval(repr(start)) == start
    counted = pp.count(ArmyProblem(start, None, "army/drawn"))
    assert counted.map == {name: fewest[name] + 1 if name in fewest else None for name in start.board.names}


@settings(max_examples=60)
@given(armies(), st.data())
def test_answers_to_any_drawing_are_proved(army: tuple[list[str], str], data: st.DataObject) -> None:
    lines, lattice = army
    start = ArmyPosition.from_drawing(lines, lattice)
    target = data.draw(st.integers(0, len(start.board.holes) - 1))
    verdict = pp.verify(pp.solve(ArmyProblem(start, target, "")))
    assert verdict.accepted
    assert {claim.result for claim in verdict.claims} == {"checked"}


def random_play(position: ArmyPosition, chance: Any, most: int) -> list[Jump]:
    """Play by lot until there is no jump left, or for so many."""
    jumps: list[Jump] = []
    while len(jumps) < most and (choices := list(position.jumps())):
        jumps.append(chance.choice(choices))
        position = position.play(jumps[-1])
    return jumps


@settings(max_examples=200, suppress_health_check=[HealthCheck.filter_too_much])
@given(armies(), st.randoms(use_true_random=False))
def test_a_play_to_any_cell_can_be_cleaned(army: tuple[list[str], str], chance: Any) -> None:
    """What random play did for the man it moved last, and nothing else, is a clean solution by itself."""
    lines, lattice = army
    start = ArmyPosition.from_drawing(lines, lattice)
    jumps = random_play(start, chance, 9)
    assume(jumps)
    target = jumps[-1].target
    kept = cleaned(start.pegs, jumps, target)
    names = start.board.names
    men, part = brute_army.play(lines, [f"{names[jump.origin]}-{names[jump.target]}" for jump in kept])
    before = {cell for cell in brute_army.names(lines) if lines[cell[1]][cell[0]] == "o"}
    assert men - before <= {start.board.holes[target]} <= men
    if kept:
        assert len(part) == len(kept) + 1
        assert men & part <= {start.board.holes[target]}


@pytest.mark.parametrize("algorithm", ["breadth-first", "greedy", "depth-first", "beam", "astar", "backward", None])
@pytest.mark.parametrize("target", ["c7", "e6", "a7"])
def test_every_search_gives_a_clean_solution(algorithm: str | None, target: str) -> None:
    answer = pp.solve(f"army/5x8:{target}", algorithm=algorithm, limits=Limits(seconds=60))
    assert isinstance(answer, pp.Solved)
    lines = rectangle(5, 8)
    problem = pp.load(f"army/5x8:{target}")
    assert isinstance(problem, ArmyProblem)
    men, part = brute_army.play(lines, problem.hops(answer.solution))
    assert answer.jumps is not None and len(part) == answer.men == answer.jumps + 1
    assert answer.unused_men == 20 - len(part)
    assert men & part == set()
    assert pp.verify(answer).accepted


def test_a_circle_of_jumps_has_no_order() -> None:
    """Beside a jump to the target two that each need the other first: enough, but not least."""
    problem = pp.load("army/4x4:a3")
    assert isinstance(problem, ArmyProblem)
    region = board_region(problem, problem.board.hole("a3"))
    places = {region.name(cell): cell for cell in region.cells}
    names = (("a1", "a2", "a3"), ("d2", "d3", "d4"), ("d4", "d3", "d2"))
    jump, there, back = (CellJump(*(places[name] for name in cells)) for cells in names)
    circle = Counter([jump, there, back, CellJump(places["b3"], places["c3"], places["d3"])])
    assert put_in_order(region, Counter([jump])) == [jump]
    assert put_in_order(region, circle) is None


def test_a_jump_onto_a_man_is_no_order() -> None:
    """A man who stands where a jump brings another: the jump could be spared, and cannot be made."""
    problem = pp.load("army/3x4:a3")
    assert isinstance(problem, ArmyProblem)
    region = board_region(problem, problem.board.hole("a3"))
    places = {region.name(cell): cell for cell in region.cells}
    names = (("a1", "a2", "a3"), ("c1", "b1", "a1"))
    counts = Counter(CellJump(*(places[name] for name in cells)) for cells in names)
    assert region.is_enough(counts)
    assert put_in_order(region, counts) is None
    assert least_among(region, counts, Watch()) == Counter([CellJump(places["a1"], places["a2"], places["a3"])])


@pytest.mark.parametrize(("lattice", "level"), [("square", 4), ("skew", 4), ("triangle", 4)])
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 6))])
def test_any_luck_in_diving_leads_to_the_same(
    lattice: str, level: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With other luck the proof comes upon better counts, some with men from outside the window who are not there."""
    monkeypatch.setattr(smallest, "dive", lambda region, enough, watch: dive(region, enough + 3, watch, seed))
    answer = pp.solve(f"army/half-plane:{level},lattice={lattice}")
    assert men_of(answer) == {"square": 20}.get(lattice, 9)
    assert pp.verify(answer).accepted


@pytest.mark.parametrize("seed", range(8))
def test_a_solution_without_a_proof_is_a_solution(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smallest, "dive", lambda region, enough, watch: dive(region, 99, watch, seed))
    monkeypatch.setattr(smallest, "prove_fewest", lambda region, fewest, watch: None)
    for spec in ("army/7x8:c8", "army/half-plane:4", "army/half-plane:5,lattice=triangle"):
        answer = pp.solve(spec)
        assert isinstance(answer, pp.Solved) and not answer.optimal
        verdict = pp.verify(answer)
        open_claims = [claim.name for claim in verdict.claims if claim.result != "checked"]
        assert (verdict.verdict, open_claims) == ("unconfirmed", ["limit"])


def test_the_mirror_image_of_a_target_will_do() -> None:
    for target in ("c8", "e8"):
        answer = pp.solve(f"army/7x8:{target}", algorithm="greedy")
        assert isinstance(answer, pp.Solved)
        assert answer.solution[-1].endswith(target)
        assert pp.verify(answer).accepted


def test_sums_find_what_exact_keys_find() -> None:
    options: dict[str, Any] = {"algorithm": "breadth-first", "prune": ["duplicates", "symmetry"]}
    exact = pp.solve("army/7x8:d7", **options)
    sums = pp.solve("army/7x8:d7", visited="sums", **options)
    assert exact.stats.collisions is None
    assert (sums.stats.collisions or 0) > 1000
    assert (exact.stats.expanded, exact.stats.duplicate) == (sums.stats.expanded, sums.stats.duplicate)
    assert sums.search["visited"] == "sums"
    assert sums.as_json()["stats"]["collisions"] == sums.stats.collisions
    with pytest.raises(pp.InputError, match="visited sums is for breadth and best first"):
        pp.solve("army/7x8:d7", algorithm="depth-first", visited="sums")


def test_a_window_is_not_the_plane() -> None:
    """A named search looks at what is drawn: it proves nothing about the plane, and says so."""
    solved = pp.solve("army/half-plane:2", algorithm="breadth-first")
    assert isinstance(solved, pp.Solved) and not solved.optimal and solved.men == 4
    assert "unused_men" not in solved.own
    unknown = pp.solve("army/half-plane:2", algorithm="breadth-first", prune=["duplicates"], limits=Limits(positions=2))
    assert isinstance(unknown, pp.Unknown) and unknown.limit == "positions"
    narrow = ArmyProblem(ArmyPosition.parse("./o"), 0, "army/narrow", HalfPlane(1, 1, 1, 0))
    unknown = pp.solve(narrow, algorithm="breadth-first")
    assert isinstance(unknown, pp.Unknown) and unknown.limit == "window"
    with pytest.raises(pp.UnsupportedError, match="no end of counting"):
        pp.count("army/half-plane:3")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("army/7x8:d9", "no hole 'd9' on this board; its columns are a to g, its rows 1 to 8"),
        ("army/7x8:h1", "no hole 'h1'"),
        ("army/0x8:a1", "a field of no cells"),
        ("army/7x0", "a field of no cells"),
        ("army/7x", "no field '7x'"),
        ("army/7x8:d7,d8", "two targets, 'd7' and 'd8'"),
        ("army/7x8:d7,front=9", "a front of 9 rows does not fit a field of 8"),
        ("army/7x8:d7,front=two", "front is a whole number of 0 or more, not 'two'"),
        ("army/7x8:d7,lattice=cubic", "unknown lattice 'cubic'"),
        ("army/7x8:d7,colour=red", "unknown key 'colour'; known are front, lattice"),
        ("army/7x8:d7,front=2,front=3", "front is given twice"),
        ("army/half-plane", "a level is missing; write it after a colon"),
        ("army/half-plane:-1", "a level is a whole number of 0 or more, not '-1'"),
        ("army/half-plane:five", "not 'five'"),
        ("army/half-plane:" + "9" * 30, "a level of 30 digits; up to 18 are read"),
        ("army/1000000000000x8:a1", "8,000,000,000,000 cells"),
        ("army/@army.txt:a1,lattice=skew", "the lattice of a drawn army is a line of its file"),
        ("army/1000x1000:a1", "1,000,000 cells, but at most 4,096 are supported"),
        ("army/@nowhere.txt:a1", "nowhere.txt"),
    ],
)
def test_bad_specs(spec: str, message: str) -> None:
    with pytest.raises(pp.InputError, match=message.replace("(", "\\(")):
        pp.load(spec)


def test_a_target_is_needed() -> None:
    with pytest.raises(pp.InputError, match="has no target; write one after a colon, as in army/7x8:d7"):
        pp.solve("army/7x8")


@pytest.mark.parametrize("spec", ["army/7x8:d4", "army/7x8:d1", "army/half-plane:0", "army/1x2:a1"])
def test_a_target_inside_the_army(spec: str) -> None:
    answer = pp.solve(spec)
    assert isinstance(answer, pp.Solved)
    assert (answer.jumps, answer.men, answer.optimal, answer.solution) == (0, 1, True, ())
    assert pp.verify(answer).accepted


@pytest.mark.parametrize("spec", ["army/7x8:d7,front=0", "army/1x2:a2", "army/3x1:b1"])
def test_armies_of_too_few_men(spec: str) -> None:
    answer = pp.solve(spec)
    assert isinstance(answer, pp.Impossible)
    assert answer.certificate == {"kind": "count"}
    assert pp.verify(answer).accepted


def test_odd_heights_round_down() -> None:
    problem = pp.load("army/3x5:b5")
    assert problem.start.text == ".../.../.../ooo/ooo"


def test_another_front() -> None:
    assert men_of(pp.solve("army/9x8:e6,front=3")) == 8
    assert men_of(pp.solve("army/9x8:e8,front=3")) is None


def test_a_drawn_army(tmp_path: Path) -> None:
    path = tmp_path / "army.txt"
    path.write_text("goal: b5\n\n ...\n ...\n ooo\nooooo\n  o\n")
    assert (
        men_of(pp.solve(f"army/@{path}")) == brute_army.fewest_jumps([" ...", " ...", " ooo", "ooooo", "  o"])["b5"] + 1
    )
    assert men_of(pp.solve(f"army/@{path}:c5")) == 5
    path.write_text("ooo\n\n..o\n")
    with pytest.raises(pp.InputError, match="an army has a target, not a second drawing"):
        pp.load(f"army/@{path}")


def test_the_weight_of_the_army_never_rises() -> None:
    problem = pp.load("army/7x8:c8")
    answer = pp.solve(problem, algorithm="greedy")
    assert isinstance(answer, pp.Solved)
    frames = problem.frames(answer.solution)
    values = [frame.bar.value for frame in frames if frame.bar is not None]
    assert answer.jumps is not None and len(values) == answer.jumps + 1
    assert all(after <= before + 1e-9 for before, after in pairwise(values))
    assert all(value >= 1 - 1e-9 for value in values)
    assert [cell.name for cell in frames[0].scene.cells if cell.is_marked] == ["c8"]


def test_limits_are_kept() -> None:
    began = time.perf_counter()
    answer = pp.solve("army/half-plane:7,lattice=triangle", limits=Limits(seconds=0.5))
    assert time.perf_counter() - began < 3  # the linear program is interrupted
    assert isinstance(answer, pp.Unknown) and answer.limit == "time"
    answer = pp.solve("army/half-plane:4", limits=Limits(positions=2))
    assert isinstance(answer, pp.Solved) and not answer.optimal
    counted = pp.count("army/12x10", limits=Limits(seconds=0.2))
    assert counted.limit == "time" and counted.map is not None and len(counted.map) < 120


@settings(max_examples=60, suppress_health_check=[HealthCheck.filter_too_much])  # many armies have no jump
@given(armies(), st.randoms(use_true_random=False))
def test_what_can_be_spared_is_left_out(army: tuple[list[str], str], chance: Any) -> None:
    """Counts of a random play, with jumps that no order can have beside them, still hold a play to the target."""
    lines, lattice = army
    start = ArmyPosition.from_drawing(lines, lattice)
    jumps = random_play(start, chance, 6)
    assume(jumps and not start.pegs >> jumps[-1].target & 1)
    board, target = start.board, jumps[-1].target
    jumps = jumps[: 1 + next(place for place, jump in enumerate(jumps) if jump.target == target)]
    region = board_region(ArmyProblem(start, target), target)
    counts = Counter(CellJump(*(board.holes[cell] for cell in (jump.origin, jump.over, jump.target))) for jump in jumps)
    circle = chance.choice(region.jumps)
    back = CellJump(circle.target, circle.over, circle.origin)
    counts += Counter([circle, back])
    counts = Counter({jump: count for jump, count in counts.items() if jump in region.jumps})
    order = put_in_order(region, least_among(region, counts, Watch()))
    assert order is not None
    texts = [region.jump_name(jump) for jump in order]
    men, part = brute_army.play(lines, texts)
    assert region.target in men and len(part) == len(order) + 1


def test_values_on_the_half_plane() -> None:
    """A way is found within the window, what is too light is lost, and the rest is not known."""
    problem = pp.load("army/half-plane:2")
    answer = pp.solve(problem)
    assert isinstance(answer, pp.Solved)
    oracle = pp.exact_values(problem)
    position = problem.start
    for text in answer.solution:
        assert oracle.value(position).outcome == "won" and oracle.best_move(position) is not None
        position = problem.play(position, text)
    assert oracle.value(position).outcome == "won"
    lone = problem.parse("/".join(line.replace("o", ".") for line in problem.start.text.split("/")))
    unknown = oracle.value(lone)  # the men of the plane who are not drawn may do it
    assert (unknown.outcome, unknown.limit) == ("unknown", "window")
    above = pp.load("army/half-plane:5")
    after = above.play(above.start, above.moves(above.start)[0])
    assert pp.exact_values(above).value(after).outcome == "lost"
