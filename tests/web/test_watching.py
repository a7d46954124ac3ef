"""Solving and racing on the page, in a browser: searches are chosen, watched, stopped and stepped through."""

import re
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

import perfectplay as pp
from perfectplay.cli.main import main
from perfectplay.web.settings import ServerSettings
from tests.web.conftest import EXAMPLES
from tests.web.looks import assert_accessible
from tests.web.playing import begin_answers, make_answers
from tests.web.serving import Server

PATIENCE = ServerSettings().patience  # seconds for which the server keeps a search that nobody watches
LONG = "/solve/pegs/9x9?algorithm=backtracking"  # does not end in the time of a test, and takes no memory

# The page's stream of events is `window.stream`, and it hears what a test makes up.
FEEDING = """
    window.EventSource = class extends EventTarget {
        constructor() {
            super();
            window.stream = this;
        }
        hear(name, data) {
            this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
        }
        close() {}
    };
"""


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


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize(
    ("address", "name", "place", "below"),
    [
        ("/solve/pegs/english", "Solve", ".meter-place", ".meter .bar"),
        ("/race/pegs/english", "Start the race", ".lane-place", ".lane-bar"),
    ],
)
def test_where_a_search_is_stands_on_a_line_of_its_own(
    page: Page, width: int, address: str, name: str, place: str, below: str
) -> None:
    """What the server says of it changes all the time, and nothing around it moves."""
    page.set_viewport_size({"width": width, "height": 800})
    page.add_init_script(FEEDING)
    begin_answers(page, solve=(202, {"id": "made up", "state": "waiting"}))
    page.goto(address)
    page.get_by_role("button", name=name, exact=True).click()
    page.wait_for_function("() => window.stream")
    figures = {"seconds": 1, "expanded": 5, "generated": 9, "memory_bytes": 99}
    boxes = []
    for phase in ("", "searching; cost 9, best estimate so far 2", "depth 12; first move 21 of 29, best so far +10"):
        news = {"id": "made up", "state": "running", "message": None, **({**figures, "phase": phase} if phase else {})}
        page.evaluate("news => stream.hear('progress', news)", news)
        boxes.append(page.locator(below).last.bounding_box())
    expect(page.locator(place).last).to_have_text("First move 21 of 29, best so far +10")
    assert boxes[0] == boxes[1] == boxes[2]


def test_the_figures_of_a_search_that_was_stopped_are_of_one_moment(page: Page) -> None:
    """The clock goes on between two reports, and the last report is what is known."""
    page.add_init_script(FEEDING)
    begin_answers(page, solve=(202, {"id": "made up", "state": "waiting"}))
    open_form(page, "/solve/pegs/english")
    press(page)
    page.wait_for_function("() => window.stream")
    figures = {"seconds": 0.125, "expanded": 5, "generated": 9, "memory_bytes": 99, "phase": "searching"}
    news = {"id": "made up", "state": "running", "message": None, **figures}
    page.evaluate("news => stream.hear('progress', news)", news)
    time_shown = page.locator(".meter .figures div", has_text="Time").locator("dd")
    expect(time_shown).not_to_have_text("125 ms")
    make_answers(page, **{"solve/made up": (204, None)})
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".meter-place")).to_have_text("5 positions in 125 ms have not decided it.")
    expect(time_shown).to_have_text("125 ms")


def test_a_lost_connection_is_tried_again_and_then_given_up(page: Page, site: Server) -> None:
    """The events end early, as when the server goes away; the browser is told to try again after half a second."""
    page.route("**/events?*", lambda route: route.fulfill(content_type="text/event-stream", body="retry: 500\n\n"))
    open_form(page, LONG)
    with page.expect_response(re.compile(r"/api/solve$")) as begun:
        press(page)
    expect(page.locator(".meter-phase")).to_have_text("Connection lost, trying again")
    expect(page.get_by_role("alert")).to_have_text("The connection to the server was lost.")
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()
    path, end = f"/api/solve/{begun.value.json()['id']}", time.monotonic() + 10
    while site.ask(path).status != 404:  # the page has asked the server to end it, and does not wait for that
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_famous_problem_is_one_click_from_its_solution(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Solve: The French board that cannot be done").click()
    expect(page.get_by_role("region", name="Answer")).to_contain_text("Impossible, proved by position classes")
    expect(page).to_have_url(re.compile(r"/solve/pegs/french:d4\.\.d4$"))


def begin_long(page: Page) -> str:
    """Begin a search that does not end in the time of a test, and return its path."""
    open_form(page, LONG)
    with page.expect_response(re.compile(r"/api/solve$")) as begun:
        press(page)
    return f"/api/solve/{begun.value.json()['id']}"


def test_leaving_the_screen_ends_the_search_at_once(page: Page, site: Server) -> None:
    path = begin_long(page)
    assert site.ask(path).status == 200
    page.get_by_role("link", name="Play", exact=True).click()
    page.locator(".board-live").wait_for()
    end = time.monotonic() + PATIENCE / 2
    while (status := site.ask(path).status) == 200 and time.monotonic() < end:
        page.wait_for_timeout(20)
    assert status == 404


def test_leaving_the_site_ends_the_search_after_a_while(page: Page, site: Server) -> None:
    path = begin_long(page)
    expect(page.locator(".meter-place")).to_contain_text("Depth")
    page.goto("about:blank")
    page.wait_for_timeout(1000 * PATIENCE + 1000)  # a question would be a watcher too, for a moment
    assert site.ask(path).status == 404


def test_a_reload_goes_on_with_the_search(page: Page, site: Server) -> None:
    path = begin_long(page)
    expect(page.locator(".meter-place")).to_contain_text("Depth")
    before = site.ask(path).data["progress"]["seconds"]
    page.reload()
    expect(page.locator(".meter-place")).to_contain_text("Depth")
    found = site.ask(path).data
    assert found["state"] == "running" and found["progress"]["seconds"] >= before
    expect(page.get_by_role("button", name="Searching…")).to_be_disabled()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".meter-phase")).to_have_text("Stopped")
    assert site.ask(path).status == 404
    page.reload()
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()
    expect(page.locator(".meter")).to_have_count(0)


