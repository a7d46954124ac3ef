"""Answers on the page: where one stands in a solution, why it is the best, and figures that mean something."""

import pytest
from playwright.sync_api import Locator, Page, expect

import perfectplay as pp
from tests.web.looks import assert_accessible


def answer_to(page: Page, address: str) -> Locator:
    page.goto(address)
    region = page.get_by_role("region", name="Answer")
    region.wait_for(timeout=60_000)
    return region


@pytest.mark.parametrize(("spec", "noun"), [("pegs/triangle-5", "move"), ("dice/board-11", "ply")])
def test_the_place_in_a_solution_is_that_of_its_move(page: Page, spec: str, noun: str) -> None:
    answer = pp.solve(spec)
    assert isinstance(answer, pp.Solved)
    replay = answer_to(page, f"/solve/{spec}?now").locator(".replay")
    place = replay.locator(".stepper-place")
    expect(place).to_have_text("start")
    replay.get_by_role("button", name="Forward").click()
    expect(replay.locator(".caption")).to_contain_text(answer.solution[0])
    expect(place).to_have_text(f"{noun} 1 of {len(answer.solution)}")
    replay.get_by_role("button", name="Last").click()
    expect(place).to_have_text(f"{noun} {len(answer.solution)} of {len(answer.solution)}")
    expect(replay.get_by_role("slider")).to_have_attribute(
        "aria-valuetext", f"{noun} {len(answer.solution)} of {len(answer.solution)}"
    )


def test_figures_that_do_not_apply_are_left_out(page: Page) -> None:
    region = answer_to(page, "/solve/coins/3?now")
    expect(region.locator(".figures")).to_contain_text("Positions expanded")
    for name in ("Generated", "Duplicates"):
        expect(region.locator(".figures")).not_to_contain_text(name)
    region = answer_to(page, "/solve/pegs/french:d4..d4?now")
    expect(region).to_contain_text("No search was needed.")
    expect(region.locator(".figures")).not_to_contain_text("Positions")


def test_the_figures_of_two_searches_are_not_mixed(page: Page) -> None:
    script = """async () => {
        const { meaningful } = await import("/static/figures.js");
        const stats = { expanded: 188637499, generated: 9615067, duplicate: 143613, seconds: 8 };
        return meaningful({ stats, search: { algorithm: "bitmaps", after: "idastar" } });
    }"""
    page.goto("/verify")
    figures = {"expanded": 188637499, "generated": None, "duplicate": None, "seconds": 8}
    assert page.evaluate(script) == figures
