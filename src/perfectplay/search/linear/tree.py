"""Branch and bound that keeps its tree, as a proof whose leaves each carry exact weights.

Counts are whole numbers, so x_j <= k or x_j >= k + 1: where both sides prove something, so does the whole (Land and
Doig 1960).  Which weights prove it, and where to branch, is for the program's owner to say.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from perfectplay.search.linear.exact import FREE, Bounds
from perfectplay.search.linear.program import LinearProgram, Solution

DEEPEST = 200


@dataclass(frozen=True, slots=True)
class Leaf:
    """Whole weights of the rows, and a scale: they prove it for all counts within the bounds on the way here."""

    weights: tuple[int, ...]
    scale: int = 0


@dataclass(frozen=True, slots=True)
class Branch:
    """A column is at most so much, which `within` settles, or more, which `beyond` settles."""

    column: int
    at_most: int
    within: "Tree"
    beyond: "Tree"


Tree = Leaf | Branch


def tree_as_json(
    tree: Tree, leaf_as_json: Callable[[Leaf], dict[str, Any]], column_as_json: Callable[[int], dict[str, Any]]
) -> dict[str, Any]:
    """Return a tree as certificates hold it; the owner names weights and columns."""
    if isinstance(tree, Leaf):
        return leaf_as_json(tree)
    return {
        **column_as_json(tree.column),
        "at_most": tree.at_most,
        "then": tree_as_json(tree.within, leaf_as_json, column_as_json),
        "else": tree_as_json(tree.beyond, leaf_as_json, column_as_json),
    }


class Split(NamedTuple):
    """Where to branch, and which side to grow first: the one that is likelier to fail."""

    column: int
    at_most: int
    is_beyond_first: bool = False


class Grower(ABC):
    """Grows a proof depth first; each node takes one position of the program's watch.

    So the tree depends on the program alone, whatever the machine; a limit raises LimitHitError.
    """

    def __init__(self, program: LinearProgram, columns: int) -> None:
        self.program = program
        self.bounds: list[Bounds] = [FREE] * columns

    @abstractmethod
    def prove(self, solution: Solution) -> Leaf | None:
        """Return weights that prove it within the bounds as they are, if there are any."""

    @abstractmethod
    def choose(self, solution: Solution) -> Split | None:
        """Return where to branch; None where there is nothing to prove, or no way to."""

    def grow(self, depth: int = 0) -> Tree | None:
        """Return the tree below the bounds as they are; None if there is none."""
        if depth > DEEPEST:
            return None
        self.program.watch.take()
        solution = self.program.solve()
        leaf = self.prove(solution)
        if leaf is not None:
            return leaf
        split = self.choose(solution)
        if split is None:
            return None
        column, at_most, is_beyond_first = split
        grown: dict[bool, Tree] = {}
        for is_beyond in (is_beyond_first, not is_beyond_first):
            with self.bounded(column, at_most, is_beyond):
                tree = self.grow(depth + 1)
            if tree is None:
                return None  # half a proof proves nothing
            grown[is_beyond] = tree
        return Branch(column, at_most, grown[False], grown[True])

    @contextmanager
    def bounded(self, column: int, at_most: int, is_beyond: bool) -> Iterator[None]:
        """Keep to one side of a branch."""
        before = least, most = self.bounds[column]
        self._set_bounds(column, (at_most + 1, most) if is_beyond else (least, at_most))
        try:
            yield
        finally:
            self._set_bounds(column, before)

    def _set_bounds(self, column: int, bounds: Bounds) -> None:
        self.bounds[column] = bounds
        self.program.set_bounds(column, *bounds)
