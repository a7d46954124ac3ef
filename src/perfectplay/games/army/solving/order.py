"""In which order can a multiset of jumps be made?  Where no jump can be spared, backwards, and no choice is wrong.

Call counts of jumps *enough* if they leave no cell with less than no man and the target with one, and *least* if no
part of them can be left out.  The fewest jumps are least.

**Theorem.**  Least counts can be made in some order.  Go back from the lone man on the target: to undo a jump, take the
man on its target away and put men on the two others, which must be empty.  Any jump of the counts that can be undone
may be undone next, and in the end all men stand in the army.

Proof.  Tell apart, in any way, the men who are ever on a cell: each jump makes one man and uses up two, each man was
made by one jump or stood there at the start, and is used up at most once.  From each jump follow the man it made to the
jump that uses him up, and so on: to the man on the target, to a man who is not used up, or round a circle.  The jumps
that do not lead to the man on the target can be left out, for what uses up their men is left out too.  So where counts
are least all jumps lead to the target, however the men of a cell are told apart, and there is never a circle.

Undo jumps until none can be undone; let F be the men on the board, R the jumps left, least for F (fewer for F, with
those undone, would be fewer for the target).  Suppose that R is not empty.  Its jumps lead to men of F, so a man v of F
was made by a jump j(v) of R, which cannot be undone: a man u of F stands where j(v) uses one up.  Both cannot have
stood there from the start, so R has a jump j(u) onto the cell of u.  As from v to u we go on from u, and come round: a
circle of men of F, where the jump onto each uses up a man on the cell of the next.  Tell men apart so that it uses up
the one the next one's jump made, and there is a circle of jumps.  There is none, so R is empty, and the men of F stand
in the army.

Nor does an unused man of the army stand in the way.  If a jump ended where one stands, whoever uses up the man it makes
could use him instead, and the jump could be left out.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from perfectplay.games.army.solving.region import Cell, CellJump, Region


def put_in_order(region: Region, counts: Mapping[CellJump, int]) -> list[CellJump] | None:
    """Return an order in which the counts can be made; None if none was found, as may be where they are not least."""
    order = _undo(counts, region.target)
    return order if order is not None and _can_be_played(region, order) else None


def _can_be_played(region: Region, order: Sequence[CellJump]) -> bool:
    """Tell whether the jumps are legal one after another and bring a man to the target."""
    changed: dict[Cell, bool] = {}

    def has_man(cell: Cell) -> bool:
        return changed.get(cell, region.is_man(cell))

    for jump in order:
        if not (has_man(jump.origin) and has_man(jump.over)) or has_man(jump.target):
            return False
        changed |= {jump.origin: False, jump.over: False, jump.target: True}
    return has_man(region.target)


def _undo(counts: Mapping[CellJump, int], target: Cell) -> list[CellJump] | None:
    """Go back from the lone man on the target; return the jumps first to last, None if some could not be undone."""
    into: dict[Cell, Counter[CellJump]] = {}
    for jump, count in counts.items():
        into.setdefault(jump.target, Counter())[jump] = count
    men = {target}
    undone: list[CellJump] = []
    while (next_jump := _next_to_undo(into, men)) is not None:
        into[next_jump.target][next_jump] -= 1
        men.remove(next_jump.target)
        men.update((next_jump.origin, next_jump.over))
        undone.append(next_jump)
    return undone[::-1] if len(undone) == sum(counts.values()) else None


def _next_to_undo(into: Mapping[Cell, Counter[CellJump]], men: set[Cell]) -> CellJump | None:
    for cell in sorted(men):
        for jump, count in into.get(cell, {}).items():
            if count and jump.origin not in men and jump.over not in men:
                return jump
    return None
