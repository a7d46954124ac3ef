"""The checker's own reading of an army problem: cells, men, the target, and a solution that is replayed man by man.

A place is (column, row): columns count from 0 to the right, rows from 1 upwards. The last line of a drawing is row 1.

    3 ..       a3 b3       (0, 3) (1, 3)
    2 o.   is  a2 b2  and  (0, 2) (1, 2)
    1 oo       a1 b1       (0, 1) (1, 1)

On the half-plane there is a cell at every pair of whole numbers, and a man on every cell of the front row and below it.
Only cells right of the left edge (column 0) and above the lower edge (row 1) of the problem's window have names, which
is all the window is for: nothing here ends at its edges.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from perfectplay.base.errors import InputError
from perfectplay.proof.board import DIRECTIONS, Jump, hole_name, read_drawing
from perfectplay.proof.json_text import is_whole_number, object_field, required_field, text_field
from perfectplay.proof.verdict import Rejected, counted, quoted

Place = tuple[int, int]
PlaceJump = tuple[Place, Place]
"""Where a jump starts and where it ends; the man jumped over stands halfway."""

_NAME = re.compile(r"([a-z]+)([1-9][0-9]*)")
LONGEST_NAME = 20
"""Characters in the name of a cell: enough for any that a man can walk to."""


@dataclass(frozen=True, slots=True)
class Field:
    """Where there are cells, where men stand at the start, and where one of them is to go."""

    lattice: str
    target: Place
    cells: dict[Place, bool] | None  # whether a man stands on each cell; None on the half-plane
    front: int  # the highest row of the army on the half-plane

    @property
    def steps(self) -> list[Place]:
        """Return the steps (right, up) to the neighbours of a cell."""
        return [(right, -down) for right, down in DIRECTIONS[self.lattice]]

    def is_cell(self, place: Place) -> bool:
        """Tell whether there is a cell at a place."""
        return self.cells is None or place in self.cells

    def is_manned(self, place: Place) -> bool:
        """Tell whether a man stands at a place at the start."""
        return place[1] <= self.front if self.cells is None else self.cells.get(place, False)

    def is_jump(self, source: Place, end: Place) -> bool:
        """Tell whether a jump can go from one place to another, were the men as it needs them."""
        over = middle((source, end))
        along = over[0] - source[0], over[1] - source[1]
        is_straight = along in self.steps and (over[0] + along[0], over[1] + along[1]) == end
        return is_straight and self.is_cell(source) and self.is_cell(over) and self.is_cell(end)

    def jumps_about(self, place: Place) -> Iterator[tuple[PlaceJump, bool]]:
        """Yield each jump that starts at, goes over or ends at a place, with whether it ends there."""
        column, row = place
        for right, up in self.steps:
            for behind in (0, 1, 2):
                source = column - behind * right, row - behind * up
                end = source[0] + 2 * right, source[1] + 2 * up
                if self.is_cell(source) and self.is_cell(end) and self.is_cell(middle((source, end))):
                    yield (source, end), behind == 2

    def parse_cell(self, name: object) -> Place | None:
        """Return the place a name stands for, or None if no cell has that name."""
        found = _NAME.fullmatch(name) if isinstance(name, str) and len(name) <= LONGEST_NAME else None
        if found is None:
            return None
        column = 0
        for letter in found[1]:
            column = 26 * column + ord(letter) - ord("a") + 1
        place = column - 1, int(found[2])
        return place if self.is_cell(place) else None

    def parse_jump(self, text: object) -> PlaceJump | None:
        """Return the jump that a text such as d2-d4 stands for, or None if there is no such jump."""
        names = text.split("-") if isinstance(text, str) and len(text) <= 2 * LONGEST_NAME + 1 else []
        places = [place for name in names if (place := self.parse_cell(name)) is not None]
        if len(names) != 2 or len(places) != 2 or not self.is_jump(places[0], places[1]):
            return None
        return places[0], places[1]


@dataclass(frozen=True, slots=True)
class Numbered:
    """A drawn army with its cells as bits, for enumeration: bit i is set when there is a man on cell i."""

    jumps: tuple[Jump, ...]
    start: int
    target: int  # the bit of the target


def read_field(answer: dict[str, object]) -> Field:
    """Return the army problem of an answer, from its drawing or its level alone.

    >>> problem = {"family": "army", "lattice": "square", "start": [".", "o", "o"], "target": "a3"}
    >>> field = read_field({"problem": problem})
    >>> field.target, field.cells
    ((0, 3), {(0, 3): False, (0, 2): True, (0, 1): True})
    >>> window = {"width": 7, "depth": 4, "column": 3}
    >>> read_field({"problem": {"family": "army", "lattice": "square", "level": 2, "window": window}}).target
    (3, 6)
    """
    fields = object_field(answer, "problem")
    lattice = text_field(fields, "lattice")
    if lattice not in DIRECTIONS:
        raise InputError(f"unknown lattice {quoted(lattice)}: expected one of {', '.join(DIRECTIONS)}")
    if "level" in fields:
        if "start" in fields or "target" in fields:
            raise InputError("an army has a level above the half-plane, or a start and a target, not both")
        return _read_half_plane(fields, lattice)
    drawn = read_drawing(required_field(fields, "start"), "start")
    if not drawn:
        raise InputError("the start has no cells")
    lowest = max(row for _, row in drawn)  # lines below the board are no rows of it
    cells = {(column, lowest + 1 - row): has_man for (column, row), has_man in drawn.items()}
    target = required_field(fields, "target")
    if target is None:
        raise InputError("an answer about an army needs a target")
    place = Field(lattice, (0, 0), cells, 0).parse_cell(target)
    if place is None:
        raise InputError(f"target: {quoted(target)} is no cell of this board")
    return Field(lattice, place, cells, 0)


def _read_half_plane(fields: dict[str, object], lattice: str) -> Field:
    level = _read_number(fields, "level", 0)
    window = object_field(fields, "window")
    width, depth = _read_number(window, "width", 1), _read_number(window, "depth", 1)
    column = _read_number(window, "column", 0)
    if column >= width:
        raise InputError("not a saved answer: the target's column must lie in its window")
    return Field(lattice, (column, depth + level), None, depth)


def _read_number(values: dict[str, object], name: str, least: int) -> int:
    value = required_field(values, name)
    if not is_whole_number(value) or not isinstance(value, int) or value < least:
        found = quoted(value)
        raise InputError(f"not a saved answer: field {name!r} must be a whole number from {least}, found {found}")
    return value


def numbered(cells: dict[Place, bool], field: Field) -> Numbered:
    """Return a drawn army as bits."""
    number = {place: index for index, place in enumerate(cells)}
    jumps = [
        Jump(number[source], number[middle((source, end))], number[end])
        for place in cells
        for (source, end), _ in field.jumps_about(place)
        if source == place
    ]
    start = sum(1 << number[place] for place, has_man in cells.items() if has_man)
    return Numbered(tuple(jumps), start, 1 << number[field.target])


def middle(jump: PlaceJump) -> Place:
    """Return the place a jump goes over.

    >>> middle(((3, 2), (3, 4)))
    (3, 3)
    """
    (column, row), (end_column, end_row) = jump
    return (column + end_column) // 2, (row + end_row) // 2


def cell_name(place: Place) -> str:
    """Return the name of a cell, or where it is if it has none.

    >>> cell_name((3, 7)), cell_name((-1, 2))
    ('d7', '(-1, 2)')
    """
    column, row = place
    return hole_name(column, row - 1) if column >= 0 and row >= 1 else f"({column}, {row})"


def jump_name(jump: PlaceJump) -> str:
    """Return a jump as solutions write it, as far as its cells have names."""
    return f"{cell_name(jump[0])}-{cell_name(jump[1])}"


@dataclass(frozen=True, slots=True)
class March:
    """What a solution took: jumps, moves, the men that took part, and those that moved and are still there."""

    jumps: int
    moves: int
    men: int
    left: int


def play_march(field: Field, solution: object) -> March:
    """Play a list of move texts; reject it at the first jump the rules do not allow, or if it misses the target.

    A man is known by the place where he stood at the start, wherever he is now. He took part if he moved or was jumped
    over. A jump is one step; a text that goes on from the cell where the last one ended is the same move going on.

    >>> problem = {"family": "army", "lattice": "square", "start": ["..", ".o", "oo", ".o"], "target": "a3"}
    >>> field = read_field({"problem": problem})
    >>> play_march(field, ["b1-b3"])
    Traceback (most recent call last):
    perfectplay.proof.verdict.Rejected: move 1, b1-b3: b3 is not empty
    >>> play_march(read_field({"problem": problem | {"target": "b4"}}), ["b2-b4"])
    March(jumps=1, moves=1, men=2, left=1)
    """
    if not isinstance(solution, list):
        raise Rejected(f"expected a list of moves, found {quoted(solution)}")
    standing: dict[Place, Place | None] = {}  # who stands on each cell that has changed since the start
    moved: set[Place] = set()
    jumped: set[Place] = set()
    moves = 0
    last = None

    def who(place: Place) -> Place | None:
        return standing[place] if place in standing else place if field.is_manned(place) else None

    for turn, text in enumerate(solution, 1):
        names, places = _read_chain(field, text, turn)
        moves += places[0] != last
        last = places[-1]
        for (source_name, end_name), jump in zip(pairwise(names), pairwise(places), strict=True):
            where = f"move {turn}, {source_name}-{end_name}"
            source, over, end = jump[0], middle(jump), jump[1]
            if who(field.target) is not None:
                raise Rejected(f"{where}: it goes on although a man stands on the target")
            if not field.is_jump(source, end):
                raise Rejected(f"{where}: no jump of this board")
            man, victim = who(source), who(over)
            if man is None:
                raise Rejected(f"{where}: no man at {source_name}")
            if victim is None:
                raise Rejected(f"{where}: no man to jump over at {cell_name(over)}")
            if who(end) is not None:
                raise Rejected(f"{where}: {end_name} is not empty")
            standing |= {source: None, over: None, end: man}
            moved.add(man)
            jumped.add(victim)
    if who(field.target) is None:
        raise Rejected(f"no man stands on the target after its {counted(len(jumped), 'jump')}")
    return March(len(jumped), moves, len(moved | jumped) or 1, len(moved - jumped))


def _read_chain(field: Field, text: object, turn: int) -> tuple[list[str], list[Place]]:
    if not isinstance(text, str) or "-" not in text:
        raise Rejected(f"move {turn}: expected a text such as d2-d4, found {quoted(text)}")
    names = text.split("-")
    places = []
    for name in names:
        place = field.parse_cell(name)
        if place is None:
            raise Rejected(f"move {turn}: {quoted(name)} is no cell of this board")
        places.append(place)
    return names, places
