"""`perfectplay generate`."""

import json
from typing import Any

import click

from perfectplay.base.limits import Stop
from perfectplay.cli.declared import declared_options
from perfectplay.cli.exit_codes import SOLVED
from perfectplay.cli.options import WholeNumber, json_option
from perfectplay.cli.outcome import limit_code
from perfectplay.cli.progress import progress_line
from perfectplay.verbs.generate import generate, generate_options


@click.command("generate")
@click.argument("family")
@declared_options(generate_options().values())
@click.option(
    "--seed", type=WholeNumber(0, 2**63 - 1), metavar="N", default="1", show_default=True, help="Which board."
)
@click.option("--solvable", is_flag=True, help="The first board of the seed that can be solved.")
@click.option("--hard", is_flag=True, help="Of the first 16 that can be solved, the one that needs the most moves.")
@json_option
def COMMAND(family: str, seed: int, solvable: bool, hard: bool, as_json: bool, **options: Any) -> int:
    """Draw a problem by seed, the same on every machine, and print its file.

    FAMILY is dice.  The first board of a seed never changes; --solvable and --hard pass over boards that take more than
    2,000,000 positions to solve.
    """
    given = {name: value for name, value in options.items() if value is not None}
    with Stop() as stop, progress_line() as progress:
        found = generate(family, seed=seed, solvable=solvable, hard=hard, progress=progress, **given)
    if stop.limit:
        click.echo(f"perfectplay: {stop.detail or stop.limit}", err=True)
        return limit_code(stop.limit)
    if as_json:
        whole_text = {"seed": seed, "problem": found.problem.as_json(), "moves": found.moves, "text": found.text}
        click.echo(json.dumps(whole_text, indent=1))
    else:
        click.echo(found.text, nl=False)
    return SOLVED
