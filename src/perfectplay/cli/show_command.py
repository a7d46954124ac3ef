"""`perfectplay show`."""

import json
from pathlib import Path
from typing import Any

import click

from perfectplay.cli.options import check_distinct, file_option, json_option
from perfectplay.cli.words import in_lines, many
from perfectplay.errors import InputError


@click.command("show")
@click.argument("spec")
@file_option("svg", "Write a picture of the start.")
@file_option("pddl", "Write the problem for a planner; its cost is the number of moves.")
@file_option("domain", "Write the planning domain that --pddl belongs to.")
@click.option("--map", "is_map", is_flag=True, help="Show every cell of an army's field with its smallest army.")
@json_option
def COMMAND(
    spec: str,
    svg_file: Path | None,
    pddl_file: Path | None,
    domain_file: Path | None,
    is_map: bool,
    as_json: bool,
) -> int | None:
    """Show a problem: its start, its goal and its moves."""
    from perfectplay.files import write_safely
    from perfectplay.specs import load

    check_distinct([svg_file, pddl_file, domain_file])
    problem: Any = load(spec)
    if is_map:
        return _show_map(problem, svg_file, as_json)
    moves = problem.moves(problem.start)
    if (pddl_file or domain_file) and problem.family != "pegs":
        raise InputError(f"{spec} has no PDDL: only pegs are written for planners; leave out --pddl and --domain")
    if svg_file is not None:
        scene = problem.scene(problem.start)
        if scene is None:
            raise InputError(f"{spec} has no picture: a game of your own is shown as text")
        from perfectplay.draw.svg import board_svg

        write_safely(svg_file, board_svg(scene))
    if pddl_file or domain_file:
        from perfectplay.games.pegs.pddl import DOMAIN, problem_to_pddl

        if pddl_file:
            write_safely(pddl_file, problem_to_pddl(problem))
        if domain_file:
            write_safely(domain_file, DOMAIN)
    if as_json:
        click.echo(json.dumps({"problem": problem.as_json(), "moves": moves}, indent=1))
        return None
    listed = " ".join(moves) or "none"
    if problem.family == "army":
        from perfectplay.cli.army_words import about_field, field_lines

        click.echo(
            f"{about_field(problem)}\n\n{field_lines(problem, problem.start)}\n\n{in_lines(f'first jumps: {listed}')}"
        )
        return None
    if problem.family == "dice":
        from perfectplay.cli.dice_words import about_board, board_lines

        shown = board_lines(problem, problem.start)
        click.echo(f"{about_board(problem)}\n\n{shown}\n\n{in_lines(f'first moves: {listed}')}")
        return None
    if problem.family == "coins":
        from perfectplay.cli.coin_words import about_game, triangle_lines

        about = f"{problem.spec}: {many(problem.start.count, 'coin')}; {about_game(problem.game)}"
        told = in_lines(f"{many(len(moves), 'move')}: {listed}")
        click.echo(f"{in_lines(about)}\n\n{triangle_lines(problem.start)}\n\n{told}")
        return None
    if problem.family != "pegs":
        click.echo(f"{problem.spec}\nstart {problem.text(problem.start)}\n{in_lines(f'moves {listed}')}")
        return None
    board, goal = problem.board, problem.goal
    holes, jumps = many(len(board.holes), "hole"), many(len(board.jumps), "jump")
    click.echo(f"{problem.spec}: {holes}, {jumps}, {board.lattice} lattice")
    symmetries = len(problem.symmetries)
    click.echo(
        f"{many(symmetries, 'symmetry', 'symmetries')} {'keeps' if symmetries == 1 else 'keep'} start and goal\n"
    )
    goal_lines = ["any single peg"] if goal is None else board.drawing(goal.pegs)
    start_lines = board.drawing(problem.start.pegs)
    width = max(5, *(len(line) for line in start_lines)) + 4
    for left, right in zip(["start", *start_lines], ["goal", *goal_lines, *[""] * len(start_lines)], strict=False):
        click.echo(f"{left:{width}}{right}".rstrip())
    click.echo(f"\n{in_lines(f'first jumps: {listed}')}")
    return None


def _show_map(problem: Any, svg_file: Path | None, as_json: bool) -> int:
    from perfectplay.cli.army_words import tell_map
    from perfectplay.cli.progress import progress_line
    from perfectplay.solvers.counting import count

    if problem.family != "army" or problem.half_plane is not None:
        raise InputError(f"{problem.spec} has no map: --map is for the fields of army, such as army/7x8")
    with progress_line() as progress:
        return tell_map(problem, count(problem.aimed_at(None), progress=progress), svg_file, as_json)
