"""`perfectplay table`."""

import json
from pathlib import Path
from typing import Any

import click

from perfectplay.base.errors import InputError
from perfectplay.base.limits import Stop
from perfectplay.base.text import duration, in_lines, many
from perfectplay.cli.exit_codes import SOLVED
from perfectplay.cli.options import file_option, json_option, limit_options, make_limits
from perfectplay.cli.outcome import limit_code
from perfectplay.cli.progress import progress_line
from perfectplay.model.registry import example_spec
from perfectplay.model.specs import load
from perfectplay.model.tables import open_table, read_header, saved_tables, table_maker, tables_folder
from perfectplay.model.words import limit_hit
from perfectplay.verbs.table import build_table, maker_for
from perfectplay.version import __version__


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
    problem = load(spec)
    maker = maker_for(problem)
    limits = make_limits(max_seconds, max_memory, max_positions)
    with Stop() as stop, progress_line() as progress:
        path, counts, stats = build_table(problem, output_file, limits=limits, progress=progress)
    whole = {
        "problem": problem.as_json(),
        "status": "unknown" if stop.limit else "done",
        "file": None,
        "limit": stop.limit or None,
    }
    if stop.limit:
        reason = stop.limit if stop.limit == "interrupted" else limit_hit(stop.limit, stop.detail)
        whole |= ({"detail": stop.detail} if stop.detail else {}) | {"version": __version__}
        click.echo(json.dumps(whole, indent=1) if as_json else in_lines(f"{spec}: {reason}"))
        return limit_code(stop.limit)
    size = path.stat().st_size
    if as_json:
        figures = {"bytes": size, **counts, "version": __version__, "stats": stats.as_json()}
        click.echo(json.dumps({**whole, "file": str(path), **figures}, indent=1))
    else:
        click.echo(in_lines(f"{problem.spec}: {maker.counted(counts)}"))
        click.echo(f"{duration(stats.seconds)}, {many(size, 'byte')} in\n{path}")
    return SOLVED


@COMMAND.command("list")
@json_option
def list_tables(as_json: bool) -> None:
    """List the tables of the folder where hint and play look for them."""
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
        click.echo(json.dumps({"folder": str(tables_folder()), "tables": rows}, indent=1))
    elif not rows:
        click.echo(f"no tables yet; `perfectplay table build {example_spec()}` makes one")
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
    table = open_table(file)
    maker = table_maker(table.problem["family"])
    assert maker is not None, "who opened it"
    if as_json:
        click.echo(json.dumps({"file": str(table.path), **maker.as_json(table)}, indent=1))
    else:
        click.echo(f"{maker.described(table)}\nchecked: the file is whole")
