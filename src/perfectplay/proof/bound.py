"""Weights that no army can outweigh: why a target is out of reach, or not to be had for fewer jumps.

**Fewest men are fewest jumps.** Every jump takes away one man, who had not been taken away before, and the man on the
target is none of them. So k jumps need at least k + 1 men. It never harms to have more men: if some men can bring one
to the target, and others stand around as well, play the same jumps and leave out those whose end is already taken; a
man stands there, which is all that the jump was for. Now suppose that at the end of a solution a man is left, not on
the target, who has moved. Nothing needed him after his last jump, and before that jump there stood two men more than
after it without him. So that jump can be left out, and there is a solution with fewer jumps. A solution with fewest
jumps therefore is clean: nothing that moved is left but the man on the target, and the men that took part are one more
than the jumps. Fewest men and fewest jumps are found in the same solutions.

**What the counts must obey.** Take a solution with fewest jumps, of a problem whose target is empty at the start, and
count how often each jump is made. It ends when a man arrives on the target. So no jump starts there or goes over it,
and each jump that ends there is made at most once. A jump takes a man from its start and from the cell it goes over,
and puts one on its end. So each cell has at the end the men it had at the start, plus one for each jump that ends
there, less one for each that starts there or goes over it: and that is one on the target and never below none
elsewhere. Multiply with weights, none of them negative, and add up over all cells:

    the sum over all jumps of  count x gain  >=  weight of the target - weight of the army,
    where the gain of a jump is  weight of its end - weight of its start - weight of the cell it goes over.

That nothing is below none is all that is used; where the men that took no part stand does not matter. The weights name
finitely many cells. So on the half-plane, too, both sums have finitely many terms that are not 0: only the jumps that
touch a named cell gain or lose anything, and they are all looked at, also those from cells that have no name.

**A leaf** gives weights and a scale, not negative either. Adding  count x (scale - gain)  for every jump,

    scale x number of jumps  >=  weight of the target - weight of the army + sum of  count x (scale - gain).

The right side is smallest if a jump that gains more than the scale is made as often as the bounds of the leaf allow,
and any other as rarely. If it still is above  scale x (K - 1)  there are at least K jumps. With scale 0 the left side
is 0, and a right side above 0 shows that there is no solution at all.

**A branch** names a jump and a whole number k: in every solution the jump is made at most k times, or at least k + 1
times. The two subtrees have to prove the same, one for each case. The bounds of a leaf are the cases on its way.

    {"weights": {"d2": "1", "d4": "1/2"}, "scale": "1"}                 a leaf; cells that are not named weigh nothing
    {"jump": "d2-d4", "at_most": 1, "then": ..., "else": ...}           a branch
"""

import dataclasses
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from perfectplay.proof.budget import Budget
from perfectplay.proof.certificates import LONGEST_WEIGHT, as_whole_numbers, parse_weight
from perfectplay.proof.field import Field, Place, PlaceJump, jump_name, middle
from perfectplay.proof.json_text import is_whole_number
from perfectplay.proof.tree import BRANCH, LARGEST_COUNT
from perfectplay.proof.verdict import Rejected, counted, quoted

LONGEST_IN_LEAF = 60
"""Characters in one weight of a leaf, of which there may be many."""

LEAF = {"weights", "scale"}

Bounds = tuple[int, int | None]
"""The least and the most a jump is made; None stands for any number of times."""

Way = tuple["Way", int, Bounds] | None
"""The cases that lead to a node, the last one first: a jump by its number with its bounds. The root has none."""


