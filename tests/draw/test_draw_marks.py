"""Notes, marked cells and bars in pictures and on the page, judged by parsing what comes out."""

import math
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from perfectplay.draw.layout import MARK_RADIUS, PIECE_RADIUS, RING_RADIUS, UNIT, lay_out, note_size
from perfectplay.draw.replay import TraceStep, replay_page
from perfectplay.draw.scene import Bar, Frame, Scene
from perfectplay.draw.svg import BAR_COLOUR, BAR_TRACK, MARK_COLOUR, board_svg, marks, strip_svg
from tests.draw.test_draw import ENGLISH, NASTY, ROW, SVG, Page, english_frames, scene, written

VALUES = (2.5, 2.5, 1.25, 1)


def marked(drawn: Scene, *names: str) -> Scene:
    return Scene(tuple(replace(cell, is_marked=cell.name in names) for cell in drawn.cells))


def noted(drawn: Scene, notes: dict[str, str]) -> Scene:
    return Scene(tuple(replace(cell, note=notes.get(cell.name, "")) for cell in drawn.cells))


def barred(values: tuple[float, ...] = VALUES, needed: float = 1) -> list[Frame]:
    return [Frame(scene(ROW), f"caption {value}", bar=Bar(value, needed, f"weight {value}")) for value in values]


def rings(root: ElementTree.Element) -> list[tuple[float, float]]:
    """Where the coloured rings of marked cells stand."""
    groups = [group for group in root.iter(f"{SVG}g") if group.get("stroke") == MARK_COLOUR]
    circles = [circle for group in groups for circle in group.iter(f"{SVG}circle")]
    assert all(circle.get("r") == str(MARK_RADIUS) for circle in circles)
    return [(float(circle.get("cx", "nan")), float(circle.get("cy", "nan"))) for circle in circles]


def widths(root: ElementTree.Element, colour: str) -> list[float]:
    return [float(rect.get("width", "nan")) for rect in root.iter(f"{SVG}rect") if rect.get("fill") == colour]


def ticks(root: ElementTree.Element) -> list[float]:
    """How far each tick stands from the left end of its bar."""
    paths = [path.get("d", "") for path in root.iter(f"{SVG}path") if path.get("stroke") == MARK_COLOUR]
    tracks = [rect for rect in root.iter(f"{SVG}rect") if rect.get("fill") == BAR_TRACK]
    starts = [float(re.findall(r"M([\d.]+) ", path)[0]) for path in paths]
    return [start - float(track.get("x", "nan")) for start, track in zip(starts, tracks, strict=True)]


# --- notes


def test_a_note_takes_the_place_of_a_name_and_waits_under_a_piece() -> None:
    drawn = noted(scene(ROW, {"c1": "o"}), {"a1": "✗", "c1": "20"})
    assert written(ElementTree.fromstring(board_svg(drawn))) == ["✗", "b1"]
    assert written(ElementTree.fromstring(board_svg(drawn, labels=False))) == ["✗"]
    assert written(ElementTree.fromstring(strip_svg([Frame(drawn, "caption")]))) == ["✗", "caption"]


def test_a_map_writes_every_note_and_no_name() -> None:
    notes = {name: ("✗", "8", "20", "100")[index % 4] for index, (name, _, _) in enumerate(ENGLISH)}
    root = ElementTree.fromstring(board_svg(noted(scene(ENGLISH, {}), notes)))
    assert written(root) == list(notes.values())
    sizes = {(element.text or ""): float(element.get("font-size", 0)) for element in root.iter(f"{SVG}text")}
    names = ElementTree.fromstring(board_svg(scene(ENGLISH, {})))
    name_size = max(float(element.get("font-size", 0)) for element in names.iter(f"{SVG}text"))
    assert sizes["✗"] == sizes["8"] > sizes["20"] > name_size > sizes["100"] > 9


@pytest.mark.parametrize("note", ["8", "20", "100", "1000", "x" * 30])
def test_a_note_fits_into_its_hole(note: str) -> None:
    size = note_size(note)
    assert math.hypot(0.7 * size * len(note) / 2, 0.36 * size) < 12  # 0.7: the digits of a wide bold font


def test_notes_read_on_the_wood() -> None:
    def luminance(colour: str) -> float:
        parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    def full(colour: str) -> str:
        return colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])

    root = ElementTree.fromstring(board_svg(noted(scene(ROW, {}), {"a1": "20"})))
    note = next(element for element in root.iter(f"{SVG}text") if element.text == "20")
    light, dark = luminance(full(note.get("fill", ""))), luminance(full(note.get("stroke", "")))
    assert (light + 0.05) / (dark + 0.05) > 7  # WCAG's enhanced contrast, between the sign and its edge


