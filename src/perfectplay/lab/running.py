"""Running an experiment: a new process for each row, in random order; each row is saved as soon as it is measured."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any

from perfectplay.base.errors import InputError, UnsupportedError
from perfectplay.lab.expectations import checked
from perfectplay.lab.experiment import Experiment, Job
from perfectplay.lab.machine import machine
from perfectplay.lab.rows import ExperimentRun, Row, row_of
from perfectplay.lab.store import Store

# The limits are for the work alone.  Importing and compiling may take so many seconds more before a process is ended.
GRACE = 60.0
MOST_DETAIL = 300

OnRow = Callable[[Job, int, int], None]


def run(
    experiment: Experiment,
    store: Store | None = None,
    on_row: OnRow = lambda job, done, planned: None,
    is_new: bool = False,
) -> ExperimentRun:
    """Measure every row that an unfinished run of the experiment still lacks, or all rows of a new run.

    Rows go to the store, by default that of the user's data folder.  `on_row` is called before each row with its job,
    the number of rows done, and the number of all rows.  After Ctrl-C the same call resumes the run.
    """
    if not hasattr(os, "wait4"):
        raise UnsupportedError("the lab measures processes by os.wait4, which this system does not have")
    if store is None:
        with Store() as own:
            return run(experiment, own, on_row, is_new)
    if not experiment.jobs():
        raise InputError(f"{experiment.name} has no rows: it needs problems, configurations and repetitions")
    number, lock = store.claim(experiment, machine(), is_new)
    jobs, done = experiment.jobs(), store.jobs_done(number)
    try:
        for job in jobs:
            if job not in done:
                on_row(job, len(done), len(jobs))
                store.add(number, measure(experiment, job))
                done.add(job)
        return store.find(str(number))
    finally:
        store.release(lock, is_finished=len(done) == len(jobs))


def measure(experiment: Experiment, job: Job) -> Row:
    """Measure one row in a process of its own."""
    subject, configuration = experiment.problem(job.problem), experiment.configuration(job.configuration)
    request = {
        "spec": subject.spec,
        "task": configuration.task,
        "options": configuration.options | ({"seed": job.repetition} if configuration.reseed else {}),
        "warm": configuration.warm,
        "fresh": configuration.fresh,
        "limits": asdict(experiment.limits),
    }
    fields = _in_a_process(request, experiment.limits.seconds)
    if fields.pop("is_compiled", False):  # compiling took memory that a second process does not need
        fields = _in_a_process(request, experiment.limits.seconds)
        fields.pop("is_compiled", None)
    try:
        row = row_of(job, fields)
    except (TypeError, ValueError) as error:
        row = Row(*job, "crashed", detail=f"it returned what makes no row: {error}"[:MOST_DETAIL])
    row = replace(row, machine=machine(), measured=datetime.now(UTC).isoformat(timespec="seconds"))
    return checked(row, experiment.expected_of(job.problem, job.configuration))


def _in_a_process(request: dict[str, Any], seconds: float | None) -> dict[str, Any]:
    """Return the fields of a row, even if the process crashes, writes nothing, or does not come to an end."""
    times = 2 if request["warm"] else 1
    patience = None if seconds is None else seconds * times + GRACE
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(
            [sys.executable, "-m", "perfectplay.lab.worker"],
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=errors,
            start_new_session=True,  # limits Ctrl-C to this process, and lets _end reach all that the child starts
        )
        try:
            assert child.stdin is not None
            child.stdin.write(json.dumps(request).encode())
            child.stdin.close()
            code, peak = _wait(child, patience)
        finally:
            _end(child)
        output.seek(0)
        errors.seek(0)
        text, error_lines = output.read(), errors.read().decode(errors="replace").strip().splitlines()
    if code is None:
        return {"status": "unknown", "limit": "time", "detail": f"ended after {patience:.0f} s", "peak_bytes": peak}
    if code != 0:
        how = f"signal {_signal_name(-code)}" if code < 0 else f"exit code {code}"
        detail = ": ".join([how, *error_lines[-1:]])[:MOST_DETAIL]
        return {"status": "crashed", "detail": detail, "peak_bytes": peak}
    try:
        fields = json.loads(text)
    except ValueError:
        fields = None
    if not isinstance(fields, dict):
        return {"status": "crashed", "detail": "it ended without an answer", "peak_bytes": peak}
    return {"peak_bytes": peak} | {name: value for name, value in fields.items() if value is not None}


def _wait(child: "subprocess.Popen[bytes]", patience: float | None) -> tuple[int | None, int]:
    """Wait for a process; return its exit code, None if it had to be ended, and the most bytes it had."""
    end = None if patience is None else time.monotonic() + patience
    pause = 0.001
    while True:
        found, status, usage = os.wait4(child.pid, os.WNOHANG)
        if found:
            break
        if end is not None and time.monotonic() > end:
            os.killpg(child.pid, signal.SIGKILL)
            _, status, usage = os.wait4(child.pid, 0)
            break
        time.sleep(pause)
        pause = min(pause * 1.5, 0.05)
    was_ended = end is not None and time.monotonic() > end and os.WIFSIGNALED(status)
    code = os.waitstatus_to_exitcode(status)
    child.returncode = code  # Popen cannot know it, because os.wait4 has taken it
    unit = 1 if sys.platform == "darwin" else 1024
    return None if was_ended else code, usage.ru_maxrss * unit


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)  # signals for real time have no name


def _end(child: "subprocess.Popen[bytes]") -> None:
    """Kill a process and all that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    if child.returncode is None:
        child.wait()
