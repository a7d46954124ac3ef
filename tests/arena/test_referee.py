"""The referee and programs: every fault is made by a real child process, and survived."""

import os
import re
import shutil
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from perfectplay.arena.check import check_engine, find_trials
from perfectplay.arena.external import ExternalPlayer, Program
from perfectplay.arena.players import RandomPlayer, find_program
from perfectplay.arena.referee import play_game
from perfectplay.arena.stray import NAME
from perfectplay.base.errors import InputError
from perfectplay.games.coins.game import PRESETS, CoinGame, coloured, colours_by_seed
from perfectplay.games.coins.position import CoinPosition
from perfectplay.games.coins.problem import CoinProblem
from perfectplay.model.player import Fault, GameRecord, Player, PlayerFaultError
from tests.places import EXAMPLES

GAME = PRESETS["assignment1"]
SINGLE = "'move ' + names[position.replace('/', '').index('o')]"  # the first coin alone

# A program that answers by an expression, and to the turn of some number does something else.
ENGINE = """
import os, sys, time
names = [f"{{'abcdefghij'[c]}}{{r + 1}}" for r in range(10) for c in range(r + 1)]
turns = int(os.environ.get("TURNS", "0"))
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "perfectplay":
        print("ready test", flush=True)
    elif word == "turn":
        turns += 1
        position = rest.split()[1]
        if {when}:
            {fault}
        print({answer}, flush=True)
    elif word == "quit":
        break
"""


@pytest.fixture
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait no longer than a moment for a program that has closed its output to end."""
    monkeypatch.setattr("perfectplay.arena.external.QUIT_SECONDS", 0.1)


@pytest.fixture
def no_child_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail if a program is left behind, running or as a zombie."""
    started: list[Program] = []
    begin = Program.__init__

    def begun(self: Program, command: list[str]) -> None:
        begin(self, command)
        started.append(self)

    monkeypatch.setattr(Program, "__init__", begun)
    yield
    for program in started:
        assert program.process.returncode is not None
        with pytest.raises(ProcessLookupError):
            os.kill(program.process.pid, 0)


pytestmark = [pytest.mark.usefixtures("no_child_left"), pytest.mark.skipif(os.name != "posix", reason="needs POSIX")]


def engine(folder: Path, fault: str = "pass", when: str = "turns == 2", answer: str = SINGLE) -> ExternalPlayer:
    path = folder / "engine.py"
    path.write_text(ENGINE.format(fault=fault, when=when, answer=answer))
    return ExternalPlayer([sys.executable, str(path)])


def against_random(player: Player, game: CoinGame = GAME, seconds: float = 5, is_first: bool = True) -> GameRecord:
    with player, RandomPlayer("random") as other:
        return play_game(CoinProblem(game), [player, other] if is_first else [other, player], 1, seconds=seconds)


def checked(player: ExternalPlayer, seconds: float = 5.0) -> list[str]:
    return check_engine(player.command, find_trials(), seconds)


def points_of_moves(game: CoinGame, record: GameRecord) -> list[int]:
    points = [0, 0]
    for ply, text in enumerate(record.moves):
        points[ply % 2] += game.worth(game.triangle.run_of[text])
    return points


FAULTS = {
    "timeout": "time.sleep(60)",
    "crash": "raise RuntimeError('this is my fault')",
    "killed": "os.kill(os.getpid(), 11)",
    "closed": "os.close(1); time.sleep(60)",
    "garbage": "print('hello', flush=True); continue",
    "binary": "os.write(1, bytes(range(128, 256)) + b'\\n'); continue",
    "illegal": "print('move z9', flush=True); continue",
    "gone": "print('move', 'a1-a6', flush=True); continue",
    "endless line": "\n            while True: os.write(1, b'x' * 4096)",
    "endless lines": "\n            while True: os.write(1, b'# still thinking\\n' * 99)",
    "endless errors": "\n            while True: os.write(2, b'oh dear\\n' * 99)",
}
KINDS = {
    "killed": "crash",
    "closed": "crash",
    "binary": "garbage",
    "gone": "illegal",
    "endless line": "flood",
    "endless lines": "flood",
    "endless errors": "flood",
}


