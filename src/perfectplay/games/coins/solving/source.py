"""What knows the exact values of some positions of a coin game."""

from abc import ABC, abstractmethod
from typing import NamedTuple

from perfectplay.games.coins.triangle import Run


class CoinValue(NamedTuple):
    """What best play leads to, seen by the player to move: does that player win, and by how many points?

    The points are those still to come: the bonus for winning is among them, those taken before are not.
    """

    is_won: bool
    points: int


class Source(ABC):
    """Knows some positions of a game."""

    about = ""
    runs: list[Run]

    @property
    def lost_positions(self) -> int:
        """How many of all positions are lost, where the source knows them all."""
        raise NotImplementedError

    @abstractmethod
    def covers(self, coins: int) -> bool:
        """Tell whether a position is known."""

    @abstractmethod
    def value(self, coins: int) -> CoinValue:
        """Return the value of a position."""

    @abstractmethod
    def moves(self, coins: int) -> list[tuple[Run, CoinValue]]:
        """Return what can be taken and the value of taking it, seen by the player who does."""


def won(is_won: bool) -> CoinValue:
    """Return the value of a position where winning is all that counts."""
    return CoinValue(is_won, 1 if is_won else -1)
