"""Famous problems, with their stories."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

GALLERY = Path(__file__).parent / "gallery.toml"


@cache
def gallery_data() -> dict[str, Any]:
    """Return the gallery as plain data."""
    problems = tomllib.loads(GALLERY.read_text("utf-8"))["problem"]
    return {
        "problems": [
            {
                "title": problem["title"],
                "story": problem["story"],
                "spec": problem["spec"],
                "objective": problem.get("objective"),
                "play": problem.get("play", problem["spec"]),
            }
            for problem in problems
        ]
    }
