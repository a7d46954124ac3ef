"""Coin games in words, for a terminal of 80 columns."""

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from perfectplay.cli.words import duration, in_lines, many
from perfectplay.games.coins.words import about_game, triangle_lines

if TYPE_CHECKING:
    from perfectplay.answers import Decided
    from perfectplay.limits import Stats

__all__ = ["about_game", "count_lines", "decided_lines", "how", "triangle_lines", "verdict"]

OTHER = {"first": "second", "second": "first"}


def verdict(answer: "Decided") -> str:
    """Say who wins, or who is ahead."""
    if answer.objective == "win":
        return f"the {answer.winner} player wins"
    ahead = "nobody is ahead" if not answer.value else f"{'first' if answer.value > 0 else 'second'} player"
    margin = f"{ahead} ahead by {many(abs(answer.value), 'point')}" if answer.value else ahead
    if answer.objective == "score":
        where = "the game shown" if answer.solution else "the game"  # others, as good by points, may end otherwise
        return f"{'the ' if answer.value else ''}{margin}; the {answer.winner} player wins {where}"
    return f"the {answer.winner} player wins; {'the ' if answer.value else ''}{margin}"


def decided_lines(problem: Any, answer: "Decided") -> str:
    """Tell an answer: the verdict, the board, the best moves, and how it was found."""
    lines = [in_lines(f"{problem.spec}: {verdict(answer)}"), "", triangle_lines(problem.start), ""]
    if answer.best_moves:
        kind = "winning" if answer.objective == "win" else "best"
        lines.append(in_lines(f"{many(len(answer.best_moves), f'{kind} move')}: {' '.join(answer.best_moves)}"))
    elif problem.start.coins:
        lines.append("every move loses")
    else:
        lines.append("no coin is left: the game is over")
    if answer.move_values is not None:
        lines.append(_move_values(answer))
    if answer.solution:
        lines.append(in_lines(f"a best game: {' '.join(answer.solution)}"))
    return "\n".join([*lines, "", how(answer.search["by"], answer.stats)])


def how(by: str, stats: "Stats") -> str:
    """Say what an answer was found by, and how long that took."""
    took = f"{duration(stats.seconds)} of search, {duration(stats.compile_seconds)} of loading and compiling"
    return f"{in_lines(f'by {by}')}\n{took}"


def _move_values(answer: "Decided") -> str:
    """List all moves by their values, the best first."""
    groups: dict[tuple[str, int], list[str]] = defaultdict(list)
    for move, winner, value in answer.move_values or ():
        groups["" if answer.objective == "score" else winner, value].append(move)
    lines = []
    for (winner, value), moves in sorted(groups.items(), key=lambda item: (item[0][0] != "first", -item[0][1])):
        told = {"first": "wins", "second": "loses", "": ""}[winner]
        if answer.objective != "win":
            told = f"{told} {value:+}".strip()
        lines.append(in_lines(f"  {told:>9}: {' '.join(moves)}", 13))
    return "\n".join(lines)


def count_lines(counted: Any) -> str:
    """Tell what was counted, as far as it got."""
    figures = counted.own
    lines = [f"positions: {figures['positions']:,}"]
    if "lost_positions" in figures:
        lines.append(f"lost for the player to move: {figures['lost_positions']:,}")
        lines.append(f"winner: the {figures['winner']} player")
        lines.append(f"winning first moves: {figures['winning_first_moves']}")
    return "\n".join(lines)
