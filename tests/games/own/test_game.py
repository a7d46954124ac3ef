"""A game for two of a user's own: the examples with known values, every verb, and mistakes in one line."""

import json
import math
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.arena.players import make_player
from perfectplay.proof.json_text import digest_of
from tests.places import EXAMPLES
from tests.searches import FOR_TWO

KAYLES, CONNECT = (EXAMPLES / name for name in ("kayles.py", "connect.py"))
# The values of Grundy for Kayles of 0 to 12 pins: a row is lost where it is 0, two rows where theirs are equal.
GRUNDY = (0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4)


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    yield


@pytest.mark.parametrize("algorithm", FOR_TWO)
def test_kayles_has_the_values_of_its_theory(algorithm: str) -> None:
    for pins in range(1, 7 if algorithm == "minimax" else 13):
        answer = pp.solve(f"{KAYLES}:{pins}", algorithm=algorithm)
        assert isinstance(answer, pp.Decided) and answer.winner == "first"
        best = set()
        for width in (1, 2):
            for left in range(pins - width + 1):
                if GRUNDY[left] == GRUNDY[pins - width - left]:
                    best.add("|" * left + "." * width + "|" * (pins - width - left))
        assert set(answer.best_moves) == best, pins


@pytest.mark.parametrize(("size", "winner"), [("4x4", "draw"), ("5x4", "draw"), ("3x3", "draw"), ("1x4", "draw")])
def test_connect_four_on_small_boards(size: str, winner: str) -> None:
    """Draws by the table of Tromp (4x4 and 5x4); boards on which four in a row cannot be made."""
    answer = pp.solve(f"{CONNECT}:{size}")
    assert isinstance(answer, pp.Decided) and answer.winner == winner


def run(*words: str, typed: str = "hint\n|.||\nquit\n", **environment: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "perfectplay", *words],
        capture_output=True,
        encoding="utf-8",
        input=typed,
        env={**os.environ, **environment},
    )
    return done.returncode, done.stdout, done.stderr


def test_every_verb() -> None:
    spec = f"{KAYLES}:4"
    assert run("show", spec)[1].startswith(f"{spec}\nstart ||||\nmoves .|||")
    assert "the first player wins" in run("solve", spec)[1]
    assert "a move: |..|" in run("hint", spec)[1]
    assert "16" in run("count", spec)[1]
    code, out, _ = run("play", spec, "--against", "perfect")
    assert code == 0 and "you play first against perfect" in out
    code, out, err = run("arena", spec, "alphabeta", "alphabeta:depth=1", "random", "--games", "4", "--json")
    assert code == 0, err
    standings = {row["player"]: row for row in json.loads(out)["standings"]}
    assert standings["alphabeta"]["lost_per_move"] == 0


def test_answers_are_verified_by_the_rules() -> None:
    for spec in (f"{KAYLES}:6", f"{CONNECT}:3x3"):
        code, out, _ = run("solve", spec, "--json")
        assert code == 0
        Path("a.json").write_text(out)
        code, out, _ = run("verify", "a.json", "--rules", spec.partition(":")[0])
        assert code == 0 and out.endswith("accepted\n"), out


def edited(answer: pp.Answer, **fields: Any) -> pp.Verdict:
    saved = {**answer.as_json(), **fields}
    saved.pop("digest")
    Path("edited.json").write_text(json.dumps({**saved, "digest": digest_of(saved)}, indent=1) + "\n")
    return pp.verify(Path("edited.json"), rules=KAYLES)


def test_falsehoods_are_rejected() -> None:
    answer = pp.solve(f"{KAYLES}:5")
    assert isinstance(answer, pp.Decided)
    assert edited(answer).accepted
    values = answer.as_json()["move_values"]
    falsehoods: list[dict[str, Any]] = [
        {"winner": "second"},
        {"value": -1},
        {"best_moves": []},
        {"move_values": values[1:]},
        {"move_values": [{**values[0], "value": -values[0]["value"]}, *values[1:]]},
        {"move_values": [{**values[0], "value": float(values[0]["value"])}, *values[1:]]},
        {"move_values": [{**item, "value": True if item["value"] == 1 else item["value"]} for item in values]},
        {"best_moves": [[move] for move in answer.best_moves]},
        {"solution": ["....|"]},
        {"solution": [".||||", *answer.solution[1:]]},
        {"optimal": False},
        {"jumps": 3},
        {"objective": "moves"},
        {"extra": 1},
    ]
    for fields in falsehoods:
        assert edited(answer, **fields).verdict == "rejected", fields


GAME = """
from typing import NamedTuple
import perfectplay as pp
from perfectplay.contract import implements, outcome, signed, successors, gain, estimate

class Heap(NamedTuple):
    count: int

@implements(successors, Heap)
def take(rules, state, out):
    {take}

{more}

def problem(count="5"):
    return pp.Game(Heap(int(count)), start=int(count), branching=2{options})
"""
TAKE = """heap = signed(state)
    for number in range(min(2, heap)):
        out[number] = heap - number - 1
    return min(2, heap)"""
