"""What the page knows while somebody plays: the light, hints, values of moves, and where it went wrong."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import perfectplay as pp
from perfectplay.base.text import many
from tests.web.playing import (
    begin_answers,
    cell,
    cells_of,
    expect_moves,
    light,
    make_answers,
    message,
    open_play,
    played,
    position_after,
)

SPEC = "pegs/triangle-4"


def steps_that(outcome: str, moves: Sequence[str] = ()) -> list[str]:
    """Return the steps from the start, or after some moves, that lead to what is won or lost."""
    problem = pp.load(SPEC)
    position = position_after(problem, moves)
    return [text for text, value in pp.exact_values(problem).moves(position) if value.outcome == outcome]


def test_a_mistake_is_found_without_showing_the_better_move(page: Page) -> None:
    good, bad = steps_that("won"), steps_that("lost")
    problem = pp.load(SPEC)
    after = problem.play(problem.start, bad[0])
    open_play(page, SPEC)
    expect(light(page)).to_contain_text("Winnable")
    page.get_by_role("button", name="Show values").click()
    for name in cells_of(problem, problem.start, bad[0]):
        cell(page, name).click()
    expect(light(page)).to_contain_text("Lost")
    page.get_by_label("Type a move").fill(problem.moves(after)[0])
    page.get_by_role("button", name="Play", exact=True).click()
    expect_moves(page, 2)
    expect(page.get_by_role("region", name="How it went")).to_contain_text(f"move 1 ({bad[0]}): lost what could be won")

    page.get_by_role("button", name="Where did it go wrong?").click()
    expect(message(page)).to_contain_text("Find a better move")
    expect_moves(page, 0)
    assert not [text for text in good if text in message(page).inner_text()]
    expect(page.locator(".board .badge, .board .target-ring, .board .chosen-ring, .chip")).to_have_count(0)
    page.get_by_label("Type a move").fill(bad[0])
    page.keyboard.press("Enter")
    expect(message(page)).to_contain_text(f"{bad[0]} is the move that gave it away.")
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Show one").click()
    expect(message(page)).to_contain_text(re.compile("A good move: (" + "|".join(good) + ")"))
    expect(page.locator(".board .chosen-ring")).to_have_count(1)
    page.get_by_role("button", name="Play it").click()
    expect(message(page)).to_contain_text("keeps it")
    assert played(page)[0] in good
    expect(light(page)).to_contain_text("Winnable")


def test_a_better_move_is_asked_for_in_one_line_of_play_only(page: Page) -> None:
    good = list(steps_that("won")[:1])
    while not (bad := steps_that("lost", good)):
        good += steps_that("won", good)[:1]
    lost: list[str] = []
    while len(lost) <= len(good):
        lost += steps_that("lost", lost)[:1]
    open_play(page, SPEC, f"?moves={','.join([*good, bad[0]])}")
    page.get_by_role("button", name="Where did it go wrong?").click()
    expect(message(page)).to_contain_text(f"Before move {len(good) + 1} it was still good; {bad[0]} gave it away")
    page.get_by_role("button", name="Restart").click()
    for number, text in enumerate(lost, 1):
        page.get_by_label("Type a move").fill(text)
        page.keyboard.press("Enter")
        expect_moves(page, number)
    expect(light(page)).to_contain_text("Lost")
    page.wait_for_load_state("networkidle")
    expect(message(page)).to_be_empty()


def value_of(category: str | None) -> tuple[int, Any]:
    """Return an answer to a question for a value."""
    limit = None if category else "time"
    data = {"category": category, "distance": None, "points": None, "limit": limit, "price": None}
    return 200, {**data, "is_quick": False, "moves": []}


def test_what_is_known_stays_known_while_other_questions_fail(page: Page) -> None:
    begin_answers(page, values=value_of(None))
    open_play(page, SPEC)
    expect(light(page)).to_contain_text("Too big to know")
    make_answers(page, values=value_of("won"))
    more = page.get_by_role("button", name="Work out more")
    more.press("Enter")
    expect(light(page)).to_contain_text("Winnable")
    expect(more).to_be_focused()
    make_answers(page, values=value_of(None), hint=(429, {"error": "busy"}))
    page.get_by_role("button", name="Show values").click()
    expect(page.get_by_role("region", name="Moves")).to_contain_text("too big to know")
    page.get_by_role("button", name="Hint").click()
    expect(message(page)).to_contain_text("busy")  # after some tries
    expect(light(page)).to_contain_text("Winnable")

    make_answers(page, values=(400, {"error": "made up"}))
    page.get_by_label("Type a move").fill(steps_that("won")[0])
    page.keyboard.press("Enter")
    expect(light(page)).to_contain_text("Not known")
    expect(page.locator("#announcer")).to_contain_text("Not known: made up")
    page.get_by_role("button", name="Undo").click()
    expect(light(page)).to_contain_text("Winnable")

    make_answers(page, values=None)
    rest = page.get_by_role("button", name="Work out the rest")
    rest.press("Enter")
    for _ in range(2):
        page.get_by_label("Light", exact=True).click()
    expect(light(page)).to_contain_text("Winnable")
    expect(rest).to_be_hidden()
    assert page.evaluate("given_up") == []


def test_positions_of_an_own_game_that_share_a_text_have_values_of_their_own(page: Page) -> None:
    open_play(page, "twins.py")
    for name, value in (("A", "Winnable"), ("B", "Lost")):
        for number, move in enumerate((name, "x"), 1):
            page.get_by_label("Type a move").fill(move)
            page.keyboard.press("Enter")
            expect_moves(page, number)
        expect(light(page)).to_contain_text(value)
        page.get_by_role("button", name="Show values").click()
        panel = page.get_by_role("region", name="Moves")
        expect(panel.locator(".chip")).to_contain_text("solves it" if name == "A" else "loses")
        page.get_by_role("button", name="Hide values").click()
        page.get_by_role("button", name="Restart").click()
        expect_moves(page, 0)


def test_what_is_impossible_is_said_before_the_first_move(page: Page) -> None:
    open_play(page, "pegs/french:d4..d4")
    expect(light(page)).to_contain_text("Impossible")
    expect(page.get_by_role("button", name="Work out more")).to_be_hidden()


def test_what_is_impossible_stays_so_and_leads_to_its_proof(page: Page) -> None:
    open_play(page, "pegs/french:d4..d4")
    why = light(page).get_by_role("link", name="See why")
    expect(why).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(message(page)).to_contain_text("Impossible: no move leads to the goal.")
    page.get_by_label("Type a move").fill("d2-d4")
    page.keyboard.press("Enter")
    expect_moves(page, 1)
    expect(light(page)).to_contain_text("Impossible")
    expect(page.get_by_role("region", name="How it went")).to_contain_text("No mistake so far")
    why.click()
    expect(page.get_by_role("region", name="Answer").locator(".board-painted").first).to_be_visible()


def test_what_was_not_found_out_in_time_is_asked_once_more(page: Page) -> None:
    late = {"category": None, "distance": None, "points": None, "limit": "time", "price": None, "is_quick": False}
    begin_answers(page, values=(200, {**late, "going_on": None, "moves": None}))
    open_play(page, SPEC, f"?moves={','.join(steps_that('won')[:1])}")
    expect(light(page)).to_contain_text("Too big to know")
    rest = page.get_by_role("button", name="Work out the rest")
    rest.click()
    expect(rest).to_be_visible()
    make_answers(page, values=(200, {**late, "category": "won", "limit": None, "going_on": None, "moves": None}))
    rest.click()
    expect(page.get_by_role("region", name="How it went")).to_contain_text("No mistake so far")
    expect(rest).to_be_disabled()


def test_badges_tell_a_step_that_goes_on(page: Page) -> None:
    open_play(page, "pegs/triangle-5:a1..any", "?moves=c3-a1,e5-c3,b4-d4")
    page.get_by_role("button", name="Show values").click()
    expect(cell(page, "d4")).to_have_attribute("aria-label", re.compile("goes on, then 7 moves$"))
    expect(cell(page, "a2")).to_have_attribute("aria-label", re.compile(", then 7 moves$"))
    assert "…7" in page.locator(".badge text").all_text_contents()


def test_who_switches_the_light_off_is_told_of_no_mistake(page: Page) -> None:
    bad = steps_that("lost")[0]
    open_play(page, SPEC, f"?moves={bad}")
    history, chart = page.get_by_role("region", name="History"), page.get_by_role("region", name="How it went")
    expect(history.locator(".history-mistake")).to_have_count(1)
    expect(chart).to_contain_text("1 mistake")
    switch = light(page).get_by_role("checkbox")
    switch.uncheck()
    expect(history.locator(".history-mistake")).to_have_count(0)
    expect(chart).to_be_hidden()
    page.reload()
    expect(history.locator("[aria-current]")).to_have_attribute("data-key", "1")
    expect(chart).to_be_hidden()
    switch.check()
    expect(chart).to_contain_text("1 mistake")


def test_the_chart_does_not_sink_in_the_middle_of_a_turn(page: Page) -> None:
    """Of a play in the fewest turns every position is as good as the first, also between the jumps of one turn."""
    moves = "c3-a1,e5-c3,b4-d4,d4-b2"
    open_play(page, "pegs/triangle-5:a1..any", f"?moves={moves}")
    chart = page.get_by_role("region", name="How it went")
    expect(chart).to_contain_text("No mistake so far")
    heights = chart.locator(".chart-line").get_attribute("d") or ""
    points = re.findall(r"[ML][\d.]+ ([\d.]+)", heights)
    assert len(points) == 5 and len(set(points)) == 1


@pytest.mark.parametrize(
    ("spec", "moves", "words"),
    [
        ("coins/4", "a1", "Move 1, a1 by First, gave away the win. Find a better move."),
        ("kayles.py:5", "%7C%7C%7C%7C.", "Move 1, 5 by First, gave away the win. Find a better move."),
        ("coins/assignment3", "a1-a6,b6-f6,d5", "Move 3, d5 by First, gave away 10 points. Find a better move."),
    ],
)
def test_mistakes_of_both_are_found_where_two_people_play(page: Page, spec: str, moves: str, words: str) -> None:
    open_play(page, spec, f"?moves={moves}")
    page.get_by_role("button", name="Where did it go wrong?").click()
    expect(message(page)).to_contain_text(words)
    page.get_by_role("button", name="Show one").click()
    expect(message(page)).to_contain_text("move")
    page.get_by_role("button", name="Back to where I was").click()
    expect_moves(page, moves.count(",") + 1)


def test_a_start_that_was_not_worked_out_is_no_praise(page: Page) -> None:
    """The first move of this play gives the win away, which nobody knows without the value of the start."""
    open_play(page, "kayles.py:5", "?moves=%7C%7C%7C%7C.")
    chart = page.get_by_role("region", name="How it went")
    expect(chart).to_contain_text("Nothing is known about the moves so far.")
    page.get_by_role("button", name="Work out the rest").click()
    expect(chart).to_contain_text("1 mistake so far.")


def test_a_move_belongs_to_whoever_made_it(page: Page) -> None:
    open_play(page, "coins/3")
    cell(page, "a1").dblclick()
    expect_moves(page, 1)
    page.get_by_label("First player").select_option("perfect")
    history = page.get_by_role("region", name="History")
    expect(history).to_contain_text("First: a1")
    cell(page, "c3").dblclick()
    expect(history.locator("li")).to_have_count(4)
    for _ in range(2):
        assert [text.partition(":")[0] for text in history.locator(".history-move").all_inner_texts()] == [
            "start",
            "First",
            "You",
            "perfect",
        ]
        page.reload()
        expect(history.locator("li")).to_have_count(4)


def test_a_turn_of_several_steps_has_one_number(page: Page) -> None:
    open_play(page, "army/5x4:c4", "?moves=c1-c3,e2-c2,c2-c4")
    history = page.get_by_role("region", name="History")
    expect(history).to_contain_text("A move is one or more jumps of one piece in a row.")
    assert history.locator(".history-number").all_inner_texts() == ["", "1", "2", ""]
    expect(light(page)).to_contain_text("in 2 moves")
    expect(page.get_by_role("region", name="How it went")).to_contain_text("move 2")


def test_nothing_is_played_after_the_goal(page: Page) -> None:
    problem = pp.load("army/5x4:c4")
    moves = ["c1-c3", "e2-c2", "c2-c4"]
    position = position_after(problem, moves)
    assert problem.is_goal(position)
    assert problem.moves(position), "by the rules of jumping alone it could go on"
    open_play(page, "army/5x4:c4", f"?moves={','.join(moves)}")
    expect(page.get_by_role("region", name="Moves")).to_contain_text("The play is over")
    hint = page.get_by_role("button", name="Hint")
    expect(hint).to_be_disabled()
    hint.press("Enter")
    expect(message(page)).to_contain_text("The play is over")


def test_how_few_moves_a_solution_has_is_said_once(page: Page) -> None:
    answer = pp.solve(SPEC, objective="moves")
    assert isinstance(answer, pp.Solved)
    open_play(page, SPEC, f"?moves={','.join(answer.solution)}")
    expect(light(page)).to_contain_text(f"Solvedin {answer.moves} movesthe fewest possible")
    expect(message(page)).to_contain_text("Solved. Nobody needs fewer moves.")


def test_the_end_of_a_puzzle_offers_what_can_be_done_then(page: Page) -> None:
    problem = pp.load(SPEC)
    answer = pp.solve(problem, objective="moves")
    assert isinstance(answer, pp.Solved)
    longer = next(solution for solution in solutions(problem) if turns(solution) > answer.moves)
    open_play(page, SPEC, f"?moves={','.join(longer)}")
    expect(light(page)).to_contain_text("over the best possible")
    expect(page.get_by_role("button", name="Hint")).to_be_disabled()
    expect(page.get_by_role("button", name="Show values")).to_be_hidden()
    expect(page.get_by_role("button", name="Restart")).to_have_class("primary")
    page.get_by_role("link", name="Solve it in the fewest moves").click()
    expect(page.get_by_role("heading", name="Solved")).to_be_visible()
    lost = [steps_that("lost")[0]]
    while left := problem.moves(position_after(problem, lost)):
        lost.append(left[0])
    pegs = position_after(problem, lost).count
    open_play(page, SPEC, f"?moves={','.join(lost)}")
    expect(light(page)).to_contain_text(f"No move is left{pegs} pieces are left; take some moves back")
    assert "best possible" not in light(page).inner_text()


def solutions(problem: pp.Problem, moves: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield every way to the goal, jump by jump."""
    position = position_after(problem, moves)
    if problem.is_goal(position):
        yield moves
    for text in problem.moves(position):
        yield from solutions(problem, (*moves, text))


