"""Solving and racing on the page, in a browser: searches are chosen, watched, stopped and stepped through."""

import re
import time
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

import perfectplay as pp
from tests.web.conftest import EXAMPLES
from tests.web.looks import assert_accessible
from tests.web.serving import SECONDS, Server

LONG = "/solve/pegs/english?algorithm=uniform&objective=moves"  # does not end in the time of a test


def open_form(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("#solve-algorithm").wait_for()


def press(page: Page) -> None:
    page.get_by_role("button", name="Solve", exact=True).click()


def answer_of(page: Page, address: str) -> None:
    open_form(page, address)
    press(page)
    page.get_by_role("region", name="Answer").wait_for(timeout=60_000)


def test_a_solution_is_stepped_through_by_button_key_slider_and_list(page: Page) -> None:
    answer_of(page, "/solve/pegs/triangle-5?algorithm=depth-first")
    answer = pp.solve("pegs/triangle-5", algorithm="depth-first")
    assert isinstance(answer, pp.Solved)
    replay, caption = page.locator(".replay"), page.locator(".replay .caption")
    replay.get_by_role("button", name="Forward").click()
    expect(caption).to_have_text(f"1. {answer.solution[0]}")
    page.keyboard.press("ArrowRight")
    expect(caption).to_have_text(f"2. {answer.solution[1]}")
    replay.get_by_role("slider").press("End")
    expect(replay.locator(".cell-full")).to_have_count(1)
    replay.get_by_role("button", name="start", exact=True).click()
    expect(replay.locator(".cell-full")).to_have_count(14)
    spoken = page.locator("#announcer")
    expect(spoken).to_contain_text(f"2. {answer.solution[1]}start")  # what was done by slider is said by the slider
    spoken.evaluate("node => node.replaceChildren()")
    replay.get_by_label("Speed").select_option("10")
    replay.get_by_role("button", name="Play").click()
    expect(replay.locator(".cell-full")).to_have_count(1)
    expect(spoken).to_have_text(f"{len(answer.solution)}. {answer.solution[-1]}")
    assert_accessible(page)


def test_the_answer_is_that_of_the_position_in_the_address(page: Page) -> None:
    answer_of(page, "/solve/coins/4?moves=a1-a4,b2&at=1")
    problem = pp.load("coins/4")
    start = problem.play(problem.start, "a1-a4")
    expected = pp.solve(problem.starting_at(start))
    assert isinstance(expected, pp.Decided)
    winner = f"The {expected.winner} player wins"
    expect(page.get_by_role("region", name="Answer").get_by_role("heading", level=2)).to_have_text(winner)


def test_what_is_impossible_is_shown_with_its_proof(page: Page) -> None:
    answer_of(page, "/solve/pegs/french:d4..d4")
    region = page.get_by_role("region", name="Answer")
    expect(region.get_by_role("heading", level=2)).to_contain_text("Impossible")
    expect(region.locator(".painting")).not_to_have_count(0)
    assert_accessible(page)


def test_a_refusal_stands_beside_the_form(page: Page) -> None:
    open_form(page, "/solve/pegs/english?order=estimate&estimate=none")
    press(page)
    expect(page.get_by_role("alert")).to_contain_text("needs an estimate")


def test_choices_are_in_the_address_and_those_of_no_use_are_not_offered(page: Page) -> None:
    open_form(page, "/solve/pegs/english")
    page.get_by_text("More options").click()
    expect(page.get_by_label("Weight", exact=True)).to_be_hidden()
    page.get_by_label("Algorithm").select_option("weighted-astar")
    page.get_by_label("Weight", exact=True).fill("3")
    page.get_by_label("Weight", exact=True).blur()
    assert "algorithm=weighted-astar&weight=3" in page.url
    page.reload()
    expect(page.get_by_label("Weight", exact=True)).to_have_value("3")
    page.get_by_label("Algorithm").select_option("depth-first")
    expect(page.get_by_label("Estimate", exact=True)).to_be_disabled()


def test_what_is_wrong_is_said_where_it_was_folded_away(page: Page) -> None:
    open_form(page, "/solve/pegs/english?algorithm=weighted-astar&weight=0.5")
    weight = page.get_by_label("Weight", exact=True)
    expect(weight).to_be_visible()
    page.get_by_text("More options").click()
    expect(weight).to_be_hidden()
    press(page)
    expect(weight).to_be_focused()
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()


@pytest.mark.parametrize("screen", ["solve", "race"])
def test_the_back_button_shows_the_position_of_the_address(page: Page, screen: str) -> None:
    """As often as it is pressed, after links from one position to the next; the brand's is lent to them."""
    addresses = [f"/{screen}/coins/3{query}" for query in ("", "?moves=a1", "?moves=a1,a2", "?moves=a1,a2,b2")]
    page.goto(addresses[0])
    where = page.locator(".screen-head .lede")
    for address in addresses[1:]:
        expect(where).to_be_visible()
        page.locator(".brand").evaluate("(link, href) => link.setAttribute('href', href)", address)
        page.locator(".brand").click()
        expect(where).to_contain_text(f"after {address.count(',') + 1} move")
    for back in (page.go_back, page.go_back, page.go_back, page.go_forward, page.go_forward):
        back()
        moves = parse_qs(urlsplit(page.url).query).get("moves", [""])[0]
        number = len(moves.split(",")) if moves else 0
        expect(where).to_contain_text(f"after {number} move" if number else "from the start")


def test_a_search_is_watched_and_stopped_by_keyboard(page: Page, site: Server) -> None:
    open_form(page, LONG)
    with page.expect_response(re.compile(r"/api/solve$")) as begun:
        page.get_by_role("button", name="Solve", exact=True).press("Enter")
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_be_focused()
    expect(page.get_by_role("progressbar")).to_have_attribute("aria-valuetext", re.compile("of at most"))
    stop.press("Enter")
    expect(page.locator(".meter-phase")).to_have_text("Stopped")
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_focused()
    assert site.ask(f"/api/solve/{begun.value.json()['id']}").status == 404


def test_a_lost_connection_is_tried_again_and_then_given_up(page: Page, site: Server) -> None:
    """The events end early, as when the server goes away; the browser is told to try again after half a second."""
    page.route("**/events", lambda route: route.fulfill(content_type="text/event-stream", body="retry: 500\n\n"))
    open_form(page, LONG)
    with page.expect_response(re.compile(r"/api/solve$")) as begun:
        press(page)
    expect(page.locator(".meter-phase")).to_have_text("Connection lost, trying again")
    expect(page.get_by_role("alert")).to_have_text("the connection to the server was lost")
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()
    assert site.ask(f"/api/solve/{begun.value.json()['id']}").status == 404


@pytest.mark.parametrize("way", ["another screen", "another site"])
def test_leaving_ends_the_search(page: Page, site: Server, way: str) -> None:
    open_form(page, LONG)
    with page.expect_response(re.compile(r"/api/solve$")) as begun:
        press(page)
    path = f"/api/solve/{begun.value.json()['id']}"
    assert site.ask(path).status == 200
    if way == "another screen":
        page.get_by_role("link", name="Play", exact=True).click()
        page.locator(".board-live").wait_for()
    else:
        page.goto("about:blank")
    end = time.monotonic() + SECONDS
    while (status := site.ask(path).status) == 200 and time.monotonic() < end:
        page.wait_for_timeout(20)
    assert status == 404


def test_more_time_is_offered_where_time_was_the_limit(page: Page) -> None:
    answer_of(page, "/solve/pegs/english?algorithm=uniform&objective=moves&seconds=0.2")
    page.get_by_role("button", name="Try again with 0.8 seconds").click()
    expect(page.get_by_role("button", name="Try again with 3.2 seconds")).to_be_visible(timeout=60_000)
    assert "seconds=0.8" in page.url


def test_a_trace_is_stepped_through_and_filtered(page: Page) -> None:
    answer_of(page, "/solve/pegs/triangle-5?algorithm=astar&trace=500")
    trace = pp.solve("pegs/triangle-5", algorithm="astar", trace=500).trace
    pruned = [event for event in trace if event.rule == "symmetry"]
    tracing = page.locator(".tracing")
    expect(tracing.locator("output")).to_have_text(f"1 of {len(trace)}")
    tracing.get_by_label("Show").select_option(label=f"pruned: symmetry ({len(pruned)})")
    tracing.get_by_role("button", name="Last").click()
    problem = pp.load("pegs/triangle-5")
    expect(tracing.locator("code")).to_have_text(problem.text(problem.position(pruned[-1].state)))


def test_the_tree_of_a_game_is_walked_by_keyboard_and_in_order(page: Page) -> None:
    answer_of(page, "/solve/coins/3?algorithm=alphabeta&trace=500")
    nodes = pp.solve("coins/3", algorithm="alphabeta", trace=500).trace
    first = next(node for node in nodes if node.parent == 0)
    tree = page.get_by_role("tree")
    tree.get_by_role("treeitem").first.press("ArrowRight")
    chosen = tree.locator("[aria-selected=true] > .tree-line code")
    expect(chosen).to_have_text(first.move)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(chosen).to_have_text("start")
    page.locator(".tree-side").get_by_role("button", name="Last").click()
    expect(chosen).to_have_text(nodes[-1].move)
    assert_accessible(page)


def test_the_pieces_of_a_tree_have_their_colours(page: Page) -> None:
    answer_of(page, "/solve/connect.py:4x3?algorithm=alphabeta&trace=500")
    page.locator(".tree-side").get_by_role("button", name="Last").click()
    expect(page.locator("[aria-selected=true] > .tree-line")).to_be_visible()
    problem = pp.load(f"{EXAMPLES / 'connect.py'}:4x3")
    last = pp.solve(problem, algorithm="alphabeta", trace=500).trace[499]
    scene = problem.scene(problem.position(last.state))
    assert scene is not None
    expected = [f"#pp-piece-{cell.colour}" for cell in scene.cells if cell.piece]
    assert {"#pp-piece-red", "#pp-piece-yellow"} == set(expected)
    shapes = page.locator(".tree-side .cell-piece use")
    assert [shape.get_attribute("href") for shape in shapes.all()] == expected


def test_files_of_an_answer_can_be_saved_and_the_answer_verifies(page: Page) -> None:
    answer_of(page, "/solve/army/7x8:d7")
    with page.expect_download() as download:
        page.get_by_role("link", name="Answer (JSON)").click()
    assert pp.verify(download.value.path()).verdict == "accepted"
    with page.expect_download() as replay:
        page.get_by_role("link", name="Replay page").click()
    assert replay.value.suggested_filename == "replay.html"


def test_a_game_without_pictures_is_solved_in_text(page: Page) -> None:
    answer_of(page, "/solve/kayles.py:5")
    page.locator(".replay").get_by_role("button", name="Last").click()
    expect(page.locator(".replay .drawing")).not_to_be_empty()


def test_two_algorithms_race(page: Page) -> None:
    page.goto("/race/pegs/triangle-5")
    page.locator("#run-A-algorithm").select_option("depth-first")
    page.locator("#run-B-algorithm").select_option("breadth-first")
    page.get_by_role("button", name="Start the race").click()
    table = page.get_by_role("region", name="Results of the race")
    table.wait_for(timeout=60_000)
    for row, name in enumerate(("depth-first", "breadth-first"), 1):
        stats = pp.solve("pegs/triangle-5", algorithm=name).stats
        cells = table.get_by_role("row").nth(row)
        expect(cells).to_contain_text(name)
        expect(cells.get_by_role("cell").nth(2)).to_contain_text(f"{stats.expanded:,}")
    assert_accessible(page)
    page.reload()
    expect(page.locator("#run-B-algorithm")).to_have_value("breadth-first")


def test_one_runner_of_a_race_is_stopped_and_others_are_added(page: Page) -> None:
    page.goto("/race/pegs/english?objective=moves&run=algorithm%3Duniform&run=algorithm%3Dastar")
    page.get_by_role("button", name="Add a configuration").click()
    page.locator("#run-C-algorithm").select_option("depth-first")
    page.get_by_role("button", name="Start the race").click()
    page.get_by_role("button", name="Stop A", exact=True).press("Enter")
    expect(page.locator(".lane").first).to_contain_text("Stopped")
    expect(page.locator(".lane").first).to_be_focused()
    page.get_by_role("button", name="Stop all").click()
    table = page.get_by_role("region", name="Results of the race")
    expect(table.get_by_role("row")).to_have_count(4)
    expect(table.get_by_role("row").nth(1)).to_contain_text("stopped")
