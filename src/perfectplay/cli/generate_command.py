"""`perfectplay generate`."""

import json

import click

from perfectplay.cli.main import SOLVED
from perfectplay.cli.options import json_option, whole
from perfectplay.cli.progress import progress_line
from perfectplay.cli.telling import limit_code
from perfectplay.errors import InputError
from perfectplay.limits import Stop


@click.command("generate")
@click.argument("family")
@click.option("--rows", callback=whole(1, 10), metavar="N", default="9", show_default=True, help="Rows of the board.")
@click.option("--columns", callback=whole(1, 10), metavar="N", default="9", show_default=True, help="Its columns.")
@click.option("--pieces", callback=whole(1, 6), metavar="N", default="6", show_default=True, help="How many pieces.")
@click.option(
    "--period", callback=whole(1, 10_000), metavar="N", default="12", show_default=True, help="How many dice."
)
@click.option("--goal", callback=whole(0, 6), metavar="N", help="The goal piece, 0 for any.  [default: drawn too]")
@click.option("--seed", callback=whole(0, 2**63 - 1), metavar="N", default="1", show_default=True, help="Which board.")
@click.option("--solvable", is_flag=True, help="The first board of the seed that can be solved.")
@click.option("--hard", is_flag=True, help="Of the first 16 that can be solved, the one that needs the most plies.")
@json_option
def COMMAND(
    family: str,
    rows: int,
    columns: int,
    pieces: int,
    period: int,
    goal: int | None,
    seed: int,
    solvable: bool,
    hard: bool,
    as_json: bool,
) -> int:
    """Draw a dice board by seed, the same on every machine, and print it in the course's format.

    FAMILY is dice.  The first board of a seed never changes; --solvable and --hard pass over boards that take more than
    2,000,000 positions to solve.
    """
    from perfectplay.games.dice.files import case_text
    from perfectplay.games.dice.generate import Draws, Recipe
    from perfectplay.games.dice.problem import DiceProblem

    if family != "dice":
        raise InputError(f"no boards of {family[:40]!r} are generated; only those of dice are")
    recipe = Recipe(rows, columns, pieces, period, goal)
    case, plies = recipe.draw(Draws(seed)), None
    if solvable or hard:
        from perfectplay.solvers.dice_boards import find_board

        with Stop() as stop, progress_line() as progress:
            case, plies = find_board(recipe, seed, is_solvable=solvable, is_hard=hard, progress=progress)
        if stop.limit:
            click.echo(f"perfectplay: {stop.detail or stop.limit}", err=True)
            return limit_code(stop.limit)
    if as_json:
        problem = DiceProblem(case, spec="dice/-").as_json()
        click.echo(json.dumps({"seed": seed, "problem": problem, "moves": plies, "text": case_text(case)}, indent=1))
    else:
        click.echo(case_text(case), nl=False)
    return SOLVED
