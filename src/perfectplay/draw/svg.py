"""Pictures of positions as SVG: one board, or a whole solution as a grid of small boards.

A drawing brings its own board colour and so reads on white and on black.  The shared shapes never depend on the board:
several drawings may sit in one web page or notebook, where equal identifiers must mean equal things.
"""

import zlib
from collections.abc import Iterable, Sequence, Set
from html import escape

from perfectplay.draw.layout import (
    MARGIN,
    MARK_RADIUS,
    PIECE_RADIUS,
    RING_RADIUS,
    Layout,
    font_size,
    frame_scenes,
    full_bar,
    lay_out,
    note_size,
    number,
    outline,
    printable,
    shared_bars,
    shared_layout,
    wrapped,
)
from perfectplay.draw.scene import Bar, Cell, Frame, Scene

NAMESPACE = "http://www.w3.org/2000/svg"
FONT = "system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
TRAIL_COLOUR, TRAIL_EDGE = "#d9401f", "#fff3dc"
MARK_COLOUR, MARK_EDGE = "#6a1b9a", "#fffaf0"
PAPER, INK, SOFT_INK = "#faf7f2", "#3b332b", "#6f665c"
BAR_COLOUR, BAR_TRACK = "#d39a2c", "#e2dacf"
# The edge has the colour of a hole: it shows only where an arrow passes, and keeps the name readable there.
LABEL_STYLE = 'fill="#fff4e0" stroke="#97703f" stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
# A note carries the meaning of its picture, so its edge is darker than any hole.
NOTE_STYLE = ' fill="#fff" stroke="#5a3a1a" stroke-width="2.5" font-weight="700"'
PIECE_STYLE = ' fill="#fff" font-weight="700"'

# The wood's gradient is in drawing units: fractions of the bounding box mean nothing for a board of one row.
DEFINITIONS = f"""<defs>
<linearGradient id="pp-wood" gradientUnits="userSpaceOnUse" x2="260" y2="340" spreadMethod="reflect">\
<stop stop-color="#ecd3aa"/><stop offset="1" stop-color="#d9b583"/></linearGradient>
<linearGradient id="pp-hollow" x2="0" y2="1"><stop stop-color="#8a6238"/>\
<stop offset="1" stop-color="#b58a58"/></linearGradient>
<radialGradient id="pp-shine" cx=".36" cy=".3" r=".75"><stop stop-color="#9cc0dd"/>\
<stop offset=".4" stop-color="#3f749f"/><stop offset="1" stop-color="#1b3d5e"/></radialGradient>
<g id="pp-hole"><circle cy="1.2" r="12" fill="#fff" opacity=".45"/><circle r="12" fill="url(#pp-hollow)"/></g>
<g id="pp-piece"><circle cx="1.2" cy="2.4" r="{PIECE_RADIUS}" fill="#3b2410" opacity=".35"/>\
<circle r="{PIECE_RADIUS}" fill="url(#pp-shine)"/></g>
<marker id="pp-head" markerUnits="userSpaceOnUse" markerWidth="16" markerHeight="20" refX="1.5" refY="10" \
orient="auto"><path d="M1 2L14.5 10L1 18z" fill="{TRAIL_COLOUR}" stroke="{TRAIL_EDGE}" paint-order="stroke" \
stroke-width="2"/></marker>
</defs>
"""

# Coloured pieces: light, middle and edge of each.  They are defined only where one is shown.
PIECE_COLOURS = {
    "red": ("#f6a39a", "#cf3a2b", "#7d1710"),
    "green": ("#a5dfa8", "#2f9a4a", "#12532a"),
    "yellow": ("#fff0a8", "#e9bd1d", "#94700a"),
    "white": ("#ffffff", "#e9e9ec", "#93939c"),
}


def definitions(scenes: Iterable[Scene]) -> str:
    """Return the shapes that some scenes share."""
    return shapes({cell.colour for scene in scenes for cell in scene.cells if cell.colour})