def turns(jumps: Sequence[str]) -> int:
    """Return the number of turns: jumps of one peg in a row are one."""
    return 1 + sum(before.split("-")[1] != after.split("-")[0] for before, after in pairwise(jumps))


def test_hints_alone_lead_to_the_end(page: Page) -> None:
    problem = pp.load("dice/board-11")
    best = pp.exact_values(problem).value(problem.start).moves_left
    open_play(page, "dice/board-11")
    number = 0
    while not problem.is_goal(position_after(problem, played(page))):
        page.get_by_role("button", name="Hint").click()
        page.get_by_role("button", name="Play it").click()
        number += 1
        expect_moves(page, number)
    assert number == best
    expect(light(page)).to_contain_text(f"in {best}")


def goes_on(step: str, text: str) -> bool:
    """Tell whether two jumps are one turn: the second begins where the first has ended."""
    return step.partition("-")[2] == text.partition("-")[0]


def left_after(problem: pp.Problem, position: Any, step: str, moves_left: int) -> int:
    """Return the fewest turns after a jump and all that the same peg may do after it; an oracle counts new turns."""
    found = [moves_left]
    for text in problem.moves(position):
        after = problem.play(position, text)
        value = pp.exact_values(problem).value(after)
        if goes_on(step, text) and value.moves_left is not None:
            found.append(left_after(problem, after, text, value.moves_left))
    return min(found)


