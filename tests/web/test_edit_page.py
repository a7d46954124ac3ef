"""Drawing problems in a real browser, and proofs that are drawn on a board."""

from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import Locator, Page, expect

import perfectplay as pp
from perfectplay.model.registry import families
from perfectplay.model.specs import load
from tests.web.looks import assert_accessible, assert_fits

MOST_LOOKS = 200
EDITED = [name for name, family in families().items() if family.has_part("editor")]


def open_editor(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.get_by_role("link", name="Play it")).to_be_visible()


def place(page: Page, x: int, y: int) -> Locator:
    return page.get_by_role("gridcell", name=f"row {y}, column {x}:")


def names(page: Page) -> list[str]:
    """Return what each place of the sheet is, row by row."""
    cells = page.get_by_role("gridcell").all()
    return [str(cell.get_attribute("aria-label")).partition(": ")[2] for cell in cells]


def drawn(page: Page) -> str:
    return str(page.locator(".spec").text_content())


def expect_problem(page: Page, **wanted: Any) -> None:
    """Wait until the page shows the address of a drawing: it asks the server when the pen has rested for a moment."""
    expect(page.get_by_role("link", name="Play it")).to_be_visible()
    found: dict[str, Any] = {}
    for _ in range(MOST_LOOKS):
        whole = load(drawn(page)).as_json()
        found = {name: whole[name] for name in wanted}
        if found == wanted:
            return
        page.wait_for_timeout(50)
    assert found == wanted


@pytest.mark.parametrize("family", EDITED)
def test_every_family_is_drawn_and_nothing_is_in_anybodys_way(page: Page, family: str) -> None:
    open_editor(page, f"/edit/{family}")
    assert load(drawn(page)).family == family
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert_fits(page, width)
    assert_accessible(page)


def test_digits_choose_what_to_draw_only_where_that_is_chosen(page: Page) -> None:
    open_editor(page, "/edit/pegs?from=pegs/triangle-4")
    kinds = page.get_by_role("radio")
    chosen = kinds.evaluate_all("all => all.findIndex((kind) => kind.checked)")
    other = 2 if chosen != 1 else 3
    page.get_by_role("button", name="Clear").focus()
    page.keyboard.press(str(other))
    expect(kinds.nth(chosen)).to_be_checked()
    kinds.nth(chosen).focus()
    page.keyboard.press(str(other))
    expect(kinds.nth(other - 1)).to_be_checked()


def test_who_plays_at_once_plays_what_is_drawn(page: Page) -> None:
    open_editor(page, "/edit/pegs")
    before = drawn(page)
    expect(place(page, 3, 1)).to_have_attribute("aria-label", "row 1, column 3: peg")
    page.get_by_text("no hole", exact=True).click()
    place(page, 3, 1).click()
    page.get_by_role("link", name="Play it").click()
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    assert before not in unquote(page.url)
    page.go_back()
    expect(page.get_by_role("link", name="Play it")).to_be_visible()
    expect(place(page, 3, 1)).to_have_attribute("aria-label", "row 1, column 3: no hole")


def test_who_leaves_at_once_finds_the_drawing_again(page: Page) -> None:
    open_editor(page, "/edit/pegs")
    page.get_by_text("no hole", exact=True).click()
    place(page, 3, 1).click()
    page.get_by_role("link", name="Boards").click()
    expect(page.get_by_role("heading", name="Famous problems")).to_be_visible()
    page.go_back()
    expect(place(page, 3, 1)).to_have_attribute("aria-label", "row 1, column 3: no hole")


