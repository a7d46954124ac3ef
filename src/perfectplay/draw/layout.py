"""Where things go on a drawing: cell centres, the board's outline, text that fits.  Shared by the picture and the page.

Drawings use 40 units between neighbouring cells and not 1, because some viewers refuse or round fonts smaller than a
unit.  The origin is the upper left corner of the board's bounding box, so a drawing needs no negative numbers.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from perfectplay.draw.scene import Bar, Frame, Scene

UNIT = 40
MARGIN = 33  # distance from the centre of an outermost cell to the edge of the drawing
PIECE_RADIUS = 14.5
RING_RADIUS = 16.5  # around the cell a mover came from: its name stays readable inside
MARK_RADIUS = 19.5  # around the target: wide enough to show outside a piece and outside the mover's ring
ARROW_HEAD = 13  # length of the head; the line stops where the head begins, so that its end cannot poke out of the tip

Point = tuple[float, float]

NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Layout:
    """The cells of a board in drawing units; equal layouts mean that two scenes show the same board."""

    names: tuple[str, ...]
    centres: tuple[Point, ...]
    width: float
    height: float

    def trail_points(self, trail: Sequence[str]) -> tuple[Point, ...]:
        """Return the corners of the arrow through the named cells.

        It starts at the ring around its first cell and its head only touches the piece on its last: it hides neither.
        Between neighbours there is no room for that: there the head ends at the last cell's centre.
        """
        for name in trail:
            if name not in self.names:
                raise ValueError(f"the trail passes {name!r}, which is no cell of the board")
        points = [self.centres[self.names.index(name)] for name in trail]
        if len(points) < 2:
            return tuple(points)
        start = stop_short(points[1], points[0], RING_RADIUS)
        stop = PIECE_RADIUS + ARROW_HEAD
        is_near = math.dist(points[-2], points[-1]) <= RING_RADIUS + stop
        end = stop_short(points[-2], points[-1], ARROW_HEAD if is_near else stop)
        return (start, *points[1:-1], end)


def lay_out(scene: Scene) -> Layout:
    """Place the cells of a scene, or say in one line why they make no board.

    >>> from perfectplay.draw.scene import Cell
    >>> lay_out(Scene((Cell("a1", 0, 0), Cell("b1", 1, 0)))).centres
    ((33, 33), (73, 33))
    """
    names = tuple(cell.name for cell in scene.cells)
    if not names:
        raise ValueError("a scene without cells cannot be drawn")
    known = set(names)
    if len(known) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the scene has more than one cell named {twice!r}")
    for cell in scene.cells:
        if cell.stands_for and cell.stands_for not in known:
            raise ValueError(f"the cell {cell.name!r} stands for {cell.stands_for!r}, which is no cell of the scene")
    if not all(math.isfinite(cell.x) and math.isfinite(cell.y) for cell in scene.cells):
        raise ValueError("a cell's coordinates must be finite numbers")
    left, top = min(cell.x for cell in scene.cells), min(cell.y for cell in scene.cells)
    centres = tuple((MARGIN + UNIT * (cell.x - left), MARGIN + UNIT * (cell.y - top)) for cell in scene.cells)
    return Layout(names, centres, MARGIN + max(x for x, _ in centres), MARGIN + max(y for _, y in centres))


def shared_layout(scenes: Iterable[tuple[str, Scene]]) -> Layout:
    """Return the one layout that all scenes have; a replay on two different boards is a mistake worth stopping at.

    Each scene comes with what to call it in the message.

    >>> from perfectplay.draw.scene import Cell
    >>> shared_layout([("frame 0", Scene((Cell("a1", 0, 0),))), ("frame 1", Scene((Cell("a2", 0, 1),)))])
    Traceback (most recent call last):
    ValueError: frame 1 has other cells than frame 0: all must share names and coordinates
    """
    first: Scene | None = None
    for description, scene in scenes:
        if first is None:
            first, first_description = scene, description
            places = [(cell.name, cell.x, cell.y) for cell in scene.cells]
        elif [(cell.name, cell.x, cell.y) for cell in scene.cells] != places:
            raise ValueError(
                f"{description} has other cells than {first_description}: all must share names and coordinates"
            )
    if first is None:
        raise ValueError("there are no frames to draw")
    return lay_out(first)


def frame_scenes(frames: Iterable[Frame]) -> Iterator[tuple[str, Scene]]:
    """Name the scenes of a replay for `shared_layout`."""
    return ((f"frame {index}", frame.scene) for index, frame in enumerate(frames))


def shared_bars(frames: Sequence[Frame]) -> tuple[Bar, ...]:
    """Return the bars of a replay, none if it has none; a gap in a row of bars is a mistake worth stopping at.

    >>> shared_bars([Frame(Scene(()), "start", bar=Bar(2, 1, "2 left")), Frame(Scene(()), "move")])
    Traceback (most recent call last):
    ValueError: frame 1 has no bar and frame 0 has one: all frames of a replay have a bar, or none has
    """
    bars = []
    for index, frame in enumerate(frames):
        if (frame.bar is None) != (frames[0].bar is None):
            here, there = ("no bar", "one") if frame.bar is None else ("a bar", "none")
            raise ValueError(
                f"frame {index} has {here} and frame 0 has {there}: all frames of a replay have a bar, or none has"
            )
        if frame.bar is not None:
            bars.append(frame.bar)
            if not all(math.isfinite(amount) and amount >= 0 for amount in (frame.bar.value, frame.bar.needed)):
                raise ValueError(f"the bar of frame {index} must have finite amounts of at least 0")
    return tuple(bars)


def full_bar(bars: Sequence[Bar]) -> float:
    """Return the amount that fills a bar: the largest value, or what is needed where even that falls short of it.

    >>> full_bar([Bar(2.5, 1, ""), Bar(1.5, 1, "")]), full_bar([Bar(0.5, 1, "")]), full_bar([Bar(0, 0, "")])
    (2.5, 1, 1)
    """
    return max(max(bar.value, bar.needed) for bar in bars) or 1


def stop_short(start: Point, end: Point, distance: float) -> Point:
    """Return the point that lies `distance` before `end`, coming from `start`; `end` itself if they are too close.

    >>> stop_short((0, 0), (80, 0), 20)
    (60.0, 0.0)
    """
    length = math.dist(start, end)
    if length <= distance:
        return end
    keep = 1 - distance / length
    return start[0] + keep * (end[0] - start[0]), start[1] + keep * (end[1] - start[1])


def outline(points: Iterable[Point]) -> tuple[Point, ...]:
    """Return the corners of the convex hull (Andrew's monotone chain): drawn with a fat round stroke it is the board.

    One rule then serves every shape: a square gets round corners, the English cross becomes the octagon it is carved
    from, and a row becomes a bar.

    >>> outline([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2)])
    ((0, 0), (2, 0), (2, 2), (0, 2))
    """
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)

    def half(way: Iterable[Point]) -> list[Point]:
        chain: list[Point] = []
        for point in way:
            while len(chain) > 1 and turn(chain[-2], chain[-1], point) <= 1e-9:
                chain.pop()
            chain.append(point)
        return chain[:-1]

    return tuple(half(ordered) + half(reversed(ordered)))


def turn(first: Point, second: Point, third: Point) -> float:
    """Return twice the signed area of a triangle: positive for a turn to one side, negative for the other."""
    return (second[0] - first[0]) * (third[1] - first[1]) - (second[1] - first[1]) * (third[0] - first[0])


def font_size(text: str, largest: float) -> float:
    """Return the size at which a short text still fits into a piece or hole: two signs are as wide as one is high.

    >>> font_size("3", 18), font_size("12", 18), font_size("1000", 18)
    (18, 18.0, 9.0)
    """
    return largest if len(text) < 2 else largest * 2 / len(text)


def note_size(note: str) -> float:
    """Return the size of a note: it may fill its hole, since nobody needs the hole and everybody the note.

    >>> note_size("✗"), note_size("20"), note_size("100")
    (16, 13.5, 9.5)
    """
    return 16 if len(note) < 2 else min(13.5, 28.5 / len(note))


def wrapped(caption: str, width: int) -> list[str]:
    """Break a caption into lines at spaces and after hyphens: a long sweep is all hyphens, which `textwrap` would keep.

    >>> wrapped("d2-d4-f4-f6 wins", 7)
    ['d2-d4-', 'f4-f6', 'wins']
    """
    lines = [""]
    for word in re.split(r"(?<=[-\s])", caption):
        for piece in (word[start : start + width] for start in range(0, len(word), width)):
            if len((lines[-1] + piece).rstrip()) > width:
                lines.append("")
            lines[-1] += piece
    return [line.strip() for line in lines]


def number(value: float) -> str:
    """Write a coordinate with at most two decimals and no trailing zeros: a hundredth of a unit is invisible.

    >>> number(33.0), number(67.64101615)
    ('33', '67.64')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def printable(text: str) -> str:
    """Replace the few characters that XML forbids even when escaped.

    >>> printable("a\\x00b")
    'a�b'
    """
    return NOT_IN_XML.sub("\ufffd", text)
