"""What a screen looks like to people and to screen readers."""

import difflib
import os
import re
from collections.abc import Sequence
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SNAPSHOTS = Path(__file__).parent / "snapshots"
RENEW = "PERFECTPLAY_RENEW_SNAPSHOTS"
SERIOUS = ("serious", "critical")

# What is not the same in every run: times, memory, and which of two searches was the quicker.
MASKED = ".figures > :nth-last-child(-n+4) dd, .bar-text, .race-table td:nth-last-child(-n+3)"
NAMES = re.compile(r"/api/solve/[\w-]+/")  # a search has a name of its own
# What grows with the package is cut short, so that a new board or algorithm changes no snapshot.
CUT = (
    ".boards > li:nth-child(n+3), .family ~ .family ~ .family, .stories > :nth-child(n+3), "
    "option:nth-child(n+3):not(:checked), "
    ".found-before, "  # by another test
    ".course"  # how a search went is shown where it took long enough to tell
)


def assert_accessible(page: Page, *, rules: Sequence[str] = ()) -> None:
    """See that axe finds nothing serious, by all of its rules or by some."""
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    violations = Axe().run(page, options=options).response["violations"]
    found = [item for item in violations if item["impact"] in SERIOUS]
    lines = [f"{item['id']} ({item['help']}): {node['html'][:300]}" for item in found for node in item["nodes"][:3]]
    assert not lines, "\n".join(lines)


def assert_fits(page: Page, width: int) -> None:
    """See that nobody has to scroll sideways."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def assert_snapshot(page: Page, name: str) -> None:
    """See that a screen says what it said when somebody last looked at its snapshot; this changes the page."""
    page.evaluate(
        """([masked, cut]) => {
            for (const node of document.querySelectorAll(masked)) node.textContent = "…";
            for (const node of document.querySelectorAll(cut)) node.remove();
            document.getElementById("announcer").replaceChildren();
        }""",
        [MASKED, CUT],
    )
    shown = NAMES.sub("/api/solve/…/", page.locator("body").aria_snapshot()) + "\n"
    file = SNAPSHOTS / f"{name}.yaml"
    if os.environ.get(RENEW):
        file.write_text(shown, "utf-8")
    kept = file.read_text("utf-8") if file.exists() else ""
    lines = difflib.unified_diff(kept.splitlines(), shown.splitlines(), "kept", "shown", lineterm="")
    assert shown == kept, (
        f"the screen {name} has changed; if it was meant to, write the snapshots anew with\n"
        f"{RENEW}=1 python -m pytest tests/web/test_screens.py\n" + "\n".join(lines)
    )
