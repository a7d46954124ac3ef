"""`perfectplay show`."""

import json
from pathlib import Path
from typing import Any

import click

from perfectplay.cli.options import json_option
from perfectplay.errors import InputError


@click.command("show")
@click.argument("spec")
@click.option("--svg", "svg_file", metavar="FILE", help="Write a picture of the start.")
@json_option
def COMMAND(spec: str, svg_file: str | None, as_json: bool) -> None:
    """Show a problem: its start, its goal and its moves."""
    from perfectplay.answers import write_safely
    from perfectplay.specs import load

    problem: Any = load(spec)
    moves = problem.moves(problem.start)
    if svg_file is not None:
        scene = problem.scene(problem.start)
        if scene is None:
            raise InputError(f"{spec} has no picture: a game of your own is shown as text")
        from perfectplay.draw.svg import board_svg

        write_safely(Path(svg_file), board_svg(scene))
    if as_json:
        click.echo(json.dumps({"problem": problem.as_json(), "moves": moves}, indent=1))
        return
    if problem.family != "pegs":
        click.echo(f"{problem.spec}\nstart {problem.text(problem.start)}\nmoves {' '.join(moves) or 'none'}")
        return
    board, goal = problem.board, problem.goal
    click.echo(f"{problem.spec}: {len(board.holes)} holes, {len(board.jumps)} jumps, {board.lattice} lattice")
    click.echo(f"{len(problem.symmetries)} symmetries keep start and goal\n")
    goal_lines = ["any single peg"] if goal is None else board.drawing(goal.pegs)
    start_lines = board.drawing(problem.start.pegs)
    width = max(5, *(len(line) for line in start_lines)) + 4
    for left, right in zip(["start", *start_lines], ["goal", *goal_lines, *[""] * len(start_lines)], strict=False):
        click.echo(f"{left:{width}}{right}".rstrip())
    click.echo(f"\nfirst jumps: {' '.join(moves) or 'none'}")
