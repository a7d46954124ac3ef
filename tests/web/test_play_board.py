"""The board that is played on: what is picked up, refused, and dragged by a finger."""

import re

import pytest
from playwright.sync_api import Page, expect

import perfectplay as pp
from perfectplay.web.asked import BadMoveError, positions_after
from tests.web.playing import (
    begin_answers,
    cell,
    centre,
    drag_by_finger,
    expect_moves,
    light,
    message,
    open_play,
    played,
)


def test_after_a_refusal_nothing_stays_picked(page: Page) -> None:
    open_play(page, "connect.py:4x3")
    cell(page, "b1").click()
    expect_moves(page, 1)
    cell(page, "b1").click()
    expect(message(page)).to_contain_text("No move begins at b1.")
    cell(page, "b1").drag_to(cell(page, "c2"))
    expect(message(page)).to_contain_text("No move leads from b1 to c2.")
    cell(page, "b2").click()
    expect_moves(page, 2)
    for spec, first, second in (("pegs/triangle-4", "a4", "b3"), ("coins/4", "a2", "b4")):
        open_play(page, spec)
        for name in (first, second):
            cell(page, name).click()
        expect(message(page)).not_to_be_empty()
        expect(page.locator(".chosen-ring")).to_have_count(0)
        expect(page.locator("[aria-pressed=true]")).to_have_count(0)


def test_a_cell_may_stand_for_another(page: Page) -> None:
    """A disc is dropped into a column by pressing any empty cell of it."""
    open_play(page, "connect.py:4x3")
    expect(message(page)).to_be_empty()  # no piece is to be chosen first
    for pressed, landed in (("b3", "b1"), ("b3", "b2"), ("b3", "b3"), ("c2", "c1")):
        stands = "" if pressed == landed else f", stands for {landed}"
        expect(cell(page, pressed)).to_have_attribute("aria-label", f"{pressed}, empty{stands}")
        cell(page, pressed).press("Enter") if pressed == "c2" else cell(page, pressed).click()
        expect(cell(page, landed)).to_have_class(re.compile("cell-full"))
    expect_moves(page, 4)


@pytest.mark.parametrize(("spec", "move"), [("pegs/triangle-5", "a3-a1"), ("dice/board-11", "3-b2")])
def test_what_becomes_known_leaves_the_board_in_its_place(phone: Page, spec: str, move: str) -> None:
    begin_answers(phone, values=None)
    open_play(phone, spec)
    expect(light(phone)).to_contain_text("Being worked out")
    before = phone.locator(".board").bounding_box()
    other = phone.context.new_page()
    open_play(other, spec)
    expect(light(other)).to_contain_text("at best")
    assert other.locator(".board").bounding_box() == before
    other.get_by_label("Type a move").fill(move)
    other.get_by_label("Type a move").press("Enter")
    expect(light(other).locator(".light-more")).to_contain_text("best possible")
    other.evaluate("scrollTo(0, 0)")
    assert other.locator(".board").bounding_box() == before


@pytest.mark.parametrize("at", ["3", "-1", "x"])
def test_an_address_with_a_place_that_is_none_shows_the_last_one(page: Page, at: str) -> None:
    open_play(page, "pegs/triangle-5", f"?moves=c3-a1,a3-c3&at={at}")
    expect(message(page)).to_have_text(f"There is no position “{at}”: this is the last one, after 2 jumps.")
    expect_moves(page, 2)


