"""`perfectplay count`."""

import json
from contextlib import suppress

import click

from perfectplay.cli.main import INTERRUPTED, SOLVED, UNKNOWN
from perfectplay.cli.options import json_option, limit_options, make_limits, whole
from perfectplay.cli.progress import progress_line
from perfectplay.cli.words import LIMITS, figures
from perfectplay.limits import Stats


@click.command("count")
@click.argument("spec")
@click.option("--levels", callback=whole(1), metavar="N", help="Count only the first N levels, the start among them.")
@limit_options
@json_option
def COMMAND(
    spec: str,
    levels: int | None,
    max_seconds: float | None,
    max_memory: int | None,
    max_positions: int | None,
    as_json: bool,
) -> int:
    """Count the positions that can be reached, level by level."""
    from perfectplay.solvers.counting import Count, count
    from perfectplay.specs import load

    limits = make_limits(max_seconds, max_memory, max_positions)
    problem = load(spec)
    counted = Count(problem.as_json(), (), "interrupted", Stats())
    with suppress(KeyboardInterrupt), progress_line() as progress:
        counted = count(problem, limits=limits, progress=progress, levels=levels)
    if as_json:
        click.echo(json.dumps(counted.as_json(), indent=1))
    else:
        click.echo(f"{'jumps' if problem.family == 'pegs' else 'steps':>5} {'positions':>16} {'up to symmetry':>16}")
        for level in counted.levels:
            click.echo(f"{level.jumps:5} {level.positions:16,} {level.positions_up_to_symmetry:16,}")
        click.echo(f"{'all':>5} {counted.positions:16,} {counted.positions_up_to_symmetry:16,}")
        if counted.limit == "interrupted":
            click.echo("interrupted: more levels follow")
        elif counted.limit:
            click.echo(f"stopped by the limit on {counted.limit} ({LIMITS[counted.limit]}): more levels follow")
        click.echo(figures(counted.stats))
    if counted.limit == "interrupted":
        return INTERRUPTED
    return UNKNOWN if counted.limit else SOLVED
