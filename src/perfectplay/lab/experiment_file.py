"""Experiments as TOML files: those of the package have names, those of users are files.

about = "Depth first search on the English board"
repetitions = 3                      # 3 if it is left out
limits = {seconds = 60, memory = "4GiB"}

[[problem]]
spec = "pegs/english"                # and perhaps a name and a size
expect = {status = "solved"}         # a row that ends with anything else is wrong

[[configuration]]
name = "both"
algorithm = "depth-first"            # whatever `solve` takes
prune = ["weights", "symmetry"]
warm = true                          # the same work is done before in the same process
fresh = true                         # the problem is read again between the two
threads = [1, 2]                     # one configuration for each
reseed = true                        # each repetition takes its own number for a seed
repetitions = 9                      # `repetitions` and `expect` may replace the above

[[published]]
problem = "pegs/english"
configuration = "both"
expanded = 4577
source = "whose report, which table"  # or once, above, for all of them

[[measured]]                         # the authors' program, run again
problem = "pegs/english"
configuration = "both"
seconds = 0.2
source = "whose program"
machine = "which machine"
"""

import os
import tomllib
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.base.files import read_text_file, unicode_name
from perfectplay.base.limits import Limits, parse_bytes
from perfectplay.lab.experiment import BAR_FIGURES, FIGURES, KINDS, Configuration, Experiment, Published, Subject
from perfectplay.lab.tasks import TASKS

MOST_BYTES = 1 << 20
MOST_ROWS = 100_000
SHIPPED = Path(__file__).parent / "shipped"
TOP = (
    *("about", "repetitions", "seed", "limits", "problem", "configuration", "published", "measured"),
    *("source", "why", "plots", "baseline"),
)
PROBLEM = ("name", "spec", "size", "note", "expect")
CONFIGURATION = ("name", "task", "problems", "warm", "fresh", "expect", "repetitions", "reseed")
LIMITS = ("seconds", "memory", "positions")


def shipped() -> list[str]:
    """Return the names of the experiments that come with the package."""
    files = SHIPPED.iterdir()
    return sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml"))


def load(what: str) -> Experiment:
    """Return an experiment by its name, or from a TOML file.

    >>> load("pegs-dfs").configurations[0].options["algorithm"]
    'depth-first'
    >>> load("pegs-bfs")
    Traceback (most recent call last):
    perfectplay.base.errors.InputError: no experiment 'pegs-bfs'; there are army-classic, ..., or give a TOML file
    """
    if what in shipped():
        file = SHIPPED / f"{what}.toml"
        return parse(file.read_text("utf-8"), what, what)
    if not what.endswith(".toml"):
        raise InputError(f"no experiment {what[:40]!r}; there are {', '.join(shipped())}, or give a TOML file")
    path = Path(what)
    return parse(read_text_file(path, "an experiment", MOST_BYTES), unicode_name(path.stem), str(path))


def parse(text: str, name: str, source: str) -> Experiment:
    """Read an experiment, or say in one line what is wrong with it and where."""
    try:
        entry = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{source}: not TOML: {error}") from None
    return _Reader(source).experiment(entry, name)


