"""`perfectplay solve`."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from perfectplay.answers import Answer, Impossible, Solved, Unknown, write_safely
from perfectplay.cli.main import BAD_INPUT, IMPOSSIBLE, INTERRUPTED, SOLVED, UNKNOWN
from perfectplay.cli.options import json_option, limit_options, make_limits
from perfectplay.cli.progress import progress_line
from perfectplay.cli.words import figures, headline, numbered
from perfectplay.errors import InputError, PerfectplayError

TRACE_SIZE = 20_000


@click.command("solve")
@click.argument("spec", required=False)
@click.option("--objective", default="", metavar="NAME", help="What to minimise: jumps, moves or pegs for pegs.")
@click.option("--algorithm", metavar="NAME", help="How to search; see `perfectplay list`.  The default picks for you.")
@click.option("--estimate", metavar="NAME", help="For pegs: none, pegs, manhattan, weighted, spread, tidy or corners.")
@click.option("--prune", metavar="NAMES", help="all, none, or a list of duplicates,symmetry,weights,class.")
@click.option("--order", metavar="NAME", help="Order of moves: given, reversed, random or estimate.")
@click.option("--ties", metavar="NAME", help="Among equals, best first search takes the newest, oldest or nearest.")
@click.option("--weight", type=float, default=2.0, show_default=True, help="Of the estimate in weighted-astar.")
@click.option("--threads", type=int, default=1, show_default=True, help="For depth-first.")
@click.option("--seed", type=int, default=1, show_default=True, help="For --order random.")
@limit_options
@json_option
@click.option(
    "--notation", type=click.Choice(["letters", "numbers"]), default="letters", help="How to name holes in text."
)
@click.option("--svg", "svg_file", metavar="FILE", help="Write a picture of the solution.")
@click.option("--html", "html_file", metavar="FILE", help="Write a page to step through the solution, and the trace.")
@click.option(
    "--trace", "trace_file", metavar="FILE", help=f"Write each expansion, up to {TRACE_SIZE:,}, as JSON lines."
)
@click.option(
    "--batch", "batch_file", metavar="FILE", help="Solve one spec a line (- for stdin); print a JSON line each."
)
def COMMAND(spec: str | None, batch_file: str | None, **options: Any) -> int:
    """Solve a problem, prove it impossible, or say which limit was hit."""
    if (spec is None) == (batch_file is None):
        raise InputError("give one spec, such as pegs/english, or --batch FILE")
    if batch_file is not None:
        for name in ("svg_file", "html_file", "trace_file"):
            if options[name] is not None:
                raise InputError(f"--{name.removesuffix('_file')} takes one problem; it cannot go with --batch")
        return _solve_batch(batch_file, options)
    return _solve_one(str(spec), options)


def _search_options(options: dict[str, Any]) -> dict[str, Any]:
    names = ("objective", "algorithm", "estimate", "order", "ties", "weight", "threads", "seed")
    limits = make_limits(options["max_seconds"], options["max_memory"], options["max_positions"])
    return {name: options[name] for name in names} | {"limits": limits}


def _prune_names(text: str | None, known: list[str]) -> list[str] | None:
    if text is None:
        return None
    if text in ("all", "none"):
        return known if text == "all" else []
    return [name.strip() for name in text.split(",")]


def _solve(spec: str, options: dict[str, Any], trace: int = 0) -> tuple[Any, Answer]:
    from perfectplay.solvers import solve
    from perfectplay.solvers.base import solver_for
    from perfectplay.specs import load

    search = _search_options(options)
    problem: Any = load(spec)
    if search["objective"] not in ("", *problem.facts.objectives):
        raise InputError(
            f"unknown objective {search['objective'][:40]!r}; choose from {', '.join(problem.facts.objectives)}"
        )
    with progress_line() as progress:
        known = solver_for(problem).prune_names() if options["prune"] is not None else []
        prune = _prune_names(options["prune"], known)
        return problem, solve(problem, prune=prune, progress=progress, trace=trace, **search)


def _solve_one(spec: str, options: dict[str, Any]) -> int:
    trace_file, html_file, svg_file = options["trace_file"], options["html_file"], options["svg_file"]
    problem, answer = _solve(spec, options, TRACE_SIZE if trace_file else 0)
    if trace_file:
        write_safely(Path(trace_file), _trace_lines(problem, answer))
    if options["as_json"]:
        click.echo(json.dumps(answer.as_json(), indent=1))
    else:
        _print(problem, answer, options["notation"])
    if isinstance(answer, Solved):
        _write_pictures(problem, answer, svg_file, html_file)
    elif svg_file or html_file:
        click.echo("perfectplay: no solution, so no picture was written", err=True)
    return _exit_code(answer)


def _exit_code(answer: Answer) -> int:
    if isinstance(answer, Unknown):
        return INTERRUPTED if answer.limit == "interrupted" else UNKNOWN
    return IMPOSSIBLE if isinstance(answer, Impossible) else SOLVED


def _print(problem: Any, answer: Answer, notation: str) -> None:
    click.echo(headline(problem, answer))
    if isinstance(answer, Solved):
        shown = problem.text(problem.start) if problem.family == "game" else str(problem.start)
        moves = problem.in_notation(answer.solution, notation) if problem.family == "pegs" else answer.solution
        click.echo(f"\n{shown}\n\n{numbered(moves)}\n")
    click.echo(figures(answer.stats))


def _write_pictures(problem: Any, answer: Solved, svg_file: str | None, html_file: str | None) -> None:
    if not svg_file and not html_file:
        return
    frames = problem.frames(answer.solution)
    if not frames:
        raise InputError(f"{problem.spec} has no pictures: a game of your own is shown as text")
    if svg_file:
        from perfectplay.draw.svg import strip_svg

        write_safely(Path(svg_file), strip_svg(frames))
        click.echo(f"picture: {svg_file}", err=True)
    if html_file:
        from perfectplay.draw.replay import TraceStep, replay_page

        steps = [
            TraceStep(problem.scene(problem.position(event.state)), event.event, event.g, event.h, event.rule)
            for event in answer.trace
        ]
        write_safely(Path(html_file), replay_page(problem.spec, frames, steps))
        click.echo(f"replay page: {html_file}", err=True)


def _trace_lines(problem: Any, answer: Answer) -> str:
    """Return a line for the problem and one for each event."""
    texts = {state: _text(problem, state) for state in {event.state for event in answer.trace}}
    lines = [
        json.dumps(
            {"problem": problem.as_json(), "events": len(answer.trace), "is_whole": len(answer.trace) < TRACE_SIZE}
        )
    ]
    for event in answer.trace:
        row = {"event": event.event, "position": texts[event.state], "g": event.g, "h": event.h}
        lines.append(json.dumps({**row, "rule": event.rule} if event.rule else row))
    return "\n".join(lines) + "\n"


def _text(problem: Any, state: int) -> str:
    position = problem.position(state)
    return problem.text(position) if problem.family == "game" else position.text  # type: ignore[no-any-return]


def _solve_batch(batch_file: str, options: dict[str, Any]) -> int:
    """Solve every spec of a file; a bad line gets a JSON line of its own and the others go on."""
    from perfectplay.verifying import read_text

    text = sys.stdin.read() if batch_file == "-" else read_text(Path(batch_file))
    code = SOLVED
    for line in text.splitlines():
        spec = line.strip()
        if not spec or spec.startswith("#"):
            continue
        try:
            answer = _solve(spec, options)[1]
        except PerfectplayError as error:
            click.echo(json.dumps({"spec": spec, "status": "error", "message": str(error)}))
            code = BAD_INPUT
            continue
        click.echo(json.dumps(answer.as_json()))
        sys.stdout.flush()
        if isinstance(answer, Unknown) and answer.limit == "interrupted":
            return INTERRUPTED
    return code
