"""`perfectplay hint`."""

import json
from typing import TYPE_CHECKING, Any

import click

from perfectplay.cli.main import IMPOSSIBLE, SOLVED
from perfectplay.cli.options import json_option, limit_options, make_limits
from perfectplay.cli.progress import progress_line
from perfectplay.cli.telling import limit_code
from perfectplay.cli.words import in_lines, limit_words, many

if TYPE_CHECKING:
    from perfectplay.solvers.oracle import Hint


@click.command("hint")
@click.argument("spec")
@limit_options
@json_option
def COMMAND(
    spec: str, max_seconds: float | None, max_memory: int | None, max_positions: int | None, as_json: bool
) -> int:
    """Give one good move from the start of a problem, and tell whether it can be won at all.

    On a peg board of which every position can be mapped quickly, or whose table was built before (see `table build`),
    the fewest moves from here and every good jump are told too.
    """
    from perfectplay.solvers.oracle import find_hint
    from perfectplay.specs import load

    problem = load(spec)
    with progress_line() as progress:
        hint = find_hint(problem, make_limits(max_seconds, max_memory, max_positions), progress, warn)
    if as_json:
        click.echo(json.dumps(hint.as_json(), indent=1))
    else:
        click.echo("\n".join(map(in_lines, _told(problem, hint))))
    if hint.limit is not None:
        return limit_code(hint.limit)
    return IMPOSSIBLE if hint.status == "impossible" else SOLVED


def warn(message: str) -> None:
    """Say on standard error what does not end the work."""
    click.echo(f"perfectplay: {message}", err=True)


def _told(problem: Any, hint: "Hint") -> list[str]:
    """Put a hint into lines."""
    if hint.limit is not None:
        return [limit_words(problem.spec, hint.limit, hint.detail)]
    if hint.status == "impossible":
        return [f"{problem.spec}: lost, the goal cannot be reached"]
    if hint.move is None and hint.winner is not None:
        return [f"{problem.spec}: no coin is left"]
    if hint.move is None:
        return [f"{problem.spec}: solved already"]
    if hint.winner is not None:
        verdict = "won" if hint.winner == "first" else "lost"
        lines = [
            f"{problem.spec}: {verdict} for the player to move",
            f"a {'good ' * bool(hint.good_jumps)}move: {hint.move}",
        ]
        return [*lines, f"winning moves: {' '.join(hint.good_jumps)}"] if hint.good_jumps else lines
    best = "" if hint.moves_left is None else f", {many(hint.moves_left, 'move')} at best"
    lines = [f"{problem.spec}: winnable{best}", f"a good move: {hint.move}"]
    return [*lines, f"good jumps: {' '.join(hint.good_jumps)}"] if hint.good_jumps is not None else lines
