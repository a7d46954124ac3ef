"""Boards by seed, the same on every machine and in every version.

Numbers are drawn by SplitMix64 (Steele, Lea and Flood 2014) and brought below a bound by multiplication, in this order:
which pieces there are, where each stands, the dice, and the goal piece.  The goal square stays empty.
"""

from dataclasses import dataclass

from perfectplay.base.errors import InputError
from perfectplay.games.dice.board import MOST_ROWS, PIECES, DiceBoard
from perfectplay.games.dice.files import Case
from perfectplay.games.dice.position import MOST_DICE, DicePosition

WORD = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15


class Draws:
    """A sequence of random numbers.

    >>> draws = Draws(7)
    >>> [draws.below(6) for _ in range(8)]
    [2, 0, 5, 3, 2, 1, 2, 1]
    """

    def __init__(self, seed: int) -> None:
        self.state = seed & WORD

    def below(self, bound: int) -> int:
        """Return a number from 0 up to the bound."""
        self.state = (self.state + STEP) & WORD
        mixed = (self.state ^ self.state >> 30) * 0xBF58476D1CE4E5B9 & WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & WORD
        return (mixed ^ mixed >> 31) * bound >> 64

    def pick(self, items: list[int]) -> int:
        """Take one of the items out of the list."""
        return items.pop(self.below(len(items)))


@dataclass(frozen=True, slots=True)
class Recipe:
    """What boards to draw: their size, how many pieces and dice, and the goal piece; None draws that too."""

    rows: int = 9
    columns: int = 9
    pieces: int = 6
    period: int = 12
    goal_piece: int | None = None

    def __post_init__(self) -> None:
        for what, number, least, most in (
            ("rows", self.rows, 1, MOST_ROWS),
            ("columns", self.columns, 1, MOST_ROWS),
            ("pieces", self.pieces, 1, len(PIECES)),
            ("period", self.period, 1, MOST_DICE),
            ("goal piece", self.goal_piece or 0, 0, len(PIECES)),
        ):
            if not least <= number <= most:
                raise InputError(f"{what} must be from {least} to {most:,}, not {number}")
        if self.pieces >= self.rows * self.columns:
            squares = self.rows * self.columns
            raise InputError(f"{self.pieces} pieces and an empty goal square need more than {squares} squares")

    def draw(self, draws: Draws) -> Case:
        """Return the next board."""
        board = DiceBoard(self.rows, self.columns)
        pieces = [piece for piece in PIECES if piece != self.goal_piece]
        chosen = [self.goal_piece] if self.goal_piece else []
        while len(chosen) < self.pieces:
            chosen.append(draws.pick(pieces))
        squares = [square for square in range(board.size) if square != board.last]
        places = {piece: draws.pick(squares) for piece in sorted(chosen)}
        dice = tuple(draws.below(len(PIECES)) + 1 for _ in range(self.period))
        goal_piece = self.goal_piece
        if goal_piece is None:
            goal_piece = [0, *sorted(chosen)][draws.below(len(chosen) + 1)]
        return Case(DicePosition(board, tuple(places.get(piece) for piece in PIECES)), dice, goal_piece)
