"""Saved matches: played again by the rules, and refused when any field was tampered with."""

import copy
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from perfectplay.arena.replay import replayed, trouble
from perfectplay.arena.saved import Saved, header_line
from perfectplay.arena.standings import Standings
from perfectplay.arena.tournament import Tournament
from perfectplay.base.errors import InputError
from perfectplay.games.coins.problem import CoinProblem
from perfectplay.model.player import Fault
from perfectplay.model.specs import load
from tests.conftest import Command
from tests.places import DATA, EXAMPLES

Run = Command
ENGINE = EXAMPLES / "engine.py"
# It answers its first turn with nonsense, the second one twice: a fault, then a forfeit.
ERRING = """import sys
turns = 0
for line in sys.stdin:
    word, _, rest = line.partition(" ")
    turns += word == "turn"
    if word == "turn" and turns == 2:
        rows = rest.split()[1].split("/")
        print("move", next(f"{'abc'[row.index('o')]}{n}" for n, row in enumerate(rows, 1) if "o" in row), flush=True)
    elif word in ("perfectplay", "turn"):
        print("ready" if word == "perfectplay" else "nonsense", flush=True)
"""


@pytest.fixture
def run(command: Command) -> Command:
    return lambda *arguments: command("arena", *arguments)


def coins(spec: str) -> CoinProblem:
    problem = load(spec)
    assert isinstance(problem, CoinProblem)
    return problem


def save(path: Path, spec: str, *players: str, games: int, move_seconds: float | None = None) -> list[str]:
    """Write a file as the command does; return its lines."""
    plan = Tournament(coins(spec), players, games, move_seconds=move_seconds)
    lines = [header_line(plan, plan.problem.review_objective)]
    lines += [match.line() for match in plan.play()]
    path.write_text("".join(f"{line}\n" for line in lines))
    return lines


def test_saved_games_are_played_again(run: Run) -> None:
    code, _, err = run("coins/assignment5:seed=4", "greedy", "random", "endgame", "--games", "4", "--save", "a.jsonl")
    assert (code, err) == (0, "")
    code, out, _ = run("--replay", "a.jsonl")
    assert code == 0 and "accepted: 12 games played again by the rules, with the same points" in out
    code, out, _ = run("--replay", "a.jsonl", "--json")
    assert code == 0 and json.loads(out)["status"] == "accepted" and json.loads(out)["games"] == 12
    data = Path("a.jsonl").read_bytes()
    Path("a.jsonl").write_bytes(data[:-30])  # as a kill leaves it
    code, out, err = run("--replay", "a.jsonl")
    assert code == 0 and "accepted: 11 games" in out and "cut off" in err


def tamper(told: dict[str, Any], key: str) -> None:
    if key == "points":
        told["points"][0] += 1
    elif key == "winner":
        told["winner"] = 1 - told["winner"]
    elif key == "moves":
        told["moves"][1] = told["moves"][0]
    elif key == "end":
        told["moves"], told["lost"], told["seconds"] = (told[name][:-1] for name in ("moves", "lost", "seconds"))
    elif key == "lost":
        told["lost"][-1] += 1
    elif key == "unknown":
        told["lost"][-1] = None
    else:
        told["faults"] = [{"player": 0, "ply": 0, "kind": "crash", "text": "", "seconds": 0.1}]


@pytest.mark.parametrize("key", ["points", "winner", "moves", "end", "lost", "unknown", "fault"])
def test_wrong_games_are_rejected(run: Run, key: str) -> None:
    lines = save(Path("a.jsonl"), "coins/assignment1", "greedy", "random", games=3)
    told = json.loads(lines[2])
    tamper(told, key)
    Path("a.jsonl").write_text("\n".join([*lines[:2], json.dumps(told), *lines[3:]]) + "\n")
    code, out, _ = run("--replay", "a.jsonl")
    assert code == 1 and out.startswith("game 2: ") and "rejected: 1 of 3 games" in out


