"""No edit of a true answer, with the digest made to fit, is accepted unless what it says is true all the same."""

import json
import os
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.base.errors import InputError
from perfectplay.verbs.verify import verify_saved
from tests.places import JUGS
from tests.proof.edits import edits, get, other_values, paths, put, sealed
from tests.proof.truth import is_true

Json = dict[str, Any]
LIMITS = pp.Limits(seconds=1, memory=1 << 28)
LONG_SECONDS = float(os.environ.get("PERFECTPLAY_EDIT_SECONDS", "600"))

TOLLS = '''"""Roads with tolls: from a to the town that is asked for."""
from typing import NamedTuple
import perfectplay as pp
from perfectplay.contract import cost, implements, is_goal, signed, successors
class Roads(NamedTuple):
    goal: int
@implements(successors, Roads)
def go(rules, state, out):
    out[0] = (signed(state) + 1) % 6
    out[1] = (signed(state) + 2) % 6
    return 2
@implements(is_goal, Roads)
def arrived(rules, state):
    return signed(state) == rules.goal
@implements(cost, Roads)
def toll(rules, before, after):
    return 5 if (signed(after) - signed(before)) % 6 == 2 else 2
def problem(goal="4"):
    return pp.Puzzle(Roads(int(goal)), start=0, branching=2, text=lambda state: "abcdef"[state])
'''
# One answer of each kind: a spec, or drawings; what is asked of it; and the certificate it must carry.
ANSWERS: dict[str, tuple[Any, Any, str | None]] = {
    "pegs by jumps": ("pegs/triangle-4", {}, None),
    "pegs by moves": ("pegs/triangle-4", {"objective": "moves"}, None),
    "pegs left": ("pegs/triangle-4:a2..any", {"objective": "pegs"}, None),
    "pegs, count": ("pegs", ["o.o", ".oo"], "count"),
    "pegs, class": ("pegs", ["ooo.", "o..."], "class"),
    "pegs, weights": ("pegs", ["o.ooo/ooooo/ooooo", ".o.../...../....."], "weights"),
    "pegs, tree": ("pegs/triangle-4:a2..a3", {}, "tree"),
    "pegs, exhaustion": ("pegs/triangle-4:a1..a1", {"algorithm": "breadth-first", "prune": "none"}, "exhaustion"),
    "army, bound": ("army/5x6:c5", {}, "bound"),
    "army by search": ("army/3x4:b3", {"algorithm": "breadth-first"}, None),
    "army, plane": ("army/half-plane:2", {}, "bound"),
    "army, golden": ("army/half-plane:5", {}, "golden"),
    "army, weights": ("army/3x6:b6", {}, "weights"),
    "army, exhaustion": ("army/3x6:b6", {"algorithm": "breadth-first", "prune": "none"}, "exhaustion"),
    "dice": ("dice/board-11", {}, None),
    "dice, all optimal": ("dice/board-11", {"all_optimal": True}, None),
    "coins": ("coins/4", {}, None),
    "coins by score": ("coins/3:points=5/1/8", {"objective": "score"}, None),
    "coins by both": ("coins/3:points=5/1/8", {"objective": "win-then-score", "all_moves": True}, None),
    "game": (f"{JUGS}:4", {}, None),
    "game that cannot be won": (f"{JUGS}:7", {}, "exhaustion"),
    "game with costs": ("tolls", {}, None),
}


@pytest.fixture(scope="module")
def tolls(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "tolls.py"
    path.write_text(TOLLS, "utf-8")
    return path


def make(name: str, tolls: Path) -> tuple[Json, Path | None]:
    """Return the answer of a name, and the rules that it needs."""
    spec, asked, kind = ANSWERS[name]
    if spec == "pegs":
        start, goal = (pp.PegPosition.from_drawing(text.split("/"), "square") for text in asked)
        answer = pp.prove(pp.PegProblem(start, goal))
    else:
        answer = pp.solve(f"{tolls}:4" if spec == "tolls" else spec, **asked)
    certificate = answer.as_json()["certificate"]
    assert (certificate or {}).get("kind") == kind, name
    rules = Path(JUGS) if str(spec).startswith(JUGS) else tolls if spec == "tolls" else None
    return json.loads(json.dumps(answer.as_json())), rules


def verdict_on(answer: Json, rules: Path | None) -> str:
    """Return the verdict on an answer; what cannot be read is not accepted either."""
    try:
        return verify_saved(json.dumps(sealed(answer)), limits=LIMITS, rules=rules).verdict
    except InputError:
        return "unreadable"


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] if place % 3 else []) for place, name in enumerate(ANSWERS)]
)
def test_an_edited_answer_is_accepted_only_if_it_is_true(name: str, tolls: Path) -> None:
    answer, rules = make(name, tolls)
    assert verdict_on(answer, rules) == "accepted"
    assert is_true(answer, rules)
    verdicts: Counter[str] = Counter()
    for edit, edited in edits(answer, Random(1)):
        verdict = verdict_on(edited, rules)
        verdicts[verdict] += 1
        assert verdict != "accepted" or is_true(edited, rules), edit
    assert verdicts["rejected"] > 50 and verdicts["unreadable"] > 20
    assert verdicts["accepted"] < verdicts["rejected"]


@pytest.mark.parametrize(("status", "limit"), [("unknown", "time"), ("solved", "positions")])
def test_an_answer_that_was_cut_short_is_never_accepted(status: str, limit: str) -> None:
    spec = "pegs/english" if status == "unknown" else "army/half-plane:4"
    answer = pp.solve(spec, limits=pp.Limits(positions=1))
    assert answer.status == status
    saved = json.loads(json.dumps(answer.as_json()))
    assert verdict_on(saved, None) == "unconfirmed"
    for edit, edited in edits(saved, Random(1)):
        if verdict_on(edited, None) == "accepted":
            assert is_true(edited, None), edit


@pytest.mark.long
def test_edits_of_edits(tolls: Path) -> None:
    """Two or three edits at a time, by lot, for as long as it is asked for."""
    chance, ends = Random(20261117), time.monotonic() + LONG_SECONDS
    made = {name: make(name, tolls) for name in ANSWERS}
    tried = accepted = 0
    while time.monotonic() < ends:
        name = chance.choice(list(made))
        answer, rules = made[name]
        edited, done = answer, []
        for _ in range(chance.choice((1, 2, 2, 3))):
            path = chance.choice(list(paths(edited, chance)))
            value = chance.choice(other_values(get(edited, path)))
            edited = put(edited, path, value)
            done.append((path, value))
        if edited == answer:
            continue
        tried += 1
        if verdict_on(edited, rules) == "accepted":
            accepted += 1
            assert is_true(edited, rules), (name, done)
    assert tried > 100 and accepted < tried