def words(value: pp.Value, left: int | None, problem: pp.Problem, *, is_further: bool) -> str:
    """Return what the page says of a move's value."""
    if problem.facts.players == 2:
        return {"won": "wins", "lost": "loses", "draw": "draws"}[value.outcome]
    if value.outcome == "lost" or left is None:
        return "loses" if value.outcome == "lost" else "can be won"
    brings = f"{'goes on, then' if is_further else 'then'} {many(left, *problem.turn_noun)}" if left else "solves it"
    return f"{brings} if it goes on" if value.moves_left != left else brings


@pytest.mark.parametrize(("spec", "count"), [(SPEC, 2), (SPEC, 0), ("dice/board-11", 3), ("coins/3", 1)])
def test_every_move_carries_its_exact_value_in_words(page: Page, spec: str, count: int) -> None:
    problem = pp.load(spec)
    answer = pp.solve(problem)
    assert isinstance(answer, pp.Solved)
    moves = list(answer.solution[:count])
    oracle = pp.exact_values(problem)
    position = position_after(problem, moves)
    worths = dict(oracle.moves(position))
    has_chains = problem.step_noun != problem.turn_noun
    left = {text: value.moves_left for text, value in worths.items()}
    for text, number in left.items():
        if has_chains and number is not None:
            left[text] = left_after(problem, problem.play(position, text), text, number)
    further = {text for text in worths if has_chains and moves and goes_on(moves[-1], text)}
    open_play(page, spec, f"?moves={','.join(moves)}")
    page.get_by_role("button", name="Show values").click()
    panel = page.get_by_role("region", name="Moves")
    expect(panel).to_contain_text(re.compile("Best first|worth the same"))
    shown = {
        parts[0]: parts[-1] for parts in (item.inner_text().split("\n") for item in panel.get_by_role("listitem").all())
    }
    assert shown == {
        text: words(value, left[text], problem, is_further=text in further) for text, value in worths.items()
    }
    best = next(iter(shown))
    assert worths[best].outcome == oracle.value(position).outcome
    ranks = [number + (text not in further) for text in shown if (number := left[text]) is not None]
    assert ranks == sorted(ranks)


