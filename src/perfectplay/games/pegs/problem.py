"""Problems whose steps are jumps, and the peg problem among them: its goal is a pattern or any single peg."""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from perfectplay.errors import InputError
from perfectplay.games.base import Facts, Problem
from perfectplay.games.pegs.board import Board, Jump
from perfectplay.games.pegs.classes import invariant_sets
from perfectplay.games.pegs.position import PegPosition
from perfectplay.games.pegs.symmetry import Permutation, image, symmetries
from perfectplay.games.scene import Scene

FACTS = Facts(is_monotone=True, objectives=("jumps", "moves", "pegs"))
NOTATIONS = ("letters", "numbers")


class JumpProblem(Problem):
    """Pieces on a board jump over their neighbours, which leave; what is asked for is the family's own."""

    def __init__(self, start: PegPosition, spec: str = "") -> None:
        self._start = start
        self.board: Board = start.board
        self.spec = spec

    @property
    def start(self) -> PegPosition:
        return self._start

    def moves(self, position: PegPosition) -> list[str]:
        return [self.jump_text(jump) for jump in position.jumps()]

    def play(self, position: PegPosition, text: str) -> PegPosition:
        holes = text.strip().split("-")
        if len(holes) < 2:
            raise InputError(f"{text[:40]!r} is not a move; write a jump as d2-d4, a chain as d2-d4-f4")
        for origin, target in pairwise(holes):
            position = position.play(position.find_jump(f"{origin}-{target}"))
        return position

    def scene(self, position: PegPosition) -> Scene:
        return position.scene

    def trail(self, text: str) -> tuple[str, ...]:
        return tuple(self.board.names[self.board.hole(name)] for name in text.split("-")) if text else ()

    def jump_text(self, jump: Jump) -> str:
        return f"{self.board.names[jump.origin]}-{self.board.names[jump.target]}"

    def position(self, state: int) -> PegPosition:
        return type(self.start)(self.board, state & self.board.full)

    def jumps_along(self, path: Sequence[int]) -> list[Jump]:
        """Return the jump of each step of a path."""
        full, jumps = self.board.full, self.board.jump_by_change
        steps = [state & full for state in path]
        return [jumps[before ^ after, after & ~before] for before, after in pairwise(steps)]

    def solution(self, path: Sequence[int]) -> list[str]:
        """Return the moves of a path, jumps by one peg joined to a chain."""
        return self.chains(self.jumps_along(path))

    def chains(self, jumps: Sequence[Jump]) -> list[str]:
        """Return the texts of jumps, those that go on with the same peg joined."""
        chains: list[list[int]] = []
        for jump in jumps:
            if chains and chains[-1][-1] == jump.origin:
                chains[-1].append(jump.target)
            else:
                chains.append([jump.origin, jump.target])
        return ["-".join(self.board.names[hole] for hole in chain) for chain in chains]

    def in_notation(self, solution: Sequence[str], notation: str) -> list[str]:
        """Rewrite moves with row-major numbers (`5-17`) in place of letters (`d2-d4`)."""
        if notation == "letters":
            return list(solution)
        return ["-".join(str(self.board.hole(name) + 1) for name in text.split("-")) for text in solution]


class PegProblem(JumpProblem):
    """Play from `start` to the pattern `goal`, or to any single peg where `goal` is None."""

    family = "pegs"
    facts = FACTS

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

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """The symmetries of the board that keep start and goal, the identity first."""
        return tuple(
            permutation
            for permutation in symmetries(self.board)
            if image(permutation, self.start.pegs) == self.start.pegs
            and (self.goal is None or image(permutation, self.goal.pegs) == self.goal.pegs)
        )

    @cached_property
    def invariant_sets(self) -> tuple[int, ...]:
        return invariant_sets(self.board)

    def is_goal(self, position: PegPosition) -> bool:
        return position.count == 1 if self.goal is None else position == self.goal

    def starting_at(self, position: PegPosition) -> "PegProblem":
        return PegProblem(position, self.goal, self.spec)

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
