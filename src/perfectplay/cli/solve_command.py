"""`perfectplay solve`."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from perfectplay.answers import Answer, Solved, Unknown
from perfectplay.cli.main import BAD_INPUT, INTERRUPTED, SOLVED
from perfectplay.cli.options import check_distinct, file_option, json_option, limit_options, make_limits, real, whole
from perfectplay.cli.progress import progress_line
from perfectplay.cli.telling import exit_code, print_answer
from perfectplay.cli.words import headline
from perfectplay.errors import InputError, PerfectplayError
from perfectplay.files import write_safely
from perfectplay.limits import Stats
from perfectplay.registry import find_algorithm
from perfectplay.search.task import TIES, VISITED

TRACE_SIZE = 20_000
OUTPUTS = ("svg_file", "html_file", "trace_file", "plan_file")


@click.command("solve")
@click.argument("spec", required=False)
@click.option(
    "--objective",
    default="",
    metavar="NAME",
    help="Jumps, moves or pegs for pegs; men for army; moves for dice; win, score or win-then-score for coins.",
)
@click.option("--all-moves", is_flag=True, help="The exact value of every first move, in a game for two.")
@click.option("--algorithm", metavar="NAME", help="How to search; see `perfectplay list`.  The default picks for you.")
@click.option(
    "--estimate",
    metavar="NAME",
    help="For pegs: none, pegs, manhattan, weighted, spread, tidy or corners; for army golden; for dice dice, "
    "chebyshev or taxicab.",
)
@click.option(
    "--prune",
    metavar="NAMES",
    help="all, none, or a list: duplicates, symmetry, weights and class; for dice duplicates, lost, and meaningful, "
    "which is not safe and so not among all.",
)
@click.option(
    "--order", metavar="ORDER", help="Order of moves: given, reversed, random, estimate; for pegs vertical too."
)
@click.option(
    "--visited",
    type=click.Choice(VISITED),
    default="exact",
    help="Key of visited positions: themselves, or the sums of rows and columns (confirmed, collisions counted).",
)
@click.option("--ties", type=click.Choice(TIES), help="Which of equals best first search takes.")
@click.option(
    "--weight",
    callback=real("a weight", 1, 1000),
    metavar="W",
    help="Of the estimate in weighted-astar.  [default: 2]",
)
@click.option(
    "--threads",
    callback=whole(1, 256),
    metavar="N",
    help="For depth-first and coins.  [default: 1; for coins one for each processor]",
)
@click.option("--seed", callback=whole(0, 2**63 - 1), metavar="N", help="For --order random.  [default: 1]")
@click.option("--state", type=click.Choice(["packed", "wide"]), help="How dice positions are kept: 64 bits or 128.")
@click.option("--all-optimal", is_flag=True, help="For dice: also count the solutions in the fewest plies.")
@limit_options
@json_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "course"]),
    default="text",
    help="For dice, course: the number of plies, then `piece direction` a line, directions 0 to 7 from up-left to "
    "down-right, row by row.",
)
@click.option(
    "--notation", type=click.Choice(["letters", "numbers"]), default="letters", help="How to name holes in text."
)
@file_option("svg", "Write a picture of the solution.")
@file_option("html", "Write a page to step through the solution, and the trace.")
@file_option("trace", f"Write each expansion, up to {TRACE_SIZE:,}, as JSON lines; of depth-first if none is named.")
@file_option("plan", "Write the solution of a peg problem as planners write a plan (see `show --pddl`).")
@click.option(
    "--batch", "batch_file", metavar="FILE", help="Solve one spec a line (- for stdin); print a JSON line each."
)
def COMMAND(spec: str | None, batch_file: str | None, **options: Any) -> int:
    """Solve a problem, prove it impossible, or say which limit was hit."""
    if (spec is None) == (batch_file is None):
        raise InputError("give one spec, such as pegs/english, or --batch FILE")
    _check(options)
    if batch_file is not None:
        for name in OUTPUTS:
            if options[name] is not None:
                raise InputError(f"--{name.removesuffix('_file')} takes one problem; it cannot go with --batch")
        if options["form"] != "text":
            raise InputError("--batch prints JSON; leave out --format")
        return _solve_batch(batch_file, options)
    return _solve_one(str(spec), options)


def _check(options: dict[str, Any]) -> None:
    """Refuse what can be refused before a problem is read; complete the options that need others."""
    if options["algorithm"] is not None:
        find_algorithm(options["algorithm"])
    if options["weight"] is None:
        options["weight"] = 2.0
    elif options["algorithm"] != "weighted-astar":
        raise InputError("--weight is for weighted-astar alone; add --algorithm weighted-astar or leave it out")
    if options["seed"] is None:
        options["seed"] = 1
    elif options["order"] != "random":
        raise InputError("--seed is for random moves alone; add --order random or leave it out")
    if options["order"] == "estimate" and options["estimate"] == "none":
        raise InputError("--order estimate needs an estimate; --estimate none is not one")
    if options["prune"] is not None and {"all", "none"} & set(names := options["prune"].split(",")) and len(names) > 1:
        raise InputError(f"--prune {options['prune'][:60]}: all and none stand alone; write a list without them")
    if options["form"] != "text" and options["as_json"]:
        raise InputError("--format course and --json both say what to print; give one of them")
    check_distinct(options[name] for name in OUTPUTS)


def _search_options(options: dict[str, Any]) -> dict[str, Any]:
    names = ("objective", "algorithm", "estimate", "order", "ties", "visited", "weight", "threads", "seed", "state")
    limits = make_limits(options["max_seconds"], options["max_memory"], options["max_positions"])
    return {name: options[name] for name in (*names, "all_moves", "all_optimal")} | {"limits": limits}


def _prune_names(text: str | None, known: list[str]) -> list[str] | None:
    if text is None:
        return None
    if text in ("all", "none"):
        return known if text == "all" else []
    return [name.strip() for name in text.split(",")]


def _load(spec: str, options: dict[str, Any]) -> Any:
    from perfectplay.specs import load

    problem: Any = load(spec)
    objectives = problem.facts.objectives
    if options["objective"] not in ("", *objectives):
        raise InputError(f"unknown objective {options['objective'][:40]!r}; {spec} has {', '.join(objectives)}")
    if (options["svg_file"] or options["html_file"]) and problem.scene(problem.start) is None:
        raise InputError(f"{spec} has no pictures: a game of your own is shown as text; leave out --svg and --html")
    if options["form"] == "course" and problem.family != "dice":
        raise InputError(f"{spec} has no course format: --format course is for dice")
    if options["plan_file"] and problem.family != "pegs":
        raise InputError(f"{spec} has no plans: only pegs are written for planners; leave out --plan")
    if options["plan_file"] and options["objective"] == "pegs":
        raise InputError("--plan leads to the goal, which --objective pegs does not ask for; leave out one of them")
    return problem


def _solve(problem: Any, options: dict[str, Any], trace: int = 0) -> Answer:
    from perfectplay.solvers import solve
    from perfectplay.solvers.base import solver_for

    try:
        with progress_line() as progress:
            known = solver_for(problem).safe_prune_names() if options["prune"] is not None else []
            if options["algorithm"] is not None and not find_algorithm(options["algorithm"]).memory:
                known = [name for name in known if name not in ("duplicates", "symmetry")]
            prune = _prune_names(options["prune"], known)
            return solve(problem, prune=prune, progress=progress, trace=trace, **_search_options(options))
    except KeyboardInterrupt:  # between searches: a search itself would have answered
        objective = options["objective"] or problem.facts.objectives[0]
        return Unknown(problem.as_json(), objective, Stats(), "interrupted")


def _solve_one(spec: str, options: dict[str, Any]) -> int:
    trace_file, html_file, svg_file = options["trace_file"], options["html_file"], options["svg_file"]
    problem = _load(spec, options)
    answer = _solve(problem, options, TRACE_SIZE if trace_file else 0)
    if trace_file:
        write_safely(trace_file, _trace_lines(problem, answer))
    if isinstance(answer, Solved):
        _write_pictures(problem, answer, svg_file, html_file)
        _write_plan(problem, answer, options["plan_file"])
    elif svg_file or html_file or options["plan_file"]:
        unwritten = ["picture"] * bool(svg_file or html_file) + ["plan"] * bool(options["plan_file"])
        click.echo(f"perfectplay: no solution, so no {' or '.join(unwritten)} was written", err=True)
    if options["as_json"]:
        click.echo(json.dumps(answer.as_json(), indent=1))
    elif options["form"] == "course":
        _print_for_course(problem, answer)
    else:
        print_answer(problem, answer, options["notation"])
    return exit_code(answer)


def _print_for_course(problem: Any, answer: Answer) -> None:
    """Print nothing but the moves; what is not a solution is said on standard error."""
    if isinstance(answer, Solved):
        from perfectplay.cli.dice_words import course_answer

        click.echo(course_answer(problem, answer.solution))
    else:
        click.echo(f"perfectplay: {headline(problem, answer)}", err=True)


def _write_pictures(problem: Any, answer: Solved, svg_file: Path | None, html_file: Path | None) -> None:
    if not svg_file and not html_file:
        return
    frames = problem.frames(answer.solution)
    if svg_file:
        from perfectplay.draw.svg import strip_svg

        numbered_frames = [
            replace(frame, caption=f"{number}. {frame.caption}" if number else frame.caption)
            for number, frame in enumerate(frames)
        ]
        write_safely(svg_file, strip_svg(numbered_frames))
        click.echo(f"picture: {svg_file}", err=True)
    if html_file:
        from perfectplay.draw.replay import TraceStep, replay_page

        steps = [
            TraceStep(problem.scene(problem.position(event.state)), event.event, event.g, event.h, event.rule)
            for event in answer.trace
        ]
        write_safely(html_file, replay_page(problem.spec, frames, steps))
        click.echo(f"replay page: {html_file}", err=True)


def _write_plan(problem: Any, answer: Solved, plan_file: Path | None) -> None:
    if plan_file:
        from perfectplay.games.pegs.pddl import plan_text

        write_safely(plan_file, plan_text(problem, answer.solution))
        click.echo(f"plan: {plan_file}", err=True)


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

    lines = [line.strip() for line in read_text(batch_file, "a list of specs").splitlines()]
    specs = [(number, line) for number, line in enumerate(lines, 1) if line and not line.startswith("#")]
    source = "standard input" if batch_file == "-" else batch_file
    if not specs:
        raise InputError(f"{source} holds no spec; write one a line, such as pegs/english")
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
    click.echo(f"perfectplay: {source}: {len(bad_lines)} of {len(specs)} specs are bad, line {shown}", err=True)
    return BAD_INPUT
