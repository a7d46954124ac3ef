"""Turning and reflecting a board: positions that are images of each other need to be looked at only once.

A symmetry here is one of the eight turns and reflections of the drawing that takes holes to holes, jumps to jumps, the
start to itself and goals to goals. It takes every way from the start to a goal to another one with as many jumps and
moves. So of each position and its images one stands for all: the smallest as a number.
"""

from collections.abc import Callable
from itertools import product

from perfectplay.proof.board import PegProblem
from perfectplay.proof.budget import Budget

CHUNK = 11
"""Bits whose images are looked up at a time."""

MOST_HOLES = 128
"""Holes of a board whose images are looked at: no larger one can be enumerated anyway."""


def symmetries(problem: PegProblem) -> list[list[int]]:
    """Return where each hole goes, for every symmetry but the one that moves nothing.

    >>> from perfectplay.proof.board import read_problem
    >>> cross = {"lattice": "square", "start": [" o", "o.o", " o"], "goal": "any"}
    >>> len(symmetries(read_problem({"problem": cross})))
    7
    """
    number = {place: hole for hole, place in enumerate(problem.places)}
    width, height = (max(axis) for axis in zip(*problem.places, strict=True))
    jumps = {(jump.source, jump.over, jump.target) for jump in problem.jumps}
    found = []
    for is_turned, is_mirrored, is_flipped in product((False, True), repeat=3):
        images = []
        for column, row in problem.places:
            place = (width - column if is_mirrored else column, height - row if is_flipped else row)
            images.append(number.get((place[1], place[0]) if is_turned else place))
        holes = [hole for hole in images if hole is not None]
        if len(holes) < len(images) or holes == list(range(len(holes))):
            continue
        if {(holes[source], holes[over], holes[target]) for source, over, target in jumps} != jumps:
            continue
        if _image(problem.start, holes) == problem.start and problem.goal in (None, _image(problem.goal or 0, holes)):
            found.append(holes)
    return found


def make_canonical(problem: PegProblem, budget: Budget) -> Callable[[int], int]:
    """Return a function from a position to the smallest of its images; on a large board, to itself."""
    tables = []
    for holes in symmetries(problem) if len(problem.places) <= MOST_HOLES else []:
        chunks = []
        for first in range(0, len(holes), CHUNK):
            budget.spend(len(holes) << CHUNK - 4)
            bits = range(1 << min(CHUNK, len(holes) - first))
            chunks.append([_image(part << first, holes) for part in bits])
        tables.append(chunks)

    def canonical(position: int) -> int:
        least = position
        for chunks in tables:
            image, rest = 0, position
            for chunk in chunks:
                image |= chunk[rest & (1 << CHUNK) - 1]
                rest >>= CHUNK
            least = min(least, image)
        return least

    return canonical


def _image(position: int, holes: list[int]) -> int:
    return sum(1 << holes[hole] for hole in range(len(holes)) if position >> hole & 1)
