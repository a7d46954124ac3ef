"""A game for two of another package, taken through every verb and face; nothing in perfectplay knows it."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from functools import reduce
from itertools import product
from operator import xor
from pathlib import Path
from typing import Any

import pytest

from perfectplay.arena.external import ExternalPlayer
from perfectplay.arena.match import match_of
from perfectplay.arena.players import PerfectPlayer, RandomPlayer, make_player, player_makers
from perfectplay.arena.protocol import result_line
from perfectplay.arena.referee import play_game
from perfectplay.arena.replay import trouble
from perfectplay.arena.review import find_review
from perfectplay.arena.standings import Standings
from perfectplay.base.errors import InputError
from perfectplay.base.limits import Limits
from perfectplay.base.progress import Progress
from perfectplay.cli.arena_words import match_lines
from perfectplay.lab.tasks import Work, match
from perfectplay.model.answers import digest
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.oracle import DRAW
from perfectplay.model.player import GameRecord, Player
from perfectplay.model.specs import load
from perfectplay.solvers.oracle import SolverOracle
from perfectplay.verbs.values import game_values
from tests.conftest import Command
from tests.families.conftest import FOLDER, typed
from tests.families.heaps import FAMILY, HeapPosition, HeapProblem
from tests.families.heaps.checker import wins
from tests.places import ENGINE as COIN_ENGINE
from tests.places import ROOT

pytestmark = pytest.mark.usefixtures("plugged")

# It takes one thing from the last heap that has any.
ENGINE = """import sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "perfectplay":
        print("ready heaps", flush=True)
    elif word == "turn":
        heaps = rest.split()[1].split("-")
        print("move", f"{max(n for n, size in enumerate(heaps, 1) if size != '0')}:1", flush=True)
    elif word == "quit":
        break
