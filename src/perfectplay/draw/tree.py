"""The tree of a search of a game for two, for the replay page: what each node says, and who its parent is."""

from collections.abc import Sequence
from dataclasses import dataclass

from perfectplay.draw.scene import Scene


@dataclass(frozen=True, slots=True)
class TreeStep:
    """One position that a search looked at: what was found there, in texts.

    The event says how it was settled, the note says so in full.  The parent is the place of an earlier step, None for
    a root; the side is 1 where the value is good for the first player, -1 where it is for the second.
    """

    scene: Scene
    event: str
    parent: int | None
    move: str
    depth: int
    value: str
    side: int
    window: str = ""
    note: str = ""

    @property
    def kind(self) -> str:
        """The event: what the page counts."""
        return self.event

    @property
    def g(self) -> int:
        """The height in the chart of all steps."""
        return self.depth


def tree_data(steps: Sequence[TreeStep]) -> dict[str, object]:
    """Return what the page's script reads of a tree, by column; texts that come again are numbers of a list.

    >>> steps = [TreeStep(Scene(()), "end", None, "start", 0, "+1", 1)]
    >>> tree_data(steps)["parent"], tree_data(steps)["value"]
    ([-1], [2])
    """
    texts: dict[str, int] = {}

    def numbered(text: str) -> int:
        return texts.setdefault(text, len(texts))

    for place, step in enumerate(steps):
        if step.parent is not None and not 0 <= step.parent < place:
            raise ValueError(f"step {place} of the tree has the parent {step.parent}, which is no earlier step")
    columns = {name: [numbered(getattr(step, name)) for step in steps] for name in ("move", "note", "value", "window")}
    return {
        "texts": list(texts),
        "parent": [-1 if step.parent is None else step.parent for step in steps],
        "side": [step.side for step in steps],
        **columns,
    }
