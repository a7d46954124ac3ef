"""Playing every family to its end in a browser, by mouse and by keyboard alone."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import perfectplay as pp
from perfectplay.base.files import text_address
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.web.settings import ServerSettings
from tests.web.looks import assert_accessible, assert_fits
from tests.web.playing import (
    Keys,
    begin_answers,
    cell,
    cells_of,
    delay_answers,
    expect_moves,
    light,
    message,
    open_play,
    played,
    position_after,
    solution_of,
    steps,
    tab_to,
)

HERE = Path(__file__).parent
EXAMPLES = HERE.parent.parent / "examples"
DRAWN = "pegs/" + text_address("oo.o\n\n.o..\n")
PUZZLES = [DRAWN, "pegs/triangle-4", "army/5x4:c4", "dice/board-11"]
# Addresses name a game of a user's own by its file alone.
GAMES = {
    "coins/3": "coins/3",
    "connect.py:4x3": f"{EXAMPLES / 'connect.py'}:4x3",
    "kayles.py:5": f"{EXAMPLES / 'kayles.py'}:5",
}

# Shapes that are used on the page, and that nothing on it defines.
UNDEFINED = """[...document.querySelectorAll("use")].map((node) => node.getAttribute("href")).filter(
    (name) => !document.querySelector(name))"""
# Whether the page keeps a movement of so many fingers on a piece from the browser, which would zoom or scroll.
IS_TAKEN = """(piece, count) => {
    const touches = Array.from({ length: count }, (_, identifier) => new Touch({ identifier, target: piece }));
    const event = new TouchEvent("touchmove", { bubbles: true, cancelable: true, touches });
    return !piece.dispatchEvent(event);
}"""


def assert_solved(page: Page, problem: pp.Problem) -> None:
    expect(light(page)).to_contain_text("Solved")
    assert problem.is_goal(position_after(problem, played(page)))


@pytest.mark.parametrize("spec", PUZZLES)
def test_a_puzzle_is_solved_by_mouse(page: Page, spec: str) -> None:
    problem = pp.load(spec)
    open_play(page, spec)
    for number, (text, (start, end)) in enumerate(steps(problem, solution_of(problem)), 1):
        if number == 1:
            cell(page, start).drag_to(cell(page, end))
        else:
            cell(page, start).click()
            expect(cell(page, end)).to_have_accessible_name(re.compile("a move ends here"))
            cell(page, end).click()
        expect_moves(page, number)
        assert played(page)[-1] == text
    assert_solved(page, problem)


def test_a_drawn_board_is_called_so(page: Page) -> None:
    open_play(page, "pegs/" + text_address("  ooo\n  ooo\nooooooo\nooo.ooo\nooooooo\n  ooo\n  ooo\n\ngoal: d4\n"))
    expect(page.locator(".heading")).to_have_text(
        "Pegs: a drawn board33 holes, 32 pegs, square lattice · to end with one peg in d4"
    )


@pytest.mark.parametrize("spec", PUZZLES[1:])
def test_a_puzzle_is_solved_by_keyboard_alone(page: Page, spec: str) -> None:
    problem = pp.load(spec)
    turns = solution_of(problem)
    half = len(turns) // 2
    open_play(page, spec)
    tab_to(page, "[data-cell]")
    keys = Keys(page)
    pointed = list(steps(problem, turns[:half]))
    for number, (_, cells) in enumerate(pointed, 1):
        for name in cells:
            keys.pick(name)
        expect_moves(page, number)
    tab_to(page, "#typed-move")
    for number, turn in enumerate(turns[half:], len(pointed) + 1):
        page.keyboard.type(turn)
        page.keyboard.press("Enter")
        expect_moves(page, number)
    assert_solved(page, problem)


@pytest.mark.parametrize("address", GAMES)
def test_two_people_play_by_mouse_and_by_keyboard(page: Page, address: str) -> None:
    problem = pp.load(GAMES[address])
    open_play(page, address)
    tab_to(page, "[data-cell]")
    keys = Keys(page)
    for number, (_, cells) in enumerate(steps(problem, solution_of(problem)), 1):
        for name in cells:
            if number % 2:
                cell(page, name).click()
            else:
                keys.pick(name)
        expect_moves(page, number)
    assert_over(page, problem, ("First", "Second"))
    assert page.evaluate(UNDEFINED) == []


def assert_over(page: Page, problem: pp.Problem, names: tuple[str, str]) -> None:
    """See that a game for two is over, and that the page says who has won."""
    expect(light(page)).to_contain_text("The game is over")
    moves = played(page)
    end = position_after(problem, moves)
    assert isinstance(problem, GameForTwo) and problem.is_goal(end)
    winner = problem.winner(end, len(moves) % 2)
    words = "a draw" if winner is None else f"{names[winner]} win{'' if names[winner] == 'You' else 's'}"
    expect(light(page)).to_contain_text(words, ignore_case=True)


def test_a_game_without_pictures_is_played_from_its_list_and_by_typing(page: Page) -> None:
    problem = pp.load(str(HERE / "heap.py"))
    open_play(page, "heap.py")
    board = page.locator(".text-board")
    expect(board).to_have_text(problem.text(problem.start))
    for number, text in enumerate(solution_of(problem), 1):
        if number % 2:
            panel = page.get_by_role("region", name="Moves")
            panel.get_by_role("button", name=text, exact=True).press("Enter")
            expect(panel.locator("li:focus, li :focus, h2:focus")).to_have_count(1)
        else:
            page.get_by_label("Type a move").fill(text)
            page.keyboard.press("Enter")
        expect_moves(page, number)
        expect(board).to_have_text(text)
    expect(page.get_by_role("heading", name="The play is over")).to_be_focused()
    assert_over(page, problem, ("First", "Second"))


def test_the_perfect_player_loses_what_is_lost_for_it(page: Page) -> None:
    problem = pp.load("coins/3")
    oracle = pp.exact_values(problem)
    assert oracle.value(problem.start).outcome == "lost"
    open_play(page, "coins/3")
    page.get_by_label("First player").select_option("perfect")
    number = 0
    while not problem.is_goal(position_after(problem, played(page))):
        expect_moves(page, number + 1)  # the machine's move
        position = position_after(problem, played(page))
        number += 2
        if problem.is_goal(position):
            break
        best = oracle.best_move(position)
        assert best is not None
        expect(page.get_by_text("You to move")).to_be_visible()
        for name in cells_of(problem, position, best):
            cell(page, name).click()
        expect(page.locator(".history li")).not_to_have_count(number)
    assert_over(page, problem, ("perfect", "You"))
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("You to move")).to_be_visible()


def test_a_machine_that_thinks_can_be_changed_stopped_and_left(page: Page) -> None:
    begin_answers(page, move=None)
    open_play(page, "coins/3")
    panel = page.get_by_role("region", name="Who plays")
    stop, go = (panel.get_by_role("button", name=name) for name in ("Stop", "Let it move"))
    for count, player in enumerate(("perfect", "random")):
        page.get_by_label("First player").select_option(player)
        expect(panel).to_contain_text(f"{player} is thinking")
        expect(stop).to_be_enabled()
        assert len(page.evaluate("given_up")) == count
    stop.press("Enter")
    expect(panel).to_contain_text("random is to move")
    expect(go).to_be_focused()
    go.press("Enter")
    expect(panel).to_contain_text("random is thinking")
    expect(stop).to_be_focused()
    page.get_by_role("link", name="Verify").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Check an answer")
    assert len(page.evaluate("given_up")) == len(page.evaluate("asked")) == 3


@pytest.mark.parametrize("order", [("First", "Second"), ("Second", "First")])
def test_two_machines_play_on_by_themselves(page: Page, order: tuple[str, str]) -> None:
    """In whichever order they are chosen, and however long that takes; after a reload they wait."""
    open_play(page, "coins/3")
    panel = page.get_by_role("region", name="Who plays")
    page.get_by_label(f"{order[0]} player").select_option("random")
    page.wait_for_load_state("networkidle")
    page.get_by_label(f"{order[1]} player").select_option("perfect")
    names = {order[0]: "random", order[1]: "perfect"}
    for number, side in enumerate(("First", "Second")):
        about = {"random": "Plays anything.", "perfect": "Exact, for the win."}[names[side]]
        expect(page.locator(f"#player-note-{number}")).to_have_text(about)
    expect(panel).to_contain_text("The game is over.", timeout=20_000)
    expect(light(page)).to_contain_text(re.compile("(random|perfect) wins"))
    expect(page.locator(".chart text").first).to_have_text(names["First"])
    expect(panel.get_by_role("button")).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Restart").click()
    expect_moves(page, 0)
    begin_answers(page, move=None)
    page.reload()
    go, pause = (panel.get_by_role("button", name=name) for name in ("Go on", "Pause"))
    go.click()
    expect(panel).to_contain_text("is thinking")
    pause.click()
    expect(panel).to_contain_text("is to move")
    expect(go).to_be_focused()


PROMPT = "Choose where a move begins to see where it can end."
LATE = 700  # milliseconds: in the meantime a visitor does something else


def test_a_move_that_comes_late_calls_nobody_back(page: Page) -> None:
    """Restart, while the server is still asked about a move: the move is given up, and the next one counts."""
    open_play(page, "coins/4", "?moves=a1")
    delay_answers(page, problems=LATE)
    cell(page, "b2").dblclick()
    page.get_by_role("button", name="Restart").click()
    expect_moves(page, 0)
    cell(page, "d4").dblclick()
    expect_moves(page, 1)
    page.wait_for_timeout(LATE)
    assert played(page) == ["d4"]
    page.go_back()
    expect_moves(page, 0)


def test_what_was_typed_at_one_position_is_not_played_at_another(page: Page) -> None:
    open_play(page, "coins/4")
    delay_answers(page, **{"problems/coins/4/try": LATE})
    page.get_by_label("Type a move").fill("a1")
    page.keyboard.press("Enter")
    cell(page, "b2").dblclick()
    expect_moves(page, 1)
    page.wait_for_timeout(2 * LATE)
    assert played(page) == ["b2"]
    # The same for a move that is tried on the board, and is none: nothing is said of it at another position.
    cell(page, "a3").click()
    cell(page, "b2").click()
    page.get_by_role("button", name="Restart").click()
    expect_moves(page, 0)
    page.wait_for_timeout(2 * LATE)
    expect(message(page)).to_have_text(PROMPT)


def test_a_machines_move_that_comes_late_is_given_up(page: Page) -> None:
    begin_answers(page, move=(200, {"move": "b2", "notes": []}))
    open_play(page, "coins/4", "?moves=a1")
    delay_answers(page, problems=LATE)
    page.get_by_label("Second player").select_option("perfect")
    page.get_by_role("button", name="Restart").click()
    expect_moves(page, 0)
    page.wait_for_timeout(2 * LATE)
    assert played(page) == ["a1"]
    expect_moves(page, 0)


def test_a_machine_gets_the_time_that_the_server_allows(page: Page) -> None:
    most = ServerSettings().seconds
    open_play(page, "coins/3")
    seconds = page.get_by_label("Seconds per move")
    expect(seconds).to_have_value("5")
    expect(seconds).to_have_attribute("max", f"{most:g}")
    page.get_by_label("Second player").select_option("perfect")
    for entered, used in (("45", 45), ("500", 45), ("-1", 45), (f"{most:g}", most)):
        seconds.fill(entered)
        seconds.press("Tab")
        expect(seconds).to_have_value(f"{used:g}")
        if float(entered) != used:
            expect(message(page)).to_have_text(f"A move may take from 0.1 to {most:g} seconds.")
        with page.expect_request("**/api/move") as asked:
            cell(page, "a1").dblclick()
        assert json.loads(asked.value.post_data or "")["seconds"] == used
        expect_moves(page, 2)
        page.get_by_role("button", name="Restart").click()
        expect_moves(page, 0)


@pytest.mark.parametrize(("width", "columns"), [(1280, 2), (360, 1)])
def test_the_players_stand_side_by_side_where_there_is_room(page: Page, width: int, columns: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    open_play(page, "coins/3")
    first, second = (page.get_by_label(f"{name} player").bounding_box() for name in ("First", "Second"))
    assert first is not None and second is not None
    assert len({first["x"], second["x"]}) == columns and first["width"] == second["width"] > 150
    assert_fits(page, width)


def test_a_large_board_is_scrolled_in_its_box(page: Page) -> None:
    """Its cells stay large enough for a finger, and what is shown is brought into sight; the page is not widened."""
    page.set_viewport_size({"width": 360, "height": 800})
    begin_answers(page, hint=(200, {"move": "a15-a17", "category": "won"}))
    open_play(page, "army/33x33:q17")
    box, target = page.locator(".board-box"), cell(page, "q17")
    shape = target.locator(".cell-hit").bounding_box()
    assert shape is not None and shape["width"] >= 23
    assert_fits(page, 360)
    expect(target).to_be_in_viewport()
    assert box.evaluate("box => box.scrollLeft") > 0
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".chosen-ring")).to_be_attached()
    assert box.evaluate("box => box.scrollLeft") == 0
    cell(page, "a15").press("End")
    expect(page.locator("[data-cell]:focus")).to_be_in_viewport()
    assert box.evaluate("box => box.scrollLeft") > 0
    page.get_by_role("button", name="Play it").click()
    expect_moves(page, 1)
    page.set_viewport_size({"width": 1280, "height": 800})
    assert box.evaluate("box => box.scrollWidth === box.clientWidth")


def test_a_board_takes_only_what_is_meant_for_it(page: Page) -> None:
    open_play(page, "pegs/triangle-4")
    board, piece = page.locator(".board"), page.locator(".cell-beginner").first
    board.focus()
    expect(board).not_to_be_focused()
    assert piece.evaluate(IS_TAKEN, 1) and not piece.evaluate(IS_TAKEN, 2)
    # A button that is let go beside the board drags nothing when the mouse comes back.
    piece.hover()
    page.mouse.down()
    page.mouse.move(5, 5)
    page.mouse.up()
    piece.hover()
    page.locator(".cell-empty").first.hover()
    expect(page.locator(".board-dragging, .chosen-ring")).to_have_count(0)
    piece.press("Shift+U")
    expect(message(page)).to_contain_text("There is nothing to take back")


def test_a_wide_board_on_a_telephone_shows_that_it_scrolls(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    open_play(page, "army/half-plane:4")
    box = page.locator(".board-box")
    expect(box).to_have_class("scroller board-box has-more-left has-more-right")
    left, room = box.evaluate("node => [node.scrollLeft, node.scrollWidth - node.clientWidth]")
    assert abs(left - room / 2) <= 1, "it begins in the middle"
    box.evaluate("node => node.scrollTo(0, 0)")
    expect(box).to_have_class("scroller board-box has-more-right")
    board, frame = box.locator(".board").bounding_box(), box.bounding_box()
    assert board is not None and frame is not None and board["x"] >= frame["x"] - 1, "its left end can be reached"
    assert_fits(page, 360)


@pytest.mark.parametrize("spec", ["pegs/english", "coins/4", "pegs/triangle-5"])
def test_the_board_stays_in_its_place_while_values_are_worked_out(phone: Page, spec: str) -> None:
    first, second = [text for text, _ in steps(pp.load(spec), solution_of(pp.load(spec)))][:2]
    top = "document.querySelector('.board-live').getBoundingClientRect().top + scrollY"

    def play(move: str) -> None:
        phone.get_by_label("Type a move").fill(move)
        phone.keyboard.press("Enter")

    open_play(phone, spec)
    play(first)
    expect_moves(phone, 1)
    expect(light(phone)).to_contain_text(re.compile("at best|can be reached|wins"), timeout=60_000)
    before = phone.evaluate(top)
    delay_answers(phone, values=600)
    play(second)
    places = []
    for _ in range(15):
        places.append(phone.evaluate(top))
        phone.wait_for_timeout(60)
    expect(light(phone)).to_contain_text(re.compile("at best|can be reached|wins"), timeout=60_000)
    places.append(phone.evaluate(top))
    assert set(places) == {before}


def test_a_game_for_points_is_judged_by_points_alone(page: Page) -> None:
    """In this game the first player can end ahead only by taking the last coin, which loses."""
    open_play(page, "coins/assignment3")
    expect(light(page)).to_contain_text("First ends aheadby 12 points with best play")
    page.get_by_role("button", name="Hint").click()
    expect(message(page)).to_contain_text("A move that keeps the most points")


def test_the_cell_that_has_the_focus_shows_what_is_in_it(page: Page) -> None:
    open_play(page, "pegs/triangle-4")
    cell(page, "b2").focus()
    page.keyboard.press("ArrowRight")
    style = "getComputedStyle(document.activeElement.querySelector('.cell-hit'))"
    assert page.evaluate(f"{style}.fill") in ("rgba(0, 0, 0, 0)", "transparent")
    assert page.evaluate(f"{style}.stroke") == "rgb(11, 31, 58)"


def test_a_puzzle_without_a_move_has_nothing_to_press_that_cannot_be_read(page: Page) -> None:
    open_play(page, "pegs/triangle-4:b3..any")
    restart = page.get_by_role("button", name="Restart")
    expect(restart).to_be_disabled()
    assert_accessible(page)
    look = restart.evaluate("node => [getComputedStyle(node).color, getComputedStyle(node).backgroundColor]")
    assert luminance(look[1]) - luminance(look[0]) > 0.4


def luminance(colour: str) -> float:
    """Return how light a colour is, from 0 to 1."""
    red, green, blue = (int(part) / 255 for part in re.findall(r"\d+", colour)[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
