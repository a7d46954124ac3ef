"""What only a second enumeration can check: nothing here is clever, so that it is easy to believe.

Every jump takes away one peg. So the positions after n jumps form a level of their own, a position never comes back
on a later level, and one set of integers at a time is all the memory this needs.
"""

from collections.abc import Iterator
from typing import Protocol

from perfectplay.proof.board import Jump, PegProblem
from perfectplay.proof.budget import Budget
from perfectplay.proof.images import make_canonical


class Board(Protocol):
    """Anything that has a start and jumps on it, as bits."""

    @property
    def start(self) -> int:
        """The first position."""

    @property
    def jumps(self) -> tuple[Jump, ...]:
        """Every jump that fits on the board."""


def levels(problem: Board, budget: Budget) -> Iterator[set[int]]:
    """Yield the positions after 0, 1, 2, … jumps, each level as a set, until there are none.

    >>> from perfectplay.proof.board import read_problem
    >>> line = {"lattice": "square", "start": ["oo.o."], "goal": "any"}
    >>> [sorted(level) for level in levels(read_problem({"problem": line}), Budget())]
    [[11], [12], [2, 16]]
    """
    level = {problem.start}
    bits = problem.start.bit_length()
    while level:
        yield level
        following: set[int] = set()
        for jump in problem.jumps:
            touched, before = jump.touched, jump.before
            following.update([position ^ touched for position in level if position & touched == before])
            budget.spend(len(level))
            budget.hold(len(level) + len(following), "the positions of two levels", bits)
        level = following


def count_until_goal(problem: PegProblem, budget: Budget) -> tuple[int, bool]:
    """Return how many positions were enumerated, and whether a goal was among them.

    The enumeration ends at the level that has as many pegs as the goal: below it there is nothing to find.

    >>> from perfectplay.proof.board import read_problem
    >>> line = {"lattice": "square", "start": ["oo.o."], "goal": ["o...."]}
    >>> count_until_goal(read_problem({"problem": line}), Budget())
    (4, False)
    """
    total = 0
    pegs = problem.start.bit_count()
    for level in levels(problem, budget):
        total += len(level)
        if pegs == problem.goal_pegs():
            return total, any(problem.is_goal(position) for position in level)
        pegs -= 1
    return total, False


def fewest_pegs(problem: PegProblem, budget: Budget) -> int:
    """Return the fewest pegs that can remain: the deepest level has them.

    >>> from perfectplay.proof.board import read_problem
    >>> fewest_pegs(read_problem({"problem": {"lattice": "square", "start": ["oo.oo"], "goal": "any"}}), Budget())
    2
    """
    return problem.start.bit_count() + 1 - sum(1 for _ in levels(problem, budget))


def fewest_moves(problem: PegProblem, budget: Budget) -> int | None:
    """Return the fewest moves that reach a goal, breadth first by whole moves, or None if there is no way.

    Images of a position are as far from a goal as itself, so one of them is looked at for all.

    >>> from perfectplay.proof.board import read_problem
    >>> fewest_moves(read_problem({"problem": {"lattice": "square", "start": ["oo.o."], "goal": "any"}}), Budget())
    1
    """
    targets_of: dict[int, list[tuple[int, int, int]]] = {}
    for jump in problem.jumps:
        targets_of.setdefault(jump.source, []).append((jump.touched, jump.before, jump.target))
    if problem.is_goal(problem.start):
        return 0
    canonical = make_canonical(problem, budget)
    frontier = {canonical(problem.start)}
    seen = set(frontier)
    bits = problem.start.bit_length()
    moves = 0
    while frontier:
        if any(problem.is_goal(position) for position in frontier):
            return moves
        moves += 1
        following: set[int] = set()
        for position in frontier:
            following.update(map(canonical, _after_one_move(position, targets_of, budget)))
            budget.spend(len(problem.jumps))
            budget.hold(len(seen) + len(following), "the positions met so far", bits)
        frontier = following - seen
        seen |= frontier
    return None


def _after_one_move(position: int, targets_of: dict[int, list[tuple[int, int, int]]], budget: Budget) -> set[int]:
    """Return every position that one peg can make by one or more jumps without another peg moving."""
    pending = [(position, hole) for hole in targets_of if position >> hole & 1]
    found: set[tuple[int, int]] = set()
    while pending:
        current, hole = pending.pop()
        budget.spend(4)
        budget.hold(2 * (len(found) + len(pending)), "the ways of one peg", position.bit_length())
        for touched, before, target in targets_of.get(hole, ()):
            reached = current ^ touched, target
            if current & touched == before and reached not in found:
                found.add(reached)
                pending.append(reached)
    return {reached for reached, _ in found}
