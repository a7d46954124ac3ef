"""Summaries of rows: for each problem and configuration the median and spread, beside what was published."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

from perfectplay.lab.experiment import Configuration, Published
from perfectplay.lab.rows import PARALLEL, ExperimentRun, Row

THREAD_HEADS = ("speed-up", "efficiency", "idle", "twice", "contended")


@dataclass(frozen=True)
class Group:
    """The repetitions of one configuration on one problem."""

    problem: str
    configuration: str
    rows: tuple[Row, ...]
    published: Published | None = None
    measured: Published | None = None  # by the program of others, run again
    threads: int = 1
    speed_up: float | None = None  # how many times sooner it was done than on one thread
    factor: float | None = None  # how many times fewer positions were expanded than by the baseline

    @property
    def factor_text(self) -> str:
        """The factor with three digits."""
        if self.factor is None:
            return ""
        return f"{self.factor:,.0f}" if self.factor >= 100 else f"{self.factor:.3g}"

    @property
    def efficiency(self) -> float | None:
        """The share of an ideal speed-up."""
        return None if self.speed_up is None else self.speed_up / self.threads

    @property
    def thread_cells(self) -> tuple[str, ...]:
        """What THREAD_HEADS name, as texts; empty where it is not known or of no meaning."""
        idle, twice, contended = (
            self.parallel.get(name) for name in ("idle_share", "expanded_twice", "contended_insertions")
        )
        return (
            "" if self.speed_up is None else f"{self.speed_up:.2f}",
            "" if self.efficiency is None else f"{self.efficiency:.0%}",
            "" if idle is None else f"{idle:.0%}",
            "" if twice is None else f"{twice:,.0f}",
            "" if contended is None else f"{contended:,.0f}",
        )

    @property
    def parallel(self) -> dict[str, float]:
        """The medians of how the threads have worked together."""
        names = dict.fromkeys(name for row in self.rows for name in row.measures.get(PARALLEL, {}))
        rows = [row.measures[PARALLEL] for row in self.rows if PARALLEL in row.measures]
        return {name: median(row[name] for row in rows if name in row) for name in names}

    @property
    def others(self) -> list[tuple[str, Published]]:
        """The figures of others, each with the word for where they come from."""
        found = [("published", self.published), ("measured", self.measured)]
        return [(word, figures) for word, figures in found if figures is not None]

    @property
    def origins(self) -> list[str]:
        """Where figures of others come from, where it is not said for the whole experiment."""
        told = [(word, item) for word, item in self.others if item.source]
        return [f"{word}: {', '.join(filter(None, (item.source, item.machine)))}" for word, item in told]

    @property
    def status(self) -> str:
        """The status of the answer; several statuses where repetitions differ, as they may near a limit."""
        if not self._is_consistent:
            return "wrong"
        return " or ".join(sorted({row.status for row in self.rows}))

    @property
    def _is_consistent(self) -> bool:
        """No repetition contradicts another: none finds what another proves impossible, and the best is the best."""
        statuses = {row.status for row in self.rows}
        best = {row.cost for row in self.rows if row.optimal}
        return not {"solved", "impossible"} <= statuses and len(best) <= 1

    @property
    def limit(self) -> str | None:
        return next((row.limit for row in self.rows if row.limit), None)

    @property
    def detail(self) -> str | None:
        detail = next((row.detail for row in self.rows if row.detail), None)
        return detail if self._is_consistent else "its repetitions contradict each other"

    @property
    def is_solved(self) -> bool:
        """Every repetition came to its end, with an answer that is not wrong."""
        return all(row.is_finished for row in self.rows) and self._is_consistent

    @property
    def optimal(self) -> bool | None:
        """Whether the solutions are proved optimal; None where no row says so or denies it."""
        claims = [row.optimal for row in self.rows if row.optimal is not None]
        return all(claims) if claims else None

    @property
    def pruned(self) -> dict[str, float]:
        """The positions each rule has pruned."""
        rules = dict.fromkeys(rule for row in self.rows for rule in row.pruned)
        return {rule: median(row.pruned.get(rule, 0) for row in self.rows) for rule in rules}

    def values(self, figure: str) -> list[float]:
        """Return a figure of every repetition that has it."""
        return [value for row in self.rows if (value := getattr(row, figure)) is not None]

    def median(self, figure: str) -> float | None:
        """Return the median of a figure, if there is one."""
        values = self.values(figure)
        return median(values) if values else None

    @property
    def spread(self) -> tuple[float, float] | None:
        """The least and the most seconds."""
        values = self.values("seconds")
        return (min(values), max(values)) if values else None

    @property
    def figures(self) -> dict[str, float]:
        """The medians of single figures beyond the columns."""
        names = dict.fromkeys(name for row in self.rows for name in row.figures)
        return {name: median(row.figures[name] for row in self.rows if name in row.figures) for name in names}

    def measure(self, name: str) -> dict[str, float]:
        """Return the means of a further measure, by key."""
        found: dict[str, list[float]] = {}
        for row in self.rows:
            for key, value in row.measures.get(name, {}).items():
                found.setdefault(key, []).append(value)
        return {key: sum(values) / len(values) for key, values in found.items()}

    def as_json(self) -> dict[str, Any]:
        """Return all figures as plain data."""
        figures = ("cost", "generated", "expanded", "duplicate", "seconds", "compile_seconds", "memory", "peak_bytes")
        others = sorted({name for row in self.rows for name in row.measures} - {"pruned"})
        return {
            "problem": self.problem,
            "configuration": self.configuration,
            "repetitions": len(self.rows),
            "status": self.status,
            "limit": self.limit,
            "detail": self.detail,
            "optimal": self.optimal,
            **{figure: self.median(figure) for figure in figures},
            "seconds_spread": self.spread,
            "pruned": self.pruned,
            "measures": {name: self.measure(name) for name in others},
            "factor": self.factor,
            "speed_up": self.speed_up,
            "efficiency": self.efficiency,
            "published": _as_json(self.published),
            "measured": _as_json(self.measured),
        }


def _as_json(figures: Published | None) -> dict[str, Any] | None:
    if figures is None:
        return None
    machine = {"machine": figures.machine} if figures.machine else {}
    return {**figures.figures, "note": figures.note, "source": figures.source, **machine}


def summarise(run: ExperimentRun) -> list[Group]:
    """Return the groups of a run in the order of its file."""
    experiment = run.experiment
    found: dict[tuple[str, str], list[Row]] = {}
    for row in run.rows:
        found.setdefault((row.problem, row.configuration), []).append(row)
    groups = [
        Group(*pair, tuple(found[pair]), experiment.published_of(*pair), experiment.measured_of(*pair))
        for problem in experiment.problems
        for configuration in experiment.configurations
        if (pair := (problem.name, configuration.name)) in found
    ]
    bases = {group.problem: group for group in groups if group.configuration == experiment.baseline}
    known = {item.name: item for item in experiment.configurations}
    alone = {(group.problem, known[group.configuration].base): group for group in reversed(groups)}
    return [
        replace(
            group,
            factor=_factor(bases.get(group.problem), group),
            threads=known[group.configuration].threads,
            speed_up=_speed_up(alone[group.problem, known[group.configuration].base], group, known),
        )
        for group in groups
    ]


def _speed_up(alone: Group, group: Group, known: Mapping[str, Configuration]) -> float | None:
    """Return how many times sooner several threads were done than one, by the medians of what came to its end."""
    if known[group.configuration].threads == 1 or known[alone.configuration].threads != 1:
        return None
    before, after = alone.median("seconds"), group.median("seconds")
    return before / after if before and after and alone.is_solved and group.is_solved else None


def _factor(base: Group | None, group: Group) -> float | None:
    """Return how many times fewer positions were expanded; a search that was cut off has no factor."""
    if base is None or not base.is_solved or not group.is_solved:
        return None
    before, after = base.median("expanded"), group.median("expanded")
    return before / after if before and after else None