OUTCOME = "@implements(outcome, Heap)\ndef end(rules, state): return {}"
GAIN = "\n@implements(gain, Heap)\ndef more(rules, state, after): return 3 - signed(after)"
MISTAKES = {
    "no outcome": (TAKE, "", "", "Heap does not implement outcome: write a function of (rules, state)"),
    "a float": (TAKE, OUTCOME.format("0.5"), "", "a value becomes a float"),
    "too much": (TAKE, OUTCOME.format("1 << 40"), "", "an outcome, a gain or an estimate is 1099511627776"),
    "too many": (
        TAKE + " + 1",
        OUTCOME.format("-1"),
        "",
        "returned 3 for the start, but Game(branching=2): pass a larger number",
    ),
    "no win": (TAKE, OUTCOME.format("3"), "", "an outcome is 3; 1, 0 and -1 are won, draw and lost"),
    "no win, backwards": (TAKE, OUTCOME.format("2"), ", can_repeat=True", "an outcome is 2; 1, 0 and -1"),
    "a loop": (
        "out[0] = (signed(state) + 1) % 7\n    return 1",
        OUTCOME.format("-1"),
        "",
        "a position comes back after some moves; say Game(can_repeat=True)",
    ),
    "points for ever": (
        TAKE,
        OUTCOME.format("-1") + "\n@implements(gain, Heap)\ndef more(rules, state, after): return 1",
        ", can_repeat=True",
        "cannot have gains",
    ),
    "no text": (TAKE, OUTCOME.format("-1"), ", text=5", "Game(text=…) must be a function, not int"),
    "an error": (
        "out[5] = 1\n    return 1",
        OUTCOME.format("-1"),
        "",
        "if successors writes more than 2 states, pass Game(branching=…) a larger number",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_gets_one_line(mistake: str) -> None:
    take, more, options, said = MISTAKES[mistake]
    Path("heap.py").write_text(GAME.format(take=take, more=more, options=options))
    spec = "./heap.py:" + {"a float": "0", "too much": "0"}.get(mistake, "5")
    code, out, err = run("solve", spec)
    assert (code, out) == (2, "") and len(err.splitlines()) == 1 and said in err, err


def test_a_game_with_points() -> None:
    Path("heap.py").write_text(
        GAME.format(
            take=TAKE,
            more=OUTCOME.format("0")
            + "\n@implements(gain, Heap)\ndef more(rules, state, after): return 3 - signed(after)",
            options="",
        )
    )
    answer = pp.solve("./heap.py:4")

    def brute(heap: int) -> int:
        return max((3 - after - brute(after) for after in range(max(0, heap - 2), heap)), default=0)

    assert isinstance(answer, pp.Decided)
    assert answer.objective == "score" and answer.value == brute(4)
    assert pp.verify(answer, rules="heap.py").accepted
    with pytest.raises(pp.InputError, match="retrograde values wins and draws, not points"):
        pp.solve("./heap.py:4", algorithm="retrograde")


def test_a_long_game_of_forced_moves_is_remembered() -> None:
    """On the way back every position of the path is remembered at once."""
    take = "heap = signed(state)\n    out[0] = heap - 1\n    return 1 if heap else 0"
    Path("heap.py").write_text(GAME.format(take=take.replace("\\\n", "\n"), more=OUTCOME.format("-1"), options=""))
    answer = pp.solve("./heap.py:6001")
    assert isinstance(answer, pp.Decided) and answer.winner == "first" and answer.moves == 6001


def test_large_points_are_added_up_exactly() -> None:
    most = (1 << 30) - 1
    more = (
        OUTCOME.format("0")
        + f"\n@implements(gain, Heap)\ndef more(rules, state, after): return {most} if state % 2 else -{most}"
    )
    Path("heap.py").write_text(GAME.format(take=TAKE, more=more, options=""))

    def brute(heap: int) -> int:
        gain = most if heap % 2 else -most
        return max((gain - brute(after) for after in range(max(0, heap - 2), heap)), default=0)

    for algorithm in ("minimax", "minimax-memory", "alphabeta"):
        answer = pp.solve("./heap.py:9", algorithm=algorithm)
        assert isinstance(answer, pp.Decided) and answer.value == brute(9)


def test_an_objective_that_is_not_the_games_own_is_rejected() -> None:
    Path("heap.py").write_text(GAME.format(take=TAKE, more=OUTCOME.format("0") + GAIN, options=""))
    answer = pp.solve("./heap.py:4")
    saved = {**answer.as_json(), "objective": "win"}
    saved.pop("digest")
    Path("edited.json").write_text(json.dumps({**saved, "digest": digest_of(saved)}, indent=1) + "\n")
    assert pp.verify(Path("edited.json"), rules="heap.py").verdict == "rejected"


def test_players_that_are_none() -> None:
    problem: Any = pp.load(f"{KAYLES}:4")
    for name, said in (("alphabeta:depth=x", "write alphabeta"), ("minimax:depth=3", "has no depth to end at")):
        with pytest.raises(pp.InputError, match=said):
            make_player(name, problem)


def test_a_text_of_several_lines_is_typed_in_one() -> None:
    Path("heap.py").write_text(
        GAME.format(take=TAKE, more=OUTCOME.format("-1"), options=', text=lambda state: f"heap\\n {state}"')
    )
    game: Any = pp.load("./heap.py:5")
    assert game.play(5, "heap 4") == game.play(5, game.moves(5)[0]) == 4


def test_texts_of_several_lines_are_shown_as_blocks() -> None:
    """The moves of a heap of 5 lead to 4 and 3; each text has two lines, of which the second is the wider."""
    lines = ', text=lambda state: f"heap\\n<{state:>5}>"'
    Path("heap.py").write_text(GAME.format(take=TAKE, more=OUTCOME.format("-1"), options=lines))
    blocks = "\n  heap      heap\n  <    4>   <    3>\n"
    assert run("show", "./heap.py:5")[1] == f"./heap.py:5\nstart\n  heap\n  <    5>\nmoves{blocks}"
    out = run("solve", "./heap.py:5")[1]
    assert "1 winning move:\n  heap\n  <    3>\n" in out
    assert "wins:\n             heap\n             <    3>\n      loses:\n" in out
    assert "a best game:\n  heap      heap      heap\n" in out and "\n  <    3>   <    " in out
    assert "a move:\n  heap\n  <    3>\n" in run("hint", "./heap.py:5")[1]
    assert blocks[1:] in run("play", "./heap.py:5", typed="moves\nquit\n")[1]
    arena = run("arena", "./heap.py:5", "perfect", "random", "--games", "1", "--show-games")[1]
    assert "\n  heap         heap  " in arena and "\n  <    3>(0)   <    " in arena


def test_a_solution_of_several_lines_is_numbered() -> None:
    Path("jugs.py").write_text((EXAMPLES / "jugs.py").read_text().replace("}+{", "}\\n{"))
    numbered = "1. 0   2. 3   3. 0   4. 2   5. 2   6. 3\n   5      2      2      0      5      4\n"
    assert f"\n\n{numbered}\n" in run("solve", "./jugs.py:4")[1]


DRAWN = OUTCOME.format("0")


def test_the_table_of_the_arena_has_draws() -> None:
    Path("heap.py").write_text(GAME.format(take=TAKE, more=DRAWN, options=""))
    code, out, _ = run("arena", "./heap.py:3", "perfect", "random", "--games", "2")
    assert code == 0
    titles, *rows = (line.split() for line in out.splitlines()[2:5])
    assert titles == ["player", "games", "wins", "%", "95", "%", "draws", "%", "ahead,", "95", "%", "ms/move", "lost"]
    assert {row[4] for row in rows} == {"100.0"} and all(row[1] == "2" and row[2] == "0.0" for row in rows)
    Path("heap.py").write_text(GAME.format(take=TAKE, more=OUTCOME.format("-1"), options=""))
    assert "draws" not in run("arena", "./heap.py:3", "perfect", "random", "--games", "2")[1]


def test_a_table_with_points_and_draws_fits_the_terminal() -> None:
    Path("heap.py").write_text(GAME.format(take=TAKE, more=DRAWN, options=", has_points=True"))
    out = run("arena", "./heap.py:3", "alphabeta:depth=2", "alphabeta:depth=3", "--games", "1000")[1]
    assert "draws %  points" in out and max(map(len, out.splitlines())) <= 80, out


@pytest.mark.parametrize("text", ["str", 'lambda state: f"heap\\n<{state:>5}>"', 'lambda state: f" {state}"'])
def test_saved_games_are_played_again_by_rules_that_are_named(text: str) -> None:
    source = GAME.format(take=TAKE, more=OUTCOME.format("-1"), options=f", text={text}")
    Path("heap.py").write_text(source + '\nopen("fired", "w").close()\n')
    assert run("arena", "./heap.py:5", "perfect", "random", "--games", "4", "--save", "a.jsonl")[0] == 0
    Path("fired").unlink()
    code, out, err = run("arena", "--replay", "a.jsonl")
    assert (code, out, len(err.splitlines())) == (2, "", 1) and "add --rules FILE" in err
    assert not Path("fired").exists()  # no file is run that only a saved game names
    code, out, err = run("arena", "--replay", "a.jsonl", "--rules", "./heap.py")
    assert code == 0 and "accepted: 4 games played again by the rules, with the same points" in out, err
    head, first, *rest = Path("a.jsonl").read_text().splitlines()
    told = json.loads(first)
    Path("a.jsonl").write_text("\n".join([head, json.dumps({**told, "winner": 1 - told["winner"]}), *rest]) + "\n")
    code, out, _ = run("arena", "--replay", "a.jsonl", "--rules", "./heap.py")
    assert code == 1 and "rejected: 1 of 4 games" in out
    Path("fired").unlink()
    Path("heap.py").write_text(Path("heap.py").read_text() + "# edited\n")
    code, _, err = run("arena", "--replay", "a.jsonl", "--rules", "./heap.py")
    assert code == 2 and "is not the file this tournament was made with" in err and not Path("fired").exists()


def test_the_header_of_saved_games_must_be_that_of_the_rules() -> None:
    assert run("arena", f"{KAYLES}:4", "perfect", "random", "--games", "2", "--save", "a.jsonl")[0] == 0
    head, *rest = Path("a.jsonl").read_text().splitlines()
    for fields in ({"start": "|||"}, {"spec": f"{KAYLES}:5"}, {"game": {**json.loads(head)["game"], "start": "."}}):
        Path("b.jsonl").write_text("\n".join([json.dumps({**json.loads(head), **fields}), *rest]) + "\n")
        code, _, err = run("arena", "--replay", "b.jsonl", "--rules", str(KAYLES))
        assert code == 2 and "line 1: not the rules of a tournament" in err, fields
    assert "leave it out" in run("arena", f"{KAYLES}:4", "perfect", "random", "--rules", str(KAYLES))[2]


FLOATS = {
    "0.5": "Heap.count is 0.5, a float; rules hold integers",
    "np.array([0.5])": "Heap.count is an array of floats; rules hold integers",
    "(1, 2.0)": "Heap.count is 2.0, a float; rules hold integers",
}


@pytest.mark.parametrize("mode", ["always", "never"])
@pytest.mark.parametrize("value", FLOATS)
def test_a_float_in_the_rules_gets_the_same_line_in_every_mode(value: str, mode: str) -> None:
    source = GAME.format(take=TAKE, more=OUTCOME.format("-1"), options="").replace("Heap(int(count))", f"Heap({value})")
    Path("heap.py").write_text(f"import numpy as np\n{source}")
    code, out, err = run("solve", "./heap.py:5", PERFECTPLAY_COMPILE=mode)
    assert (code, out) == (2, "") and len(err.splitlines()) == 1
    assert FLOATS[value] in err and "write whole numbers" in err


@pytest.mark.parametrize("mode", ["always", "never"])
def test_too_many_successors_are_refused_with_the_number_there_is(mode: str) -> None:
    """At the start one state is written, and later three where two fit."""
    take = "heap = signed(state)\n    for number in range(1 if heap == 5 else min(3, heap)):\n        "
    take += "out[number] = heap - number - 1\n    return 1 if heap == 5 else min(3, heap)"
    Path("heap.py").write_text(GAME.format(take=take, more=OUTCOME.format("-1"), options=""))
    err = run("solve", "./heap.py:5", "--algorithm", "retrograde", PERFECTPLAY_COMPILE=mode)[2]
    assert "if successors writes more than 2 states, pass Game(branching=…) a larger number" in err


@pytest.mark.parametrize(
    ("scene", "complaint"),
    [
        (lambda state: None, r"Game\(scene=…\) must return a Scene, not NoneType"),
        (lambda state: 1 // state, r"Game\(scene=…\) fails for the state 0: .*division"),
        (lambda state: pp.Scene(()), r"Game\(scene=…\) cannot be drawn for the state 0: .*without cells"),
        (
            lambda state: pp.Scene((pp.Cell("a1", math.nan, 0),)),
            r"for the state 0: .*must be finite numbers",
        ),
        (
            lambda state: pp.Scene((pp.Cell("a1", "x", 0),)),  # type: ignore[arg-type]
            r"cannot be drawn for the state 0: must be real number",
        ),
    ],
)
def test_a_mistake_in_a_scene_is_said_in_a_line(scene: Any, complaint: str) -> None:
    rules = pp.load(f"{EXAMPLES / 'kayles.py'}:3").rules  # type: ignore[attr-defined]
    with pytest.raises(pp.ContractError, match=complaint):
        pp.Game(rules, 0, scene=scene).scene(0)


def test_a_scene_is_a_function() -> None:
    rules = pp.load(f"{EXAMPLES / 'kayles.py'}:3").rules  # type: ignore[attr-defined]
    with pytest.raises(pp.InputError, match="must be a function, not int"):
        pp.Game(rules, 0, scene=3)  # type: ignore[arg-type]
