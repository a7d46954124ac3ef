"""Reading the file of runs, which may be damaged, or one that nobody may write to.

Damage is looked for by SQLite's own check, and every value that is read must be of the type that was written.  What
cannot be read is left out, and `damage` names it in a line.

runs      one for each start of an experiment; `experiment_json` is the whole experiment
rows      what was measured, one for each problem, configuration and repetition of a run
measures  further figures of some rows: positions pruned by each rule, points of each player ...

The number of the format is SQLite's `user_version`.  Files of release 0.1.0 have 0 there and the tables of format 1, so
they are given that number when they are next written to.
"""

import os
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.base.files import unicode_name
from perfectplay.base.numbers import read_whole
from perfectplay.lab.experiment import Experiment, Job
from perfectplay.lab.rows import COLUMNS, MOVE_SECONDS, NUMBERS, ExperimentRun, Row, row_of
from perfectplay.lab.saved_experiment import experiment_of

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
RUN_COLUMNS = ("experiment", "experiment_json", "machine", "version", "started", "planned")
MOST_SECONDS = 1e9
LEAST_FIGURE = 1e-12  # no clock measures less


class SavedRuns:
    """The runs of a file, for those who only read.  Use it as a context."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._troubles: list[str] = []
        self._closing = ExitStack()
        try:
            self._base = self._opened()
            self._check_format()
            self._look_for_damage()
            self._prepare()
        except BaseException as error:
            self._closing.close()
            if not isinstance(error, (sqlite3.Error, OSError, ValueError)):
                raise
            raise InputError(f"cannot use {path}: {getattr(error, 'strerror', None) or error}") from None

    def _opened(self) -> sqlite3.Connection:
        """Open the file; if it cannot be read where it is, as in a folder nobody may write to, then a copy of it."""
        try:
            self.path.stat()
        except FileNotFoundError:
            base = self._connected(":memory:")
            base.executescript(SCHEMA)
            return base
        try:
            return self._connected(f"{self.path.absolute().as_uri()}?mode=rw")
        except sqlite3.OperationalError:
            folder = self._closing.enter_context(tempfile.TemporaryDirectory(prefix="perfectplay-"))
            copy = Path(folder) / "lab.sqlite"
            shutil.copyfile(self.path, copy)
            written_last = self.path.with_name(f"{self.path.name}-wal")
            if os.path.exists(written_last):
                shutil.copyfile(written_last, f"{copy}-wal")
            return self._connected(copy.as_uri())

    def _connected(self, place: str) -> sqlite3.Connection:
        base = sqlite3.connect(place, timeout=PATIENCE, isolation_level=None, uri=True)
        self._closing.callback(base.close)
        base.text_factory = _text
        base.execute("SELECT count(*) FROM sqlite_master")
        return base

    def _check_format(self) -> None:
        """Refuse a file that a later release has written."""
        number = int(self._base.execute("PRAGMA user_version").fetchone()[0])
        if number > FORMAT:
            raise InputError(
                f"{self.path} has format {number} of a later release, and this one writes format {FORMAT}; "
                "install that release, or move the file away to begin another"
            )

    def _look_for_damage(self) -> None:
        try:
            found = [str(item) for (item,) in self._base.execute("PRAGMA integrity_check")]
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:
            found = [str(error)]
        self._troubles += [line for line in found if line != "ok"]

    def _prepare(self) -> None:
        """Do what has to be done before the first question; a reader changes nothing."""

    def __enter__(self) -> "SavedRuns":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.close()

    @property
    def damage(self) -> str:
        """What was found to be damaged so far, in a line, or nothing."""
        if not self._troubles:
            return ""
        first, *others = dict.fromkeys(self._troubles)
        more = f", and {len(others):,} more" if others else ""
        return f"{self.path} is damaged: {' '.join(first.split())}{more}"

    def runs(self) -> list[tuple[int, str, str, str, int, int]]:
        """Return number, experiment, start, version, rows and planned rows of every run."""
        counts = Counter(number for _, number in self._scanned("rows", ("run",)))
        found = []
        for number, name, started, version, planned in self._scanned(
            "runs", ("experiment", "started", "version", "planned")
        ):
            if self._is_run(number, (name, started, version), planned):
                found.append((number, name, started, version, counts[number], planned))
        return found

    def find(self, what: str = "") -> ExperimentRun:
        """Return a run by its number, the latest of an experiment by its name or file, or the latest of all."""
        if what.endswith(".toml"):
            what = Path(what).stem
        wanted = unicode_name(what)
        for number, name, text, *others in reversed(self._scanned("runs", RUN_COLUMNS)):
            if number == int(what[:18]) if read_whole(what) is not None else wanted in ("", name):
                return self._run(number, text, *others)
        name = f" {what[:20]}" if read_whole(what) is not None else f" of {what[:40]!r}" if what else ""
        hint = self.damage or "`perfectplay lab list` names runs and experiments"
        raise InputError(f"no run{name} was made here; {hint}")

    def _run(self, number: int, text: Any, machine: Any, version: Any, started: Any, planned: Any) -> ExperimentRun:
        try:
            experiment = experiment_of(text)
        except ValueError as error:
            raise InputError(f"{self.path} is damaged: the experiment of run {number} {error}") from None
        if not self._is_run(number, (machine, version, started), planned):
            raise InputError(f"{self.path} is damaged: {self._troubles[-1]}")
        rows = tuple(self._rows(number, experiment))
        return ExperimentRun(number, experiment, machine, version, started, planned, rows)

    def _is_run(self, number: int, texts: Sequence[Any], planned: Any) -> bool:
        is_right = all(isinstance(text, str) for text in texts) and isinstance(planned, int) and planned >= 0
        if not is_right:
            self._troubles.append(f"run {number} holds what no run has")
        return is_right

    def _rows(self, number: int, experiment: Experiment) -> list[Row]:
        measures = self._measures()
        found = []
        for row, run, *values in self._scanned("rows", ("run", *COLUMNS)):
            if run == number:
                try:
                    found.append(_row(experiment, dict(zip(COLUMNS, values, strict=True)), measures.get(row, {})))
                except ValueError as error:
                    self._troubles.append(f"in row {row}, {error}")
        return found

    def _measures(self) -> dict[int, dict[str, dict[str, float]]]:
        """Return the further figures of all rows."""
        measures: dict[int, dict[str, dict[str, float]]] = {}
        for _, row, name, key, value in self._scanned("measures", ("row", "name", "key", "value")):
            if isinstance(row, int) and _is_measure(name, key, value):
                measures.setdefault(row, {}).setdefault(name, {})[key] = value
            else:
                self._troubles.append(f"a measure of row {row!r:.20} is no number with its names")
        return measures

    def _scanned(self, table: str, columns: Sequence[str]) -> list[Any]:
        """Return the rowids and columns of a table without a look at its indexes; from both ends, if it is damaged."""
        names = ", ".join(f'"{name}"' for name in columns)
        found = {}
        for order in ("ASC", "DESC"):
            query = f"SELECT rowid, {names} FROM {table} NOT INDEXED ORDER BY rowid {order}"
            try:
                for item in self._base.execute(query):
                    found[item[0]] = item
                break
            except sqlite3.OperationalError as error:
                raise InputError(f"cannot read {self.path}: {error}") from None
            except sqlite3.DatabaseError as error:
                self._troubles.append(f"a part of the table {table}: {error}")
        return [found[number] for number in sorted(found)]


def _text(data: bytes) -> str | bytes:
    """Return a text; damaged bytes stay bytes, which no check lets through."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def _row(experiment: Experiment, fields: dict[str, Any], measures: dict[str, dict[str, float]]) -> Row:
    """Return a row of an experiment; values that no row has raise ValueError."""
    job = Job(*(fields.pop(name) for name in Job._fields))
    names = [[item.name for item in items] for items in (experiment.problems, experiment.configurations)]
    if job.problem not in names[0] or job.configuration not in names[1] or not isinstance(job.repetition, int):
        raise ValueError("the problem and the configuration are not those of an experiment")
    about = {name: fields.pop(name) for name in ("machine", "version", "measured")}
    if not all(isinstance(text, str) for text in about.values()):
        raise ValueError("the machine, the version or the time is no text")
    if fields["optimal"] not in (None, 0, 1):
        raise ValueError(f"optimal is {fields['optimal']!r:.40}, neither true nor false")
    fields["optimal"] = None if fields["optimal"] is None else bool(fields["optimal"])
    row = row_of(job, {**fields, "measures": measures})
    for name in NUMBERS:
        figure = getattr(row, name)
        is_time = name in ("seconds", "compile_seconds")
        if figure and name != "cost" and not LEAST_FIGURE <= figure <= (MOST_SECONDS if is_time else figure):
            raise ValueError(f"{name} is {figure!r}, which nobody measures")
    return replace(row, **about)


def _is_measure(name: Any, key: Any, value: Any) -> bool:
    if not (isinstance(name, str) and isinstance(key, str) and isinstance(value, float) and abs(value) < float("inf")):
        return False
    if not name.startswith(MOVE_SECONDS):
        return True
    return read_whole(key) is not None and len(key) < 10 and 0 <= value <= MOST_SECONDS
