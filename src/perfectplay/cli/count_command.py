"""`perfectplay count`."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from perfectplay.base.errors import InputError
from perfectplay.base.files import write_safely
from perfectplay.base.stats import Stats
from perfectplay.base.text import many
from perfectplay.cli.declared import declared_options
from perfectplay.cli.options import json_option, limit_options, make_limits
from perfectplay.cli.outcome import limit_code
from perfectplay.cli.progress import progress_line
from perfectplay.draw.svg import board_svg
from perfectplay.model.count import Count, Pair, PairCount
from perfectplay.model.option import names_in
from perfectplay.model.problem import Problem
from perfectplay.model.specs import load
from perfectplay.model.words import count_end, words_for
from perfectplay.verbs.count import COUNT_OPTIONS, count, count_pairs


@click.command("count")
@click.argument("spec")
@declared_options(COUNT_OPTIONS.values())
@click.option("--all", "is_all", is_flag=True, help="Every vacancy and survivor of a board, up to symmetry.")
@limit_options
@json_option
def COMMAND(
    spec: str,
    levels: int | None,
    by: str | None,
    only: str | None,
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
    options: dict[str, Any] = {"limits": make_limits(max_seconds, max_memory, max_positions), "threads": threads}
    problem = load(spec)
    if is_all:
        if levels is not None or by == "moves" or only is not None:
            raise InputError("--all counts whole problems; leave out --levels, --by and --only")
        return _count_all(problem, options, as_json)
    return _count_one(problem, {"levels": levels, "by": by, "only": only} | options, as_json)


def _count_one(problem: Problem, options: dict[str, Any], as_json: bool) -> int:
    only = () if options["only"] is None else names_in(options["only"])
    counted = Count(problem, (), "interrupted", Stats(), by=options["by"] or "jumps", only=frozenset(only))
    with suppress(KeyboardInterrupt), progress_line() as progress:
        counted = count(problem, progress=progress, **options)
    return print_count(problem, counted, as_json)


def print_count(problem: Problem, counted: Count, as_json: bool, svg_file: Path | None = None) -> int:
    """Print what was counted, and draw it where it is a map of the board; return the exit code."""
    scene = words_for(problem).count_scene(counted) if svg_file is not None else None
    if svg_file is not None and scene is not None:
        write_safely(svg_file, board_svg(scene))
        click.echo(f"picture: {svg_file}", err=True)
    click.echo(json.dumps(counted.as_json(), indent=1) if as_json else words_for(problem).count_lines(counted))
    return limit_code(counted.limit)


def _count_all(problem: Problem, options: dict[str, Any], as_json: bool) -> int:
    counted = PairCount(problem.spec, (), "interrupted", Stats())
    with suppress(KeyboardInterrupt), progress_line() as progress:
        counted = count_pairs(problem, progress=progress, **options)
    click.echo(json.dumps(counted.as_json(), indent=1) if as_json else "\n".join(pair_lines(counted)))
    return limit_code(counted.limit)


def pair_lines(counted: PairCount) -> list[str]:
    """List the pairs that share a position class; the others are only counted."""
    shown = [pair for pair in counted.pairs if pair.is_of_class]
    lines = [f"{'problem':>10}  solvable  fewest moves  solutions"] if shown else []
    lines += [_pair_line(pair) for pair in shown]
    solvable = sum(pair.is_solvable for pair in shown)
    lines.append(f"{many(len(counted.pairs), 'problem')} up to symmetry, {solvable:,} of them solvable")
    if len(shown) < len(counted.pairs):
        others = len(counted.pairs) - len(shown)
        lines.append(f"left out: {others:,} impossible because the position classes differ")
    return [*lines, *count_end(counted.limit, counted.detail, counted.stats)]


def _pair_line(pair: Pair) -> str:
    name = f"{pair.vacancy}..{pair.survivor}"
    if not pair.is_solvable:
        return f"{name:>10}  no"
    return f"{name:>10}  yes       {pair.min_moves:12}  {pair.solutions:,}"
