"""README and docs are run: Python as a doctest, shell commands in an empty folder, the example against the file."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
WITH_COMMANDS = [page for page in PAGES if "```console" in page.read_text()]


def blocks(language: str, page: Path = PAGES[0]) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(), re.DOTALL)


def test_python_sessions() -> None:
    sessions = [block for page in PAGES for block in blocks("python", page) if block.startswith(">>>")]
    assert sessions
    if not find_spec("open_spiel"):  # which `make test-long` installs
        sessions = [session for session in sessions if "open_spiel" not in session]
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for number, session in enumerate(sessions):
        runner.run(parser.get_doctest(session, {}, f"session {number}", "README.md", 0))
    assert runner.summarize(verbose=False).failed == 0


def commands(page: Path) -> list[tuple[str, str]]:
    """Return each shell command with the output shown below it."""
    found = []
    for block in blocks("console", page):
        for part in block.removeprefix("$ ").split("\n$ "):
            command, _, output = part.partition("\n")
            found.append((command, output.strip("\n")))
    return found


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: page.name)
def test_shell_sessions(page: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    checker = doctest.OutputChecker()
    assert commands(page)
    for command, wanted in commands(page):
        finished = subprocess.run(
            command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
        )
        got = finished.stdout
        assert checker.check_output(wanted + "\n" if wanted else "", got, doctest.ELLIPSIS), f"{command}\n{got}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize(("name", "most"), [("jugs", 25), ("kayles", 32)])
def test_the_examples_are_shown_whole(name: str, most: int) -> None:
    example = (ROOT / "examples" / f"{name}.py").read_text()
    assert example in blocks("python")
    code = [line for line in example.splitlines() if line.strip() and not line.startswith('"""')]
    assert len(code) <= most


@pytest.mark.parametrize("switch", ["always", "never"])
def test_the_example_runs_compiled_and_interpreted(switch: str) -> None:
    finished = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "jugs.py")],
        env={**os.environ, "PERFECTPLAY_COMPILE": switch},
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
