"""Values that draw themselves in a notebook."""

from perfectplay.draw.scene import Scene
from perfectplay.draw.svg import board_svg


class Drawable:
    """A value with a scene."""

    @property
    def scene(self) -> Scene:
        raise NotImplementedError

    def _repr_svg_(self) -> str | None:
        return drawn(self.scene)


def drawn(scene: Scene | None) -> str | None:
    """Return the picture that a notebook shows, if there is anything to show."""
    return None if scene is None else board_svg(scene)
