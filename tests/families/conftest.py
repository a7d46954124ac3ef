"""Families that live outside the package, found as those of another package are: by entry points."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from perfectplay.model import registry
from tests.places import ROOT

FOLDER = Path(__file__).parent  # where the metadata of the families is


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the families of this folder known, in this process and in those that it starts."""
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.syspath_prepend(str(FOLDER))
    caches = registry.families, registry.algorithms
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Let somebody type these lines at the terminal, one each time that a play asks."""
    rest = iter(lines)
    monkeypatch.setattr("builtins.input", lambda prompt="": next(rest))
