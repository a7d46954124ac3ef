"""What an editor of problems has to know of a family: what can be drawn and said, and how that becomes a problem."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from perfectplay.base.errors import InputError
from perfectplay.base.files import text_address

NOTHING = " "  # in an overlay, a cell without a mark
MOST_TEXT = 25_000  # characters of a field: more than the longest list of dice has


@dataclass(frozen=True, slots=True)
class Layer:
    """One of the drawings on top of each other: the board with its pieces, or marks on its cells such as a goal.

    An overlay may be left out, and has its marks on cells alone.  Where nobody has drawn, a layer has its blank mark.
    """

    name: str
    title: str
    blank: str = NOTHING
    is_overlay: bool = False


class DrawingError(InputError):
    """Something is wrong at a place of a layer; its row and column count from 0, what people read from 1."""

    def __init__(self, layer: Layer, row: int, column: int, message: str) -> None:
        self.layer, self.line, self.column = layer.name, row + 1, column + 1
        super().__init__(f"{layer.title}, line {self.line}, column {self.column}: {message}")


@dataclass(frozen=True, slots=True)
class CellKind:
    """What a cell can be made in a layer: its mark in the drawing, and what it looks like, as in a scene.

    `piece` is None where there is no cell at all, "" for an empty cell.
    """

    mark: str
    name: str
    about: str
    layer: str
    piece: str | None = ""
    colour: str = ""
    is_single: bool = False  # at most one cell of a drawing is of this kind


@dataclass(frozen=True, slots=True)
class FormField:
    """Something that a problem file can say besides its drawings; an empty text leaves it out."""

    name: str
    title: str
    about: str
    choices: tuple[str, ...] | None = None
    default: str = ""


@dataclass(frozen=True, slots=True)
class Sketch:
    """The drawing of each layer, row by row, and what stands in the fields."""

    layers: Mapping[str, Sequence[str]]
    fields: Mapping[str, str] = field(default_factory=dict)

    @property
    def columns(self) -> int:
        return max((len(row) for rows in self.layers.values() for row in rows), default=0)

    @property
    def rows(self) -> int:
        return max((len(rows) for rows in self.layers.values()), default=0)


class Drawn(NamedTuple):
    """The text of a problem file, and the items of a spec for what a file cannot say."""

    text: str
    items: Sequence[str] = ()


class Editor(ABC):
    """What an editor can draw; a family names an object of its subclass as the part `editor`."""

    family: str
    about: str
    layers: Sequence[Layer]
    kinds: Sequence[CellKind]
    fields: Sequence[FormField] = ()
    most_columns: int
    most_rows: int
    is_triangle = False  # row 1 has one place, row 2 has two, and so on
    slant: tuple[str, str] | None = None  # a field and its value for which each row is drawn half a cell to the left
    blank: Sketch  # what an editor shows at first

    @abstractmethod
    def drawn(self, sketch: Sketch) -> Drawn:
        """Return the problem file of a sketch that was checked, or raise InputError."""

    @abstractmethod
    def sketch_of(self, problem: Any) -> Sketch:
        """Return what to draw for an existing problem, or raise InputError if it cannot be drawn."""

    def spec(self, sketch: Sketch) -> str:
        """Return the address of the problem that a sketch stands for; loading it finds what else may be wrong."""
        self.check(sketch)
        drawn = self.drawn(sketch)
        return f"{self.family}/{text_address(drawn.text)}" + (f":{','.join(drawn.items)}" if drawn.items else "")

    def begin(self, problem: Any = None) -> Sketch:
        """Return what to begin with, every field filled in: an existing problem, or a blank sheet."""
        sketch = self.blank if problem is None else self.sketch_of(problem)
        self._check_size(sketch)
        return Sketch(sketch.layers, {entry.name: entry.default for entry in self.fields} | {**sketch.fields})

    def check(self, sketch: Sketch) -> None:
        """Refuse what this editor cannot have drawn, in words that say where it is."""
        for what, found, known in (
            ("layer", sketch.layers, [layer.name for layer in self.layers]),
            ("field", sketch.fields, [entry.name for entry in self.fields]),
        ):
            for name in found:
                if name not in known:
                    raise InputError(f"unknown {what} {name[:20]!r}; known are {', '.join(known) or 'none'}")
        for entry in self.fields:
            _check_field(entry, sketch.fields.get(entry.name, ""))
        self._check_size(sketch)
        for layer in self.layers:
            self._check_marks(layer, sketch.layers.get(layer.name, ()))
        self._check_overlays(sketch)

    def _check_size(self, sketch: Sketch) -> None:
        if sketch.rows > self.most_rows or sketch.columns > self.most_columns:
            raise InputError(
                f"a drawing of {sketch.columns:,} columns and {sketch.rows:,} rows; "
                f"there is room for {self.most_columns} columns and {self.most_rows} rows"
            )

    def _check_marks(self, layer: Layer, rows: Sequence[str]) -> None:
        kinds = {kind.mark: kind for kind in self.kinds if kind.layer == layer.name}
        seen: set[str] = set()
        for row, column, mark in _places(rows):
            if self.is_triangle and column > row:
                raise DrawingError(layer, row, column, f"line {row + 1} of a triangle has {row + 1} places")
            if layer.is_overlay and mark == NOTHING:
                continue
            if mark not in kinds:
                known = ", ".join(f"{mark!r} ({kind.name})" for mark, kind in kinds.items())
                raise DrawingError(layer, row, column, f"{mark!r} is none of {known}")
            if kinds[mark].is_single and mark in seen:
                raise DrawingError(layer, row, column, f"{kinds[mark].name} for the second time; it is drawn once")
            seen.add(mark)

    def _check_overlays(self, sketch: Sketch) -> None:
        """Refuse marks where there is no cell below them."""
        cells = {kind.mark for kind in self.kinds if kind.piece is not None}
        below = [layer.name for layer in self.layers if not layer.is_overlay]
        places = {(row, column) for name in below for row, column, mark in self.marks(sketch, name) if mark in cells}
        for layer in self.layers:
            for row, column, _ in self.marks(sketch, layer.name) if layer.is_overlay else ():
                if (row, column) not in places:
                    raise DrawingError(layer, row, column, "there is no cell below it")

    def marks(self, sketch: Sketch, layer: str) -> Iterator[tuple[int, int, str]]:
        """Yield row, column and mark of whatever is drawn in a layer; spaces are nothing."""
        return (place for place in _places(sketch.layers.get(layer, ())) if place[2] != NOTHING)


def _places(rows: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    return ((row, column, mark) for row, line in enumerate(rows) for column, mark in enumerate(line))


def _check_field(entry: FormField, value: str) -> None:
    if len(value) > MOST_TEXT:
        raise InputError(f"{entry.title} has {len(value):,} characters; at most {MOST_TEXT:,} are read")
    if not value.isprintable():  # a line of a problem file must stay one line
        raise InputError(f"{entry.title} has a character that cannot be printed, such as the end of a line")
    if value and entry.choices is not None and value not in entry.choices:
        raise InputError(f"{entry.title} is one of {', '.join(entry.choices)}, not {value[:20]!r}")
