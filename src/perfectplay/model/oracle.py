"""The one interface of exact values: what best play leads to from a position, and from each of its moves.

Hints, the light of `play`, reviews of games, perfect players and the solution of a game for two ask an oracle, and
nothing else.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from perfectplay.base.limits import Limits
from perfectplay.base.loading import loading_seconds
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

    limits = Limits()  # what finding one value may take

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.stats = Stats()

    @property
    def is_quick(self) -> bool:
        """Whether the value of every position is at hand, or found while somebody waits."""
        return False

    @abstractmethod
    def value(self, position: Any) -> Value:
        """Return the value of a position for the player to move."""

    def moves(self, position: Any) -> list[tuple[str, Value]]:
        """Return every step that can be played, each with its value for the player who plays it."""
        return [(text, self.move_value(position, text)) for text in self.problem.moves(position)]

    def move_value(self, position: Any, text: str) -> Value:
        """Return the value of a step for the player who plays it."""
        return self.value(self.problem.play(position, text))

    def steps_going_on(self, position: Any, step: str) -> dict[str, int]:
        """Return the steps by which the turn of the last one can go on, with the fewest turns left after that turn."""
        found = {}
        for text in self.problem.moves(position):
            if not self.problem.goes_on(step, text):
                continue
            after = self.problem.play(position, text)
            value = self.value(after)
            if value.outcome == WON and value.moves_left is not None:
                found[text] = min([value.moves_left, *self.steps_going_on(after, text).values()])
        return found

    def moves_within(self, position: Any, seconds: float) -> list[tuple[str, Value]]:
        """Return what `moves` does, after so many seconds in all: the steps that are left then are not known."""
        ends = _seconds_of_work() + seconds
        found = []
        for text in self.problem.moves(position):
            left = ends - _seconds_of_work()
            if left > 0:
                with self.limited_to(left):
                    found.append((text, self.move_value(position, text)))
            else:
                found.append((text, Value(UNKNOWN, limit="time")))
        return found

    def allow(self, limits: Limits) -> None:
        """Let finding a value take so much from now on."""
        self.limits = limits

    @contextmanager
    def limited_to(self, seconds: float) -> Iterator[None]:
        """Let finding a value take so many seconds at most, for the time being."""
        usual = self.limits
        self.limits = replace(usual, seconds=seconds if usual.seconds is None else min(seconds, usual.seconds))
        try:
            yield
        finally:
            self.limits = usual

    def is_quick_at(self, position: Any) -> bool:
        """Tell whether every move from a position can be valued while somebody waits."""
        return self.is_quick

    @abstractmethod
    def best_move(self, position: Any) -> str | None:
        """Return a turn that keeps the value of a position; None if there is none, or none is known."""

    def good_moves(self, position: Any) -> list[str]:
        """Return the steps after which the game is known to be won by whoever plays them."""
        return [text for text, value in self.moves(position) if value.outcome == WON]


def _seconds_of_work() -> float:
    """Return a clock that stands still while something is imported or compiled."""
    return time.perf_counter() - loading_seconds()
