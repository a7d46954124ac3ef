"""Callbacks by which a search reports how it goes."""

import warnings
from collections.abc import Callable
from dataclasses import InitVar, dataclass

from perfectplay.base.errors import InputError
from perfectplay.base.stats import Stats

OnProgress = Callable[[str, Stats], None]
OnMessage = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Progress:
    """Callbacks: `on_progress` many times a second, `on_message` once for what takes a while.

    `report` and `announce` are what they were called in release 0.1.0.
    """

    on_progress: OnProgress = lambda phase, stats: None
    on_message: OnMessage = lambda message: None
    report: InitVar[OnProgress | None] = None
    announce: InitVar[OnMessage | None] = None

    def __post_init__(self, report: OnProgress | None, announce: OnMessage | None) -> None:
        for name, earlier, given in (("on_progress", "report", report), ("on_message", "announce", announce)):
            if given is not None:
                warnings.warn(f"Progress({earlier}=…) is called {name} now", DeprecationWarning, stacklevel=3)
                object.__setattr__(self, name, given)
            if not callable(called := getattr(self, name)):
                raise InputError(f"Progress({name}=…) must be a function, not {type(called).__name__}")