def test_a_board_is_drawn_by_mouse(page: Page) -> None:
    open_editor(page, "/edit/pegs")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".message")).to_contain_text("nothing is drawn")
    expect(page.get_by_role("gridcell", name="row 1, column 1:")).to_have_class("sheet-cell is-none is-wrong")
    page.get_by_text("peg", exact=True).click()
    first, last = (place(page, x, 2).bounding_box() for x in (2, 4))
    assert first is not None and last is not None
    page.locator("#announcer").evaluate("node => node.replaceChildren()")
    page.mouse.move(first["x"] + 9, first["y"] + 9)
    page.mouse.down()
    page.mouse.move(last["x"] + 9, last["y"] + 9, steps=8)
    page.mouse.up()
    expect(page.locator("#announcer")).to_be_empty()  # a stroke is seen, not heard cell by cell
    page.get_by_text("empty hole", exact=True).click()
    place(page, 4, 2).click()
    page.get_by_text("goal", exact=True).click()
    place(page, 4, 2).click()
    expect_problem(page, start=["oo."], goal=["..o"])
    page.get_by_role("link", name="Play it").click()
    expect(page.get_by_role("button", name="a1, piece")).to_be_visible()


def test_a_board_is_drawn_by_keyboard_and_kept_by_a_reload(page: Page) -> None:
    open_editor(page, "/edit/pegs?from=pegs/~b28uCg")  # oo.
    assert names(page) == ["peg", "peg", "empty hole"]
    place(page, 3, 1).focus()
    for key in ("1", "Home", "2", "4", "4", "End", "4", "Control+z", "4"):
        page.keyboard.press(key)
    assert names(page) == ["empty hole", "peg", "peg, goal"]
    for key in ("1", "1", "4", "4"):  # it is a peg already, and the goal is taken away and set again
        page.keyboard.press(key)
    for expected in ("peg", "peg, goal", "peg"):  # nothing is undone in vain
        page.keyboard.press("Control+z")
        assert names(page)[2] == expected
    page.keyboard.press("4")
    expect(page.locator("#announcer p").last).to_have_text("peg, goal")
    page.keyboard.press("Delete")
    assert names(page)[2] == "no hole"
    page.keyboard.press("Control+z")
    page.get_by_label("Columns").fill("4")
    page.keyboard.press("Tab")
    assert names(page) == ["empty hole", "peg", "peg, goal", "no hole"]
    place(page, 3, 1).focus()
    page.get_by_role("radio", name="peg", exact=True).press("Space")
    place(page, 3, 1).focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".spec")).to_have_text("pegs/~Lm9vbwoKLi5vLgo")
    assert "from=pegs/~Lm9vbwoKLi5vLgo" in unquote(page.url)
    page.reload()
    expect(page.locator(".spec")).to_have_text("pegs/~Lm9vbwoKLi5vLgo")
    assert names(page) == ["empty hole", "peg", "peg, goal", "peg"]


def test_a_drawing_that_is_no_problem_yet_is_kept_too(page: Page) -> None:
    open_editor(page, "/edit/army")
    first = names(page)
    page.get_by_label("Lattice").select_option("diagonal")
    page.get_by_label("Columns").fill("6")
    page.get_by_role("button", name="Clear").click()
    page.get_by_text("man", exact=True).click()
    place(page, 3, 2).click()
    expect(page.locator(".message")).not_to_contain_text("nothing is drawn")
    expect(page.locator(".message")).to_be_visible()
    drawing = names(page)
    assert drawing.count("man") == 1 and len(drawing) != len(first)
    for again in (page.reload, page.go_back):
        if again == page.go_back:
            page.get_by_role("link", name="Verify").click()
            expect(page.get_by_role("heading", level=1)).to_have_text("Check an answer")
        again()
        expect(page.locator(".message")).to_be_visible()
        assert names(page) == drawing
        expect(page.get_by_label("Lattice")).to_have_value("diagonal")
    open_editor(page, "/edit/army")
    assert names(page) == first


def test_what_cannot_be_drawn_is_said_beside_another_sheet(page: Page) -> None:
    page.goto("/play/army/half-plane:4")
    page.get_by_role("link", name="Edit", exact=True).click()
    expect(page.get_by_text("army/half-plane:4 has no end and cannot be drawn")).to_be_visible()
    expect(page.get_by_role("link", name="Play it")).to_be_visible()


