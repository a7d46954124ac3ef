"""The repository stands alone: no tracked file names a path outside it, and `.ci/run` tests a clone by itself."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.places import ROOT

OUTSIDE = "../" + "shared"  # in two parts, so that this file does not hold what it looks for
needs_git = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is no git checkout")


def git(folder: Path, *arguments: str) -> str:
    finished = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return finished.stdout.strip()


def tracked_files() -> list[Path]:
    return [ROOT / name for name in git(ROOT, "ls-files", "-z").split("\0") if name and (ROOT / name).is_file()]


@needs_git
def test_no_tracked_file_names_a_path_outside() -> None:
    files = tracked_files()
    assert ROOT / "pyproject.toml" in files
    assert [path for path in files if OUTSIDE.encode() in path.read_bytes()] == []


@needs_git
def test_no_tracked_file_is_a_link_to_the_outside() -> None:
    for path in tracked_files():
        assert path.resolve().is_relative_to(ROOT.resolve()), path


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a shallow checkout with a detached HEAD, as services make them, of a repository with `.ci/run` alone."""
    origin = tmp_path / "origin"
    (origin / ".ci").mkdir(parents=True)
    (origin / ".ci" / "run").write_bytes((ROOT / ".ci" / "run").read_bytes())
    (origin / ".ci" / "run").chmod(0o755)
    git(origin, "init", "--quiet")
    for message in ("first", "second"):
        (origin / "note").write_text(message)
        git(origin, "add", ".")
        git(origin, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", message)
    git(tmp_path, "clone", "--quiet", "--depth", "1", f"file://{origin}", "checkout")
    git(tmp_path / "checkout", "checkout", "--quiet", "--detach")
    return tmp_path / "checkout"


def run_ci(checkout: Path, script: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run `.ci/run` with a `make` that is this script, and with an empty folder for temporary files."""
    tools, temporary = checkout.parent / "tools", checkout.parent / "temporary"
    for folder in (tools, temporary):
        folder.mkdir()
    (tools / "make").write_text(f"#!/bin/sh\n{script}\n")
    (tools / "make").chmod(0o755)
    settings = {name: value for name, value in os.environ.items() if not name.startswith("PERFECTPLAY_")}
    settings |= {"PATH": f"{tools}:{os.environ['PATH']}", "TMPDIR": str(temporary)}
    return subprocess.run(
        [checkout / ".ci" / "run"], cwd="/", env=settings | environment, capture_output=True, text=True
    )


@needs_git
def test_a_clone_is_tested_and_removed(checkout: Path) -> None:
    (checkout / "untracked").write_text("not part of the repository")
    script = 'pwd; ls; cat note; echo "$@"; env | grep ^PERFECTPLAY_; echo $CI; git rev-parse HEAD'
    done = run_ci(checkout, script, PERFECTPLAY_CASES="/usr", PERFECTPLAY_HOME="/elsewhere")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    place, commit = Path(lines[0]), git(checkout, "rev-parse", "HEAD")
    assert place.parent.parent == checkout.parent / "temporary"
    assert lines == [
        line
        for target in ("browser", "test")
        for line in (str(place), "note", f"second{target}", "PERFECTPLAY_CASES=/usr", "true", commit)
    ]
    assert list((checkout.parent / "temporary").iterdir()) == []


@needs_git
def test_a_failure_is_passed_on_and_the_clone_is_removed(checkout: Path) -> None:
    done = run_ci(checkout, "echo broken; env | grep ^PERFECTPLAY_; exit 3")
    assert (done.returncode, done.stdout) == (3, "broken\n")
    assert list((checkout.parent / "temporary").iterdir()) == []
