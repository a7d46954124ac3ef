"""`perfectplay prove`."""

import json
from contextlib import suppress

import click

from perfectplay.base.stats import Stats
from perfectplay.base.text import in_lines
from perfectplay.cli.options import json_option, limit_options, make_limits
from perfectplay.cli.outcome import exit_code, print_answer
from perfectplay.cli.progress import progress_line
from perfectplay.model.answers import Answer, Impossible, Unknown
from perfectplay.model.specs import load
from perfectplay.model.words import figures, words_for
from perfectplay.verbs.prove import prove


@click.command("prove")
@click.argument("spec")
@limit_options
@json_option
def COMMAND(
    spec: str, max_seconds: float | None, max_memory: int | None, max_positions: int | None, as_json: bool
) -> int:
    """Prove that a problem cannot be solved, by what is quickest to check; or solve it.

    Tried in this order: the number of pegs, position classes, a weight function, a branching tree of weight functions,
    and a search that looks at every position. For armies: the number of men, golden weights, a weight function, a tree.
    """
    problem = load(spec)
    answer: Answer = Unknown(problem, problem.facts.objectives[0], Stats(), "interrupted")
    with suppress(KeyboardInterrupt), progress_line() as progress:  # a search itself would have answered
        answer = prove(problem, limits=make_limits(max_seconds, max_memory, max_positions), progress=progress)
    if as_json:
        click.echo(json.dumps(answer.as_json(), indent=1))
    elif isinstance(answer, Impossible):
        words = words_for(problem)
        proof = words.proof(answer)
        click.echo(f"{in_lines(words.headline(answer))}\n\n{proof}\n\n{figures(answer.stats)}")
    else:
        print_answer(problem, answer)
    return exit_code(answer)
