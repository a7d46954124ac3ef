"""Answers on the page: where one stands in a solution, why it is the best, and figures that mean something."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import perfectplay as pp
from tests.web.looks import assert_accessible, assert_fits


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


def test_a_file_that_the_server_no_longer_has_is_said_to_be_gone(page: Page) -> None:
    region = answer_to(page, "/solve/pegs/triangle-5?now")
    save = region.get_by_role("link", name="Answer (JSON)")
    with page.expect_download() as download:
        save.click()
    assert download.value.suggested_filename == "pegs-triangle-5-answer.json"
    assert pp.verify(download.value.path()).verdict == "accepted"
    page.evaluate("() => { window.fetch = async () => new Response('{}', { status: 404 }); }")
    save.click()
    expect(region).to_contain_text("The server no longer has this answer: solve it again to save it.")
    page.evaluate("() => { window.fetch = () => Promise.reject(new TypeError('Failed to fetch')); }")
    save.click()
    expect(region).to_contain_text("The server does not answer; is it still running?")


def test_best_moves_where_a_play_is_over_have_their_texts(page: Page) -> None:
    """A game that is drawn by repetition has no moves on the page, though a search from there finds some."""
    region = answer_to(page, "/solve/swing.py?moves=at%200,at%201,at%200,at%201&now")
    assert region.locator(".move-list code").all_text_contents() == ["at 0", "at 2"]


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
        const stats = { expanded: 188637499, generated: 9615067, duplicate: 9, pruned: { symmetry: 9 }, seconds: 8 };
        return meaningful({ stats, search: { algorithm: "bitmaps", after: "idastar" } });
    }"""
    page.goto("/verify")
    figures: dict[str, Any] = {"expanded": 188637499, "generated": None, "duplicate": None, "pruned": {}, "seconds": 8}
    assert page.evaluate(script) == figures


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("army/7x8:d7?now", "7 jumps need 8 men"),
        ("pegs/triangle-5?now&objective=moves", "Proved by idastar"),
        ("coins/3?now", "Found by a table of all 64 positions"),
        ("pegs/french:d4..any?objective=pegs&now", "One peg was asked for first, and proved impossible."),
    ],
)
def test_what_claims_to_be_the_best_says_why(page: Page, address: str, words: str) -> None:
    region = answer_to(page, f"/solve/{address}")
    expect(region.locator(".proof")).to_contain_text("Why it is the best")
    expect(region.locator(".proof")).to_contain_text(words)


def test_paintings_that_rule_out_every_hole_together_say_so(page: Page) -> None:
    problem: Any = pp.load("pegs/diamond:e5..any")
    answer = pp.prove(problem)
    assert isinstance(answer, pp.Impossible)
    left = set(problem.board.names)
    for names in map(set, answer.certificate["sets"]):
        is_odd = (
            sum(problem.start.pegs >> number & 1 for number, name in enumerate(problem.board.names) if name in names)
            % 2
        )
        left -= left - names if is_odd else names
    assert not left
    region = answer_to(page, "/solve/pegs/diamond:e5..any?now")
    expect(region.locator(".arithmetic").last).to_contain_text(
        f"Each hole is ruled out by one of these {len(answer.certificate['sets'])} pictures: no peg can be left alone."
    )


def test_what_claims_nothing_gives_no_reason(page: Page) -> None:
    expect(answer_to(page, "/solve/pegs/triangle-5?now").locator(".proof")).to_have_count(0)


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("spec", ["pegs/french:d4..d4", "army/half-plane:5", "army/7x8:a8"])
def test_a_painted_proof_can_be_read(page: Page, spec: str, width: int) -> None:
    """Each text fits its disc and is large enough; a board that is too wide for that is scrolled in its box."""
    page.set_viewport_size({"width": width, "height": 800})
    region = answer_to(page, f"/solve/{spec}?now")
    board = region.locator(".board-painted").first
    for text in board.locator("text").all()[:40]:
        inner, outer = text.bounding_box(), text.locator("xpath=..").locator(".paint").bounding_box()
        assert inner is not None and outer is not None
        assert inner["width"] <= outer["width"] + 0.5
    scale = board.evaluate("node => node.getBoundingClientRect().width / node.viewBox.baseVal.width")
    assert scale * float(board.locator("text").first.get_attribute("font-size") or 0) >= 8.9
    scrolls = board.evaluate("node => node.getBoundingClientRect().width > node.parentElement.clientWidth + 2")
    box = region.locator(".scroller").first
    edges = [name for name in ("has-more-left", "has-more-right") if name in (box.get_attribute("class") or "")]
    assert len(edges) == (2 if scrolls else 0)  # it begins in the middle
    expect(board.locator(".cell-name")).to_have_count(0)
    assert_fits(page, width)
    assert_accessible(page)


def test_the_sign_of_a_weight_has_a_colour(page: Page) -> None:
    board = answer_to(page, "/solve/pegs/french:d4..d4?now").locator(".board-painted").first
    marked, pieces = board.locator(".paint-plus"), board.locator("use[href='#pp-piece']")
    assert 0 < marked.count() < pieces.count()
    assert marked.first.evaluate("node => getComputedStyle(node).fill") == "rgb(255, 210, 63)"


def test_the_proof_of_a_smallest_army_is_painted_above_its_arithmetic(page: Page) -> None:
    region = answer_to(page, "/solve/army/7x8:d7?now")
    expect(region.locator(".replay")).to_be_visible()  # the solution is shown all the same
    texts = region.locator(".board-painted text").all_text_contents()
    assert sorted(map(int, texts), reverse=True)[:2] == [9, 5]
    expect(region.locator(".arithmetic")).to_contain_text("6 < 7: fewer than 7 jumps do not do.")
