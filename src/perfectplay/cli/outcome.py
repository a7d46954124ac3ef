"""How a command ends: the answer as text on standard output, and the exit code."""

import click

from perfectplay.cli.exit_codes import IMPOSSIBLE, INTERRUPTED, SOLVED, UNKNOWN
from perfectplay.model.answers import Answer, Impossible, Solved, Unknown
from perfectplay.model.problem import Problem
from perfectplay.model.words import words_for


def exit_code(answer: Answer) -> int:
    """Return the exit code of an answer."""
    if isinstance(answer, Unknown):
        return limit_code(answer.limit)
    if isinstance(answer, Solved) and answer.optimal:  # something asked for beyond the proof may have hit a limit
        return limit_code(answer.limit or "")
    return IMPOSSIBLE if isinstance(answer, Impossible) else SOLVED


def limit_code(limit: str) -> int:
    """Return the exit code of work that ended at a limit, or at none."""
    if limit == "interrupted":
        return INTERRUPTED
    return UNKNOWN if limit else SOLVED


def print_answer(problem: Problem, answer: Answer, notation: str = "letters") -> None:
    """Print an answer in words, with its solution and its figures."""
    click.echo(words_for(problem).answer_lines(answer, notation))
