"""Proofs that nothing can be done: each kind where it is needed, checked by `verify` and by a check of its own.

The check here reads a saved answer by itself: holes are pairs (column, row), weights are fractions, trees are walked by
recursion. It shares nothing with the checker of the package but the description of the format.
"""

import json
import random
from collections import Counter
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import perfectplay as pp
from perfectplay.base.limits import Stop
from perfectplay.cli.main import main
from perfectplay.games.jumping.board import Board
from perfectplay.games.jumping.weights import gains
from perfectplay.games.pegs.position import PegPosition
from perfectplay.games.pegs.solving import jump_counts
from perfectplay.games.pegs.solving.jump_counts import PegProgram, possible_jumps, refuting_tree
from perfectplay.games.pegs.solving.races import Races
from perfectplay.games.pegs.solving.refutation import Refuter
from perfectplay.games.pegs.solving.solver import PegSolver
from perfectplay.model.answers import digest
from perfectplay.proof import Budget, budget, verify_answer
from perfectplay.search.linear.tree import Leaf, Tree
from perfectplay.search.watch import Watch
from perfectplay.solvers.solver import Request, solver_for
from perfectplay.verbs.prove import prove
from tests import brute
from tests.places import EXAMPLES

Json = dict[str, Any]

TRIANGLE_4 = ["o", "oo", "ooo", "oooo"]
TRIANGLE_5 = [*TRIANGLE_4, "ooooo"]
ENGLISH = ["  ooo", "  ooo", "ooooooo", "ooo.ooo", "ooooooo", "  ooo", "  ooo"]
FOREVER = float("inf")

# Problems none of whose goals is refuted by the number of pegs, by classes alone or by one weight function.
TREES: dict[str, tuple[list[str], list[str] | str, str]] = {
    "triangle": (["o", ".o", "ooo", "oooo"], [".", "..", "o..", "...."], "triangle"),
    "3x4": ([".ooo", "oooo", "oooo"], ["....", "..o.", "...."], "triangle"),
    "classes and a tree": (["o.oo", " o. ", "oooo"], "any", "triangle"),
    "weights and a tree": (["oooo", " .. ", "oooo"], "any", "diagonal"),
    "classes and weights": (["ooo.", ".o.o"], "any", "square"),
    "all three": ([".o ", "ooo", "ooo", "o o"], "any", "diagonal"),
    "english": (ENGLISH, ["  ...", "  o.o", ".......", "...ooo.", ".......", "  .o.", "  ..."], "square"),
}


def make(start: list[str], goal: list[str] | str, lattice: str) -> pp.PegProblem:
    board = Board.from_drawing(start, lattice)
    first = PegPosition(board, _pegs(board, start))
    return pp.PegProblem(first, None if isinstance(goal, str) else PegPosition(board, _pegs(board, goal)))


def _pegs(board: Board, drawing: list[str]) -> int:
    return sum(1 << number for number, (x, y) in enumerate(board.holes) if drawing[y][x] == "o")


def is_accepted(answer: Json) -> bool:
    """Tell whether an answer is accepted; nothing here is too large to be decided."""
    verdict = verify_answer(seal(answer)).verdict
    assert verdict in ("accepted", "rejected")
    return verdict == "accepted"


def seal(answer: Json) -> Json:
    fields = {name: value for name, value in answer.items() if name != "digest"}
    return {**fields, "digest": digest(fields)}


# The check of its own


def still_proves(answer: Json) -> bool:
    """Tell by the definitions whether a certificate of the kind `tree` refutes every goal of its problem."""
    problem, goals = answer["problem"], answer["certificate"]["goals"]
    holes, pegs = brute.read(problem["start"])
    named = {f"{chr(ord('a') + x)}{y + 1}": (x, y) for x, y in holes}
    jumps = {}
    for name, (x, y) in named.items():
        for dx, dy in brute.DIRECTIONS[problem["lattice"]]:
            over, target = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if {over, target} <= holes:
                jumps[f"{name}-{chr(ord('a') + target[0])}{target[1] + 1}"] = ((x, y), over, target)
    ends = {name: {hole} for name, hole in named.items()}
    if problem["goal"] != "any":
        ends = {"goal": set(brute.read(problem["goal"])[1])}
    return ends.keys() == goals.keys() and all(
        _refutes(goals[name], {}, named, jumps, set(pegs), end) for name, end in ends.items()
    )


