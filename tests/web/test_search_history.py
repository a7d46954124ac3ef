"""Searches and the browser's history: the back button leads to the answer that was there."""

import pytest
from playwright.sync_api import Page, expect

LONG = "/solve/pegs/9x9?algorithm=backtracking"  # does not end in the time of a test, and takes no memory


def press(page: Page, name: str = "Solve") -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_a_search_after_an_answer_leaves_that_to_the_back_button(page: Page) -> None:
    page.goto("/")
    page.goto("/solve/pegs/triangle-5?now")
    region = page.get_by_role("region", name="Answer")
    first = region.get_by_role("heading", level=2)
    expect(first).to_contain_text("moves", timeout=60_000)
    figures = region.locator(".figures").inner_text()
    page.locator("#solve-algorithm").select_option("astar")
    assert page.url.endswith("?algorithm=astar")
    page.locator("#solve-estimate").select_option("none")  # further choices are of the same entry
    press(page)
    expect(region).to_contain_text("algorithm astar", timeout=60_000)
    page.go_back()
    expect(region).not_to_contain_text("algorithm astar")
    assert region.locator(".figures").inner_text() == figures
    expect(page.locator("#solve-algorithm")).to_have_value("")
    page.go_forward()
    expect(region).to_contain_text("algorithm astar")
    expect(page.locator("#solve-algorithm")).to_have_value("astar")
    page.go_back()
    page.go_back()
    expect(page).to_have_url("/")


def test_a_search_that_was_left_says_that_it_was_ended(page: Page) -> None:
    """Nothing is asked of the server, which would answer that there is no such search: an error on the console."""
    page.goto(LONG)
    press(page)
    expect(page.locator(".meter-place")).to_contain_text("Depth")
    page.get_by_role("link", name="Play", exact=True).click()
    page.locator(".board-live").wait_for()
    page.go_back()
    expect(page.locator(".solve-stage .message")).to_contain_text("The search was ended when you left this screen")
    page.reload()
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()
    expect(page.locator(".solve-stage .message")).to_have_count(0)


@pytest.mark.parametrize("seconds", [0, 1])
def test_a_search_that_was_stopped_says_what_is_known(page: Page, seconds: int) -> None:
    page.goto(LONG)
    press(page)
    if seconds:
        expect(page.locator(".meter-place")).to_contain_text("Depth")
    press(page, "Stop")
    expect(page.locator(".meter-phase")).to_have_text("Stopped")
    place = page.locator(".meter-place")
    expect(place).to_contain_text("positions in" if seconds else "")
    expect(place).not_to_have_text("")


def test_a_race_after_a_race_leaves_its_results_to_the_back_button(page: Page) -> None:
    page.goto("/race/pegs/triangle-4?run=algorithm%3Ddepth-first&run=algorithm%3Dbreadth-first")
    press(page, "Start the race")
    table = page.get_by_role("region", name="Results of the race")
    table.wait_for(timeout=60_000)
    shown = table.inner_text()
    page.locator("#run-A-algorithm").select_option("astar")
    press(page, "Start the race")
    expect(table).to_contain_text("A: astar")
    page.go_back()
    expect(table).to_contain_text("A: depth-first")
    assert table.inner_text() == shown


def test_a_race_that_was_left_says_that_it_was_ended(page: Page) -> None:
    page.goto("/race/pegs/9x9?run=algorithm%3Dbacktracking&run=algorithm%3Ddepth-first")
    press(page, "Start the race")
    expect(page.locator(".lane-place").first).to_contain_text("Depth")
    page.get_by_role("link", name="Play", exact=True).click()
    page.locator(".board-live").wait_for()
    page.go_back()
    expect(page.locator(".message:visible")).to_contain_text("The race was ended when you left this screen")


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/solve/pegs/triangle-4?algorithm=nosuch&now", "algorithm “nosuch”"),
        ("/solve/pegs/triangle-4?objective=nosuch&estimate=what", "objective “nosuch” and estimate “what”"),
        ("/race/pegs/triangle-4?run=algorithm%3Dnosuch&run=algorithm%3Dastar", "algorithm “nosuch”"),
    ],
)
def test_choices_of_an_address_that_there_are_not_are_named(page: Page, address: str, told: str) -> None:
    page.goto(address)
    expect(page.get_by_role("alert")).to_contain_text(f"asks for {told}, which there is not")
    expect(page.get_by_role("region", name="Answer")).to_have_count(0)


@pytest.mark.parametrize("seconds", ["-5", "9999"])
def test_what_a_field_refuses_is_not_in_the_address(page: Page, seconds: str) -> None:
    page.goto("/solve/pegs/triangle-4?objective=jumps")
    page.get_by_label("Seconds at most").fill(seconds)
    page.get_by_label("Seconds at most").blur()
    page.locator("#solve-algorithm").select_option("astar")
    assert page.url.endswith("/solve/pegs/triangle-4?algorithm=astar")
    press(page)
    expect(page.get_by_label("Seconds at most")).to_be_focused()
    expect(page.get_by_role("region", name="Answer")).to_have_count(0)
