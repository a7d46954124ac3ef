"""The searches of benchmarks/trees.toml in C++, written by hand for this one game, where there is a compiler."""

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from perfectplay.base.errors import UnsupportedError

SOURCE = Path(__file__).parent / "minimax.cpp"


@cache
def program() -> Path:
    """Return the compiled program, made now."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        raise UnsupportedError("there is no C++ compiler")
    made = Path(tempfile.mkdtemp()) / "minimax"
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(made), str(SOURCE)], check=True)
    return made


def minimax(spec: str) -> dict[str, Any]:
    """Run plain minimax."""
    return _run(spec, "plain")


def minimax_by_lookup(spec: str) -> dict[str, Any]:
    """Run plain minimax that looks up the moves, as ours does."""
    return _run(spec, "plain", "lookup")


def alphabeta(spec: str) -> dict[str, Any]:
    """Run alpha-beta without a table; every first move gets its exact value."""
    return _run(spec, "alphabeta")


def alphabeta_by_lookup(spec: str) -> dict[str, Any]:
    """Run the same, looking up the moves as ours does."""
    return _run(spec, "alphabeta", "lookup")


def _run(spec: str, search: str, *moves: str) -> dict[str, Any]:
    said = subprocess.run(
        [str(program()), search, spec.partition("/")[2], *moves], check=True, capture_output=True, encoding="utf-8"
    ).stdout.split()
    return {"seconds": float(said[3]), "expanded": int(said[0]), "cost": float(said[2])}
