"""What an experiment is: problems times configurations times repetitions, within limits, beside published figures."""

import hashlib
import json
import random
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from perfectplay.base.limits import Limits

KINDS = ("bars", "scaling", "cactus", "curve", "spread")  # the kinds of plots
BAR_FIGURES = {
    "seconds": "seconds",
    "expanded": "positions expanded",
    "generated": "positions generated",
    "memory": "bytes of the search",
    "peak_bytes": "bytes of the process",
    "cost": "cost of the solution",
}
FIGURES = ("cost", "expanded", "generated", "seconds", "memory")  # figures that others may have published for a row


@dataclass(frozen=True)
class Subject:
    """A problem of an experiment: a spec under a name, and how large it is where that is plotted."""

    name: str
    spec: str
    size: float | None = None
    note: str = ""  # shown below the tables
    expect: dict[str, Any] = field(default_factory=dict)  # known figures of the answer, by their names in a row

    def path(self) -> Path | None:
        """Return the file that the spec names, if it names one."""
        head, at, rest = self.spec.partition("/@")
        if at:
            return Path(rest.partition(":")[0])
        return Path(head.partition(":")[0]) if head.partition(":")[0].endswith(".py") else None


@dataclass(frozen=True)
class Configuration:
    """One way of working on a problem: what is done, and the options of that task.

    `base` and `threads` place it on a curve where one entry of the file stands for several numbers of threads.
    """

    name: str
    task: str = "solve"
    options: dict[str, Any] = field(default_factory=dict)
    problems: tuple[str, ...] = ()  # names of problems; an empty tuple stands for all
    warm: bool = False  # the work is done before it is measured: once, and short work for a while
    fresh: bool = False  # the problem is read again before the measurement, so that nothing made for it helps
    expect: dict[str, Any] = field(default_factory=dict)  # replaces what the problems expect
    repetitions: int | None = None  # replaces the number of the experiment
    base: str = ""
    threads: int = 1
    reseed: bool = False  # the seed of a repetition is its number


@dataclass(frozen=True)
class Published:
    """What others have said of one row, or what their program took where it was run again."""

    problem: str
    configuration: str
    figures: dict[str, float]
    note: str = ""  # shown beside the figures, or alone where there are none
    source: str = ""  # which publication prints it, or whose program was run; the experiment's where it is empty
    machine: str = ""  # where the program was run; empty where the figures were published


class Job(NamedTuple):
    """One row to be measured."""

    problem: str
    configuration: str
    repetition: int


@dataclass(frozen=True)
class Experiment:
    """Everything that is to be measured, and how it is shown."""

    name: str
    about: str
    problems: tuple[Subject, ...]
    configurations: tuple[Configuration, ...]
    repetitions: int = 3
    seed: int = 1
    limits: Limits = field(default_factory=Limits)
    published: tuple[Published, ...] = ()
    source: str = ""  # origin of the published figures
    why: str = ""  # reason why the published figures differ from ours
    plots: tuple[str, ...] = ()  # plots that `plot` draws by default
    baseline: str = ""  # the configuration whose expanded positions the others are compared with

    def jobs(self) -> list[Job]:
        """Return all rows to be measured, in the random order of the seed.

        Neighbours in time share what the machine was doing; in random order that blurs every configuration alike.
        """
        found = [
            Job(problem.name, configuration.name, repetition)
            for problem in self.problems
            for configuration in self.configurations
            if not configuration.problems or problem.name in configuration.problems
            for repetition in range(1, (configuration.repetitions or self.repetitions) + 1)
        ]
        random.Random(self.seed).shuffle(found)
        return found

    def problem(self, name: str) -> Subject:
        return next(problem for problem in self.problems if problem.name == name)

    def configuration(self, name: str) -> Configuration:
        return next(configuration for configuration in self.configurations if configuration.name == name)

    def expected_of(self, problem: str, configuration: str) -> dict[str, Any]:
        """Return what is known of the answer of a row; another one is wrong."""
        return self.configuration(configuration).expect or self.problem(problem).expect

    def published_of(self, problem: str, configuration: str) -> Published | None:
        """Return what others have said of a row."""
        return self._figures_of(problem, configuration, is_measured=False)

    def measured_of(self, problem: str, configuration: str) -> Published | None:
        """Return what the program of others took for a row when it was run again."""
        return self._figures_of(problem, configuration, is_measured=True)

    def _figures_of(self, problem: str, configuration: str, *, is_measured: bool) -> Published | None:
        for item in self.published:
            if (item.problem, item.configuration) == (problem, configuration) and bool(item.machine) == is_measured:
                return item
        return None

    def as_json(self) -> dict[str, Any]:
        """Return the whole experiment as plain data, so that rows can be shown without its file."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Experiment":
        """Return the experiment that `as_json` wrote, also in an earlier release: fields unknown here are left out."""
        configurations = ({**item, "problems": tuple(item["problems"])} for item in data["configurations"])
        return cls(
            **{
                **_known(cls, data),
                "problems": tuple(Subject(**_known(Subject, item)) for item in data["problems"]),
                "configurations": tuple(Configuration(**_known(Configuration, item)) for item in configurations),
                "limits": Limits(**data["limits"]),
                "published": tuple(Published(**_known(Published, item)) for item in data["published"]),
                "plots": tuple(data["plots"]),
            }
        )

    def digest(self) -> str:
        """Return a short text that changes with anything to be measured, including boards in files and our code."""
        data = self.as_json()
        measured = {name: data[name] for name in ("problems", "configurations", "repetitions", "seed", "limits")}
        digest = hashlib.sha256(json.dumps(measured, sort_keys=True).encode())
        for problem in self.problems:
            if (path := problem.path()) is not None and path.is_file():
                digest.update(hashlib.sha256(path.read_bytes()).digest())
        digest.update(_code())
        return digest.hexdigest()[:16]


def _known(kind: type, data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a dataclass without the fields that it does not have."""
    return {name: value for name, value in data.items() if name in {item.name for item in fields(kind)}}


@cache
def _code() -> bytes:
    """Return a digest of the package, whose version does not change with every edit."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parents[1].rglob("*.py")):
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.digest()
