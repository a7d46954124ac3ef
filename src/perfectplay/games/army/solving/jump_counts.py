"""The linear and the integer program of an army: how often must each jump be made to bring a man to the target?

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

from perfectplay.base.limits import LimitHitError
from perfectplay.games.army.solving.region import CellJump, Region
from perfectplay.search.linear.program import TOLERANCE, LinearProgram, Solution
from perfectplay.search.watch import Watch

WHOLE_GAP = 0.999  # the sum is whole: more than k - 1 is k
DIVES = 12
MOST_CHANGES_OF_MIND = 20


class ArmyProgram:
    """The linear program of a region."""

    def __init__(self, region: Region, jump_cost: float, penalty: float, watch: Watch) -> None:
        self.region = region
        self.jumps, rows = len(region.jumps), len(region.cells)
        costs = [jump_cost] * self.jumps + [penalty] * rows
        columns = [*region.columns, *({row: 1} for row in range(rows))]
        self.linear = LinearProgram(watch, costs, columns, [region.demand(cell) for cell in region.cells])

    def keep_within(self, jump: int, least: int, most: int | None) -> None:
        """Ask about counts of a jump within bounds."""
        self.linear.set_bounds(jump, least, most)

    def solve(self) -> Solution:
        """Return the least cost, the counts of the jumps, and the duals of the cells."""
        return self.of_the_region(self.linear.solve())

    def of_the_region(self, solution: Solution) -> Solution:
        """Return the part of a solution that jumps and cells have."""
        return solution._replace(primal=solution.primal[: self.jumps])

    def whole_counts(self) -> Counter[CellJump] | None:
        """Return the fewest whole counts, by HiGHS's own branching."""
        found = self.linear.solve_whole(self.jumps, WHOLE_GAP)
        return None if found is None else as_counts(self.region, found[: self.jumps])


def as_counts(region: Region, values: Sequence[float]) -> Counter[CellJump]:
    """Return whole counts from numbers near them."""
    return Counter({jump: round(value) for jump, value in zip(region.jumps, values, strict=True) if round(value)})


def fractional(values: Sequence[float]) -> list[int]:
    """Return the places of the numbers that are not whole."""
    return [place for place, value in enumerate(values) if abs(value - round(value)) > TOLERANCE]


def dive(region: Region, enough: int, watch: Watch, seed: int = 1) -> Counter[CellJump] | None:
    """Return the fewest whole counts that rounding leads to, if it leads to any; so few are `enough`.

    Costs that differ a little lead to other corners, many of which are whole where the bound is tight; where one is
    not, a count is rounded up and kept, and so on.  That takes milliseconds where HiGHS's own branching takes seconds.
    A limit raises LimitHitError where nothing has been found yet.
    """
    chance = Random(seed)
    best: Counter[CellJump] | None = None
    penalty = 4.0 * len(region.cells)
    for _ in range(DIVES):
        try:
            program = ArmyProgram(region, 1.0, penalty, watch)
            program.linear.set_costs([1 + 0.5 * chance.random() for _ in region.jumps])
            counts = _rounded(program, penalty, chance)
        except LimitHitError:
            if best is None:
                raise
            break
        if counts is not None and (best is None or counts.total() < best.total()):
            best = counts
            if best.total() <= enough:
                break
    return best


def least_among(region: Region, counts: Counter[CellJump], watch: Watch) -> Counter[CellJump]:
    """Leave out of counts that are enough what can be spared."""
    program = ArmyProgram(region, 1.0, 4.0 * counts.total(), watch)
    for place, jump in enumerate(region.jumps):
        program.keep_within(place, 0, counts[jump])
    least = program.whole_counts()
    assert least is not None and region.is_enough(least), "the counts themselves would do"
    return least


def _rounded(program: ArmyProgram, penalty: float, chance: Random) -> Counter[CellJump] | None:
    minds = MOST_CHANGES_OF_MIND
    value, counts, _ = program.solve()
    while value < penalty - TOLERANCE:
        places = fractional(counts)
        if not places:
            return as_counts(program.region, counts)
        place = max(places, key=lambda place: counts[place] - floor(counts[place]) + 0.3 * chance.random())
        before = counts[place]
        program.keep_within(place, ceil(before), None)
        value, counts, _ = program.solve()
        if value >= penalty - TOLERANCE:
            minds -= 1
            if minds < 0:
                return None
            program.keep_within(place, 0, floor(before))
            value, counts, _ = program.solve()
    return None
