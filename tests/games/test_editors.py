"""What is drawn becomes a problem with an address, and a problem becomes a drawing, without loss."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.base.errors import InputError
from perfectplay.model.editor import Editor, Sketch
from perfectplay.model.problem import Problem
from perfectplay.model.registry import families, find_family
from perfectplay.model.specs import load

EDITED = sorted(name for name, family in families().items() if family.has_part("editor"))
UNNAMED = ("@", "-", "half-plane")  # ways to give a problem, and the army that no sheet holds
SPECS = [
    f"{name}/{variant.name}"
    for name in EDITED
    for variant in families()[name].variants()
    if not variant.name.startswith(UNNAMED)
] + [
    "pegs/english:c2..c5",
    "pegs/triangle-5:a1..any",
    "army/5x6:c6,lattice=triangle",
    "army/4x5:a1",  # a man stands there already
    "dice/random:seed=7,rows=4,columns=6,piece=0",
    "dice/board-11:goal=a2,dice=finite",
    "dice/random:seed=3,rows=3,columns=3,pieces=2,goal=b2,removed=a3+c3",
    "coins/7:runs=3,play=normal,winner=9,position=o/oo/.../oooo/o.o.o/oooooo/ooooooo",
    "coins/assignment5:seed=4,red=-9,loser=-3",
    "coins/assignment4:points=1/2/3",
]


def editor_of(name: str) -> Editor:
    family = find_family(name)
    assert family is not None
    editor = family.part("editor")
    assert isinstance(editor, Editor) and editor.family == name
    return editor


def without_spec(problem: Problem) -> dict[str, Any]:
    return {name: value for name, value in problem.as_json().items() if name not in ("spec", "preset")}


def test_all_families_with_files_have_an_editor() -> None:
    assert sorted(name for name, family in families().items() if family.file_suffixes) == EDITED


@pytest.mark.parametrize("spec", SPECS)
def test_a_problem_becomes_a_drawing_and_the_same_problem_again(spec: str) -> None:
    problem = load(spec)
    editor = editor_of(problem.family)
    if problem.family == "army" and problem.as_json()["target"] is None:
        with pytest.raises(InputError, match="no target"):
            editor.spec(editor.begin(problem))
        return
    drawn = load(editor.spec(editor.begin(problem)))
    assert without_spec(drawn) == without_spec(problem)
    assert editor.begin(drawn) == editor.begin(problem)


@pytest.mark.parametrize("name", EDITED)
def test_blank_sheets_are_problems(name: str) -> None:
    editor = editor_of(name)
    problem = load(editor.spec(editor.begin()))
    assert problem.family == name and problem.moves(problem.start)
    assert editor.begin().fields.keys() == {entry.name for entry in editor.fields}


@pytest.mark.parametrize("name", EDITED)
def test_kinds_are_told_apart(name: str) -> None:
    editor = editor_of(name)
    layers = {layer.name for layer in editor.layers}
    assert len({(kind.layer, kind.mark) for kind in editor.kinds}) == len(editor.kinds)
    assert len({kind.name for kind in editor.kinds}) == len(editor.kinds)
    assert {kind.layer for kind in editor.kinds} == layers
    assert all(len(kind.mark) == 1 and kind.about.endswith(".") for kind in editor.kinds)
    for layer in editor.layers:
        assert layer.is_overlay or layer.blank in {kind.mark for kind in editor.kinds if kind.layer == layer.name}


def test_margins_are_cut_off_and_rows_may_be_empty() -> None:
    sketch = Sketch({"board": ["", "  oo.", "", "  o.o"], "goal": ["", "    x"]})
    problem = load(editor_of("pegs").spec(sketch))
    assert problem.as_json()["start"] == ["oo.", "", "o.o"]
    assert problem.as_json()["goal"] == ["..o", "", "..."]
    army = load(editor_of("army").spec(Sketch({"board": ["", " .", " o", " o", ""], "goal": ["", " x"]})))
    assert army.as_json()["target"] == "a3"


@pytest.mark.parametrize(
    ("name", "layers", "fields", "message"),
    [
        ("pegs", {"board": ["oo?"]}, {}, "Board, line 1, column 3: '.' is none of 'o' .peg., '.' .empty hole., ' '"),
        ("pegs", {"board": ["   "]}, {}, "nothing is drawn"),
        ("pegs", {}, {}, "nothing is drawn"),
        ("pegs", {"board": ["oo."], "goal": ["   x"]}, {}, "Goal, line 1, column 4: there is no cell"),
        ("pegs", {"board": ["oo ."], "goal": ["  x"]}, {}, "Goal, line 1, column 3: there is no cell"),
        ("pegs", {"board": ["o" * 17]}, {}, "17 columns and 1 rows; there is room for 16"),
        ("pegs", {"board": ["o" * 16] * 9}, {}, "144 holes, but at most 128"),
        ("pegs", {"board": ["oo."]}, {"lattice": "round"}, "Lattice is one of square, .*, not 'round'"),
        ("pegs", {"board": ["oo."]}, {"colour": "red"}, "unknown field 'colour'; known are lattice"),
        ("pegs", {"board": ["oo."], "sky": []}, {}, "unknown layer 'sky'; known are board, goal"),
        ("army", {"board": [".", "o", "o"]}, {}, "no target"),
        ("army", {"board": [".", "o", "o"], "goal": ["x", "x"]}, {}, "line 2, column 1: target for the second time"),
        ("dice", {"board": ["1.", "#1"]}, {}, "Board, line 2, column 2: piece 1 for the second time"),
        ("dice", {"board": ["1."]}, {"dice": "1 7"}, "Dice: number 2 is '7'"),
        ("dice", {"board": ["1."]}, {"dice": ""}, "Dice: 0 are written down"),
        ("dice", {"board": ["1#"]}, {"dice": "1"}, "the goal square b1 is removed"),
        ("dice", {"board": ["1#"], "goal": [" x"]}, {"dice": "1"}, "Goal, line 1, column 2: there is no cell"),
        ("dice", {"board": [""]}, {"dice": "1"}, "nothing is drawn"),
        ("coins", {"board": ["oo"]}, {}, "Coins, line 1, column 2: line 1 of a triangle has 1 places"),
        ("coins", {"board": ["o"]}, {"runs": "x"}, "runs"),
        ("coins", {"board": ["o"]}, {"red": "5"}, "the coins have no colours"),
        ("coins", {"board": ["o"]}, {"points": "5\nplay: normal"}, "cannot be printed"),
        ("coins", {"board": ["o"]}, {"points": "5" * 30_000}, "30,000 characters"),
        ("coins", {"board": ["o"]}, {"rules": "assignment4"}, "assignment4 has a side of 8, but 1 rows are drawn"),
    ],
)
def test_refusals_say_where(name: str, layers: dict[str, list[str]], fields: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        load(editor_of(name).spec(Sketch(layers, fields)))


def test_what_is_too_large_for_a_sheet_is_refused() -> None:
    with pytest.raises(InputError, match="40 columns and 30 rows; there is room for 32"):
        editor_of("army").begin(load("army/40x30:a30"))
    with pytest.raises(InputError, match="has no end and cannot be drawn"):
        editor_of("army").begin(load("army/half-plane:3"))


@given(st.lists(st.text("o. ", max_size=6), min_size=1, max_size=6), st.data())
def test_any_drawing_of_pegs_is_read_as_it_is_drawn(rows: list[str], data: st.DataObject) -> None:
    holes = [(y, x) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != " "]
    if not holes:
        return
    goal = data.draw(st.sets(st.sampled_from(holes)))
    marks = ["".join("x" if (y, x) in goal else " " for x in range(6)) for y in range(len(rows))]
    whole = load(editor_of("pegs").spec(Sketch({"board": rows, "goal": marks}))).as_json()
    top, left = min(y for y, _ in holes), min(x for _, x in holes)
    read = {
        (top + y, left + x): mark for y, row in enumerate(whole["start"]) for x, mark in enumerate(row) if mark != " "
    }
    assert read == {(y, x): rows[y][x] for y, x in holes}
    if goal:
        ends = {(top + y, left + x) for y, row in enumerate(whole["goal"]) for x, mark in enumerate(row) if mark == "o"}
        assert ends == goal
    else:
        assert whole["goal"] == "any"