def test_an_answer_is_there_again_after_the_back_button_and_a_reload(page: Page) -> None:
    answer_of(page, "/solve/pegs/triangle-5?algorithm=astar&trace=2000")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    page.get_by_role("link", name="Step through it on the playing board").click()
    page.locator(".board-live").wait_for()
    for again in (page.go_back, page.reload):
        again()
        region = page.get_by_role("region", name="Answer")
        expect(region.get_by_role("heading", level=2)).to_contain_text("moves")
        expect(region.locator(".tracing .stepper-place")).to_contain_text("1 of")
    assert "POST" not in asked
    page.get_by_role("link", name="Play", exact=True).click()
    page.locator(".board-live").wait_for()
    page.get_by_role("link", name="Solve", exact=True).click()  # a link is no way back
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()
    expect(page.get_by_role("region", name="Answer")).to_have_count(0)


def test_more_time_is_offered_where_time_was_the_limit(page: Page) -> None:
    answer_of(page, "/solve/pegs/english?algorithm=uniform&objective=moves&seconds=0.2")
    page.get_by_role("button", name="Try again with 0.8 seconds").click()
    expect(page.get_by_role("button", name="Try again with 3.2 seconds")).to_be_visible(timeout=60_000)
    assert "seconds=0.8" in page.url


def test_a_trace_is_stepped_through_and_filtered(page: Page) -> None:
    answer_of(page, "/solve/pegs/triangle-5?algorithm=astar&trace=2000")
    trace = pp.solve("pegs/triangle-5", algorithm="astar", trace=2000).trace
    pruned = [event for event in trace if event.rule == "symmetry"]
    tracing = page.locator(".tracing")
    expect(tracing.locator(".stepper-place")).to_have_text(f"1 of {len(trace)}")
    tracing.get_by_label("Show").select_option(label=f"pruned: symmetry ({len(pruned)})")
    tracing.get_by_role("button", name="Last").click()
    problem = pp.load("pegs/triangle-5")
    expect(tracing.locator("code")).to_have_text(problem.text(problem.position(pruned[-1].state)))


def test_the_tree_of_a_game_is_walked_by_keyboard_and_in_order(page: Page) -> None:
    answer_of(page, "/solve/coins/3?algorithm=alphabeta&trace=6000")
    nodes = pp.solve("coins/3", algorithm="alphabeta", trace=6000).trace
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


def test_the_whole_tree_of_a_small_game_is_recorded(page: Page) -> None:
    answer_of(page, "/solve/coins/3?algorithm=minimax&trace=6000")
    region = page.get_by_role("region", name="Answer")
    expect(region).to_contain_text("All 5,107 steps of the search.")
    expect(region.locator(".proof")).to_contain_text(
        "The search looked at 5,107 nodes of the game tree, all nodes there are."
    )
    expect(region.locator("[role=treeitem]").nth(1)).not_to_contain_text("not settled")


def test_a_tree_says_what_was_not_settled_before_the_record_ended(page: Page) -> None:
    answer_of(page, "/solve/coins/4?algorithm=minimax&trace=6000")
    nodes = pp.solve("coins/4", algorithm="minimax", trace=6000).trace
    assert nodes[0].event == "searched" and nodes[1].event == "open"
    line = page.get_by_role("tree").get_by_role("treeitem").nth(1)
    expect(line).to_contain_text(f"{nodes[1].move} ? not settled before the record ended")


