"""The benchmark table of the README: warm and in process, best of several, with figures of other programs to beat.

The figures to beat were measured elsewhere, on machines of this size.  Run it with `make bench`.
"""

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import perfectplay as pp


class Row(NamedTuple):
    """One line of the table."""

    job: str
    ours: str
    to_beat: str


def best(work: Callable[[], object], repeats: int = 7) -> float:
    """Return the least seconds of several runs, after one that warms up."""
    work()
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms" if seconds < 0.1 else f"{seconds:.2f} s"


def first_solutions() -> list[Row]:
    rows = []
    for spec, job, to_beat in (
        ("pegs/english", "English, first solution ending in the centre", "1.1 ms (Rust)"),
        ("pegs/english:d4..any", "English, first solution ending anywhere", "0.3 ms (C++)"),
        ("pegs/wiegleb", "Wiegleb 45, one solution", "90 ms (incomplete beam)"),
        ("pegs/diamond", "diamond 41, one solution", "430 ms (incomplete beam)"),
        ("pegs/9x9", "9x9, one solution", "16 ms (incomplete beam)"),
    ):
        problem = pp.load(spec)
        assert pp.solve(problem).status == "solved"
        rows.append(Row(job, milliseconds(best(lambda problem=problem: pp.solve(problem), 20)), to_beat))
    return rows


def pruning_table() -> list[Row]:
    """Depth first and best first by weighted cost, with none, one and both prunings.

    The report that the last figure comes from calls its search A*, but orders by the estimate alone: `greedy` here.
    """
    rows = []
    problem = pp.load("pegs/english")
    published = {
        ("depth-first", "none"): "10.1 s",
        ("depth-first", "weights"): "1.8 s",
        ("depth-first", "symmetry"): "0.33 s",
        ("depth-first", "both"): "153 ms (Java)",
        ("greedy", "both"): "17 ms (Java)",
    }
    prunings = {"none": [], "weights": ["weights"], "symmetry": ["symmetry"], "both": ["weights", "symmetry"]}
    for algorithm in ("depth-first", "greedy", "astar"):
        for name, prune in prunings.items():
            options: dict[str, object] = {"algorithm": algorithm, "prune": prune}
            if algorithm != "depth-first":
                options |= {"estimate": "weighted", "ties": "oldest"}
                if "symmetry" not in prune:
                    options["prune"] = [*prune, "duplicates"]
            answer = pp.solve(problem, **options)  # type: ignore[arg-type]
            assert answer.status == "solved"
            seconds = best(lambda options=options: pp.solve(problem, **options), 9)
            ours = f"{milliseconds(seconds)}, {answer.stats.expanded:,} expanded"
            rows.append(Row(f"English, {algorithm}, pruning {name}", ours, published.get((algorithm, name), "")))
    return rows


def threads() -> list[Row]:
    """A search that must be exhausted, on one thread and on two, taking turns because machines are noisy."""
    with tempfile.TemporaryDirectory() as folder:
        board = Path(folder) / "board.txt"
        board.write_text("goal: b2\n\n.ooo\n" + "oooo\n" * 5)
        problem = pp.load(f"pegs/@{board}")
        seconds: dict[int, list[float]] = {1: [], 2: []}
        for _ in range(6):
            for count in seconds:
                answer = pp.solve(problem, algorithm="depth-first", prune=["duplicates", "symmetry"], threads=count)
                assert answer.status == "impossible"
                seconds[count].append(answer.stats.seconds)
    ratio = min(seconds[1]) / min(seconds[2])
    ours = f"{ratio:.2f} times ({milliseconds(min(seconds[1]))} to {milliseconds(min(seconds[2]))})"
    return [Row("two threads against one, 4x6 board exhausted", ours, "1.7 times")]


def commands() -> list[Row]:
    """Whole commands from the shell, kernels in the cache."""
    rows = []
    for arguments, to_beat in ((["--help"], "0.15 s"), (["list"], "0.15 s"), (["solve", "pegs/english"], "0.8 s")):
        command = [sys.executable, "-m", "perfectplay", *arguments]
        seconds = best(lambda command=command: subprocess.run(command, capture_output=True, check=True), 9)
        rows.append(Row(f"`perfectplay {' '.join(arguments)}` from the shell", f"{seconds:.2f} s", to_beat))
    return rows


def machine() -> str:
    """Name the machine in a line."""
    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    import numba

    versions = f"Python {platform.python_version()}, Numba {numba.__version__}"
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, {versions}"


def print_table(*parts: Callable[[], list[Row]]) -> None:
    print(f"{machine()}; perfectplay {pp.__version__}\n")
    print("| job | perfectplay | to beat |\n|---|---|---|")
    for part in parts:
        for row in part():
            print(f"| {row.job} | {row.ours} | {row.to_beat} |", flush=True)


if __name__ == "__main__":
    print_table(first_solutions, pruning_table, threads, commands)
