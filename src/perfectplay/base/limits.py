"""What a search may use, and what happens when it wants more."""

import re
from dataclasses import dataclass
from numbers import Integral, Real
from pathlib import Path
from typing import Any

from perfectplay.base.errors import InputError, PerfectplayError
from perfectplay.base.numbers import read_real

WHATEVER_MEMORY = "whatever the memory"  # phrase that marks a refusal which more memory would not change
MOST_SHOWN = 40
UNITS = {f"{letter}{i}": base**power for i, base in (("", 1000), ("i", 1024)) for power, letter in enumerate("kmgt", 1)}
AMOUNT = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,6})?)(?: ?(?=[a-z])([kmgt]i?)?b?)?")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a search may take; None means as much as is there.

    >>> Limits(seconds=0)
    Traceback (most recent call last):
    perfectplay.base.errors.InputError: a limit on seconds must be more than 0, not 0
    """

    seconds: float | None = None
    memory: int | None = None
    positions: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "memory", "positions"):
            value: Any = getattr(self, name)
            if value is None:
                continue
            is_number = isinstance(value, Real if name == "seconds" else Integral) and not isinstance(value, bool)
            if not is_number:
                what = "a number" if name == "seconds" else "a whole number"
                raise InputError(f"a limit on {name} must be {what}, not {str(value)[:MOST_SHOWN]!r}")
            if not value > 0:
                raise InputError(f"a limit on {name} must be more than 0, not {value}")
            object.__setattr__(self, name, value if name == "seconds" else int(value))  # NumPy's would overflow

    def memory_bytes(self) -> int:
        """Return the bytes a search may allocate: the limit, or four fifths of what the machine has free."""
        return self.memory if self.memory is not None else available_memory() * 4 // 5


class LimitHitError(PerfectplayError):
    """A limit was hit; `limit` names it as answers do."""

    def __init__(self, limit: str, detail: str = "") -> None:
        super().__init__(detail or f"the limit on {limit} was hit")
        self.limit = limit
        self.detail = detail


@dataclass(slots=True)
class Stop:
    """Why some work ended early: a context that lets limits, memory and Ctrl-C end it, and keeps what was hit.

    >>> with Stop() as stop:
    ...     raise LimitHitError("time")
    >>> stop.limit
    'time'
    """

    limit: str = ""
    detail: str = ""

    def __enter__(self) -> "Stop":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        if isinstance(error, LimitHitError):
            self.limit, self.detail = error.limit, error.detail
        elif isinstance(error, MemoryError):
            self.limit, self.detail = "memory", "the machine has no more memory to give"
        elif isinstance(error, KeyboardInterrupt):
            self.limit = "interrupted"
        return bool(self.limit) and error is not None


def available_memory() -> int:
    """Return the bytes that can be taken without swapping, by the figures of the system and of its container."""
    import psutil

    figures = [psutil.virtual_memory().available]
    try:
        maximum, current = (
            int(Path(f"/sys/fs/cgroup/memory.{name}").read_text("utf-8")) for name in ("max", "current")
        )
        figures.append(maximum - current)
    except (OSError, ValueError):
        pass  # no container, or no limit set
    return min(figures)


def resident_bytes() -> int:
    """Return the bytes of memory this process occupies."""
    import psutil

    return int(psutil.Process().memory_info().rss)


def parse_bytes(text: str) -> int:
    """Read an amount of memory.

    >>> parse_bytes("512MiB"), parse_bytes("2 GB"), parse_bytes("1000")
    (536870912, 2000000000, 1000)
    >>> parse_bytes("much")
    Traceback (most recent call last):
    perfectplay.base.errors.InputError: 'much' is not an amount of memory; write bytes, or 512MiB, or 2GB
    """
    # Some letters of other scripts are k when written small.
    match = AMOUNT.fullmatch(text.lower()) if text.isascii() else None
    size = int((read_real(match[1]) or 0) * UNITS.get(match[2], 1)) if match else 0
    if size < 1:
        raise InputError(f"{text[:40]!r} is not an amount of memory; write bytes, or 512MiB, or 2GB")
    return size
