"""A peg position."""

from dataclasses import dataclass

from perfectplay.games.jumping.position import JumpPosition


@dataclass(frozen=True, repr=False)
class PegPosition(JumpPosition):
    """Which holes of a board hold a peg.

    >>> position = PegPosition.parse("_o/oo./_o")
    >>> position.text, position.count
    ('_o/oo./_o', 4)
    >>> position
    PegPosition.parse('_o/oo./_o')
    """
