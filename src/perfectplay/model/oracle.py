"""The one interface of exact values: what best play leads to from a position, and from each of its moves.

Hints, the light of `play`, reviews of games, perfect players and the solution of a game for two ask an oracle, and
nothing else.
"""

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

from perfectplay.base.stats import Stats
from perfectplay.model.problem import Problem

WON, LOST, DRAW, UNKNOWN = OUTCOMES = ("won", "lost", "draw", "unknown")


class Value(NamedTuple):
    """What best play leads to, seen by the player to move.

    A puzzle is `won` where the goal can be reached, and `moves_left` are the fewest turns to it, where they are known.
    In a game for two `points` are those that the player to move will be ahead by, counted from here on; 1 or -1 where
    only winning counts.  Where the outcome is not known, `limit` names the limit that was hit and `price` says what
    knowing would take.
    """

    outcome: str
    moves_left: int | None = None
    points: int | None = None
    limit: str = ""
    price: str = ""

    @property
    def is_known(self) -> bool:
        return self.outcome != UNKNOWN


class Oracle(ABC):
    """Answers about the positions that can be reached from the start of one problem."""

    is_quick = False  # every move can be valued while somebody waits

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.stats = Stats()

    @abstractmethod
    def value(self, position: Any) -> Value:
        """Return the value of a position for the player to move."""

    def moves(self, position: Any) -> list[tuple[str, Value]]:
        """Return every step that can be played, each with its value for the player who plays it."""
        problem = self.problem
        return [(text, self.value(problem.play(position, text))) for text in problem.moves(position)]

    @abstractmethod
    def best_move(self, position: Any) -> str | None:
        """Return a turn that keeps the value of a position; None if there is none, or none is known."""

    def good_moves(self, position: Any) -> list[str]:
        """Return the steps after which the game is known to be won by whoever plays them."""
        return [text for text, value in self.moves(position) if value.outcome == WON]
