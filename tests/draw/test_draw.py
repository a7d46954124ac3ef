"""Pictures and the replay page, judged by parsing what comes out: no browser needed."""

import json
import math
import re
import subprocess
import sys
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest

from perfectplay.draw.layout import ARROW_HEAD, MARGIN, PIECE_RADIUS, RING_RADIUS, UNIT, lay_out, outline, wrapped
from perfectplay.draw.replay import TraceStep, replay_page
from perfectplay.draw.scene import Cell, Frame, Scene
from perfectplay.draw.svg import board_svg, strip_svg
from perfectplay.draw.tree import TreeStep

SVG = "{http://www.w3.org/2000/svg}"
NASTY = "<&\"'</script><!--{{data}}\x00\u2028😀"

Places = list[tuple[str, float, float]]
ENGLISH: Places = [(f"{'abcdefg'[x]}{y + 1}", x, y) for y in range(7) for x in range(7) if 2 <= x <= 4 or 2 <= y <= 4]
TRIANGLE: Places = [
    (f"{'abcde'[x]}{row + 1}", x - row / 2, row * math.sqrt(3) / 2) for row in range(5) for x in range(row + 1)
]
ROW: Places = [("a1", 0, 0), ("b1", 1, 0), ("c1", 2, 0)]
POINT: Places = [("a1", 5, -5)]
BOARDS = {"english": ENGLISH, "triangle": TRIANGLE, "row": ROW, "point": POINT}


def scene(places: Places, pieces: dict[str, str] | None = None, *, vacant: str = "") -> Scene:
    """Fill a board with plain pegs except for `vacant`, or with the given pieces only."""
    if pieces is None:
        pieces = {name: "o" for name, _, _ in places if name not in vacant.split()}
    return Scene(tuple(Cell(name, x, y, pieces.get(name, "")) for name, x, y in places))


def english_frames() -> list[Frame]:
    return [
        Frame(scene(ENGLISH, vacant="d4"), "start"),
        Frame(scene(ENGLISH, vacant="d2 d3"), "d2-d4", ("d2", "d4")),
        Frame(scene(ENGLISH, vacant="d2 d3 d4 e4"), "d4-f4", ("d4", "f4")),
    ]


def used(root: ElementTree.Element, shape: str) -> set[tuple[float, float]]:
    """Where a picture places copies of a shared shape."""
    uses = [use for use in root.iter(f"{SVG}use") if use.get("href") == f"#{shape}"]
    places = {(float(use.get("x", "nan")), float(use.get("y", "nan"))) for use in uses}
    assert len(places) == len(uses)
    return places


