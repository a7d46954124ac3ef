"""Checking saved answers in a real browser: chosen, or dropped on the page."""

import json
from pathlib import Path

from playwright.sync_api import Page, expect

import perfectplay as pp
from tests.web.playing import begin_answers, open_play


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
    expect(page.get_by_role("region", name="Verdict")).to_contain_text("Nothing else was looked at")


def test_a_long_check_can_be_given_up(page: Page, tmp_path: Path) -> None:
    answer = pp.solve("pegs/triangle-5")
    answer.save(tmp_path / "answer.json")
    begin_answers(page, verify=None)
    page.goto("/verify")
    page.get_by_label("Choose a file").set_input_files(tmp_path / "answer.json")
    expect(page.locator("main")).to_contain_text("which may take a minute")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("main")).to_contain_text("answer.json was not checked.")
    assert page.evaluate("window.given_up") == ["/api/verify"]


DROP = """([name, text]) => {
    const carried = new DataTransfer();
    if (name) carried.items.add(new File([text], name, { type: "application/json" }));
    else carried.setData("text/plain", text);
    const drop = new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true });
    return document.body.dispatchEvent(drop);
}"""


def test_a_saved_answer_is_dropped_on_any_screen(page: Page) -> None:
    text = json.dumps(pp.solve("pegs/french:d4..d4").as_json())
    open_play(page, "pegs/triangle-5")
    address = page.url
    assert page.evaluate(DROP, ["", text]), "what is no file is left to the browser"
    assert page.url == address
    assert not page.evaluate(DROP, ["first.json", text]), "a browser would leave the page for the file"
    expect(page.get_by_role("heading", name="first.json")).to_be_visible()
    expect(page.locator("h2 + .chip")).to_contain_text("Accepted")
    expect(page.get_by_role("row", name="impossible checked")).to_contain_text("checked")
    page.evaluate(DROP, ["second.json", text.replace("french", "english")])
    expect(page.get_by_role("heading", name="second.json")).to_be_visible()
    expect(page.locator("h2 + .chip")).to_contain_text("Rejected")
    page.go_back()
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    assert page.url == address
