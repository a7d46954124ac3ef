"""A problem: what every family provides, and the facts that an algorithm may ask for."""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from perfectplay.draw.drawable import drawn
from perfectplay.draw.scene import Cell, Frame, Scene

WORDS = re.compile(r"\w+")
FROM = " from "  # stands between a spec and a position that is not the problem's own start


@dataclass(frozen=True, slots=True)
class Facts:
    """What is true of every problem of a family."""

    players: int = 1
    is_monotone: bool = False  # a play never comes back to a position
    has_tree: bool = False  # the searches of game trees know the rules of this game for two
    has_unit_cost: bool = True  # every step costs 1
    objectives: tuple[str, ...] = ("moves",)  # the first is the default


class Problem(ABC):
    """A variant with a start and a goal.  Positions are values of the family's own type."""

    spec: str
    family: str
    facts: Facts
    step_noun: tuple[str, str] = ("move", "moves")  # one step of a search, such as a jump or a ply
    turn_noun: tuple[str, str] = ("move", "moves")  # one turn of a player

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.spec}>"

    def __eq__(self, other: object) -> bool:
        """Problems are equal where they are the same to the letter, spec included."""
        return isinstance(other, type(self)) and self.as_json() == other.as_json()

    def __hash__(self) -> int:
        return hash((type(self), self.spec))

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

    def text(self, position: Any) -> str:
        """Return the short text form of a position; `parse` reads it."""
        return str(position.text)

    @abstractmethod
    def parse(self, text: str) -> Any:
        """Return the position of this problem's board that a text stands for, or raise InputError."""

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

    def spec_at(self, position: Any) -> str:
        """Return the spec of the same problem from another position: what it is called, and where it begins.

        No spec names such a problem; `verify` reads it all the same, and sees that it fits the problem.
        """
        if position == self.start or not self.spec:
            return self.spec
        return f"{self.spec.partition(FROM)[0]}{FROM}{self.text(position)}"

    @abstractmethod
    def as_json(self) -> dict[str, Any]:
        """Return the whole problem, so that a saved answer can be read without its file."""

    def check_playable(self) -> None:  # noqa: B027
        """Raise InputError if something is missing that a player has to know."""

    def frames(self, solution: Sequence[str]) -> list[Frame]:
        """Return the pictures of a replay: the start, then one for each move."""
        position = self.start
        frames = []
        for text in ("", *solution):
            caption = "start"
            if text:
                caption = self.move_names(position).get(text, text)
                position = self.play(position, text)
            scene = self.scene(position)
            if scene is None:
                return []
            frames.append(Frame(scene, caption, self.trail(text)))
        return frames

    def move_names(self, position: Any) -> dict[str, str]:
        """Return what all moves from a position are called, by their texts."""
        return names_of({text: self.touched(position, text) for text in self.moves(position)})

    def trail(self, text: str) -> tuple[str, ...]:
        """Return the cells a move passes, for an arrow."""
        return ()

    def touched(self, position: Any, text: str) -> tuple[str, ...]:
        """Return the cells that a player points at to make a move, in order: by default those that it changes.

        What the move empties comes first, and what it fills last: a piece goes from there to here.
        """
        if trail := self.trail(text):
            return trail
        before, after = self.scene(position), self.scene(self.play(position, text))
        if before is None or after is None:
            return ()
        changed = [now for was, now in zip(before.cells, after.cells, strict=True) if _piece(was) != _piece(now)]
        return tuple(cell.name for cell in sorted(changed, key=lambda cell: cell.piece != ""))

    def goes_on(self, step: str, text: str) -> bool:
        """Tell whether a step that follows another one belongs to the same turn."""
        return False

    def _repr_svg_(self) -> str | None:
        return drawn(self.scene(self.start))


def _piece(cell: Cell) -> tuple[str, str]:
    """Return what stands on a cell: pieces may differ by their colour alone."""
    return cell.piece, cell.colour if cell.piece else ""


def names_of(moves: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return what the moves from a position are called, by their texts, from the cells that each is pointed at by.

    All are called by their texts where these say where each move is made, and else all by their cells.

    >>> names_of({"a1-a3": ("a1", "a3")}), names_of({"..|": ("1", "2"), ".||": ("1",)})
    ({'a1-a3': 'a1-a3'}, {'..|': '1-2', '.||': '1'})
    >>> names_of({"at 0": ("b", "a"), "at 2": ("b", "c")})  # a word, and no letter of one
    {'at 0': 'b-a', 'at 2': 'b-c'}
    >>> names_of({"2 left: .||": ("1",), "2 left: |.|": ("2",), "1 left: ..|": ("1", "2")})  # not one so, one otherwise
    {'2 left: .||': '1', '2 left: |.|': '2', '1 left: ..|': '1-2'}
    >>> names_of({"x..": ("a1",), "o..": ("a1",)})  # nobody could say which is meant
    {'x..': 'x..', 'o..': 'o..'}
    """
    if all(not cells or cells[-1] in WORDS.findall(text) for text, cells in moves.items()):
        return {text: text for text in moves}
    names = {text: "-".join(cells) or text for text, cells in moves.items()}
    shared = Counter(names.values())
    return {text: name if shared[name] == 1 else text for text, name in names.items()}
