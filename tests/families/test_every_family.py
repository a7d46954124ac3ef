"""Every family through every verb and face: those of the package, and those of this folder that nothing there knows."""

import json
from pathlib import Path
from random import Random

import pytest

import perfectplay as pp
from perfectplay.base.limits import Limits
from perfectplay.base.progress import Progress
from perfectplay.lab.tasks import Work, match, solve
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.oracle import DRAW, LOST, WON
from perfectplay.model.registry import families, family_of
from perfectplay.model.specs import load
from perfectplay.solvers.solver import solver_for
from perfectplay.web.asked import load_asked, positions_after
from perfectplay.web.describe import problem_data
from perfectplay.web.own_games import subject_of
from perfectplay.web.tasks import Workshop
from tests.conftest import Command
from tests.families.conftest import typed
from tests.places import JUGS

pytestmark = pytest.mark.usefixtures("plugged")

SPECS = {
    "army": "army/5x6:c5",
    "coins": "coins/4",
    "dice": "dice/board-11",
    "game": f"{JUGS}:4",
    "heaps": "heaps/2-3-1",
    "lights": "lights/3x2",
    "pegs": "pegs/triangle-5",
}
each_family = pytest.mark.parametrize("spec", SPECS.values(), ids=list(SPECS))


def test_every_family_is_here() -> None:
    assert families().keys() == SPECS.keys()
    assert {load(spec).family for spec in SPECS.values()} == SPECS.keys()


@each_family
def test_rules_and_orders_are_listed(spec: str) -> None:
    problem = load(spec)
    family, solver = family_of(problem), solver_for(problem)
    assert list(family.pruning) == [rule.name for rule in solver.pruning]
    assert list(family.orders) == list(solver.own_orders)
    for rule in solver.pruning:
        assert ("not safe" in family.pruning[rule.name]) is not rule.is_safe


@each_family
def test_list_and_show(command: Command, spec: str) -> None:
    family = family_of(load(spec))
    code, out, err = command("list", *([family.name] if family.variants() else []))
    assert (code, err) == (0, "") and all(f"{family.name}/{variant.name}" in out for variant in family.variants())
    code, out, err = command("show", spec)
    assert (code, err) == (0, "") and out.strip()
    shown = json.loads(command("show", spec, "--json")[1])
    assert shown["moves"] == load(spec).moves(load(spec).start)


@each_family
def test_solve_verify_and_load(command: Command, spec: str) -> None:
    problem = load(spec)
    code, out, err = command("solve", spec)
    assert (code, err) == (0, "") and spec in out.splitlines()[0]
    code, out, _ = command("solve", spec, "--json")
    assert code == 0
    Path("answer.json").write_text(out)
    rules = ["--rules", JUGS] if family_of(problem).suffix else []
    code, shown, err = command("verify", "answer.json", *rules)
    assert (code, err) == (0, "") and shown.endswith("\naccepted\n"), shown
    if family_of(problem).read is None:  # a program, which a saved answer does not start
        with pytest.raises(pp.InputError, match="is not read from an answer"):
            pp.load_answer("answer.json")
        return
    answer = pp.load_answer("answer.json")
    assert isinstance(answer.problem, pp.Problem) and answer.problem == problem
    assert answer.as_json() == json.loads(out)
    assert isinstance(answer, pp.Solved)
    position = problem.start
    for move in answer.solution:
        position = problem.play(position, move)
    assert problem.is_goal(position)


@each_family
def test_pictures_and_pages(command: Command, spec: str) -> None:
    problem = load(spec)
    has_pictures = problem.scene(problem.start) is not None
    code, _, err = command("solve", spec, "--svg", "a.svg", "--html", "a.html")
    assert code == (0 if has_pictures else 2), err
    if has_pictures:
        assert Path("a.svg").read_text().startswith("<svg") and "<svg" in Path("a.html").read_text()
        assert "<svg" in (problem._repr_svg_() or "") and "<svg" in (pp.solve(problem)._repr_html_() or "")
        assert command("show", spec, "--svg", "b.svg")[0] == 0 and Path("b.svg").read_text().startswith("<svg")
    else:
        assert problem._repr_svg_() is None


@each_family
def test_count_prove_and_hint(command: Command, spec: str) -> None:
    problem = load(spec)
    code, out, err = command("count", spec)
    assert (code, err) == (0, "") and out.strip()
    counted = json.loads(command("count", spec, "--json")[1])
    assert (counted["status"], counted["problem"]) == ("counted", problem.as_json())
    assert command("prove", spec)[0] == 0
    code, out, err = command("hint", spec)
    assert code == 0 and out.strip()
    hint = json.loads(command("hint", spec, "--json")[1])
    assert problem.play(problem.start, hint["move"]) is not None


@each_family
def test_play_to_the_end(command: Command, monkeypatch: pytest.MonkeyPatch, spec: str) -> None:
    problem = load(spec)
    answer = pp.solve(spec)
    assert isinstance(answer, pp.Solved)
    moves = [] if isinstance(problem, GameForTwo) else list(answer.solution)
    typed(monkeypatch, "hint", "moves", "help", "no such move", *moves, "quit")
    code, out, _ = command("play", spec)
    assert code == 0
    assert isinstance(problem, GameForTwo) or "solved, in " in out


