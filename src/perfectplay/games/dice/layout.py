"""A position as the bits of a state, in two layouts of the same numbers.

    packed, one word      bit  0   7  14  21  28  35     42 … 63
                               1   2   3   4   5   6     phase             7 bits for the square of each piece

    wide, two words       bit  0  16  32  48  64  80     96 … 126   127
                               1   2   3   4   5   6     phase      1      16 bits for each, as programs often do

A piece that is gone stands on square 127, which no board has.  The last bit of a wide state is always one and is how
a reader tells the layouts apart: a packed state has 64 bits.
"""

from typing import NamedTuple

from perfectplay.games.dice.board import PIECES, DiceBoard
from perfectplay.games.dice.position import DicePosition

GONE = 127


class StateLayout(NamedTuple):
    """Where things stand in a state."""

    name: str
    words: int
    piece_bits: int
    phase_shift: int
    mark: int  # bits that every state of this layout has set


PACKED = StateLayout("packed", 1, 7, 42, 0)
WIDE = StateLayout("wide", 2, 16, 96, 1 << 127)
LAYOUTS = {layout.name: layout for layout in (PACKED, WIDE)}


def to_state(position: DicePosition, layout: StateLayout = PACKED) -> int:
    """Return the bits of a position.

    >>> from_state(DiceBoard(1, 3), to_state(DicePosition.parse("1.4@5"), WIDE))
    DicePosition.parse('1.4@5')
    """
    state = layout.mark | position.phase << layout.phase_shift
    for place, square in enumerate(position.squares):
        state |= (GONE if square is None else square) << layout.piece_bits * place
    return state


def from_state(board: DiceBoard, state: int) -> DicePosition:
    """Return the position of a state in either layout."""
    layout = WIDE if state & WIDE.mark else PACKED
    state ^= layout.mark
    ones = (1 << layout.piece_bits) - 1
    squares = (state >> layout.piece_bits * place & ones for place in range(len(PIECES)))
    places = tuple(None if square == GONE else square for square in squares)
    return DicePosition(board, places, state >> layout.phase_shift)
