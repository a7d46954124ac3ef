"""What every family provides, and the facts an algorithm may ask for."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from perfectplay.games.scene import Frame, Scene


@dataclass(frozen=True, slots=True)
class Facts:
    """What is true of every problem of a family."""

    players: int = 1
    has_chance: bool = False
    is_monotone: bool = False  # no play ever comes back to a position
    has_unit_cost: bool = True  # every step costs 1
    objectives: tuple[str, ...] = ("moves",)  # the first is the default


@dataclass(frozen=True, slots=True)
class Variant:
    """A board or preset that a family ships."""

    name: str
    about: str


@dataclass(frozen=True, slots=True)
class Family:
    """A family registers itself by defining `FAMILY` in its folder; making one imports no compiler."""

    name: str
    about: str
    facts: Facts
    variants: Callable[[], list[Variant]]
    load: Callable[[str, Sequence[str]], "Problem"]  # variant, items of the spec
    estimates: dict[str, tuple[str, tuple[str, ...]]]  # what each is, and the objectives it is admissible for


class Problem(ABC):
    """A variant with a start and a goal.  Positions are values of the family's own type."""

    spec: str
    family: str
    facts: Facts

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.spec}>"

    @property
    @abstractmethod
    def start(self) -> Any:
        """The position to begin with."""

    @abstractmethod
    def is_goal(self, position: Any) -> bool:
        """Tell whether a position is what the problem asks for."""

    @abstractmethod
    def moves(self, position: Any) -> list[str]:
        """Return the texts of the steps that can be played."""

    @abstractmethod
    def play(self, position: Any, text: str) -> Any:
        """Return the position after a move given as text, or raise InputError that says what is wrong."""

    @abstractmethod
    def scene(self, position: Any) -> Scene | None:
        """Return what a position looks like, or None for a game that only has text."""

    @abstractmethod
    def solution(self, path: Sequence[int]) -> list[str]:
        """Return the moves that lead along a path of states."""

    @abstractmethod
    def position(self, state: int) -> Any:
        """Return the position that a state of the search stands for."""

    @abstractmethod
    def starting_at(self, position: Any) -> "Problem":
        """Return the same problem from another position."""

    @abstractmethod
    def as_json(self) -> dict[str, Any]:
        """Return the whole problem, so that a saved answer can be read without its file."""

    def frames(self, solution: Sequence[str]) -> list[Frame]:
        """Return the pictures of a replay: the start, then one for each move."""
        position = self.start
        frames = []
        for text in ("", *solution):
            if text:
                position = self.play(position, text)
            scene = self.scene(position)
            if scene is None:
                return []
            frames.append(Frame(scene, text or "start", self.trail(text)))
        return frames

    def trail(self, text: str) -> tuple[str, ...]:
        """Return the cells a move passes, for an arrow."""
        return ()