def test_a_forfeited_game_is_played_again() -> None:
    problem = coins("coins/assignment4")
    (match, *_) = Tournament(problem, ["random", "random"], games=1).play()
    faults = (Fault(0, 2, "timeout", "slow"), Fault(0, 2, "crash", "gone"))
    own = problem.game.worth(problem.game.triangle.run_of[match.record.moves[0]])
    other = problem.game.worth(problem.game.triangle.run_of[match.record.moves[1]])
    record = replace(
        match.record,
        moves=match.record.moves[:2],
        points=(own - 100 - 25, other + 100 + 25),
        winner=1,
        faults=faults,
        is_forfeited=True,
    )
    assert trouble(problem, record) == ""
    assert "before it was over" in trouble(problem, replace(record, is_forfeited=False))


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("", "is empty"),
        ("{}\n", "line 1: not the rules of a tournament: arena is missing"),
        ("[1]\n", "line 1: not the rules of a tournament: it is no JSON object"),
        ("nonsense\n", "line 1: not JSON"),
        ("\xff", "line 1: not JSON"),
        ('{"arena": 9}\n', "format 9"),
    ],
)
def test_files_that_are_none(run: Run, text: str, fragment: str) -> None:
    Path("a.jsonl").write_bytes(text.encode("latin-1"))
    code, out, err = run("--replay", "a.jsonl")
    assert (code, out) == (2, "") and fragment in err and err.count("\n") == 1
    assert run("--replay", "nowhere.jsonl")[0] == run("--replay", ".")[0] == 2


HEADER: list[tuple[str, Any, str]] = [
    ("points", [5, 1.5], "game: points is a whole number, not 1.5"),
    ("points", [5, "9"], 'game: points is a whole number, not "9"'),
    ("start", "o/oo", "start is a position of side 3"),
    ("longest_run", 9, "game: longest_run is 3 here, not 9"),
    ("penalty", None, "game: penalty is a whole number, not null"),
    ("is_misere", 1, "game: is_misere is true or false, not 1"),
    ("extra", 1, "game: there is no field 'extra'"),
    ("players", ["greedy"], "players is 2 to 100 different names"),
    ("players", ["greedy", "greedy"], "players is 2 to 100 different names"),
    ("players", ["greedy", "\x1b[31mred"], "players is a text of one line"),
    ("games", 0, "games is a whole number from 1"),
    ("values", "money", "values is score or win"),
    ("start", "./../...", "no coin is left"),
    ("spec", "coins/3", "spec is a name of the rules in this line"),
    ("spec", "coins/3:points=5/9,position=./oo/ooo", "spec is a name of the rules in this line"),
    ("spec", "coins/nothing", "spec is a game of coins"),
    ("spec", "./a.py:3", "spec is a game for two of a family that is known here"),  # and nobody runs it
    ("spec", "", "spec is a game for two of a family that is known here"),
    ("spec", "pegs/english", "spec is a game for two of a family that is known here"),
    ("move_seconds", -1, "move_seconds is a time in seconds, not -1"),
    ("move_seconds", "1", "move_seconds is a time in seconds"),
]


@pytest.mark.parametrize(("name", "value", "fragment"), HEADER)
def test_rules_that_are_none(run: Run, name: str, value: Any, fragment: str) -> None:
    lines = save(Path("a.jsonl"), "coins/3:points=5/9", "greedy", "random", games=2)
    head = json.loads(lines[0])
    (head["game"] if name in head["game"] or name == "extra" else head)[name] = value
    Path("a.jsonl").write_text("\n".join([json.dumps(head), *lines[1:]]) + "\n")
    code, out, err = run("--replay", "a.jsonl")
    assert (code, out) == (2, "") and fragment in err and "line 1" in err and err.count("\n") == 1


