"""`perfectplay table`."""

import json
from pathlib import Path
from typing import Any

import click

from perfectplay.cli.main import SOLVED
from perfectplay.cli.options import file_option, json_option, limit_options, make_limits
from perfectplay.cli.progress import progress_line
from perfectplay.cli.telling import limit_code
from perfectplay.cli.words import LIMITS, duration, in_lines, many
from perfectplay.errors import InputError, UnsupportedError
from perfectplay.limits import Limits, Progress, Stats, Stop


@click.group("table", no_args_is_help=False)
def COMMAND() -> None:
    """Save what is known of every position: of pegs those that can still be won, of coins those that are lost."""


@COMMAND.command("build")
@click.argument("spec")
@file_option("output", "Write this file, not one in the folder of tables.")
@limit_options
@json_option
def build(
    spec: str,
    output_file: Path | None,
    max_seconds: float | None,
    max_memory: int | None,
    max_positions: int | None,
    as_json: bool,
) -> int:
    """Build the table of a peg problem or of a coin triangle, which other commands then find by themselves.

    A build that was ended goes on where it was last saved.
    """
    from perfectplay.specs import load

    problem: Any = load(spec)
    if problem.family not in ("pegs", "coins"):
        raise UnsupportedError(f"{spec} has no table: only pegs and coins have; use solve")
    path = output_file or _own_place(problem)
    limits = make_limits(max_seconds, max_memory, max_positions)
    from perfectplay.version import __version__

    with Stop() as stop, progress_line() as progress:
        counts, stats = _build(problem, path, limits, progress)
    whole = {
        "problem": problem.as_json(),
        "status": "unknown" if stop.limit else "done",
        "file": None,
        "limit": stop.limit or None,
    }
    if stop.limit:
        hit = stop.detail or f"the limit on {stop.limit} was hit"
        told = stop.limit if stop.limit == "interrupted" else f"{hit} ({LIMITS[stop.limit]} sets it)"
        whole |= ({"detail": stop.detail} if stop.detail else {}) | {"version": __version__}
        click.echo(json.dumps(whole, indent=1) if as_json else in_lines(f"{spec}: {told}"))
        return limit_code(stop.limit)
    size = path.stat().st_size
    if as_json:
        figures = {"bytes": size, **counts, "version": __version__, "stats": stats.as_json()}
        click.echo(json.dumps({**whole, "file": str(path), **figures}, indent=1))
    else:
        click.echo(in_lines(f"{problem.spec}: {_counted(counts)}"))
        click.echo(f"{duration(stats.seconds)}, {many(size, 'byte')} in\n{path}")
    return SOLVED


def _build(problem: Any, path: Path, limits: Limits, progress: Progress) -> tuple[dict[str, int], Stats]:
    if problem.family == "coins":
        from perfectplay.solvers.coin_table import build_table

        return build_table(problem.game, path, limits, progress)
    from perfectplay.solvers.oracle import make_winning_set

    winning = make_winning_set(problem, limits, progress)
    winning.save(path)
    return winning.counts, winning.stats


@COMMAND.command("list")
@json_option
def list_tables(as_json: bool) -> None:
    """List the tables of the folder where hint and play look for them."""
    from perfectplay.folders import data_folder
    from perfectplay.tables import read_header, saved_tables

    rows: list[dict[str, Any]] = []
    for path in saved_tables():
        try:
            header = read_header(path)
        except InputError as error:
            rows.append({"file": str(path), "refused": str(error)})
        else:
            size = path.stat().st_size
            rows.append({"file": str(path), "problem": header["problem"], "bytes": size, **header["counts"]})
    if as_json:
        click.echo(json.dumps({"folder": str(data_folder() / "tables"), "tables": rows}, indent=1))
    elif not rows:
        click.echo("no tables yet; `perfectplay table build pegs/english` makes one")
    for row in [] if as_json else rows:
        if "refused" in row:
            click.echo(in_lines(f"refused: {row['refused']}"))
        else:
            click.echo(f"{row['problem']['spec']}: {many(row['bytes'], 'byte')}\n  {row['file']}")


@COMMAND.command("show")
@click.argument("file")
@json_option
def show(file: str, as_json: bool) -> None:
    """Check a table from the first byte to the last, and tell what it holds."""
    from perfectplay.tables import open_table

    table = open_table(file)
    problem = table.problem
    if problem["family"] == "coins":
        table.check_all()
        told = {"file": str(table.path), "problem": problem, "counts": table.counts}
        words = in_lines(f"{problem['spec']}: {_counted(table.counts)}") + "\nchecked: the file is whole"
        click.echo(json.dumps(told, indent=1) if as_json else words)
        return
    if as_json:
        most = int(table.moves.max(initial=0))
        figures = {"problem": problem, "counts": table.counts, "positions": len(table.positions), "most_moves": most}
        click.echo(json.dumps({"file": str(table.path), **figures}, indent=1))
        return
    goal = " any single peg" if isinstance(problem["goal"], str) else "\n" + "\n".join(problem["goal"])
    click.echo(f"{problem['spec']}, from:\n" + "\n".join(problem["start"]) + f"\nto:{goal}")
    click.echo(in_lines(_counted(table.counts)))
    click.echo("checked: the file is whole")


def _counted(counts: dict[str, int]) -> str:
    if "lost_positions" in counts:
        return f"{counts['lost_positions']:,} of {counts['positions']:,} positions are lost for the player to move"
    raw, reduced = counts["winning_positions"], counts["winning_up_to_symmetry"]
    return f"{raw:,} positions can still be won, {reduced:,} up to symmetry"


def _own_place(problem: Any) -> Path:
    """Return the file in the folder of tables, and make the folder: better to fail before the work than after."""
    from perfectplay.tables import table_path

    if problem.family == "coins":
        from perfectplay.solvers.coin_table import coin_table_path

        path = coin_table_path(problem.game)
    else:
        path = table_path(problem.as_json())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder {path.parent}: {error.strerror}") from None
    return path
