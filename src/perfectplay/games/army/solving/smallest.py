"""The smallest army: the fewest jumps that bring a man to the target, with a proof that there are not fewer.

On a board the fewest jumps are those of its program, in whole numbers.  On the plane the jumps are looked for on the
cells that are drawn, and the bound comes from a window that is open to the plane: where they meet, the minimum holds
for the whole plane.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, inf
from typing import Any, TypeVar

from perfectplay.base.limits import LimitHitError, Limits
from perfectplay.games.army.half_plane import radius
from perfectplay.games.army.problem import ArmyProblem
from perfectplay.games.army.solving.bound import (
    FewerError,
    named_tree,
    named_weights,
    prove_fewest,
    prove_impossible,
    refuting_leaf,
)
from perfectplay.games.army.solving.jump_counts import ArmyProgram, dive, least_among
from perfectplay.games.army.solving.order import put_in_order
from perfectplay.games.army.solving.region import CellJump, Region, board_region, window_region
from perfectplay.games.jumping.board import Jump
from perfectplay.search.linear.program import TOLERANCE
from perfectplay.search.linear.tree import Tree
from perfectplay.search.watch import Watch

ORDER_SECONDS = 0.5  # minimum number of seconds to put jumps in order, even after the time is up

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Smallest:
    """What was found: jumps that can be made, or none; and a certificate of the bound, or of impossibility.

    Without a certificate `stop` is the limit that was hit first; without one, no window was large enough for a proof.
    """

    jumps: tuple[Jump, ...] | None
    certificate: dict[str, Any] | None
    stop: LimitHitError | None = None


def find_smallest(problem: ArmyProblem, target: int, watch: Watch) -> Smallest:
    """Find the fewest jumps to a cell outside the army and prove that fewer do not do, or that it is impossible.

    One weight function that proves the latter is asked for before: `refuting_weights`.  Each node of a proof takes one
    position of the watch.
    """
    return _Finder(problem, target, watch).find()


class _Finder:
    """Tries one thing after another until a limit leaves nothing to try."""

    def __init__(self, problem: ArmyProblem, target: int, watch: Watch) -> None:
        self.watch = watch
        self.region = self.window = board_region(problem, target)
        if problem.half_plane is not None:
            self.window = window_region(problem, target, radius(problem.board.lattice, problem.half_plane.level))
        self.stop: LimitHitError | None = None

    def find(self) -> Smallest:
        region, window, watch = self.region, self.window, self.watch
        bound = self._try(lambda: ArmyProgram(window, 1.0, float(len(window.cells)), watch).solve())
        if bound is None:
            return Smallest(None, None, self.stop)
        counts = self._try(dive, region, ceil(bound.value - TOLERANCE), watch)
        if counts is None and not window.is_open:
            refutation = self._try(prove_impossible, region, watch)
            if refutation is not None:
                return Smallest(None, {"kind": "tree", "tree": named_tree(region, refutation)})
        if counts is None:
            counts = self._fewest_by_highs()
        return Smallest(None, None, self.stop) if counts is None else self._proved(counts)

    def _try(self, work: Callable[..., T], *arguments: Any) -> T | None:
        """Return what some work finds; None where a limit was hit."""
        if self.stop is not None and self.stop.limit != "positions":  # only proofs count positions
            return None
        try:
            return work(*arguments)
        except LimitHitError as error:
            self.stop = self.stop or error
            return None

    def _fewest_by_highs(self) -> Counter[CellJump] | None:
        region, watch = self.region, self.watch
        counts = self._try(lambda: ArmyProgram(region, 1.0, 4.0 * len(region.cells), watch).whole_counts())
        return counts if counts is not None and region.is_enough(counts) else None

    def _proved(self, counts: Counter[CellJump]) -> Smallest:
        """Prove that fewer jumps do not do; where a proof comes upon fewer, those are the counts."""
        is_best = False
        while True:
            proof: Tree | None = None
            try:
                proof = self._try(prove_fewest, self.window, counts.total(), self.watch)
            except FewerError as error:  # on the plane, the fewer jumps may use men who are not there
                better: Counter[CellJump] | None = error.counts
                if not self.region.is_enough(error.counts):
                    better = None if is_best else self._fewest_by_highs()
                    is_best = True
                if better is not None:
                    counts = better
                    continue
            certificate = None if proof is None else {"kind": "bound", "tree": named_tree(self.window, proof)}
            return Smallest(_in_order(self.region, counts, self.watch), certificate, self.stop)


def _in_order(region: Region, counts: Counter[CellJump], watch: Watch) -> tuple[Jump, ...]:
    order = put_in_order(region, counts)
    if order is None:
        seconds = max(ORDER_SECONDS, watch.seconds_left())
        limits = Limits(None if seconds == inf else seconds, watch.limits.memory)
        order = put_in_order(region, least_among(region, counts, Watch(limits)))
    assert order is not None, "least counts can be put in order"
    index = region.problem.board.index
    return tuple(Jump(index[jump.origin], index[jump.over], index[jump.target]) for jump in order)


def refuting_weights(problem: ArmyProblem, target: int, watch: Watch) -> dict[str, Any] | None:
    """Return the certificate of a weight function that no army of a board outweighs, if there is one."""
    region = board_region(problem, target)
    leaf = refuting_leaf(region, watch)
    return None if leaf is None else {"kind": "weights", "functions": [named_weights(region, leaf)]}
