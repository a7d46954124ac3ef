"""`perfectplay prove`."""

import json
from collections import Counter
from contextlib import suppress
from typing import Any

import click

from perfectplay.answers import Answer, Impossible, Unknown
from perfectplay.cli.options import json_option, limit_options, make_limits
from perfectplay.cli.progress import progress_line
from perfectplay.cli.telling import exit_code, print_answer
from perfectplay.cli.words import WIDTH, figures, headline, in_lines, many
from perfectplay.limits import Stats

MOST_DRAWINGS = 4


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
    from perfectplay.solvers.proving import prove
    from perfectplay.specs import load

    problem: Any = load(spec)
    answer: Answer = Unknown(problem.as_json(), problem.facts.objectives[0], Stats(), "interrupted")
    with suppress(KeyboardInterrupt), progress_line() as progress:  # a search itself would have answered
        answer = prove(problem, limits=make_limits(max_seconds, max_memory, max_positions), progress=progress)
    if as_json:
        click.echo(json.dumps(answer.as_json(), indent=1))
    elif isinstance(answer, Impossible):
        click.echo(in_lines(headline(problem, answer)))
        click.echo(f"\n{_proof(problem, answer.certificate)}\n")
        click.echo(figures(answer.stats))
    else:
        print_answer(problem, answer)
    return exit_code(answer)


def _proof(problem: Any, certificate: dict[str, Any]) -> str:
    """Say what the proof is, and show what can be shown of it."""
    if problem.family == "army":
        from perfectplay.cli.army_words import proof_lines

        return proof_lines(problem, certificate)
    kind = certificate["kind"]
    if kind == "count":
        goal = 1 if problem.goal is None else problem.goal.count
        return in_lines(f"{many(problem.start.count, 'peg')} can never become {goal:,}: each jump takes away one.")
    if kind == "class":
        sets = [dict.fromkeys(names, "x") for names in certificate["sets"]]
        about = "No jump changes whether the pegs on the holes marked x are even or odd in number, but the goal would:"
        return _drawings(problem, about, sets, "set")
    if kind == "weights":
        about = "No jump raises the weight of all pegs, but the goal weighs more than the start:"
        return _drawings(problem, about, certificate["functions"], "weight function")
    if kind == "tree":
        return in_lines(_tree(certificate["goals"]))
    if kind == "relaxed":
        return in_lines(
            "Even if everyone who might move did, towards everything at once, and whoever might have been captured "
            "stood in nobody's way, no piece that may win would ever arrive.",
            0,
        )
    if kind in ("absent", "apart"):
        where = "is on the board" if kind == "absent" else "has a way to the goal square"
        return in_lines(f"No piece that may win {where}.")
    return in_lines(f"No goal among the positions that can be reached; {certificate['positions']:,} were looked at.")


def _tree(goals: dict[str, Any]) -> str:
    """Say by what each goal is refuted, and how large the trees are together."""
    kinds = Counter(next((kind for kind in ("set", "weights") if kind in proof), "tree") for proof in goals.values())
    leaves = depth = 0
    pending = [(proof, 0) for proof in goals.values() if "jump" in proof]
    while pending:
        node, level = pending.pop()
        leaves, depth = leaves + ("weights" in node), max(depth, level)
        pending += [(node[side], level + 1) for side in ("then", "else") if side in node]
    size = f"{leaves:,} leaves, each with a weight function, {many(depth, 'branch', 'branches')} deep"
    told = (
        f"How often each jump is made is a whole number; branching on it leaves nothing: {size}. --json has them all."
    )
    if len(goals) == 1:
        return told
    names = {"set": "a position class", "weights": "a weight function", "tree": "a tree"}
    shares = [f"{count} by {names[kind]}" for kind, count in kinds.most_common()]
    return (f"{told} " if leaves else "") + f"Of {len(goals)} goals {', '.join(shares)}."


def _drawings(problem: Any, about: str, functions: list[dict[str, str]], noun: str) -> str:
    """Draw texts on the board, one drawing after another, as far as a reader will follow."""
    parts = [in_lines(about, 0), *(_drawing(problem.board, texts) for texts in functions[:MOST_DRAWINGS])]
    if len(functions) > MOST_DRAWINGS:
        parts.append(f"and {many(len(functions) - MOST_DRAWINGS, f'more {noun}')}; --json has them all.")
    return "\n\n".join(parts)


def _drawing(board: Any, texts: dict[str, str]) -> str:
    """Draw texts on the board, holes without one as a point; list them where the board would be too wide."""
    width = max(map(len, texts.values())) + 1
    columns = max(x for x, _ in board.holes) + 1
    if columns * width > WIDTH:
        return in_lines(" ".join(f"{name}:{text}" for name, text in texts.items()), 0)
    rows = [[" " * width] * columns for _ in range(max(y for _, y in board.holes) + 1)]
    for (x, y), name in zip(board.holes, board.names, strict=True):
        rows[y][x] = texts.get(name, ".").rjust(width)
    return "\n".join("".join(row).rstrip() for row in rows)
