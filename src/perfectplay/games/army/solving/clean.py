"""Clean solutions: every jump serves the man on the target, and nothing that moved is left but him."""

from collections.abc import Sequence

from perfectplay.games.jumping.board import Jump


def cleaned(start: int, jumps: Sequence[Jump], target: int) -> list[Jump]:
    """Return those of the jumps that the man on the target needs, in the same order; they can be played by themselves.

    Where a jump is left out, its two men stay; a later jump onto one of their cells is not needed either, for there a
    man is already.  A clean solution of k jumps takes k + 1 men.
    """
    kept = list(jumps)
    while True:
        kept = _needed(kept, target)
        useless = _first_onto_a_man(start, kept)
        if useless is None:
            return kept
        del kept[useless]


def _needed(jumps: Sequence[Jump], target: int) -> list[Jump]:
    """Return the jumps that bring men to where they are needed, looking back from the end."""
    wanted, found = 1 << target, []
    for jump in reversed(jumps):
        if wanted >> jump.target & 1:
            wanted = wanted & ~(1 << jump.target) | jump.before
            found.append(jump)
    return found[::-1]


def _first_onto_a_man(start: int, jumps: Sequence[Jump]) -> int | None:
    men = start
    for place, jump in enumerate(jumps):
        if men >> jump.target & 1:
            return place
        men ^= jump.mask
    return None
