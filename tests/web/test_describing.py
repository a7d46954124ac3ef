"""What the page offers of families and problems, in words for those who have no command."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page
from starlette.testclient import TestClient

import perfectplay as pp
from perfectplay.model.registry import families
from perfectplay.web.app import make_app
from perfectplay.web.describe import option_data, options_of
from perfectplay.web.settings import ServerSettings
from tests.places import EXAMPLES
from tests.web.looks import assert_fits

COMMAND = ("--", "[", "`", "file", "tables", "FILE")  # what only the command has


@pytest.mark.parametrize("family", [name for name, family in families().items() if not family.suffix])
def test_options_are_explained_without_flags_files_and_defaults_of_the_command(family: str) -> None:
    variants = [variant for variant in families()[family].variants() if variant.name[0] not in "@-"]
    problem = pp.load(f"{family}/{variants[0].example or variants[0].name}")
    for option in options_of(problem):
        text = option_data(option)["help"]
        assert text and not any(part in text for part in COMMAND), f"{option.name}: {text}"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    own = {"kayles.py:9": f"{EXAMPLES / 'kayles.py'}:9", "jugs.py": str(EXAMPLES / "jugs.py")}
    with TestClient(make_app(ServerSettings(own=own)), base_url="http://127.0.0.1") as client:
        yield client


def test_games_of_a_users_own_are_described_by_their_authors(client: TestClient) -> None:
    kayles, jugs = client.get("/api/families").json()["own"]
    assert kayles["about"].startswith("Kayles: a row of pins") and kayles["players"] == 2
    assert jugs["players"] == 1


def test_boards_are_described_without_the_items_of_specs(client: TestClient) -> None:
    for family in client.get("/api/families").json()["families"]:
        for variant in family["variants"]:
            about = variant["about"]
            assert about and "=" not in about and f"{family['name']}/" not in about


@pytest.mark.parametrize("spec", ["pegs/nosuch", "army/nosuch", "coins/nosuch", "dice/nosuch", "pegs"])
def test_a_refusal_offers_no_files(client: TestClient, spec: str) -> None:
    error = client.get(f"/api/problems/{spec}").json()["error"]
    assert not any(part in error for part in ("@", "standard input", "`"))


@pytest.mark.parametrize("text", ["TEXT", "gA", "a", "b28u!"])
def test_a_drawing_in_an_address_that_was_cut_short_is_said_to_be_so(client: TestClient, text: str) -> None:
    answer = client.get(f"/api/problems/pegs/~{text}")
    cut = "cannot be read: what follows ~ must be a text as base64url (letters, digits, - and _); check that it was"
    assert answer.status_code == 400 and cut in answer.json()["error"]


def test_a_refusal_tells_which_move_it_is(client: TestClient) -> None:
    answer = client.get("/api/problems/pegs/triangle-5?moves=a3-a1,a1-a2")
    assert answer.status_code == 400 and answer.json()["move"] == 2
    assert "move" not in client.get("/api/problems/pegs/nosuch").json()


def test_a_refusal_names_what_there_is(client: TestClient) -> None:
    assert "kayles.py:9" in client.get("/api/problems/kayles.py:7").json()["error"]
    assert "pegs" in client.get("/api/editor/nosuch").json()["error"]


def test_boards_stand_in_the_order_of_people(page: Page) -> None:
    """Numbers count as numbers, and the board to begin with is the first."""
    page.goto("/")
    page.locator(".board-card").first.wait_for()
    names = page.locator("section[aria-labelledby=family-pegs] .board-card strong").all_inner_texts()
    assert names[0] == "english"
    assert names.index("triangle-4") < names.index("triangle-10")
    assert page.locator("section[aria-labelledby=own-games] .board-card .note").first.inner_text().endswith("for two")


def test_a_board_drawn_by_lot_leads_to_another(page: Page) -> None:
    page.goto("/play/dice/random:rows=4,columns=4,pieces=3")
    page.get_by_role("link", name="Another board drawn by lot").click()
    page.wait_for_url("**/play/dice/random:*seed=2*")
    page.goto("/play/coins/4")
    page.get_by_role("button", name="Hint").wait_for()
    assert page.get_by_role("link", name="Another board drawn by lot").count() == 0


def test_a_telephone_has_a_link_to_the_boards(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto("/verify")
    page.get_by_role("link", name="Boards").click()
    page.locator(".board-card").first.wait_for()
    assert_fits(page, 360)
