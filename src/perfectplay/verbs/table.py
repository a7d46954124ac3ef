"""`table`: what is known of every position of a problem, saved to a file."""

from pathlib import Path
from typing import Any

from perfectplay.base.errors import InputError, UnsupportedError
from perfectplay.base.limits import Limits
from perfectplay.base.progress import Progress
from perfectplay.base.stats import Stats
from perfectplay.model.problem import Problem
from perfectplay.model.registry import names_with_part
from perfectplay.model.tables import TableMaker, table_maker
from perfectplay.verbs.asking import as_limits, as_problem


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
    problem = as_problem(problem)
    maker = maker_for(problem)
    place = Path(path) if path is not None else maker.path(problem)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)  # better to fail before the work than after
    except OSError as error:
        raise InputError(f"cannot make the folder {place.parent}: {error.strerror}") from None
    counts, stats = maker.build(problem, place, as_limits(limits), progress or Progress())
    return place, counts, stats
