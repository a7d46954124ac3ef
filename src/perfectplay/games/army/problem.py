"""An army problem: bring a man to a target, with as few men as can be."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from perfectplay.base.errors import InputError, UnsupportedError
from perfectplay.draw.scene import Bar, Frame
from perfectplay.games.army.field import ArmyPosition, Field
from perfectplay.games.army.golden import golden_weights, plane_weight
from perfectplay.games.jumping.position import JumpPosition
from perfectplay.games.jumping.problem import JumpProblem
from perfectplay.games.jumping.symmetry import Permutation, image, symmetries
from perfectplay.games.jumping.weights import total
from perfectplay.model.problem import Facts

FACTS = Facts(is_monotone=True, objectives=("men",))


@dataclass(frozen=True, slots=True)
class HalfPlane:
    """An army without bounds below a line, of which a window is drawn; the target stands `level` rows above the line.

    The window has `depth` rows of men and `width` columns.  The target is in the column `column`, counted from 0.
    """

    level: int
    width: int
    depth: int
    column: int


class ArmyProblem(JumpProblem):
    """Bring a man from `start` to the cell `target`.

    A target may be missing: `show` and `count` ask about all of them, and a level that is out of reach for any army is
    not drawn.
    """

    family = "army"
    facts = FACTS
    start: ArmyPosition
    board: Field

    def __init__(
        self, start: ArmyPosition, target: int | None, spec: str = "", half_plane: HalfPlane | None = None
    ) -> None:
        super().__init__(start, spec)
        self.target = target
        self.half_plane = half_plane

    @cached_property
    def mirror(self) -> Permutation | None:
        """A symmetry that keeps the army and is its own inverse, if there is one besides the identity."""
        start, cells = self.start.pegs, range(len(self.board.holes))
        kept = (item for item in symmetries(self.board)[1:] if image(item, start) == start)
        return next((item for item in kept if all(item[item[cell]] == cell for cell in cells)), None)

    def targets(self, *, with_mirror: bool) -> tuple[int, ...]:
        """Return the target, and its mirror image if that will do as well: to reach one is to reach the other."""
        if self.target is None:
            return ()
        image_of = self.mirror[self.target] if self.mirror and with_mirror else self.target
        return tuple({self.target, image_of})

    def is_goal(self, position: JumpPosition) -> bool:
        return self.target is not None and bool(position.pegs >> self.target & 1)

    def aimed_path(self, path: Sequence[int]) -> Sequence[int]:
        """Return a path that leads to the target; one that leads to its image is reflected."""
        if self.target is None or path[-1] >> self.target & 1 or self.mirror is None:
            return path
        return [image(self.mirror, state) for state in path]

    @cached_property
    def _weights(self) -> list[float]:
        assert self.target is not None
        return golden_weights(self.board, self.target)

    def weight(self, position: JumpPosition) -> float:
        """Return the golden weight of all men; on the plane, of those who are not drawn too."""
        men = float(total(self._weights, position.pegs))
        if self.half_plane is None:
            return men
        drawn = float(total(self._weights, self.start.pegs))
        return men + plane_weight(self.board.lattice, self.half_plane.level) - drawn

    @property
    def marked(self) -> int:
        return 0 if self.target is None else 1 << self.target

    def hops(self, solution: Sequence[str]) -> list[str]:
        """Return the moves jump by jump.

        >>> from perfectplay.model.specs import load
        >>> load("army/7x8:d6").hops(["d3-d5", "b4-d4-d6"])
        ['d3-d5', 'b4-d4', 'd4-d6']
        """
        return [f"{origin}-{end}" for text in solution for origin, end in pairwise(text.split("-"))]

    def frames(self, solution: Sequence[str]) -> list[Frame]:
        """Return a picture for each jump, with the weight that is left."""
        frames = super().frames(self.hops(solution))
        if self.target is None:
            return frames
        position: JumpPosition = self.start
        weighed: list[Frame] = []
        for frame in frames:
            position = self.play(position, frame.caption) if weighed else position
            weight = self.weight(position)
            weighed.append(replace(frame, bar=Bar(weight, 1.0, f"weight {weight:.3f}")))
        return weighed

    def check_playable(self) -> None:
        if self.target is None and self.half_plane is None:  # a level out of reach has a target that is not drawn
            raise InputError(f"{self.spec} has no target to play for; write one after a colon, as in army/7x8:d7")

    def aimed_at(self, target: int | None) -> "ArmyProblem":
        """Return the problem of the same army with another target, or with none."""
        return ArmyProblem(self.start, target, self.spec)

    def starting_at(self, position: ArmyPosition) -> "ArmyProblem":
        if position == self.start:
            return self
        if self.half_plane is not None:
            raise UnsupportedError(
                "the half-plane is answered from its start alone; play on a field such as army/7x8:d7"
            )
        return self.window_at(position)

    def window_at(self, position: ArmyPosition) -> "ArmyProblem":
        """Return the problem from a position as a field of its own; of the half-plane it is what is drawn."""
        return ArmyProblem(position, self.target, self.spec_at(position))

    @cached_property
    def _whole(self) -> dict[str, Any]:
        whole: dict[str, Any] = {"spec": self.spec, "family": self.family, "lattice": self.board.lattice}
        if self.half_plane is not None:
            plane = self.half_plane
            window = {"width": plane.width, "depth": plane.depth, "column": plane.column}
            return {**whole, "level": plane.level, "window": window}
        target = None if self.target is None else self.board.names[self.target]
        return {**whole, "start": self.board.drawing(self.start.pegs), "target": target}

    def as_json(self) -> dict[str, Any]:
        return dict(self._whole)
