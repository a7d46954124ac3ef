"""Games of a user's own in which points decide, and estimates beside sure wins: every face says the same."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import perfectplay as pp
from perfectplay.arena.players import make_player
from perfectplay.arena.referee import play_game
from perfectplay.arena.replay import trouble
from perfectplay.base.limits import Limits
from perfectplay.games.own.game import Game
from perfectplay.interop.numbered import NumberedGame
from perfectplay.verbs.choose import choose_move
from tests.places import EXAMPLES

# Move 2 gains 10 and the end after it costs 3; move 1 gains nothing, and the end brings 7: both are worth 7.
POINTS = """
from typing import NamedTuple
import perfectplay as pp
from perfectplay.contract import gain, implements, outcome, signed, successors

class Points(NamedTuple):
    size: int

@implements(successors, Points)
def go(rules, state, out):
    here = signed(state)
    if here == 9:
        out[0], out[1] = 1, 2
        return 2
    if here < 3:
        out[0] = here + 2
        return 1
    return 0

@implements(gain, Points)
def gained(rules, state, successor):
    return 10 if signed(successor) == 2 else 0

@implements(outcome, Points)
def end(rules, state):
    return 7 if signed(state) == 3 else -3

def problem():
    return pp.Game(Points(1), start=9, branching=2)
"""

COUNTDOWN = """
from typing import NamedTuple
import perfectplay as pp
from perfectplay.contract import implements, outcome, signed, successors

class Countdown(NamedTuple):
    end: int

@implements(successors, Countdown)
def take(rules, state, out):
    left = signed(state)
    for count in range(min(left, 2)):
        out[count] = left - count - 1
    return min(left, 2)

@implements(outcome, Countdown)
def end(rules, state):
    return rules.end

def problem(end="-1"):
    return pp.Game(Countdown(int(end)), start=7, branching=2, {options})
