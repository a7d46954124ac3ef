"""The live progress line: there when standard error is a terminal, silent otherwise."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from perfectplay.base.progress import Progress
from perfectplay.base.stats import Stats


@contextmanager
def progress_line() -> Iterator[Progress]:
    """Give a search someone to report to, and clear the line at the end."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield Progress()
        return
    from rich.console import Console
    from rich.status import Status
    from rich.text import Text

    with Status("", console=Console(stderr=True)) as status:

        def report(phase: str, stats: Stats) -> None:
            rate = stats.expanded / stats.seconds if stats.seconds else 0.0
            memory = f"{stats.peak_memory_bytes / 1e6:,.0f} MB"
            figures = f"{stats.seconds:.0f} s, {stats.expanded:,} positions, {rate:,.0f} a second, {memory}"
            line = f"{figures}; {phase}" if phase else figures
            status.update(Text(line, no_wrap=True, overflow="ellipsis"))

        yield Progress(report, status.update)
