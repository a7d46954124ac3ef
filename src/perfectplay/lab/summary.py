"""Summaries of rows: for each problem and configuration the median and spread, beside what was published."""

from dataclasses import dataclass, replace
from statistics import median
from typing import Any

from perfectplay.lab.experiment import Published
from perfectplay.lab.rows import ExperimentRun, Row


@dataclass(frozen=True)
class Group:
    """The repetitions of one configuration on one problem."""

    problem: str
    configuration: str
    rows: tuple[Row, ...]
    published: Published | None = None
    measured: Published | None = None  # by the program of others, run again
    factor: float | None = None  # how many times fewer positions were expanded than by the baseline

    @property
    def factor_text(self) -> str:
        """The factor with three digits."""
        if self.factor is None:
            return ""
        return f"{self.factor:,.0f}" if self.factor >= 100 else f"{self.factor:.3g}"

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
    return [replace(group, factor=_factor(bases.get(group.problem), group)) for group in groups]


def _factor(base: Group | None, group: Group) -> float | None:
    """Return how many times fewer positions were expanded; a search that was cut off has no factor."""
    if base is None or not base.is_solved or not group.is_solved:
        return None
    before, after = base.median("expanded"), group.median("expanded")
    return before / after if before and after else None