@dataclass
class _Work:
    """What has been done for one answer, within its budget."""

    field: Field
    budget: Budget
    jumps_met: list[PlaceJump] = dataclasses.field(default_factory=list)  # a jump's index is its number
    numbers: dict[PlaceJump, int] = dataclasses.field(default_factory=dict)
    about: dict[Place, tuple[list[int], list[int]]] = dataclasses.field(default_factory=dict)
    leaves: int = 0

    def spend(self, steps: int) -> None:
        self.budget.spend(steps)

    def number(self, jump: PlaceJump) -> int:
        """Return the number of a jump: small ones are quicker to work with than two places."""
        if jump not in self.numbers:
            self.numbers[jump] = len(self.jumps_met)
            self.jumps_met.append(jump)
        return self.numbers[jump]

    def jumps_about(self, place: Place) -> tuple[list[int], list[int]]:
        """Return the jumps that end at a place, and those that start there or go over it; looked up but once."""
        if place not in self.about:
            self.spend(len(self.field.steps))
            self.budget.hold(6 * len(self.numbers) + len(self.about), "the jumps about the named cells")
            ending: list[int] = []
            others: list[int] = []
            for jump, is_end in self.field.jumps_about(place):
                (ending if is_end else others).append(self.number(jump))
            self.about[place] = ending, others
        return self.about[place]

    def bounds_of(self, number: int) -> Bounds:
        """Return the bounds of a jump in any solution that ends when a man arrives on the target."""
        jump = self.jumps_met[number]
        if self.field.target in (jump[0], middle(jump)):
            return 0, 0
        return 0, 1 if jump[1] == self.field.target else None


def check_pagoda(field: Field, functions: object, budget: Budget) -> str:
    """Weight functions that no jump can raise, and the army weighs less than the target alone: it cannot get there.

    Jumps from the target or over it need not be looked at: a man would already be there.
    """
    if field.cells is None:
        raise Rejected("a weight function suits a drawn army, not the half-plane")
    if not isinstance(functions, list):
        raise Rejected(f"expected a list of weight functions, found {quoted(functions)}")
    work = _Work(field, budget)
    is_refuted = False
    for index, function in enumerate(functions, 1):
        where = f"function {index}"
        work.spend(1)
        weights = _read_weights(work, function, where, LONGEST_WEIGHT)
        whole, _ = _as_whole_numbers(work, weights, Fraction(0))
        for number, gain in _gains(work, whole).items():
            if gain > 0 and work.bounds_of(number) != (0, 0):
                raise Rejected(f"{where}: the jump {jump_name(work.jumps_met[number])} raises the total")
        is_refuted |= _shortfall(field, whole) > 0
    if not is_refuted:
        raise Rejected("no function gives the army less than the target")
    return f"{counted(len(functions), 'weight function')}, whose totals no jump can raise: the army weighs too little"


def check_impossible_tree(field: Field, root: object, budget: Budget) -> str:
    """Check that every leaf of a tree is a contradiction; return what they prove together."""
    leaves = _check_nodes(field, root, None, budget)
    return f"every solution is ruled out, by {leaves} of a tree over how often each jump is made"


def check_bound_tree(field: Field, root: object, jumps: int, budget: Budget) -> str:
    """Check that every leaf of a tree shows that fewer jumps do not suffice; return what they prove together."""
    leaves = _check_nodes(field, root, jumps, budget)
    return f"fewer than {counted(jumps, 'jump')} are ruled out, by {leaves} of a tree over how often each is made"


def _check_nodes(field: Field, root: object, jumps: int | None, budget: Budget) -> str:
    """Go through a tree, with the cases that lead to each of its nodes; return the number of leaves in words."""
    if field.is_manned(field.target):
        raise Rejected("a man stands on the target at the start")
    work = _Work(field, budget)
    pending: list[tuple[object, Way]] = [(root, None)]
    while pending:
        node, way = pending.pop()
        work.spend(1)
        if isinstance(node, dict) and node.keys() == LEAF:
            work.leaves += 1
            _check_leaf(work, node, way, jumps)
        elif isinstance(node, dict) and node.keys() == BRANCH:
            jump, count = field.parse_jump(node["jump"]), node["at_most"]
            if jump is None:
                raise Rejected(f"{quoted(node['jump'])} is no jump of this board")
            if not is_whole_number(count) or not 0 <= count <= LARGEST_COUNT:
                raise Rejected(f"a jump is made at most a whole number of times, not {quoted(count)}")
            pending.append((node["else"], (way, work.number(jump), (count + 1, None))))
            pending.append((node["then"], (way, work.number(jump), (0, count))))
        else:
            expected = "weights and scale, or a jump, at_most, then and else"
            raise Rejected(f"expected {expected}; found something else in the tree")
    return f"{work.leaves:,} leaf" if work.leaves == 1 else f"{work.leaves:,} leaves"


