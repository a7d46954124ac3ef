"""The rules of heaps: `2:3` takes three things from the second heap."""

import re
from dataclasses import dataclass
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.draw.scene import Cell, Scene
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.oracle import LOST, WON
from perfectplay.model.problem import Facts

FACTS = Facts(players=2, is_monotone=True, objectives=("win",))
MOST_HEAPS, MOST_THINGS = 6, 9


@dataclass(frozen=True)
class HeapPosition:
    """How many things each heap has.

    >>> HeapPosition.parse("3-0-5")
    HeapPosition.parse('3-0-5')
    """

    heaps: tuple[int, ...]

    @classmethod
    def parse(cls, text: str) -> "HeapPosition":
        if not re.fullmatch(rf"\d(-\d){{0,{MOST_HEAPS - 1}}}", text, re.ASCII):
            raise InputError(f"{text[:40]!r} are no heaps; write up to {MOST_HEAPS} digits, as 3-4-5")
        return cls(tuple(map(int, text.split("-"))))

    @property
    def text(self) -> str:
        return "-".join(map(str, self.heaps))

    def __repr__(self) -> str:
        return f"HeapPosition.parse({self.text!r})"

    def without(self, heap: int, count: int) -> "HeapPosition":
        return HeapPosition(tuple(size - count * (place == heap) for place, size in enumerate(self.heaps)))


class HeapProblem(GameForTwo):
    """Some heaps, and who wins by the last thing."""

    family = "heaps"
    facts = FACTS

    def __init__(self, start: HeapPosition, is_misere: bool, spec: str) -> None:
        self._start = start
        self.is_misere = is_misere
        self.spec = spec

    @property
    def start(self) -> HeapPosition:
        return self._start

    def outcome(self, position: HeapPosition) -> str:
        return WON if self.is_misere else LOST

    def moves(self, position: HeapPosition) -> list[str]:
        return [f"{heap}:{count}" for heap, size in enumerate(position.heaps, 1) for count in range(1, size + 1)]

    def play(self, position: HeapPosition, text: str) -> HeapPosition:
        if text not in self.moves(position):
            raise InputError(f"{text[:20]!r} is no move; write heap and number, as 2:3 for three of the second heap")
        heap, count = map(int, text.split(":"))
        return position.without(heap - 1, count)

    def parse(self, text: str) -> HeapPosition:
        position = HeapPosition.parse(text)
        if len(position.heaps) != len(self.start.heaps):
            raise InputError(f"{text!r} has another number of heaps than {self.spec}")
        return position

    def scene(self, position: HeapPosition) -> Scene:
        return Scene(
            tuple(
                Cell(f"{heap}:{number}", heap, MOST_THINGS - number, "o" if number <= position.heaps[heap - 1] else "")
                for heap, size in enumerate(self.start.heaps, 1)
                for number in range(1, size + 1)
            )
        )

    def starting_at(self, position: HeapPosition) -> "HeapProblem":
        return HeapProblem(position, self.is_misere, self.spec_at(position))

    def as_json(self) -> dict[str, Any]:
        play = "misere" if self.is_misere else "normal"
        return {"spec": self.spec, "family": self.family, "play": play, "heaps": list(self.start.heaps)}
