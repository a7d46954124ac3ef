"""The arena: tournaments, their table, saved games, the quick path, and every command."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from perfectplay.arena import tournament
from perfectplay.arena.match import Match
from perfectplay.arena.replay import trouble
from perfectplay.arena.review import find_review
from perfectplay.arena.saved import Saved
from perfectplay.arena.standings import Sample, Standings, wilson
from perfectplay.arena.tournament import Tournament
from perfectplay.base.limits import LimitHitError
from perfectplay.games.coins.players.review import MOST_COINS, CoinReview
from perfectplay.games.coins.problem import CoinProblem
from perfectplay.games.coins.solving.table_place import coin_table_path
from perfectplay.model.specs import load
from tests.brute_coins import Brute
from tests.conftest import Command
from tests.places import EXAMPLES

ENGINE = str(EXAMPLES / "engine.py")
Run = Command


@pytest.fixture
def run(command: Command) -> Command:
    """Call `arena`, or `play` if that is what the arguments begin with."""
    return lambda *arguments: command(*([] if arguments[0] == "play" else ["arena"]), *arguments)


def coins(spec: str) -> CoinProblem:
    problem = load(spec)
    assert isinstance(problem, CoinProblem)
    return problem


@pytest.mark.parametrize(
    "spec",
    [
        *("coins/4:play=normal", "coins/assignment3", "coins/assignment5:seed=3"),
        *(pytest.param(spec, marks=pytest.mark.long) for spec in ("coins/6", "coins/assignment4")),
    ],
)
def test_the_quick_path_plays_the_same_games(spec: str) -> None:
    quick = Tournament(coins(spec), ["greedy", "random", "greedy"], games=8, seed=7)
    slow = replace(quick, is_quick=False)
    found = []
    for plan in (quick, slow):
        found.append([(replace(match.record, seconds=()), match.lost) for match in plan.play()])
    assert found[0] == found[1]
    assert len({record.moves for record, _ in found[0]}) > 16  # games differ


def test_everybody_meets_everybody_with_both_sides() -> None:
    plan = Tournament(coins("coins/4"), ["random", "greedy", "random", "endgame"], games=4)
    met = [tuple(pairing)[1:] for pairing in plan.pairings()]
    assert len(met) == plan.total == 24
    assert all(met.count((one, other)) == 2 for one in range(4) for other in range(4) if one != other)
    assert [pairing for part in plan.chunks() for pairing in part] == list(plan.pairings())
    assert plan.labels == ["random", "greedy", "random (2)", "endgame"]


def test_the_seed_makes_the_games() -> None:
    def moves(seed: int) -> list[Any]:
        plan = Tournament(coins("coins/assignment3"), ["greedy", "endgame", "perfect"], games=6, seed=seed)
        return [match.record.moves for match in plan.play()]

    assert moves(1) == moves(1) != moves(2)


def test_processes_play_the_same_games() -> None:
    plan = Tournament(coins("coins/5"), ["greedy", "endgame", "random"], games=30)
    here, elsewhere = list(plan.play()), list(replace(plan, processes=2).play())
    by_number = sorted(elsewhere, key=lambda match: match.number)
    assert [match.record.moves for match in by_number] == [match.record.moves for match in here]
    assert [match.lost for match in by_number] == [match.lost for match in here]


def test_perfect_gives_nothing_away() -> None:
    plan = Tournament(coins("coins/assignment3"), ["perfect-score", "random"], games=30)
    standings = Standings(plan.labels)
    standings.add_all(plan.play())
    best, worst = standings.players
    assert (best.lost, best.blunders) == (0, 0) and best.valued_moves == best.moves > 0
    assert worst.lost > 0 and worst.blunders > 0
    assert best.points.total - worst.points.total == best.ahead.total == -worst.ahead.total
    assert best.wins + worst.wins == best.games == worst.games == 30


@pytest.mark.parametrize("objective", ["score", "win"])
def test_what_moves_give_away_by_plain_minimax(objective: str) -> None:
    """What was lost in a game is the difference between its outcome and the value of its start."""
    problem = coins("coins/4:points=3/7/-5,winner=25")
    plan = Tournament(problem, ["random", "greedy"], games=20, values=objective)
    game = problem.game
    brute = Brute(problem.start.rows, 4, True, game.points, game.winner_points, game.loser_points, objective)
    worth = brute.best(brute.start)[objective == "score"]
    for match in plan.play():
        assert None not in match.lost and min(match.lost_by(0) + match.lost_by(1)) >= 0
        assert match.winner is not None
        ahead = match.points[0] - match.points[1] if objective == "score" else 1 - 2 * match.winner
        assert worth - sum(match.lost_by(0)) + sum(match.lost_by(1)) == ahead
        blunder = match.first_blunder
        assert match.lost[: (blunder or 99) - 1] == (0,) * min((blunder or 99) - 1, len(match.lost))


def test_where_values_are_not_at_hand() -> None:
    review = find_review(coins("coins/assignment4"))
    assert "20 coins or fewer" in review.about and "not known" in review.about
    assert not review.value(review.problem.start).is_known
    (match, *_) = Tournament(coins("coins/assignment4"), ["random", "random"], games=1).play()
    assert match.lost[0] is None and match.lost[-1] == 0
    assert "every move" in find_review(coins("coins/6")).about


def test_rubbish_is_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.model.tables.data_folder", lambda: tmp_path)
    problem = coins("coins/8")
    path = coin_table_path(problem.game)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"rubbish")
    review = CoinReview(problem, "win")
    assert review.most_coins == 24 and review.ahead(problem.start.coins) is None
    assert "24 coins or fewer" in review.about and "done without" in review.about
    monkeypatch.setitem(MOST_COINS, "win", 30)  # whatever is asked for, no table is larger than was meant
    assert CoinReview(problem, "win").ahead((1 << 30) - 1) is None


def test_points_that_are_too_many_to_value(run: Run) -> None:
    code, out, _ = run("coins/6:points=400", "random", "greedy", "perfect-score", "--games", "2", "--save", "a.jsonl")
    told = " ".join(out.split())
    assert code == 0 and "6 of 6 games" in told and "no exact values by the difference of points" in told
    assert "more than 8,000; --values win knows the win" in told and "perfect-score says (4 times): " in told
    code, out, _ = run("--replay", "a.jsonl")
    assert code == 0 and "accepted: 6 games" in out
    assert "exact values of every move" in run("coins/6:points=400", "random", "greedy", "--values", "win")[1]


def test_intervals() -> None:
    least, most = wilson(0, 20)
    assert least == 0 and most == pytest.approx(0.1611, abs=1e-4)  # as Newcombe (1998) has it for 0 of 20
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)  # his first example
    sample = Sample()
    for number in (2, 4, 4, 4, 5, 5, 7, 9):
        sample.add(number)
    assert sample.mean == 5 and sample.reach == pytest.approx(1.96 * (32 / 7 / 8) ** 0.5, abs=1e-3)
    assert Sample(1, 3, 9).reach is None


def test_a_limit_keeps_the_games_that_are_over() -> None:
    plan = Tournament(coins("coins/6"), ["greedy", "greedy"], games=10**6)
    matches = []
    with pytest.raises(LimitHitError):
        for match in plan.play(seconds=0.05):
            matches.append(match)
    assert 0 < len(matches) < 10**6


def test_a_limit_keeps_what_processes_have_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part of some hundred games that is over when the time is over is not cut off in its middle."""
    plan = Tournament(coins("coins/6"), ["greedy", "random"], games=10**6, processes=2)
    matches: list[Match] = []
    monkeypatch.setattr(tournament.Clock, "left", property(lambda clock: 0.0 if len(matches) > 700 else None))
    with pytest.raises(LimitHitError):
        for match in plan.play():
            matches.append(match)
    assert len(matches) > 701 and len(matches) % tournament.QUICK_CHUNK == 0


