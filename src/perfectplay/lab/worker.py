"""The process that measures one row: a job as JSON on standard input, the fields of the row as JSON on standard output.

Every row has a process of its own, so that its memory is that of the row alone, and a crash costs no other row.
"""

import json
import os
import sys
import time
from dataclasses import replace
from typing import Any

from perfectplay.base.errors import PerfectplayError
from perfectplay.base.limits import Limits
from perfectplay.base.parent_death import end_with_parent
from perfectplay.base.progress import Progress
from perfectplay.lab.tasks import TASKS, Work, problem_of

A_MOMENT = 1e-3  # the seconds of a search that is begun only to load what it needs
SHORT = 1.0  # seconds of work that may be done a second time before it is measured
A_WHILE = 0.05  # the seconds for which short work is repeated: work of less than a millisecond gets twice as fast


def main() -> int:
    """Do one job."""
    end_with_parent()
    job = json.load(sys.stdin.buffer)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # keeps what the work prints apart from the answer
    # A checkpoint of another row, or of the user, would make this row too fast.
    os.environ["PERFECTPLAY_CHECKPOINT_SECONDS"] = "inf"
    fields = measured(job)
    json.dump({"peak_bytes": peak_bytes()} | fields, answers)
    answers.close()
    return 0


def measured(job: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a row.

    Warm work is done before in the same process: once, and short work for a while.  Any other search is only begun
    before, to import, compile and load what it needs; then the problem is read again, because it keeps what was found
    out about it.  A field `is_compiled` says that this process had to compile, which takes the memory of a compiler.
    """
    if job["task"] != "command":  # searches are compared, not how soon they are compiled
        os.environ.setdefault("PERFECTPLAY_COMPILE", "always")
    notices: list[str] = []
    limits = Limits(**job["limits"])
    task, work = TASKS[job["task"]], Work(job["spec"], job["options"], limits, Progress(on_message=notices.append))
    began = time.perf_counter()
    try:
        if job["warm"]:
            fields = task.work(work)
            loading = fields.get("compile_seconds", 0.0)
            if fields["seconds"] < SHORT:  # the first time includes what is kept for the next, such as weight functions
                fields = task.work(work)
            end = time.perf_counter() + A_WHILE
            while time.perf_counter() + fields["seconds"] < end:
                fields = task.work(work)
        else:
            if task.is_search:
                task.work(work._replace(limits=replace(limits, seconds=A_MOMENT, positions=1)))
            loading = time.perf_counter() - began
        if job["fresh"] or not job["warm"]:
            problem_of.cache_clear()
        fields = task.work(work)
    except PerfectplayError as error:
        return {"status": "refused", "detail": str(error)}
    if "compile_seconds" in fields:
        fields["compile_seconds"] += loading
    if limits.seconds is not None and fields["status"] == "done" and fields["seconds"] > limits.seconds:
        fields |= {"status": "unknown", "limit": "time", "detail": "it took longer than the limit"}
    return fields | ({"is_compiled": True} if notices else {})


def peak_bytes() -> int | None:
    """Return the most memory this process had since it was started, on Linux; psutil has no such figure there.

    What `os.wait4` returns may be the memory of the parent, which a child shares before it begins.
    """
    try:
        with open("/proc/self/status", encoding="utf-8", errors="replace") as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM:"))
    except (OSError, StopIteration):
        return None


if __name__ == "__main__":
    sys.exit(main())