def _refutes(node: Json, bounds: dict[str, list[Any]], named: Any, jumps: Any, start: Any, goal: Any) -> bool:
    if "set" in node:
        members = [named.get(name) for name in node["set"]]
        if bounds or None in members or len(set(members)) < len(members):
            return False
        is_even = all(sum(hole in members for hole in jump) % 2 == 0 for jump in jumps.values())
        return is_even and (len(start & set(members)) + len(goal & set(members))) % 2 == 1
    if "weights" in node:
        if not node["weights"].keys() <= named.keys():
            return False
        weights = dict.fromkeys(named.values(), Fraction(0))
        weights |= {named[name]: Fraction(text) for name, text in node["weights"].items()}
        if any(low > high for low, high in bounds.values()):
            return True
        largest = Fraction(0)
        for name, (origin, over, target) in jumps.items():
            low, high = bounds.get(name, [0, FOREVER])
            gain = weights[target] - weights[origin] - weights[over]
            if gain > 0 and high == FOREVER:
                return False
            largest += gain * (high if gain > 0 else low)
        return bool(largest < sum(weights[hole] for hole in goal) - sum(weights[hole] for hole in start))
    if node["jump"] not in jumps or node["at_most"] < 0:
        return False
    low, high = bounds.get(node["jump"], [0, FOREVER])
    within = {**bounds, node["jump"]: [low, min(high, node["at_most"])]}
    beyond = {**bounds, node["jump"]: [max(low, node["at_most"] + 1), high]}
    sides = ((node["then"], within), (node["else"], beyond))
    return all(_refutes(child, inside, named, jumps, start, goal) for child, inside in sides)


# Each kind of proof


@pytest.mark.parametrize("name", TREES)
def test_what_neither_classes_nor_weights_refute_a_tree_does(name: str) -> None:
    start, goal, lattice = TREES[name]
    problem = make(start, goal, lattice)
    assert PegSolver(problem).refute("jumps", frozenset({"class", "weights"}), Watch()) is None
    answer = prove(problem)
    assert isinstance(answer, pp.Impossible)
    assert answer.certificate["kind"] == "tree"
    assert answer.stats.expanded <= 500, "no more than dives"
    assert pp.verify(answer).accepted
    assert still_proves(answer.as_json())
    if name != "english":
        assert not brute.is_solvable(start, goal, lattice)
    kinds = {
        kind for proof in answer.certificate["goals"].values() for kind in ("set", "weights", "jump") if kind in proof
    }
    assert kinds == {
        "classes and a tree": {"set", "jump"},
        "weights and a tree": {"weights", "jump"},
        "classes and weights": {"set", "weights"},
        "all three": {"set", "weights", "jump"},
    }.get(name, {"jump"})


