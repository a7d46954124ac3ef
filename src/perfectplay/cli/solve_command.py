"""`perfectplay solve`."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from perfectplay.base.errors import InputError, PerfectplayError
from perfectplay.base.files import read_text, write_safely
from perfectplay.base.loading import loading
from perfectplay.base.stats import Stats
from perfectplay.cli.declared import (
    NOTATIONS,
    TEXT,
    declared_options,
    described,
    families_that_write,
    refuse_json_too,
    writer_options,
)
from perfectplay.cli.exit_codes import BAD_INPUT, INTERRUPTED, SOLVED
from perfectplay.cli.options import check_distinct, file_option, json_option, limit_options, make_limits
from perfectplay.cli.outcome import exit_code, print_answer
from perfectplay.cli.progress import progress_line
from perfectplay.model.answers import Answer, Solved, Unknown
from perfectplay.model.family import Writer
from perfectplay.model.problem import Problem
from perfectplay.model.registry import example_spec, families, family_of, find_algorithm
from perfectplay.model.specs import load
from perfectplay.model.words import words_for
from perfectplay.verbs.solve import checked_objective, solve, solve_options

TRACE_SIZE = 20_000
FILES = ("svg_file", "html_file", "trace_file")


@click.command("solve")
@click.argument("spec", required=False)
@click.option(
    "--objective",
    default="",
    metavar="NAME",
    help="What to look for: "
    + "; ".join(
        f"{described(family.facts.objectives)} for {family.name}" for family in families().values() if family.variants()
    )
    + ".",
)
@declared_options(option for option in solve_options().values() if option.name != "trace")
@limit_options
@json_option
@writer_options("solve")
@click.option("--notation", type=click.Choice(NOTATIONS), default=NOTATIONS[0], help="How to name holes in text.")
@file_option("svg", "Write a picture of the solution.")
@file_option("html", "Write a page to step through the solution, and the trace.")
@file_option(
    "trace",
    f"Write each expansion, up to {TRACE_SIZE:,}, as JSON lines; of a game for two the tree, which is printed too.  It "
    "makes the search one algorithm.",
)
@click.option(
    "--batch", "batch_file", metavar="FILE", help="Solve one spec a line (- for stdin); print a JSON line each."
)
def COMMAND(spec: str | None, batch_file: str | None, **options: Any) -> int:
    """Solve a problem, prove it impossible, or say which limit was hit."""
    if (spec is None) == (batch_file is None):
        raise InputError(f"give one spec, such as {example_spec()}, or --batch FILE")
    refuse_json_too(options["format"], options["as_json"])
    files = {name: options[name] for name in options if name.endswith("_file")}
    check_distinct(files.values())
    if batch_file is not None:
        for name, file in files.items():
            if file is not None:
                raise InputError(f"--{name.removesuffix('_file')} takes one problem; it cannot go with --batch")
        if options["format"] != TEXT:
            raise InputError("--batch prints JSON; leave out --format")
        if options["algorithm"] is not None:
            find_algorithm(options["algorithm"])  # refused once, and not for every problem
        return _solve_batch(batch_file, options)
    return _solve_one(str(spec), options)


def _load(spec: str, options: Mapping[str, Any]) -> Problem:
    """Return the problem, or refuse it if it cannot be written in a format that was asked for."""
    problem = load(spec)
    objective = checked_objective(problem, options["objective"])
    if (options["svg_file"] or options["html_file"]) and problem.scene(problem.start) is None:
        raise InputError(f"{spec} has {words_for(problem).no_pictures()}; leave out --svg and --html")
    for writer in _writers(problem, options):
        if writer.objectives and objective not in writer.objectives:
            raise InputError(
                f"--{writer.name} leads to the goal, which --objective {objective} does not ask for; leave out one of "
                "them"
            )
    return problem


def _writers(problem: Problem, options: Mapping[str, Any]) -> list[Writer]:
    """Return the formats that were asked for, or refuse those that the problem is not written in."""
    own = {writer.name: writer for writer in family_of(problem).writers if writer.verb == "solve"}
    asked = [options["format"]] if options["format"] != TEXT else []
    asked += [name.removesuffix("_file") for name in options if name.endswith("_file") and name not in FILES]
    found = []
    for name in asked:
        if name != options["format"] and options[f"{name}_file"] is None:
            continue
        if name not in own:
            raise InputError(
                f"{problem.spec} is not written as a {name}: only {families_that_write(name)} are; leave out "
                f"{'--format ' if name == options['format'] else '--'}{name}"
            )
        found.append(own[name])
    return found


def _solve(problem: Problem, options: Mapping[str, Any], trace: int = 0) -> Answer:
    limits = make_limits(options["max_seconds"], options["max_memory"], options["max_positions"])
    chosen = {name: options[name] for name in solve_options() if options.get(name) is not None}
    try:
        with progress_line() as progress:
            return solve(
                problem,
                objective=options["objective"],
                limits=limits,
                progress=progress,
                **chosen,
                **({"trace": trace} if trace else {}),
            )
    except KeyboardInterrupt:  # an interrupt between searches: a search itself would have answered
        objective = options["objective"] or problem.facts.objectives[0]
        return Unknown(problem, objective, Stats(), "interrupted")


def _solve_one(spec: str, options: Mapping[str, Any]) -> int:
    problem = _load(spec, options)
    answer = _solve(problem, options, TRACE_SIZE if options["trace_file"] else 0)
    if options["trace_file"]:
        with loading():
            from perfectplay.cli.trace import trace_lines, tree_text

        write_safely(options["trace_file"], trace_lines(problem, answer, TRACE_SIZE))
    _write_files(problem, answer, options)
    printed = next((writer for writer in _writers(problem, options) if writer.is_printed), None)
    if options["as_json"]:
        click.echo(json.dumps(answer.as_json(), indent=1))
    elif printed is not None and isinstance(answer, Solved):
        click.echo(printed.write(problem, answer.solution))
    elif printed is not None:
        click.echo(f"perfectplay: {words_for(problem).headline(answer)}", err=True)
    else:
        print_answer(problem, answer, options["notation"])
        if answer.trace and problem.facts.players == 2:
            click.echo("\n" + tree_text(answer, TRACE_SIZE))
    return exit_code(answer)


def _write_files(problem: Problem, answer: Answer, options: Mapping[str, Any]) -> None:
    """Write the pictures and the other files of a solution that were asked for."""
    writers = [writer for writer in _writers(problem, options) if not writer.is_printed]
    pictures = options["svg_file"], options["html_file"]
    if isinstance(answer, Solved):
        _write_pictures(problem, answer, *pictures)
        for writer in writers:
            file: Path = options[f"{writer.name}_file"]
            write_safely(file, writer.write(problem, answer.solution))
            click.echo(f"{writer.name}: {file}", err=True)
    elif unwritten := ["picture"] * any(pictures) + [writer.name for writer in writers]:
        click.echo(f"perfectplay: no solution, so no {' or '.join(unwritten)} was written", err=True)


def _write_pictures(problem: Problem, answer: Solved, svg_file: Path | None, html_file: Path | None) -> None:
    if not svg_file and not html_file:
        return
    with loading():
        from perfectplay.draw.replay import replay_page
        from perfectplay.draw.svg import strip_svg
        from perfectplay.model.trace_steps import trace_steps

    frames = problem.frames(words_for(problem).drawn(answer))
    if svg_file:
        write_safely(svg_file, strip_svg(frames))
        click.echo(f"picture: {svg_file}", err=True)
    if html_file:
        write_safely(html_file, replay_page(problem.spec, frames, trace_steps(problem, answer)))
        click.echo(f"replay page: {html_file}", err=True)


def _solve_batch(batch_file: str, options: Mapping[str, Any]) -> int:
    """Solve every spec of a file; a bad line gets a JSON line of its own and the others go on."""
    lines = [line.strip() for line in read_text(batch_file, "a list of specs").splitlines()]
    specs = [(number, line) for number, line in enumerate(lines, 1) if line and not line.startswith("#")]
    source = "standard input" if batch_file == "-" else batch_file
    if not specs:
        raise InputError(f"{source} holds no spec; write one a line, such as {example_spec()}")
    bad_lines = []
    for number, spec in specs:
        try:
            answer = _solve(_load(spec, options), options)
        except PerfectplayError as error:
            click.echo(json.dumps({"spec": spec, "status": "error", "line": number, "message": str(error)}))
            bad_lines.append(number)
            continue
        click.echo(json.dumps(answer.as_json()))
        sys.stdout.flush()
        if isinstance(answer, Unknown) and answer.limit == "interrupted":
            return INTERRUPTED
    if not bad_lines:
        return SOLVED
    shown = ", ".join(map(str, bad_lines[:10])) + (" …" if len(bad_lines) > 10 else "")
    where = "line" if len(bad_lines) == 1 else "lines"
    click.echo(f"perfectplay: {source}: {len(bad_lines)} of {len(specs)} specs are bad, {where} {shown}", err=True)
    return BAD_INPUT
