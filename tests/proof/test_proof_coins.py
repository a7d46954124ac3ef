"""The checker reads coin answers by rules of its own, and every false claim is rejected."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.proof.json_text import digest_of
from perfectplay.verbs.verify import verify_saved

OBJECTIVES = ("win", "score", "win-then-score")
SPECS = ("coins/1", "coins/2", "coins/3:play=normal", "coins/4:runs=2", "coins/4:points=5/1/8/-11,winner=25,loser=-5")
EVEN = ("coins/1:points=1", "coins/2:points=2/0,winner=2", "coins/1:position=.")  # nobody is ahead by points


def results(answer: dict[str, Any], rerun: bool = False) -> dict[str, str]:
    sealed = {**answer, "digest": digest_of(answer)}
    return {claim.name: claim.result for claim in verify_saved(json.dumps(sealed), rerun=rerun).claims}


def solved(spec: str, objective: str = "win") -> dict[str, Any]:
    return pp.solve(spec, objective=objective, all_moves=True).as_json()


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("spec", [*SPECS, *EVEN])
def test_true_answers_are_checked(spec: str, objective: str) -> None:
    found = results(solved(spec, objective))
    assert found.keys() == {"digest", "solution", "winner", "value", "best_moves", "move_values"}
    assert set(found.values()) == {"checked"}


@pytest.mark.parametrize("spec", EVEN[:2])
def test_where_nobody_is_ahead_some_moves_are_best(spec: str) -> None:
    answer = solved(spec, "score")
    assert answer["value"] == 0 and answer["best_moves"]
    assert results({**answer, "best_moves": []})["best_moves"] == "rejected"


def random_spec(chance: Random) -> str:
    """Return a small game with some rules, colours and coins of its own."""
    side = chance.randint(1, 4)
    items = [f"runs={chance.randint(1, side + 2)}", f"play={chance.choice(['misere', 'normal'])}"]
    if chance.random() < 0.7:
        reach = chance.choice([1, 30])  # small points make even games
        items.append("points=" + "/".join(str(chance.randint(-reach, reach)) for _ in range(chance.randint(1, 5))))
    items += [f"{who}={chance.choice([-9, 0, 1, 7])}" for who in ("winner", "loser") if chance.random() < 0.5]
    marks = chance.choice(["o.", "o", "rgyw", "rgyw.", "rgo", "rgo."])
    rows = ["".join(chance.choice(marks) for _ in range(row + 1)) for row in range(side)]
    return f"coins/{side}:{','.join([*items, 'position=' + '/'.join(rows)])}"


def test_whatever_is_solved_is_verified() -> None:
    chance = Random(5)
    values = []
    for _ in range(80):
        spec = random_spec(chance)
        for objective in OBJECTIVES:
            answer = solved(spec, objective)
            assert set(results(answer).values()) == {"checked"}, (spec, objective)
            values.append(answer["value"])
    assert values.count(0) > 5


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_coloured_positions_are_checked(tmp_path: Path, objective: str) -> None:
    rows = ["r", "g.", "yw.", ".ggr", "w...o", "rr...y"]
    (tmp_path / "a.txt").write_text("rules: assignment5\n\n" + "\n".join(rows) + "\n")
    assert set(results(solved(f"coins/@{tmp_path / 'a.txt'}", objective)).values()) == {"checked"}


@pytest.mark.parametrize(
    ("change", "claim"),
    [
        ({"winner": "second"}, "winner"),
        ({"winner": "nobody"}, "winner"),
        ({"value": 1000}, "value"),
        ({"value": None}, "value"),
        ({"best_moves": []}, "best_moves"),
        ({"best_moves": ["a1", "a1", "a1"]}, "best_moves"),
        ({"best_moves": "a1"}, "best_moves"),
        ({"move_values": []}, "move_values"),
        ({"move_values": [{"move": "a1", "winner": "first", "value": 3}] * 40}, "move_values"),
        ({"move_values": [3] * 40}, "move_values"),
        ({"solution": ["a1", "a1"]}, "solution"),
        ({"solution": ["a1"]}, "solution"),
        ({"solution": ["z9"]}, "solution"),
        ({"solution": None}, "solution"),
        ({"status": "impossible"}, "status"),
    ],
)
def test_false_answers_are_rejected(change: dict[str, Any], claim: str) -> None:
    answer = solved("coins/4:points=5/1/8/-11,winner=25", "score")
    assert results({**answer, **change})[claim] == "rejected"


@pytest.mark.parametrize(
    "change",
    [
        {"side": 11},
        {"side": "4"},
        {"longest_run": 0},
        {"play": "odd"},
        {"points": 3},
        {"points": ["5"]},
        {"start": ["o", "oo"]},
        {"start": ["o", "oo", "ooo", "oox."]},
        {"start": 4},
        {"colour_points": {"o": "1"}},
        {"colour_points": {"o": 1}},
        {"winner_points": None},
    ],
)
def test_games_that_are_none(change: dict[str, Any]) -> None:
    answer = solved("coins/4")
    with pytest.raises(pp.InputError):
        results({**answer, "problem": {**answer["problem"], **change}})


def test_an_unknown_objective_is_no_answer() -> None:
    with pytest.raises(pp.InputError, match="unknown objective"):
        results({**solved("coins/3"), "objective": "luck"})


def test_larger_games_need_a_rerun() -> None:
    found = results(solved("coins/6"))
    assert found["winner"] == found["value"] == found["best_moves"] == "re-run needed"
    assert found["solution"] == "checked"
    assert results(solved("coins/7"), rerun=True)["winner"] == "re-run needed"  # more than plain Python can look at


def test_changed_rules_change_the_verdict() -> None:
    answer = solved("coins/4", "win")
    assert results({**answer, "problem": {**answer["problem"], "play": "normal"}})["best_moves"] == "rejected"


@pytest.mark.long
def test_side_6_by_rerun() -> None:
    assert set(results(solved("coins/6"), rerun=True).values()) == {"checked"}
