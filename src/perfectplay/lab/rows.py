"""Rows: what one process has measured, and the rows of one run of an experiment."""

import math
from dataclasses import dataclass, field
from typing import Any

from perfectplay.lab.experiment import Experiment, Job
from perfectplay.version import __version__


@dataclass(frozen=True)
class Row:
    """What one process has measured.

    `seconds` is the work alone, `compile_seconds` importing, compiling and loading; `memory` is what the search itself
    has taken, `peak_bytes` the most the process had, with Python and the compiler.  `measures` are further figures, by
    name and key, such as the positions pruned by each rule.
    """

    problem: str
    configuration: str
    repetition: int
    status: str  # the status of the answer, or "done", "wrong", "refused", "crashed"
    limit: str | None = None
    detail: str | None = None
    cost: float | None = None
    optimal: bool | None = None
    generated: int | None = None
    expanded: int | None = None
    duplicate: int | None = None
    seconds: float | None = None
    compile_seconds: float | None = None
    memory: int | None = None
    peak_bytes: int | None = None
    machine: str = ""
    version: str = __version__
    measured: str = ""
    measures: dict[str, dict[str, float]] = field(default_factory=dict)

    @property
    def is_finished(self) -> bool:
        """The work came to its end, and its answer is not known to be wrong."""
        return self.status in ("solved", "impossible", "done")

    @property
    def figures(self) -> dict[str, float]:
        """Single figures beyond the columns, such as what was counted."""
        return self.measures.get("figures", {})

    @property
    def pruned(self) -> dict[str, int]:
        return {rule: int(count) for rule, count in self.measures.get("pruned", {}).items()}


COLUMNS = tuple(name for name in Row.__dataclass_fields__ if name != "measures")
NUMBERS = ("cost", "generated", "expanded", "duplicate", "seconds", "compile_seconds", "memory", "peak_bytes")
TEXTS = ("status", "limit", "detail")
PARALLEL = "parallel"  # the measure of how threads have worked together
MOVE_SECONDS = "seconds at move: "  # what the names of such measures begin with; their keys are numbers of moves
STATUSES = ("solved", "impossible", "unknown", "done", "wrong", "refused", "crashed")
MOST = 1 << 63  # SQLite has no integers as large as this


def row_of(job: Job, fields: dict[str, Any]) -> Row:
    """Return the row of the fields that some work returned; fields that make no row raise ValueError."""
    known = {*NUMBERS, *TEXTS, "optimal", "measures"}
    if fields.get("status") not in STATUSES:
        raise ValueError(f"status is {fields.get('status')!r}, not one of {', '.join(STATUSES)}")
    for name, value in fields.items():
        if name not in known:
            raise ValueError(f"there is no column {name!r}")
        if name in NUMBERS and value is not None and not (_is_number(value) and (value >= 0 or name == "cost")):
            raise ValueError(f"{name} is {value!r}, not a number")
        if name in TEXTS and not isinstance(value, str | None):
            raise ValueError(f"{name} is {value!r}, not a text")
    measures: Any = fields.get("measures", {})
    for name, measure in measures.items() if isinstance(measures, dict) else [("measures", measures)]:
        if not isinstance(measure, dict) or not all(_is_number(value, math.inf) for value in measure.values()):
            raise ValueError(f"{name} is {measure!r}, not a table of numbers")
    return Row(*job, **fields)


def _is_number(value: Any, most: float = MOST) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and -most < value < most


@dataclass(frozen=True)
class ExperimentRun:
    """An experiment that was begun, with the rows it has so far."""

    number: int
    experiment: Experiment
    machine: str
    version: str
    started: str
    planned: int
    rows: tuple[Row, ...]

    @property
    def is_finished(self) -> bool:
        return len(self.rows) == self.planned
