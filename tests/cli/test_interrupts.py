"""Ctrl-C while the command is imported: one line and exit code 130, from the first import on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

LAUNCHERS = {
    "module": [sys.executable, "-m", "perfectplay", "--version"],
    "script": [sys.executable, "-c", "from perfectplay.cli.entry import run; run()", "--version"],
}
# Imported while Ctrl-C still has Python's handler, so these should be few and short.
FIRST = ("perfectplay", "perfectplay.cli", "perfectplay.cli.entry", "perfectplay.cli.interrupts")
# Python runs this at its start.  It counts the imports of the command, and sends Ctrl-C at one of them.
HOOK = """
import os, sys
wanted, begun = int(os.environ["INTERRUPT_AT"]), []
def hook(event, arguments):
    if event == "import" and (begun or arguments[0] == "perfectplay"):
        begun.append(arguments[0])
        if len(begun) - 1 == wanted:
            os.kill(os.getpid(), 2)
        if wanted < 0:
            import _signal
            os.write(2, f"{arguments[0]} {_signal.getsignal(2) is _signal.default_int_handler}\\n".encode())
sys.addaudithook(hook)
"""
pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")


def launch(launcher: str, folder: Path, interrupt_at: int = -1) -> tuple[int, str]:
    environment = {**os.environ, "PYTHONPATH": str(folder), "INTERRUPT_AT": str(interrupt_at)}
    done = subprocess.run(LAUNCHERS[launcher], env=environment, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stderr


@pytest.mark.parametrize("launcher", LAUNCHERS)
def test_interrupt_at_any_import_is_one_line(launcher: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(HOOK, "utf-8")
    code, err = launch(launcher, tmp_path)
    imports = [line.split() for line in err.splitlines()]
    before = [name for name, is_pythons in imports if is_pythons == "True"]
    assert code == 0 and len(imports) > 50
    assert set(before) <= {*FIRST, "perfectplay.cli.exit_codes", "perfectplay.__main__", "_signal"}, before
    for number in range(len(before), len(imports), len(imports) // 15):
        assert launch(launcher, tmp_path, number) == (130, "perfectplay: interrupted\n"), imports[number]


@pytest.mark.parametrize("launcher", LAUNCHERS)
@pytest.mark.parametrize("line", ["raise KeyboardInterrupt", "import os; os.kill(os.getpid(), 2)"])
def test_interrupted_module_is_one_line(launcher: str, line: str, tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text(line, "utf-8")
    assert launch(launcher, tmp_path) == (130, "perfectplay: interrupted\n")
