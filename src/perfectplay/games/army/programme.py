"""The programme of an army: how often must each jump be made to bring a man to the target?

Let jump j be made x_j >= 0 times.  Whatever the order, no cell ends with less than no man and the target with at least
one, so for any weights w >= 0 of the cells

    sum x_j g_j  >=  w(target) - w(army),    where g_j = w(end) - w(origin) - w(over) is the gain of jump j.

The least sum of the x_j in real numbers is a bound on the jumps, and its dual are weights that prove it; the least in
whole numbers is the fewest jumps themselves, since the fewest can be put in order (order.py).

To have an answer always, a cell may also be short of men, for which `penalty` has to be paid.
"""

from collections import Counter
from collections.abc import Sequence
from math import ceil, floor
from random import Random

from perfectplay.games.army.region import Hop, Region
from perfectplay.games.pegs.programme import Effort

TOLERANCE = 1e-6
DIVES = 12
MOST_CHANGES_OF_MIND = 20


class Programme:
    """The linear programme of a region, kept between questions so that each starts from the last answer."""

    def __init__(self, region: Region, jump_cost: float, penalty: float) -> None:
        import highspy
        import numpy as np

        self.region, self.numpy = region, np
        self.hops, self.rows = len(region.hops), len(region.cells)
        self.infinity = highspy.kHighsInf
        self.solver = highspy.Highs()
        self.solver.setOptionValue("output_flag", False)
        self.solver.setOptionValue("threads", 1)
        entries: list[tuple[list[int], list[float]]] = [_entries(region, hop) for hop in region.hops]
        entries += [([row], [1.0]) for row in range(self.rows)]
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = len(entries), self.rows
        model.col_cost_ = np.array([jump_cost] * self.hops + [penalty] * self.rows)
        model.col_lower_, model.col_upper_ = np.zeros(len(entries)), np.full(len(entries), self.infinity)
        model.row_lower_ = np.array([region.demand(cell) for cell in region.cells], float)
        model.row_upper_ = np.full(self.rows, self.infinity)
        model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        model.a_matrix_.start_ = np.cumsum([0, *(len(rows) for rows, _ in entries)])
        model.a_matrix_.index_ = np.array([row for rows, _ in entries for row in rows], np.int32)
        model.a_matrix_.value_ = np.array([value for _, values in entries for value in values])
        self.solver.passModel(model)

    def keep_within(self, hop: int, least: int, most: int | None) -> None:
        """Ask about counts of a jump within bounds."""
        self.solver.changeColBounds(hop, float(least), self.infinity if most is None else float(most))

    def set_costs(self, costs: Sequence[float]) -> None:
        """Ask for the least sum of other costs of the jumps."""
        np = self.numpy
        self.solver.changeColsCost(self.hops, np.arange(self.hops, dtype=np.int32), np.array(costs))

    def solve(self) -> tuple[float, list[float], list[float]]:
        """Return the least cost, the counts of the jumps, and the duals of the cells."""
        self.solver.run()
        solution, info = self.solver.getSolution(), self.solver.getInfo()
        return info.objective_function_value, list(solution.col_value)[: self.hops], list(solution.row_dual)

    def whole_counts(self, seconds: float) -> Counter[Hop] | None:
        """Return the fewest whole counts, by HiGHS's own branching; None if it took too long."""
        import highspy

        self.solver.changeColsIntegrality(
            self.hops, self.numpy.arange(self.hops, dtype=self.numpy.int32), [highspy.HighsVarType.kInteger] * self.hops
        )
        self.solver.setOptionValue("mip_abs_gap", 0.999)  # the sum is whole: more than k - 1 is k
        self.solver.setOptionValue("time_limit", min(seconds, self.infinity))
        self.solver.run()
        if self.solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        return as_counts(self.region, list(self.solver.getSolution().col_value)[: self.hops])


def _entries(region: Region, hop: Hop) -> tuple[list[int], list[float]]:
    pairs = [
        (region.rows[cell], sign) for cell, sign in zip(hop, (-1.0, -1.0, 1.0), strict=True) if cell in region.rows
    ]
    return [row for row, _ in pairs], [sign for _, sign in pairs]


def as_counts(region: Region, values: Sequence[float]) -> Counter[Hop]:
    """Return whole counts from numbers near them."""
    return Counter({hop: round(value) for hop, value in zip(region.hops, values, strict=True) if round(value)})


def fractional(values: Sequence[float]) -> list[int]:
    """Return the places of the numbers that are not whole."""
    return [place for place, value in enumerate(values) if abs(value - round(value)) > TOLERANCE]


def dive(region: Region, enough: int, effort: Effort, seed: int = 1) -> Counter[Hop] | None:
    """Return the fewest whole counts that rounding leads to, if it leads to any; so few are `enough`.

    Costs that differ a little lead to other corners, many of which are whole where the bound is tight; where one is
    not, a count is rounded up and kept, and so on.  That takes milliseconds where HiGHS's own branching takes seconds.
    """
    chance = Random(seed)
    best: Counter[Hop] | None = None
    penalty = 4.0 * len(region.cells)
    for number in range(DIVES):
        if number and not effort.has_time():
            break
        programme = Programme(region, 1.0, penalty)
        programme.set_costs([1 + 0.5 * chance.random() for _ in region.hops])
        counts = _rounded(programme, penalty, chance, effort)
        if counts is not None and (best is None or counts.total() < best.total()):
            best = counts
            if best.total() <= enough:
                break
    return best


def least_among(region: Region, counts: Counter[Hop]) -> Counter[Hop]:
    """Leave out of counts that are enough what can be spared."""
    programme = Programme(region, 1.0, 4.0 * counts.total())
    for place, hop in enumerate(region.hops):
        programme.keep_within(place, 0, counts[hop])
    least = programme.whole_counts(programme.infinity)
    assert least is not None and region.is_enough(least), "the counts themselves would do"
    return least


def _rounded(programme: Programme, penalty: float, chance: Random, effort: Effort) -> Counter[Hop] | None:
    minds = MOST_CHANGES_OF_MIND
    value, counts, _ = programme.solve()
    while value < penalty - TOLERANCE and effort.has_time():
        places = fractional(counts)
        if not places:
            return as_counts(programme.region, counts)
        place = max(places, key=lambda place: counts[place] - floor(counts[place]) + 0.3 * chance.random())
        before = counts[place]
        programme.keep_within(place, ceil(before), None)
        value, counts, _ = programme.solve()
        if value >= penalty - TOLERANCE:
            minds -= 1
            if minds < 0:
                return None
            programme.keep_within(place, 0, floor(before))
            value, counts, _ = programme.solve()
    return None
