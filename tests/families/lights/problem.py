"""The rules of lights: `b2` presses the lamp of column b and row 2."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.draw.scene import Cell, Scene
from perfectplay.model.problem import Facts, Problem

FACTS = Facts(objectives=("moves",))


@dataclass(frozen=True)
class LightPosition:
    """Which lamps are lit, row by row from the top.

    >>> LightPosition.parse("*./..").switched(0, 1)
    LightPosition.parse('../**')
    """

    rows: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> "LightPosition":
        rows = text.split("/")
        if not re.fullmatch(r"[*.]+(/[*.]+)*", text) or len({len(row) for row in rows}) > 1:
            raise InputError(f"{text[:40]!r} is no grid; write * for a lamp that is lit and . for one that is not")
        return cls(tuple(rows))

    @property
    def text(self) -> str:
        return "/".join(self.rows)

    def __repr__(self) -> str:
        return f"LightPosition.parse({self.text!r})"

    @property
    def size(self) -> tuple[int, int]:
        return len(self.rows[0]), len(self.rows)

    def switched(self, x: int, y: int) -> "LightPosition":
        """Return the position after a press."""
        return LightPosition(
            tuple(
                "".join(
                    ".*"[lamp == "."] if abs(x - column) + abs(y - row) <= 1 else lamp
                    for column, lamp in enumerate(lamps)
                )
                for row, lamps in enumerate(self.rows)
            )
        )


class LightProblem(Problem):
    """A grid of lamps that are to be put out."""

    family = "lights"
    facts = FACTS
    step_noun = turn_noun = ("press", "presses")

    def __init__(self, start: LightPosition, spec: str) -> None:
        self._start = start
        self.spec = spec

    @property
    def start(self) -> LightPosition:
        return self._start

    def is_goal(self, position: LightPosition) -> bool:
        return "*" not in position.text

    def moves(self, position: LightPosition) -> list[str]:
        width, height = position.size
        return [f"{'abcde'[x]}{y + 1}" for y in range(height) for x in range(width)]

    def play(self, position: LightPosition, text: str) -> LightPosition:
        if text not in self.moves(position):
            raise InputError(f"{text[:20]!r} is no lamp; write column and row, as b2")
        return position.switched("abcde".index(text[0]), int(text[1:]) - 1)

    def parse(self, text: str) -> LightPosition:
        position = LightPosition.parse(text)
        if position.size != self.start.size:
            raise InputError(f"{text[:40]!r} has another size than {self.spec}")
        return position

    def scene(self, position: LightPosition) -> Scene:
        return Scene(
            tuple(
                Cell(f"{'abcde'[x]}{y + 1}", x, y, "o" if lamp == "*" else "")
                for y, row in enumerate(position.rows)
                for x, lamp in enumerate(row)
            )
        )

    def state(self, position: LightPosition) -> int:
        """Return the lamps as bits, the first being the lowest."""
        return sum(1 << place for place, lamp in enumerate("".join(position.rows)) if lamp == "*")

    def position(self, state: int) -> LightPosition:
        width, height = self.start.size
        lamps = "".join(".*"[state >> place & 1] for place in range(width * height))
        return LightPosition(tuple(lamps[width * y : width * (y + 1)] for y in range(height)))

    def solution(self, path: Sequence[int]) -> list[str]:
        positions = [self.position(state) for state in path]
        return [
            next(text for text in self.moves(before) if self.play(before, text) == after)
            for before, after in pairwise(positions)
        ]

    def starting_at(self, position: LightPosition) -> "LightProblem":
        return LightProblem(position, self.spec_at(position))

    def as_json(self) -> dict[str, Any]:
        return {"spec": self.spec, "family": self.family, "start": self.start.text}
