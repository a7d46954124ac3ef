"""An answer told: as text on standard output, and as the exit code."""

from typing import Any

import click

from perfectplay.answers import Answer, Decided, Impossible, Solved, Unknown
from perfectplay.cli.main import IMPOSSIBLE, INTERRUPTED, SOLVED, UNKNOWN
from perfectplay.cli.words import figures, headline, in_lines, many, numbered, search_words, stopped_by


def exit_code(answer: Answer) -> int:
    """Return the exit code of an answer."""
    if isinstance(answer, Unknown):
        return limit_code(answer.limit)
    if isinstance(answer, Solved) and answer.optimal:  # and what was asked beyond that came to a limit
        return limit_code(answer.limit or "")
    return IMPOSSIBLE if isinstance(answer, Impossible) else SOLVED


def limit_code(limit: str) -> int:
    """Return the exit code of work that ended at a limit, or at none."""
    if limit == "interrupted":
        return INTERRUPTED
    return UNKNOWN if limit else SOLVED


def print_answer(problem: Any, answer: Answer, notation: str = "letters") -> None:
    """Print an answer in words, with its solution and its figures."""
    if isinstance(answer, Decided):
        from perfectplay.cli.coin_words import decided_lines

        click.echo(decided_lines(problem, answer))
        return
    click.echo(in_lines(headline(problem, answer)))
    if isinstance(answer, Solved):
        click.echo(f"\n{_solution(problem, answer, notation)}\n")
        if answer.optimal_solutions is not None:
            click.echo(f"{many(answer.optimal_solutions, 'solution')} of this length")
        if answer.limit:
            missing = "not counted how many there are" if answer.optimal else "not proved that there are no fewer men"
            click.echo(in_lines(f"{missing}: {stopped_by(answer.limit)}"))
    if answer.search:
        click.echo(in_lines(search_words(answer.search)))
    click.echo(figures(answer.stats))


def _solution(problem: Any, answer: Solved, notation: str) -> str:
    if problem.family == "army":
        from perfectplay.cli.army_words import field_lines, weighed_jumps

        return f"{field_lines(problem, problem.start)}\n\n{weighed_jumps(problem, answer.solution)}"
    if problem.family == "dice":
        from perfectplay.cli.dice_words import board_lines, told_plies

        return f"{board_lines(problem, problem.start)}\n\n{told_plies(problem, answer.solution)}".rstrip()
    shown = problem.text(problem.start) if problem.family == "game" else str(problem.start)
    moves = problem.in_notation(answer.solution, notation) if problem.family == "pegs" else answer.solution
    return f"{shown}\n\n{numbered(moves)}" if moves else shown
