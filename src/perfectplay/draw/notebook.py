"""What a notebook shows of an answer."""

import html
from collections.abc import Sequence

from perfectplay.draw.scene import Frame
from perfectplay.draw.svg import strip_svg


def answer_html(spec: str, status: str, frames: Sequence[Frame]) -> str | None:
    """Return the verdict and a strip of pictures, one for each move; None where there is nothing to draw."""
    if not frames:
        return None
    return f"<p><b>{html.escape(spec)}</b>: {html.escape(status)}</p>{strip_svg(frames)}"
