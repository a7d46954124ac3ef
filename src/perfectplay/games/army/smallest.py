"""The smallest army: the fewest jumps that bring a man to the target, with a proof that there are not fewer.

On a board the fewest jumps are those of its programme, in whole numbers.  On the plane the jumps are looked for on the
cells that are drawn, and the bound comes from a window that is open to the plane: where they meet, the minimum holds
for the whole plane.
"""

from collections import Counter
from dataclasses import dataclass
from math import ceil
from typing import Any

from perfectplay.games.army.bound import FewerError, Leaf, prove_fewest, prove_impossible
from perfectplay.games.army.half_plane import radius
from perfectplay.games.army.order import put_in_order
from perfectplay.games.army.problem import ArmyProblem
from perfectplay.games.army.programme import TOLERANCE, Programme, dive, least_among
from perfectplay.games.army.region import Hop, Region, board_region, window_region
from perfectplay.games.pegs.board import Jump
from perfectplay.games.pegs.programme import Effort


@dataclass(frozen=True, slots=True)
class Smallest:
    """What was found: jumps that can be made, or none; and a certificate of the bound, or of impossibility."""

    jumps: tuple[Jump, ...] | None
    certificate: dict[str, Any] | None


def find_smallest(problem: ArmyProblem, target: int, effort: Effort) -> Smallest:
    """Find the fewest jumps to a cell outside the army and prove that fewer do not do, or that it is impossible.

    One weight function that proves the latter is asked for before: `refuting_weights`.
    Without jumps and without a certificate the effort was not enough; with jumps alone it was not enough for the proof.
    """
    region = board_region(problem, target)
    window = region
    if problem.half_plane is not None:
        window = window_region(problem, target, radius(problem.board.lattice, problem.half_plane.level))
    bound, _, _ = Programme(window, 1.0, float(len(window.cells))).solve()
    counts = dive(region, ceil(bound - TOLERANCE), effort)
    if counts is None and not window.is_open and (refutation := prove_impossible(region, effort)) is not None:
        return Smallest(None, {"kind": "tree", "tree": refutation.as_json(region)})
    if counts is None and effort.has_time():
        counts = _fewest_by_highs(region, effort)
    is_best = False
    while counts is not None:
        try:
            proof = prove_fewest(window, counts.total(), effort)
        except FewerError as error:  # the proof came upon fewer; on the plane they may use men who are not there
            better: Counter[Hop] | None = error.counts
            if not region.is_enough(error.counts):
                better = None if is_best else _fewest_by_highs(region, effort)
                is_best = True
            if better is not None:
                counts = better
                continue
            proof = None
        certificate = None if proof is None else {"kind": "bound", "tree": proof.as_json(window)}
        return Smallest(_in_order(region, counts), certificate)
    return Smallest(None, None)


def _fewest_by_highs(region: Region, effort: Effort) -> Counter[Hop] | None:
    counts = Programme(region, 1.0, 4.0 * len(region.cells)).whole_counts(effort.seconds_left())
    return counts if counts is not None and region.is_enough(counts) else None


def _in_order(region: Region, counts: Counter[Hop]) -> tuple[Jump, ...]:
    order = put_in_order(region, counts) or put_in_order(region, least_among(region, counts))
    assert order is not None, "least counts can be put in order"
    index = region.problem.board.index
    return tuple(Jump(index[hop.origin], index[hop.over], index[hop.target]) for hop in order)


def refuting_weights(problem: ArmyProblem, target: int) -> dict[str, Any] | None:
    """Return the certificate of a weight function that no army of a board outweighs, if there is one."""
    region = board_region(problem, target)
    leaf = prove_impossible(region, Effort(1, float("inf")))
    return {"kind": "weights", "functions": [leaf.as_json(region)["weights"]]} if isinstance(leaf, Leaf) else None
