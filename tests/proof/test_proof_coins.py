"""The checker reads coin answers by rules of its own, and every false claim is rejected."""

import json
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.base.limits import Limits
from perfectplay.proof import Verdict
from perfectplay.proof.json_text import digest_of
from perfectplay.verbs.verify import verify_saved

OBJECTIVES = ("win", "score", "win-then-score")
SPECS = ("coins/1", "coins/2", "coins/3:play=normal", "coins/4:runs=2", "coins/4:points=5/1/8/-11,winner=25,loser=-5")
EVEN = ("coins/1:points=1", "coins/2:points=2/0,winner=2", "coins/1:position=.")  # nobody is ahead by points


def check(answer: dict[str, Any], **options: Any) -> Verdict:
    return verify_saved(json.dumps({**answer, "digest": digest_of(answer)}), **options)


def results(answer: dict[str, Any], **options: Any) -> dict[str, str]:
    return {claim.name: claim.result for claim in check(answer, **options).claims}


def solved(spec: str, objective: str = "win") -> dict[str, Any]:
    return pp.solve(spec, objective=objective, all_moves=True).as_json()


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("spec", [*SPECS, *EVEN])
def test_true_answers_are_checked(spec: str, objective: str) -> None:
    found = results(solved(spec, objective))
    names = {"digest", "solution", "moves", "winner", "value", "best_moves", "move_values", "best play", "spec"}
    assert found.keys() == names
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
        ({"move_values": None}, ""),  # not stated
        ({"moves": 1}, "moves"),
        ({"moves": None}, "moves"),
        ({"jumps": 1}, "jumps"),
        ({"optimal": False}, "optimal"),
        ({"certificate": {"kind": "count"}}, "solution"),
        ({"limit": "boredom"}, "limit"),
        ({"colour": None}, "colour"),
        ({"solution": ["a1", "a1"]}, "solution"),
        ({"solution": ["a1"]}, "solution"),
        ({"solution": ["z9"]}, "solution"),
        ({"solution": None}, "solution"),
        ({"status": "impossible"}, "status"),
    ],
)
def test_false_answers_are_rejected(change: dict[str, Any], claim: str) -> None:
    answer = solved("coins/4:points=5/1/8/-11,winner=25", "score")
    verdict = check({**answer, **change})
    rejected = [found.name for found in verdict.claims if found.result == "rejected"]
    assert rejected[:1] == [claim] if claim else verdict.accepted


def test_the_value_of_a_move_is_a_whole_number() -> None:
    answer = solved("coins/2", "win")
    for number in (float, bool):  # 1.0 and true are no numbers of points, though Python takes them for 1
        values = [{**item, "value": number(item["value"])} for item in answer["move_values"]]
        assert values == answer["move_values"] or number is bool
        assert results({**answer, "move_values": values})["move_values"] == "rejected"


def test_the_game_that_is_shown_must_be_played_well() -> None:
    """Six coins one by one: the first player takes no more than the second, and here one of them could do better."""
    answer = solved("coins/3", "win")
    games = [list(game) for game in permutations(["a1", "a2", "b2", "a3", "b3", "c3"])]
    seen = set()
    for game in games[::60]:
        found = results({**answer, "solution": game, "moves": len(game)})
        assert (found["solution"], found["moves"]) == ("checked", "checked")
        seen.add(found["best play"])
    assert "rejected" in seen
    none = check({**answer, "solution": [], "moves": 0})
    assert none.accepted


def test_a_limit_that_ended_the_search_cannot_be_confirmed() -> None:
    verdict = check({**solved("coins/3"), "limit": "time"})
    assert verdict.verdict == "unconfirmed"
    assert [claim.name for claim in verdict.claims if claim.result != "checked"] == ["limit"]


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
        {"colour_points": {".": 1}},
        {"colour_points": {"\x1b": 1}},
        {"colour_points": {"rr": 1}},
        {"colour_points": {"r": 10**6}},
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


LEFT_OPEN = ("winner", "value", "best_moves", "move_values", "best play")


@pytest.mark.parametrize("limits", [Limits(seconds=0.1), Limits(memory=1 << 20)])
def test_larger_games_are_left_open_where_the_limits_end(limits: Limits) -> None:
    verdict = check(solved("coins/6"), limits=limits)
    assert verdict.verdict == "unconfirmed"
    found = {claim.name: claim.result for claim in verdict.claims}
    assert found == dict.fromkeys(("digest", "solution", "moves", "spec"), "checked") | dict.fromkeys(
        LEFT_OPEN, "unconfirmed"
    )


def test_games_of_more_coins_than_can_be_looked_at_are_left_open_even_without_limits() -> None:
    answer = solved("coins/6")
    rows = ["o" * (row + 1) for row in range(8)]
    problem = {**answer["problem"], "side": 8, "start": rows, "spec": ""}
    found = results({**answer, "problem": problem, "solution": [], "moves": 0}, rerun=True)
    assert {found[name] for name in LEFT_OPEN} == {"unconfirmed"}


def test_changed_rules_change_the_verdict() -> None:
    answer = solved("coins/4", "win")
    changed = {**answer, "problem": {**answer["problem"], "play": "normal"}}
    assert results(changed)["best_moves"] == "rejected"


def test_a_spec_stands_for_its_problem() -> None:
    """Each of these is right about the problem it gives, but not every spec is the name of that problem."""
    answer = solved("coins/3")
    for spec, expected in (
        ("coins/3", "checked"),
        ("coins/4", "rejected"),
        ("coins/3:play=normal", "rejected"),
        ("coins/nothing", "unconfirmed"),
        ("coins/3:play=odd", "unconfirmed"),
        ("", None),
        ("coins/-", None),
        ("coins/@a.txt", None),
    ):
        verdict = check({**answer, "problem": {**answer["problem"], "spec": spec}})
        found = {claim.name: claim.result for claim in verdict.claims}
        assert found.get("spec") == expected, spec
        assert verdict.verdict == {None: "accepted", "checked": "accepted"}.get(expected, expected)


@pytest.mark.long
def test_side_6_without_limits() -> None:
    assert check(solved("coins/6"), rerun=True).accepted