def _check_leaf(work: _Work, leaf: dict[str, object], way: Way, jumps: int | None) -> None:
    """Check that all counts within the bounds of a leaf add up to at least so many jumps, or to no solution at all."""
    where = f"leaf {work.leaves}"
    weights = _read_weights(work, leaf["weights"], where, LONGEST_IN_LEAF)
    scale = _read_ratio(leaf["scale"], f"{where}, scale", LONGEST_IN_LEAF)
    if jumps is None and scale != 0:
        raise Rejected(f"{where}: what is impossible has scale 0, not {quoted(leaf['scale'])}")
    bounds = _bounds_along(work, way)
    if any(most is not None and least > most for least, most in bounds.values()):
        return  # there is no such count at all
    whole, whole_scale = _as_whole_numbers(work, weights, scale)
    gains = _gains(work, whole)
    right_side = _shortfall(work.field, whole)
    for number in bounds.keys() | {number for number, gain in gains.items() if gain > whole_scale}:
        least, most = bounds[number] if number in bounds else work.bounds_of(number)
        slack = whole_scale - gains.get(number, 0)
        if slack >= 0:  # the jumps left out here have 0 as their least count too
            right_side += slack * least
        elif most is not None:
            right_side += slack * most
        else:
            name = jump_name(work.jumps_met[number])
            raise Rejected(f"{where}: {name} gains too much, and may be made any number of times")
    if right_side <= (whole_scale * (jumps - 1) if jumps is not None else 0):
        wanted = "a solution" if jumps is None else f"fewer than {counted(jumps, 'jump')}"
        raise Rejected(f"{where}: counts within the bounds leave room for {wanted}")


def _bounds_along(work: _Work, way: Way) -> dict[int, Bounds]:
    """Return the bounds of all jumps that are named on the way from the root."""
    bounds: dict[int, Bounds] = {}
    while way is not None:
        work.spend(2)
        way, number, (at_least, at_most) = way
        least, most = bounds[number] if number in bounds else work.bounds_of(number)
        if at_most is not None:
            most = at_most if most is None else min(most, at_most)
        bounds[number] = max(least, at_least), most
    return bounds


def _shortfall(field: Field, weights: dict[Place, int]) -> int:
    """Return the weight of the target less the weight of the army."""
    return weights.get(field.target, 0) - sum(weight for place, weight in weights.items() if field.is_manned(place))


def _gains(work: _Work, weights: dict[Place, int]) -> dict[int, int]:
    """Return what each jump adds to the total weight; a jump that touches no weight is not there and adds nothing."""
    gains: dict[int, int] = defaultdict(int)
    for place, weight in weights.items():
        ending, others = work.jumps_about(place)
        work.spend(len(ending) + len(others))
        for number in ending:
            gains[number] += weight
        for number in others:
            gains[number] -= weight
    return gains


def _read_weights(work: _Work, function: object, where: str, longest: int) -> dict[Place, Fraction]:
    """Return the weights that are not 0 by place; none may be negative."""
    if not isinstance(function, dict):
        raise Rejected(f"{where}: expected weights by cell, found {quoted(function)}")
    work.spend(20 * len(function))  # reading takes longer than adding
    weights = {}
    for name, text in function.items():
        place = work.field.parse_cell(name)
        if place is None:
            raise Rejected(f"{where}: {quoted(name)} is no cell of this board")
        weight = _read_ratio(text, f"{where}, {name}", longest)
        if weight:
            weights[place] = weight
    return weights


def _read_ratio(text: object, where: str, longest: int) -> Fraction:
    ratio = parse_weight(text, longest)
    if ratio is None:
        raise Rejected(f"{where}: expected a ratio of integers as a text, found {quoted(text)}")
    if ratio < 0:
        raise Rejected(f"{where}: {quoted(text)} is negative")
    return ratio


def _as_whole_numbers(work: _Work, weights: dict[Place, Fraction], scale: Fraction) -> tuple[dict[Place, int], int]:
    """Return weights and scale multiplied alike: whole numbers are quicker, and prove the same."""
    (whole_scale, *whole), size = as_whole_numbers([scale, *weights.values()], work.budget)
    gains = 3 * len(work.field.steps) * len(weights)
    work.spend(gains * (size // 64))
    work.budget.hold_bytes(gains * size // 8, "the gains of the jumps")
    return dict(zip(weights, whole, strict=True)), whole_scale
