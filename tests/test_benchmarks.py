"""The experiments of `make bench`: every file can be read, and names problems and functions that are there."""

from importlib import import_module
from inspect import signature
from pathlib import Path

import pytest

from perfectplay.lab import Experiment, load
from perfectplay.lab.tasks import TASKS
from perfectplay.model.specs import load as load_problem

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "benchmarks").glob("*.toml"))


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def experiment(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Experiment:
    monkeypatch.chdir(ROOT)  # where `make bench` is run, and what paths are relative to
    return load(str(request.param.relative_to(ROOT)))


def test_make_bench_runs_every_file() -> None:
    makefile = (ROOT / "Makefile").read_text()
    assert FILES
    assert all(f"{path.parent.name}/{path.name}" in makefile for path in FILES)


def test_specs_name_problems(experiment: Experiment) -> None:
    for problem in experiment.problems:
        load_problem(problem.spec)


def test_calls_name_functions(experiment: Experiment) -> None:
    for configuration in experiment.configurations:
        if configuration.task == "call":
            module, _, name = configuration.options["function"].partition(":")
            assert list(signature(getattr(import_module(module), name)).parameters) == ["spec"]


def test_configurations_are_of_use(experiment: Experiment) -> None:
    """Each is for some of the problems, and each problem has one: a file is no table of all pairs."""
    assert all(configuration.problems for configuration in experiment.configurations)
    served = {name for configuration in experiment.configurations for name in configuration.problems}
    assert served == {problem.name for problem in experiment.problems}
    pairs = {job[:2] for job in experiment.jobs()}
    assert all((item.problem, item.configuration) in pairs for item in experiment.published)


def test_answers_are_checked(experiment: Experiment) -> None:
    """Every solve and count is beside a known answer, but for the map, of which it is enough that it is whole."""
    without = {
        f"{problem}, {configuration}"
        for problem, configuration, _ in experiment.jobs()
        if TASKS[experiment.configuration(configuration).task].is_search
        and not experiment.expected_of(problem, configuration)
    }
    assert without <= {"whole 7x8 map, smallest armies, proved"}
