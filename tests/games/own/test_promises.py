"""What answers about games of a user's own promise: no more than was searched, and nothing that a limit has cut off."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.arena.players import make_player
from perfectplay.arena.referee import play_game
from perfectplay.arena.replay import trouble
from perfectplay.arena.tournament import Tournament
from perfectplay.proof.json_text import digest_of
from perfectplay.search.retrograde import Retrograde
from perfectplay.search.task import SearchTask, Settings
from perfectplay.search.watch import Watch
from perfectplay.solvers.deciding import _line_of
from tests.places import EXAMPLES

KAYLES, CONNECT = (EXAMPLES / name for name in ("kayles.py", "connect.py"))

# From 0 one step leads to 3, and two steps over 1: the estimate guesses 50 at 1, which is far too much.
SHORT = """
from typing import NamedTuple
import perfectplay as pp
from perfectplay.contract import estimate, implements, is_goal, signed, successors

class Short(NamedTuple):
    goal: int

@implements(successors, Short)
def step(rules, state, out):
    here = signed(state)
    after = ((1, 2), (9, 9), (3, 3), (9, 9))[here] if here < 4 else (9, 9)
    out[0], out[1] = after
    return 2

@implements(is_goal, Short)
def is_there(rules, state):
    return signed(state) == rules.goal

@implements(estimate, Short)
def guess(rules, state):
    return 50 if signed(state) == 1 else 0

def problem():
    return pp.Puzzle(Short(9), start=0, branching=2, text=lambda state: str(state))
"""

# A ring of places: a step on or back; whoever steps on the last place has won.
RING = """
from typing import NamedTuple
import perfectplay as pp
from perfectplay.contract import estimate, implements, outcome, signed, successors

class Ring(NamedTuple):
    places: int

@implements(successors, Ring)
def step(rules, state, out):
    here = signed(state)
    if here == rules.places:
        return 0
    out[0], out[1] = here + 1, (here + rules.places - 1) % rules.places
    return 2

@implements(outcome, Ring)
def end(rules, state):
    return -1

@implements(estimate, Ring)
def guess(rules, state):
    return 0

def problem(places="6"):
    return pp.Game(Ring(int(places)), start=0, branching=2, can_repeat=True)
