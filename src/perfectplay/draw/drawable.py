"""Values that draw themselves in a notebook."""

from perfectplay.base.loading import loading
from perfectplay.draw.scene import Scene


class Drawable:
    """A value with a scene."""

    @property
    def scene(self) -> Scene:
        raise NotImplementedError

    def _repr_svg_(self) -> str | None:
        return drawn(self.scene)


def drawn(scene: Scene | None) -> str | None:
    """Return the picture that a notebook shows, if there is anything to show."""
    if scene is None:
        return None
    with loading():
        from perfectplay.draw.svg import board_svg  # most values are never drawn

    return board_svg(scene)