ONE_FAULT = {"player": 0, "ply": 0, "kind": "crash", "text": "gone", "seconds": 0.5}
LINES: list[tuple[dict[str, Any], str]] = [
    ({"number": 0}, "players is [0, 1] here"),
    ({"number": -1}, "number is a whole number from 0 to 1, not -1"),
    ({"number": 7}, "number is a whole number from 0 to 1, not 7"),
    ({"number": True}, "number is a whole number from 0 to 1, not true"),
    ({"players": [0, 1]}, "players is [1, 0] here, not [0, 1]"),
    ({"names": ["random", "x"]}, 'names is ["random", "greedy"] here'),
    ({"seed": 5}, "seed is 1000004 here, not 5"),
    ({"start": 7}, "start is 63 here, not 7"),
    ({"seconds": []}, "seconds is a list of "),
    ({"points": [1]}, "points is a list of 2"),
    ({"points": [float("inf"), 0]}, "points is a whole number, not Infinity"),
    ({"winner": 2}, "winner is a whole number from 0 to 1"),
    ({"is_forfeited": True, "winner": None}, "winner is 0 or 1 of a game that was forfeited, not null"),
    ({"is_forfeited": 0}, "is_forfeited is true or false"),
    ({"is_forfeited": True}, "a forfeit takes 2 faults in one turn, not 0"),
    ({"is_forfeited": True, "faults": [ONE_FAULT]}, "a forfeit takes 2 faults in one turn, not 0"),
    ({"faults": [ONE_FAULT, ONE_FAULT]}, "2 faults at move 1 lose the game, but it went on"),
    ({"faults": [{**ONE_FAULT, "ply": 2}, ONE_FAULT]}, "faults are not in the order"),
    ({"faults": [{**ONE_FAULT, "player": 1}]}, "fault 1: player is 0 at move 1"),
    ({"faults": [{**ONE_FAULT, "kind": "sloth"}]}, "fault 1: kind is one of timeout"),
    ({"faults": [{**ONE_FAULT, "seconds": -1}]}, "fault 1: seconds is a time in seconds, not -1"),
    ({"first_blunder": {"ply": 1, "move": "z"}}, "first_blunder is "),
    ({"notes": [[], [7]]}, "notes is a text of one line, not 7"),
    ({"more": 1}, "there is no field 'more'"),
]


@pytest.mark.parametrize(("changes", "fragment"), LINES)
def test_lines_that_are_no_games(run: Run, changes: dict[str, Any], fragment: str) -> None:
    lines = save(Path("a.jsonl"), "coins/3", "greedy", "random", games=2)
    odd = json.dumps({**json.loads(lines[2]), **changes})
    Path("a.jsonl").write_text(f"{lines[0]}\n{lines[1]}\n{odd}\n")
    code, out, err = run("--replay", "a.jsonl")
    assert (code, out) == (2, "") and err.count("\n") == 1
    assert f"line 3: not a game of a tournament: {fragment}" in err.replace("the faults", "faults")


def test_a_game_that_is_there_twice(run: Run) -> None:
    lines = save(Path("a.jsonl"), "coins/3", "greedy", "random", games=2)
    Path("a.jsonl").write_text("\n".join([*lines, lines[1]]) + "\n")
    code, out, err = run("--replay", "a.jsonl")
    assert (code, out) == (2, "") and "line 4: not a game of a tournament: game 0 is there twice" in err


ODD_TIMES = [-1, float("nan"), float("inf"), True, "0.1", None, 1e300, 10**400]


@pytest.mark.parametrize("value", ODD_TIMES, ids=lambda value: str(value)[:9])
def test_times_that_are_none(run: Run, value: Any) -> None:
    lines = save(Path("a.jsonl"), "coins/3", "greedy", "random", games=1)
    game = json.loads(lines[1])
    game["seconds"][0] = value
    Path("a.jsonl").write_text(f"{lines[0]}\n{json.dumps(game)}\n")
    code, _, err = run("--replay", "a.jsonl")
    assert code == 2 and "line 2: not a game of a tournament: seconds is a time in seconds, not" in err