def test_a_limit_before_the_first_game(tmp_path: Path) -> None:
    """What waits to be played when the processes are ended keeps nobody from leaving."""
    words = ["coins/6", "greedy", "random", "--games", "1000000", "--processes", "8", "--max-seconds", "0.01"]
    done = subprocess.run([sys.executable, "-m", "perfectplay", "arena", *words], capture_output=True, timeout=120)
    assert done.returncode == 20 and b"0 of 1,000,000 games" in done.stdout and not done.stderr.strip()


def test_the_table(run: Run) -> None:
    code, out, err = run("coins/assignment3", "greedy", "perfect", "greedy", "--games", "10")
    assert (code, err) == (0, "")
    assert out.startswith("coins/assignment3: 30 of 30 games, seed 1\n\nplayer") and "Wilson" in out
    assert "exact values of every move, by the difference of points" in out
    code, out, _ = run("coins/assignment3", "greedy", "perfect", "--games", "2", "--show-games", "--values", "win")
    assert code == 0 and "game 2: perfect against greedy" in out and "first blunder: move 1, a2-e6 by greedy" in out


def test_json(run: Run) -> None:
    code, out, err = run("coins/5", "random", "perfect", "--games", "6", "--json", "--show-games")
    told = json.loads(out)
    assert (code, err, told["status"], told["games"], told["limit"]) == (0, "", "done", 6, None)
    rows = {row["player"]: row for row in told["standings"]}
    assert rows["perfect"]["wins"] + rows["random"]["wins"] == 6
    assert told["wins_against"][1][0] == rows["perfect"]["wins"]
    assert len(told["matches"]) == 6 and len(told["matches"][0]["lost"]) == len(told["matches"][0]["moves"])