def test_the_pieces_of_a_tree_have_their_colours(page: Page) -> None:
    problem = pp.load(f"{EXAMPLES / 'connect.py'}:4x3")
    nodes = pp.solve(problem, algorithm="alphabeta", trace=6000).trace
    answer_of(page, "/solve/connect.py:4x3?algorithm=alphabeta&trace=6000")
    for place in (400, len(nodes) - 1):
        page.locator(".tree-side").get_by_role("slider").fill(str(place))
        expect(page.locator("[aria-selected=true] > .tree-line")).to_be_visible()
        scene = problem.scene(problem.position(nodes[place].state))
        assert scene is not None
        expected = [f"#pp-piece-{cell.colour}" for cell in scene.cells if cell.piece]
        assert expected and {"#pp-piece-red", "#pp-piece-yellow"} >= set(expected)
        shapes = page.locator(".tree-side .cell-piece use")
        assert [shape.get_attribute("href") for shape in shapes.all()] == expected


def test_files_of_an_answer_can_be_saved_and_the_answer_verifies(page: Page) -> None:
    answer_of(page, "/solve/army/7x8:d7")
    with page.expect_download() as download:
        page.get_by_role("link", name="Answer (JSON)").click()
    assert pp.verify(download.value.path()).verdict == "accepted"
    with page.expect_download() as replay:
        page.get_by_role("link", name="Replay page").click()
    assert replay.value.suggested_filename == "army-7x8-d7-replay.html"


def test_saved_picture_is_that_of_the_command(page: Page, tmp_path: Path) -> None:
    answer_of(page, "/solve/army/7x8:d7")
    with page.expect_download() as download:
        page.get_by_role("link", name="Picture (SVG)").click()
    saved, written = Path(download.value.path()).read_text("utf-8"), tmp_path / "picture.svg"
    assert main(["solve", "army/7x8:d7", "--svg", str(written)]) == 0
    assert saved == written.read_text("utf-8")
    assert ">start</text>" in saved and ">1. " in saved


def test_a_game_without_pictures_is_solved_in_text(page: Page) -> None:
    answer_of(page, "/solve/heap.py")
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


def runs(*algorithms: str) -> str:
    return "&".join(f"run=algorithm%3D{name}" for name in algorithms)


def test_races_leave_connections_for_the_rest_of_the_page(page: Page) -> None:
    """A browser opens six to a server, over all tabs: each page has one stream for all of its searches."""
    tabs = {page: ("uniform", "astar", "greedy", "deepening"), page.context.new_page(): ("uniform", "astar")}
    for tab, algorithms in tabs.items():
        tab.goto(f"/race/pegs/9x9?objective=moves&seconds=50&{runs(*algorithms)}")
        tab.get_by_role("button", name="Start the race").click()
        expect(tab.get_by_role("button", name=re.compile("^Stop [A-D]$"))).to_have_count(len(algorithms))
        tab.wait_for_timeout(500)  # its streams are open
    third = page.context.new_page()
    third.goto("/play/pegs/triangle-4", timeout=5000)
    expect(third.get_by_role("button", name="Hint")).to_be_visible()
    for tab in tabs:
        tab.get_by_role("button", name="Stop all").click()
        expect(tab.get_by_role("region", name="Results of the race")).to_be_visible()


def test_a_reload_goes_on_with_a_race(page: Page) -> None:
    page.goto(f"/race/pegs/9x9?{runs('backtracking', 'astar', 'depth-first')}")
    page.get_by_role("button", name="Start the race").click()
    page.get_by_role("button", name="Stop B", exact=True).click()
    lanes = page.locator(".lane")
    expect(lanes.nth(0)).to_contain_text("Depth")
    page.reload()
    expect(lanes.nth(0)).to_contain_text("Depth")
    expect(lanes.nth(1)).to_contain_text("Stopped")
    page.get_by_role("button", name="Stop all").click()
    table = page.get_by_role("region", name="Results of the race")
    expect(table.get_by_role("row")).to_have_count(4)


def test_the_results_of_a_race_are_there_again_unless_it_was_changed(page: Page) -> None:
    page.goto(f"/race/pegs/triangle-4?{runs('depth-first', 'breadth-first')}")
    page.get_by_role("button", name="Start the race").click()
    table = page.get_by_role("region", name="Results of the race")
    table.wait_for(timeout=60_000)
    shown = table.inner_text()
    page.get_by_role("link", name="Play it").click()
    page.locator(".board-live").wait_for()
    page.go_back()
    expect(table).to_be_visible()
    assert table.inner_text() == shown
    page.locator("#run-A-algorithm").select_option("astar")
    page.reload()
    expect(page.locator("#run-A-algorithm")).to_have_value("astar")
    expect(table).to_have_count(0)
