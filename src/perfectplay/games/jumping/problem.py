"""Problems whose steps are jumps; what is asked for is the family's own."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, TypeVar

from perfectplay.base.errors import InputError
from perfectplay.draw.scene import Scene
from perfectplay.games.jumping.board import Board, Jump
from perfectplay.games.jumping.position import JumpPosition
from perfectplay.model.problem import Problem

J = TypeVar("J", bound=JumpPosition)


class JumpProblem(Problem):
    """Pieces on a board jump over their neighbours, which leave.  A turn is a chain of jumps by one piece."""

    step_noun = ("jump", "jumps")

    def __init__(self, start: JumpPosition, spec: str = "") -> None:
        self._start = start
        self.board: Board = start.board
        self.spec = spec

    @property
    def start(self) -> JumpPosition:
        return self._start

    def moves(self, position: JumpPosition) -> list[str]:
        return [self.jump_text(jump) for jump in position.jumps()]

    def play(self, position: J, text: str) -> J:
        holes = text.strip().split("-")
        if len(holes) < 2 or "" in holes:
            jump = next(iter(self.moves(position) or self.moves(self.start)), "d2-d4")
            raise InputError(f"{text[:40]!r} is not a move; write a jump as {jump}, a chain with more holes after it")
        for origin, target in pairwise(holes):
            position = position.play(position.find_jump(f"{origin}-{target}"))
        return position

    def parse(self, text: str) -> Any:
        position = type(self.start).parse(text, self.board.lattice)
        if position.board != self.board:
            raise InputError(f"{text[:60]!r} is not a position of {self.spec}: it has other holes")
        return position

    @property
    def marked(self) -> int:
        """The cells that are ringed in pictures, as a set: those where pieces have to end."""
        return 0

    def scene(self, position: JumpPosition) -> Scene:
        """Return what a position looks like, its goal marked."""
        cells, marked = position.scene.cells, self.marked
        return Scene(
            tuple(replace(cell, is_marked=True) if marked >> number & 1 else cell for number, cell in enumerate(cells))
        )

    def trail(self, text: str) -> tuple[str, ...]:
        return tuple(self.board.names[self.board.hole(name)] for name in text.split("-")) if text else ()

    def goes_on(self, step: str, text: str) -> bool:
        return self.trail(step)[-1:] == self.trail(text)[:1]

    def jump_text(self, jump: Jump) -> str:
        return f"{self.board.names[jump.origin]}-{self.board.names[jump.target]}"

    def position(self, state: int) -> JumpPosition:
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
        names = self.board.names
        return ["-".join([names[hole] for hole in chain]) for chain in chains]

    def in_notation(self, solution: Sequence[str], notation: str) -> list[str]:
        """Rewrite moves with row-major numbers (`5-17`) in place of letters (`d2-d4`)."""
        if notation == "letters":
            return list(solution)
        return ["-".join(str(self.board.hole(name) + 1) for name in text.split("-")) for text in solution]
