"""`load_answer`: a saved answer as the object it was."""

from pathlib import Path
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.base.files import as_path, read_text
from perfectplay.base.stats import Stats
from perfectplay.model.answers import Answer, Decided, Impossible, Solved, Unknown
from perfectplay.model.problem import Problem
from perfectplay.model.registry import find_family
from perfectplay.proof import parse_text

# The fields of every answer; what a solved one has besides are the figures of its family.
FIELDS = frozenset(
    {
        "problem", "status", "objective", "optimal", "jumps", "moves", "solution", "certificate", "limit", "search",
        "version", "stats", "digest", "detail", "winner", "value", "best_moves", "move_values",
    }
)  # fmt: skip


def load_answer(file: str | Path) -> Answer:
    """Return the answer that a file holds, unchecked: `verify` says what it is worth.

    A user's own game is a program, and a saved answer does not start one: its answers can only be verified.

    >>> import perfectplay as pp
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "answer.json"
    >>> answer = pp.solve("pegs/triangle-5")
    >>> answer.save(path)
    >>> load_answer(path) == answer
    True
    """
    text = read_text(as_path(file, "a saved answer"), "a saved answer")
    try:
        saved: Any = parse_text(text)
        return _answer(saved, _problem(saved["problem"]))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise InputError(f"{file} is not a saved answer: {what[:200]}") from None


def _problem(whole: dict[str, Any]) -> Problem:
    family = find_family(str(whole["family"]))
    if family is None:
        raise InputError(f"the family {str(whole['family'])[:40]!r} of the answer is not known here")
    if family.read is None:
        raise InputError(f"a problem of {family.name} is not read from an answer; load {str(whole['spec'])[:80]!r}")
    return family.read(whole)


def _answer(saved: dict[str, Any], problem: Problem) -> Answer:
    objective, stats, search = str(saved["objective"]), Stats.from_json(saved["stats"]), dict(saved["search"])
    status = saved["status"]
    if status == "unknown":
        return Unknown(problem, objective, stats, saved["limit"], detail=saved.get("detail", ""), search=search)
    if status == "impossible":
        return Impossible(problem, objective, stats, saved["certificate"], search=search)
    if status != "solved":
        raise InputError(f"unknown status {str(status)[:40]!r}: expected solved, impossible or unknown")
    fields: dict[str, Any] = {
        "solution": tuple(saved["solution"]),
        "jumps": saved["jumps"],
        "is_optimal": saved["optimal"],
        "own": {name: value for name, value in saved.items() if name not in FIELDS},
        "certificate": saved["certificate"],
        "limit": saved["limit"],
        "search": search,
    }
    if "winner" not in saved:
        return Solved(problem, objective, stats, **fields)
    moves = saved.get("move_values")
    fields["move_values"] = None if moves is None else tuple(tuple(item.values()) for item in moves)
    fields |= {"winner": saved["winner"], "value": saved["value"], "best_moves": tuple(saved["best_moves"])}
    return Decided(problem, objective, stats, **fields)
