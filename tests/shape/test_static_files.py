"""What the browser gets is written as the package is: short files, and lines that fit on a screen."""

from tests.shape.package import SOURCE

MOST_LINES = 400
MOST_CHARACTERS = 120


def test_scripts_and_styles_are_short() -> None:
    files = [path for ending in ("js", "css", "html") for path in (SOURCE / "web/static").glob(f"*.{ending}")]
    lines = {path.name: path.read_text("utf-8").splitlines() for path in files}
    assert len(lines) > 20
    assert {name: len(text) for name, text in lines.items() if len(text) > MOST_LINES} == {}
    wide = [
        f"{name}, line {number}"
        for name, text in lines.items()
        for number, line in enumerate(text, 1)
        if len(line) > MOST_CHARACTERS
    ]
    assert wide == []