"""


def command(*words: str, typed: str = "") -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "perfectplay", *words], input=typed, capture_output=True, encoding="utf-8"
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def points(tmp_path: Path) -> str:
    file = tmp_path / "points.py"
    file.write_text(POINTS)
    return str(file)


def countdown(tmp_path: Path, options: str) -> str:
    file = tmp_path / "countdown.py"
    file.write_text(COUNTDOWN.replace("{options}", options))
    return str(file)


def test_both_moves_are_best_for_every_face(points: str) -> None:
    answer = pp.solve(points)
    assert isinstance(answer, pp.Decided) and (answer.winner, answer.value, answer.best_moves) == (
        "first",
        7,
        ("1", "2"),
    )
    oracle = pp.exact_values(points)
    assert oracle is not None
    assert [(text, value.outcome, value.points) for text, value in oracle.moves(9)] == [
        ("1", "won", 7),
        ("2", "won", 7),
    ]
    code, out, err = command("play", points, typed="hint\nquit\n")
    assert code == 0 and "for points, +7 from here on: 1 2" in out, err


@pytest.mark.parametrize("first_move", ["1", "2"])
def test_who_has_more_points_has_won(points: str, first_move: str) -> None:
    problem = pp.load(points)
    assert isinstance(problem, Game)
    play = NumberedGame(problem).begin()
    for text in (first_move, str(int(first_move) + 2)):
        play = play.after(play.game.number[text])
    assert play.returns == (7, -7)
    assert play.game.most_reward is not None and play.game.most_reward >= 10
    with pytest.raises(pp.UnsupportedError, match="has no rewards by 'win'; there are score"):
        NumberedGame(problem, "win")
    for seed in range(4):
        record = play_game(problem, (make_player("random", problem), make_player("random", problem)), seed)
        assert record.winner == 0 and record.points[0] - record.points[1] == 7
        assert not trouble(problem, record)


def test_a_sure_win_is_worth_more_than_any_estimate() -> None:
    """The first player has three in a column of Connect Four, and an estimate likes another move better."""
    problem = pp.load(f"{EXAMPLES / 'connect.py'}:7x6")
    assert isinstance(problem, Game)
    position = problem.start
    for column in (0, 6, 0, 6, 0, 5):
        position = problem.successors(position)[column if column < 6 or len(problem.successors(position)) > 6 else 5]
    winning = [text for text in problem.moves(position) if not problem.moves(problem.play(position, text))]
    assert len(winning) == 1
    for depth in (1, 2, 3, 4):
        answer = pp.solve(problem.starting_at(position), algorithm="alphabeta", depth=depth)
        assert isinstance(answer, pp.Unknown)
        assert f"the best move is {winning[0]}, which wins" in answer.detail
        assert choose_move(problem, position, "alphabeta", Limits(seconds=20), depth) == winning[0]


def test_a_depth_that_reaches_every_end_gives_plain_values(tmp_path: Path) -> None:
    answer = pp.solve(countdown(tmp_path, ""), algorithm="alphabeta", depth=30, trace=200)
    assert isinstance(answer, pp.Decided) and answer.value == 1
    assert {value for _, _, value in answer.move_values or ()} == {1, -1}
    assert {node.worth.value for node in answer.trace if node.worth} <= {-1, 0, 1}


@pytest.mark.parametrize("options", ["", "can_repeat=True"])
@pytest.mark.parametrize("end", ["-5", "2", "-300"])
def test_points_without_has_points_are_refused_by_every_verb(tmp_path: Path, options: str, end: str) -> None:
    spec = f"{countdown(tmp_path, options)}:{end}"
    for verb in ("solve", "hint"):
        code, _, err = command(verb, spec)
        assert code == 2 and f"an outcome is {end}; 1, 0 and -1 are won, draw and lost" in err, (verb, err)


@pytest.mark.parametrize("depth", [None, 1, 2, 3])
def test_a_trace_may_end_anywhere(tmp_path: Path, depth: int | None) -> None:
    spec = f"{EXAMPLES / 'kayles.py'}:4"
    whole = pp.solve(spec, algorithm="alphabeta", depth=depth, trace=1000)
    for most in range(1, len(whole.trace) + 2):
        part = pp.solve(spec, algorithm="alphabeta", depth=depth, trace=most)
        assert len(part.trace) == min(most, len(whole.trace))
        assert (part.status, getattr(part, "value", None)) == (whole.status, getattr(whole, "value", None))


def test_guesses_of_coins_are_points(tmp_path: Path) -> None:
    """To depth 1 nothing but the points of one run is known: from 5 to 30 of them."""
    for objective in ("score", "win-then-score"):
        answer = pp.solve("coins/assignment3", objective=objective, algorithm="alphabeta", depth=1, trace=1000)
        guessed = [node.worth for node in answer.trace if node.event == "depth limit"]
        assert guessed and {worth.value for worth in guessed if worth} == {5, 1, 8, -11, 11, -30}
        assert not any(worth.winner for worth in guessed if worth)
        assert isinstance(answer, pp.Unknown) and "best move is" in answer.detail


def test_a_trace_keeps_within_limits() -> None:
    limits = Limits(seconds=20, memory=3_000_000)
    answer = pp.solve(f"{EXAMPLES / 'connect.py'}:4x4", algorithm="alphabeta", trace=10**9, limits=limits)
    assert isinstance(answer, pp.Unknown) and answer.limit == "memory"
    assert len(answer.trace) < 20_000


def test_two_moves_with_one_text_are_refused(tmp_path: Path) -> None:
    spec = countdown(tmp_path, 'text=lambda state: "same" if state else "none"')
    code, _, err = command("arena", spec, "random", "perfect", "--games", "1")
    assert code == 2 and "Game(text=…) writes two moves from 'same' as 'same'; nobody could say which is meant" in err


def test_spaces_tell_moves_apart(tmp_path: Path) -> None:
    game = pp.load(countdown(tmp_path, 'text=lambda state: " " * state + "x" + " " * (9 - state)'))
    first, second = game.moves(game.start)
    assert (game.play(game.start, first), game.play(game.start, second)) == (6, 5)
    with pytest.raises(pp.InputError, match="may be one of 2 moves, which differ in their spaces"):
        game.play(game.start, "x")


def test_games_that_were_not_valued_elsewhere_are_played_again(tmp_path: Path) -> None:
    spec, file = countdown(tmp_path, ""), tmp_path / "games.jsonl"
    assert command("arena", spec, "random", "perfect", "--games", "1", "--save", str(file))[0] == 0
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    for line in lines[1:]:
        line |= {"lost": [None] * len(line["lost"]), "first_blunder": None}
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    code, out, err = command("arena", "--replay", str(file), "--rules", spec)
    assert code == 0, out + err


def test_counting_games_obeys_its_limits() -> None:
    for limits, which in ((Limits(seconds=0.5), "time"), (Limits(memory=4_000_000), "memory")):
        counted = pp.count(f"{EXAMPLES / 'connect.py'}:5x4", limits=limits)
        assert counted.limit == which


def test_the_perfect_player_comes_nearer_to_its_win(tmp_path: Path) -> None:
    """Dodgem 3x3 is won by the first player; whoever takes any winning move may go round in circles."""
    file = tmp_path / "dodgem.py"
    file.write_text(DODGEM)
    problem = pp.load(str(file))
    assert isinstance(problem, Game)
    answer = pp.solve(problem)
    assert isinstance(answer, pp.Decided) and answer.winner == "first"
    for seed in range(30):
        record = play_game(problem, (make_player("perfect", problem), make_player("random", problem)), seed)
        assert record.winner == 0, record.moves


DODGEM = """
from typing import NamedTuple
import perfectplay as pp
from perfectplay.contract import implements, outcome, signed, successors

