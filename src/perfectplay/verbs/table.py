"""`table`: what is known of every position of a problem, saved to a file."""

from pathlib import Path
from typing import Any

from perfectplay.base.errors import InputError, UnsupportedError
from perfectplay.base.files import as_path
from perfectplay.base.limits import Limits
from perfectplay.base.progress import Progress
from perfectplay.base.stats import Stats
from perfectplay.model import tables
from perfectplay.model.problem import Problem
from perfectplay.model.registry import names_with_part
from perfectplay.model.tables import TableMaker, table_maker
from perfectplay.verbs.asking import as_limits, as_problem, as_progress


def maker_for(problem: Problem) -> TableMaker[Any]:
    """Return the maker of a problem's tables, or name the families that have any."""
    maker = table_maker(problem.family)
    if maker is None:
        having = " and ".join(names_with_part("table"))
        raise UnsupportedError(f"{problem.spec} has no table: only {having} have; use solve")
    return maker


def build_table(
    problem: Problem | str,
    path: str | Path | None = None,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> tuple[Path, dict[str, int], Stats]:
    """Build the table of a problem, by default where other verbs find it; return its file, figures and stats.

    A limit raises LimitHitError.  A build that was ended goes on where it was last saved.
    """
    problem, within, reported = as_problem(problem), as_limits(limits), as_progress(progress)
    maker = maker_for(problem)
    place = maker.path(problem) if path is None else as_path(path, "the table")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)  # better to fail before the work than after
    except OSError as error:
        raise InputError(f"cannot make the folder {place.parent}: {error.strerror}") from None
    counts, stats = maker.build(problem, place, within, reported)
    return place, counts, stats


def open_table(path: str | Path) -> Any:
    """Open a saved table; what is damaged, cut short or no table at all is refused by name."""
    return tables.open_table(as_path(path, "a table"))
