"""A puzzle of another package, taken through every verb and face; nothing in perfectplay knows it."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

import perfectplay as pp
from perfectplay import lab
from perfectplay.model.answers import digest
from perfectplay.model.specs import load
from perfectplay.proof import Budget, Record
from tests.conftest import Command
from tests.families.conftest import FOLDER, typed
from tests.families.lights.checker import fewest_presses, read_grid
from tests.places import ROOT
from tests.searches import FOR_ONE

pytestmark = pytest.mark.usefixtures("plugged")

COMPILED = ("breadth-first", "depth-first", "backtracking")  # the others are compiled for other rules

EXPERIMENT = """
about = "a family of another package"
why = "nothing in the lab knows it"
repetitions = 1
[[problem]]
spec = "lights/3x3"
[[configuration]]
name = "best"
algorithm = "astar"
expect = {cost = 5, optimal = true}
[[configuration]]
name = "all"
task = "count"
expect = {positions = 512}
"""


def test_list_and_show(command: Command) -> None:
    code, out, _ = command("list", "lights")
    assert code == 0 and "lights/3x3" in out
    code, out, _ = command("show", "lights/3x3", "--svg", "a.svg")
    assert code == 0 and "***/***/***" in out and "first moves: a1 b1 c1 a2" in out
    assert 'aria-label="9 of 9 ' in Path("a.svg").read_text()
    assert json.loads(command("show", "lights/2x1:*.", "--json")[1])["moves"] == ["a1", "b1"]
    for wrong in ("lights/9x9", "lights/2x2:*.", "lights/3x3:o"):
        code, out, err = command("show", wrong)
        assert (code, out, len(err.splitlines())) == (2, "", 1)


def test_solve_and_verify(command: Command) -> None:
    code, out, _ = command("solve", "lights/3x3")
    assert code == 0 and "solved in 5 presses (proved fewest)" in out and "search: astar, estimate lamps" in out
    code, out, _ = command("solve", "lights/3x3", "--html", "a.html", "--svg", "a.svg", "--json")
    told = json.loads(out)
    assert (code, told["moves"], told["jumps"], told["optimal"]) == (0, 5, 5, True)
    assert told["solution"][0] in Path("a.html").read_text() and Path("a.svg").read_text().startswith("<svg")
    Path("a.json").write_text(out)
    code, out, _ = command("verify", "a.json")
    assert code == 0 and "solution: checked" in out and "optimal: checked" in out and out.endswith("accepted\n")
    answer = pp.load_answer("a.json")
    assert (answer.problem, answer.status) == (load("lights/3x3"), "solved")


@pytest.mark.parametrize(
    ("name", "value"), [("solution", ["a1"]), ("solution", ["z9"]), ("moves", 4), ("status", "impossible")]
)
def test_wrong_answers_are_rejected(command: Command, name: str, value: Any) -> None:
    told = json.loads(command("solve", "lights/3x3", "--json")[1])
    told[name] = value
    told["digest"] = digest({key: item for key, item in told.items() if key != "digest"})
    Path("a.json").write_text(json.dumps(told, indent=1))
    assert command("verify", "a.json")[0] == 1


@pytest.mark.parametrize("algorithm", FOR_ONE)
def test_every_algorithm_agrees_with_trying_every_set(algorithm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if algorithm not in COMPILED:
        monkeypatch.setenv("PERFECTPLAY_COMPILE", "never")
    specs = ["lights/2x2", "lights/3x2:*../..*"]
    if algorithm != "backtracking":  # it remembers nothing, and takes seconds for six lamps
        specs.append("lights/2x3:*./../..")
    for spec in specs:
        lit, masks = read_grid(Record(load(spec).as_json()))
        fewest = fewest_presses(lit, list(masks.values()), Budget())
        answer = pp.solve(spec, algorithm=algorithm)
        assert isinstance(answer, pp.Impossible if fewest is None else pp.Solved), spec
        if isinstance(answer, pp.Solved) and fewest is not None:
            assert answer.moves == fewest if answer.optimal else answer.moves >= fewest


def test_impossible_ones_are_proved(command: Command) -> None:
    spec = "lights/3x2:*../..."  # its quiet patterns do not let a single corner be put out
    code, out, _ = command("prove", spec)
    assert code == 10 and "impossible, proved by looking at every position" in out
    code, out, _ = command("prove", spec, "--json")
    Path("a.json").write_text(out)
    assert command("verify", "a.json")[0] == 0


def test_count_and_hint(command: Command) -> None:
    code, out, _ = command("count", "lights/2x2")
    assert code == 0 and "16" in out
    assert json.loads(command("count", "lights/3x3", "--json")[1])["positions"] == 512
    code, out, _ = command("hint", "lights/3x3")
    assert code == 0 and "5" in out
    assert json.loads(command("hint", "lights/3x3", "--json")[1])["move"] in load("lights/3x3").moves(
        load("lights/3x3").start
    )


def test_play(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "hint", "z9", "A1", "undo", "moves", "back", "a1", "b2", "restart", "give up")
    code, out, _ = command("play", "lights/2x2")
    assert code == 0 and "winnable, 4 moves at best" in out and "a good move: " in out
    assert "'z9' is no lamp" in out and "a solution from here" in out
    typed(monkeypatch, "a1")
    assert "solved, in 1 turn" in command("play", "lights/1x1")[1]


def test_what_it_does_not_have_is_refused_in_a_line(command: Command) -> None:
    for words in (
        ("table", "build", "lights/3x3"),
        ("generate", "lights"),
        ("arena", "lights/3x3", "random", "perfect"),
        ("solve", "lights/3x3", "--objective", "jumps"),
        ("solve", "lights/3x3", "--estimate", "weights"),
        ("count", "lights/3x3", "--all"),
        ("show", "lights/3x3", "--map"),
        ("play", "lights/3x3", "--against", "perfect"),
    ):
        code, out, err = command(*words)
        assert (code, out) == (2, ""), words
        assert 1 <= len(err.splitlines()) <= 3 and "Traceback" not in err, words


def test_lab(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lamps.toml"
    path.write_text(EXPERIMENT)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(FOLDER)]))
    with lab.Store(tmp_path / "lab.sqlite") as store:
        run = lab.run(lab.load(str(path)), store)
    assert run.is_finished
    assert {row.configuration: row.status for row in run.rows} == {"best": "solved", "all": "done"}


def test_pictures_in_a_notebook() -> None:
    problem = load("lights/2x2")
    answer = pp.solve(problem)
    assert "<svg" in (problem._repr_svg_() or "") and "<svg" in (answer._repr_html_() or "")
