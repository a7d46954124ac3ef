"""Checking saved answers in a real browser: chosen, or dropped on the page."""

import json
from pathlib import Path

from playwright.sync_api import Page, expect

import perfectplay as pp


def test_a_saved_answer_is_checked_claim_by_claim(page: Page, tmp_path: Path) -> None:
    answer = pp.solve("pegs/triangle-5")
    assert isinstance(answer, pp.Solved)
    file = tmp_path / "answer.json"
    answer.save(file)
    page.goto("/verify")
    page.get_by_label("Choose a file").set_input_files(file)
    expect(page.locator("h2 + .chip")).to_contain_text("Accepted")
    expect(page.get_by_role("row", name="solution checked")).to_be_visible()
    page.get_by_role("button", name="Last").click()
    last = f"pegs/triangle-5, solution, {len(answer.solution)}. {answer.solution[-1]}"
    expect(page.get_by_role("img", name=last, exact=True)).to_be_visible()
    text = file.read_text("utf-8")
    first = answer.solution[0]
    file.write_text(text.replace(first, ("b" if first[0] == "a" else "a") + first[1:], 1), "utf-8")
    page.get_by_label("Choose a file").set_input_files(file)
    expect(page.locator("h2 + .chip")).to_contain_text("Rejected")
    expect(page.get_by_role("row", name="digest rejected")).to_be_visible()


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
