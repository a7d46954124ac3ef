"""A proof that is painted on a board."""

from dataclasses import dataclass

from perfectplay.draw.scene import Scene

MOST_PAINTINGS = 4  # a reader follows no further in one proof


@dataclass(frozen=True, slots=True)
class Painting:
    """Part of a proof: weights or marks on the cells of a board, and the arithmetic beside it, line by line.

    The note of a cell is its weight; where a piece stands, the weight is written on the piece too.
    """

    title: str
    scene: Scene
    arithmetic: tuple[str, ...]
