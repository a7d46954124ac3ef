"""Where rows are kept: one SQLite file, which several processes may write to and anybody may read with plain SQL.

runs      one for each start of an experiment; `experiment_json` is the whole experiment
rows      what was measured, one for each problem, configuration and repetition of a run
measures  further figures of some rows: positions pruned by each rule, points of each player ...

The number of the format is SQLite's `user_version`.  Files of release 0.1.0 have 0 there and the tables of format 1, so
they are given that number when they are opened.
"""

import json
import math
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from perfectplay.base.errors import InputError
from perfectplay.base.folders import data_folder
from perfectplay.lab.experiment import Experiment, Job
from perfectplay.version import __version__

if TYPE_CHECKING:
    from filelock import BaseFileLock

FORMAT = 1
PATIENCE = 60.0  # seconds to wait for another writer, each of whom takes some milliseconds
SCHEMA = """
CREATE TABLE IF NOT EXISTS runs (
    run INTEGER PRIMARY KEY AUTOINCREMENT, experiment TEXT NOT NULL, digest TEXT NOT NULL, machine TEXT NOT NULL,
    version TEXT NOT NULL, started TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    planned INTEGER NOT NULL, experiment_json TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS rows (
    row INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs, problem TEXT NOT NULL, configuration TEXT NOT NULL,
    repetition INTEGER NOT NULL, status TEXT NOT NULL, "limit" TEXT, detail TEXT, cost REAL, optimal INTEGER,
    generated INTEGER, expanded INTEGER, duplicate INTEGER, seconds REAL, compile_seconds REAL, memory INTEGER,
    peak_bytes INTEGER, machine TEXT NOT NULL, version TEXT NOT NULL, measured TEXT NOT NULL,
    UNIQUE (run, problem, configuration, repetition));
CREATE TABLE IF NOT EXISTS measures (
    row INTEGER NOT NULL REFERENCES rows, name TEXT NOT NULL, key TEXT NOT NULL, value REAL NOT NULL,
    PRIMARY KEY (row, name, key));
"""


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