@pytest.mark.parametrize(
    ("drawing", "lattice", "expected"),
    [
        (TRIANGLE_4, "triangle", {"class", "tree", "exhaustion"}),
        (TRIANGLE_5, "triangle", {"class", "exhaustion"}),
        (["oooo"] * 3, "triangle", {"class", "tree", "exhaustion"}),
        (["ooooo"] * 3, "square", {"class", "weights", "exhaustion"}),
        (["oooo"] * 4, "square", {"class"}),
        (["ooo"] * 3, "diagonal", {"class", "weights"}),
        pytest.param(["ooooo"] * 4, "square", {"class"}, marks=pytest.mark.long),
    ],
)
def test_every_pair_of_a_board_is_solved_or_proved_impossible(
    drawing: list[str], lattice: str, expected: set[str]
) -> None:
    """Vacate a hole of the first half, which symmetry makes do for all, and finish at any hole."""
    board = Board.from_drawing(drawing, lattice)
    kinds: Counter[str] = Counter()
    half = range((len(board.holes) + 1) // 2)
    for vacant in half if len(board.holes) < 20 else (0, 1, 7):
        start = board.full ^ 1 << vacant
        reached = set().union(*brute.levels(board.drawing(start), lattice))
        for hole, place in enumerate(board.holes):
            problem = pp.PegProblem(PegPosition(board, start), PegPosition(board, 1 << hole))
            answer = prove(problem)
            assert answer.status == ("solved" if frozenset({place}) in reached else "impossible")
            assert pp.verify(answer).accepted
            if isinstance(answer, pp.Impossible):
                kinds[answer.certificate["kind"]] += 1
    assert set(kinds) == expected


@st.composite
def boards(draw: st.DrawFn) -> tuple[list[str], list[str] | str, str]:
    width = draw(st.integers(2, 4))
    start = draw(st.lists(st.text("oooo. ", min_size=width, max_size=width), min_size=2, max_size=3))
    start[0] = "o" + start[0][1:]
    goal: list[str] | str = "any"
    if draw(st.booleans()):
        goal = ["".join(" " if mark == " " else draw(st.sampled_from("o...")) for mark in line) for line in start]
    return start, goal, draw(st.sampled_from(sorted(brute.DIRECTIONS)))


@settings(max_examples=150)
@given(boards())
def test_random_boards_agree_with_brute_force(board: tuple[list[str], list[str] | str, str]) -> None:
    answer = prove(make(*board))
    assert (answer.status == "solved") is brute.is_solvable(*board)
    assert pp.verify(answer).accepted
    assert pp.solve(make(*board)).status == answer.status
    if isinstance(answer, pp.Impossible) and answer.certificate["kind"] == "tree":
        assert still_proves(answer.as_json())


@settings(max_examples=100)
@given(boards(), st.none() | st.integers(0, 9))
def test_jumps_that_are_dropped_are_in_no_solution(
    board: tuple[list[str], list[str] | str, str], level: int | None
) -> None:
    """The goal is a position that can be reached, so that there are solutions, or a peg anywhere."""
    start, _, lattice = board
    problem = make(start, "any", lattice)
    jumps = problem.board.jumps
    levels = [{problem.start.pegs}]
    while levels[-1]:
        levels.append({pegs ^ jump.mask for pegs in levels[-1] for jump in jumps if pegs & jump.mask == jump.before})
    if level is not None:
        goal = min(levels[min(level, len(levels) - 2)])
        problem = pp.PegProblem(problem.start, PegPosition(problem.board, goal))
    allowed = set(possible_jumps(problem, Watch(pp.Limits(positions=1000))))
    on_the_way = set(problem.goals)
    for positions in reversed(levels):
        for pegs in positions:
            for jump in jumps:
                if pegs & jump.mask == jump.before and pegs ^ jump.mask in on_the_way:
                    assert jump in allowed
                    on_the_way.add(pegs)


@pytest.mark.parametrize(
    ("start", "goal", "lattice", "factor"),
    [
        (["ooo.ooo", "ooooooo", "ooooooo"], ["o.o.o.o", "....ooo", ".ooo..."], "square", 3),
        (["ooooo", "ooooo", "ooooo", "oo.oo", "ooooo"], ["..o..", "ooooo", ".o...", "...o.", "ooo.o"], "square", 2),
        (
            ["o", ".o", "ooo", "oooo", "ooooo", "oooooo", "ooooooo"],
            [".", "oo", "o..", "o.o.", "oo...", "o..oo.", ".o....o"],
            "triangle",
            1,
        ),
    ],
)
def test_dropping_jumps_makes_a_search_smaller_and_keeps_its_verdict(
    start: list[str], goal: list[str], lattice: str, factor: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expanded, verdicts = [], set()
    for jumps in (None, Board.from_drawing(start, lattice).jumps):
        solver = PegSolver(make(start, goal, lattice))
        if jumps is not None:
            monkeypatch.setitem(solver.__dict__, "_possible_jumps", jumps)
        assert (len(solver._jumps_of_solutions(Watch())) < len(solver.problem.board.jumps)) is (jumps is None)
        little = Request(limits=pp.Limits(positions=1))
        nothing = solver.races._race(little, [("beam", "tidy")], frozenset(), 1, None, 0)
        result = solver.races.look_everywhere(Request(), nothing)
        expanded.append(result.stats.expanded)
        verdicts.add(result.path is not None)
    assert len(verdicts) == 1
    assert expanded[0] * factor < expanded[1]


# Exact weights


def test_whatever_the_linear_program_refutes_is_refuted_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simple fractions mostly do; where HiGHS is off by more than they forgive, the repair does."""
    problem = make(ENGLISH, ["  ...", "  ...", ".......", "...o...", ".......", "  ...", "  ..."], "square")
    board, dice = problem.board, random.Random(1)
    program = PegProgram(board, problem.goals, Watch())
    free: list[tuple[int, int | None]] = [(0, None)] * len(board.jumps)
    refuted = repaired = 0
    for _ in range(40):
        position = problem.start
        while jumps := list(position.jumps()):
            position = position.play(dice.choice(jumps))
            if dice.random() < 0.1:
                break
        program.start_at(position.pegs)
        error, _, values = program.solve()
        if error > 1e-6:
            refuted += 1
            shaken = [value + dice.uniform(-1e-4, 1e-4) for value in values]
            for near, denominator in ((values, 120), (shaken, 10**6)):
                monkeypatch.setattr(jump_counts, "MOST_DENOMINATOR", denominator)
                weights = program.exact(near, position.pegs, free)
                assert weights is not None
                assert max(gains(board, weights)) <= 0
                repaired += near is shaken and max(map(abs, weights)) < 1 << 31
            assert program.exact([0.0] * len(values), position.pegs, free) is None
    assert refuted == repaired > 10


def test_branching_gives_up_politely_and_is_the_same_every_time() -> None:
    start, goal, lattice = TREES["english"]
    problem = make(start, goal, lattice)
    watch = Watch()
    tree = refuting_tree(problem, problem.goals[0], watch)
    assert tree is not None
    used = watch.stats.expanded
    assert used == 2 * count_leaves(tree) - 1
    assert refuting_tree(problem, problem.goals[0], Watch(pp.Limits(positions=used))) == tree
    for limits in (pp.Limits(positions=used - 1), pp.Limits(seconds=1e-9)):
        with pytest.raises(pp.LimitHitError):
            refuting_tree(problem, problem.goals[0], Watch(limits))
    solver = solver_for(problem)
    assert isinstance(solver, PegSolver)
    assert solver.refuter.by_tree((60.0, used - 1), Watch()) is None
    assert solver.refuter.by_tree((60.0, used), Watch(pp.Limits(seconds=1e-9))) is None
    assert solver.refuter.by_tree((60.0, used), Watch()) is not None


def count_leaves(tree: Tree) -> int:
    return 1 if isinstance(tree, Leaf) else count_leaves(tree.within) + count_leaves(tree.beyond)


REFUTED: dict[str, tuple[list[str], list[str] | str, str]] = {
    "count": (["o.o"], [".oo"], "square"),
    "class": (["ooo."], ["o..."], "square"),
    "weights": (["o.ooo", "ooooo", "ooooo"], [".o...", ".....", "....."], "square"),
    "tree": TREES["english"],
}


@pytest.mark.parametrize("objective", ["jumps", "moves"])
@pytest.mark.parametrize("kind", REFUTED)
def test_solve_tries_every_proof_before_it_searches_for_more_than_a_moment(kind: str, objective: str) -> None:
    answer = pp.solve(make(*REFUTED[kind]), objective=objective)
    assert isinstance(answer, pp.Impossible)
    assert answer.certificate["kind"] == kind
    most = {"jumps": 6_500, "moves": 1_200}[objective] if kind in ("weights", "tree") else 0
    assert answer.stats.expanded <= most
    assert (answer.stats.expanded > 0, answer.search) == (most > 0, {})
    assert pp.verify(answer).accepted


def test_solve_tries_a_larger_tree_before_it_looks_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.games.pegs.solving.solver.LITTLE_BRANCHING", (60.0, 1))
    answer = pp.solve(make(*TREES["english"]))
    assert isinstance(answer, pp.Impossible)
    assert answer.certificate["kind"] == "tree"
    assert 0 < answer.stats.expanded <= 40_000
    assert pp.verify(answer).accepted


def test_a_tree_that_whole_counts_forbid_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []
    monkeypatch.setattr(Refuter, "grow_trees", lambda refuter, watch: tried.append(watch.limits.positions))
    solver = PegSolver(make(["oo."], "any", "square"))
    for nodes in (50, 200):
        assert solver.refuter.by_tree((60.0, nodes), Watch()) is None
    assert tried == [50]


@pytest.mark.parametrize("objective", ["jumps", "moves"])
def test_a_start_that_is_the_goal_is_not_refuted(objective: str) -> None:
    answer = pp.solve(make(["o.o"], ["o.o"], "square"), objective=objective)
    assert isinstance(answer, pp.Solved)
    assert answer.solution == ()


# Certificates that were changed


def nodes(value: Any) -> list[Json]:
    """Return every object inside a value that is part of a tree or of a set."""
    if not isinstance(value, dict):
        return []
    own = [value] if value.keys() & {"weights", "jump", "set"} else []
    return own + [node for child in value.values() for node in nodes(child)]


def mutate(answer: Json, dice: random.Random) -> Json:
    """Change one thing of a certificate, or of what it is about."""
    changed = deepcopy(answer)
    goals = changed["certificate"]["goals"]
    node = dice.choice(nodes(goals))
    holes, _ = brute.read(changed["problem"]["start"])
    names = [f"{chr(ord('a') + x)}{y + 1}" for x, y in sorted(holes)]
    what = dice.choice(["weight", "bound", "jump", "subtree", "sides", "goal", "problem", "set"])
    if what == "weight" and "weights" in node:
        name = dice.choice(names)
        step = Fraction(dice.randint(-2, 2), dice.randint(1, 4))
        node["weights"][name] = str(Fraction(node["weights"].get(name, "0")) + step)
    elif what == "bound" and "jump" in node:
        node["at_most"] += dice.choice([-1, 1, 2])
    elif what == "jump" and "jump" in node:
        node["jump"] = dice.choice([inner["jump"] for inner in nodes(goals) if "jump" in inner])
    elif what == "subtree" and "jump" in node:
        kept = node[dice.choice(["then", "else"])]
        node.clear()
        node.update(kept)
    elif what == "sides" and "jump" in node:
        node["then"], node["else"] = node["else"], node["then"]
    elif what == "set" and "set" in node:
        node["set"] = sorted(set(node["set"]) ^ {dice.choice(names)})
    elif what == "goal" and len(goals) > 1:
        first, second = dice.sample(sorted(goals), 2)
        goals[first], goals[second] = goals[second], goals[first]
        if dice.random() < 0.3:
            del goals[first]
    elif what == "problem":
        field = "start" if isinstance(changed["problem"]["goal"], str) else dice.choice(["start", "goal"])
        drawing = changed["problem"][field]
        row = dice.randrange(len(drawing))
        drawing[row] = "".join(dice.choice([m, m, {"o": ".", ".": "o", " ": " "}[m]]) for m in drawing[row])
    return changed


@pytest.mark.parametrize("name", TREES)
def test_a_mutated_certificate_is_accepted_only_if_it_still_is_a_proof(name: str) -> None:
    dice = random.Random(name)
    answer = prove(make(*TREES[name])).as_json()
    outcomes: Counter[bool] = Counter()
    for _ in range(250):
        changed = mutate(answer, dice)
        for _ in range(dice.choice([0, 0, 1])):
            changed = mutate(changed, dice)
        if changed["certificate"] == answer["certificate"] and changed["problem"] == answer["problem"]:
            continue
        accepted = is_accepted(changed)
        assert accepted is still_proves(changed), changed
        outcomes[accepted] += 1
        if accepted:
            problem = changed["problem"]
            assert len(brute.read(problem["start"])[0]) > 12 or not brute.is_solvable(
                problem["start"], problem["goal"], problem["lattice"]
            )
    assert outcomes[True] > 0
    assert outcomes[False] > 20


def test_any_changed_character_is_rejected(tmp_path: Path) -> None:
    dice = random.Random(4)
    file = tmp_path / "answer.json"
    prove(make(*TREES["all three"])).save(file)
    text = file.read_text()
    assert pp.verify(file).accepted
    for place in range(0, len(text) - 1, 3):
        other = dice.choice([mark for mark in '0123456789abcdo.-/ "{}[]:,' if mark != text[place]])
        file.write_text(text[:place] + other + text[place + 1 :])
        with suppress(pp.InputError):  # no longer JSON, or no longer an answer
            assert pp.verify(file).verdict == "rejected", text[place - 20 : place + 20]


def test_what_is_no_tree_is_rejected_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = prove(make(*TREES["triangle"])).as_json()
    right = answer["certificate"]["goals"]["goal"]
    leaf = {"weights": {"a1": "1"}}
    deep: Json = leaf
    for _ in range(150):
        deep = {"jump": "a1-a3", "at_most": 0, "then": leaf, "else": deep}
    wrong: list[tuple[object, str]] = [
        (None, "expected a proof for each goal, found null"),
        ([right], "expected a proof for each goal"),
        ({}, "no proof against the goal"),
        ({"goal": right, "a1": right}, "'a1' is no goal"),
        ({"a3": right}, "'a3' is no goal"),
        ({"goal": None}, "found something else"),
        ({"goal": [right]}, "found something else"),
        ({"goal": {}}, "found something else"),
        ({"goal": {**right, "set": []}}, "found something else"),
        ({"goal": {**right, "then": None}}, "found something else"),
        ({"goal": {**right, "then": {"set": ["a1"]}}}, "found something else"),
        ({"goal": {**right, "jump": "a1-a2"}}, "'a1-a2' is no jump"),
        ({"goal": {**right, "jump": ["a1-a3"]}}, "is no jump"),
        ({"goal": {**right, "at_most": True}}, "not true"),
        ({"goal": {**right, "at_most": 0.5}}, "not 0.5"),
        ({"goal": {**right, "at_most": -1}}, "not -1"),
        ({"goal": {**right, "at_most": 10**30}}, "whole number of times"),
        ({"goal": {"weights": {}}}, "leaf 1: counts within the bounds could lead to the goal"),
        ({"goal": {"weights": {"a3": "1"}}}, "may be made any number of times"),
        ({"goal": {"weights": {"z9": "1"}}}, "is no hole"),
        ({"goal": {"weights": {"a1": 1}}}, "a ratio of integers"),
        ({"goal": {"weights": {"a1": "1" * 61}}}, "a ratio of integers"),
        ({"goal": {"weights": {"a1": "1/0"}}}, "a ratio of integers"),
        ({"goal": {"set": ["a1"]}}, "touches an odd number"),
        ({"goal": {"set": []}}, "does not separate"),
        ({"goal": {"set": None}}, "expected the names"),
        ({"goal": deep}, "leaf 1"),
    ]
    for goals, finding in wrong:
        verdict = verify_answer(seal(answer | {"certificate": {"kind": "tree", "goals": goals}}))
        assert verdict.verdict == "rejected"
        assert finding in str(verdict)
    assert verify_answer(answer).accepted
    monkeypatch.setattr(budget, "STEPS_BETWEEN", 1)  # look at the clock at every step
    verdict = verify_answer(answer, budget=Budget(seconds=0.0))
    assert verdict.verdict == "unconfirmed" and "not settled within 0 s" in str(verdict)


# The command


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["prove", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Problems in files, by what proves them impossible."""
    texts = {
        "count": "oo.\n\nooo\n",
        "class": "o.o\n\n..o\n",
        "weights": "lattice: triangle\n\nooo\no.o\n",
        "tree": "lattice: diagonal\n\n.o \nooo\nooo\no o\n",
        "wide": "." * 60 + "oo.o\n\n" + "o" + "." * 63 + "\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text)
    return {name: f"pegs/@{tmp_path / name}.txt" for name in texts}


@pytest.mark.parametrize(
    ("kind", "fragment"),
    [
        ("count", "2 pegs can never become 3"),
        ("class", "even or odd"),
        ("weights", " -1  . -1\n -1  1 -1\n"),
        ("tree", "6 by a position class, 2 by a weight"),
        ("wide", ""),
    ],
)
def test_a_proof_is_told_in_80_columns(
    capsys: pytest.CaptureFixture[str], files: dict[str, str], kind: str, fragment: str
) -> None:
    code, out, err = run(capsys, files[kind])
    assert (code, err) == (10, "")
    assert fragment in " ".join(out.split("\n  "))
    assert all(len(line) <= 80 for line in out.splitlines() if "pegs/@" not in line)
    code, out, err = run(capsys, files[kind], "--json")
    answer = json.loads(out)
    assert (code, err, answer["status"]) == (10, "", "impossible")
    assert kind in (answer["certificate"]["kind"], "wide")
    assert answer.keys() == pp.solve("pegs/triangle-4").as_json().keys()
    assert verify_answer(answer).accepted


def test_what_can_be_solved_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "pegs/triangle-5:a1..a1")
    assert code == 0
    assert "solved in 13 jumps" in out
    code, out, _ = run(capsys, "pegs/triangle-5:a1..a1", "--json")
    answer = json.loads(out)
    assert (code, answer["status"], answer["jumps"]) == (0, "solved", 13)
    assert verify_answer(answer).accepted


def test_a_start_that_is_the_goal_is_solved(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "done.txt").write_text("o.o\n\no.o\n")
    assert run(capsys, f"pegs/@{tmp_path / 'done.txt'}")[0] == 0


def test_looking_at_every_position_is_the_last_resort(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "pegs/triangle-5:b3..b3")
    assert code == 10
    assert "No goal among the positions that can be reached" in out
    jugs = str(EXAMPLES / "jugs.py")
    code, out, _ = run(capsys, f"{jugs}:7")
    assert code == 10
    assert "16 were looked at" in out
    assert run(capsys, f"{jugs}:4")[0] == 0


def test_limits_and_bad_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, _ = run(capsys, "pegs/triangle-8", "--max-positions", "5", "--json")
    assert (code, json.loads(out)["limit"]) == (20, "positions")
    code, out, _ = run(capsys, "pegs/9x9:a1..a1", "--max-seconds", "0.001")
    assert code == 20
    for arguments in ([], ["chess/queens"], ["pegs/english:d4"], ["pegs/english", "--max-seconds", "0"]):
        code, out, err = run(capsys, *arguments)
        assert (code, out) == (2, "")
        assert len(err.splitlines()) == 1

    def interrupt(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(Refuter, "by_weights", interrupt)
    code, out, _ = run(capsys, "pegs/triangle-4:a2..a3", "--json")
    assert (code, json.loads(out)["limit"]) == (130, "interrupted")


def test_an_answer_can_be_replaced_but_not_its_proof() -> None:
    """The certificate of one problem proves nothing about another, even with the digest made anew."""
    answers = [prove(make(*TREES[name])) for name in ("triangle", "3x4")]
    for answer, other in zip(answers, reversed(answers), strict=True):
        assert isinstance(answer, pp.Impossible)
        assert isinstance(other, pp.Impossible)
        assert pp.verify(answer).accepted
        assert pp.verify(replace(answer, certificate=other.certificate)).verdict == "rejected"


@pytest.mark.parametrize("verb", [pp.solve, pp.prove])
def test_programs_leave_searches_the_rest_of_the_time(verb: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[float] = []
    race = Races._race

    def listen(races: Races, request: Request, *arguments: Any) -> Any:
        assert request.limits.seconds is not None
        left.append(request.limits.seconds)
        return race(races, request, *arguments)

    monkeypatch.setattr(Races, "_race", listen)
    monkeypatch.setattr(PegSolver, "_refute_by_programs", lambda *arguments: (None, Stop(), 100.0))
    verb(make(*TREES["english"]), limits=pp.Limits(seconds=1000, positions=60_000))
    before = [seconds for seconds in left if seconds > 900]
    assert len(before) == (2 if verb is pp.solve else 1)
    assert [round(seconds, -2) for seconds in left[len(before) :]] == [900, 800]