class _Reader:
    """Reads the parts of one file; errors name the file."""

    def __init__(self, source: str) -> None:
        self.source = source

    def fail(self, why: str) -> InputError:
        return InputError(f"{self.source}: {why}")

    def experiment(self, entry: dict[str, Any], name: str) -> Experiment:
        self.keys(entry, TOP, "the file")
        problems = tuple(self.problem(item) for item in self.tables(entry, "problem"))
        configurations = tuple(found for item in self.tables(entry, "configuration") for found in self.several(item))
        for what, items in (("problem", problems), ("configuration", configurations)):
            names = [item.name for item in items]
            if not names:
                raise self.fail(f"there is no [[{what}]]; give one or more")
            for item_name in names:
                if names.count(item_name) > 1:
                    raise self.fail(f"two {what}s are called {item_name!r}; give them different names")
        known = [problem.name for problem in problems]
        for configuration in configurations:
            for wanted in configuration.problems:
                if wanted not in known:
                    raise self.fail(f"{configuration.name!r} is for {wanted!r}, which is no [[problem]]")
        experiment = Experiment(
            name,
            self.text(entry, "about", "the file"),
            problems,
            configurations,
            self.whole(entry, "repetitions", 3, 1),
            self.whole(entry, "seed", 1, 0),
            self.limits(entry.get("limits", {})),
            tuple(
                self.published(item, kind, problems, configurations)
                for kind in ("published", "measured")
                for item in self.tables(entry, kind)
            ),
            self.text(entry, "source", "the file"),
            self.text(entry, "why", "the file"),
            tuple(self.plot(what) for what in self.texts(entry, "plots", "the file")),
            self.text(entry, "baseline", "the file"),
        )
        if experiment.baseline and experiment.baseline not in [item.name for item in configurations]:
            raise self.fail(f"the baseline {experiment.baseline[:60]!r} is no [[configuration]]")
        most = max(item.repetitions or experiment.repetitions for item in configurations)
        rows = len(problems) * len(configurations) * most
        if rows > MOST_ROWS:
            raise self.fail(f"{rows:,} rows; an experiment has at most {MOST_ROWS:,}")
        return experiment

    def plot(self, what: str) -> str:
        kind, colon, figure = (part.strip() for part in what.partition(":"))
        if kind not in KINDS or (colon and kind != "bars"):
            raise self.fail(f"no plot {what[:40]!r}; there are {', '.join(KINDS)}")
        if colon and figure not in BAR_FIGURES:
            raise self.fail(f"no bars of {figure[:40]!r}; there are {', '.join(BAR_FIGURES)}")
        return what

    def problem(self, entry: dict[str, Any]) -> Subject:
        self.keys(entry, PROBLEM, "a [[problem]]")
        spec = self.text(entry, "spec", "a [[problem]]")
        if not spec:
            raise self.fail("a [[problem]] has no spec; write spec = 'FAMILY/VARIANT'")
        size, note = entry.get("size"), self.text(entry, "note", "a [[problem]]")
        if size is not None and (isinstance(size, bool) or not isinstance(size, int | float) or size <= 0):
            raise self.fail(f"size = {size!r} of {spec} is not a number above 0")
        name = self.text(entry, "name", "a [[problem]]") or spec
        return Subject(name, spec, size, note, self.expect(entry, repr(name)))

    def several(self, entry: dict[str, Any]) -> Iterator[Configuration]:
        """Yield the configurations of one entry: one for each number of threads, or for each pair of players."""
        name = self.text(entry, "name", "a [[configuration]]")
        if entry.get("threads") == "all" or isinstance(entry.get("threads"), list):
            for threads in self.thread_counts(entry, name):
                many = f"{threads} thread{'s' if threads > 1 else ''}"
                yield self.configuration({**entry, "threads": threads}, f"{name}, {many}", base=name, threads=threads)
        elif entry.get("task") == "match":
            players = self.texts(entry, "players", "a [[configuration]]")
            if len(players) < 2:
                raise self.fail("a match needs two players or more; write players = ['greedy', 'perfect']")
            for pair in combinations(players, 2):
                label = " - ".join(pair) if not name else f"{name}, {' - '.join(pair)}"
                yield self.configuration({**entry, "players": list(pair)}, label)
        else:
            threads = entry.get("threads", 1)
            yield self.configuration(entry, name, base=name, threads=threads if isinstance(threads, int) else 1)

    def thread_counts(self, entry: dict[str, Any], name: str) -> Sequence[int]:
        counts: Any = entry["threads"]
        if counts == "all":
            return range(1, (os.cpu_count() or 1) + 1)
        if not counts or not all(isinstance(count, int) for count in counts) or len(set(counts)) < len(counts):
            raise self.fail(f"{name!r}: threads = {counts!r} is not a list of different numbers")
        return tuple(counts)

    def configuration(self, entry: dict[str, Any], name: str, base: str = "", threads: int = 1) -> Configuration:
        if not name:
            raise self.fail("a [[configuration]] has no name")
        task = self.text(entry, "task", repr(name)) or "solve"
        if task not in TASKS:
            raise self.fail(f"{name!r}: no task {task[:40]!r}; there are {', '.join(TASKS)}")
        options = {key: value for key, value in entry.items() if key not in CONFIGURATION}
        self.options(name, task, options)
        for key in ("warm", "fresh", "reseed"):
            if not isinstance(entry.get(key, False), bool):
                raise self.fail(f"{name!r}: {key} is true or false")
        return Configuration(
            name,
            task,
            options,
            tuple(self.texts(entry, "problems", repr(name))),
            entry.get("warm", False),
            entry.get("fresh", False),
            self.expect(entry, repr(name)),
            self.whole(entry, "repetitions", 1, 1) if "repetitions" in entry else None,
            base,
            threads,
            entry.get("reseed", False),
        )

    def options(self, name: str, task: str, options: dict[str, Any]) -> None:
        """Check the options of a configuration against what its task declares."""
        declared = TASKS[task].options()
        self.keys(options, tuple(declared), f"{name!r}, whose task is {task},")
        for key in TASKS[task].needed:
            if key not in options:
                raise self.fail(f"{name!r}, whose task is {task}, needs {key}")
        for key, value in options.items():
            if right := declared[key].kind.refusal(value):
                raise self.fail(f"{name!r}: {key} = {value!r} is not {right}")

    def expect(self, entry: dict[str, Any], where: str) -> dict[str, Any]:
        expect = entry.get("expect", {})
        if not isinstance(expect, dict) or not all(isinstance(item, str | int | float) for item in expect.values()):
            raise self.fail(f"expect of {where} is not a table of figures; write expect = {{cost = 18}}")
        return expect

    def published(
        self, entry: dict[str, Any], kind: str, problems: tuple[Subject, ...], configurations: tuple[Configuration, ...]
    ) -> Published:
        """Return figures of others: published ones, or measured with their program, whose machine is named."""
        where = f"a [[{kind}]]"
        about = ("note", "source", *(["machine"] if kind == "measured" else []))
        self.keys(entry, ("problem", "configuration", *about, *FIGURES), where)
        problem, configuration = (self.text(entry, key, where) for key in ("problem", "configuration"))
        if problem not in [item.name for item in problems]:
            raise self.fail(f"{where} is of {problem[:60]!r}, which is no [[problem]]")
        if configuration not in [item.name for item in configurations]:
            raise self.fail(f"{where} is of {configuration[:60]!r}, which is no [[configuration]]")
        figures = {key: entry[key] for key in FIGURES if key in entry}
        for key, value in figures.items():
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise self.fail(f"{key} = {value!r} of {where} is not a number")
        texts = {key: self.text(entry, key, where) for key in about}
        if kind == "measured" and not (texts["source"] and texts["machine"]):
            raise self.fail("a [[measured]] names the program as `source`, and the `machine` that it was run on")
        return Published(problem, configuration, figures, **texts)

    def limits(self, entry: Any) -> Limits:
        if not isinstance(entry, dict):
            raise self.fail("limits is a table; write limits = {seconds = 60}")
        self.keys(entry, LIMITS, "limits")
        memory = entry.get("memory")
        for key, value in entry.items():
            if isinstance(value, bool) or not isinstance(value, int | float | (str if key == "memory" else int)):
                raise self.fail(f"limits: {key} = {value!r} is not a number")
        try:
            return Limits(
                entry.get("seconds"), parse_bytes(memory) if isinstance(memory, str) else memory, entry.get("positions")
            )
        except InputError as error:
            raise self.fail(f"limits: {error}") from None

    def keys(self, entry: dict[str, Any], known: tuple[str, ...], where: str) -> None:
        for key in entry:
            if key not in known:
                raise self.fail(f"{where} has no {key[:40]!r}; it has {', '.join(known)}")

    def tables(self, entry: dict[str, Any], key: str) -> list[dict[str, Any]]:
        items = entry.get(key, [])
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            raise self.fail(f"{key} is not a list of tables; write [[{key}]]")
        return items

    def text(self, entry: dict[str, Any], key: str, where: str) -> str:
        value = entry.get(key, "")
        if not isinstance(value, str) or not all(mark.isprintable() or mark == "\n" for mark in value):
            raise self.fail(f"{key} of {where} is not a text")
        return " ".join(value.split())

    def texts(self, entry: dict[str, Any], key: str, where: str) -> list[str]:
        values = entry.get(key, [])
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise self.fail(f"{key} of {where} is not a list of texts")
        return values

    def whole(self, entry: dict[str, Any], key: str, usual: int, least: int) -> int:
        value = entry.get(key, usual)
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise self.fail(f"{key} = {value!r} is not a whole number of {least} or more")
        return value