def written(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def polylines(picture: str) -> list[list[tuple[float, float]]]:
    return [
        [(float(x), float(y)) for x, y in (pair.split(",") for pair in (line.get("points") or "").split())]
        for line in ElementTree.fromstring(picture).iter(f"{SVG}polyline")
    ]


# --- pictures


@pytest.mark.parametrize("places", BOARDS.values(), ids=BOARDS)
def test_every_cell_and_piece_is_drawn_at_its_place(places: Places) -> None:
    drawn = scene(places, vacant=places[0][0])
    root = ElementTree.fromstring(board_svg(drawn))
    left, top = min(x for _, x, _ in places), min(y for _, _, y in places)
    expected = [(round(MARGIN + UNIT * (x - left), 2), round(MARGIN + UNIT * (y - top), 2)) for _, x, y in places]
    assert used(root, "pp-hole") == set(expected)
    assert used(root, "pp-piece") == set(expected[1:])
    assert written(root) == [places[0][0]]


@pytest.mark.parametrize("places", BOARDS.values(), ids=BOARDS)
def test_everything_lies_inside_the_view(places: Places) -> None:
    root = ElementTree.fromstring(board_svg(scene(places), size=300))
    _, _, width, height = map(float, (root.get("viewBox") or "").split())
    assert all(
        MARGIN <= x <= width - MARGIN + 0.01 and MARGIN <= y <= height - MARGIN + 0.01 for x, y in used(root, "pp-hole")
    )
    assert max(float(root.get("width", 0)), float(root.get("height", 0))) == 300


def test_labels_can_be_left_out() -> None:
    assert written(ElementTree.fromstring(board_svg(scene(ENGLISH, {}), labels=False))) == []
    assert written(ElementTree.fromstring(board_svg(scene(ENGLISH, {})))) == [name for name, _, _ in ENGLISH]


def test_pieces_other_than_plain_ones_carry_their_text() -> None:
    assert written(ElementTree.fromstring(board_svg(scene(ROW, {"a1": "o", "b1": "12", "c1": "x"})))) == ["12", "x"]


def test_shared_shapes_exist_and_are_not_repeated() -> None:
    for picture in (board_svg(scene(ENGLISH), ("d1", "d3")), strip_svg(english_frames())):
        identifiers = re.findall(r'\bid="([^"]+)"', picture)
        assert len(set(identifiers)) == len(identifiers)
        assert set(re.findall(r'(?:href="|url\()#([\w-]+)', picture)) <= set(identifiers)
    assert len(board_svg(scene(ENGLISH))) < 6000


@pytest.mark.parametrize(("places", "trail"), [(ENGLISH, ("d2", "d4", "f4")), (TRIANGLE, ("a1", "c3", "c5", "a3"))])
def test_trail_passes_the_cells_it_names(places: Places, trail: tuple[str, ...]) -> None:
    layout = lay_out(scene(places))
    centres = [layout.centres[layout.names.index(name)] for name in trail]
    lines = polylines(board_svg(scene(places), trail))
    assert lines and all(line == lines[0] for line in lines)
    line = lines[0]
    assert line[1:-1] == [pytest.approx(centre, abs=0.01) for centre in centres[1:-1]]
    for end, centre, before, distance in (
        (line[0], centres[0], centres[1], RING_RADIUS),
        (line[-1], centres[-1], centres[-2], PIECE_RADIUS + ARROW_HEAD),
    ):
        assert math.dist(end, centre) == pytest.approx(distance, abs=0.02)
        assert math.dist(before, end) + math.dist(end, centre) == pytest.approx(math.dist(before, centre), abs=0.02)


def test_a_trail_of_one_cell_is_a_ring() -> None:
    picture = board_svg(scene(ROW), ("b1",))
    assert polylines(picture) == []
    rings = [circle for circle in ElementTree.fromstring(picture).iter(f"{SVG}circle") if circle.get("cx") == "73"]
    assert {circle.get("r") for circle in rings} == {str(RING_RADIUS)}


def test_text_in_pictures_is_escaped() -> None:
    expected = NASTY.replace("\x00", "\ufffd")
    board = scene([(NASTY, 0, 0), ("b1", 1, 0)], {"b1": NASTY})
    assert sorted(written(ElementTree.fromstring(board_svg(board)))) == [expected, expected]
    strip = ElementTree.fromstring(strip_svg([Frame(scene(ROW, {}), NASTY)], size=900))
    assert "".join(written(strip)) == expected


def test_strip_shows_every_frame() -> None:
    frames = english_frames()
    picture = strip_svg(frames, columns=2)
    root = ElementTree.fromstring(picture)
    assert written(root) == ["start", "1. d2-d4", "2. d4-f4"]
    assert picture.count('href="#pp-piece"') == sum(cell.piece != "" for frame in frames for cell in frame.scene.cells)
    assert picture.count('href="#pp-hole"') == len(ENGLISH)
    groups = [group.get("transform", "") for group in root.findall(f"{SVG}g")]
    corners = [re.findall(r"translate\(([\d.]+) ([\d.]+)\)", transform)[0] for transform in groups]
    assert corners[0][1] == corners[1][1] != corners[2][1]
    assert corners[0][0] == corners[2][0] != corners[1][0]


def test_boards_that_make_no_picture_are_refused() -> None:
    for broken, message in (
        (Scene(()), "without cells"),
        (scene([("a1", 0, 0), ("a1", 1, 0)]), "more than one cell named 'a1'"),
        (scene([("a1", math.nan, 0)]), "finite"),
    ):
        with pytest.raises(ValueError, match=message):
            board_svg(broken)
    with pytest.raises(ValueError, match="'z9'"):
        board_svg(scene(ROW), ("a1", "z9"))
    with pytest.raises(ValueError, match="at least one column"):
        strip_svg(english_frames(), columns=0)


def test_outline_holds_every_cell_and_is_convex() -> None:
    assert len(outline(lay_out(scene(ENGLISH)).centres)) == 8
    assert len(outline(lay_out(scene(TRIANGLE)).centres)) == 3
    assert len(outline(lay_out(scene(ROW)).centres)) == 2
    assert len(outline(lay_out(scene(POINT)).centres)) == 1


@pytest.mark.parametrize("caption", ["", "d2-d4", "d2-d4-f4-f6-d6-d4", "a  caption, long", "x" * 50])
@pytest.mark.parametrize("width", [1, 5, 12])
def test_wrapped_captions_fit_and_lose_nothing(caption: str, width: int) -> None:
    lines = wrapped(caption, width)
    assert all(len(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == caption.replace(" ", "")


# --- the page


class Page(HTMLParser):
    """What a browser would see: elements with their attributes, and the text of each script and title."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.open = ""
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attributes)))
        self.open = tag

    def handle_endtag(self, tag: str) -> None:
        self.open = ""

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open, data))

    def text_of(self, tag: str) -> list[str]:
        return [text for opened, text in self.texts if opened == tag]

    def data(self) -> dict[str, Any]:
        decoded = json.loads(self.text_of("script")[0])
        assert isinstance(decoded, dict)
        return decoded


def unpacked(data: dict[str, Any], pieces: str | list[str]) -> Scene:
    """Read a position back as the page's script does."""
    texts = ["" if piece == " " else piece for piece in pieces] if isinstance(pieces, str) else pieces
    return Scene(tuple(Cell(name, x, y, piece) for (name, x, y), piece in zip(data["cells"], texts, strict=True)))


def frames_of(data: dict[str, Any]) -> list[Frame]:
    names = [name for name, _, _ in data["cells"]]
    return [
        Frame(unpacked(data, pieces), caption, tuple(names[index] for index in trail))
        for caption, pieces, trail in data["frames"]
    ]


@pytest.mark.parametrize(
    "frames",
    [
        english_frames(),
        [Frame(scene(TRIANGLE, vacant="a1"), "start"), Frame(scene(TRIANGLE, vacant="a2 a3"), "a3-a1", ("a3", "a1"))],
        [Frame(scene(ROW, {"a1": "12", "b1": "o"}), NASTY), Frame(scene(ROW, {"a1": " ", "b1": "😀"}), "")],
        [Frame(scene([(NASTY, 0.1, 0.2)], {}), "one"), Frame(scene([(NASTY, 0.1, 0.2)]), "two", (NASTY,))],
    ],
    ids=["english", "triangle", "texts", "names"],
)
def test_embedded_data_decodes_to_the_frames(frames: list[Frame]) -> None:
    assert frames_of(Page(replay_page("title", frames)).data()) == frames


def test_embedded_data_decodes_to_the_trace() -> None:
    frames = english_frames()
    trace = [
        TraceStep(frames[0].scene, "expanded", 0, 31),
        TraceStep(frames[1].scene, "pruned", 1, 30, "symmetry"),
        TraceStep(frames[2].scene, "pruned", 1, 30, NASTY),
        TraceStep(frames[1].scene, "expanded", 1, 30),
        TraceStep(frames[2].scene, "goal", 2, 0),
    ]
    data = Page(replay_page("title", frames, trace)).data()
    columns = data["trace"]
    assert [unpacked(data, pieces) for pieces in columns["pieces"]] == [step.scene for step in trace]
    assert columns["g"] == [step.g for step in trace]
    assert columns["h"] == [step.h for step in trace]
    expected = ["expanded", "pruned: symmetry", f"pruned: {NASTY}", "expanded", "goal"]
    assert [columns["kinds"][kind] for kind in columns["kind"]] == expected


def test_embedded_data_decodes_to_the_tree() -> None:
    frames = english_frames()
    tree = [
        TreeStep(frames[0].scene, "searched", None, "start", 0, "+1", 1, note="searched"),
        TreeStep(frames[1].scene, "cut off", 0, NASTY, 1, "≥ +1", 1, "(-1, +1)", "cut off, 2 of 3 unseen"),
        TreeStep(frames[2].scene, "end", 1, "b", 2, NASTY, -1, note="end"),
        TreeStep(frames[1].scene, "hit", 0, "b", 1, "0", 0, note="hit"),
    ]
    source = replay_page("title", frames, tree)
    data = Page(source).data()
    columns = data["tree"]
    for name in ("move", "value", "window", "note"):
        assert [columns["texts"][text] for text in columns[name]] == [getattr(step, name) for step in tree]
    assert columns["parent"] == [-1, 0, 1, 0] and columns["side"] == [1, 1, -1, 0]
    assert data["trace"]["g"] == [0, 1, 2, 1]
    assert [data["trace"]["kinds"][kind] for kind in data["trace"]["kind"]] == [step.event for step in tree]
    assert source.count("function makeTree(") == 1 and source.count("</script>") == 2
    plain = replay_page("title", frames, [TraceStep(frames[0].scene, "expanded", 0, 31)])
    assert Page(plain).data()["tree"] is None and "function makeTree(" not in plain
    with pytest.raises(ValueError, match="step 0 of the tree has the parent 0"):
        replay_page("title", frames, [TreeStep(frames[0].scene, "end", 0, "a", 1, "+1", 1)])


def test_text_cannot_break_out_of_the_page() -> None:
    plain = Page(replay_page("title", [Frame(scene(ROW, {"a1": "x"}), "caption")]))
    nasty_places: Places = [(NASTY, 0, 0), ("b1", 1, 0), ("c1", 2, 0)]
    frame = Frame(scene(nasty_places, {NASTY: NASTY}), NASTY)
    source = replay_page(NASTY, [frame], [TraceStep(frame.scene, "pruned", 0, 0, NASTY)])
    nasty = Page(source)
    assert [tag for tag, _ in nasty.elements] == [tag for tag, _ in plain.elements]
    assert source.count("</script>") == 2
    assert nasty.text_of("h1") == [NASTY.replace("\x00", "\ufffd")]
    assert frames_of(nasty.data()) == [frame]
    source.encode("utf-8")


def test_page_is_self_contained() -> None:
    frames = english_frames()
    source = replay_page("title", frames, [TraceStep(frames[0].scene, "expanded", 0, 31)])
    assert set(re.findall(r"\w+://[^\s\"']*", source)) == {"http://www.w3.org/2000/svg"}
    for _, attributes in Page(source).elements:
        assert "src" not in attributes
        link = attributes.get("href") or "#"
        assert link.startswith("#") or link == "data:,"
    assert not re.search(r"@import|url\((?!#)|\bfetch\(|XMLHttpRequest|\bimport\b", source)
    assert not re.search(r"\{\{\w+\}\}", source)


def test_page_draws_the_first_frame_and_can_be_operated() -> None:
    page = Page(replay_page("title", english_frames()))
    by_id = {attributes["id"]: attributes for _, attributes in page.elements if "id" in attributes}
    for control in ("first", "previous", "play", "next", "last", "slider", "speed"):
        assert by_id[control].get("aria-label")
    pegs = [attributes for tag, attributes in page.elements if attributes.get("href") == "#pp-piece"]
    assert len(pegs) == len(ENGLISH)
    hidden = [attributes for tag, attributes in page.elements if tag == "g" and attributes.get("class") == "off"]
    assert [attributes.get("id") for attributes in hidden] == [None, "trail"]
    assert len({attributes["id"] for _, attributes in page.elements if "id" in attributes}) == sum(
        "id" in attributes for _, attributes in page.elements
    )
    wanted = re.findall(r'element\("([\w-]+)"\)', replay_page("title", english_frames()))
    assert set(wanted) <= set(by_id)


def test_a_long_trace_stays_compact() -> None:
    frames = english_frames()
    trace = [TraceStep(frames[index % 3].scene, "expanded", index % 31, 31 - index % 31) for index in range(20_000)]
    assert len(replay_page("title", frames, trace)) < 20_000 * 50


def test_replays_on_more_than_one_board_are_refused() -> None:
    frames = english_frames()
    moved = Scene(tuple(Cell(cell.name, cell.x + 1, cell.y, cell.piece) for cell in frames[0].scene.cells))
    renamed = Scene(tuple(Cell(cell.name.upper(), cell.x, cell.y, cell.piece) for cell in frames[0].scene.cells))
    fewer = Scene(frames[0].scene.cells[1:])
    for other in (moved, renamed, fewer):
        with pytest.raises(ValueError, match=r"^frame 3 has other cells than frame 0: .*coordinates$"):
            replay_page("title", [*frames, Frame(other, "other")])
        with pytest.raises(ValueError, match=r"^frame 3 has other cells"):
            strip_svg([*frames, Frame(other, "other")])
        with pytest.raises(ValueError, match=r"^trace step 1 has other cells than frame 0"):
            steps = [TraceStep(each, "expanded", 0, 0) for each in (frames[0].scene, other)]
            replay_page("title", frames, steps)


def test_a_cell_stands_for_a_cell_of_its_scene() -> None:
    lay_out(Scene((Cell("a1", 0, 0), Cell("a2", 0, 1, stands_for="a1"))))
    with pytest.raises(ValueError, match=r"^the cell 'a2' stands for 'b1', which is no cell of the scene$"):
        lay_out(Scene((Cell("a1", 0, 0), Cell("a2", 0, 1, stands_for="b1"))))


def test_nothing_to_draw_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one frame"):
        replay_page("title", [])
    with pytest.raises(ValueError, match="no frames"):
        strip_svg([])
    with pytest.raises(ValueError, match="'z9'"):
        replay_page("title", [Frame(scene(ROW), "caption", ("z9",))])


def test_drawing_imports_neither_arrays_nor_compiler_nor_games() -> None:
    program = "import sys, perfectplay.draw.replay, perfectplay.draw.svg; print(*sys.modules)"
    names = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "numba", "click", "rich", "perfectplay.contract", "perfectplay.search"} & set(names)
    assert not [name for name in names if name.startswith(("perfectplay.games", "perfectplay.model"))]