class Dodgem(NamedTuple):
    size: int

# Bits 0 to 8: cars that go right and leave at the right; 9 to 17: cars that go up and leave at the top; 18: whose turn.
@implements(successors, Dodgem)
def drive(rules, state, out):
    here = signed(state)
    side = here >> 18
    first, second = here & 511, here >> 9 & 511
    own = second if side else first
    if first == 0 or second == 0:
        return 0
    count = 0
    for cell in range(9):
        if not own >> cell & 1:
            continue
        row, column = cell // 3, cell % 3
        for way in range(3):
            if side:
                y, x = row - (way == 0), column + (way == 1) - (way == 2)
            else:
                y, x = row + (way == 1) - (way == 2), column + (way == 0)
            leaves = y < 0 if side else x > 2
            if not leaves:
                if y < 0 or y > 2 or x < 0 or x > 2 or (first | second) >> (3 * y + x) & 1:
                    continue
            moved = own & ~(1 << cell)
            if not leaves:
                moved |= 1 << (3 * y + x)
            after = (first | moved << 9) if side else (moved | second << 9)
            out[count] = after | (1 - side) << 18
            count += 1
    return count

@implements(outcome, Dodgem)
def end(rules, state):
    here = signed(state)
    own = here >> 9 & 511 if here >> 18 else here & 511
    return 1 if own == 0 else -1 if here & 511 == 0 or here >> 9 & 511 == 0 else 1

def problem():
    start = (1 << 0 | 1 << 3) | (1 << 7 | 1 << 8) << 9
    return pp.Game(Dodgem(3), start=start, branching=8, can_repeat=True)
"""


def test_an_answer_to_a_depth_is_unconfirmed(tmp_path: Path) -> None:
    spec = countdown(tmp_path, "")
    answer = pp.solve(spec, algorithm="alphabeta", depth=2)
    assert pp.verify(answer, rules=spec).verdict == "unconfirmed"


def test_an_answer_made_in_python_is_unconfirmed(tmp_path: Path) -> None:
    game = pp.load(countdown(tmp_path, ""))
    assert isinstance(game, Game)
    made = Game(game.rules, start=7, branching=2)
    verdict = pp.verify(pp.solve(made), rules=tmp_path / "countdown.py")
    assert verdict.verdict == "unconfirmed" and "names no file of rules" in str(verdict)


def test_a_count_that_is_too_large_is_refused(tmp_path: Path) -> None:
    spec = countdown(tmp_path, "")
    file = Path(spec)
    file.write_text(file.read_text().replace("    return min(left, 2)", "    return 2 if left else 0"))
    code, _, err = command("solve", spec)
    assert code == 2 and "returned 2 for '1', but did not write as many states to out" in err


def test_a_depth_is_refused_where_no_search_has_one(tmp_path: Path) -> None:
    game = countdown(tmp_path, "can_repeat=True")
    code, _, err = command("solve", game, "--depth", "1", "--algorithm", "retrograde")
    assert code == 2 and "retrograde has no depth to end at; leave out --depth 1" in err


@pytest.mark.parametrize("mode", ["always", "never"])
@pytest.mark.parametrize("returned", ["None", "'lost'"])
def test_an_outcome_that_is_no_number_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, returned: str
) -> None:
    monkeypatch.setenv("PERFECTPLAY_COMPILE", mode)
    spec = countdown(tmp_path, "")
    file = Path(spec)
    file.write_text(file.read_text().replace("return rules.end", f"return {returned}"))
    code, _, err = command("solve", spec)
    assert code == 2 and "number" in err and len(err.splitlines()) == 1, err


def test_points_are_said_by_solve_and_hint(points: str) -> None:
    assert "the first player ahead by 7 points" in " ".join(command("solve", points)[1].split())
    assert "won for the player to move, +7 points from here on" in command("hint", points)[1]


def test_pictures_that_are_missing_are_explained(points: str) -> None:
    code, _, err = command("solve", points, "--svg", "x.svg")
    assert code == 2 and "Game(scene=…) would draw it; leave out --svg and --html" in err
