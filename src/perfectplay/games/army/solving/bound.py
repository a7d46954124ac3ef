"""Proofs that no fewer jumps do, or that none do: a tree of bounds on counts, whose leaves each carry exact weights.

At a leaf jump j is made from least_j to most_j times.  From weights w >= 0 and a scale s it follows (jump_counts.py)
that

    s * sum x_j  >=  w(target) - w(army) + sum (s - g_j) x_j,

and each term of the last sum is at least (s - g_j) least_j, or (s - g_j) most_j where a jump gains more than s.  If
that is more than s * (fewest - 1), there are not fewer jumps than `fewest`; with s = 0 and a sum above 0 there is no
way at all.

Only jumps that touch a weighted cell or have bounds count, so that finitely many weights prove something about the
whole plane.  HiGHS finds the weights in floating point and is not believed: they are rounded, repaired and checked in
whole numbers.
"""

from collections import Counter
from collections.abc import Sequence
from math import floor
from typing import Any

from perfectplay.games.army.solving.jump_counts import ArmyProgram, as_counts, fractional
from perfectplay.games.army.solving.region import CellJump, Region
from perfectplay.search.linear.exact import gains_of, most_gained, rounded
from perfectplay.search.linear.program import TOLERANCE, Solution
from perfectplay.search.linear.tree import Grower, Leaf, Split, Tree, tree_as_json
from perfectplay.search.watch import Watch

DENOMINATORS = (1, 2, 6, 12, 60, 120, 2520, 1 << 20, 1 << 40)
CANDIDATES = 24  # jumps to branch on, both sides of which are tried
PENALTY = 100.0  # cost of a missing man, as a multiple of the number of jumps: no weight in a proof exceeds it


class FewerError(Exception):
    """Growing a proof came upon counts of fewer jumps."""

    def __init__(self, counts: Counter[CellJump]) -> None:
        self.counts = counts


def prove_fewest(region: Region, fewest: int, watch: Watch) -> Tree | None:
    """Return a proof that fewer jumps do not do; raise FewerError if they do, and LimitHitError at a limit.

    None where no jump is left to branch on that has a name.
    """
    return _ArmyProof(ArmyProgram(region, 1.0, PENALTY * fewest, watch), fewest).grow()


def prove_impossible(region: Region, watch: Watch) -> Tree | None:
    """Return a proof that no counts do; None if some do; raise LimitHitError at a limit."""
    try:
        return _ArmyProof(ArmyProgram(region, 0.0, 1.0, watch), None).grow()
    except FewerError:
        return None


def refuting_leaf(region: Region, watch: Watch) -> Leaf | None:
    """Return weights that prove by themselves that no counts do, if there are any."""
    proof = _ArmyProof(ArmyProgram(region, 0.0, 1.0, watch), None)
    return proof.prove(proof.program.solve())


def named_tree(region: Region, tree: Tree) -> dict[str, Any]:
    """Return a tree as certificates hold it."""
    return tree_as_json(
        tree,
        lambda leaf: {"weights": named_weights(region, leaf), "scale": str(leaf.scale)},
        lambda jump: {"jump": region.jump_name(region.jumps[jump])},
    )


def named_weights(region: Region, leaf: Leaf) -> dict[str, str]:
    """Return the weights of a leaf by the names of the cells, those without weight left out."""
    weighted = sorted((cell, weight) for cell, weight in zip(region.cells, leaf.weights, strict=True) if weight)
    return {region.name(cell): str(weight) for cell, weight in weighted}


class _ArmyProof(Grower):
    """Branches on the jump whose two sides raise the bound most."""

    def __init__(self, army_program: ArmyProgram, fewest: int | None) -> None:
        super().__init__(army_program.linear, army_program.jumps)
        self.army_program, self.region, self.fewest = army_program, army_program.region, fewest
        self.enough = TOLERANCE if fewest is None else fewest - 1 + TOLERANCE
        self.men = [row for row, cell in enumerate(self.region.cells) if self.region.is_man(cell)]
        self.target = self.region.rows[self.region.target]

    def prove(self, solution: Solution) -> Leaf | None:
        """Return whole weights near the duals that do prove it: simple ones first, then finer ones."""
        if solution.value <= self.enough:
            return None
        duals = [max(dual, 0.0) for dual in solution.dual]
        for denominator in DENOMINATORS:
            leaf = self._repaired(rounded(duals, denominator))
            if self._is_proof(leaf):
                return leaf
        return None

    def choose(self, solution: Solution) -> Split | None:
        value, counts, _ = self.army_program.of_the_region(solution)
        places = fractional(counts)
        if not places and value <= self.enough:
            raise FewerError(as_counts(self.region, counts))
        places = [place for place in places if self.region.is_named(self.region.jumps[place])]
        places.sort(key=lambda place: -abs(counts[place] - round(counts[place])))
        best: tuple[float, int] | None = None
        basis = self.program.basis()
        for place in places[:CANDIDATES]:
            sides = [self._side(place, floor(counts[place]), is_beyond, basis) for is_beyond in (False, True)]
            gained = sorted(side - value for side in sides)
            score = 100 * gained[0] + gained[1]
            if best is None or score > best[0]:
                best = score, place
        self.program.set_basis(basis)
        return None if best is None else Split(best[1], floor(counts[best[1]]))

    def _side(self, place: int, at_most: int, is_beyond: bool, basis: Any) -> float:
        """Return the bound on one side of a branch, no more than what is enough."""
        with self.bounded(place, at_most, is_beyond):
            self.program.set_basis(basis)
            return min(self.program.solve().value, self.enough + 0.5)

    def _repaired(self, weights: Sequence[int]) -> Leaf:
        """Make up for rounding: by a larger scale; where that must be 0, by making every cell heavier by as much."""
        gains = zip(gains_of(self.region.columns, weights), self.bounds, strict=True)
        most = max((gain for gain, bounds in gains if bounds[1] is None), default=0)
        if self.fewest is not None:
            return Leaf(tuple(weights), max(most, 0))
        if most > 0 and not self.region.is_open:
            weights = [weight + most for weight in weights]
        return Leaf(tuple(weights))

    def _is_proof(self, leaf: Leaf) -> bool:
        """Tell whether a leaf proves in whole numbers that no fewer jumps do within the bounds, or that none do."""
        gained = most_gained(gains_of(self.region.columns, leaf.weights), self.bounds, leaf.scale)
        if gained is None:
            return False
        value = leaf.weights[self.target] - sum(leaf.weights[row] for row in self.men) - gained
        return value > leaf.scale * (0 if self.fewest is None else self.fewest - 1)
