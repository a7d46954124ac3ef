"""Experiments as files, rows in a database, and what is told of them."""

import csv
import json
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from math import exp
from pathlib import Path

import pytest

from perfectplay import lab
from perfectplay.base.errors import InputError
from perfectplay.lab.comparing import Ratio, ratio_of
from perfectplay.lab.experiment_file import parse
from perfectplay.lab.rows import COLUMNS
from perfectplay.lab.saved_runs import FORMAT
from perfectplay.lab.tasks import TASKS
from perfectplay.model.specs import load as load_problem
from perfectplay.verbs.count import COUNT_OPTIONS
from perfectplay.verbs.solve import solve_options
from tests.conftest import Command
from tests.places import ROOT

SMALL = """
about = "A small experiment"
repetitions = 2
limits = {seconds = 20}
[[problem]]
name = "triangle"
spec = "pegs/triangle-4"
[[configuration]]
name = "depth first"
algorithm = "depth-first"
[[configuration]]
name = "breadth first"
algorithm = "breadth-first"
prune = ["duplicates"]
[[published]]
problem = "triangle"
configuration = "depth first"
expanded = 12
seconds = 3.5
note = "by hand"
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[lab.Store]:
    with lab.Store(tmp_path / "lab.sqlite") as opened:
        yield opened


def a_run(store: lab.Store, seconds: dict[tuple[str, str], list[float]], name: str = "e") -> lab.ExperimentRun:
    """Keep a run whose rows took these seconds."""
    problems, configurations = (list(dict.fromkeys(pair[place] for pair in seconds)) for place in (0, 1))
    experiment = lab.Experiment(
        name,
        "made up",
        tuple(lab.Subject(problem, problem, size) for size, problem in enumerate(problems, 1)),
        tuple(lab.Configuration(item, base=item) for item in configurations),
        max(map(len, seconds.values())),
    )
    number, lock = store.claim(experiment, "a machine", is_new=True)
    for (problem, configuration), values in seconds.items():
        for repetition, value in enumerate(values, 1):
            row = lab.Row(problem, configuration, repetition, "solved", seconds=value, expanded=100, machine="m")
            store.add(number, row)
    store.release(lock, is_finished=False)
    return store.find(str(number))


def test_the_file_in_the_documentation_can_be_read() -> None:
    text = (ROOT / "docs" / "lab.md").read_text()
    experiment = parse(text.split("```toml\n")[1].split("```")[0], "e", "docs/lab.md")
    assert len(experiment.problems) == 2
    assert experiment.published[0].note == "C++"
    for name in (*lab.shipped(), *TASKS):
        assert f"`{name}`" in text


@pytest.mark.long
def test_the_example_draws_a_plot(tmp_path: Path) -> None:
    finished = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "lab_plot.py")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert finished.stdout.splitlines() == [
        "nothing            1,293,179 positions  impossible",
        "positions              3,016 positions  impossible",
        "and mirror images      1,544 positions  impossible",
    ]
    assert (tmp_path / "triangle.svg").read_text().count("<path") > 20


@pytest.mark.parametrize("name", lab.shipped())
def test_shipped_experiments_can_be_read_and_told_again(name: str) -> None:
    experiment = lab.load(name)
    assert experiment.about
    assert experiment.why
    assert lab.Experiment.from_json(json.loads(json.dumps(experiment.as_json()))) == experiment


def test_the_classics_are_there() -> None:
    classics = {"pegs-dfs", "pegs-manhattan", "pegs-weighted", "pegs-parallel"}
    assert classics | {"army-classic", "dice-classic", "coins-classic"} <= set(lab.shipped())


def test_options_are_those_that_the_verbs_declare() -> None:
    assert set(solve_options()) - set(TASKS["solve"].options()) == {"trace"}
    assert TASKS["count"].options() == COUNT_OPTIONS


def test_fields_of_earlier_releases_are_left_out() -> None:
    experiment = parse(SMALL, "small", "small.toml")
    data = experiment.as_json()
    data["problems"][0]["is_stand_in"] = False
    assert lab.Experiment.from_json(data) == experiment


def test_the_earlier_name_of_a_run_warns() -> None:
    with pytest.warns(DeprecationWarning, match="ExperimentRun"):
        assert lab.Run is lab.ExperimentRun


def test_a_file_of_a_later_release_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "lab.sqlite"
    with lab.Store(path):
        pass
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("PRAGMA user_version").fetchone() == (FORMAT,)
        base.execute(f"PRAGMA user_version = {FORMAT + 1}")
    with pytest.raises(InputError, match=r"has format 2 of a later release, .* move the file away"):
        lab.Store(path)


def test_jobs_are_all_pairs_in_an_order_of_the_seed() -> None:
    experiment = parse(SMALL, "small", "small.toml")
    jobs = experiment.jobs()
    assert sorted(jobs) == [
        ("triangle", name, repetition) for name in ("breadth first", "depth first") for repetition in (1, 2)
    ]
    assert jobs == experiment.jobs()
    orders = {tuple(replace(experiment, seed=seed).jobs()) for seed in range(30)}
    assert len(orders) > 10


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("about =", "abaut ="), "small.toml: the file has no 'abaut'; it has about,"),
        (("repetitions = 2", "repetitions = 0"), "small.toml: repetitions = 0 is not a whole number of 1 or more"),
        (
            ("repetitions = 2", "repetitions = true"),
            "small.toml: repetitions = True is not a whole number of 1 or more",
        ),
        (("seconds = 20", "seconds = -1"), "small.toml: limits: a limit on seconds must be more than 0, not -1"),
        (("seconds = 20", 'seconds = "20"'), "small.toml: limits: seconds = '20' is not a number"),
        (('prune = ["duplicates"]', "prune = [1]"), "'breadth first': prune = [1] is not a list of names"),
        (
            ('algorithm = "breadth-first"\nprune = ["duplicates"]', 'task = "call"'),
            "whose task is call, needs function",
        ),
        (
            ('algorithm = "breadth-first"\nprune = ["duplicates"]', 'task = "match"\nplayers = ["greedy"]'),
            "a match needs two players or more",
        ),
        (("seconds = 20", "hours = 1"), "small.toml: limits has no 'hours'; it has seconds, memory, positions"),
        (('"triangle"\nspec', '"circle"\nspec'), "a [[published]] is of 'triangle', which is no [[problem]]"),
        (('spec = "pegs/triangle-4"', ""), "small.toml: a [[problem]] has no spec"),
        (("algorithm", "algorythm"), "'depth first', whose task is solve, has no 'algorythm'; it has objective,"),
        (('"breadth first"', '"depth first"'), "two configurations are called 'depth first'"),
        (("expanded = 12", 'expanded = "12"'), "expanded = '12' of a [[published]] is not a number"),
        (('prune = ["duplicates"]', 'task = "sleep"'), "no task 'sleep'; there are solve, count, match, command, call"),
        (('prune = ["duplicates"]', 'problems = ["x"]'), "'breadth first' is for 'x', which is no [[problem]]"),
        (("[[problem]]", "[problem]"), "problem is not a list of tables; write [[problem]]"),
        (("about", "about = ="), "small.toml: not TOML: "),
        (("repetitions = 2", 'plots = ["pie"]'), "no plot 'pie'; there are bars, scaling, cactus, curve"),
        (("repetitions = 2", 'plots = ["bars: x"]'), "no bars of 'x'; there are seconds"),
        (('prune = ["duplicates"]', 'ties = "best"'), "'breadth first': ties = 'best' is not one of newest, "),
        (('prune = ["duplicates"]', "weight = 1001"), "'breadth first': weight = 1001 is not a number from 1 to 1000"),
        (('prune = ["duplicates"]', 'state = "slim"'), "'breadth first': state = 'slim' is not one of packed, wide"),
        (('prune = ["duplicates"]', "trace = 5"), "'breadth first', whose task is solve, has no 'trace'"),
        (
            ('algorithm = "breadth-first"\nprune = ["duplicates"]', 'task = "command"\narguments = "list"'),
            "'breadth first': arguments = 'list' is not a list of texts",
        ),
        (
            ('prune = ["duplicates"]', "seed = 1979-05-27"),
            "'breadth first': seed = datetime.date(1979, 5, 27) is not a whole number",
        ),
    ],
)
def test_what_is_wrong_in_a_file_is_said(change: tuple[str, str], complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(SMALL.replace(*change), "small", "small.toml")
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_one_entry_may_stand_for_several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    threads = parse(
        SMALL.replace('"depth-first"', '"depth-first"\nthreads = "all"').split("[[published]]")[0], "s", "s"
    )
    assert [(item.name, item.threads) for item in threads.configurations[:3]] == [
        ("depth first, 1 thread", 1),
        ("depth first, 2 threads", 2),
        ("depth first, 3 threads", 3),
    ]
    players = [item for item in lab.load("coins-classic").configurations if item.task == "match"]
    assert len(players) == 2 * (7 * 6 // 2) + 1
    assert players[0].options["players"] == ["random", "greedy"]
    assert players[-2].name == "36 coins, perfect - perfect-score"


@pytest.mark.parametrize("name", lab.shipped())
def test_shipped_experiments_need_no_file(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for subject in lab.load(name).problems:
        assert subject.path() is None
        load_problem(subject.spec)


def test_rows_come_back_as_they_were(store: lab.Store) -> None:
    experiment = parse(SMALL, "small", "small.toml")
    number, lock = store.claim(experiment, "a machine")
    row = lab.Row(
        *("triangle", "depth first", 1, "solved", None, None, 9.0, True, 40, 30, 5, 0.25, 1.5, 4096, 10**9, "m"),
        measures={"pruned": {"weights": 7.0, "symmetry": 0.0}},
    )
    store.add(number, row)
    with pytest.raises(sqlite3.IntegrityError):
        store.add(number, row)
    store.release(lock, is_finished=False)
    run = store.find("small")
    assert run.rows == (row,)
    assert run.experiment == experiment
    assert not run.is_finished
    assert row.pruned == {"weights": 7, "symmetry": 0}
    plain = sqlite3.connect(store.path)
    assert plain.execute("SELECT problem, seconds FROM rows").fetchall() == [("triangle", 0.25)]
    plain.close()


def test_a_run_that_is_unfinished_is_claimed_again_and_no_other(store: lab.Store) -> None:
    experiment = parse(SMALL, "small", "small.toml")

    def claimed(what: lab.Experiment, machine: str = "a machine", is_new: bool = False) -> int:
        number, lock = store.claim(what, machine, is_new)
        store.release(lock, is_finished=False)
        return number

    number = claimed(experiment)
    assert number != claimed(replace(experiment, repetitions=3))
    assert number != claimed(replace(experiment, name="other"))
    assert number != claimed(experiment, "another machine")
    assert number == claimed(replace(experiment, about="told otherwise"))
    for job in experiment.jobs():
        store.add(number, lab.Row(*job, "solved"))
    assert store.find(str(number)).is_finished
    new = claimed(experiment)
    assert new > number
    assert claimed(experiment, is_new=True) > new


def test_a_damaged_database_is_said_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "lab.sqlite"
    path.write_text("this is no database, whatever its name says; " * 40)
    with pytest.raises(InputError, match=r"cannot use .*lab.sqlite: file is not a database"):
        lab.Store(path)


def test_a_damaged_page_of_the_database_is_said_in_a_line(store: lab.Store) -> None:
    a_run(store, {("p", "a"): [1.0]})
    store._base.execute("ALTER TABLE rows RENAME TO other")
    with pytest.raises(InputError, match=r"cannot read .*lab.sqlite: no such table: rows"):
        store.find("e")


def test_groups_have_median_and_spread(store: lab.Store) -> None:
    run = a_run(store, {("p", "a"): [3.0, 1.0, 2.0]})
    (group,) = lab.summarise(run)
    assert (group.median("seconds"), group.spread, group.status, group.is_solved) == (2.0, (1.0, 3.0), "solved", True)
    assert group.as_json()["seconds_spread"] == (1.0, 3.0)


def test_ratios_stand_out_only_beyond_noise(store: lab.Store) -> None:
    noise = [1.0, 1.02, 0.98, 1.01, 0.99]
    a_run(store, {("p", "a"): noise, ("q", "a"): noise, ("r", "a"): noise})
    doubled, same, halved = [2 * item for item in noise], noise[::-1], [item / 2 for item in noise]
    a_run(store, {("p", "a"): doubled, ("q", "a"): same, ("r", "a"): halved})
    comparison = lab.compare(store, "1", "2")
    assert [ratio.verdict for ratio in comparison.ratios] == ["slower", "", "faster"]
    assert [round(ratio.ratio, 6) for ratio in comparison.ratios] == [2.0, 1.0, 0.5]
    assert all(ratio.interval and ratio.interval[0] <= ratio.ratio <= ratio.interval[1] for ratio in comparison.ratios)
    assert comparison.total is not None
    assert comparison.total.ratio == pytest.approx(1.0)
    assert comparison.total.interval is not None
    assert comparison.total.interval[0] < 1 < comparison.total.interval[1]
    assert not comparison.total.verdict


@pytest.mark.parametrize("repetitions", [2, 3, 15])
def test_the_interval_holds_what_it_promises(repetitions: int) -> None:
    """Of many pairs of samples of the same distribution, one in twenty is called different."""
    chance = random.Random(7)

    def sample() -> lab.Group:
        values = [chance.lognormvariate(0, 0.3) for _ in range(repetitions)]
        return lab.Group("p", "a", tuple(lab.Row("p", "a", 1, "solved", seconds=value) for value in values))

    wrong = sum(bool(ratio_of(sample(), sample()).verdict) for _ in range(1000))
    assert wrong <= 75


def test_the_interval_is_that_of_welch() -> None:
    """By hand: logarithms 0 and 2 against 3 and 5 differ by 3, of variance 2/2 + 2/2 with 2 degrees of freedom."""
    one, other = (
        lab.Group("p", "a", tuple(lab.Row("p", "a", 1, "solved", seconds=exp(value)) for value in values))
        for values in ((0, 2), (3, 5))
    )
    ratio = ratio_of(one, other)
    assert ratio.ratio == pytest.approx(exp(3))
    assert ratio.interval == pytest.approx((exp(3 - 4.303 * 2**0.5), exp(3 + 4.303 * 2**0.5)))


def test_configurations_of_one_run_can_be_compared(store: lab.Store) -> None:
    a_run(store, {("p", "a"): [1.0], ("p", "b"): [3.0], ("q", "a"): [2.0], ("q", "b"): [6.0]})
    comparison = lab.compare(store, "e:a", "e:b")
    assert [(ratio.problem, round(ratio.ratio, 6), ratio.interval) for ratio in comparison.ratios] == [
        ("p", 3.0, None),
        ("q", 3.0, None),
    ]
    with pytest.raises(InputError, match="e has no configuration 'c'; it has a; b"):
        lab.compare(store, "e:a", "e:c")


def test_what_cannot_be_compared_is_named(store: lab.Store) -> None:
    run = a_run(store, {("p", "a"): [1.0], ("q", "a"): [1.0]})
    number, lock = store.claim(run.experiment, "another machine", is_new=True)
    store.add(number, lab.Row("p", "a", 1, "unknown", "time", seconds=9.0))
    store.add(number, lab.Row("q", "a", 1, "solved", seconds=9.0))
    store.release(lock, is_finished=False)
    comparison = lab.compare(store, "1", "2")
    assert comparison.worse == ("p, a: solved in 1, unknown (time limit) in 2",)
    assert comparison.ratios[0].problem == "q"
    assert comparison.notes == ("the machines differ: a machine; another machine",)
    a_run(store, {("z", "a"): [1.0]})
    with pytest.raises(InputError, match="1 and 3 have no row in common"):
        lab.compare(store, "1", "3")


def test_answers_and_problems_must_be_the_same(store: lab.Store) -> None:
    run = a_run(store, {("p", "a"): [1.0], ("q", "a"): [1.0], ("r", "a"): [1.0]})
    problems = (lab.Subject("p", "p"), lab.Subject("q", "another"), lab.Subject("r", "r"))
    number, lock = store.claim(replace(run.experiment, problems=problems), "m", is_new=True)
    store.add(number, lab.Row("p", "a", 1, "impossible", seconds=0.0))
    store.add(number, lab.Row("q", "a", 1, "solved", seconds=1.0))
    store.add(number, lab.Row("r", "a", 1, "solved", seconds=0.0))
    store.release(lock, is_finished=False)
    comparison = lab.compare(store, "1", "2:a")
    assert comparison.worse == ("p, a: the answers differ, solved in 1, impossible in 2:a",)
    assert comparison.others == ("q, a: the name is the same, the problem is not",)
    assert [ratio.problem for ratio in comparison.ratios] == ["r"]


def test_repetitions_that_contradict_each_other_are_wrong() -> None:
    def group(*rows: tuple[str, float, bool]) -> lab.Group:
        return lab.Group(
            "p", "a", tuple(lab.Row("p", "a", 1, status, cost=cost, optimal=best) for status, cost, best in rows)
        )

    assert group(("solved", 5, True), ("solved", 7, True)).status == "wrong"
    assert group(("solved", 5, False), ("impossible", 0, False)).status == "wrong"
    assert group(("solved", 5, False), ("solved", 7, False)).is_solved
    assert group(("solved", 5, False), ("unknown", 0, False)).status == "solved or unknown"


def test_a_ratio_without_repetitions_has_no_verdict() -> None:
    assert not Ratio("p", "a", (1.0, 9.0), 9.0, None).verdict


def test_rows_are_exported(store: lab.Store, tmp_path: Path) -> None:
    run = a_run(store, {("p", "a"): [1.5, 2.5], ("p", "b, with a comma"): [3.5, 0.1 + 0.2]})
    lab.export(run, tmp_path / "rows.csv")
    with (tmp_path / "rows.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["seconds"]) for row in rows] == [1.5, 2.5, 3.5, 0.1 + 0.2]
    assert rows[2]["configuration"] == "b, with a comma"
    assert set(COLUMNS) < set(rows[0])
    parquet = pytest.importorskip("pyarrow.parquet")
    lab.export(run, tmp_path / "rows.parquet")
    table = parquet.read_table(tmp_path / "rows.parquet")
    assert table.column("seconds").to_pylist() == [1.5, 2.5, 3.5, 0.1 + 0.2]
    with pytest.raises(InputError, match=r"ends neither in .csv nor in .parquet"):
        lab.export(run, tmp_path / "rows.xlsx")


def test_what_an_extra_is_missing_for_is_said(
    store: lab.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from perfectplay.base.errors import UnsupportedError
    from perfectplay.lab.plots import plot

    run = a_run(store, {("p", "a"): [1.5]})
    for module in ("pyarrow", "matplotlib.figure"):
        monkeypatch.setitem(__import__("sys").modules, module, None)
    with pytest.raises(UnsupportedError, match=r"Parquet needs pyarrow: pip install 'perfectplay\[lab\]'"):
        lab.export(run, tmp_path / "rows.parquet")
    with pytest.raises(UnsupportedError, match=r"plots need matplotlib: pip install 'perfectplay\[lab\]'"):
        plot(run, "bars")


def test_matches_may_stand_beside_other_tasks(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perfectplay.lab.store.data_folder", lambda: tmp_path / "data")
    (tmp_path / "mixed.toml").write_text(
        'repetitions = 1\n[[problem]]\nspec = "coins/3"\n[[configuration]]\nname = "solve"\n'
        '[[configuration]]\ntask = "match"\nplayers = ["greedy", "random", "perfect"]\ngames = 2\n'
    )
    code, out, _ = command("lab", "run", "mixed.toml")
    assert code == 0
    assert "  solve " in out
    assert "1 greedy" in out
    code, out, _ = command("lab", "show", "mixed", "--full")
    assert "coins/3, greedy - random " in out


def test_the_command_from_a_file_to_a_page(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.lab.store.data_folder", lambda: tmp_path / "data")
    (tmp_path / "small.toml").write_text(SMALL)
    code, out, _ = command("lab", "run", "small.toml")
    assert code == 0
    lines = out.splitlines()
    assert next(line for line in lines if "published (by hand)" in line).split()[3:] == ["12", "3.50", "s"]
    assert "4 rows" in out
    code, out, _ = command("lab", "show", "small", "--json")
    told = json.loads(out)
    assert {group["configuration"]: group["status"] for group in told["groups"]} == {
        "depth first": "solved",
        "breadth first": "solved",
    }
    assert all(group["peak_bytes"] > 10**7 and group["compile_seconds"] > 0 for group in told["groups"])
    expanded = next(group for group in told["groups"] if group["configuration"] == "breadth first")["expanded"]
    import perfectplay as pp

    direct = pp.solve("pegs/triangle-4", algorithm="breadth-first", prune=["duplicates"])
    assert expanded == direct.stats.expanded
    code, out, _ = command("lab", "show", "small", "--full")
    assert code == 0
    assert "    solved, generated " in out
    assert "loading " in out
    assert command("lab", "show", "--full", "--json")[0] == 2
    assert command("lab", "compare", "small:depth first", "small:breadth first")[0] == 0
    assert command("lab", "export", "small", "rows.csv")[0] == 0
    assert command("lab", "plot", "small")[1] == "wrote small-bars-seconds.svg\nwrote small-bars-seconds.png\n"
    assert command("lab", "report", "small")[1] == "wrote small.html\n"
    page = (tmp_path / "small.html").read_text()
    assert page.count("<svg") == 1
    assert not [item for item in ("http-equiv", "src=", "<link", "<script") if item in page]
    assert [run["rows"] for run in json.loads(command("lab", "list", "--json")[1])["runs"]] == [4]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("run", "pegs-bfs"), "no experiment 'pegs-bfs'; there are army-classic,"),
        (("run", "none.toml"), "no file none.toml; give a file with an experiment"),
        (("show",), "no run was made here; `perfectplay lab list` names runs and experiments"),
        (("show", "pegs-dfs"), "no run of 'pegs-dfs' was made here; `perfectplay lab list` names"),
        (("show", "17"), "no run 17 was made here; `perfectplay lab list` names"),
        (("compare", "1", "2"), "no run 1 was made here"),
        (("plot", "pegs-dfs", "--kind", "cactus", "--figure", "seconds"), "--figure is for bars"),
    ],
)
def test_wrong_things(
    arguments: tuple[str, ...],
    complaint: str,
    command: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("perfectplay.lab.store.data_folder", lambda: tmp_path)
    code, out, err = command("lab", *arguments)
    assert (code, out) == (2, "")
    assert complaint in " ".join(err.split())