@pytest.mark.usefixtures("no_patience")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_costs_and_the_turn_is_played_again(fault: str, tmp_path: Path) -> None:
    once = tmp_path / "once"
    when = f"turns == 2 and not os.path.exists({str(once)!r}) and not open({str(once)!r}, 'w').close()"
    began = time.monotonic()
    record = against_random(engine(tmp_path, FAULTS[fault], when), seconds=1.5 if fault == "timeout" else 10)
    assert time.monotonic() - began < 20
    assert [(item.player, item.ply, item.kind) for item in record.faults] == [(0, 2, KINDS.get(fault, fault))]
    assert not record.is_forfeited
    points = points_of_moves(GAME, record)
    assert record.winner is not None
    points[record.winner] += 80
    assert record.points == (points[0] - 50, points[1])


@pytest.mark.usefixtures("no_patience")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_second_fault_in_a_turn_loses_the_game(fault: str, tmp_path: Path) -> None:
    # A first turn that is slow to come is none the less late.
    when, seconds = ("True", 0.3) if fault == "timeout" else ("position.count('o') < 12", 10)
    record = against_random(engine(tmp_path, FAULTS[fault], when), PRESETS["assignment4"], seconds)
    kind = KINDS.get(fault, fault)
    assert [item.kind for item in record.faults] == [kind, kind]
    assert record.is_forfeited and record.winner == 1
    points = points_of_moves(PRESETS["assignment4"], record)
    assert record.points == (points[0] - 100 - 25, points[1] + 100 + 25)


def test_reports_say_what_happened(tmp_path: Path) -> None:
    record = against_random(engine(tmp_path, FAULTS["crash"], "True"))
    assert record.faults[0].text == "it ended with status 1, and said 'RuntimeError: this is my fault'"
    record = against_random(engine(tmp_path, FAULTS["killed"], "True"))
    assert record.faults[0].text == "it was ended by signal 11"
    record = against_random(engine(tmp_path, FAULTS["garbage"], "True"))
    assert record.faults[0].text == "it answered 'hello', where `move` and a run are expected"
    record = against_random(ExternalPlayer([str(tmp_path)]))
    assert record.faults[0].text.endswith("cannot be started: Permission denied")
    assert record.as_json()["faults"][0]["kind"] == "crash"


def test_a_program_that_never_reads_or_never_speaks(tmp_path: Path) -> None:
    path = tmp_path / "deaf.py"
    path.write_text("import time\ntime.sleep(60)\n")
    record = against_random(ExternalPlayer([sys.executable, str(path)]), seconds=0.3)
    assert [fault.kind for fault in record.faults] == ["timeout", "timeout"] and record.is_forfeited
    assert record.faults[0].text.startswith("`ready` did not come within 0.3 s; ")


SPAWN = {
    "a child": "subprocess.Popen(['sleep', '60'])",
    "a child of another session": "subprocess.Popen(['sleep', '60'], start_new_session=True)",
    "an orphan of another session": "subprocess.Popen(['sh', '-c', 'setsid sleep 60 & exit'])",
}


@pytest.mark.parametrize("way", ["killed", "left"])
@pytest.mark.parametrize("kind", SPAWN)
def test_children_of_a_program_end_with_it(kind: str, way: str, tmp_path: Path) -> None:
    if kind != "a child" and not Path("/proc/self/environ").exists():
        pytest.skip("only Linux shows the environment of a process")
    seen = tmp_path / "seen"
    fault = f"import subprocess; {SPAWN[kind]}; time.sleep(0.1); open({str(seen)!r}, 'a').write(os.environ[{NAME!r}])"
    if way == "killed":
        fault += "; os.write(1, b'x' * 5000)"
    player = engine(tmp_path, f"{fault}; break", "True")
    record = against_random(player, CoinGame(1))
    assert [fault.kind for fault in record.faults] == ["flood" if way == "killed" else "crash"] * 2
    mark = seen.read_text()[:32]  # the same for all programs of this process
    assert len(mark) == 32 and not [pid for pid in Path("/proc").iterdir() if bears(pid, mark)]


