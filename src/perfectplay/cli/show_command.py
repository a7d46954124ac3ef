"""`perfectplay show`."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from perfectplay.base.errors import InputError
from perfectplay.base.files import write_safely
from perfectplay.base.loading import loading
from perfectplay.cli.declared import TEXT, families_that_write, refuse_json_too, writer_options
from perfectplay.cli.options import check_distinct, file_option, json_option
from perfectplay.cli.progress import progress_line
from perfectplay.model.problem import Problem
from perfectplay.model.registry import family_of
from perfectplay.model.specs import load
from perfectplay.model.words import words_for


@click.command("show")
@click.argument("spec")
@file_option("svg", "Write a picture of the start.")
@writer_options("show")
@click.option("--map", "is_map", is_flag=True, help="Show what is counted of every cell, where a family has such maps.")
@json_option
def COMMAND(
    spec: str, svg_file: Path | None, is_map: bool, as_json: bool, format: str = TEXT, **files: Path | None
) -> int | None:
    """Show a problem: its start, its goal and its moves."""
    refuse_json_too(format, as_json)
    check_distinct([svg_file, *files.values()])
    problem = load(spec)
    if is_map and format != TEXT:
        raise InputError(f"--map and --format {format} both say what to print; give one of them")
    if is_map:
        return _show_map(problem, svg_file, as_json)
    texts = _written(problem, files)
    if svg_file is not None:
        scene = problem.scene(problem.start)
        if scene is None:
            raise InputError(f"{spec} has {words_for(problem).no_pictures()}; leave out --svg")
        with loading():
            from perfectplay.draw.svg import board_svg

        write_safely(svg_file, board_svg(scene))
    for file, text in texts.items():
        write_safely(file, text)
    if format != TEXT:
        click.echo(_printed(problem, format))
    elif as_json:
        moves = problem.moves(problem.start)
        click.echo(json.dumps({"problem": problem.as_json(), "moves": moves}, indent=1))
    else:
        click.echo(words_for(problem).shown())
    return None


def _printed(problem: Problem, name: str) -> str:
    """Return the text of a format that takes the place of what is shown."""
    for writer in family_of(problem).writers:
        if writer.verb == "show" and writer.name == name:
            return writer.write(problem)
    raise InputError(f"{problem.spec} has no --format {name}: it is for {families_that_write(name)}; leave it out")


def _written(problem: Problem, files: Mapping[str, Path | None]) -> dict[Path, str]:
    """Return the texts of the formats that were asked for, by their files."""
    own = {f"{writer.name}_file": writer for writer in family_of(problem).writers if writer.verb == "show"}
    texts = {}
    for name, file in files.items():
        if file is None:
            continue
        if name not in own:
            format_name = name.removesuffix("_file")
            having = families_that_write(format_name)
            raise InputError(f"{problem.spec} is not written for --{format_name}: only {having} are; leave it out")
        texts[file] = own[name].write(problem)
    return texts


def _show_map(problem: Problem, svg_file: Path | None, as_json: bool) -> int:
    mapped = words_for(problem).map_problem()
    if mapped is None:
        raise InputError(f"{problem.spec} has no map: --map is for boards whose cells are counted one by one")
    with loading():
        from perfectplay.cli.count_command import print_count
        from perfectplay.verbs.count import count

    with progress_line() as progress:
        counted: Any = count(mapped, progress=progress)
    return print_count(problem, counted, as_json, svg_file)
