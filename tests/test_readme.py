"""The README is run: its Python as a doctest, its shell commands in an empty folder, its example against the file."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)


def test_python_sessions() -> None:
    sessions = [block for block in blocks("python") if block.startswith(">>>")]
    assert sessions
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for number, session in enumerate(sessions):
        runner.run(parser.get_doctest(session, {}, f"README session {number}", "README.md", 0))
    assert runner.summarize(verbose=False).failed == 0


def commands() -> list[tuple[str, str]]:
    """Return each shell command with the output shown below it."""
    found = []
    for block in blocks("console"):
        for part in block.removeprefix("$ ").split("\n$ "):
            command, _, output = part.partition("\n")
            found.append((command, output.strip("\n")))
    return found


def test_shell_sessions(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    checker = doctest.OutputChecker()
    assert len(commands()) >= 6
    for command, wanted in commands():
        finished = subprocess.run(
            command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
        )
        got = finished.stdout
        assert checker.check_output(wanted + "\n" if wanted else "", got, doctest.ELLIPSIS), f"{command}\n{got}"


def test_the_example_is_shown_whole() -> None:
    example = (ROOT / "examples" / "jugs.py").read_text()
    assert example in blocks("python")
    code = [line for line in example.splitlines() if line.strip() and not line.startswith('"""')]
    assert len(code) <= 25


@pytest.mark.parametrize("switch", ["0", "1"])
def test_the_example_runs_compiled_and_interpreted(switch: str) -> None:
    finished = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "jugs.py")],
        env={**os.environ, "NUMBA_DISABLE_JIT": switch},
        capture_output=True,
        text=True,
        check=True,
    )
    shortest = "('0+5', '3+2', '0+2', '2+0', '2+5', '3+4')"
    longer = "('3+0', '3+5', '0+5', '3+2', '0+2', '2+0', '2+5', '3+4')"
    assert finished.stdout.splitlines() == [
        f"breadth-first {shortest}",
        f"depth-first {longer}",
        f"deepening {shortest}",
    ]