def bears(process: Path, mark: str) -> bool:
    """Tell whether a process that still runs has a mark."""
    try:
        return mark.encode() in (process / "environ").read_bytes()
    except OSError:
        return False


def test_what_was_not_asked_for_is_left_aside(tmp_path: Path) -> None:
    record = against_random(engine(tmp_path, answer=f"{SINGLE} + '\\nmove a1\\nmove a1\\n# so there'"))
    assert not record.faults


@pytest.mark.parametrize("fault", ["endless line", "endless lines", "endless errors"])
def test_output_is_read_within_bounds(fault: str, tmp_path: Path) -> None:
    player = engine(tmp_path, FAULTS[fault], "True")
    tracemalloc.start()
    try:
        record = against_random(player)
        assert tracemalloc.get_traced_memory()[1] < 3_000_000
    finally:
        tracemalloc.stop()
    assert "bytes" in record.faults[0].text
    assert ("standard error" in record.faults[0].text) == (fault == "endless errors")


class Scripted(Player):
    """Plays what was written down."""

    def __init__(self, *texts: str) -> None:
        super().__init__()
        self.texts = list(texts)

    def choose(self, position: CoinPosition, seconds: float) -> str:
        return self.texts.pop(0)


def test_the_page_shows_what_is_said(tmp_path: Path) -> None:
    page = (EXAMPLES.parent / "docs" / "engines.md").read_text()
    lines = page.split("```")[1].strip().splitlines()
    heard, said = ([line[2:] for line in lines if line[0] == mark] for mark in "><")
    log, path = tmp_path / "log", tmp_path / "engine.py"
    path.write_text(
        f"import sys\nsaid = {said[1:]!r}\nwith open({str(log)!r}, 'w') as log:\n"
        "  for line in sys.stdin:\n    log.write(line)\n"
        f"    if line.startswith('perfectplay'): print({said[0]!r}, flush=True)\n"
        "    if line.startswith('turn'): print(*said, sep='\\n', flush=True)\n"
        "    if line.startswith('quit'): break\n"
    )
    player = ExternalPlayer([sys.executable, str(path)])
    with player:
        record = play_game(
            CoinProblem(CoinGame(3, points=(5, 9, 11), winner_points=80)), [Scripted("a3-c3", "a1"), player], 3
        )
    assert not record.faults
    assert _without_time(log.read_text().splitlines()) == _without_time(heard)


def _without_time(lines: list[str]) -> list[str]:
    return [re.sub(r"^turn [0-9.]+", "turn", line) for line in lines]


def test_one_that_starts_again_finds_the_position(tmp_path: Path) -> None:
    once = tmp_path / "once"
    when = f"turns == 2 and not os.path.exists({str(once)!r}) and not open({str(once)!r}, 'w').close()"
    player = engine(tmp_path, "os._exit(3)", when)
    log = tmp_path / "log"
    path = Path(player.command[-1])
    path.write_text(path.read_text().replace("    word, _", f"    open({str(log)!r}, 'a').write(line)\n    word, _"))
    record = against_random(player)
    assert [fault.text for fault in record.faults] == ["it ended with status 3"]
    lines = log.read_text().splitlines()
    starts = [line.split()[1] for line in lines if line.startswith("coins")]
    assert len(starts) == lines.count("perfectplay 1") == 2
    assert starts[0].count("o") == 21 > starts[1].count("o")
    assert lines[-2].startswith("result ") and lines[-1] == "quit"


