"""The public face of the package is what it says, looking around is quick, and files stay small."""

import subprocess
import sys

import pytest

import perfectplay
from tests.shape.package import modules

MOST_LINES = 400


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
    lengths = {str(module): len(module.path.read_text("utf-8").splitlines()) for module in modules().values()}
    assert not {name: lines for name, lines in lengths.items() if lines > MOST_LINES}
