"""Races on the page: what is compared, and what is called best."""

from playwright.sync_api import Locator, Page, expect


def begin(page: Page) -> None:
    page.get_by_role("button", name="Start the race").click()


def table_of(page: Page) -> Locator:
    table = page.get_by_role("region", name="Results of the race")
    table.wait_for(timeout=60_000)
    return table


def test_a_configuration_begins_with_an_algorithm_that_no_other_has(page: Page) -> None:
    page.goto("/race/pegs/triangle-4")
    for _ in range(2):
        page.get_by_role("button", name="Add a configuration").click()
    chosen = [page.locator(f"#run-{name}-algorithm").input_value() for name in "ABCD"]
    assert len(set(chosen)) == 4


def test_equal_configurations_are_refused_by_name(page: Page) -> None:
    page.goto("/race/pegs/triangle-4?run=algorithm%3Ddepth-first&run=algorithm%3Dastar&run=algorithm%3Ddepth-first")
    begin(page)
    refusal = page.get_by_role("alert")
    expect(refusal).to_have_text("A and C are the same: change or remove one.")
    expect(page.locator(".lane")).to_have_count(0)
    page.get_by_role("button", name="Remove C").click()
    expect(refusal).to_be_hidden()
    begin(page)
    table_of(page)


def test_a_game_for_two_has_a_value_and_a_winner_and_nothing_is_best_where_all_are_equal(
    page: Page,
) -> None:
    page.goto("/race/coins/3?run=algorithm%3Dretrograde&run=algorithm%3Dalphabeta")
    begin(page)
    table = table_of(page)
    expect(table.get_by_role("columnheader", name="Value")).to_be_visible()
    expect(table.get_by_role("columnheader", name="Cost")).to_have_count(0)
    expect(table.locator("td:nth-child(3).best")).to_have_count(0)
    row = table.get_by_role("row").nth(1)
    expect(row).to_contain_text("player wins")
    expect(row.get_by_role("cell").nth(1)).to_have_text(r"+1" if "first" in row.inner_text() else "−1")


def test_how_far_a_stopped_search_got_is_in_the_table(page: Page) -> None:
    page.goto("/race/pegs/9x9?run=algorithm%3Dbacktracking&run=algorithm%3Ddepth-first")
    begin(page)
    for number in range(2):
        expect(page.locator(".lane-place").nth(number)).to_contain_text("Depth")
    page.get_by_role("button", name="Stop all").click()
    row = table_of(page).get_by_role("row").nth(1)
    expect(row.get_by_role("cell").nth(0)).to_have_text("stopped")
    assert int(row.get_by_role("cell").nth(2).inner_text().replace(",", "")) > 0
    expect(row.locator(".best")).to_have_count(0)


def test_results_stay_when_a_configuration_is_added_and_name_what_was_chosen(page: Page) -> None:
    page.goto("/race/pegs/triangle-4?run=auto&run=algorithm%3Dastar")
    begin(page)
    first = table_of(page).get_by_role("row").nth(1)
    expect(first).to_contain_text("chosen for you")
    expect(first).to_contain_text("(depth-first")
    page.get_by_role("button", name="Add a configuration").click()
    expect(page.get_by_role("heading", name="Results of the last race")).to_be_visible()
    expect(page.get_by_role("region", name="Results of the race").get_by_role("row")).to_have_count(3)
    begin(page)
    expect(page.get_by_role("heading", name="Results", exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="Results of the race").get_by_role("row")).to_have_count(4)
