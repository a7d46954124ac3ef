"""Where rows are kept: one SQLite file, which several processes may write to and anybody may read with plain SQL.

`saved_runs.py` tells what its tables are, and reads them.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from perfectplay.base.errors import InputError
from perfectplay.base.folders import data_folder
from perfectplay.lab.experiment import Experiment, Job
from perfectplay.lab.rows import COLUMNS, Row
from perfectplay.lab.saved_runs import FORMAT, SCHEMA, SavedRuns
from perfectplay.version import __version__

if TYPE_CHECKING:
    from filelock import BaseFileLock


def lab_file() -> Path:
    """Return the file of the user's data folder."""
    return data_folder() / "lab.sqlite"


class Store(SavedRuns):
    """The file for those who write; by default that of the user's data folder.  Use it as a context."""

    def __init__(self, path: Path | None = None) -> None:
        super().__init__(path or lab_file())

    def _opened(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        return self._connected(f"{self.path.absolute().as_uri()}?mode=rwc")

    def _prepare(self) -> None:
        if self.damage:
            raise InputError(f"{self.damage}; move the file away to begin another")
        self._base.execute("PRAGMA journal_mode=WAL")  # readers then keep nobody from writing
        self._base.executescript(f"{SCHEMA}PRAGMA user_version = {FORMAT};")

    def __enter__(self) -> "Store":
        return self

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

    def jobs_done(self, number: int) -> set[Job]:
        """Return the rows that a run already has."""
        query = "SELECT problem, configuration, repetition FROM rows WHERE run = ?"
        try:
            return {Job(*item) for item in self._base.execute(query, (number,))}
        except sqlite3.Error as error:
            raise InputError(f"cannot read {self.path}: {error}") from None

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