@pytest.mark.parametrize(
    ("arguments", "fragment"),
    [
        (["coins/6", "greedy"], "two players or more"),
        (["--games", "3"], "two players or more"),
        (["coins/6", "greedy", "nobody"], "no player and no program 'nobody'"),
        (["pegs/english", "greedy", "random"], "the arena is for coins"),
        (["coins/6", "greedy", "random", "--games", "0"], "0 is not in the range 1<=x<="),
        (["coins/6", "greedy", "random", "--values", "money"], "'money' is not one of 'score', 'win'"),
        (["coins/6", "greedy", "random", "--processes", "many"], "whole number"),
        (["coins/6", "greedy", "random", "--max-seconds", "0"], "0.0 is not in the range x>0"),
        (["coins/6", "greedy", "random", "--save", "no/such/folder"], "cannot write"),
        (["--check", "nobody"], "no program 'nobody'"),
        (["pegs/english", "--check", "sh"], "pegs/english is no game for two; the arena is for "),
        (
            ["coins/6", "greedy", "--check", "a"],
            "--check stands alone, or with a game and --json; leave out the players",
        ),
        (["coins/6", "--replay", "a"], "--replay stands alone, or with --rules and --json; leave out a game"),
        (["--replay", "a", "--check", "b"], "--check stands alone, or with a game and --json; leave out --replay"),
        (["--replay", "a", "--games", "7"], "--replay stands alone, or with --rules and --json; leave out --games"),
        (["--check", "a", "--save", "b"], "--check stands alone, or with a game and --json; leave out --save"),
        (["--check", "a", "--show-games"], "--check stands alone, or with a game and --json; leave out --show-games"),
    ],
)
def test_bad_input(run: Run, arguments: list[str], fragment: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "") and fragment in err and err.count("\n") == 1


def test_a_limit_has_its_code(run: Run) -> None:
    code, out, _ = run("coins/6", "greedy", "random", "--games", "1000000", "--max-seconds", "0.1", "--json")
    told = json.loads(out)
    assert code == 20 and told["limit"] == "time" and 0 < told["games"] < told["planned_games"] == 1000000


