"""A replay as one HTML file: step through a solution and, where a trace is given, through the search that found it.

The page needs nothing but itself.  Python draws the board once; the page only switches pieces on and off, so a search
of tens of thousands of steps costs one short text per step and no element of its own.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain
from pathlib import Path
from typing import TypeGuard

from perfectplay.draw.layout import (
    ARROW_HEAD,
    PIECE_RADIUS,
    RING_RADIUS,
    Layout,
    font_size,
    frame_scenes,
    full_bar,
    number,
    printable,
    shared_bars,
    shared_layout,
)
from perfectplay.draw.scene import Frame, Scene
from perfectplay.draw.svg import (
    FONT,
    LABEL_STYLE,
    NAMESPACE,
    PIECE_STYLE,
    definitions,
    empty_board,
    label,
    marks,
    piece_mark,
    text,
    trail_arrow,
)
from perfectplay.draw.tree import TreeStep, tree_data

PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One thing a search did: it met a position at cost `g` with estimate `h`, and this happened to it.

    The event is "expanded", "goal" or "pruned"; the rule names the pruning rule.

    >>> TraceStep(Scene(()), "pruned", g=3, h=2, rule="symmetry").kind
    'pruned: symmetry'
    """

    scene: Scene
    event: str
    g: int
    h: int
    rule: str = ""

    @property
    def kind(self) -> str:
        """The event with its rule: what the page counts."""
        return f"{self.event}: {self.rule}" if self.rule else self.event


Trace = Sequence[TraceStep | TreeStep]


def replay_page(title: str, frames: Sequence[Frame], trace: Trace = ()) -> str:
    """Return a self-contained HTML page that replays the frames, and has a tab for the search if there is a trace.

    A trace of `TreeStep`s is shown as a tree, of `TraceStep`s as a list.

    Notes, marks and colours belong to the board and not to a step: the page shows those of the first frame throughout.

    >>> from perfectplay.draw.scene import Cell
    >>> page = replay_page("One piece", [Frame(Scene((Cell("a1", 0, 0, "o"),)), "start")])
    >>> "<title>One piece</title>" in page, "https://" in page
    (True, False)
    """
    traced = ((f"trace step {index}", step.scene) for index, step in enumerate(trace))
    if not frames:
        raise ValueError("a replay needs at least one frame")
    layout = shared_layout(chain(frame_scenes(frames), traced))
    folder = Path(__file__).parent
    template = (folder / "replay.html").read_text("utf-8")
    values = {
        "title": escape(printable(title)),
        "board": board(layout, frames[0].scene),
        "data": embedded(replay_data(layout, frames, trace)),
        "tree": (folder / "replay_tree.js").read_text("utf-8") if _is_tree(trace) else "",
    }
    # One pass over the template, not one per placeholder: a title that looks like a placeholder stays a title.
    return PLACEHOLDER.sub(lambda match: values[match[1]], template)


def _is_tree(trace: Trace) -> TypeGuard[Sequence[TreeStep]]:
    return bool(trace) and isinstance(trace[0], TreeStep)


def replay_data(layout: Layout, frames: Sequence[Frame], trace: Trace) -> dict[str, object]:
    """Return what the page's script reads: the cells once, then per step only the pieces.

    The trace is stored by column, since a name per field and step would outweigh the positions.
    """
    place = {name: index for index, name in enumerate(layout.names)}
    for frame in frames:
        layout.trail_points(frame.trail)  # a trail over unknown cells gets its message here
    bars = shared_bars(frames)
    kinds = list(dict.fromkeys(step.kind for step in trace))
    kind_index = {kind: index for index, kind in enumerate(kinds)}
    return {
        "cells": [[cell.name, cell.x, cell.y] for cell in frames[0].scene.cells],
        "frames": [
            [frame.caption, packed_pieces(frame.scene), [place[name] for name in frame.trail]] for frame in frames
        ],
        "bars": [[bar.value, bar.needed, bar.text] for bar in bars],
        "full": full_bar(bars) if bars else 0,
        "trace": {
            "kinds": kinds,
            "kind": [kind_index[step.kind] for step in trace],
            "g": [step.g for step in trace],
            "h": [step.h for step in trace if isinstance(step, TraceStep)],
            "pieces": [packed_pieces(step.scene) for step in trace],
        },
        "tree": tree_data(trace) if _is_tree(trace) else None,
        "arrow": {"ring": RING_RADIUS, "stop": PIECE_RADIUS + ARROW_HEAD, "head": ARROW_HEAD},
    }


def packed_pieces(scene: Scene) -> str | list[str]:
    """Return the pieces as one character per cell, a space for none; as a list where a piece is not one character.

    Characters beyond the basic plane are two to a script, and a space would be read as empty: both go into a list.

    >>> from perfectplay.draw.scene import Cell
    >>> packed_pieces(Scene((Cell("a1", 0, 0, "o"), Cell("b1", 1, 0), Cell("c1", 2, 0, "3"))))
    'o 3'
    >>> packed_pieces(Scene((Cell("a1", 0, 0, "12"), Cell("b1", 1, 0))))
    ['12', '']
    """
    pieces = [cell.piece for cell in scene.cells]
    if all(not piece or (len(piece) == 1 and piece != " " and piece <= "\uffff") for piece in pieces):
        return "".join(piece or " " for piece in pieces)
    return pieces


def embedded(data: object) -> str:
    """Write JSON that can sit inside a script element: no text in it can end the element or start a comment.

    >>> embedded({"caption": "</script>"})
    '{"caption":"\\\\u003c/script\\\\u003e"}'
    """
    written = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return written.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def board(layout: Layout, scene: Scene) -> str:
    """Draw the board with a piece and a name ready on every cell, and an arrow for the script to place.

    It shows the given scene by itself, so the page is not blank before its script runs or without it.
    """
    cells, names = [], []
    for cell, (x, y) in zip(scene.cells, layout.centres, strict=True):
        piece_size = font_size(cell.piece, 17)
        written = "" if cell.piece == "o" else cell.piece
        on_piece = text(written, x, y + 0.36 * piece_size, piece_size, PIECE_STYLE)
        title_end = (f", {cell.colour}" if cell.colour else "") + (": target" if cell.is_marked else "")
        cells.append(
            f'<g class="{"" if cell.piece else "off"}"><title>{escape(printable(cell.name))}{title_end}</title>'
            f'<use href="{piece_mark(cell)}" x="{number(x)}" y="{number(y)}"/>{on_piece}</g>\n'
        )
        names.append(label(cell, x, y, ' class="off"' if cell.piece else ""))
    arrow = trail_arrow(layout, layout.names[:1] * 2)
    return (
        f'<svg id="board" xmlns="{NAMESPACE}" viewBox="0 0 {number(layout.width)} {number(layout.height)}" role="img" '
        f'aria-labelledby="step caption" font-family="{FONT}" text-anchor="middle">\n'
        f'{definitions([scene])}{empty_board(layout)}{marks(layout, scene)}<g id="cells">{"".join(cells)}</g>\n'
        f'<g id="trail" class="off">{arrow}</g>\n<g id="names" {LABEL_STYLE}>{"".join(names)}</g></svg>'
    )