def test_fields_change_the_problem_and_say_what_is_wrong(page: Page) -> None:
    open_editor(page, "/edit/dice?from=dice/board-11")
    page.get_by_label("Dice").fill("1 2 9")
    expect(page.locator(".message")).to_contain_text("number 3 is '9'")
    page.get_by_label("Dice").fill("1 2")
    page.get_by_label("Goal piece").select_option("3")
    expect_problem(page, dice=[1, 2], goal_piece=3)


def test_a_sheet_grows_to_its_limit(page: Page) -> None:
    open_editor(page, "/edit/coins?from=coins/3")
    page.get_by_label("Side").fill("10")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Side")).to_have_value("10")
    assert len(names(page)) == 55


@pytest.mark.parametrize(
    ("spec", "notes", "line"),
    [
        ("pegs/french:d4..d4", "x", "At the start there are 16: even."),
        ("army/half-plane:5", "σ⁵", "A man on the target weighs 1: nobody gets there."),
        ("army/7x8:d8", "2521", "2356 < 2521: nobody gets there."),
    ],
)
def test_a_proof_is_painted_with_its_arithmetic(page: Page, spec: str, notes: str, line: str) -> None:
    page.goto(f"/solve/{spec}")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.get_by_text(line)).to_be_visible()
    expect(page.locator(".painting").get_by_text(notes, exact=True).first).to_be_visible()
    assert_accessible(page)


def test_the_editor_begins_with_the_position_of_the_address(page: Page) -> None:
    page.goto("/play/pegs/english?moves=d2-d4")
    page.get_by_role("link", name="Edit", exact=True).click()
    expect(page.get_by_role("link", name="Play it")).to_be_visible()
    assert load(drawn(page)).start == pp.load("pegs/english").play(pp.load("pegs/english").start, "d2-d4")


def test_what_was_undone_is_done_again(page: Page) -> None:
    open_editor(page, "/edit/pegs?from=pegs/~b28uCg")  # oo.
    redo = page.get_by_role("button", name="Redo")
    expect(redo).to_have_attribute("aria-disabled", "true")
    page.get_by_text("empty hole", exact=True).click()
    place(page, 1, 1).click()
    page.get_by_role("button", name="Undo").click()
    assert names(page)[0] == "peg"
    redo.click()
    assert names(page)[0] == "empty hole"
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+Shift+z")
    assert names(page)[0] == "empty hole"
    expect(redo).to_have_attribute("aria-disabled", "true")


def test_what_cannot_be_drawn_says_why(page: Page) -> None:
    open_editor(page, "/edit/pegs")
    page.get_by_text("goal", exact=True).click()
    place(page, 1, 1).click()
    notice = page.locator(".edit-notice")
    expect(notice).to_have_text("Here is no hole, so goal cannot be set.")
    place(page, 4, 4).click()
    expect(notice).to_be_empty()


def test_a_size_has_bounds_that_are_said(page: Page) -> None:
    open_editor(page, "/edit/dice")
    columns = page.get_by_label("Columns")
    expect(columns).to_have_accessible_description("from 1 to 10")
    drawn = names(page)
    for wrong, words in (("99", "99 is not possible"), ("0", "0 is not possible"), ("", "a whole number is needed")):
        columns.fill(wrong)
        columns.blur()
        expect(columns).to_have_accessible_description(f"{words}: from 1 to 10")
        expect(columns).to_have_value("5")
        assert names(page) == drawn  # nothing is cut off by a slip
    columns.fill("4")
    columns.blur()
    expect(columns).to_have_accessible_description("from 1 to 10")
    assert len(names(page)) == 4 * len(drawn) // 5


def test_the_editors_lead_to_each_other(page: Page) -> None:
    open_editor(page, "/edit/pegs")
    page.get_by_role("navigation", name="Other problems").get_by_role("link", name="Dice").click()
    expect(page.get_by_label("Columns")).to_have_value("5")


def test_what_is_wrong_is_said_in_the_words_of_who_draws(page: Page) -> None:
    open_editor(page, "/edit/coins")
    page.get_by_label("Rules").select_option("assignment5")
    message = page.locator(".message")
    expect(message).to_contain_text("assignment5 has a side of 6, but 5 rows are drawn")
    expect(message).not_to_contain_text("spec")