@pytest.mark.parametrize("has_values", [False, True])
def test_a_piece_is_dragged_by_a_finger_and_the_page_scrolled_beside_it(phone: Page, has_values: bool) -> None:
    open_play(phone, "pegs/triangle-5")
    expect(light(phone)).to_contain_text("Winnable", timeout=20_000)  # what it says moves the board
    if has_values:
        phone.get_by_role("button", name="Show values").click()
        expect(phone.locator(".board .badge").first).to_be_visible()
    board = phone.locator(".board")
    board.evaluate("board => board.scrollIntoView({ block: 'center' })")
    scrolled = phone.evaluate("scrollY")
    drag_by_finger(phone, centre(phone, "c3"), centre(phone, "a1"))
    expect_moves(phone, 1)
    assert played(phone) == ["c3-a1"] and phone.evaluate("scrollY") == scrolled
    box = board.bounding_box()
    assert box is not None
    beside = box["x"] + box["width"] - 20, box["y"] + 40
    drag_by_finger(phone, beside, (beside[0], beside[1] - 150))
    phone.wait_for_function("before => scrollY > before", arg=scrolled)


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (1366, 768), (360, 740)])
def test_what_is_said_has_a_place_of_its_own(page: Page, width: int, height: int) -> None:
    """It covers nothing, moves nothing, and is in sight together with the board."""
    page.set_viewport_size({"width": width, "height": height})
    open_play(page, "pegs/triangle-5")
    expect(light(page)).to_contain_text("Winnable")
    parts = [page.locator(name) for name in (".board", ".play-message", ".actions")]
    before = [part.bounding_box() for part in parts]
    cell(page, "c3").click()
    expect(message(page)).to_contain_text("c3: to a1.")
    boxes = [part.bounding_box() for part in parts]
    assert boxes == before
    board, said, actions = (box["y"] for box in boxes if box is not None)
    assert board < said < actions
    expect(message(page)).to_be_in_viewport(ratio=1)
    if width > 360:
        expect(parts[2]).to_be_in_viewport(ratio=1)


def test_moves_of_an_own_game_are_called_by_their_cells(page: Page) -> None:
    open_play(page, "connect.py:4x3")
    field = page.get_by_label("Type a move")
    expect(field).to_have_attribute("placeholder", "such as b1")
    field.fill("b1")
    field.press("Enter")
    expect_moves(page, 1)
    assert played(page) == ["..../..../.x.."]
    expect(page.locator("#announcer")).to_contain_text("First: b1.")
    expect(page.get_by_role("region", name="History").locator("[aria-current]")).to_have_text("1First: b1")
    page.get_by_role("button", name="Hint").click()
    expect(message(page)).to_contain_text(re.compile("(A good move|as good as any): [a-d][12]\\."))
    open_play(page, "heap.py")
    expect(field).to_have_attribute("placeholder", "such as “4 left”")
    field.press("Enter")
    expect(message(page)).to_have_text("Type a move, such as “4 left”.")


def test_messages_are_sentences(page: Page) -> None:
    open_play(page, "pegs/triangle-5")
    field = page.get_by_label("Type a move")
    for text, words in (
        ("zz", "'zz' is not a move; write a jump as a3-a1, a chain with more holes after it."),
        ("a1-a2", "No jump leads from a1 to a2 on this board."),
    ):
        field.fill(text)
        field.press("Enter")
        expect(message(page)).to_have_text(words)


def test_a_piece_may_be_dragged_to_a_cell_that_stands_for_another(page: Page) -> None:
    open_play(page, "swing.py")
    (x, y), (to_x, to_y) = centre(page, "b"), centre(page, "d")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, to_y, steps=4)
    page.mouse.move(to_x, to_y, steps=4)
    page.mouse.up()
    expect_moves(page, 1)
    assert played(page) == ["at 2"]


def test_an_address_with_a_bad_move_leads_to_the_last_good_position(page: Page) -> None:
    problem, moves = pp.load("pegs/triangle-5"), ["c3-a1", "a1-a2"]
    with pytest.raises(pp.InputError) as refused:
        positions_after(problem, moves)
    path = f"problems/pegs/triangle-5?moves={','.join(moves)}"
    assert isinstance(refused.value, BadMoveError)
    begin_answers(page, **{path: (400, {"error": str(refused.value), "move": refused.value.number})})
    page.goto(f"/play/pegs/triangle-5?moves={','.join(moves)}")
    expect(page.locator("main")).to_contain_text("cannot be played: move 2: no jump leads from a1 to a2")
    page.get_by_role("link", name="Play on after move 1").click()
    expect_moves(page, 1)


def test_the_arrow_of_the_last_move_is_below_names_and_pieces(page: Page) -> None:
    open_play(page, "pegs/triangle-5", "?moves=c3-a1")
    expect(page.locator(".board-trail polyline").first).to_be_attached()
    parts = page.locator(".board-trail, [data-cell=b2]")  # what comes later is above
    expect(parts.first).to_have_class("board-trail")
    expect(parts.last).to_have_text("b2")
