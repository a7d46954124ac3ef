"""The fewest jumps to a level above an army without end, by taking jumps back from the target.

A jump takes two men away and brings one; taken back, it turns a man into two, on the two cells behind him, which must
be empty. What k jumps bring to the target is what k jumps taken back make of a single man there. Once all men are in
the army's rows, those are an army that gets there, and where the men who take no part stand does not matter: with more
men no jump is lost (bound.py says why). There are finitely many ways to take k jumps back, so that the whole plane
needs no edge.

Armies that cannot get there in time are left out. Let a man h rows above the army have need f(h), where f(h) is 0 in
the army's rows and 1 + f(h-1) + f(h-2) above them: 1, 2, 4, 7, ... The two men that a man is turned into stand at most
one and two rows below him, and f never falls with h, so a jump taken back lowers the sum of the needs by at most 1. In
the end the sum is 0: so there are at least as many jumps to take back as the men need together.
"""

from perfectplay.proof.budget import Budget
from perfectplay.proof.field import Field, Place

Men = frozenset[Place]


def fewest_jumps(field: Field, enough: int, budget: Budget) -> int | None:
    """Return the fewest jumps to the target, up to so many; None if more are needed.

    >>> fewest_jumps(Field("square", (0, 2), None, 0), 4, Budget())
    3
    """
    level: set[Men] = {frozenset({field.target})}
    for jumps in range(enough + 1):
        if any(all(field.is_manned(place) for place in men) for men in level):
            return jumps
        earlier: set[Men] = set()
        for men in level:
            left = enough - jumps - 1
            earlier.update(before for before in _taken_back(field, men) if _are_in_time(field, before, left))
            budget.spend(len(field.steps) * len(men))
            budget.hold((len(level) + len(earlier)) * (jumps + 2), "the armies of two levels")
        level = earlier
    return None


def _are_in_time(field: Field, men: Men, jumps: int) -> bool:
    """Tell whether the men do not need more jumps together than so many."""
    for _, row in men:
        need = below = 0
        for _ in range(row - field.front):
            below, need = need, 1 + need + below
            if need > jumps:
                return False
        jumps -= need
    return True


def _taken_back(field: Field, men: Men) -> list[Men]:
    """Return the armies from which one jump leads to these men."""
    found = []
    for column, row in men:
        for right, up in field.steps:
            over, source = (column - right, row - up), (column - 2 * right, row - 2 * up)
            if over not in men and source not in men:
                found.append(men - {(column, row)} | {over, source})
    return found
