"""How long the checker goes on, and how much it remembers, before it leaves a claim open.

Whatever an answer says, checking it ends: every loop whose length the answer decides spends from one budget.
"""

import time

from perfectplay.proof.verdict import Unconfirmed

SECONDS = 10.0
MEMORY = 1 << 30
STEPS_BETWEEN = 4096
"""Steps between two looks at the clock: some milliseconds of work."""

ENTRY_BYTES = 100
"""What Python takes for a small number or tuple in a set or a dict, its place there included."""


class Budget:
    """Seconds and bytes for all claims of one answer together; None is no limit.

    Messages say which flags allow more, unless there are none where they are read.

    >>> budget = Budget(seconds=None, memory=1000)
    >>> budget.hold(3, "3 positions")
    >>> budget.hold(30, "30 positions")
    Traceback (most recent call last):
    perfectplay.proof.verdict.Unconfirmed: 30 positions take more than 1,000 bytes; --max-memory or --rerun goes on
    """

    def __init__(self, seconds: float | None = SECONDS, memory: int | None = MEMORY, *, has_flags: bool = True) -> None:
        self.seconds = seconds
        self.memory = memory
        self.has_flags = has_flags
        self.ends = None if seconds is None else time.monotonic() + seconds
        self._steps = 0

    def spend(self, steps: int = 1) -> None:
        """Count steps of work; end it when the time is up."""
        self._steps += steps
        if self._steps >= STEPS_BETWEEN:
            self._steps = 0
            if self.ends is not None and time.monotonic() > self.ends:
                raise Unconfirmed(f"not settled within {self.seconds:g} s{self._advice('--max-seconds')}")

    def hold(self, entries: int, what: str, bits: int = 64) -> None:
        """Count what is remembered at one time: so many numbers of so many bits, in a set or a dict."""
        self.hold_bytes(entries * (ENTRY_BYTES + bits // 8), what)

    def hold_bytes(self, size: int, what: str) -> None:
        """Count what is remembered at one time by its size."""
        if self.memory is not None and size > self.memory:
            raise Unconfirmed(f"{what} take more than {self.memory:,} bytes{self._advice('--max-memory')}")

    def _advice(self, flag: str) -> str:
        return f"; {flag} or --rerun goes on" if self.has_flags else ""
