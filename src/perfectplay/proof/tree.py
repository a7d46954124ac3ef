"""Whole numbers: how often each jump is made, refuted by a branching tree whose leaves each carry a weight function.

Suppose there is a solution, and count how often each jump is made in it. A jump takes a peg from its source and from
the hole it goes over, and puts one at its target. So, whatever weights the holes have,

    weight of the goal - weight of the start  =  the sum over all jumps of  count x gain,
    where the gain of a jump is  weight at the target - weight at the source - weight it goes over.

A leaf gives weights for which the right side is too small, whatever the counts are within the bounds that hold there: a
jump of positive gain is made at most as often as its upper bound says, any other at least as often as its lower bound.
At the root the lower bounds are 0 and there are no upper ones. A branch names a jump and a whole number k. In every
solution the jump is made at most k times, or at least k + 1 times; the two subtrees have to refute one case each.

    {"weights": {"d2": "1", "d4": "-1/2"}}                          a leaf; holes that are not named weigh nothing
    {"jump": "d2-d4", "at_most": 1, "then": ..., "else": ...}       a branch
    {"set": ["d2", "d3"]}                                           in place of a tree: a set as in a class certificate

Each goal has its own proof, by the name of the hole where it leaves the last peg, or as "goal" if there is but one.
"""

from dataclasses import dataclass

from perfectplay.proof.board import PegProblem
from perfectplay.proof.budget import Budget
from perfectplay.proof.certificates import (
    as_whole_numbers,
    goal_name,
    is_separating,
    jump_name,
    read_invariant_set,
    read_weights,
    total,
)
from perfectplay.proof.json_text import is_whole_number
from perfectplay.proof.verdict import Rejected, counted, quoted

LONGEST_WEIGHT = 60
"""Characters in one weight of a leaf, of which there may be many."""

LARGEST_COUNT = 1_000_000
"""More often than that no jump is made on any board that can be drawn."""

BRANCH = {"jump", "at_most", "then", "else"}

Bounds = dict[int, tuple[int, int | None]]
"""By the number of a jump: the least and the most it is made. A jump that is not here has 0 and None, no bound."""


@dataclass
class _Work:
    """What has been done for one answer, within its budget."""

    budget: Budget
    leaves: int = 0

    def spend(self, steps: int) -> None:
        self.budget.spend(steps)


def check_tree(problem: PegProblem, goals: object, budget: Budget) -> str:
    """Check that every goal has a proof, each by itself; return what they prove together."""
    if not isinstance(goals, dict):
        raise Rejected(f"expected a proof for each goal, found {quoted(goals)}")
    names = problem.holes if problem.goal is None else {"goal": None}
    for name in goals:
        if name not in names:
            raise Rejected(f"{quoted(name)} is no goal of this problem")
    work = _Work(budget)
    hole_names = {number: name for name, number in problem.holes.items()}
    jumps = {f"{hole_names[jump.source]}-{hole_names[jump.target]}": n for n, jump in enumerate(problem.jumps)}
    sets = 0
    for name, goal in zip(names, problem.goals(), strict=True):
        if name not in goals:
            raise Rejected(f"there is no proof against {goal_name(problem, goal)}")
        proof = goals[name]
        work.spend(len(problem.jumps) + len(problem.holes))
        if isinstance(proof, dict) and proof.keys() == {"set"}:
            if not is_separating(problem, read_invariant_set(problem, proof["set"], name), goal):
                raise Rejected(f"the set does not separate the start from {goal_name(problem, goal)}")
            sets += 1
        else:
            _check_one(problem, jumps, goal, proof, work)
    by_leaves = f"{work.leaves:,} leaf" if work.leaves == 1 else f"{work.leaves:,} leaves"
    by_sets = f" and {counted(sets, 'set')} of holes" if sets else ""
    return f"branching on how often jumps are made, {by_leaves}{by_sets} rule out every goal"


def _check_one(problem: PegProblem, jumps: dict[str, int], goal: int, root: object, work: _Work) -> None:
    """Go through a tree, with the bounds that hold at each of its nodes."""
    pending: list[tuple[object, Bounds]] = [(root, {})]
    while pending:
        node, bounds = pending.pop()
        work.spend(1 + len(bounds))
        work.budget.hold(len(pending) * (1 + len(bounds)), "the open branches of a tree")
        if isinstance(node, dict) and node.keys() == {"weights"}:
            work.spend(len(problem.jumps) + len(problem.holes))
            work.leaves += 1
            _check_leaf(problem, goal, node["weights"], bounds, work)
        elif isinstance(node, dict) and node.keys() == BRANCH:
            name, count = node["jump"], node["at_most"]
            if not isinstance(name, str) or name not in jumps:
                raise Rejected(f"{quoted(name)} is no jump of this board")
            if not is_whole_number(count) or not 0 <= count <= LARGEST_COUNT:
                raise Rejected(f"a jump is made at most a whole number of times, not {quoted(count)}")
            least, most = bounds.get(jumps[name], (0, None))
            within = (least, count if most is None else min(most, count))
            beyond = (max(least, count + 1), most)
            pending.append((node["else"], bounds | {jumps[name]: beyond}))
            pending.append((node["then"], bounds | {jumps[name]: within}))
        else:
            raise Rejected("expected weights, or a jump, at_most, then and else; found something else in the tree")


def _check_leaf(problem: PegProblem, goal: int, function: object, bounds: Bounds, work: _Work) -> None:
    """Check that no counts within the bounds lead from the start to the goal."""
    where = f"leaf {work.leaves}"
    fractions = read_weights(problem, function, where, LONGEST_WEIGHT)
    if any(most is not None and least > most for least, most in bounds.values()):
        return  # there is no such count at all
    whole, size = as_whole_numbers(fractions, work.budget)
    work.spend((len(problem.jumps) + len(problem.holes)) * (size // 64))
    largest_sum = 0
    for number, jump in enumerate(problem.jumps):
        least, most = bounds.get(number, (0, None))
        gain = whole[jump.target] - whole[jump.source] - whole[jump.over]
        if gain > 0 and most is None:
            raise Rejected(f"{where}: {jump_name(problem, jump)} raises the total, and may be made any number of times")
        largest_sum += gain * (least if gain <= 0 or most is None else most)
    if largest_sum >= total(whole, goal) - total(whole, problem.start):
        raise Rejected(f"{where}: counts within the bounds could lead to {goal_name(problem, goal)}")
