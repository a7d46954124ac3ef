"""The editor's data, drawings that get an address, and proofs that are painted."""

from typing import Any

import pytest

import perfectplay as pp
from perfectplay.base.errors import InputError
from perfectplay.model.registry import families
from perfectplay.model.specs import load
from perfectplay.web.answering import answer_data
from perfectplay.web.editing import drawn_data, editor_data, find_editor, read_sketch

EDITED = [name for name, family in families().items() if family.has_part("editor")]


def drawn(data: dict[str, Any]) -> str:
    """Return the address of what an editor shows, as the page asks for it."""
    editor = find_editor(data["family"])
    assert editor is not None
    fields = {field["name"]: field["value"] for field in data["fields"]}
    return editor.spec(read_sketch({"fields": fields, "layers": data["drawing"]}))


@pytest.mark.parametrize("name", EDITED)
def test_what_an_editor_shows_can_be_sent_back(name: str) -> None:
    editor = find_editor(name)
    assert editor is not None
    data = editor_data(editor, None)
    assert 0 < data["width"] <= data["limits"]["width"] and 0 < data["height"] <= data["limits"]["height"]
    assert {kind["layer"] for kind in data["kinds"]} == {layer["name"] for layer in data["layers"]}
    assert not data["layers"][0]["optional"]
    problem = load(drawn(data))
    again = editor_data(editor, problem)
    assert drawn(again) == problem.spec
    assert again["drawing"].keys() == data["drawing"].keys()


def test_an_editor_begins_with_problems_of_its_own_family() -> None:
    editor = find_editor("pegs")
    assert editor is not None
    data = editor_data(editor, load("pegs/triangle-5"))
    assert data["drawing"] == {
        "board": [".", "oo", "ooo", "oooo", "ooooo"],
        "goal": ["x", "  ", "   ", "    ", "     "],
    }
    assert [field["value"] for field in data["fields"]] == ["triangle"]
    with pytest.raises(InputError, match="not drawn in the editor of pegs"):
        editor_data(editor, load("coins/4"))


def test_what_cannot_be_drawn_begins_with_a_blank_sheet() -> None:
    editor = find_editor("army")
    assert editor is not None
    data = editor_data(editor, load("army/half-plane:4"))
    assert "army/half-plane:4 has no end and cannot be drawn" in data["note"]
    assert data == editor_data(editor, None) | {"note": data["note"]}


@pytest.mark.parametrize(
    ("layers", "expected"),
    [
        ({"board": ["oo."]}, {"spec": "pegs/~b28uCg", "error": None, "layer": None, "line": None, "column": None}),
        ({"board": ["oo.", "o?"]}, {"spec": None, "layer": "board", "line": 2, "column": 2}),
        ({"board": ["oo."], "goal": ["", " x"]}, {"spec": None, "layer": "goal", "line": 2, "column": 2}),
        ({"board": []}, {"spec": None, "layer": "board", "line": 1, "column": 1}),
        ({"sky": []}, {"spec": None, "layer": None, "line": None, "column": None}),
    ],
)
def test_a_drawing_has_an_address_or_something_wrong_at_a_place(
    layers: dict[str, list[str]], expected: dict[str, Any]
) -> None:
    editor = find_editor("pegs")
    assert editor is not None
    found = drawn_data(editor, read_sketch({"layers": layers}), load)
    assert expected.items() <= found.items()
    assert (found["spec"] is None) == bool(found["error"])


def test_who_has_no_editor() -> None:
    assert find_editor("game") is None and find_editor("chess") is None


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "layers has the drawing"),
        ({"layers": []}, "layers has the drawing"),
        ({"layers": {"board": "oo."}}, "layers has the drawing"),
        ({"layers": {"board": [1]}}, "layers has the drawing"),
        ({"layers": {}, "fields": ["a"]}, "fields has a text"),
        ({"layers": {}, "fields": {"lattice": 3}}, "fields has a text"),
    ],
)
def test_bodies_are_read_with_care(body: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_sketch(body)


def test_proofs_are_painted() -> None:
    proof = answer_data(pp.solve("pegs/french:d4..d4"))["proof"]
    (painting,) = proof["paintings"]
    assert "even or odd" in " ".join(proof["lines"])
    assert len(painting["cells"]) == 37 and {cell["note"] for cell in painting["cells"]} == {None, "x"}
    assert painting["board"]["markup"].count("<") > 10
    assert answer_data(pp.solve("pegs/triangle-5"))["proof"] is None


@pytest.mark.parametrize(("name", "said"), [("dice", "at least one piece"), ("coins", "draw at least one")])
def test_a_drawing_without_pieces_is_no_problem(name: str, said: str) -> None:
    editor = find_editor(name)
    assert editor is not None
    data = editor_data(editor, None)
    fields = {field["name"]: field["value"] for field in data["fields"]}
    layers = {layer: ["." * len(row) for row in rows] for layer, rows in data["drawing"].items() if layer == "board"}
    answer = drawn_data(editor, read_sketch({"fields": fields, "layers": layers}), load)
    assert answer["spec"] is None and said in answer["error"]
