"""Games for two by brute force, written separately from all searches: graphs given as lists."""

from functools import cache
from typing import NamedTuple


class Graph(NamedTuple):
    """A game: the positions that moves lead to, the points of each move, and what ends are worth."""

    moves: list[list[int]]
    gains: list[list[int]]
    ends: list[int]


def value(graph: Graph, start: int) -> int:
    """Return what the player to move will be ahead by; no position may come back."""

    @cache
    def best(here: int) -> int:
        if not graph.moves[here]:
            return graph.ends[here]
        return max(gain - best(after) for after, gain in zip(graph.moves[here], graph.gains[here], strict=True))

    return best(start)


def value_with_draws(graph: Graph, start: int) -> int:
    """Return 1, 0 or -1 where positions may come back: what can be forced within more and more moves."""
    count = len(graph.moves)
    forced = [0] * count  # 0 for what is not forced so far
    for _ in range(count + 1):
        before = list(forced)
        for here in range(count):
            replies = [before[after] for after in graph.moves[here]]
            if not replies:
                forced[here] = graph.ends[here]
            elif -1 in replies:
                forced[here] = 1
            elif all(reply == 1 for reply in replies):
                forced[here] = -1
    return forced[start]


def reachable(graph: Graph, start: int) -> set[int]:
    """Return the positions that can be reached."""
    found = {start}
    waiting = [start]
    while waiting:
        fresh = set(graph.moves[waiting.pop()]) - found
        found |= fresh
        waiting += fresh
    return found


def games(graph: Graph, start: int) -> int:
    """Return how many sequences of moves lead to an end; no position may come back."""
    return sum(games(graph, after) for after in graph.moves[start]) if graph.moves[start] else 1


class Walked(NamedTuple):
    """A position on the way through every game, with what the first player will be ahead by at the end."""

    here: int
    parent: int | None
    depth: int
    ahead: int  # of what was gained on the way
    value: int


def walk(graph: Graph, start: int) -> list[Walked]:
    """Return the whole tree in the order of its moves; no position may come back."""
    found: list[Walked] = []

    def visit(here: int, parent: int | None, depth: int, ahead: int) -> None:
        number, sign = len(found), 1 if depth % 2 == 0 else -1
        found.append(Walked(here, parent, depth, ahead, ahead + sign * value(graph, here)))
        for after, gain in zip(graph.moves[here], graph.gains[here], strict=True):
            visit(after, number, depth + 1, ahead + sign * gain)

    visit(start, None, 0, 0)
    return found