def shapes(colours: Set[str]) -> str:
    """Return the shapes of plain pieces and holes, and of the pieces of some colours."""
    parts = []
    for name in sorted(colours & PIECE_COLOURS.keys()):
        light, middle, edge = PIECE_COLOURS[name]
        parts.append(
            f'<radialGradient id="pp-shine-{name}" cx=".36" cy=".3" r=".75"><stop stop-color="{light}"/>'
            f'<stop offset=".45" stop-color="{middle}"/><stop offset="1" stop-color="{edge}"/></radialGradient>\n'
            f'<g id="pp-piece-{name}"><circle cx="1.2" cy="2.4" r="{PIECE_RADIUS}" fill="#3b2410" opacity=".35"/>'
            f'<circle r="{PIECE_RADIUS}" fill="url(#pp-shine-{name})"/></g>\n'
        )
    return DEFINITIONS + (f"<defs>{''.join(parts)}</defs>\n" if parts else "")


def piece_mark(cell: Cell) -> str:
    """Return the name of the shape of a piece."""
    return f"#pp-piece-{cell.colour}" if cell.colour in PIECE_COLOURS else "#pp-piece"


def board_svg(scene: Scene, trail: tuple[str, ...] = (), *, size: int = 400, labels: bool = True) -> str:
    """Draw one position, its longer side `size` pixels long, with an arrow through the cells named in `trail`.

    Names are written inside the empty holes: that reads the same on squares, triangles and hexagons.  Without `labels`
    they are left out; notes are always written, and marked cells always ringed.

    >>> from perfectplay.draw.scene import Cell
    >>> picture = board_svg(Scene((Cell("a1", 0, 0, "o"), Cell("b1", 1, 0, "o"), Cell("c1", 2, 0))), ("a1", "c1"))
    >>> picture.count('"#pp-hole"'), picture.count('"#pp-piece"'), ">c1</text>" in picture
    (3, 2, True)
    """
    layout = lay_out(scene)
    scale = size / max(layout.width, layout.height)
    occupied = sum(cell.piece != "" for cell in scene.cells)
    return (
        f'<svg xmlns="{NAMESPACE}" width="{number(scale * layout.width)}" height="{number(scale * layout.height)}" '
        f'viewBox="0 0 {number(layout.width)} {number(layout.height)}" role="img" '
        f'aria-label="{occupied} of {len(scene.cells)} cells occupied{targets(scene)}" '
        f'font-family="{FONT}" text-anchor="middle">\n'
        f"{definitions([scene])}{empty_board(layout)}{marks(layout, scene, scale)}{pieces(layout, scene)}"
        f"{trail_arrow(layout, trail, scale)}{cell_labels(layout, scene, labels)}</svg>\n"
    )


