"""Drawing problems: what the page's editor has to know, and the address of what was drawn."""

from collections.abc import Callable, Mapping
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.base.files import DRAWING
from perfectplay.model.editor import DrawingError, Editor, Sketch
from perfectplay.model.problem import Problem
from perfectplay.model.registry import find_family


def find_editor(name: str) -> Editor | None:
    """Return the editor of a family, or None where there is no such family or its problems are not drawn."""
    family = find_family(name)
    if family is None or not family.has_part("editor"):
        return None
    editor: Editor = family.part("editor")
    return editor


def editor_data(editor: Editor, problem: Problem | None) -> dict[str, Any]:
    """Return what can be drawn, and what to begin with: an existing problem or a blank sheet.

    Not every problem of a family can be drawn: then the sheet is blank too, and `note` says why.
    """
    if problem is not None and problem.family != editor.family:
        raise InputError(f"{problem.spec[:60]} is not drawn in the editor of {editor.family}")
    note = None
    try:
        sketch = editor.begin(problem)
    except InputError as error:
        sketch, note = editor.begin(), str(error)
    return {
        "family": editor.family,
        "about": editor.about,
        "note": note,
        "layers": [
            {"name": layer.name, "title": layer.title, "optional": layer.is_overlay, "blank": layer.blank}
            for layer in editor.layers
        ],
        "kinds": [
            {
                "mark": kind.mark,
                "name": kind.name,
                "about": kind.about,
                "layer": kind.layer,
                "piece": kind.piece,
                "colour": kind.colour or None,
                "single": kind.is_single,
            }
            for kind in editor.kinds
        ],
        "fields": [
            {
                "name": entry.name,
                "title": entry.title,
                "about": entry.about,
                "choices": None if entry.choices is None else list(entry.choices),
                "default": entry.default,
                "value": sketch.fields[entry.name],
            }
            for entry in editor.fields
        ],
        "width": sketch.columns,
        "height": sketch.rows,
        "is_triangle": editor.is_triangle,
        "slant": None if editor.slant is None else {"field": editor.slant[0], "value": editor.slant[1]},
        "drawing": {layer.name: list(sketch.layers.get(layer.name, ())) for layer in editor.layers},
        "limits": {"width": editor.most_columns, "height": editor.most_rows},
    }


def drawn_data(editor: Editor, sketch: Sketch, load: Callable[[str], Problem]) -> dict[str, Any]:
    """Return the address of what was drawn, or what is wrong with it, and where if that is a place of a layer."""
    found: dict[str, Any] = {"spec": None, "error": None, "layer": None, "line": None, "column": None}
    spec = ""
    try:
        spec = editor.spec(sketch)
        return found | {"spec": load(spec).spec}
    except DrawingError as error:
        return found | {"error": str(error), "layer": error.layer, "line": error.line, "column": error.column}
    except InputError as error:
        return found | {"error": without_source(str(error), spec)}


def without_source(text: str, spec: str) -> str:
    """Return a message without where the drawing is from, which whoever has drawn it knows.

    >>> without_source(f"{DRAWING}: no rows", "coins/~bw"), without_source("coins/~bw: no rows", "coins/~bw")
    ('no rows', 'no rows')
    """
    return text.removeprefix(f"{spec}: ").removeprefix(f"{DRAWING}: ").replace(DRAWING, "the drawing")


def read_sketch(body: Mapping[str, Any]) -> Sketch:
    """Read what a visitor has drawn; whether the family can draw it is the editor's to say.

    >>> read_sketch({"layers": {"board": ["oo."]}, "fields": {"lattice": "square"}}).layers
    {'board': ['oo.']}
    """
    layers, fields = body.get("layers"), body.get("fields", {})
    if not isinstance(layers, dict) or not all(
        isinstance(rows, list) and all(isinstance(row, str) for row in rows) for rows in layers.values()
    ):
        raise InputError("layers has the drawing of each layer by name, a list of rows")
    if not isinstance(fields, dict) or not all(isinstance(value, str) for value in fields.values()):
        raise InputError("fields has a text for each field by name")
    return Sketch(layers, fields)
