"""Known answers of an experiment: a row that ends with another one is wrong, and everybody can see it."""

import pytest

from perfectplay.base.errors import InputError
from perfectplay.cli.lab_markdown import markdown_lines
from perfectplay.cli.lab_words import run_lines
from perfectplay.lab import ExperimentRun, Row, Store, run, summarise
from perfectplay.lab.expectations import checked
from perfectplay.lab.experiment_file import parse

FILE = """
about = "two known answers, one of them wrong"
repetitions = 1

[[problem]]
spec = "pegs/triangle-5"
expect = {status = "solved"}

[[configuration]]
name = "right"
warm = true
fresh = true

[[configuration]]
name = "wrong"
objective = "moves"
expect = {cost = 9, optimal = true}

[[configuration]]
name = "counted"
task = "count"
repetitions = 2
expect = {positions = 3016, games = 568630}

[[published]]
problem = "pegs/triangle-5"
configuration = "wrong"
seconds = 0.5
memory = 2e9
note = "by hand, on a Sunday | at home"
"""


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> ExperimentRun:
    with Store(tmp_path_factory.mktemp("lab") / "lab.sqlite") as store:
        return run(parse(FILE, "known", "known.toml"), store)


def test_a_wrong_row_is_called_wrong(finished: ExperimentRun) -> None:
    groups = {group.configuration: group for group in summarise(finished)}
    assert groups["right"].status == "solved"
    assert groups["wrong"].status == "wrong"
    assert groups["wrong"].detail == "cost is 10, not 9"
    assert not groups["wrong"].is_solved
    assert groups["counted"].status == "done"
    assert len(groups["counted"].rows) == 2
    assert groups["counted"].figures["games"] == 568630


def test_a_wrong_row_stands_out(finished: ExperimentRun) -> None:
    words = run_lines(finished)
    assert "pegs/triangle-5, wrong: wrong: cost is 10, not 9" in " ".join(words.split())
    assert [line.split()[:2] for line in words.splitlines()].count(["wrong", "wrong"]) == 1  # in place of the cost
    assert "| pegs/triangle-5, wrong | wrong: cost is 10, not 9 |" in markdown_lines(finished)


def test_figures_and_long_notes_stand_below_their_rows(finished: ExperimentRun) -> None:
    words = run_lines(finished)
    assert "games 568,630" in words
    assert "cost: moves, or what else the objective names, or the value of a game" in " ".join(words.split())
    assert "    (by hand, on a Sunday | at home)\n" in words


def test_a_table_for_a_readme(finished: ExperimentRun) -> None:
    lines = markdown_lines(finished).splitlines()
    assert lines[:2] == ["| job | perfectplay | to beat |", "|---|---|---|"]
    assert lines[3].endswith(" | 0.50 s, 2.0 GB (by hand, on a Sunday \\| at home) |")
    assert "3016" not in lines[4]  # what was expected is no news


def test_only_what_came_to_its_end_is_wrong() -> None:
    unknown = Row("p", "c", 1, "unknown", limit="time")
    assert checked(unknown, {"cost": 18}) == unknown
    assert checked(Row("p", "c", 1, "done"), {"cots": 18}).detail == "cots is not there, not 18"


def test_expectations_are_a_table() -> None:
    for text in ("expect = 18", "expect = {cost = [18]}"):
        with pytest.raises(InputError, match=r"expect of 'a' is not a table of figures; write expect = \{cost = 18\}"):
            parse(f"[[problem]]\nspec = 'coins/3'\n[[configuration]]\nname = 'a'\n{text}", "x", "x.toml")
