"""The process that measures one row: a job as JSON on standard input, the fields of the row as JSON on standard output.

It is started anew for every row, so that its memory is that of the row alone, and a crash costs no other.
"""

import json
import os
import sys
import time
from dataclasses import replace
from typing import Any

A_MOMENT = 1e-3  # seconds for a search that is only to be loaded
A_WHILE = 0.05  # seconds for which short work is done again: what takes less than a millisecond gets twice as fast


def main() -> int:
    """Do one job."""
    job = json.load(sys.stdin)
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever the work prints is not taken for the answer
    json.dump({**measured(job), "peak_bytes": peak_bytes()}, answers)
    answers.close()
    return 0


def measured(job: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a row; the same work is done before where a warm figure is wanted.

    A problem keeps what was made for it, proofs among it; where it is to be fresh, it is read anew in between.
    """
    from perfectplay.errors import PerfectplayError
    from perfectplay.lab.tasks import TASKS, problem_of
    from perfectplay.limits import Limits

    task, limits = TASKS[job["task"]], Limits(**job["limits"])
    began = time.perf_counter()
    try:
        if job["warm"]:
            fields = task.work(job["spec"], job["options"], limits)
            end = time.perf_counter() + A_WHILE
            while time.perf_counter() + fields["seconds"] < end:
                fields = task.work(job["spec"], job["options"], limits)
        elif task.is_search:
            task.work(job["spec"], job["options"], replace(limits, seconds=A_MOMENT, positions=1))
        loading = time.perf_counter() - began
        if job["fresh"]:
            problem_of.cache_clear()
        fields = task.work(job["spec"], job["options"], limits)
    except PerfectplayError as error:
        return {"status": "refused", "detail": str(error)}
    if "compile_seconds" in fields:
        fields["compile_seconds"] += 0.0 if job["warm"] else loading
    return fields


def peak_bytes() -> int | None:
    """Return the most memory this process had since it was started.

    What the system tells whoever waits for it may be the parent's, whose memory it shared before it began.
    """
    try:
        with open("/proc/self/status") as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM:"))
    except (OSError, StopIteration):
        return None


if __name__ == "__main__":
    sys.exit(main())