def test_much_is_said_to_one_that_reads_late() -> None:
    script = "import sys, time; {}; print(sum(map(len, sys.stdin.readline().split())), flush=True)"
    program = Program([sys.executable, "-c", script.format("time.sleep(0.3)")])
    program.say("x" * 300_000)
    assert program.unsaid
    assert program.answer(10) == "300000"
    program.end()
    program = Program([sys.executable, "-c", script.format("time.sleep(60)")])
    program.say("x" * 300_000)
    with pytest.raises(PlayerFaultError, match=r"did not answer within 0\.3 s"):
        program.answer(0.3)
    program.kill()


@pytest.mark.parametrize("game", [
    GAME,
    CoinGame(1),
    CoinGame(4, 2, False),
    PRESETS["assignment4"],
    coloured(PRESETS["assignment5"], colours_by_seed(21, 3)),
])  # fmt: skip
def test_example_in_python(game: CoinGame) -> None:
    for is_first in (True, False):
        record = against_random(ExternalPlayer([sys.executable, str(EXAMPLES / "engine.py")]), game, is_first=is_first)
        assert not record.faults and sum(map(game.triangle.run_of.__contains__, record.moves)) == len(record.moves)


def test_check_of_the_example_in_python() -> None:
    assert len((EXAMPLES / "engine.py").read_text().splitlines()) <= 60
    command = find_program(str(EXAMPLES / "engine.py"))
    assert command is not None and check_engine(command, find_trials()) == []


