"""Playing on the page as people do: by mouse, by arrow keys, and by typing."""

import json
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from playwright.sync_api import Locator, Page, expect

import perfectplay as pp

ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
# Which cell each arrow key leads to from each cell: the page is asked, with events of its own kind.
NEIGHBOURS = """arrows => {
    const found = {};
    for (const cell of document.querySelectorAll("[data-cell]")) {
        found[cell.dataset.cell] = arrows.map((key) => {
            cell.focus();
            cell.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
            return document.activeElement.dataset.cell;
        });
    }
    return found;
}"""

# Whatever is asked of a path with a part of `window.late` is answered so many milliseconds later.
DELAYING = """
    const prompt = window.fetch;
    window.late = {};
    window.fetch = async (path, options) => {
        const part = Object.keys(window.late).find((part) => path.includes(part));
        if (part !== undefined) await new Promise((resolve) => setTimeout(resolve, window.late[part]));
        return prompt(path, options);
    };
"""
Made = tuple[int, Any] | None
# `window.made[part]` is [status, data], the answer to whatever is asked of a path with that part; null: there is none.
MAKING = """
    const real = window.fetch;
    Object.assign(window, { made: {}, asked: [], given_up: [] });
    window.fetch = (path, options) => {
        const part = Object.keys(window.made).find((part) => path.includes(part));
        if (part === undefined) return real(path, options);
        window.asked.push(path);
        if (window.made[part] === null) return new Promise((_, reject) => {
            options.signal.addEventListener("abort", () => {
                window.given_up.push(path);
                reject(options.signal.reason);
            });
        });
        const [status, data] = window.made[part];
        return Promise.resolve(new Response(JSON.stringify(data), { status, headers: { "Retry-After": "0.1" } }));
    };
"""


def begin_answers(page: Page, **answers: Made) -> None:
    """Let the page, when it is opened, read made-up answers to some routes in place of the server's.

    They are made in the page: an answer of the server that is no good one would be an error on the console.
    """
    page.add_init_script(f"{MAKING} window.made = {json.dumps(by_path(answers))};")


def make_answers(page: Page, **answers: Made) -> None:
    """Change the made-up answers of a page that is open."""
    page.evaluate("answers => Object.assign(window.made, answers)", by_path(answers))


def by_path(answers: dict[str, Made]) -> dict[str, Made]:
    return {f"/api/{route}": answer for route, answer in answers.items()}


def delay_answers(page: Page, **milliseconds: int) -> None:
    """Let the page, which is open already, wait for the answers to some routes."""
    late = {f"/api/{route}": delay for route, delay in milliseconds.items()}
    page.evaluate(f"() => {{ {DELAYING} window.late = {json.dumps(late)}; }}")


def open_play(page: Page, spec: str, query: str = "") -> None:
    """Open a problem and wait until it can be played."""
    page.goto(f"/play/{spec}{query}")
    expect(page.get_by_role("button", name="Hint")).to_be_visible()


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def drag_by_finger(page: Page, start: tuple[float, float], end: tuple[float, float], steps: int = 8) -> None:
    """Move a finger over the screen, as the browser's own input does."""
    finger = page.context.new_cdp_session(page)
    for number in range(steps + 1):
        x, y = (begin + (goal - begin) * number / steps for begin, goal in zip(start, end, strict=True))
        kind = "touchMove" if number else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_timeout(10)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def centre(page: Page, name: str) -> tuple[float, float]:
    """Return where a cell is in the window."""
    box = cell(page, name).locator(".cell-hit").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def light(page: Page) -> Locator:
    return page.get_by_role("region", name="Can it still be won?")


def message(page: Page) -> Locator:
    return page.locator(".play-message")


def played(page: Page) -> list[str]:
    """Return the moves of the address, which is all that a play is."""
    text = parse_qs(urlsplit(page.url).query).get("moves", [""])[0]
    return [unquote(move) for move in text.split(",") if move]


def expect_moves(page: Page, number: int) -> None:
    """Wait until so many moves have been played and the last one is shown."""
    here = page.get_by_role("region", name="History").locator("[aria-current]")
    expect(here).to_have_attribute("data-key", str(number))


def steps(problem: pp.Problem, turns: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each step of some turns with the cells that a player picks; a turn may be several steps of one piece."""
    position: Any = problem.start
    for turn in turns:
        places = turn.split("-")
        is_step = turn in problem.moves(position)
        for text in [turn] if is_step else map("-".join, pairwise(places)):
            yield text, cells_of(problem, position, text)
            position = problem.play(position, text)


def cells_of(problem: pp.Problem, position: Any, text: str) -> tuple[str, ...]:
    """Return the cells that a player picks for a step: its two ends.

    A step of a single cell is picked at once, or twice where others begin there too.
    """
    touched = problem.touched(position, text)
    if len(touched) != 1:
        return touched[0], touched[-1]
    ends = [problem.touched(position, move) for move in problem.moves(position)]
    return touched if sum(touched[0] in (cells[0], cells[-1]) for cells in ends) == 1 else touched * 2


def solution_of(problem: pp.Problem) -> tuple[str, ...]:
    answer = pp.solve(problem)
    assert isinstance(answer, pp.Solved)
    return answer.solution


def position_after(problem: pp.Problem, moves: Sequence[str]) -> Any:
    position: Any = problem.start
    for text in moves:
        position = problem.play(position, text)
    return position


class Keys:
    """The way over a board by arrow keys, found once by asking where each leads."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.neighbours: dict[str, list[str]] = page.evaluate(NEIGHBOURS, list(ARROWS))

    def way(self, start: str, goal: str) -> list[str]:
        """Return the fewest keys that lead from one cell to another."""
        ways: dict[str, list[str]] = {start: []}
        waiting = deque([start])
        while goal not in ways:
            assert waiting, f"no arrow keys lead from {start} to {goal}: {json.dumps(self.neighbours)}"
            here = waiting.popleft()
            for key, there in zip(ARROWS, self.neighbours[here], strict=True):
                if there not in ways:
                    ways[there] = [*ways[here], key]
                    waiting.append(there)
        return ways[goal]

    def pick(self, name: str) -> None:
        """Go from the cell that has the focus to another, and press Enter there."""
        here = self.page.evaluate("document.activeElement.dataset.cell")
        for key in self.way(here, name):
            self.page.keyboard.press(key)
        expect(cell(self.page, name)).to_be_focused()
        self.page.keyboard.press("Enter")


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until what a selector names has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", wanted):
            return
    raise AssertionError(f"Tab never reaches {wanted}")
