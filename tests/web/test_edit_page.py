"""Drawing problems and checking saved answers in a real browser."""

import json
from pathlib import Path
from urllib.parse import unquote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

import perfectplay as pp
from perfectplay.model.registry import families
from perfectplay.model.specs import load

EDITED = [name for name, family in families().items() if family.has_part("editor")]


def open_editor(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.get_by_role("link", name="Play it")).to_be_visible()


def place(page: Page, x: int, y: int) -> Locator:
    return page.get_by_role("gridcell", name=f"row {y}, column {x}:")


def names(page: Page) -> list[str]:
    """Return what each place of the sheet is, row by row."""
    cells = page.get_by_role("gridcell").all()
    return [str(cell.get_attribute("aria-label")).partition(": ")[2] for cell in cells]


def drawn(page: Page) -> str:
    return str(page.locator(".spec").text_content())


def serious(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{item['id']}: {item['nodes'][0]['html'][:200]}" for item in found if item["impact"] != "minor"]


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("family", EDITED)
def test_every_family_is_drawn_and_nothing_is_in_anybodys_way(page: Page, family: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    open_editor(page, f"/edit/{family}")
    assert load(drawn(page)).family == family
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_board_is_drawn_by_mouse(page: Page) -> None:
    open_editor(page, "/edit/pegs")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".message")).to_contain_text("nothing is drawn")
    expect(page.get_by_role("gridcell", name="row 1, column 1:")).to_have_class("sheet-cell is-none is-wrong")
    page.get_by_text("peg", exact=True).click()
    first, last = (place(page, x, 2).bounding_box() for x in (2, 4))
    assert first is not None and last is not None
    page.mouse.move(first["x"] + 9, first["y"] + 9)
    page.mouse.down()
    page.mouse.move(last["x"] + 9, last["y"] + 9, steps=8)
    page.mouse.up()
    page.get_by_text("empty hole", exact=True).click()
    place(page, 4, 2).click()
    page.get_by_text("goal", exact=True).click()
    place(page, 4, 2).click()
    expect(page.get_by_role("link", name="Play it")).to_be_visible()
    whole = load(drawn(page)).as_json()
    assert (whole["start"], whole["goal"]) == (["oo."], ["..o"])
    page.get_by_role("link", name="Play it").click()
    expect(page.get_by_role("button", name="a1, piece")).to_be_visible()


def test_a_board_is_drawn_by_keyboard_and_kept_by_a_reload(page: Page) -> None:
    open_editor(page, "/edit/pegs?from=pegs/~b28uCg")  # oo.
    assert names(page) == ["peg", "peg", "empty hole"]
    place(page, 3, 1).focus()
    for key in ("1", "Home", "2", "4", "4", "End", "4", "Control+z", "4"):
        page.keyboard.press(key)
    assert names(page) == ["empty hole", "peg", "peg, goal"]
    page.keyboard.press("Delete")
    assert names(page)[2] == "no hole"
    page.keyboard.press("Control+z")
    page.get_by_label("Columns").fill("4")
    page.keyboard.press("Tab")
    assert names(page) == ["empty hole", "peg", "peg, goal", "no hole"]
    place(page, 3, 1).focus()
    page.get_by_role("radio", name="peg", exact=True).press("Space")
    place(page, 3, 1).focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".spec")).to_have_text("pegs/~Lm9vbwoKLi5vLgo")
    assert "from=pegs/~Lm9vbwoKLi5vLgo" in unquote(page.url)
    page.reload()
    expect(page.locator(".spec")).to_have_text("pegs/~Lm9vbwoKLi5vLgo")
    assert names(page) == ["empty hole", "peg", "peg, goal", "peg"]


def test_fields_change_the_problem_and_say_what_is_wrong(page: Page) -> None:
    open_editor(page, "/edit/dice?from=dice/board-11")
    page.get_by_label("Dice").fill("1 2 9")
    expect(page.locator(".message")).to_contain_text("number 3 is '9'")
    page.get_by_label("Dice").fill("1 2")
    page.get_by_label("Goal piece").select_option("3")
    expect(page.get_by_role("link", name="Play it")).to_be_visible()
    whole = load(drawn(page)).as_json()
    assert (whole["dice"], whole["goal_piece"]) == ([1, 2], 3)


def test_a_sheet_grows_to_its_limit(page: Page) -> None:
    open_editor(page, "/edit/coins?from=coins/3")
    page.get_by_label("Side").fill("99")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Side")).to_have_value("10")
    assert len(names(page)) == 55


def save(folder: Path, answer: object) -> Path:
    file = folder / "answer.json"
    file.write_text(json.dumps(answer), "utf-8")
    return file


def test_a_saved_answer_is_checked_claim_by_claim(page: Page, tmp_path: Path) -> None:
    answer = pp.solve("pegs/triangle-5").as_json()
    page.goto("/verify")
    page.get_by_label("Choose a file").set_input_files(save(tmp_path, answer))
    expect(page.locator("h2 + .chip")).to_contain_text("Accepted")
    expect(page.get_by_role("row", name="solution checked")).to_contain_text("checked")
    expect(page.get_by_text("start", exact=True).first).to_be_visible()
    page.get_by_role("button", name="Last").click()
    expect(page.get_by_role("img", name="pegs/triangle-5, solution, 12.")).to_be_visible()
    assert serious(page) == []
    answer["moves"] += 1
    page.get_by_label("Choose a file").set_input_files(save(tmp_path, answer))
    expect(page.locator("h2 + .chip")).to_contain_text("Rejected")
    expect(page.get_by_role("row", name="digest")).to_contain_text("rejected")


def test_a_saved_answer_is_dropped_on_the_page(page: Page) -> None:
    text = json.dumps(pp.solve("pegs/french:d4..d4").as_json())
    page.goto("/verify")
    expect(page.get_by_text("Drop a saved answer here")).to_be_visible()
    page.evaluate(
        """text => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], "dropped.json", { type: "application/json" }));
            const how = { dataTransfer: carried, bubbles: true, cancelable: true };
            document.body.dispatchEvent(new DragEvent("drop", how));
        }""",
        text,
    )
    expect(page.get_by_role("heading", name="dropped.json")).to_be_visible()
    expect(page.locator("h2 + .chip")).to_contain_text("Accepted")
    expect(page.get_by_role("row", name="impossible checked")).to_contain_text("checked")


@pytest.mark.parametrize(
    ("spec", "notes", "line"),
    [
        ("pegs/french:d4..d4", "x", "At the start there are 16: even."),
        ("army/half-plane:5", "σ⁵", "A man on the target weighs 1: nobody gets there."),
        ("army/7x8:d8", "2521", "2356 < 2521: nobody gets there."),
    ],
)
def test_a_proof_is_painted_with_its_arithmetic(page: Page, spec: str, notes: str, line: str) -> None:
    page.goto(f"/solve/{spec}")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.get_by_text(line)).to_be_visible()
    expect(page.locator(".painting").get_by_text(notes, exact=True).first).to_be_visible()
    assert serious(page) == []
