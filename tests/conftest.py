"""Settings for all tests."""

import gc
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from perfectplay.contract import kernel

kernel.COMPILE_SECONDS = 0.3  # most tests compile something: sooner is quicker here
WIDTH = 80
Command = Callable[..., tuple[int, str, str]]

# Compiling and importing happen inside the first example, so none has a deadline; a landing draws the same examples.
settings.register_profile(
    "perfectplay",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("perfectplay")


def pytest_collection_finish() -> None:
    """Leave thousands of tests and hundreds of modules out of every later search for garbage."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests were skipped and why: what was not tested may not work."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"skipped {count}: {reason}")


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """Call the command in this process and an empty folder; return its exit code and what both streams got."""
    from perfectplay.cli.main import main

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("perfectplay.model.tables.data_folder", lambda: tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        captured = capsys.readouterr()
        assert "--json" in arguments or all(len(line) <= WIDTH for line in captured.out.splitlines())
        return code, captured.out, captured.err

    return call
