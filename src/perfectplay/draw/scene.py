"""What a position looks like, without saying how it is drawn: the one thing `draw/` needs to know."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """A place on the board, its centre in units of the distance between neighbours, y growing downwards."""

    name: str
    x: float
    y: float
    piece: str = ""  # "" for an empty cell, "o" for a plain piece, any other short text is written on the piece
    note: str = ""  # written into the cell while it is empty, in place of its name
    is_marked: bool = False  # the cell is the target
    colour: str = ""  # colour of the piece: "red", "green", "yellow", "white", or "" for the ordinary one
    stands_for: str = ""  # the cell that pressing this one means, such as the lowest empty one of its column


@dataclass(frozen=True, slots=True)
class Scene:
    """All cells of one position."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A quantity that only falls: what is left of it, the least the goal needs, and the words for what is left."""

    value: float
    needed: float
    text: str


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of a replay: the position after a move, and the cells the mover visited in order.

    Either all frames of a replay have a bar or none has.
    """

    scene: Scene
    caption: str
    trail: tuple[str, ...] = ()
    bar: Bar | None = None
