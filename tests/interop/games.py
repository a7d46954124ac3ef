"""Games for two that the bridges have never heard of: heaps of another family, and a walk that may never end."""

from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.draw.scene import Scene
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.oracle import DRAW, LOST
from perfectplay.model.problem import Facts
from tests.families.heaps import HeapProblem, load


def heaps(variant: str, play: str = "normal") -> HeapProblem:
    return load(variant, [f"play={play}"])


class Walk(GameForTwo):
    """A token on a line of places, from 0 to 9: a turn moves it by one; 0 wins for who moves there, 9 is a draw."""

    family = "walk"
    spec = "walk/9"
    facts = Facts(players=2, objectives=("win",))

    def __init__(self, start: int) -> None:
        self._start = start

    @property
    def start(self) -> int:
        return self._start

    def moves(self, position: int) -> list[str]:
        return ["up", "down"] if 0 < position < 9 else []

    def play(self, position: int, text: str) -> int:
        if text not in self.moves(position):
            raise InputError(f"{text!r} is no move; write up or down")
        return position + 1 if text == "up" else position - 1

    def outcome(self, position: int) -> str:
        return LOST if position == 0 else DRAW

    def text(self, position: int) -> str:
        return str(position)

    def parse(self, text: str) -> int:
        return int(text)

    def scene(self, position: int) -> Scene | None:
        return None

    def starting_at(self, position: int) -> "Walk":
        return Walk(position)

    def as_json(self) -> dict[str, Any]:
        return {"spec": self.spec, "family": self.family, "start": self.start}
