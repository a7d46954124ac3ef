"""The tree in the replay page's Search tab, in a browser: folded by mouse and keyboard, stepped through in order."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import perfectplay as pp
from perfectplay.draw.replay import replay_page
from perfectplay.model.trace_steps import node_text, trace_steps


@pytest.fixture(scope="module")
def answer() -> pp.Decided:
    found = pp.solve("coins/3", algorithm="alphabeta", trace=20_000)
    assert isinstance(found, pp.Decided)
    return found


@pytest.fixture
def tree(browser: Browser, answer: pp.Decided, tmp_path: Path) -> Iterator[Page]:
    """The page of coins/3, its Search tab open; whatever goes wrong in its script fails the test."""
    file = tmp_path / "tree.html"
    frames = answer.problem.frames(answer.solution)
    file.write_text(replay_page("coins/3", frames, trace_steps(answer.problem, answer)), "utf-8")
    with browser.new_context(viewport={"width": 1060, "height": 900}) as context:
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(file.as_uri())
        page.get_by_role("tab", name="Search").click()
        yield page
        assert errors == []


def rows(page: Page) -> int:
    """Return how many rows the tree has, in sight or not."""
    heights = page.evaluate("[element('rows').offsetHeight, rowHeight()]")
    return int(heights[0] / heights[1] + 0.5)


def current(page: Page) -> int:
    text = page.locator("#step").inner_text()
    return int(re.findall(r"\d+", text)[0]) - 1


def test_the_first_level_is_open_and_says_its_values(tree: Page, answer: pp.Decided) -> None:
    firsts = [node for node in answer.trace if node.depth <= 1]
    assert rows(tree) == len(firsts) == 19
    shown = tree.get_by_role("treeitem").first
    expect(shown).to_contain_text("start")
    expect(shown.locator(".value")).to_have_text(node_text(answer.trace[0], "win"))
    expect(tree.get_by_role("tree")).to_be_visible()


def test_the_keyboard_folds_and_walks(tree: Page, answer: pp.Decided) -> None:
    below = [sum(other.parent == number for other in answer.trace) for number in range(3)]
    tree.get_by_role("tree").focus()
    tree.keyboard.press("ArrowDown")
    assert (current(tree), rows(tree)) == (1, 19)
    tree.keyboard.press("ArrowRight")  # unfolds
    assert (current(tree), rows(tree)) == (1, 19 + below[1])
    tree.keyboard.press("ArrowRight")  # goes to the first one below
    tree.keyboard.press("Enter")
    assert (current(tree), rows(tree)) == (2, 19 + below[1] + below[2])
    expect(tree.locator("[aria-current]")).to_have_attribute("aria-expanded", "true")
    for wanted in ((2, 19 + below[1]), (1, 19 + below[1]), (1, 19), (0, 19), (0, 1)):
        tree.keyboard.press("ArrowLeft")  # folds, or goes up
        assert (current(tree), rows(tree)) == wanted


def test_the_mouse_folds_and_chooses(tree: Page, answer: pp.Decided) -> None:
    tree.get_by_role("button", name="Unfold all").click()
    assert rows(tree) == len(answer.trace)
    tree.get_by_role("button", name="Fold all", exact=True).click()
    assert rows(tree) == 1
    tree.locator(".toggle").first.click()
    assert rows(tree) == 19
    tree.get_by_role("treeitem").nth(2).click()
    assert current(tree) == [number for number, node in enumerate(answer.trace) if node.depth == 1][1]
    tree.locator(".toggle").first.click()
    assert (current(tree), rows(tree)) == (0, 1), "what is chosen is never folded away"


def test_steps_follow_the_order_of_the_search(tree: Page, answer: pp.Decided) -> None:
    for number, node in enumerate(answer.trace[:30]):
        assert current(tree) == number
        caption = tree.locator("#caption").inner_text()
        assert caption.startswith(f"{node.move or 'start'}: {node_text(node, 'win')}, {node.event}")
        assert (f"{node.unseen} of {node.moves} unseen" in caption) is (node.unseen > 0)
        shown = tree.evaluate("cells.map(cell => cell.shown === '' ? '.' : 'o').join('')")
        assert shown == answer.problem.text(answer.problem.position(node.state)).replace("/", "")
        expect(tree.locator("[aria-current]")).to_be_in_viewport()
        tree.get_by_role("button", name="Next step").click()


@pytest.mark.parametrize("width", [360, 760, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_the_window(tree: Page, width: int, scheme: str) -> None:
    tree.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    tree.set_viewport_size({"width": width, "height": 800})
    tree.get_by_role("button", name="Unfold all").click()
    assert tree.evaluate("document.documentElement.scrollWidth") <= width
    for node in tree.locator("#figures dd, #rows .value").all():
        box = node.bounding_box()
        assert box is None or (box["x"] >= 0 and box["x"] + box["width"] <= width)
