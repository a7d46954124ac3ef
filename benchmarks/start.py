"""Commands as people type them: whole processes, timed from outside."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

COMMAND = (sys.executable, "-m", "perfectplay")


def first_ever(spec: str) -> dict[str, Any]:
    """Solve a problem with a cache into which nothing was ever compiled."""
    with tempfile.TemporaryDirectory() as home:
        return {"seconds": _seconds("solve", spec, PERFECTPLAY_HOME=home)}


def first_compile(spec: str) -> dict[str, Any]:
    """Solve a problem by machine code, with nothing compiled before: the seconds beyond those of loading it."""
    with tempfile.TemporaryDirectory() as home:
        variables = {"PERFECTPLAY_HOME": home, "PERFECTPLAY_COMPILE": "always"}
        compiled, loaded = (_seconds("solve", spec, **variables) for _ in range(2))
        return {"seconds": compiled - loaded}


def verify(spec: str) -> dict[str, Any]:
    """Check a saved answer."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "answer.json"
        with answer.open("w") as file:
            subprocess.run([*COMMAND, "solve", spec, "--json"], stdout=file, check=True)
        return {"seconds": _seconds("verify", str(answer))}


def planning_task(spec: str) -> dict[str, Any]:
    """Solve a planning task: the problem as it is written for planners, for the fewest moves."""
    with tempfile.TemporaryDirectory() as folder:
        task = str(Path(folder) / "task.pddl")
        _seconds("show", spec, "--pddl", task)
        return {"seconds": _seconds("solve", f"pegs/@{task}", "--objective", "moves")}


def _seconds(*arguments: str, **variables: str) -> float:
    """Run the command; return how long it took."""
    ours = {name: value for name, value in os.environ.items() if name != "PERFECTPLAY_COMPILE"}
    began = time.perf_counter()
    subprocess.run([*COMMAND, *arguments], env=ours | variables, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began
