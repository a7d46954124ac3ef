"""Statistics of several searches together."""

from dataclasses import fields
from typing import Any

import pytest

from perfectplay.base.stats import BOTH, COMPILED, INTERPRETED, Stats

PAIRS: dict[str, tuple[Any, Any, Any]] = {  # fields that are not sums: two values, and both together
    "mode": (INTERPRETED, COMPILED, BOTH),
    "pruned": ({"class": 1, "weights": 2}, {"weights": 3, "lost": 4}, {"class": 1, "weights": 5, "lost": 4}),
    "peak_memory_bytes": (3, 5, 5),
    "parallel": ({"idle_share": 0.25}, {"idle_share": 0.5}, {"idle_share": 0.25}),
}
NAMES = [each.name for each in fields(Stats)]


@pytest.mark.parametrize("name", NAMES)
def test_every_field_is_added(name: str) -> None:
    first, second, both = PAIRS.get(name, (3, 5, 8))
    stats = Stats(**{name: first})
    stats.add(Stats(**{name: second}))
    assert getattr(stats, name) == both


@pytest.mark.parametrize("name", NAMES)
def test_missing_figures_change_nothing(name: str) -> None:
    figure = PAIRS.get(name, (3, 5, 8))[0]
    for stats, more in ((Stats(), Stats(**{name: figure})), (Stats(**{name: figure}), Stats())):
        stats.add(more)
        assert stats == Stats(**{name: figure})


def test_sums_are_independent_of_their_parts() -> None:
    stats, more = Stats(), Stats(pruned={"class": 1})
    stats.add(more)
    stats.add(more)
    assert (stats.pruned, more.pruned) == ({"class": 2}, {"class": 1})


def test_saved_statistics_have_every_field() -> None:
    full = Stats(**{name: PAIRS.get(name, (3, 5, 8))[0] for name in NAMES})
    assert set(full.as_json()) == set(NAMES)
    assert Stats.from_json(full.as_json()) == full
