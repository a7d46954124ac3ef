"""The peg problem: its goal is a pattern or any single peg."""

from functools import cached_property
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.games.jumping.problem import JumpProblem
from perfectplay.games.jumping.symmetry import Permutation, keeps, symmetries
from perfectplay.games.pegs.classes import invariant_sets
from perfectplay.games.pegs.position import PegPosition
from perfectplay.model.problem import Facts

FACTS = Facts(is_monotone=True, objectives=("jumps", "moves", "pegs"))


class PegProblem(JumpProblem):
    """Play from `start` to the pattern `goal`, or to any single peg where `goal` is None."""

    family = "pegs"
    facts = FACTS
    start: PegPosition

    def __init__(self, start: PegPosition, goal: PegPosition | None, spec: str = "") -> None:
        if goal is not None and goal.board != start.board:
            raise InputError("start and goal must have the same holes and the same lattice")
        super().__init__(start, spec)
        self._goal = goal

    @property
    def goal(self) -> PegPosition | None:
        return self._goal

    @cached_property
    def goals(self) -> tuple[int, ...]:
        """Every position that ends the problem, as sets of pegs."""
        if self.goal is not None:
            return (self.goal.pegs,)
        return tuple(1 << hole for hole in range(len(self.board.holes)))

    @property
    def marked(self) -> int:
        """The holes of the goal; a last peg that may stand anywhere has none."""
        return 0 if self.goal is None else self.goal.pegs

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """The symmetries of the board that keep start and goal, the identity first."""
        return tuple(
            permutation
            for permutation in symmetries(self.board)
            if keeps(permutation, self.start.pegs) and (self.goal is None or keeps(permutation, self.goal.pegs))
        )

    @cached_property
    def invariant_sets(self) -> tuple[int, ...]:
        return invariant_sets(self.board)

    def is_goal(self, position: PegPosition) -> bool:
        return position.count == 1 if self.goal is None else position == self.goal

    def starting_at(self, position: PegPosition) -> "PegProblem":
        return PegProblem(position, self.goal, self.spec_at(position))

    @cached_property
    def _whole(self) -> dict[str, Any]:
        return {
            "spec": self.spec,
            "family": self.family,
            "lattice": self.board.lattice,
            "start": self.board.drawing(self.start.pegs),
            "goal": "any" if self.goal is None else self.board.drawing(self.goal.pegs),
        }

    def as_json(self) -> dict[str, Any]:
        return dict(self._whole)