def test_an_illegal_try_says_why(page: Page) -> None:
    problem = pp.load(SPEC)
    names = [item.name for item in problem.scene(problem.start).cells]  # type: ignore[union-attr]
    tried = f"{names[0]}-{names[-1]}"
    with pytest.raises(pp.InputError) as refused:
        problem.play(problem.start, tried)
    open_play(page, SPEC)
    page.get_by_label("Type a move").fill(tried)
    page.keyboard.press("Enter")
    expect(message(page)).to_contain_text(str(refused.value), ignore_case=True)
    full, empty = (
        next(item.name for item in problem.scene(problem.start).cells if bool(item.piece) is is_full)  # type: ignore[union-attr]
        for is_full in (True, False)
    )
    legal = [cells_of(problem, problem.start, text) for text in problem.moves(problem.start)]
    assert (full, empty) not in legal
    cell(page, full).drag_to(cell(page, empty))
    with pytest.raises(pp.InputError) as why:
        problem.play(problem.start, f"{full}-{empty}")
    expect(message(page)).to_contain_text(f"{str(why.value).capitalize()}.")
    assert played(page) == []


def test_what_cannot_be_known_is_said_once_and_no_more_is_offered(page: Page) -> None:
    open_play(page, "coins/10")
    expect(light(page)).to_contain_text("55 coins are too many: up to 33 can be worked out here")
    assert not [word for word in ("`", "bytes", "table") if word in light(page).inner_text()]
    expect(page.get_by_role("button", name="Work out more")).to_be_hidden()


