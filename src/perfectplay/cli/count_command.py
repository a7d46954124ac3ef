"""`perfectplay count`."""

import json

import click

from perfectplay.cli.main import INTERRUPTED, SOLVED, UNKNOWN
from perfectplay.cli.options import json_option, limit_options, make_limits
from perfectplay.cli.progress import progress_line
from perfectplay.cli.words import LIMITS, figures
from perfectplay.errors import InputError


@click.command("count")
@click.argument("spec")
@click.option("--levels", type=int, metavar="N", help="Count only the first N levels, the start among them.")
@limit_options
@json_option
def COMMAND(
    spec: str,
    levels: int | None,
    max_seconds: float | None,
    max_memory: str | None,
    max_positions: int | None,
    as_json: bool,
) -> int:
    """Count the positions that can be reached, level by level."""
    from perfectplay.solvers import count

    if levels is not None and levels < 1:
        raise InputError(f"--levels must be 1 or more, not {levels}")
    limits = make_limits(max_seconds, max_memory, max_positions)
    with progress_line() as progress:
        counted = count(spec, limits=limits, progress=progress, levels=levels)
    if as_json:
        click.echo(json.dumps(counted.as_json(), indent=1))
    else:
        click.echo(f"{'jumps':>5} {'positions':>16} {'up to symmetry':>16}")
        for level in counted.levels:
            click.echo(f"{level.jumps:5} {level.positions:16,} {level.positions_up_to_symmetry:16,}")
        click.echo(f"{'all':>5} {counted.positions:16,} {counted.positions_up_to_symmetry:16,}")
        if counted.limit:
            click.echo(
                f"stopped by the limit on {counted.limit} ({LIMITS.get(counted.limit, 'Ctrl-C')}): more levels follow"
            )
        click.echo(figures(counted.stats))
    if counted.limit == "interrupted":
        return INTERRUPTED
    return UNKNOWN if counted.limit else SOLVED
