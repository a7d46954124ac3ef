"""Every screen, light and dark, wide and narrow: axe finds nothing serious, nothing sticks out, it reads as before."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import perfectplay as pp
from tests.web.looks import assert_accessible, assert_fits, assert_snapshot
from tests.web.playing import light, open_play

Opener = Callable[[Page, Path], None]
SEARCH = 60_000  # milliseconds


def home(page: Page, folder: Path) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", name="Famous problems")).to_be_visible()


def play(page: Page, folder: Path) -> None:
    """Play some moves, with everything shown that can be."""
    open_play(page, "pegs/triangle-4", "?moves=c4-a2,a4-c4")
    expect(light(page)).to_contain_text("Lost")
    page.get_by_role("button", name="Show values").click()
    expect(page.get_by_role("region", name="Moves").get_by_text("All of them are worth the same")).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".play-message")).to_contain_text("Lost")


def play_for_two(page: Page, folder: Path) -> None:
    open_play(page, "coins/3", "?moves=a1")
    expect(light(page)).to_contain_text("Winnable")


def solve(page: Page, folder: Path) -> None:
    page.goto("/solve/pegs/triangle-4?algorithm=astar&trace=2000")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.get_by_role("region", name="Answer").wait_for(timeout=SEARCH)


def race(page: Page, folder: Path) -> None:
    page.goto("/race/pegs/triangle-4?run=algorithm%3Ddepth-first&run=algorithm%3Dbreadth-first")
    page.get_by_role("button", name="Start the race").click()
    page.get_by_role("region", name="Results of the race").wait_for(timeout=SEARCH)


def edit(page: Page, folder: Path) -> None:
    page.goto("/edit/pegs?from=pegs/triangle-4")
    expect(page.get_by_role("link", name="Play it")).to_be_visible()


def verify(page: Page, folder: Path) -> None:
    file = folder / "answer.json"
    pp.solve("pegs/triangle-4", algorithm="astar").save(file)
    page.goto("/verify")
    page.get_by_label("Choose a file").set_input_files(file)
    expect(page.get_by_role("region", name="Verdict")).to_contain_text("Accepted")
    expect(page.get_by_role("region", name="Solution")).to_be_visible()


@pytest.mark.parametrize("opened", [home, play, play_for_two, solve, race, edit, verify])
def test_a_screen_is_fit_for_everybody(page: Page, tmp_path: Path, opened: Opener) -> None:
    opened(page, tmp_path)
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert_fits(page, width)
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        assert_accessible(page)
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        assert_accessible(page, rules=["color-contrast"])  # all that colours can spoil
    page.set_viewport_size({"width": 1280, "height": 800})
    assert_snapshot(page, opened.__name__)


def test_the_theme_is_chosen_and_kept(page: Page) -> None:
    page.goto("/verify")
    colours = []
    for theme in ("light", "dark"):
        page.get_by_role("button", name=re.compile("^Theme")).click()
        expect(page.get_by_role("button", name=f"Theme: {theme}")).to_be_visible()
        colours.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert colours[0] != colours[1]
    page.reload()
    expect(page.get_by_role("button", name="Theme: dark")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == colours[1]