def test_positions_of_the_half_plane_have_values(page: Page) -> None:
    problem = pp.load("army/half-plane:3")
    answer = pp.solve(problem)
    assert isinstance(answer, pp.Solved)
    open_play(page, "army/half-plane:3", f"?moves={answer.solution[0]}")
    expect(light(page)).to_contain_text("Winnable")
    page.get_by_role("button", name="Show values").click()
    expect(page.get_by_role("region", name="Moves")).to_contain_text("All of them are worth the same")
    page.get_by_role("button", name="Hint").click()
    expect(message(page)).to_contain_text("A good move")
    make_unknown = {
        "category": None,
        "distance": None,
        "points": None,
        "limit": "window",
        "price": "nobody looks there",
    }
    begin_answers(page, values=(200, {**make_unknown, "is_quick": False, "moves": []}))
    page.reload()
    expect(light(page)).to_contain_text("Not known")
    expect(light(page)).to_contain_text("nobody looks there")
    expect(page.get_by_role("button", name="Work out more")).to_be_hidden()


def test_another_wrong_move_gives_it_away_too(page: Page) -> None:
    good = ["a4-a2", "a1-a3", "c3-a1"]
    first, second = steps_that("lost", good)
    open_play(page, SPEC, f"?moves={','.join([*good, first])}")
    page.get_by_role("button", name="Where did it go wrong?").click()
    for text, words in ((second, "gives it away, too."), (first, "is the move that gave it away.")):
        expect(message(page)).to_contain_text("Find a better move")
        page.get_by_label("Type a move").fill(text)
        page.keyboard.press("Enter")
        expect(message(page)).to_contain_text(f"{text} {words}")
        page.get_by_role("button", name="Try again").click()