ODD_NUMBERS = [-1, 0, 1, 2, 0.5, 10**30, 10**400, float("inf"), float("nan")]
ODD_VALUES = [None, True, False, *ODD_NUMBERS, "x", "", [], {}, [0], {"a": 1}]


def places(item: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place within an object: what holds it, and its key or number there."""
    for key in list(item) if isinstance(item, dict) else range(len(item)) if isinstance(item, list) else ():
        yield item, key
        yield from places(item[key])


def mutations(line: str) -> Iterator[str]:
    """Yield a line with each of its fields replaced, left out or written twice."""
    whole = json.loads(line)
    for number, _ in enumerate(list(places(whole))):
        holder, key = list(places(whole))[number]
        value = holder[key]
        odd = list(ODD_VALUES)
        if type(value) is int:
            odd += [value + 1, value - 1, float(value), str(value)]
        if isinstance(value, str):
            odd += [value + "x", value[:-1], value.upper()]
        for replaced in odd:
            if json.dumps(replaced) != json.dumps(value):
                changed = copy.deepcopy(whole)
                holder, key = list(places(changed))[number]
                holder[key] = replaced
                yield json.dumps(changed)
        changed = copy.deepcopy(whole)
        holder, key = list(places(changed))[number]
        del holder[key]
        yield json.dumps(changed)
        if isinstance(holder, list):
            changed = copy.deepcopy(whole)
            holder, key = list(places(changed))[number]
            holder.insert(key, copy.deepcopy(holder[key]))
            yield json.dumps(changed)


def standing(path: Path) -> list[dict[str, Any]] | None:
    """Return the table of a file but for the times, which nobody can check; None if it is refused or rejected."""
    try:
        saved = Saved(path)
        standings = Standings(saved.plan.players)
        for match, why, _ in replayed(saved):
            if why:
                return None
            standings.add(match)
    except InputError:
        return None
    return [{**row, "milliseconds_per_move": 0} for row in standings.as_json()]


def check_mutations(path: Path, lines: list[str], places: Sequence[int]) -> int:
    told = standing(path)
    assert told is not None
    tried = 0
    for place in places:
        for changed in mutations(lines[place]):
            path.write_text("\n".join([*lines[:place], changed, *lines[place + 1 :]]) + "\n")
            assert standing(path) in (None, told), changed
            tried += 1
    return tried


def test_every_field_is_checked(tmp_path: Path) -> None:
    """Whatever is changed in a file is refused or rejected, or it makes no difference to the table."""
    engine, path = tmp_path / "erring.py", tmp_path / "a.jsonl"
    engine.write_text(ERRING)
    lines = save(path, "coins/3:points=2/3,winner=5", "greedy", "random", str(engine), games=2, move_seconds=20)
    erring = next(place for place, line in enumerate(lines) if place and len(json.loads(line)["faults"]) == 3)
    assert check_mutations(path, lines, (0, 1, erring)) > 1000  # the rules, a plain game, one with faults and a forfeit


@pytest.mark.long
def test_every_field_is_checked_where_not_all_values_are_known(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lines = save(path, "coins/assignment4", "greedy", "random", games=2)
    assert json.loads(lines[1])["lost"][0] is None
    assert check_mutations(path, lines, (1,)) > 500


def test_values_that_nobody_can_check_are_left_out(run: Run) -> None:
    lines = save(Path("a.jsonl"), "coins/assignment4", "greedy", "random", games=2)
    before = json.loads(run("--replay", "a.jsonl", "--json")[1])
    game = json.loads(lines[1])
    game["lost"][0] = 123456
    game["first_blunder"] = {"ply": 1, "move": game["moves"][0]}
    Path("a.jsonl").write_text(f"{lines[0]}\n{json.dumps(game)}\n{lines[2]}\n")
    after = json.loads(run("--replay", "a.jsonl", "--json")[1])
    assert before["standings"] == after["standings"]
    assert (before["unchecked_values"], after["unchecked_values"]) == (0, 1)
    code, out, _ = run("--replay", "a.jsonl")
    assert code == 0 and "1 value not checked, and left out" in out


def test_moves_that_took_too_long(run: Run) -> None:
    lines = save(Path("a.jsonl"), "coins/3", "greedy", "random", games=2, move_seconds=0.5)
    game = json.loads(lines[1])
    game["seconds"][2] = 0.6
    Path("a.jsonl").write_text(f"{lines[0]}\n{json.dumps(game)}\n{lines[2]}\n")
    code, out, _ = run("--replay", "a.jsonl")
    assert code == 1 and out.startswith("game 1: move 3 took 0.6 s, where 0.5 s are allowed")
    head = {**json.loads(lines[0]), "move_seconds": None}  # 30 s
    Path("a.jsonl").write_text(f"{json.dumps(head)}\n{json.dumps(game)}\n{lines[2]}\n")
    assert run("--replay", "a.jsonl")[0] == 0


def test_the_time_for_a_move_is_saved(run: Run) -> None:
    assert run("coins/3", "greedy", "endgame", "--games", "2", "--move-seconds", "7.5", "--save", "a.jsonl")[0] == 0
    assert json.loads(Path("a.jsonl").read_text().splitlines()[0])["move_seconds"] == 7.5
    assert run("--replay", "a.jsonl")[0] == 0


def test_players_without_a_referee_are_timed_too(run: Run) -> None:
    code, out, _ = run("coins/3", "greedy", "random", "--games", "2", "--move-seconds", "1e-9", "--save", "a.jsonl")
    assert code == 0 and "timeout" in out
    assert run("--replay", "a.jsonl")[0] == 0


def test_whatever_is_saved_can_be_replayed(run: Run) -> None:
    Path("greedy (2)").write_text(f"#!{sys.executable}\n{ENGINE.read_text()}")
    Path("greedy (2)").chmod(0o755)
    assert run("coins/2", "greedy", "./greedy (2)", "greedy (2)", "greedy", "--games", "2", "--save", "a.jsonl")[0] == 0
    players = json.loads(Path("a.jsonl").read_text().splitlines()[0])["players"]
    assert players == ["greedy", "./greedy (2)", "greedy (2)", "greedy (3)"]
    assert run("--replay", "a.jsonl")[0] == 0
    Path("red\x1b[31m").write_text(Path("greedy (2)").read_text())
    Path("red\x1b[31m").chmod(0o755)
    code, _, err = run("coins/2", "greedy", "./red\x1b[31m", "--save", "b.jsonl")
    assert code == 2 and "a player is named in one line" in err and not Path("b.jsonl").exists()


def test_games_are_read_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lines = save(path, "coins/3", "greedy", "random", games=50)
    path.write_text("\n".join([lines[0], *reversed(lines[1:])]) + "\n")
    assert [match.number for match in Saved(path).matches()] == list(reversed(range(50)))
    path.write_text("\n".join([*lines[:9], "nonsense"]) + "\n")
    matches = Saved(path).matches()
    assert [next(matches).number for _ in range(8)] == list(range(8))
    with pytest.raises(InputError, match="line 10: not JSON"):
        next(matches)


@pytest.mark.parametrize(("name", "games"), [("games.jsonl", 12), ("games-win.jsonl", 4)])
def test_files_of_an_earlier_release_are_replayed(run: Run, name: str, games: int) -> None:
    path = DATA / "released" / name
    code, out, _ = run("--replay", str(path))
    assert code == 0 and f"accepted: {games} games played again by the rules, with the same points" in out
    plan = Saved(path).plan
    assert header_line(plan, plan.values) == path.read_text().splitlines()[0]
    again = [match.record.moves for match in plan.play()]
    assert again == [match.record.moves for match in Saved(path).matches()]  # the same players play the same games