@each_family
def test_arena_and_lab(command: Command, spec: str) -> None:
    players = load(spec).facts.players
    code, out, err = command("arena", spec, "random", "perfect", "--games", "2", "--seed", "3")
    if players == 2:
        assert code == 0 and "perfect" in out
        options = {"players": ["perfect", "random"], "games": 2}
        assert match(Work(spec, options, Limits(), Progress()))["status"] == "done"
    else:
        assert (code, out, len(err.splitlines())) == (2, "", 1) and "is no game for two" in err
    assert solve(Work(spec, {}, Limits(), Progress()))["status"] == "solved"


@each_family
def test_what_a_family_does_not_have_is_refused_in_a_line(command: Command, spec: str) -> None:
    family = family_of(load(spec))
    for part, words in (("table", ["table", "build", spec, "--json"]), ("generator", ["generate", family.name])):
        code, out, err = command(*words)
        assert "Traceback" not in err
        assert (code == 0) is family.has_part(part) or code == 2, err
        assert family.has_part(part) or (out, len(err.splitlines())) == ("", 1)
    for words in (["--objective", "beauty"], ["--algorithm", "magic"], ["--max-seconds", "0"]):
        code, out, err = command("solve", spec, *words)
        assert (code, out, len(err.splitlines())) == (2, "", 1)


@each_family
@pytest.mark.parametrize("seed", range(5))
def test_positions_of_random_plays_have_texts_that_read_back(spec: str, seed: int) -> None:
    problem, chance = load(spec), Random(seed)
    position = problem.start
    for _ in range(20):
        text = problem.text(position)
        assert text.isprintable() and "," not in text
        assert problem.parse(text) == position and problem.text(problem.parse(text)) == text
        elsewhere = problem.starting_at(position)
        assert elsewhere.start == position and elsewhere.moves(position) == problem.moves(position)
        moves = problem.moves(position)
        if not moves or problem.is_goal(position):
            break
        position = problem.play(position, chance.choice(moves))
    with pytest.raises(pp.InputError):
        problem.parse("no position at all")
    with pytest.raises(pp.InputError):
        problem.play(problem.start, "no move at all")


@each_family
def test_values_of_moves_agree_with_the_value_of_the_position(spec: str) -> None:
    problem = load(spec)
    oracle, chance = pp.exact_values(problem), Random(1)
    position = problem.start
    for _ in range(4):
        if problem.is_goal(position) or not problem.moves(position):
            break
        value, moves = oracle.value(position), oracle.moves(position)
        assert value.is_known and [text for text, _ in moves] == problem.moves(position)
        outcomes = {item.outcome for _, item in moves}
        assert value.outcome == next(outcome for outcome in (WON, DRAW, LOST) if outcome in outcomes)
        best = oracle.best_move(position)
        assert (best is None) == (value.outcome == LOST and not isinstance(problem, GameForTwo))
        position = problem.play(position, chance.choice([text for text, _ in moves]))


@each_family
def test_the_problem_of_a_family_is_read_back_from_its_json(spec: str) -> None:
    problem = load(spec)
    family = family_of(problem)
    if family.read is None:
        assert family.suffix == ".py"
        return
    again = family.read(json.loads(json.dumps(problem.as_json())))
    assert again == problem and again.as_json() == problem.as_json() and hash(again) == hash(problem)


@each_family
def test_the_page_plays_it_and_knows_it(spec: str) -> None:
    """Everything that the page asks its server about a problem, on a random play."""
    name = spec.rpartition("/")[2] if family_of(load(spec)).suffix else spec
    own = {name: spec} if name != spec else {}
    problem, drawn, moves = load_asked(name, own), Random(4), list[str]()
    asked = {
        "spec": name,
        "subject": subject_of(problem, own),
        "seconds": 5.0,
        "value_seconds": 2.0,
        "moves_seconds": 5.0,
        "memory": 1 << 28,
    }
    workshop = Workshop(own)
    for _ in range(6):
        shown = problem_data(problem, moves)
        here = shown["positions"][-1]
        assert shown["spec"] == name and len(shown["positions"]) == len(moves) + 1
        assert here["text"] == problem.text(positions_after(problem, moves)[-1])
        cells = {cell["name"] for cell in here["cells"] or ()}
        assert all(set(move["cells"]) <= cells for move in here["moves"])
        valued = workshop.do({"task": "values", "position": here["text"], "moves": True, **asked}, Progress())
        assert {move["move"] for move in valued["moves"]} == {move["text"] for move in here["moves"]} or here["is_goal"]
        hint = workshop.do({"task": "hint", "position": here["text"], **asked}, Progress())
        if hint["category"] == WON and not here["is_goal"]:
            assert problem.play(positions_after(problem, moves)[-1], hint["move"]) is not None
        if here["is_over"]:
            break
        moves.append(drawn.choice(here["moves"])["text"])
    answer = workshop.do({"task": "solve", "position": None, "objective": None, "options": {}, **asked}, Progress())
    assert answer["json"]["status"] == "solved" and json.loads(answer["files"]["answer.json"]) == answer["json"]
    if isinstance(problem, GameForTwo):
        asked |= {"task": "move", "player": "perfect", "moves_played": [], "seed": 1}
        assert workshop.do(asked, Progress())["move"] in problem.moves(problem.start)