def test_a_turn_that_may_go_on_is_judged_by_what_going_on_brings(page: Page) -> None:
    spec = "pegs/triangle-5:a1..any"
    problem = pp.load(spec)
    oracle = pp.exact_values(problem)

    def in_all(jumps: Sequence[str]) -> int | None:
        """Return how many turns a play takes at best, if another piece is next."""
        left = oracle.value(position_after(problem, jumps)).moves_left
        return None if left is None else turns(jumps) + left

    # Going on makes up for the first of these steps; the last of the others is lost if it goes on.
    kept, wasted = ["c3-a1", "e5-c3", "b4-d4"], ["c3-a1", "a3-c3", "d5-b3", "d4-b2", "a1-c3"]
    fewest = oracle.value(problem.start).moves_left
    assert fewest is not None
    assert in_all(kept) == in_all(wasted) == fewest + 1
    on = next(text for text in problem.moves(position_after(problem, kept)) if in_all([*kept, text]) == fewest)
    assert turns([*kept, on]) == turns(kept)

    worse = next(text for text in problem.moves(position_after(problem, kept[:2])) if in_all([*kept[:2], text]) is None)
    open_play(page, spec, f"?moves={','.join([*kept[:2], worse])}")
    page.get_by_role("button", name="Where did it go wrong?").click()
    expect(message(page)).to_contain_text("Find a better move", timeout=30_000)
    field = page.get_by_label("Type a move")
    field.fill(kept[2])
    page.keyboard.press("Enter")
    expect(message(page)).to_contain_text(f"{kept[2]} keeps it if the same piece goes on.")
    expect(light(page)).to_contain_text(f"{fewest - turns(kept)} moves at best from here, if the same piece goes on")
    expect(light(page)).to_contain_text(f"on the way to the best possible {fewest}")
    expect(page.get_by_role("region", name="How it went")).to_contain_text("No mistake so far.")
    field.fill(on)
    page.keyboard.press("Enter")
    expect(message(page)).to_contain_text(f"Yes: {kept[2]}, {on} keeps it.")

    open_play(page, spec, f"?moves={','.join([*wasted[:4], 'a2-c4'])}")
    page.get_by_role("button", name="Where did it go wrong?").click()
    expect(message(page)).to_contain_text(
        f"Before move 5, {fewest} moves in all were still possible; a2-c4 made it {fewest + 1}. Find a better move."
    )
    field.fill(wasted[4])
    page.keyboard.press("Enter")
    expect(message(page)).to_contain_text(f"{wasted[4]}: 1 move more than needed.")
    expect(light(page)).to_contain_text(f"{fewest + 1} in all at best, 1 over the best possible {fewest}")
    page.get_by_role("button", name="Show values").click()
    expect(page.get_by_role("region", name="Moves").get_by_role("listitem").first).to_contain_text("then 5 moves")