@pytest.mark.parametrize("processes", ["1", "2"])
def test_an_interrupt_leaves_the_games_that_are_over(tmp_path: Path, processes: str) -> None:
    path = tmp_path / "games.jsonl"
    arguments = ["coins/6", "greedy", "pattern", "--games", "1000000", "--save", str(path), "--processes", processes]
    process = subprocess.Popen(
        [sys.executable, "-m", "perfectplay", "arena", *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (path.exists() and path.read_bytes().count(b"\n") > 5):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130 and "interrupted" in out and "pattern" in out
    saved = Saved(path)
    matches = list(saved.matches())
    assert matches and all(not trouble(saved.plan.problem, match.record) for match in matches)
    told = int(out.split(":")[1].split()[0].replace(",", ""))
    assert abs(told - len(matches)) <= 1  # an interrupt may come between writing a game and counting it


SLOW = """import sys, time
for line in sys.stdin:
    word, _, rest = line.partition(" ")
    if word == "turn":
        time.sleep(0.1)
        rows = enumerate(rest.split()[1].split("/"), 1)
        print("move", next(f"{'abcdef'[row.index('o')]}{n}" for n, row in rows if "o" in row), flush=True)
    elif word == "perfectplay":
        print("ready", flush=True)
"""


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_limit_ends_a_game_between_two_moves(run: Run, processes: str) -> None:
    Path("slow.py").write_text(SLOW)
    arguments = ["./slow.py", "./slow.py", "--games", "2", "--max-seconds", "0.3", "--processes", processes]
    code, out, err = run("coins/6:runs=1", *arguments, "--save", "a.jsonl", "--json")
    told = json.loads(out)
    assert (code, err, told["limit"], told["games"]) == (20, "", "time", 0)  # a game takes 21 moves of 0.1 s each
    assert Path("a.jsonl").read_text().count("\n") == 1


def test_the_time_of_faults_counts(run: Run) -> None:
    Path("late.py").write_text(SLOW.replace("sleep(0.1)", "sleep(60)"))
    code, out, _ = run("coins/3", "greedy", "./late.py", "--games", "1", "--move-seconds", "0.3", "--json")
    rows = {row["player"]: row for row in json.loads(out)["standings"]}
    assert code == 0 and rows["./late.py"]["forfeits"] == 1 and rows["./late.py"]["moves"] == 0
    assert rows["./late.py"]["milliseconds_per_move"] >= 600  # two tries of one turn
    assert json.loads(out)["reports"][0]["first"].endswith("within 0.3 s")


def test_long_names_can_be_told_apart(run: Run) -> None:
    names = [f"a_program_with_a_long_name_{number}.py" for number in (1, 2)]
    for name in names:
        Path(name).write_text(Path(ENGINE).read_text())
    code, out, _ = run("coins/2", *names, names[0], "--games", "1")
    rows = [line[:14].strip() for line in out.splitlines()[3:6]]
    assert code == 0 and sorted(rows) == ["a_prog….py (2)", "a_prog…me_1.py", "a_prog…me_2.py"]


def test_a_file_that_may_not_be_run(run: Run) -> None:
    Path("engine").write_text("#!/bin/sh\n")
    for arguments in (["--check", "./engine"], ["coins/3", "greedy", "engine"]):
        code, out, err = run(*arguments)
        assert (code, out) == (2, "") and "engine' is not executable; make it so with chmod +x" in err


def test_engines_take_part(run: Run) -> None:
    code, out, _ = run("coins/4", "greedy", ENGINE, "--games", "4", "--save", "a.jsonl")
    assert code == 0 and "…gine.py" in out
    assert run("--replay", "a.jsonl")[0] == 0


def test_an_engine_that_writes_nonsense(run: Run) -> None:
    Path("bad.py").write_text("import sys\nfor line in sys.stdin:\n    print('nonsense', flush=True)\n")
    code, out, _ = run("coins/3", "greedy", "./bad.py", "--games", "2", "--save", "a.jsonl")
    assert code == 0 and "./bad.py: garbage" in out
    assert run("--replay", "a.jsonl")[0] == 0
    code, out, _ = run("--check", "./bad.py")
    assert code == 1 and out.endswith("rejected: it does not keep to the protocol\n") and "garbage" in out
    code, out, _ = run("--check", "./bad.py", "--json")
    assert code == 1 and json.loads(out)["status"] == "rejected" and json.loads(out)["findings"]


def test_check_accepts_the_example(run: Run) -> None:
    assert run("coins/3", "--check", ENGINE)[:2] == (0, "accepted: it keeps to the protocol\n")
    assert run("--check", ENGINE)[:2] == (0, "accepted: it keeps to the protocol\n")
