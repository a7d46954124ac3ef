"""Answers in words, for a terminal of 80 columns."""

import textwrap
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from perfectplay.limits import WHATEVER_MEMORY, Stats

if TYPE_CHECKING:
    from perfectplay.answers import Answer
    from perfectplay.games.base import Problem

WIDTH = 80
LIMITS = {"time": "--max-seconds", "memory": "--max-memory", "positions": "--max-positions"}


def headline(problem: "Problem", answer: "Answer") -> str:
    """Say the answer in one line."""
    from perfectplay.answers import Impossible, Solved, Unknown

    if isinstance(answer, Solved):
        jumps = f"{many(answer.jumps, 'jump')}, " if problem.family in ("pegs", "army") else ""
        moves = many(answer.moves, "ply", "plies") if problem.family == "dice" else many(answer.moves, "move")
        cost = f" at a cost of {answer.cost:,}" if answer.cost is not None else ""
        pegs = f", leaving {many(answer.pegs, 'peg')}" if answer.pegs is not None else ""
        men = "" if answer.men is None else f", by {many(answer.men, 'man', 'men')}"
        unused = "" if answer.unused_men is None else f", {answer.unused_men:,} unused"
        best = "cheapest" if answer.objective == "cost" else "fewest"
        proved = f" (proved {best})" if answer.optimal and answer.objective != "jumps" else ""
        return f"{problem.spec}: solved in {jumps}{moves}{men}{unused}{pegs}{cost}{proved}"
    if isinstance(answer, Impossible):
        return f"{problem.spec}: impossible, proved by {reason(problem.family, answer.certificate['kind'])}"
    assert isinstance(answer, Unknown)
    return limit_words(problem.spec, answer.limit, answer.detail)


def limit_words(spec: str, limit: str, detail: str = "") -> str:
    """Say which limit kept an answer unknown, with the figures of a refusal."""
    if limit == "interrupted":
        return f"{spec}: unknown, interrupted"
    if limit == "pruning":
        return f"{spec}: unknown, nothing was found, but a pruning rule that is not safe left out moves"
    if limit == "window":
        return f"{spec}: unknown, there is no way within the part of the plane that is drawn; leave out --algorithm"
    if WHATEVER_MEMORY in detail:
        return f"{spec}: unknown, {detail}"
    return f"{spec}: unknown, the limit on {limit} was hit ({LIMITS[limit]} sets it){detail and ': ' + detail}"


def stopped_by(limit: str) -> str:
    """Say which limit ended work that has a result all the same."""
    if limit == "window":
        return "the part of the plane that is looked at is too small"
    return limit if limit == "interrupted" else f"the limit on {limit} was hit ({LIMITS[limit]} sets it)"


def reason(family: str, kind: str) -> str:
    """Say what a certificate rests on."""
    return {
        "count": f"the number of {'men' if family == 'army' else 'pegs'}",
        "class": "position classes",
        "weights": "a weight function",
        "tree": "trees of weight functions",
        "golden": "golden weights",
        "exhaustion": "looking at every position",
        "absent": "the goal piece, which is not on the board",
        "relaxed": "a relaxed race, which is not won either",
        "apart": "removed squares, which cut the goal square off",
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
    visited = f", visited by {search['visited']}" if "visited" in search else ""
    ties = f", {search['ties']} of equals first" if "ties" in search else ""
    state = f", state {search['state']}" if "state" in search else ""
    pruning = " ".join(search["prune"]) or "nothing"
    return f"search: {search['algorithm']}{guide}, pruning {pruning}{ties}{visited}{state}{threads}"


def with_names(board: Any, rows: Sequence[Sequence[str]]) -> str:
    """Draw what stands on a board, a text for each place, with the letters of its columns and the numbers of its rows.

    The letters stand where row 1 is: above it, or below it where rows count from the bottom.
    """
    from perfectplay.games.pegs.board import column_name

    width = max(len(text) for row in rows for text in row)
    numbers = [str(board.row_number(y)) for y in range(len(rows))]
    margin = max(map(len, numbers))
    drawn = [
        f"{number:>{margin}} {' '.join(f'{text:>{width}}' for text in row)}".rstrip()
        for number, row in zip(numbers, rows, strict=True)
    ]
    columns = range(max(map(len, rows)))
    letters = f"{'':{margin}} {' '.join(f'{column_name(column)[-1]:>{width}}' for column in columns)}"
    return "\n".join([letters, *drawn] if board.row_number(0) == 1 else [*drawn, letters])


def figures(stats: Stats) -> str:
    """Return the stats in one or two lines."""
    pruned = ", ".join(f"{name} {count:,}" for name, count in stats.pruned.items() if count)
    line = f"{many(stats.expanded, 'position')} expanded, {stats.generated:,} generated, {stats.duplicate:,} duplicates"
    if stats.collisions is not None:
        line += f"\n{many(stats.collisions, 'collision')} of sums"
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


def table(rows: Sequence[Sequence[str]], is_left: Callable[[int], bool] = lambda column: column == 0) -> list[str]:
    """Lay out texts in columns: the first flush left, figures flush right.

    >>> table([("name", "seconds"), ("none", "1.5")])
    ['name  seconds', 'none      1.5']
    """
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            f"{text:<{width}}" if is_left(column) else f"{text:>{width}}"
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
