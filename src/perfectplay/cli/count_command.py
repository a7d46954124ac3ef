"""`perfectplay count`."""

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from perfectplay.cli.options import json_option, limit_options, make_limits, whole
from perfectplay.cli.progress import progress_line
from perfectplay.cli.telling import limit_code
from perfectplay.cli.words import LIMITS, figures, in_lines, many
from perfectplay.errors import InputError
from perfectplay.limits import WHATEVER_MEMORY, Stats

if TYPE_CHECKING:
    from perfectplay.solvers.counting import Count, Pair, PairCount

# How the figures below the table are called in words, in the order of the design.
WORDS = {
    "solutions": "solutions, as sequences of jumps",
    "games": "games of any outcome",
    "board_sequences": "solutions, as sequences of boards up to symmetry",
    "random_win_probability": "chance that random play wins",
    "shortest_dead_end": "jumps to the shortest dead end",
    "min_moves": "fewest moves (proved)",
    "optimal_solutions": "solutions in the fewest moves",
    "longest_final_sweep": "longest last sweep of those, in jumps",
}


@click.command("count")
@click.argument("spec")
@click.option("--levels", callback=whole(1), metavar="N", help="Count only the first N levels, the start among them.")
@click.option("--by", type=click.Choice(["jumps", "moves"]), default="jumps", help="What makes a level; for pegs.")
@click.option("--all", "is_all", is_flag=True, help="Every vacancy and survivor of a peg board, up to symmetry.")
@click.option("--threads", callback=whole(1, 256), metavar="N", help="[default: one for each processor]")
@limit_options
@json_option
def COMMAND(
    spec: str,
    levels: int | None,
    by: str,
    is_all: bool,
    threads: int | None,
    max_seconds: float | None,
    max_memory: int | None,
    max_positions: int | None,
    as_json: bool,
) -> int:
    """Count positions level by level; for pegs also solutions, games, fewest moves and more.

    For an army without a target: the smallest army for every cell of its field.  For coins: the positions the coins can
    become, and how many of them are lost for the player to move.
    """
    from perfectplay.specs import load

    options: dict[str, Any] = {
        "limits": make_limits(max_seconds, max_memory, max_positions),
        "threads": threads or 0,
    }
    problem = load(spec)
    if is_all:
        if levels is not None or by != "jumps":
            raise InputError("--all counts whole problems; leave out --levels and --by")
        return _count_all(problem, options, as_json)
    return _count_one(problem, levels, by, options, as_json)


def _count_one(problem: Any, levels: int | None, by: str, options: dict[str, Any], as_json: bool) -> int:
    from perfectplay.solvers.counting import Count, count

    counted = Count(problem.as_json(), (), "interrupted", Stats(), by=by)
    with suppress(KeyboardInterrupt), progress_line() as progress:
        counted = count(problem, levels=levels, by=by, progress=progress, **options)
    if counted.map is not None:
        from perfectplay.cli.army_words import tell_map

        return tell_map(problem, counted, None, as_json)
    if as_json:
        click.echo(json.dumps(counted.as_json(), indent=1))
    elif counted.own is not None:
        from perfectplay.cli.coin_words import count_lines

        click.echo(f"{problem.spec}\n{count_lines(counted)}")
        _print_limit(counted.limit, counted.detail)
        click.echo(figures(counted.stats))
    else:
        _print(counted, {"game": "steps", "dice": "plies"}.get(problem.family, by))
    return limit_code(counted.limit)


def _print(counted: "Count", step: str) -> None:
    if counted.levels:
        _print_levels(counted, step)
    lines = [
        f"{words}: {_number(value)}"
        for name, words in WORDS.items()
        if (value := getattr(counted.figures, name)) is not None
    ]
    if lines:
        click.echo("\n" + "\n".join(lines) + "\n")
    _print_limit(counted.limit, counted.detail)
    click.echo(figures(counted.stats))


def _print_levels(counted: "Count", step: str) -> None:
    has_winning = any(level.winning is not None for level in counted.levels)
    titles = ["positions", "up to symmetry", *(["winning", "up to symmetry"] if has_winning else [])]
    click.echo(f"{step:>5}" + "".join(f"{title:>17}" for title in titles))
    rows = [
        (
            str(level.number),
            level.positions,
            level.positions_up_to_symmetry,
            level.winning,
            level.winning_up_to_symmetry,
        )
        for level in counted.levels
    ]
    rows.append(
        (
            "all",
            counted.positions,
            counted.positions_up_to_symmetry,
            counted.figures.winning_positions,
            counted.figures.winning_up_to_symmetry,
        )
    )
    for name, *numbers in rows:
        click.echo(f"{name:>5}" + "".join(f"{number:17,}" for number in numbers[: len(titles)] if number is not None))


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.6g}"


def _print_limit(limit: str, detail: str = "") -> None:
    if limit == "interrupted":
        click.echo("interrupted: there is more to count")
    elif WHATEVER_MEMORY in detail:
        click.echo(in_lines(f"not counted: {detail}"))
    elif limit:
        detail = detail and f": {detail}"
        click.echo(in_lines(f"stopped by the limit on {limit} ({LIMITS[limit]}), there is more to count{detail}"))


def _count_all(problem: Any, options: dict[str, Any], as_json: bool) -> int:
    from perfectplay.solvers.counting import PairCount, count_pairs

    counted = PairCount(problem.spec, (), "interrupted", Stats())
    with suppress(KeyboardInterrupt), progress_line() as progress:
        counted = count_pairs(problem, progress=progress, **options)
    if as_json:
        click.echo(json.dumps(counted.as_json(), indent=1))
    else:
        _print_pairs(counted)
    return limit_code(counted.limit)


def _print_pairs(counted: "PairCount") -> None:
    """Print the pairs of one class; the others need no row each."""
    shown = [pair for pair in counted.pairs if pair.is_of_class]
    if shown:
        click.echo(f"{'problem':>10}  solvable  fewest moves  solutions")
    for pair in shown:
        click.echo(_pair_line(pair))
    solvable = sum(pair.is_solvable for pair in shown)
    click.echo(f"{many(len(counted.pairs), 'problem')} up to symmetry, {solvable:,} of them solvable")
    if len(shown) < len(counted.pairs):
        click.echo(f"left out: {len(counted.pairs) - len(shown):,} impossible because the position classes differ")
    _print_limit(counted.limit, counted.detail)
    click.echo(figures(counted.stats))


def _pair_line(pair: "Pair") -> str:
    name = f"{pair.vacancy}..{pair.survivor}"
    if not pair.is_solvable:
        return f"{name:>10}  no"
    return f"{name:>10}  yes       {pair.min_moves:12}  {pair.solutions:,}"