def test_check_of_the_example_in_c(tmp_path: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("no C compiler")
    program = tmp_path / "engine"
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-O2"]
    subprocess.run([compiler, *flags, "-o", program, EXAMPLES / "engine.c"], check=True)
    command = find_program(str(program))
    assert command is not None and check_engine(command, find_trials()) == []


@pytest.mark.parametrize(("fault", "expected"), [
    (FAULTS["crash"], "crash"),
    (FAULTS["garbage"], "garbage"),
    (FAULTS["timeout"], "timeout"),
    ("print('move a1', flush=True); continue", "illegal"),
    (f"print({SINGLE}, flush=True)", "it writes on after its answer"),
])  # fmt: skip
def test_check_finds(fault: str, expected: str, tmp_path: Path) -> None:
    player = engine(tmp_path, fault, "True")
    findings = checked(player, 0.1 if expected == "timeout" else 10)
    assert findings and any(expected in finding for finding in findings), findings
    if expected == "crash":
        assert findings[0].startswith("one coin, playing first, move 1: crash: it ended with status 1")


# It keeps the board by itself, and believes what it is told.
STRICT = """
import sys
def cells(text):
    return {f"{'abcdefghij'[c]}{r}" for r, row in enumerate(text.split("/"), 1) for c, m in enumerate(row) if m == "o"}
def run(text):
    (c0, r0), (c1, r1) = (("abcdefghij".index(end[0]), int(end[1:])) for end in (text.split("-") * 2)[:2])
    n = max(abs(c1 - c0), abs(r1 - r0), 1)
    return {f"{'abcdefghij'[c0 + (c1 - c0) // n * i]}{r0 + (r1 - r0) // n * i}" for i in range(n + 1)}
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "perfectplay":
        print("ready strict", flush=True)
    elif word == "coins":
        board = cells(rest)
    elif word == "opponent":
        assert run(rest) <= board
        board -= run(rest)
    elif word == "invalid":
        board.add(last)
    elif word == "turn":
        assert board == cells(rest.split()[1]), rest
        last = min(board)
        board.discard(last)
        print("move", last, flush=True)
    elif word == "quit":
        break
"""


def test_check_accepts_a_program_that_follows_the_game_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "strict.py"
    path.write_text(STRICT)
    assert checked(ExternalPlayer([sys.executable, str(path)])) == []


@pytest.mark.long
def test_comments_after_an_answer_are_no_answers(tmp_path: Path) -> None:
    late = "print('# nice m', end='', flush=True); time.sleep(0.05); print('ove', flush=True)"
    player = engine(tmp_path)
    path = Path(player.command[-1])
    path.write_text(path.read_text().replace('    elif word == "quit"', f'        {late}\n    elif word == "quit"'))
    assert checked(player) == []
    assert not against_random(player).faults


@pytest.mark.parametrize(("seconds", "told"), [(None, "30"), (12.5, "12.5"), (7, "7")])
def test_programs_are_told_the_time_that_is_allowed(tmp_path: Path, seconds: float | None, told: str) -> None:
    player, log = engine(tmp_path), tmp_path / "log"
    path = Path(player.command[-1])
    path.write_text(path.read_text().replace("    word, _", f"    open({str(log)!r}, 'a').write(line)\n    word, _"))
    with player, RandomPlayer("random") as other:
        play_game(CoinProblem(CoinGame(2)), [player, other], seconds=seconds)
    assert f"seconds {told}" in log.read_text().splitlines()


def test_check_tells_the_time_that_is_allowed(tmp_path: Path) -> None:
    player, log = engine(tmp_path), tmp_path / "log"
    path = Path(player.command[-1])
    path.write_text(path.read_text().replace("    word, _", f"    open({str(log)!r}, 'a').write(line)\n    word, _"))
    assert checked(player, 4) == []
    assert {line for line in log.read_text().splitlines() if line.startswith("seconds")} == {"seconds 4"}


def test_check_finds_one_that_does_not_leave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.arena.check.LEAVE_SECONDS", 0.2)
    player = engine(tmp_path)
    path = Path(player.command[-1])
    path.write_text(path.read_text().replace("break", "time.sleep(60)") + "time.sleep(60)\n")
    findings = checked(player)
    assert [finding.split(" within ")[0] for finding in findings] == ["it does not end"] * 2


class Stubborn(Player):
    """Always gives one answer."""

    name = "stubborn"

    def __init__(self, answer: Any, seconds: float = 0) -> None:
        super().__init__()
        self.answer = answer
        self.seconds = seconds
        self.heard: list[Fault] = []

    def choose(self, position: CoinPosition, seconds: float) -> str:
        time.sleep(self.seconds)
        return self.answer  # type: ignore[no-any-return]

    def on_refusal(self, fault: Fault) -> None:
        self.heard.append(fault)


ANSWERS = {"": "illegal", "b9": "illegal", "a1-b2": "illegal", "A1": "illegal", " a1": "illegal", "a2 ": "illegal"}


@pytest.mark.parametrize(("answer", "kind"), [*ANSWERS.items(), (None, "garbage"), (7, "garbage")])
def test_own_players_are_judged_too(answer: Any, kind: str) -> None:
    """They are asked for a move as the problem writes it, so that a record holds nothing else."""
    player = Stubborn(answer)
    record = play_game(CoinProblem(CoinGame(2, 1)), [player, RandomPlayer("random")])
    assert [fault.kind for fault in record.faults] == [kind, kind]
    assert player.heard == list(record.faults) and record.winner == 1 and not record.moves


def test_time_of_own_players_counts() -> None:
    record = play_game(CoinProblem(CoinGame(1)), [Stubborn("a1", 0.02), RandomPlayer("random")], seconds=0.001)
    assert [fault.kind for fault in record.faults] == ["timeout", "timeout"]


def test_the_last_coin_decides() -> None:
    with RandomPlayer("random") as first, RandomPlayer("random") as second:
        assert play_game(CoinProblem(CoinGame(1)), [first, second]).winner == 1
        record = play_game(CoinProblem(CoinGame(1, 0, False, (7,), 5, -3)), [first, second])
        assert (record.winner, record.points, record.moves) == (0, (12, -3), ("a1",))
        with pytest.raises(InputError, match="two players"):
            play_game(CoinProblem(GAME), [first])
