"""`perfectplay hint`."""

import json

import click

from perfectplay.base.text import in_lines, listed, many
from perfectplay.cli.exit_codes import IMPOSSIBLE, SOLVED
from perfectplay.cli.options import json_option, limit_options, make_limits
from perfectplay.cli.outcome import limit_code
from perfectplay.cli.progress import progress_line
from perfectplay.model.problem import Problem
from perfectplay.model.specs import load
from perfectplay.model.words import limit_words, words_for
from perfectplay.verbs.hint import Hint, hint


@click.command("hint")
@click.argument("spec")
@limit_options
@json_option
def COMMAND(
    spec: str, max_seconds: float | None, max_memory: int | None, max_positions: int | None, as_json: bool
) -> int:
    """Give one good move from the start of a problem, and tell whether it can be won at all.

    On a peg board of which every position can be mapped within a second or two, or half of --max-seconds, or whose
    table was built before (see `table build`), the fewest moves from here and every good jump are told too.
    """
    problem = load(spec)
    with progress_line() as progress:
        limits = make_limits(max_seconds, max_memory, max_positions)
        found = hint(problem, limits=limits, progress=progress, on_notice=warn)
    if as_json:
        click.echo(json.dumps(found.as_json(), indent=1))
    else:
        click.echo("\n".join(_lines(problem, found)))
    if found.limit is not None:
        return limit_code(found.limit)
    return IMPOSSIBLE if found.status == "impossible" else SOLVED


def warn(message: str) -> None:
    """Say on standard error what does not end the work."""
    click.echo(f"perfectplay: {message}", err=True)


def _lines(problem: Problem, found: Hint) -> list[str]:
    """Put a hint into lines."""
    if found.limit is not None:
        return [in_lines(limit_words(problem.spec, found.limit, found.detail))]
    if found.status == "impossible":
        return [in_lines(f"{problem.spec}: lost, the goal cannot be reached")]
    if found.move is None:
        return [in_lines(f"{problem.spec}: {'solved already' if found.winner is None else words_for(problem).over()}")]
    if found.winner is not None:
        verdict = {"first": "won", "second": "lost"}.get(found.winner, "a draw")
        points = "" if found.points is None else f", {found.points:+} points from here on"
        lines = [
            in_lines(f"{problem.spec}: {verdict} for the player to move{points}"),
            listed(f"a {'good ' * bool(found.good_moves)}move:", [found.move]),
        ]
        return [*lines, listed("winning moves:", found.good_moves)] if found.good_moves else lines
    best = "" if found.moves_left is None else f", {many(found.moves_left, 'move')} at best"
    lines = [in_lines(f"{problem.spec}: winnable{best}"), listed("a good move:", [found.move])]
    steps = problem.step_noun[1]
    return [*lines, listed(f"good {steps}:", found.good_moves)] if found.good_moves is not None else lines
