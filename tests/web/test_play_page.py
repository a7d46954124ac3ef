"""Playing every family to its end in a browser, by mouse and by keyboard alone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import perfectplay as pp
from perfectplay.base.files import text_address
from perfectplay.model.game_for_two import GameForTwo
from tests.web.playing import (
    Keys,
    cell,
    cells_of,
    expect_moves,
    light,
    open_play,
    played,
    position_after,
    solution_of,
    steps,
    tab_to,
)

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
DRAWN = "pegs/" + text_address("oo.o\n\n.o..\n")
PUZZLES = [DRAWN, "pegs/triangle-4", "army/5x4:c4", "dice/board-11"]
# Addresses name a game of a user's own by its file alone.
GAMES = {"coins/3": "coins/3", "connect.py:4x3": f"{EXAMPLES / 'connect.py'}:4x3"}


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
    problem = pp.load(f"{EXAMPLES / 'kayles.py'}:5")
    open_play(page, "kayles.py:5")
    board = page.locator(".text-board")
    expect(board).to_have_text(problem.text(problem.start))
    for number, text in enumerate(solution_of(problem), 1):
        if number % 2:
            page.get_by_role("region", name="Moves").get_by_role("button", name=text, exact=True).click()
        else:
            page.get_by_label("Type a move").fill(text)
            page.keyboard.press("Enter")
        expect_moves(page, number)
        expect(board).to_have_text(text)
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
