"""Who hears how a search goes."""

from collections.abc import Callable
from dataclasses import dataclass

from perfectplay.base.stats import Stats


@dataclass(frozen=True, slots=True)
class Progress:
    """Who is told how a search goes: `report` many times a second, `announce` once for what takes a while."""

    report: Callable[[str, Stats], None] = lambda phase, stats: None
    announce: Callable[[str], None] = lambda message: None
