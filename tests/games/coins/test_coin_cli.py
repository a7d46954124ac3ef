"""Coins by the command: words, JSON and exit codes."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from perfectplay.search.subsets.sweep import Sweeper
from tests.conftest import Command

Run = Command


@pytest.fixture
def run(command: Command) -> Command:
    return command


def in_json(run: Run, *arguments: str) -> dict[str, Any]:
    code, out, err = run(*arguments, "--json")
    assert (code, err) == (0, "")
    whole = json.loads(out)
    assert isinstance(whole, dict)
    return whole


def test_solve(run: Run) -> None:
    code, out, _ = run("solve", "coins/6")
    assert code == 0
    assert out.startswith("coins/6: the first player wins\n\n  a b c d e f\n1 o\n2 o o\n")
    assert "12 winning moves: a2-a3" in out and "by a table of all 2,097,152 positions" in out
    code, out, _ = run("solve", "coins/5")
    assert code == 0 and "the second player wins" in out and "every move loses" in out  # lost, and yet no failure


def test_solve_in_json(run: Run) -> None:
    whole = in_json(run, "solve", "coins/4")
    assert (whole["status"], whole["winner"], whole["value"], whole["optimal"]) == ("solved", "first", 1, True)
    assert whole["best_moves"] == ["a1-a4", "a1-d4", "a4-d4"]
    assert whole["moves"] == len(whole["solution"]) and whole["jumps"] is None and whole["limit"] is None
    assert "move_values" not in whole
    whole = in_json(run, "solve", "coins/assignment3", "--objective", "score", "--all-moves")
    assert (whole["winner"], whole["value"], len(whole["move_values"])) == ("second", 12, 126)
    assert {"move": "a2-e6", "winner": "second", "value": 12} in whole["move_values"]


@pytest.mark.parametrize("objective", ["win", "score", "win-then-score"])
def test_all_moves_in_words(run: Run, objective: str) -> None:
    code, out, _ = run("solve", "coins/assignment3", "--objective", objective, "--all-moves")
    assert code == 0
    told = {"win": "wins: a2-a3", "score": "+12: a2-e6 b2-b6 a5-e5", "win-then-score": "wins -11: a3-a4 c3-d4"}
    assert told[objective] in out


def test_assignment_2_is_another_name_for_assignment_1(run: Run) -> None:
    assert "coins/assignment2    another name for assignment1" in run("list", "coins")[1]
    shown = {name: run("show", f"coins/{name}")[1] for name in ("assignment1", "assignment2")}
    assert shown["assignment2"].startswith("coins/assignment2: 21 coins; ")
    assert shown["assignment2"].replace("assignment2", "assignment1") == shown["assignment1"]
    answers = [in_json(run, "solve", f"coins/{name}", "--objective", "score") for name in shown]
    assert [answer["problem"]["spec"] for answer in answers] == ["coins/assignment1", "coins/assignment2"]
    assert answers[0]["best_moves"] == answers[1]["best_moves"] and answers[0]["value"] == answers[1]["value"] == 72
    Path("a.json").write_text(json.dumps(answers[1]))
    code, out, _ = run("verify", "a.json", "--only", "spec")
    assert code == 0 and "spec: checked" in out
    Path("position.txt").write_text("rules: assignment2\n\no\noo\nooo\n....\n.....\n......\n")
    assert "points 5 9 11 10 8 5, winner 80" in run("show", "coins/@position.txt")[1]
    assert run("arena", "coins/assignment2", "random", "greedy", "--games", "2", "--save", "g.jsonl")[0] == 0
    assert run("arena", "--replay", "g.jsonl")[0] == 0


def test_answers_are_verified(run: Run) -> None:
    Path("a.json").write_text(json.dumps(in_json(run, "solve", "coins/5", "--objective", "score"), indent=1))
    code, out, _ = run("verify", "a.json")
    assert code == 0 and "winner: checked" in out and out.endswith("accepted\n")


def test_count(run: Run) -> None:
    whole = in_json(run, "count", "coins/5")
    assert (whole["positions"], whole["lost_positions"]) == (32768, 3902)
    assert (whole["winner"], whole["winning_first_moves"]) == ("second", 0)
    assert "levels" not in whole and whole["limit"] is None
    assert "lost for the player to move: 3,902" in run("count", "coins/5")[1]
    Path("a.txt").write_text("o\n.o\no.o\n")
    assert in_json(run, "count", "coins/@a.txt")["positions"] == 16
    code, out, _ = run("count", "coins/9", "--json")
    assert code == 20 and "bytes are needed" in json.loads(out)["detail"]
    assert run("count", "coins/4", "--levels", "2")[0] == 2


def test_show_list_and_hint(run: Run) -> None:
    code, out, _ = run("show", "coins/assignment4")
    assert code == 0 and "36 coins; runs of up to 6; whoever takes the last coin loses" in " ".join(out.split())
    assert "276 moves: a1" in out
    assert in_json(run, "show", "coins/3")["moves"][0] == "a1"
    code, out, _ = run("list", "coins")
    assert code == 0 and "coins/assignment5" in out and "estimates" not in out
    assert "won for the player to move" in run("hint", "coins/4")[1]
    assert "lost for the player to move" in run("hint", "coins/3")[1]
    assert in_json(run, "hint", "coins/4")["winner"] == "first"
    Path("empty.txt").write_text(".\n")
    assert "no coin is left" in run("hint", "coins/@empty.txt")[1]
    assert "the game is over" in run("solve", "coins/@empty.txt")[1]


@pytest.mark.parametrize(
    "spec", ["coins/4:position=o/oo/.oo/o..o", "coins/assignment3:position=o/oo/.oo/o..o/...../......"]
)
def test_a_position_in_the_spec(run: Run, spec: str) -> None:
    """Every command takes it, and tells it again as it was given."""
    for command in (["solve"], ["solve", "--all-moves"], ["count"], ["show"], ["hint"]):
        code, out, _ = run(*command, spec)
        assert code == 0 and out.startswith(spec), command
        assert in_json(run, *command, spec)
    answer = in_json(run, "solve", spec, "--objective", "score", "--all-moves")
    assert answer["problem"]["spec"] == spec and answer["problem"]["start"][:4] == ["o", "oo", ".oo", "o..o"]
    Path("a.json").write_text(json.dumps(answer, indent=1))
    code, out, _ = run("verify", "a.json")
    assert code == 0 and "move_values: checked" in out
    code, out, _ = run("arena", spec, "greedy", "perfect", "--games", "2", "--save", "a.jsonl")
    assert code == 0 and out.startswith(spec)
    assert run("arena", "--replay", "a.jsonl")[0] == 0


def test_pictures(run: Run) -> None:
    assert run("solve", "coins/assignment5:seed=2", "--svg", "a.svg", "--html", "a.html")[0] == 0
    assert "pp-piece-green" in Path("a.svg").read_text() and "pp-piece-green" in Path("a.html").read_text()
    assert run("show", "coins/6", "--svg", "b.svg")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "fragment"),
    [
        (["solve", "coins/6", "--objective", "moves"], "unknown objective 'moves'; coins/6 has win, score"),
        (
            ["solve", "coins/6", "--algorithm", "astar"],
            "astar is not for a game for two, as coins/6 is",
        ),
        (
            ["solve", "coins/6", "--prune", "weights"],
            "unknown pruning rule 'weights'; coins/6 has duplicates",
        ),
        (
            ["solve", "coins/3", "--algorithm", "retrograde", "--trace", "t.jsonl"],
            "retrograde goes back from the ends and has no tree to trace; leave out --trace",
        ),
        (["solve", "coins/3", "--svg", "-"], "give the name of a file, or ./-"),
        (
            ["solve", "coins/3:points=9999/-9999", "--objective", "score"],
            "too many for score; a game has at most 8,000",
        ),
        (["arena", "coins/3", "greedy", "random", "--save", "-"], "give the name of a file, or ./-"),
        (["solve", "pegs/english", "--all-moves"], "--all-moves is for coins, and pegs/english is none"),
        (["solve", "coins/12"], "a side of 1 to 10"),
        (["solve", "coins/@none"], "no file none"),
        (["show", "coins/6", "--map"], "has no map"),
        (["count", "coins/6", "--all"], "has no vacancies and survivors to count"),
    ],
)
def test_bad_input(run: Run, arguments: list[str], fragment: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "") and fragment in err
    assert err.count("\n") == 1


def test_unknown_has_its_code_and_its_figure(run: Run) -> None:
    code, out, _ = run("solve", "coins/9")
    assert code == 20 and "4,398,046,511,104 bytes are needed for 45 coins" in " ".join(out.split())
    code, out, _ = run("solve", "coins/assignment4", "--objective", "score", "--json")
    assert code == 20 and json.loads(out)["limit"] == "memory"
    assert run("solve", "coins/6", "--objective", "score", "--max-positions", "1000")[0] == 20


@pytest.mark.parametrize(
    ("arguments", "most"),
    [
        (["solve", "coins/9", "--max-memory", "5TB"], "up to 33 are solved at once, whatever the memory"),
        (["hint", "coins/9"], "and more by `perfectplay table build coins/9`"),
        (["solve", "coins/assignment4", "--objective", "score"], "up to 28 coins are solved, whatever the memory"),
    ],
)
def test_what_no_memory_helps_is_not_put_down_to_the_limit(run: Run, arguments: list[str], most: str) -> None:
    code, out, _ = run(*arguments)
    assert code == 20 and most in " ".join(out.split()) and "--max-memory" not in out
    assert "whatever the memory" in json.loads(run(*arguments, "--json")[1])["detail"]


def test_memory_that_would_help_is_named(run: Run) -> None:
    code, out, _ = run("count", "coins/9")
    assert (
        code == 20 and "(--max-memory)" in out and "bytes are needed for the table of coins/9" in " ".join(out.split())
    )
    code, out, _ = run("hint", "coins/6", "--max-memory", "1000")
    assert code == 20 and "(--max-memory sets it)" in " ".join(out.split())


def test_a_hint_names_good_moves(run: Run) -> None:
    hint = in_json(run, "hint", "coins/4")
    assert hint["good_moves"] == hint["good_jumps"] == ["a1-a4", "a1-d4", "a4-d4"]


def test_the_winner_by_points_is_that_of_the_game_shown(run: Run) -> None:
    told = " ".join(run("solve", "coins/assignment3", "--objective", "score")[1].split())
    assert "ahead by 12 points; the second player wins the game shown" in told


def test_threads_that_are_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    begin = Sweeper.__init__

    def begun(self: Sweeper, *arguments: Any) -> None:
        begin(self, *arguments)
        seen.append(self.watch.threads)

    monkeypatch.setattr(Sweeper, "__init__", begun)
    for command in (["solve", "coins/3"], ["solve", "coins/3", "--objective", "score"], ["count", "coins/3"]):
        seen.clear()
        assert run(*command)[0] == run(*command, "--threads", "1")[0] == run(*command, "--threads", "3")[0] == 0
        assert seen == [os.cpu_count(), 1, 3]


def test_threads_and_prove(run: Run) -> None:
    assert run("solve", "coins/6", "--threads", "2")[0] == 0
    assert run("prove", "coins/5")[0] == 0
