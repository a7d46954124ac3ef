"""A dice problem: bring the goal piece, or any piece, to the goal square in the fewest plies."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.draw.scene import Frame, Scene
from perfectplay.games.dice.board import DiceBoard, movers
from perfectplay.games.dice.files import Case
from perfectplay.games.dice.layout import from_state
from perfectplay.games.dice.position import DicePosition
from perfectplay.model.problem import Facts, Problem

FACTS = Facts(objectives=("moves",))
MOVE = re.compile(r"([1-6])-([a-z][0-9]{1,2})")


class DiceProblem(Problem):
    """Throw the dice in the order of their list, again and again unless `is_finite`; a play ends when it is won.

    `goal_piece` 0 stands for any piece; `goal` is a square.
    """

    family = "dice"
    facts = FACTS
    step_noun = turn_noun = ("ply", "plies")

    def __init__(self, case: Case, goal: int | None = None, *, is_finite: bool = False, spec: str = "") -> None:
        self._start, self.dice, self.goal_piece = case
        self.board: DiceBoard = case.start.board
        self.goal = self.board.last if goal is None else goal
        self.is_finite = is_finite
        self.spec = spec
        if self.goal in self.board.removed:
            raise InputError(f"the goal square {self.goal_name} is removed; give another with goal=SQUARE")
        if self.start.phase >= len(self.dice) + is_finite:
            raise InputError(f"the phase {self.start.phase} is past the end of a list of {len(self.dice)} dice")

    @property
    def start(self) -> DicePosition:
        return self._start

    @property
    def goal_name(self) -> str:
        return self.board.names[self.goal]

    @cached_property
    def goal_distances(self) -> dict[int, int]:
        """Of each square, the fewest steps to the goal square; squares that are cut off from it are missing."""
        return self.board.distances(self.goal)

    def racers(self, position: DicePosition) -> tuple[int, ...]:
        """Return the pieces on the board any of which may be the one that reaches the goal square."""
        return tuple(piece for piece in position.pieces if self.goal_piece in (0, piece))

    def is_goal(self, position: DicePosition) -> bool:
        return position.piece_on.get(self.goal) in self.racers(position)

    def die(self, position: DicePosition) -> int | None:
        """Return the die of the next ply, or None where a finite list is used up."""
        return self.dice[position.phase] if position.phase < len(self.dice) else None

    def movers(self, position: DicePosition) -> tuple[int, ...]:
        """Return the pieces that may move; none once it is won or the dice are used up."""
        die = self.die(position)
        return () if die is None or self.is_goal(position) else movers(position.pieces, die)

    def next_phase(self, position: DicePosition) -> int:
        """Return the phase after the next ply."""
        following = position.phase + 1
        return following if self.is_finite else following % len(self.dice)

    def moves(self, position: DicePosition) -> list[str]:
        return [
            f"{piece}-{self.board.names[target]}"
            for piece in self.movers(position)
            for target in self.board.neighbours[position.square_of(piece)]
        ]

    def play(self, position: DicePosition, text: str) -> DicePosition:
        match = MOVE.fullmatch(text.strip())
        if match is None:
            example = next(iter(self.moves(position)), "3-c4")
            raise InputError(f"{text[:40]!r} is not a move; write the piece and its new square as {example}")
        piece, target = int(match[1]), self.board.square(match[2])
        may_move = self.movers(position)
        if piece not in may_move:
            raise InputError(f"{text} cannot be played: {self._who_moves(position)}")
        if target not in self.board.neighbours[position.square_of(piece)]:
            stands = self.board.names[position.square_of(piece)]
            raise InputError(f"{text} cannot be played: piece {piece} on {stands} goes one step, in any direction")
        return position.moved(piece, target, self.next_phase(position))

    def parse(self, text: str) -> DicePosition:
        position = DicePosition.parse(text)
        if position.board != self.board:
            raise InputError(f"{text[:60]!r} is not a position of {self.spec}: it has other squares")
        if position.phase >= len(self.dice) + self.is_finite:
            raise InputError(f"{text[:60]!r} is not a position of {self.spec}: it has {len(self.dice)} dice")
        return position

    def _who_moves(self, position: DicePosition) -> str:
        die = self.die(position)
        if self.is_goal(position):
            return "it is won already"
        if die is None:
            return "the dice are used up"
        names = " or ".join(map(str, self.movers(position)))
        return f"the die shows {die}, so {f'piece {names} moves' if names else 'nobody can move'}"

    def scene(self, position: DicePosition) -> Scene:
        """Return what a position looks like, the goal square marked."""
        cells = position.scene.cells
        return Scene(tuple(replace(cell, is_marked=cell.name == self.goal_name) for cell in cells))

    def frames(self, solution: Sequence[str]) -> list[Frame]:
        """Return a picture for each ply, which shows the die, the mover and what it captures."""
        position = self.start
        frames = [Frame(self.scene(position), "start")]
        for text in solution:
            after = self.play(position, text)
            piece = int(text[0])
            trail = (self.board.names[position.square_of(piece)], text[2:])
            frames.append(Frame(self.scene(after), self.caption(position, text), trail))
            position = after
        return frames

    def caption(self, position: DicePosition, text: str) -> str:
        """Say a move in words: the die, the mover, and what it captures."""
        captured = position.piece_on.get(self.board.square(text[2:]))
        return f"die {self.die(position)}: {text}" + ("" if captured is None else f", captures {captured}")

    def directions(self, solution: Sequence[str]) -> list[tuple[int, int]]:
        """Return the moves as the course writes them: the piece, and the direction from 0 to 7."""
        position = self.start
        found = []
        for text in solution:
            piece, target = int(text[0]), self.board.square(text[2:])
            origin = position.square_of(piece)
            found.append((piece, next(way for way in range(8) if self.board.step(origin, way) == target)))
            position = self.play(position, text)
        return found

    def position(self, state: int) -> DicePosition:
        return from_state(self.board, state)

    def solution(self, path: Sequence[int]) -> list[str]:
        return [self._move_between(*pair) for pair in pairwise([self.position(state) for state in path])]

    def _move_between(self, before: DicePosition, after: DicePosition) -> str:
        mover = next(piece for piece in after.pieces if after.squares[piece - 1] != before.squares[piece - 1])
        return f"{mover}-{self.board.names[after.square_of(mover)]}"

    def starting_at(self, position: DicePosition) -> "DiceProblem":
        case = Case(position, self.dice, self.goal_piece)
        return DiceProblem(case, self.goal, is_finite=self.is_finite, spec=self.spec_at(position))

    @cached_property
    def _whole(self) -> dict[str, Any]:
        return {
            "spec": self.spec,
            "family": self.family,
            "start": self.start.drawing(),
            "phase": self.start.phase,
            "dice": list(self.dice),
            "is_finite": self.is_finite,
            "goal_piece": self.goal_piece,
            "goal_square": self.goal_name,
        }

    def as_json(self) -> dict[str, Any]:
        return dict(self._whole)
