"""`count`: every position that can be reached, level by level, and whatever else a family counts."""

from collections.abc import Callable
from typing import Any
from warnings import warn

from perfectplay.base.errors import InputError, UnsupportedError
from perfectplay.base.limits import Limits
from perfectplay.base.progress import Progress
from perfectplay.base.spelling import called
from perfectplay.model.count import Count, Pair, PairCount, Wanted
from perfectplay.model.option import Choice, Names, Option, Options, Whole, choose, names_in
from perfectplay.model.problem import Problem
from perfectplay.solvers.options import MOST_THREADS
from perfectplay.solvers.solver import Solver, make_request, timed
from perfectplay.verbs.asking import as_limits, as_problem, as_progress, check_function

BY = ("jumps", "moves")
COUNT_OPTIONS = {
    option.name: option
    for option in (
        Option(
            "levels", Whole(1), "Count only the first N levels, the start among them.", verbs=("count",), metavar="N"
        ),
        Option("by", Choice(BY), "What makes a level, for boards of jumps.", default="jumps", verbs=("count",)),
        Option(
            "only",
            Names(),
            "Count these figures, and pay for no others: fields of --json joined by commas, where they are counted one "
            "by one.",
            verbs=("count",),
            metavar="NAMES",
        ),
        Option("threads", Whole(1, MOST_THREADS), "[default: one for each processor]", verbs=("count",), metavar="N"),
    )
}


def count(
    problem: Problem | str, *, limits: Limits | None = None, progress: Progress | None = None, **options: Any
) -> Count:
    """Count the positions that can be reached, whatever the goal, in the first `levels` levels or in all.

    For pegs also those that can still be won, the solutions and games, and the fewest moves; `by="moves"` gives instead
    the positions first reached after each number of moves, and `only=("solutions", "games")` counts some figures and
    pays for no others.  For an army without a target, `map` has the smallest army
    of every cell instead.  `threads` is by default as many as there are processors.

    >>> counted = count("pegs/triangle-5:a1..a1")
    >>> counted.positions, counted.solutions, counted.games, counted.min_moves
    (3016, 6816, 568630, 10)
    """
    for name in options:
        if name not in COUNT_OPTIONS:
            raise InputError(f"count has no option {name[:40]!r}; it has {', '.join(COUNT_OPTIONS)}")
    chosen = choose(COUNT_OPTIONS, {**options, "threads": options.get("threads") or None})  # 0 is all processors too
    if chosen.by != "jumps" and chosen.levels is not None:
        raise InputError("levels by moves are counted all at once; leave out the number of levels")
    problem = as_problem(problem)
    request = make_request(problem, as_limits(limits), as_progress(progress), threads=chosen.threads)
    return timed(problem, lambda solver: solver.count(request, _wanted(solver, chosen)))


def _wanted(solver: Solver[Any], chosen: Options) -> Wanted:
    """Return what is asked for; refuse figures that the problem does not have one by one."""
    if chosen.only is None:
        return Wanted(chosen.levels, chosen.by)
    known = solver.figure_names()
    if not known:
        raise UnsupportedError(
            f"the figures of {solver.problem.spec} are counted all at once; leave out {called('only')}"
        )
    if chosen.levels is not None or chosen.by != "jumps":
        raise InputError(
            f"{called('only')} names figures of the whole problem; leave out {called('levels')} and {called('by')}"
        )
    only = frozenset(names_in(chosen.only))
    for name in sorted(only):
        if name not in known:
            raise InputError(f"unknown figure {name[:40]!r}; {solver.problem.spec} has {', '.join(known)}")
    return Wanted(only=only)


def count_pairs(
    problem: Problem | str,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    threads: int | None = None,
    on_pair: Callable[[Pair], None] = lambda pair: None,
    told: Callable[[Pair], None] | None = None,
) -> PairCount:
    """Count the solutions of every vacancy and survivor of a peg board up to symmetry; `on_pair` gets each at once.

    `told` is what `on_pair` was called in release 0.1.0.

    >>> sum(pair.is_solvable for pair in count_pairs("pegs/triangle-5").pairs)
    12
    """
    if told is not None:
        warn("count_pairs(told=…) is called on_pair now", DeprecationWarning, stacklevel=2)
        on_pair = told
    COUNT_OPTIONS["threads"].check(threads or None)
    check_function("on_pair", on_pair)
    problem = as_problem(problem)
    request = make_request(problem, as_limits(limits), as_progress(progress), threads=threads or None)

    return timed(problem, lambda solver: solver.count_pairs(request, on_pair))