def test_notes_and_marked_names_are_escaped() -> None:
    expected = NASTY.replace("\x00", "\ufffd")
    drawn = noted(marked(scene([(NASTY, 0, 0), ("b1", 1, 0)], {}), NASTY), {"b1": NASTY})
    root = ElementTree.fromstring(board_svg(drawn))
    assert written(root) == [expected, expected]
    assert (root.get("aria-label") or "").endswith(f"; target {expected}")
    strip = ElementTree.fromstring(strip_svg([Frame(drawn, "", bar=Bar(1, 1, NASTY))], size=900))
    assert "".join(written(strip)) == 2 * expected
    plain = noted(marked(scene([("a1", 0, 0), ("b1", 1, 0)], {}), "a1"), {"b1": "x"})
    nasty_page = Page(replay_page("title", [Frame(drawn, "caption", bar=Bar(1, 1, NASTY))]))
    plain_page = Page(replay_page("title", [Frame(plain, "caption", bar=Bar(1, 1, "x"))]))
    assert [tag for tag, _ in nasty_page.elements] == [tag for tag, _ in plain_page.elements]
    assert nasty_page.data()["bars"] == [[1, 1, NASTY]]


# --- marks


@pytest.mark.parametrize("names", [("b1",), ("a1", "c1")])
@pytest.mark.parametrize("pieces", [{}, {"a1": "o", "b1": "o", "c1": "o"}], ids=["empty", "full"])
def test_marked_cells_are_ringed_and_no_others(names: tuple[str, ...], pieces: dict[str, str]) -> None:
    drawn = marked(scene(ROW, pieces), *names)
    layout = lay_out(drawn)
    expected = [layout.centres[layout.names.index(name)] for name in names]
    root = ElementTree.fromstring(board_svg(drawn))
    assert rings(root) == expected
    assert (root.get("aria-label") or "").endswith(f"target {', '.join(names)}")
    frames = [Frame(drawn, "one"), Frame(drawn, "two")]
    assert rings(ElementTree.fromstring(strip_svg(frames))) == 2 * expected
    assert rings(page_board(frames)) == expected


def page_board(frames: list[Frame], trace: tuple[TraceStep, ...] = ()) -> ElementTree.Element:
    found = re.search(r'<svg id="board".*?</svg>', replay_page("title", frames, trace), re.DOTALL)
    assert found
    return ElementTree.fromstring(found[0])


@pytest.mark.parametrize("scale", [0.1, 0.35, 1, 5])
def test_a_mark_shows_beyond_piece_and_ring_and_touches_no_neighbour(scale: float) -> None:
    drawn = marked(scene(ROW), "b1")
    edge, colour = (
        float(width) for width in re.findall(r'stroke-width="([\d.]+)"', marks(lay_out(drawn), drawn, scale))
    )
    assert MARK_RADIUS + colour / 2 > RING_RADIUS + 2.5 + 1 > PIECE_RADIUS
    assert MARK_RADIUS + edge / 2 < UNIT - PIECE_RADIUS


def test_the_page_keeps_the_notes_and_marks_of_the_first_frame() -> None:
    first = noted(marked(scene(ROW, {"a1": "o"}), "c1"), {"a1": "7", "b1": "✗"})
    other = noted(marked(scene(ROW, {"b1": "o"}), "a1"), {"a1": "8"})
    board = page_board([Frame(first, "one"), Frame(other, "two")], (TraceStep(other, "expanded", 0, 0),))
    names = next(group for group in board.iter(f"{SVG}g") if group.get("id") == "names")
    assert [(text.text, text.get("class")) for text in names] == [("7", "off"), ("✗", None), ("c1", None)]
    assert len(rings(board)) == 1
    assert [title.text for title in board.iter(f"{SVG}title")] == ["a1", "b1", "c1: target"]


def test_nothing_is_added_where_nothing_is_asked_for() -> None:
    for picture in (board_svg(scene(ENGLISH, {})), strip_svg(english_frames())):
        assert MARK_COLOUR not in picture and BAR_TRACK not in picture and "target" not in picture
    assert "<text" not in board_svg(scene(ENGLISH, {}), labels=False)


# --- bars


