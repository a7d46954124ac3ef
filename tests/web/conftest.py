"""A browser and a server for the tests of the page; both are started once for all of them."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.web.serving import Server, serving

HERE = Path(__file__).parent
EXAMPLES = HERE.parent.parent / "examples"
NAMES = ("chromium", "chromium-browser", "google-chrome")
SECONDS = 20.0  # more than anything on the page takes, on a busy machine too
# A session has no sandbox of its own where it runs as root, and nothing here asks any other computer.
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


def find_chromium() -> str | None:
    """Return the browser of the system; PERFECTPLAY_CHROMIUM names another."""
    named = os.environ.get("PERFECTPLAY_CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find_chromium()
    if path is None:
        pytest.skip("there is no Chromium here, so the page is not tested in a browser: `make browser` installs it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site() -> Iterator[Server]:
    """A server with games of a user's own: two examples, one without pictures, a puzzle, and one without an end."""
    drawn = (f"{EXAMPLES / 'kayles.py'}:5", f"{EXAMPLES / 'connect.py'}:4x3")
    own = (*drawn, *(str(HERE / name) for name in ("heap.py", "twins.py", "swing.py")))
    with serving("--rate", "1000000", *own) as server:
        yield server


@pytest.fixture
def page(browser: Browser, site: Server) -> Iterator[Page]:
    """An empty page at the server's address; whatever its console complains of fails the test."""
    with opened(browser, site, viewport={"width": 1280, "height": 900}) as page:
        yield page


@pytest.fixture
def phone(browser: Browser, site: Server) -> Iterator[Page]:
    """The same on a small screen that is touched."""
    with opened(browser, site, viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True) as page:
        yield page


@contextmanager
def opened(browser: Browser, site: Server, **screen: Any) -> Iterator[Page]:
    context = browser.new_context(base_url=site.address, reduced_motion="reduce", **screen)
    context.set_default_timeout(SECONDS * 1000)
    page = context.new_page()
    complaints: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"{message.type}: {message.text} ({message.location})")

    page.on("console", on_console)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert not complaints, "\n".join(complaints)
