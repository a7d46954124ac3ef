"""A person as a player: in `play` and in the arena, with hint and undo, and ways to leave."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from perfectplay.arena.external import ExternalPlayer
from perfectplay.arena.referee import play_game
from perfectplay.games.coins.game import CoinGame
from perfectplay.games.coins.players.greedy import GreedyPlayer
from perfectplay.games.coins.position import CoinPosition
from perfectplay.games.coins.problem import CoinProblem
from perfectplay.model.player import Player, TakeBackError
from tests.conftest import Command
from tests.places import EXAMPLES

Run = Command
ENGINE = str(EXAMPLES / "engine.py")
BAD = "import sys\nfor line in sys.stdin:\n    print('nonsense', flush=True)\n"


@pytest.fixture
def run(command: Command) -> Command:
    return command


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    rest = iter(lines)

    def read(prompt: str = "") -> str:
        try:
            return next(rest)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)


def test_play_to_the_end(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "hint", "a1-a2")
    code, out, _ = run("play", "coins/2", "--against", "greedy")
    assert code == 0 and "to win: " in out and "greedy takes b2" in out and "you win\n" in out
    typed(monkeypatch, "a1", "b2")
    code, out, _ = run("play", "coins/2:points=0/5", "--second", "--seed", "1", "--against", "greedy")
    assert code == 0 and "greedy takes " in out and "greedy 5" in out


def test_commands(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "undo", "a9", "a1-b3", "moves", "?", "a1", "undo", "a1-a6", "a2", "restart", "hint", "quit")
    code, out, _ = run("play", "coins/assignment3")
    assert code == 0 and "nothing to take back" in out and "no cell 'a9'" in out and "no straight line" in out
    assert out.count("21 coins left, points: you 0, perfect 0") == 3
    assert "perfect takes " in out and "for points, +12 from here on: a2-e6" in out
    typed(monkeypatch, "hint")
    code, out, _ = run("play", "coins/9", "--against", "greedy")
    assert "one moment…" in out and "bytes are needed" in out


def test_a_program_that_fails(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("bad.py").write_text(BAD)
    typed(monkeypatch, "a1")
    code, out, _ = run("play", "coins/2", "--against", "./bad.py")
    assert code == 0 and "you win, for the other one found no move" in out and "-100" in out
    assert out.count("bad.py: garbage: it answered 'nonsense'") == 2


@pytest.mark.parametrize("spec", ["coins/assignment3", "coins/assignment4"])
def test_an_invalid_move_is_free_for_a_person_and_the_header_says_so(
    run: Run, monkeypatch: pytest.MonkeyPatch, spec: str
) -> None:
    typed(monkeypatch, "a9", "a1-b3", "nonsense", "a1", "a1", "quit")
    code, out, _ = run("play", spec, "--against", "greedy")
    header = out.partition("type a move")[0]
    assert code == 0 and "an invalid move costs 50" in " ".join(header.split())
    assert header.endswith("\nfor you, an invalid move is free, and time is not limited\n")
    worth = {"coins/assignment3": 5, "coins/assignment4": 3}[spec]
    assert f"points: you {worth}, greedy " in out and "no straight line" in out and "no coin on a1" in out


def test_an_invalid_move_is_free_in_the_record_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "a9", "a9", "a9", "a1-a2", "a9", "a1", "b2", "a2")
    code, out, _ = run("arena", "coins/2", "human", "greedy", "--games", "2", "--seed", "1", "--save", "a.jsonl")
    games = [json.loads(line) for line in Path("a.jsonl").read_text().splitlines()[1:]]
    assert code == 0 and [game["faults"] for game in games] == [[], []] and min(games[0]["points"]) >= 0
    assert out.count("for you, an invalid move is free") == 2


def test_two_at_one_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "a1", "a2", "undo", "undo", "a1-b2", "a2")
    code, out, _ = run("play", "coins/2:points=1/5", "--against", "human")
    assert code == 0 and "first takes back" in out and out.count("for both of you, an invalid move is free") == 1
    assert out.endswith("first wins; points: first 6, second 1\n") and out.count("points: first 6") == 1


def test_two_at_one_terminal_take_back_whose_move_it_was(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "undo", "a1", "undo", "a1", "restart", "a1", "a2", "undo", "b2", "restart", "quit")
    code, out, _ = run("play", "coins/2", "--against", "human")
    assert code == 0 and out.count("there is nothing to take back") == 1
    assert out.count("second takes back") == 2 and out.count("first takes back") == 2
    assert out.count("3 coins left") == 4 and out.count("1 coin left") == 2 and "points:" not in out


def test_play_refuses(run: Run) -> None:
    assert run("play", "pegs/english", "--against", "greedy")[0] == 2
    assert run("play", "coins/3", "--against", "nobody")[0] == 2
    code, _, err = run("play", "coins/-", "--against", "greedy")
    assert code == 2 and "both the board and the moves" in err
    code, out, _ = run("play", "coins/2:position=./..")
    assert code == 0 and "no coin is left" in out


def test_in_the_arena(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both sides are played; what was taken back is not in the record, which is a legal game."""
    cells = ["a1", "a2", "b2", "a3", "b3", "c3"]  # those that are gone are refused, and the next is tried
    typed(monkeypatch, "undo", "a1", "undo", "b2", "undo", "a1-a2", *cells * 9)
    code, out, _ = run("arena", "coins/3", "human", "greedy", "--games", "2", "--save", "a.jsonl")
    assert code == 0 and "you play first against greedy" in out and "you play second against greedy" in out
    assert "coins/3: 2 of 2 games, seed 1\n\nplayer" in out
    games = [json.loads(line) for line in Path("a.jsonl").read_text().splitlines()[1:]]
    assert [game["names"] for game in games] == [["human", "greedy"], ["greedy", "human"]]
    assert games[0]["moves"][0] == "a1-a2" and out.count("6 coins left") == 3
    assert run("arena", "--replay", "a.jsonl")[0] == 0


