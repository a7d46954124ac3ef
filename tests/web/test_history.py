"""The history of a play: undo and redo, save points, reloads, the back button, and addresses that are shared."""

from playwright.sync_api import Browser, Page, expect

import perfectplay as pp
from tests.web.playing import begin_answers, cell, expect_moves, open_play, played, position_after, solution_of, steps
from tests.web.serving import Server

SPEC = "pegs/triangle-4"


def full_cells(page: Page) -> list[str]:
    return [str(node.get_attribute("data-cell")) for node in page.locator(".board .cell-full").all()]


def expect_position(page: Page, moves: list[str]) -> None:
    """See that the board shows the position after some moves."""
    problem = pp.load(SPEC)
    expect_moves(page, len(moves))
    scene = problem.scene(position_after(problem, moves))
    assert scene is not None
    assert sorted(full_cells(page)) == sorted(item.name for item in scene.cells if item.piece)


def test_a_play_is_taken_back_repeated_saved_and_loaded_again(page: Page) -> None:
    problem = pp.load(SPEC)
    moves = [text for text, _ in steps(problem, solution_of(problem))][:4]
    open_play(page, SPEC)
    for number, (_, (start, end)) in enumerate(steps(problem, moves), 1):
        cell(page, start).click()
        cell(page, end).click()
        expect_moves(page, number)
    undo, redo = (page.get_by_role("button", name=name, exact=True) for name in ("Undo", "Redo"))
    undo.click()
    undo.click()
    expect_position(page, moves[:2])
    page.evaluate("key => localStorage.setItem(key, '{}')", f"perfectplay.saves.{SPEC}")  # as nobody would save it
    page.reload()
    expect_position(page, moves[:2])
    redo.click()
    expect_position(page, moves[:3])
    page.get_by_text("Save points").click()
    page.get_by_label("Save this position as").fill("three")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="three")).to_be_visible()
    page.get_by_role("button", name="Restart").click()
    expect_position(page, [])
    assert played(page) == moves
    page.get_by_role("link", name="three").click()
    expect_position(page, moves[:3])
    page.get_by_role("button", name="Remove three").click()
    expect(page.get_by_role("link", name="three")).to_have_count(0)
    second = page.get_by_role("button", name=f"2 {moves[1]}")
    second.press("Enter")
    expect_position(page, moves[:2])
    expect(second).to_be_focused()
    cell(page, "a1").press("r")
    expect_position(page, moves[:3])


def test_the_back_button_takes_moves_back_and_addresses_open_positions(page: Page) -> None:
    problem = pp.load(SPEC)
    moves = [text for text, _ in steps(problem, solution_of(problem))][:2]
    page.goto("/")
    link = page.get_by_role("link", name="triangle-4").first
    link.evaluate("node => node.scrollIntoView({ block: 'center' })")
    scrolled = page.evaluate("scrollY")
    assert scrolled > 0
    link.click()
    for number, (_, (start, end)) in enumerate(steps(problem, moves), 1):
        cell(page, start).click()
        cell(page, end).click()
        expect_moves(page, number)
    page.go_back()
    expect_position(page, moves[:1])
    page.go_forward()
    expect_position(page, moves)
    shared = page.url
    page.go_back()
    page.go_back()
    expect_position(page, [])
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("See it, play it, know it")
    page.wait_for_function("scrolled => scrollY === scrolled", arg=scrolled)
    page.goto(shared)
    expect_position(page, moves)
    page.get_by_role("navigation", name="This problem").get_by_role("link", name="Solve").click()
    expect(page.get_by_text(f"after {len(moves)} jumps")).to_be_visible()


def test_what_has_failed_can_be_tried_again(page: Page) -> None:
    begin_answers(page, families=(400, {"error": "made up"}))
    page.goto("/")
    expect(page.locator("main")).to_contain_text("Made up.")
    page.evaluate("window.made = {}")
    page.get_by_role("link", name="All boards").click()
    page.get_by_role("link", name="triangle-4").first.click()
    expect(page.get_by_role("navigation", name="This problem").get_by_role("link", name="Edit")).to_be_visible()


def test_an_address_of_nothing_leads_home(browser: Browser, site: Server) -> None:
    """A browser gets the page and 404, which it writes to its console: so this is not the page of the fixture."""
    context = browser.new_context(base_url=site.address)
    page = context.new_page()
    answer = page.goto("/nothing/here")
    assert answer is not None and answer.status == 404
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    page.get_by_role("link", name="All boards").click()
    expect(page).to_have_url(site.address)
    context.close()