class Store:
    """The file; by default that of the user's data folder.  Use it as a context."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or data_folder() / "lab.sqlite"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
            number = self._format_number()
            self._base.execute("PRAGMA journal_mode=WAL")  # readers then keep nobody from writing
            self._base.executescript(SCHEMA if number == FORMAT else f"{SCHEMA}PRAGMA user_version = {FORMAT};")
        except (sqlite3.Error, OSError) as error:
            raise InputError(f"cannot use {self.path}: {error}") from None

    def _format_number(self) -> int:
        """Return the number of the file's format; refuse a file that a later release has written."""
        number = int(self._base.execute("PRAGMA user_version").fetchone()[0])
        if number > FORMAT:
            self._base.close()
            raise InputError(
                f"{self.path} has format {number} of a later release, and this one writes format {FORMAT}; "
                "install that release, or move the file away to begin another"
            )
        return number

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._base.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Make one transaction of some statements."""
        try:
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._base.execute("ROLLBACK")
                raise
            self._base.execute("COMMIT")
        except sqlite3.IntegrityError:
            raise
        except (sqlite3.Error, OSError) as error:
            raise InputError(f"cannot write {self.path}: {error}") from None

    def claim(self, experiment: Experiment, machine: str, is_new: bool = False) -> "tuple[int, BaseFileLock]":
        """Return the number of an unfinished run of this experiment that nobody works on, or of a new one.

        As long as the lock that comes with it is held, no other process claims the run; a kill releases it.
        """
        wanted = (experiment.name, experiment.digest(), machine, __version__)
        with self._writing():
            found = self._base.execute(
                "SELECT run FROM runs WHERE (experiment, digest, machine, version) = (?, ?, ?, ?)"
                " AND planned > (SELECT count(*) FROM rows WHERE rows.run = runs.run) ORDER BY run DESC",
                wanted,
            ).fetchall()
            for (number,) in () if is_new else found:
                if (lock := self._lock(number)) is not None:
                    return number, lock
            cursor = self._base.execute(
                "INSERT INTO runs (experiment, digest, machine, version, planned, experiment_json)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (*wanted, len(experiment.jobs()), json.dumps(experiment.as_json())),
            )
            number = int(cursor.lastrowid or 0)
            lock = self._lock(number)
            assert lock is not None  # nobody has seen the number yet
            return number, lock

    def _lock(self, number: int) -> "BaseFileLock | None":
        """Return the lock of a run, or None if another process holds it."""
        from filelock import FileLock, Timeout

        folder = self.path.with_name("lab-locks")
        folder.mkdir(exist_ok=True)
        lock = FileLock(folder / str(number), blocking=False)
        try:
            lock.acquire()
        except Timeout:
            return None
        return lock

    def release(self, lock: "BaseFileLock", is_finished: bool) -> None:
        """Release the lock of a run; the file of a finished run's lock is removed, because nobody asks for it again."""
        if is_finished:
            Path(lock.lock_file).unlink(missing_ok=True)
        lock.release()

    def _asked(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """Return what a query finds."""
        try:
            return self._base.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise InputError(f"cannot read {self.path}: {error}") from None

    def jobs_done(self, number: int) -> set[Job]:
        """Return the rows that a run already has."""
        query = "SELECT problem, configuration, repetition FROM rows WHERE run = ?"
        return {Job(*item) for item in self._asked(query, (number,))}

    def add(self, number: int, row: Row) -> None:
        """Write a row to the file."""
        names = ", ".join(f'"{name}"' for name in COLUMNS)
        values = [getattr(row, name) for name in COLUMNS]
        with self._writing():
            marks = ", ".join("?" * (len(values) + 1))
            cursor = self._base.execute(f"INSERT INTO rows (run, {names}) VALUES ({marks})", (number, *values))
            self._base.executemany(
                "INSERT INTO measures VALUES (?, ?, ?, ?)",
                [
                    (cursor.lastrowid, name, key, float(value))  # SQLite's integers are too small for some counts
                    for name, measure in row.measures.items()
                    for key, value in measure.items()
                ],
            )

    def runs(self) -> list[tuple[int, str, str, str, int, int]]:
        """Return number, experiment, start, version, rows and planned rows of every run."""
        return self._asked(
            "SELECT run, experiment, started, version, (SELECT count(*) FROM rows WHERE rows.run = runs.run), planned"
            " FROM runs ORDER BY run"
        )

    def find(self, what: str = "") -> ExperimentRun:
        """Return a run by its number, the latest of an experiment by its name or file, or the latest of all."""
        if what.endswith(".toml"):
            what = Path(what).stem
        if what.isdecimal():
            condition, values = "run = ?", [int(what[:18])]
        else:
            condition, values = ("experiment = ?", [what]) if what else ("1", [])  # type: ignore[list-item]
        found = self._asked(
            "SELECT run, experiment_json, machine, version, started, planned FROM runs"
            f" WHERE {condition} ORDER BY run DESC LIMIT 1",
            values,
        )
        if not found:
            name = f" {what[:20]}" if what.isdecimal() else f" of {what[:40]!r}" if what else ""
            raise InputError(f"no run{name} was made here; `perfectplay lab list` names runs and experiments")
        number, text, machine, version, started, planned = found[0]
        experiment = Experiment.from_json(json.loads(text))
        return ExperimentRun(number, experiment, machine, version, started, planned, tuple(self._rows(number)))

    def _rows(self, number: int) -> Sequence[Row]:
        measures: dict[int, dict[str, dict[str, float]]] = {}
        for row, name, key, value in self._asked(
            "SELECT measures.* FROM measures JOIN rows USING (row) WHERE run = ?", (number,)
        ):
            measures.setdefault(row, {}).setdefault(name, {})[key] = value
        names = ", ".join(f'"{name}"' for name in COLUMNS)
        found = self._asked(f"SELECT row, {names} FROM rows WHERE run = ? ORDER BY row", (number,))
        return [self._row(values, measures.get(row, {})) for row, *values in found]

    def _row(self, values: Sequence[Any], measures: dict[str, dict[str, float]]) -> Row:
        fields = dict(zip(COLUMNS, values, strict=True))
        fields["optimal"] = None if fields["optimal"] is None else bool(fields["optimal"])
        return Row(**fields, measures=measures)
