"""Proofs that no fewer jumps do, or that none do: a tree of bounds on counts, whose leaves each carry exact weights.

At a leaf jump j is made from least_j to most_j times.  From weights w >= 0 and a scale s it follows (programme.py) that

    s * sum x_j  >=  w(target) - w(army) + sum (s - g_j) x_j,

and each term of the last sum is at least (s - g_j) least_j, or (s - g_j) most_j where a jump gains more than s.  If
that is more than s * (fewest - 1), there are not fewer jumps than `fewest`; with s = 0 and a sum above 0 there is no
way at all.

Only jumps that touch a weighted cell or have bounds count, so that finitely many weights prove something about the
whole plane.  HiGHS finds the weights in floating point and is not believed: they are rounded, repaired and checked in
whole numbers.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor
from typing import Any

from perfectplay.games.army.programme import TOLERANCE, Programme, as_counts, fractional
from perfectplay.games.army.region import Cell, Hop, Region
from perfectplay.games.pegs.programme import Effort

DENOMINATORS = (1, 2, 6, 12, 60, 120, 2520, 1 << 20, 1 << 40)
CANDIDATES = 24  # of jumps to branch on, both sides of which are tried
DEEPEST = 200
PENALTY = 100.0  # for a man short, in times the jumps: no weight that proves anything is more

Bounds = dict[Hop, tuple[int, int | None]]


@dataclass(frozen=True, slots=True)
class Leaf:
    """Whole weights of cells, and the scale."""

    weights: dict[Cell, int]
    scale: int

    def as_json(self, region: Region) -> dict[str, Any]:
        named = {region.name(cell): str(weight) for cell, weight in sorted(self.weights.items())}
        return {"weights": named, "scale": str(self.scale)}


@dataclass(frozen=True, slots=True)
class Branch:
    """A jump is made at most so many times, or more often."""

    hop: Hop
    at_most: int
    within: "Tree"
    beyond: "Tree"

    def as_json(self, region: Region) -> dict[str, Any]:
        return {
            "jump": region.hop_name(self.hop),
            "at_most": self.at_most,
            "then": self.within.as_json(region),
            "else": self.beyond.as_json(region),
        }


Tree = Leaf | Branch


class FewerError(Exception):
    """Growing a proof came upon counts of fewer jumps."""

    def __init__(self, counts: Counter[Hop]) -> None:
        self.counts = counts


def prove_fewest(region: Region, fewest: int, effort: Effort) -> Tree | None:
    """Return a proof that fewer jumps do not do; None if the effort was not enough; raise FewerError if they do."""
    return _Grower(region, Programme(region, 1.0, PENALTY * fewest), fewest, effort).grow()


def prove_impossible(region: Region, effort: Effort) -> Tree | None:
    """Return a proof that no counts do; None if some do, or the effort was not enough."""
    try:
        return _Grower(region, Programme(region, 0.0, 1.0), None, effort).grow()
    except FewerError:
        return None


class _Grower:
    """Branch and bound, depth first, on the jump whose two sides raise the bound most."""

    def __init__(self, region: Region, programme: Programme, fewest: int | None, effort: Effort) -> None:
        self.region, self.programme, self.fewest, self.effort = region, programme, fewest, effort
        self.enough = TOLERANCE if fewest is None else fewest - 1 + TOLERANCE
        self.bounds: Bounds = {}
        self.places = {hop: place for place, hop in enumerate(region.hops)}

    def grow(self, depth: int = 0) -> Tree | None:
        """Return the proof below the bounds as they are."""
        if depth > DEEPEST or not self.effort.spend():
            return None
        value, counts, duals = self.programme.solve()
        if value > self.enough:
            leaf = self._exact_leaf(duals)
            if leaf is not None:
                return leaf
        chosen = self._choose(value, counts)
        if chosen is None:
            return None
        hop, at_most = chosen
        least, most = self.bounds.get(hop, (0, None))
        within = self._below(hop, (least, at_most), depth)
        beyond = None if within is None else self._below(hop, (at_most + 1, most), depth)
        return Branch(hop, at_most, within, beyond) if within is not None and beyond is not None else None

    def _below(self, hop: Hop, bounds: tuple[int, int | None], depth: int) -> Tree | None:
        with self._bounded(hop, bounds):
            return self.grow(depth + 1)

    def _bounded(self, hop: Hop, bounds: tuple[int, int | None]) -> "_Bounded":
        return _Bounded(self, hop, bounds)

    def set_bounds(self, hop: Hop, bounds: tuple[int, int | None]) -> None:
        self.bounds[hop] = bounds
        self.programme.keep_within(self.places[hop], *bounds)

    def _choose(self, value: float, counts: Sequence[float]) -> tuple[Hop, int] | None:
        """Return the jump to branch on, and where; None if none is left that can be named."""
        places = fractional(counts)
        if not places and value <= self.enough:
            raise FewerError(as_counts(self.region, counts))
        places = [place for place in places if self.region.is_named(self.region.hops[place])]
        places.sort(key=lambda place: -abs(counts[place] - round(counts[place])))
        best: tuple[float, int] | None = None
        basis = self.programme.solver.getBasis()
        for place in places[:CANDIDATES] if self.effort.has_time() else ():
            gained = sorted(self._side(place, counts[place], is_beyond, basis) - value for is_beyond in (False, True))
            score = 100 * gained[0] + gained[1]
            if best is None or score > best[0]:
                best = score, place
        self.programme.solver.setBasis(basis)
        return None if best is None else (self.region.hops[best[1]], floor(counts[best[1]]))

    def _side(self, place: int, count: float, is_beyond: bool, basis: Any) -> float:
        """Return the bound on one side of a branch, no more than what is enough."""
        hop = self.region.hops[place]
        least, most = self.bounds.get(hop, (0, None))
        with self._bounded(hop, (floor(count) + 1, most) if is_beyond else (least, floor(count))):
            self.programme.solver.setBasis(basis)
            return min(self.programme.solve()[0], self.enough + 0.5)

    def _exact_leaf(self, duals: Sequence[float]) -> Leaf | None:
        """Return whole weights near the duals that do prove it: simple ones first, then finer ones."""
        for denominator in DENOMINATORS:
            weights = {
                cell: weight
                for cell, dual in zip(self.region.cells, duals, strict=True)
                if (weight := round(max(dual, 0.0) * denominator))
            }
            leaf = self._repaired(weights)
            if proves(self.region, leaf, self.bounds, self.fewest):
                return leaf
        return None

    def _repaired(self, weights: dict[Cell, int]) -> Leaf:
        """Make up for rounding: by a larger scale; where that must be 0, by making every cell heavier by as much."""
        gains = dict(hop_gains(self.region, weights))
        most = max((gain for hop, gain in gains.items() if self.bounds.get(hop, (0, None))[1] is None), default=0)
        if self.fewest is not None:
            return Leaf(weights, max(most, 0))
        if most > 0 and not self.region.is_open:
            weights = {cell: weights.get(cell, 0) + most for cell in self.region.cells}
        return Leaf(weights, 0)


@dataclass(slots=True)
class _Bounded:
    """A context in which a count has other bounds."""

    grower: _Grower
    hop: Hop
    bounds: tuple[int, int | None]
    before: tuple[int, int | None] = (0, None)

    def __enter__(self) -> None:
        self.before = self.grower.bounds.get(self.hop, (0, None))
        self.grower.set_bounds(self.hop, self.bounds)

    def __exit__(self, *error: object) -> None:
        self.grower.set_bounds(self.hop, self.before)


def hop_gains(region: Region, weights: dict[Cell, int]) -> Iterator[tuple[Hop, int]]:
    """Yield what each jump of the region adds to the total."""
    weigh = weights.get
    for hop in region.hops:
        yield hop, weigh(hop.target, 0) - weigh(hop.origin, 0) - weigh(hop.over, 0)


def proves(region: Region, leaf: Leaf, bounds: Bounds, fewest: int | None) -> bool:
    """Tell whether a leaf proves, in whole numbers, that within the bounds no fewer jumps do (None: that none do)."""
    value = leaf.weights.get(region.target, 0) - sum(
        weight for cell, weight in leaf.weights.items() if region.is_man(cell)
    )
    for hop, gain in hop_gains(region, leaf.weights):
        least, most = bounds.get(hop, (0, None))
        if gain > leaf.scale and most is None:
            return False
        value += (leaf.scale - gain) * (most if gain > leaf.scale and most is not None else least)
    return bool(value > leaf.scale * (0 if fewest is None else fewest - 1))