"""


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    Path("short.py").write_text(SHORT)
    Path("ring.py").write_text(RING)
    yield


def test_an_estimate_that_is_part_of_the_rules_cannot_be_left_out() -> None:
    for algorithm in ("astar", "idastar", "greedy"):
        with pytest.raises(pp.InputError, match=f"{algorithm} asks the estimate that the rules implement"):
            pp.solve("./short.py", algorithm=algorithm, estimate="none")
    for algorithm in ("uniform", "deepening", "breadth-first"):
        answer = pp.solve("./short.py", algorithm=algorithm, estimate="none")
        assert isinstance(answer, pp.Solved) and answer.moves == 2 and answer.is_optimal
    assert not pp.solve("./short.py", algorithm="astar").optimal
    with pytest.raises(pp.InputError, match="alphabeta asks the estimate that the rules implement"):
        pp.solve(f"{CONNECT}:4x4", depth=3, estimate="none")
    assert pp.solve(f"{CONNECT}:4x4", estimate="none").search["estimate"] == "none"
    with pytest.raises(pp.InputError, match="implement no estimate"):
        pp.solve(f"{KAYLES}:4", order="estimate")


def test_depths_that_were_finished_outlive_a_limit() -> None:
    answer = pp.solve(f"{CONNECT}:7x6", depth=40, limits=pp.Limits(positions=20_000))
    assert isinstance(answer, pp.Unknown) and answer.limit == "positions"
    depth = int(answer.detail.removeprefix("to depth ").partition(" ")[0])
    assert 2 <= depth < 40
    again = pp.solve(f"{CONNECT}:7x6", depth=depth)
    assert isinstance(again, pp.Unknown) and (again.limit, again.detail) == ("depth", answer.detail)


def test_a_win_within_the_depth_is_called_one() -> None:
    for spec, said in (("coins/4", "which wins"), ("coins/3", "every move loses")):
        known = pp.solve(spec)
        assert isinstance(known, pp.Decided) and known.winner == ("first" if said == "which wins" else "second")
        details = []
        for depth in range(1, 6):
            answer = pp.solve(spec, algorithm="alphabeta", depth=depth)
            if isinstance(answer, pp.Unknown):
                details.append(answer.detail)
                move = answer.detail.partition("move is ")[2].partition(",")[0]
                assert said in answer.detail or ("wins" not in answer.detail and "loses" not in answer.detail)
                assert "which wins" not in answer.detail or move in known.best_moves
        assert said not in details[0] and any(said in detail for detail in details)


def sealed(saved: dict[str, Any], **edits: Any) -> Path:
    edited = {**saved, **edits}
    edited.pop("digest")
    Path("edited.json").write_text(json.dumps({**edited, "digest": digest_of(edited)}, indent=1) + "\n")
    return Path("edited.json")


def test_a_game_that_is_shown_goes_to_its_end() -> None:
    answer = pp.solve(f"{KAYLES}:7")
    assert isinstance(answer, pp.Decided)
    for moves in range(len(answer.solution)):
        cut = replace(answer, solution=answer.solution[:moves])
        cut.save("cut.json")
        verdict = pp.verify("cut.json", rules=KAYLES)
        assert verdict.verdict == "rejected" and "its game goes on" in str(verdict)
        replace(cut, limit="time").save("cut.json")
        assert pp.verify("cut.json", rules=KAYLES).verdict == "unconfirmed"


def test_a_drawn_game_may_end_where_a_position_comes_back() -> None:
    answer = pp.solve("./ring.py:6")
    assert isinstance(answer, pp.Decided) and answer.winner == "draw"
    answer.save("ring.json")
    assert pp.verify("ring.json", rules="ring.py").accepted
    replace(answer, solution=answer.solution[:-1]).save("ring.json")
    assert pp.verify("ring.json", rules="ring.py").verdict == "rejected"


def test_a_won_game_must_not_end_by_repetition() -> None:
    """From 0 a move to 2 wins at once; a move to 1 is answered by the only move, back to 0."""
    step = "here + 1, (here + rules.places - 1) % rules.places"
    Path("won.py").write_text(RING.replace(step, "1 - here, 2 - 2 * here"))
    saved = pp.solve("./won.py:2").as_json()
    assert (saved["winner"], saved["solution"]) == ("first", ["2"])
    assert pp.verify(sealed(saved), rules="won.py").accepted
    assert pp.verify(sealed(saved, solution=["1", "0", "2"], moves=3), rules="won.py").accepted
    verdict = pp.verify(sealed(saved, solution=["1", "0"], moves=2), rules="won.py")
    assert verdict.verdict == "rejected" and "ends by repetition, which is a draw, but its value is +1" in str(verdict)


def test_the_objective_is_that_of_the_rules() -> None:
    saved = pp.solve(f"{KAYLES}:5").as_json()
    verdict = pp.verify(sealed(saved, objective="score"), rules=KAYLES)
    assert verdict.verdict == "rejected" and "the rules are played for win" in str(verdict)


def test_the_best_line_of_a_long_game_keeps_to_the_time() -> None:
    problem: Any = pp.load("./ring.py:6")
    engine = Retrograde(SearchTask(problem.rules, 0, branching=2), Settings())
    with Watch() as watch:
        engine.watch = watch
        while engine.step(1000) != 1:
            pass
    for limits, limit in ((pp.Limits(seconds=1e-9), "time"), (pp.Limits(), "")):
        with Watch(limits) as watch:
            line, hit = _line_of(engine, watch)
        assert hit == limit and (len(line) == 1) == bool(limit)


def test_searches_to_a_depth_end_where_positions_come_back() -> None:
    answer = pp.solve("./ring.py:6", depth=80)  # more than there are positions
    assert isinstance(answer, pp.Unknown) and answer.limit == "depth" and "to depth 80" in answer.detail
    with pytest.raises(pp.InputError, match="use retrograde, or add depth=6"):
        pp.solve("./ring.py:6", algorithm="alphabeta")
    problem: Any = pp.load("./ring.py:3")
    with pytest.raises(pp.InputError, match="use perfect, or alphabeta:depth=6"):
        make_player("alphabeta", problem)
    players = [make_player(name, problem) for name in ("alphabeta:depth=3", "random")]
    record = play_game(problem, (players[0], players[1]), 1, 30.0)
    assert trouble(problem, record) == ""


def test_games_are_played_on_several_processors() -> None:
    problem: Any = pp.load(f"{KAYLES}:6")
    one, several = (
        [match.record.moves for match in sorted(plan.play(), key=lambda match: match.number)]
        for plan in (Tournament(problem, ["random", "perfect"], games=4, processes=number) for number in (1, 2))
    )
    assert one == several and len(one) == 4
    made = pp.Game(problem.rules, 63, branching=12)
    with pytest.raises(pp.InputError, match="is made in this process, and can be sent to no other"):
        list(Tournament(made, ["random", "perfect"], games=2, processes=2).play())


def test_a_game_that_is_drawn_by_repetition_is_over() -> None:
    problem: Any = pp.load("./ring.py:6")
    players = [make_player(name, problem) for name in ("alphabeta:depth=2", "perfect")]
    for seed in range(20):
        record = play_game(problem, (players[0], players[1]), seed, 30.0)
        if record.winner is None:
            break
    assert record.winner is None and trouble(problem, record) == ""
    position = problem.start
    for text in record.moves:
        position = problem.play(position, text)
    longer = replace(
        record,
        moves=(*record.moves, problem.moves(position)[0]),
        seconds=(*record.seconds, 0.0),
    )
    assert trouble(problem, longer) == f"move {len(longer.moves)} was played when the game was over"


def test_a_tournament_ends_where_rules_promise_an_end_and_have_none() -> None:
    Path("endless.py").write_text(
        RING.replace(", can_repeat=True", "").replace("if here == rules.places", "if here < 0")
    )
    problem: Any = pp.load("./endless.py:6")
    players = [make_player("random", problem) for _ in range(2)]
    with pytest.raises(pp.ContractError, match="a position comes back after some moves"):
        play_game(problem, (players[0], players[1]), 1, 30.0)
