"""The shape of the package: one guarded public face, layers that look only up, quick imports."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import perfectplay

SOURCE = Path(perfectplay.__file__).parent
# Each layer may import those before it, and modules of the package's top folder.
LAYERS = ["contract", "games", "search", "solvers", "proof", "draw", "arena", "lab", "cli"]
FORBIDDEN = {
    "contract": {"games", "search", "solvers", "proof", "draw", "arena", "lab", "cli"},
    "games": {"search", "solvers", "proof", "arena", "lab", "cli"},
    "search": {"games", "solvers", "proof", "draw", "arena", "lab", "cli"},
    "solvers": {"proof", "draw", "arena", "lab", "cli"},
    "proof": {"contract", "games", "search", "solvers", "draw", "arena", "lab", "cli"},
    "draw": {"contract", "search", "solvers", "proof", "arena", "lab", "cli"},
    "arena": {"contract", "search", "proof", "draw", "lab", "cli"},
    "lab": {"contract", "games", "search", "proof", "draw", "cli"},
    "cli": {"contract"},
}


def imports(path: Path) -> set[str]:
    """Return the layers a file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        found |= {name.split(".")[1] for name in names if name.startswith("perfectplay.")}
    return found


@pytest.mark.parametrize("layer", LAYERS)
def test_layers_look_only_up(layer: str) -> None:
    for path in (SOURCE / layer).rglob("*.py"):
        assert not imports(path) & FORBIDDEN[layer], path


def test_only_kernels_of_a_game_know_the_contract() -> None:
    knowing = {path.name for path in (SOURCE / "games").rglob("*.py") if "contract" in imports(path)}
    assert knowing == {"kernels.py", "own.py"}  # own.py runs a user's rules as plain Python


def test_the_public_face_is_what_it_says() -> None:
    assert perfectplay.__all__ == sorted(perfectplay.__all__)
    assert all(getattr(perfectplay, name) is not None for name in perfectplay.__all__)
    assert dir(perfectplay) == perfectplay.__all__
    with pytest.raises(AttributeError):
        _ = perfectplay.no_such_name


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["list"],
        ["show", "pegs/english"],
        ["show", "coins/6"],
        ["solve", "--help"],
        ["arena", "--help"],
        ["lab", "list"],
    ],
)
def test_looking_around_imports_no_compiler(arguments: list[str]) -> None:
    script = (
        "import sys; from perfectplay.cli.main import main; code = main(sys.argv[1:]);"
        "heavy = {'numba', 'numpy', 'highspy', 'rich'} & set(sys.modules);"
        "sys.exit(code or (f'imported {heavy}' if heavy else 0))"
    )
    finished = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr


def test_files_stay_small() -> None:
    long = {path.name: lines for path in SOURCE.rglob("*.py") if (lines := len(path.read_text().splitlines())) > 400}
    assert not long
