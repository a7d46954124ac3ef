"""The extent of a game for two: all its moves and its longest game, known before anybody plays.

Libraries for learning and for game theory number the moves of a game and reserve room for its positions beforehand.
"""

from collections.abc import Callable
from graphlib import CycleError, TopologicalSorter
from typing import Any, NamedTuple

from perfectplay.base.errors import UnsupportedError
from perfectplay.model.problem import Problem

MOST_POSITIONS = 50_000  # looking at so many takes up to ten seconds


class Extent(NamedTuple):
    """What no game from the start of a problem exceeds."""

    moves: tuple[str, ...]  # every text that can be a move, each once and always in the same order
    longest: int | None  # the moves of the longest game; None if a game can come back to a position
    text_bytes: int  # bytes of the longest text of a position, in UTF-8
    most_points: int  # points of the move that brings or costs most
    most_end_points: int  # the most that the end of a game sets the players apart


def walked_extent(
    problem: Problem, step: Callable[[Any, str], tuple[Any, int]], points_at_end: Callable[[Any, int], tuple[int, int]]
) -> Extent:
    """Return the extent of a game by looking at every position that can be reached.

    A step takes a position and the text of a move, and returns the position after it and its points; `points_at_end`
    takes an end and who would be to move.
    """
    after: dict[Any, set[Any]] = {problem.start: set()}
    waiting = [problem.start]
    moves: dict[str, None] = {}
    most_points = most_end_points = 0
    for position in waiting:
        is_over = problem.is_goal(position)
        if is_over:
            own, other = points_at_end(position, 0)
            most_end_points = max(most_end_points, abs(own - other))
        for text in () if is_over else problem.moves(position):
            reached, points = step(position, text)
            moves[text] = None
            most_points = max(most_points, abs(points))
            after[position].add(reached)
            if reached not in after:
                after[reached] = set()
                waiting.append(reached)
        if len(after) > MOST_POSITIONS:
            raise UnsupportedError(
                f"{problem.spec} has more than {MOST_POSITIONS:,} positions, too many to look for all moves; "
                "its class can name them by a method `extent`"
            )
    text_bytes = max(len(problem.text(position).encode()) for position in after)
    return Extent(tuple(moves), _longest_path(after, problem.start), text_bytes, most_points, most_end_points)


def _longest_path(after: dict[Any, set[Any]], start: Any) -> int | None:
    """Return the steps of the longest path from a position; None if there is a cycle.

    >>> _longest_path({1: {2, 3}, 2: {3}, 3: set()}, 1), _longest_path({1: {2}, 2: {1}}, 1)
    (2, None)
    """
    lengths: dict[Any, int] = {}
    try:
        for position in TopologicalSorter(after).static_order():
            lengths[position] = max((lengths[reached] + 1 for reached in after[position]), default=0)
    except CycleError:
        return None
    return lengths[start]