def strip_svg(frames: Sequence[Frame], *, columns: int = 6, size: int = 120) -> str:
    """Draw a whole solution as a grid of boards with bars and captions, a board's longer side `size` pixels long.

    The first board is the start; the captions of the others get the numbers of their moves.
    Captions need a background they can rely on, so the grid is drawn on paper of its own.

    >>> from perfectplay.draw.scene import Cell
    >>> picture = strip_svg([Frame(Scene((Cell("a1", 0, 0, "o"),)), "o")] * 3, columns=2)
    >>> [f">{caption}</text>" in picture for caption in ("o", "1. o", "2. o")]
    [True, True, True]
    """
    if columns < 1:
        raise ValueError(f"a strip needs at least one column, not {columns}")
    layout, bars = shared_layout(frame_scenes(frames)), shared_bars(frames)
    scale = size / max(layout.width, layout.height)
    board_width, board_height = scale * layout.width, scale * layout.height
    font = max(10.0, size / 10)
    gap = 1.2 * font
    cell_width = max(board_width, 5 * font)
    letters = int(cell_width / (0.55 * font))
    captions = [
        wrapped(f"{move}. {frame.caption}" if move else frame.caption, letters) for move, frame in enumerate(frames)
    ]
    words = [wrapped(bar.text, letters) for bar in bars]
    full = full_bar(bars) if bars else 0
    caption_top = board_height + (font * (1.2 + max(map(len, words))) if bars else 0)
    row_height = caption_top + font * (0.9 + 1.2 * max(map(len, captions))) + gap
    columns = min(columns, len(frames))
    rows = -(-len(frames) // columns)
    width, height = columns * (cell_width + gap) + gap, rows * row_height + gap

    board = empty_board(layout)
    identifier = f"pp-board-{zlib.crc32(board.encode()):08x}"
    parts = [
        f'<svg xmlns="{NAMESPACE}" width="{number(width)}" height="{number(height)}" '
        f'viewBox="0 0 {number(width)} {number(height)}" role="img" aria-label="{len(frames)} positions in a row" '
        f'font-family="{FONT}" text-anchor="middle">\n{definitions(frame.scene for frame in frames)}'
        f'<defs><g id="{identifier}">{board}</g></defs>\n'
        f'<rect width="100%" height="100%" rx="{number(gap)}" fill="{PAPER}"/>\n'
    ]
    for index, (frame, lines) in enumerate(zip(frames, captions, strict=True)):
        left = gap + index % columns * (cell_width + gap)
        top = gap + index // columns * row_height
        parts.append(
            f'<g transform="translate({number(left + (cell_width - board_width) / 2)} {number(top)}) '
            f'scale({scale:.4g})"><use href="#{identifier}"/>{marks(layout, frame.scene, scale)}'
            f"{pieces(layout, frame.scene)}{trail_arrow(layout, frame.trail, scale)}"
            f"{cell_labels(layout, frame.scene, labels=False)}</g>\n"
        )
        if bars:
            parts.append(bar_line(bars[index], full, left, top + board_height + 0.7 * font, cell_width, font))
        for line_number, line in enumerate(words[index] if bars else ()):
            baseline = top + board_height + font * (2.25 + line_number)
            parts.append(text(line, left + cell_width / 2, baseline, 0.85 * font, f' fill="{SOFT_INK}"'))
        for line_number, line in enumerate(lines):
            baseline = top + caption_top + font * (1.3 + 1.2 * line_number)
            parts.append(text(line, left + cell_width / 2, baseline, font, f' fill="{INK}"'))
    return "".join(parts) + "</svg>\n"


def empty_board(layout: Layout) -> str:
    """Draw the wood and the holes: the part of a picture that never changes."""
    corners = "L".join(f"{number(x)} {number(y)}" for x, y in outline(layout.centres))
    board = f'<path d="M{corners}z" stroke-linejoin="round" stroke-linecap="round"'
    holes = "".join(f'<use href="#pp-hole" x="{number(x)}" y="{number(y)}"/>' for x, y in layout.centres)
    return (
        f'{board} fill="#a87f4d" stroke="#a87f4d" stroke-width="{2 * MARGIN - 2}"/>'
        f'{board} fill="url(#pp-wood)" stroke="url(#pp-wood)" stroke-width="{2 * MARGIN - 5}"/>\n{holes}\n'
    )


def targets(scene: Scene) -> str:
    """Say which cells are marked, for those who hear the picture."""
    names = ", ".join(cell.name for cell in scene.cells if cell.is_marked)
    return f"; target {escape(printable(names))}" if names else ""


def marks(layout: Layout, scene: Scene, scale: float = 1) -> str:
    """Draw a ring around every marked cell, under the pieces.  On small boards the ring is relatively bolder."""
    marked = [centre for cell, centre in zip(scene.cells, layout.centres, strict=True) if cell.is_marked]
    if not marked:
        return ""
    rings = "".join(f'<circle cx="{number(x)}" cy="{number(y)}" r="{MARK_RADIUS}"/>' for x, y in marked)
    width = 3.5 * min(1.6, max(1, 0.6 / scale))  # any bolder, and it would touch the neighbours
    return (
        f'<g fill="none"><g stroke="{MARK_EDGE}" stroke-width="{number(width + 3)}">{rings}</g>'
        f'<g stroke="{MARK_COLOUR}" stroke-width="{number(width)}">{rings}</g></g>'
    )


def cell_labels(layout: Layout, scene: Scene, labels: bool) -> str:
    """Write into the hole of every empty cell its note, or else its name if `labels` are wanted."""
    written = "".join(
        label(cell, x, y)
        for cell, (x, y) in zip(scene.cells, layout.centres, strict=True)
        if not cell.piece and (cell.note or labels)
    )
    return f"<g {LABEL_STYLE}>{written}</g>" if written or labels else ""


def label(cell: Cell, x: float, y: float, more: str = "") -> str:
    """Write a cell's note or name into its hole; to be used inside a group of `LABEL_STYLE`."""
    size = note_size(cell.note) if cell.note else font_size(cell.name, 10.5)
    return text(cell.note or cell.name, x, y + 0.36 * size, size, (NOTE_STYLE if cell.note else "") + more)


def pieces(layout: Layout, scene: Scene) -> str:
    """Draw a piece on every occupied cell, and on it its text unless it is a plain one."""
    parts = []
    for cell, (x, y) in zip(scene.cells, layout.centres, strict=True):
        if cell.piece:
            parts.append(f'<use href="{piece_mark(cell)}" x="{number(x)}" y="{number(y)}"/>')
        if cell.piece not in ("", "o"):
            size = font_size(cell.piece, 17)
            parts.append(text(cell.piece, x, y + 0.36 * size, size, PIECE_STYLE))
    return "".join(parts)


def trail_arrow(layout: Layout, trail: Sequence[str], scale: float = 1) -> str:
    """Draw the mover's way: a ring around the cell it left and an arrow to where it landed, edged to stand out.

    A trail of one cell, where nothing travelled, is the ring alone.  On small boards the lines are relatively bolder.
    """
    if not trail:
        return ""
    corners = " ".join(f"{number(x)},{number(y)}" for x, y in layout.trail_points(trail))
    x, y = layout.centres[layout.names.index(trail[0])]
    shapes = f'<circle cx="{number(x)}" cy="{number(y)}" r="{RING_RADIUS}"/>'
    head, width = "", 3 * max(1, 0.6 / scale)
    if len(trail) > 1:
        shapes += f'<polyline points="{corners}"/>'
        head = f'<polyline points="{corners}" stroke="none" marker-end="url(#pp-head)"/>'
    return (
        f'<g fill="none" stroke-linejoin="round">'
        f'<g stroke="{TRAIL_EDGE}" stroke-width="{number(width + 2)}">{shapes}</g>{head}'
        f'<g stroke="{TRAIL_COLOUR}" stroke-width="{number(width)}">{shapes}</g></g>'
    )


def bar_line(bar: Bar, full: float, left: float, top: float, width: float, font: float) -> str:
    """Draw a thin bar that is as full as its value, with a tick at what is needed, edged to stand out on the bar."""
    thick, tick = 0.4 * font, left + width * bar.needed / full
    place = f'<rect x="{number(left)}" y="{number(top)}" height="{number(thick)}" width='
    line = f'<path d="M{number(tick)} {number(top - 0.25 * font)}v{number(thick + 0.5 * font)}" stroke-width='
    return (
        f'{place}"{number(width)}" fill="{BAR_TRACK}"/>'
        f'{place}"{number(width * bar.value / full)}" fill="{BAR_COLOUR}"/>'
        f'{line}"{number(0.36 * font)}" stroke="{PAPER}"/>{line}"{number(0.18 * font)}" stroke="{MARK_COLOUR}"/>\n'
    )


def text(content: str, x: float, y: float, size: float, more: str = "") -> str:
    """Write a centred line of text, escaped; `more` holds further attributes."""
    return f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}"{more}>{escape(printable(content))}</text>'
