"""Position classes: what no jump can change.

A set of holes that every jump meets in an even number of its three holes keeps the parity of its pegs for ever.  These
sets are the kernel of the jump matrix over the field of two elements; on the usual boards they are the rule of three
(Reiss 1857), and computing them from the board covers every other board and lattice.
"""

from functools import lru_cache

from perfectplay.games.jumping.board import Board


@lru_cache(64)
def invariant_sets(board: Board) -> tuple[int, ...]:
    """Return a basis of the invariant sets, as masks.

    >>> english = Board.from_drawing(["  ooo", "  ooo", *["ooooooo"] * 3, "  ooo", "  ooo"])
    >>> len(invariant_sets(english))  # four bits: sixteen classes
    4
    """
    rows: dict[int, int] = {}  # the reduced rows by their leading hole, which no other row holds
    for jump in board.jumps:
        row = jump.mask
        for lead, value in rows.items():
            if row >> lead & 1:
                row ^= value
        if row:
            lead = row.bit_length() - 1
            rows = {other: value ^ row if value >> lead & 1 else value for other, value in rows.items()}
            rows[lead] = row
    free = [hole for hole in range(len(board.holes)) if hole not in rows]
    return tuple(1 << hole | sum(1 << lead for lead, row in rows.items() if row >> hole & 1) for hole in free)


def position_class(sets: tuple[int, ...], pegs: int) -> int:
    """Return the parities of the pegs in the invariant sets as bits of a number."""
    return sum(((pegs & members).bit_count() & 1) << place for place, members in enumerate(sets))


def separating_sets(sets: tuple[int, ...], start: int, goals: tuple[int, ...]) -> list[int] | None:
    """Return invariant sets that tell every goal apart from the start, or None if some goal has the start's class."""
    chosen: list[int] = []
    for goal in goals:
        if any(((start ^ goal) & members).bit_count() & 1 for members in chosen):
            continue
        useful = next((members for members in sets if ((start ^ goal) & members).bit_count() & 1), None)
        if useful is None:
            return None
        chosen.append(useful)
    return chosen