def test_bars_in_a_strip_are_proportional_and_only_fall() -> None:
    root = ElementTree.fromstring(strip_svg(barred()))
    tracks, filled = widths(root, BAR_TRACK), widths(root, BAR_COLOUR)
    assert len(tracks) == len(VALUES) and len(set(tracks)) == 1
    assert filled == [pytest.approx(tracks[0] * value / max(VALUES), abs=0.01) for value in VALUES]
    assert filled == sorted(filled, reverse=True) and filled[0] == tracks[0]
    assert ticks(root) == [pytest.approx(tracks[0] / max(VALUES), abs=0.02)] * len(VALUES)
    for value in VALUES:
        assert f"weight {value}" in written(root)


def test_a_tick_beyond_every_value_still_lies_on_its_bar() -> None:
    root = ElementTree.fromstring(strip_svg(barred((2, 1), needed=4)))
    track = widths(root, BAR_TRACK)[0]
    assert widths(root, BAR_COLOUR) == [pytest.approx(track / 2, abs=0.01), pytest.approx(track / 4, abs=0.01)]
    assert ticks(root) == [pytest.approx(track, abs=0.02)] * 2
    assert widths(ElementTree.fromstring(strip_svg(barred((0,), needed=0))), BAR_COLOUR) == [0]


def test_bars_lie_between_their_board_and_its_caption() -> None:
    words = "a text that is far too long to stand on one line"
    frames = [replace(frame, bar=Bar(1, 1, words)) for frame in barred()]
    root = ElementTree.fromstring(strip_svg(frames, columns=1))
    board = next(group for group in root.iter(f"{SVG}g") if "translate" in group.get("transform", ""))
    top, scale = map(
        float, re.findall(r"translate\([\d.]+ ([\d.]+)\) scale\(([\d.]+)\)", board.get("transform", ""))[0]
    )
    bar = next(rect for rect in root.iter(f"{SVG}rect") if rect.get("fill") == BAR_TRACK)
    lines = list(root.iter(f"{SVG}text"))
    caption = next(index for index, line in enumerate(lines) if (line.text or "").startswith("caption"))
    assert " ".join(line.text or "" for line in lines[:caption]) == words
    heights = [
        top + scale * lay_out(frames[0].scene).height,
        float(bar.get("y", "nan")),
        *(float(line.get("y", "nan")) for line in lines),
    ]
    assert heights == sorted(set(heights))
    assert heights[-1] < float(root.get("height", "nan"))


@pytest.mark.parametrize("gap", [0, 1, 3])
def test_a_frame_without_a_bar_among_bars_is_refused(gap: int) -> None:
    frames = barred()
    frames[gap] = replace(frames[gap], bar=None)
    message = f"^frame {gap or 1} has {'no bar and frame 0 has one' if gap else 'a bar and frame 0 has none'}: "
    with pytest.raises(ValueError, match=message):
        strip_svg(frames)
    with pytest.raises(ValueError, match=message):
        replay_page("title", frames)


@pytest.mark.parametrize(("value", "needed"), [(math.nan, 1), (math.inf, 1), (1, math.inf), (-1, 1), (1, -0.5)])
def test_amounts_that_no_bar_can_show_are_refused(value: float, needed: float) -> None:
    frames = barred((2, value), needed=needed)
    for draw in (strip_svg, lambda frames: replay_page("title", frames)):
        with pytest.raises(ValueError, match=r"^the bar of frame [01] must have finite amounts of at least 0"):
            draw(frames)


def test_page_data_holds_the_bars() -> None:
    data = Page(replay_page("title", barred())).data()
    assert data["bars"] == [[value, 1, f"weight {value}"] for value in VALUES]
    assert data["full"] == max(VALUES)
    assert Page(replay_page("title", barred((2, 1), needed=4))).data()["full"] == 4
    assert Page(replay_page("title", english_frames())).data()["bars"] == []


def test_the_page_has_one_meter_that_starts_hidden_and_can_stand_still() -> None:
    source = replay_page("title", barred())
    meters = [attributes for _, attributes in Page(source).elements if attributes.get("role") == "meter"]
    assert len(meters) == 1 and "hidden" in meters[0] and meters[0].get("aria-label")
    calm = re.search(r"prefers-reduced-motion: reduce\) \{(.*?)\n\}", source, re.DOTALL)
    assert calm and "#left" in calm[1]
    for attribute in ("aria-valuemax", "aria-valuenow", "aria-valuetext"):
        assert f'setAttribute("{attribute}"' in source