def test_leaving_the_arena(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "a1-a2", "quit")
    code, out, _ = run("arena", "coins/2", "human", "greedy", "--games", "4")
    assert code == 130 and "coins/2: 1 of 4 games, interrupted" in out and "greedy" in out
    typed(monkeypatch)  # the end of input
    code, out, _ = run("arena", "coins/2", "human", "greedy")
    assert code == 130 and "0 of 100 games, interrupted" in out and "wins %" not in out


@pytest.mark.parametrize(
    ("options", "fragment"),
    [
        (["--processes", "2"], "human plays at this terminal, in one process"),
        (["--json"], "which --json keeps for one object"),
    ],
)
def test_the_arena_refuses(run: Run, options: list[str], fragment: str) -> None:
    Path("a.jsonl").write_text("precious\n")
    code, out, err = run("arena", "coins/3", "human", "greedy", "--save", "a.jsonl", *options)
    assert (code, out) == (2, "") and fragment in err
    assert Path("a.jsonl").read_text() == "precious\n"
    assert "both the board and the moves" in run("arena", "coins/-", "human", "greedy")[2]


def test_a_closed_input_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    for arguments in (["play", "coins/3"], ["arena", "coins/3", "greedy", "human"]):
        code, _, err = run(*arguments)
        assert code == 2 and "standard input is closed" in err


class Wavering(Player):
    """Takes the moves of a list; None takes back."""

    name = "wavering"

    def __init__(self, *choices: str | None) -> None:
        super().__init__()
        self.choices = list(choices)
        self.seen: list[int] = []

    def choose(self, position: CoinPosition, seconds: float) -> str:
        self.seen.append(position.count)
        text = self.choices.pop(0)
        if text is None:
            raise TakeBackError
        return text


def test_taking_back_strikes_out_moves_points_and_faults(tmp_path: Path) -> None:
    engine = tmp_path / "late.py"
    log = tmp_path / "log"
    # Its first answer is nonsense; it takes the last coin that is left.
    engine.write_text(
        f"import sys\nturns = 0\nfor line in sys.stdin:\n    open({str(log)!r}, 'a').write(line)\n"
        "    word, _, rest = line.partition(' ')\n    turns += word == 'turn'\n"
        "    if word == 'perfectplay': print('ready', flush=True)\n"
        "    if word == 'turn':\n"
        "        row = [r for r in enumerate(rest.split()[1].split('/'), 1) if 'o' in r[1]][-1]\n"
        "        print('nonsense' if turns == 1 else f\"move {'abc'[row[1].rindex('o')]}{row[0]}\", flush=True)\n"
    )
    problem = CoinProblem(CoinGame(2, points=(4, 9), winner_points=50))
    player = Wavering("a1", None, None, "a1-a2")
    with ExternalPlayer([sys.executable, str(engine)]) as other:
        record = play_game(problem, [player, other])
    assert player.seen == [3, 1, 3, 3]  # where it had nothing to take back, it is asked again
    assert (record.moves, record.points, record.faults) == (("a1-a2", "b2"), (59, 4), ())
    lines = log.read_text().splitlines()
    assert lines.count("new") == 2 and lines.count("perfectplay 1") == 1 and lines.count("coins ./.o") == 1


def test_tries_are_counted_before_and_after_a_take_back() -> None:
    """Two faults at one place lose the game, whatever was taken back in between; so files can be read again."""
    player = Wavering("", None, "", "a1")
    record = play_game(CoinProblem(CoinGame(2)), [player, GreedyPlayer("greedy")])
    assert record.is_forfeited and [fault.ply for fault in record.faults] == [0, 0]
    player = Wavering("", "a1", None, "", "a1")  # back to where the first one was
    record = play_game(CoinProblem(CoinGame(2, 1)), [player, GreedyPlayer("greedy")])
    assert record.is_forfeited and [fault.ply for fault in record.faults] == [0, 0]


def test_nobody_is_no_opponent(run: Run) -> None:
    code, _, err = run("play", "coins/3", "--against", "")
    assert code == 2 and "no player and no program ''" in err


def prompted(process: "subprocess.Popen[bytes]") -> bytes:
    """Read what a process says until it waits for a line."""
    assert process.stdout is not None
    said = b""
    while not said.endswith(b"\n> "):
        mark = process.stdout.read(1)
        assert mark, said
        said += mark
    return said


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
@pytest.mark.parametrize("arguments", [["play", "coins/3"], ["arena", "coins/3", "human", "greedy"]])
def test_an_interrupt_is_polite(arguments: list[str]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "perfectplay", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ,
        bufsize=0,
    )
    prompted(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130 and err.strip() == (b"" if "arena" in arguments else b"perfectplay: interrupted")
    assert (b"0 of 100 games, interrupted" in out) == (arguments[0] == "arena")