"""


def heaps(spec: str = "heaps/3-4-5") -> HeapProblem:
    problem = load(spec)
    assert isinstance(problem, HeapProblem)
    return problem


def test_list_and_show(command: Command) -> None:
    code, out, _ = command("list", "heaps")
    assert code == 0 and "heaps/3-4-5" in out
    code, out, _ = command("show", "heaps/3-4-5", "--svg", "a.svg")
    assert code == 0 and "first moves: 1:1 1:2 1:3 2:1" in out
    assert 'aria-label="12 of 12 ' in Path("a.svg").read_text()
    assert json.loads(command("show", "heaps/1-2", "--json")[1])["moves"] == ["1:1", "2:1", "2:2"]
    assert command("show", "heaps/many")[0] == 2


def test_solve_and_verify(command: Command) -> None:
    code, out, _ = command("solve", "heaps/3-4-5")
    assert code == 0 and "the first player wins" in out and "1 winning move: 1:2" in out
    code, out, _ = command("solve", "heaps/3-4-5", "--html", "a.html", "--svg", "a.svg", "--json")
    told = json.loads(out)
    assert (code, told["winner"], told["value"], told["best_moves"]) == (0, "first", 1, ["1:2"])
    assert "1:2" in Path("a.html").read_text() and Path("a.svg").read_text().startswith("<svg")
    Path("a.json").write_text(out)
    code, out, _ = command("verify", "a.json")
    assert code == 0 and "winner: checked" in out and out.endswith("accepted\n")


@pytest.mark.parametrize(
    ("name", "value"), [("winner", "second"), ("best_moves", ["1:1"]), ("solution", ["1:2"]), ("value", 0)]
)
def test_wrong_answers_are_rejected(command: Command, name: str, value: Any) -> None:
    told = json.loads(command("solve", "heaps/3-4-5", "--json")[1])
    told[name] = value
    told["digest"] = digest({key: item for key, item in told.items() if key != "digest"})
    Path("a.json").write_text(json.dumps(told, indent=1))
    assert command("verify", "a.json")[0] == 1


def test_count_prove_and_hint(command: Command) -> None:
    code, out, _ = command("count", "heaps/3-4-5")
    assert code == 0 and "positions: 120\nlost positions: 18" in out
    code, out, _ = command("prove", "heaps/1-2-3")
    assert code == 0 and "the second player wins" in out and "every move loses" in out
    code, out, _ = command("hint", "heaps/3-4-5")
    assert code == 0 and "won for the player to move" in out and "winning moves: 1:2" in out
    assert json.loads(command("hint", "heaps/1-2-3", "--json")[1])["winner"] == "second"
    assert command("solve", "heaps/3-4-5", "--max-positions", "5")[0] == 20
    assert command("solve", "heaps/3-4-5", "--algorithm", "astar")[0] == 2


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_values_are_those_of_the_theorem(play: str) -> None:
    problem = heaps(f"heaps/3-3-3:play={play}")
    oracle = game_values(problem)
    for sizes in product(range(4), repeat=3):
        is_won = wins(sizes, play == "misere")
        assert (oracle.value(HeapPosition(sizes)).outcome == "won") is is_won
        assert play == "misere" or is_won == bool(reduce(xor, sizes))


def test_play(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "hint", "moves", "9:9", "1:1", "undo", "1:2", "quit")
    code, out, _ = command("play", "heaps/3-4-5", "--seed", "1")
    assert code == 0 and "you play first against perfect: Nim" in out and "to win: 1:2" in out
    assert "'9:9' is no move" in out and "perfect plays " in out and "points" not in out
    typed(monkeypatch, "1:1")
    code, out, _ = command("play", "heaps/1")
    assert code == 0 and out.endswith("you win\n")
    code, out, _ = command("play", "heaps/0-0")
    assert code == 0 and "no move is left: the game is over" in out
    assert command("play", "heaps/3-4-5", "--against", "greedy")[0] == 2  # which coins have


def test_arena(command: Command) -> None:
    code, out, _ = command("arena", "heaps/3-4-5", "random", "perfect", "--games", "20", "--save", "a.jsonl")
    assert code == 0 and out.startswith("heaps/3-4-5: 20 of 20 games") and "by the win (1 or -1)" in out
    told = json.loads(command("arena", "--replay", "a.jsonl", "--json")[1])
    rows = {row["player"]: row for row in told["standings"]}
    assert told["status"] == "accepted" and rows["perfect"]["wins"] == 20 and rows["perfect"]["blunders"] == 0
    assert rows["random"]["blunders"] > 0
    here = [json.loads(line)["moves"] for line in Path("a.jsonl").read_text().splitlines()[1:]]
    assert len(set(map(tuple, here))) > 5
    arguments = ["heaps/3-4-5", "random", "perfect", "--games", "20", "--processes", "2", "--save", "b.jsonl"]
    assert command("arena", *arguments)[0] == 0
    lines = map(json.loads, Path("b.jsonl").read_text().splitlines()[1:])
    assert [game["moves"] for game in sorted(lines, key=lambda game: int(game["number"]))] == here
    code, _, err = command("arena", "heaps/1-2", "random", "perfect", "--values", "score")
    assert code == 2 and "'score' is not one of 'win'" in err


CHANGES: list[tuple[str, Any]] = [
    ("heaps", [3, 4, 4]),
    ("heaps", [3, 4, 50]),
    ("heaps", "3"),
    ("heaps", None),
    ("play", "misere"),
    ("play", 7),
    ("family", "coins"),
    ("family", "chess"),
    ("spec", "heaps/3-4-4"),
    ("extra", 1),
]


@pytest.mark.parametrize(("name", "value"), CHANGES)
def test_rules_of_a_file_that_was_tampered_with(command: Command, name: str, value: Any) -> None:
    assert command("arena", "heaps/3-4-5", "random", "perfect", "--games", "2", "--save", "a.jsonl")[0] == 0
    head, *lines = Path("a.jsonl").read_text().splitlines()
    changed = json.loads(head)
    changed["game"][name] = value
    Path("a.jsonl").write_text("\n".join([json.dumps(changed), *lines]) + "\n")
    code, out, err = command("arena", "--replay", "a.jsonl")
    assert (code, out) == (2, "") and "line 1: not the rules of a tournament" in err


def test_programs_take_part(command: Command) -> None:
    Path("engine.py").write_text(ENGINE)
    code, out, _ = command("arena", "heaps/3-4-5", "--check", "./engine.py")
    assert (code, out) == (0, "accepted: it keeps to the protocol\n")
    code, out, _ = command("arena", "heaps/3-4-5", "./engine.py", "perfect", "--games", "2", "--save", "a.jsonl")
    assert code == 0 and command("arena", "--replay", "a.jsonl")[0] == 0
    code, out, _ = command("arena", "heaps/3-4-5", "--check", COIN_ENGINE)
    assert code == 1 and "heaps/3-4-5, playing first, move 1: crash" in out
    assert command("arena", "--check", COIN_ENGINE)[0] == 0  # coins have trials of their own


def test_what_a_program_is_told(tmp_path: Path) -> None:
    log, path = tmp_path / "log", tmp_path / "engine.py"
    path.write_text(ENGINE.replace("    word, _", f"    open({str(log)!r}, 'a').write(line)\n    word, _"))
    with ExternalPlayer([sys.executable, str(path)]) as player:
        play_game(heaps("heaps/1-1"), [player, RandomPlayer("random")], seed=3, seconds=7.5)
    lines = log.read_text().splitlines()
    assert lines[:7] == [
        "perfectplay 1",
        "new",
        "game heaps/1-1",
        "penalty 0 0",
        "seconds 7.5",
        "seed 6",
        "you first",
    ]
    assert lines[7:9] == ["position 1-1", "begin"] and lines[9].startswith("turn 7.")
    assert lines[10:] == ["opponent 1:1", "result lost 0 1", "quit"]


def test_players_by_name() -> None:
    problem = heaps()
    assert list(player_makers(problem)) == ["random", "perfect"]
    assert isinstance(make_player("perfect", problem), PerfectPlayer)
    with pytest.raises(InputError, match="players are random, perfect, or a path"):
        make_player("greedy", problem)


def test_perfect_says_when_it_is_not_exact() -> None:
    player, problem = PerfectPlayer("perfect"), heaps()
    player.begin(problem, True, 1)
    player.oracle = game_values(problem, limits=Limits(positions=3))
    assert player.choose(problem.start, 1) in problem.moves(problem.start)
    assert player.notes == ["not exact, a limit was hit: plays anything"]


def test_a_family_without_an_oracle_is_asked_by_its_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = {name: part for name, part in FAMILY.parts.items() if name != "oracle"}
    monkeypatch.setattr("perfectplay.solvers.oracle.family_of", lambda problem: replace(FAMILY, parts=parts))
    problem = heaps("heaps/1-2-2")
    oracle = game_values(problem)
    assert isinstance(oracle, SolverOracle)
    assert oracle.best_moves(problem.start) == ["1:1"] and oracle.good_moves(problem.start) == ["1:1"]
    assert oracle.value(problem.parse("0-2-2")).outcome == "lost"
    assert find_review(problem).lost(problem.start, ["2:1", "1:1", "2:1"]) == [2, 2, 2]


class DrawnHeaps(HeapProblem):
    """Nobody wins by the last thing."""

    def outcome(self, position: HeapPosition) -> str:
        return DRAW


class Ending(Player):
    """Remembers how its games ended."""

    def choose(self, position: HeapPosition, seconds: float) -> str:
        return self.problem.moves(position)[0]

    def on_end(self, record: GameRecord) -> None:
        self.record = record


def test_draws() -> None:
    problem: GameForTwo = DrawnHeaps(HeapPosition((1, 1)), False, "heaps/1-1")
    player = Ending("one")
    record = play_game(problem, [player, Ending("other")])
    assert (record.winner, record.points, player.record) == (None, (0, 0), record)
    assert result_line(record, 0) == "result draw 0 0" and trouble(problem, record) == ""
    assert trouble(problem, replace(record, winner=1)) == "nobody has won, not player 2"
    played = match_of(0, (0, 1), record, [0, 0])
    standings = Standings(["one", "other"])
    standings.add(played)
    assert [row["draws"] for row in standings.as_json()] == [1, 1] and standings.against == [[0, 0], [0, 0]]
    assert "drawn, 0 to 0" in match_lines(["one", "other"], played)


def test_lab_match() -> None:
    options = {"players": ["perfect", "random"], "games": 4}
    fields = match(Work("heaps/3-4-5", options, Limits(), Progress()))
    assert fields["status"] == "done" and fields["measures"]["wins"] == {"perfect": 4, "random": 0}


def test_the_command_finds_it_by_its_entry_point() -> None:
    paths = [str(ROOT), str(FOLDER), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    words = [sys.executable, "-m", "perfectplay", "hint", "heaps/3-4-5", "--json"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and json.loads(done.stdout)["move"] == "1:2"
