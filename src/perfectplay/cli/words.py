"""Answers in words, for a terminal of 80 columns."""

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from perfectplay.limits import Stats

if TYPE_CHECKING:
    from perfectplay.answers import Answer
    from perfectplay.games.base import Problem

WIDTH = 80
LIMITS = {"time": "--max-seconds", "memory": "--max-memory", "positions": "--max-positions"}


def headline(problem: "Problem", answer: "Answer") -> str:
    """Say the answer in one line."""
    from perfectplay.answers import Impossible, Solved, Unknown

    if isinstance(answer, Solved):
        jumps = f"{many(answer.jumps, 'jump')}, " if problem.family == "pegs" else ""
        cost = f" at a cost of {answer.cost:,}" if answer.cost is not None else ""
        pegs = f", leaving {many(answer.pegs, 'peg')}" if answer.pegs is not None else ""
        best = "cheapest" if answer.objective == "cost" else "fewest"
        proved = f" (proved {best})" if answer.optimal and answer.objective != "jumps" else ""
        return f"{problem.spec}: solved in {jumps}{many(answer.moves, 'move')}{pegs}{cost}{proved}"
    if isinstance(answer, Impossible):
        return f"{problem.spec}: impossible, proved by {reason(answer.certificate['kind'])}"
    return limit_words(problem.spec, answer.limit if isinstance(answer, Unknown) else "")


def limit_words(spec: str, limit: str) -> str:
    """Say which limit kept an answer unknown."""
    if limit == "interrupted":
        return f"{spec}: unknown, interrupted"
    return f"{spec}: unknown, the limit on {limit} was hit ({LIMITS[limit]} sets it)"


def reason(kind: str) -> str:
    """Say what a certificate rests on."""
    return {
        "count": "the number of pegs",
        "class": "position classes",
        "weights": "a weight function",
        "tree": "trees of weight functions",
        "exhaustion": "looking at every position",
    }[kind]


def in_lines(text: str, indent: int = 2) -> str:
    """Break what is too long for one line; the lines after the first are indented."""
    return textwrap.fill(text, WIDTH, break_on_hyphens=False, break_long_words=False, subsequent_indent=" " * indent)


def numbered(moves: Sequence[str]) -> str:
    """Return the moves in numbered columns."""
    if not moves:
        return ""
    digits = len(str(len(moves)))
    items = [f"{number:{digits}}. {text}" for number, text in enumerate(moves, 1)]
    width = max(map(len, items)) + 3
    columns = max(1, (WIDTH + 3) // width)
    rows = [items[first : first + columns] for first in range(0, len(items), columns)]
    return "\n".join("".join(item.ljust(width) for item in row).rstrip() for row in rows)


def search_words(search: dict[str, Any]) -> str:
    """Name the search in a line; nothing where none was needed."""
    if not search:
        return ""
    guide = f", estimate {search['estimate']}" if search["estimate"] != "none" else ""
    threads = f", {search['threads']} threads" if search["threads"] > 1 else ""
    return f"search: {search['algorithm']}{guide}, pruning {' '.join(search['prune']) or 'nothing'}{threads}"


def figures(stats: Stats) -> str:
    """Return the stats in one or two lines."""
    pruned = ", ".join(f"{name} {count:,}" for name, count in stats.pruned.items() if count)
    line = f"{many(stats.expanded, 'position')} expanded, {stats.generated:,} generated, {stats.duplicate:,} duplicates"
    if pruned:
        line += f"\npruned: {pruned}"
    return f"{line}\n{duration(stats.seconds)} of search, {duration(stats.compile_seconds)} of loading and compiling"


def duration(seconds: float) -> str:
    """Return a time with a fitting unit.

    >>> duration(0.00031), duration(12.345)
    ('0.31 ms', '12.3 s')
    """
    if seconds < 0.0995:
        return f"{seconds * 1000:.2g} ms" if seconds < 0.00995 else f"{seconds * 1000:.0f} ms"
    return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.1f} s"


def many(count: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun.

    >>> many(1, "jump"), many(1200, "jump")
    ('1 jump', '1,200 jumps')
    """
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"
