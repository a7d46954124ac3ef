"""Golden weights: why no army, however large, sends a man very far (Conway; Berlekamp, Conway and Guy 1982).

Let s be (sqrt(5) - 1) / 2, about 0.618, so that s + s^2 = 1. A cell weighs s^d, where d is its distance from the
target: the fewest steps of the lattice between the two. A jump goes two steps on. If it ends at distance d, then it
went over a cell at distance d + 1 or less and came from one at distance d + 2 or less. These two weigh at least
s^(d+1) + s^(d+2) = s^d, which is what the end weighs. So no jump raises the total. A man on the target weighs 1. A
solution has finitely many jumps and needs finitely many men, who must weigh 1 or more at the start.

Now let all men stand n rows or more below the target. Finitely many of them weigh less than all cells there together.
If those weigh 1 or less, the target is out of reach. What they weigh follows from two sums:

    s^m + s^(m+1) + s^(m+2) + ...           =  s^m / (1 - s)  =  s^(m-2),       since 1 - s = s^2
    n s^n + (n+1) s^(n+1) + ...             =  s^(n-2) (n + 1/s)  =  s^(n-2) (n + 1 + s),       since 1/s = 1 + s

The row r below the target has cells at x columns to the right of it, or to the left if x is negative.

square    A cell is at distance r + |x|. The row weighs s^r (1 + 2 (s + s^2 + ...)) = s^r (1 + 2/s) = s^r (3 + 2s). All
          rows from n on weigh s^(n-2) (3 + 2s).
diagonal  A cell is at the larger of r and |x|. There are 2r + 1 at distance r, and two each at r+1, r+2, ...: the row
          weighs s^r (2r + 1 + 2/s) = s^r (2r + 3 + 2s). All rows weigh s^(n-2) (2 (n + 1 + s) + 3 + 2s), that is
          s^(n-2) (2n + 5 + 4s).
skew      A man stays on his colour, and so do those he jumps over. Only the target's matters, where r + x is even; the
          other weighs nothing. A cell is at the larger of r and |x|. There are r + 1 at distance r, and two each at
          r+2, r+4, ..., which weigh 2 s^(r+2) / (1 - s^2) = 2 s^(r+1). The row weighs s^r (r + 1 + 2s), and all rows
          s^(n-2) (n + 1 + s + 1 + 2s) = s^(n-2) (n + 2 + 3s).
triangle  The lattice has one diagonal, falling to the right. To the right a cell is at the larger of r and x, to the
          left at r + |x|. There are r + 1 at distance r, and two each at r+1, r+2, ...: the row weighs
          s^r (r + 1 + 2/s) = s^r (r + 3 + 2s), and all rows s^(n-2) (n + 1 + s + 3 + 2s) = s^(n-2) (n + 4 + 3s).

All numbers here are a + bs with whole a and b, and compared as such: nothing is rounded. Level 5 of the square lattice
weighs s^3 (3 + 2s) = 1 exactly.
"""

from perfectplay.proof.field import Field
from perfectplay.proof.json_text import is_whole_number
from perfectplay.proof.verdict import Rejected, quoted

SUMS = {"square": (0, 3, 2), "diagonal": (2, 5, 4), "skew": (1, 2, 3), "triangle": (1, 4, 3)}
"""Slope, a and b by lattice: all cells n or more rows below the target weigh s^(n-2) (slope n + a + bs)."""

HIGHEST_LEVEL = 1000
"""Levels above this one are refuted by a lower level: who is that far below is also less far below."""


def check_golden(field: Field, level: object) -> str:
    """Check that all men stand so many rows below the target, and that all cells there together weigh 1 or less."""
    if not is_whole_number(level) or not isinstance(level, int) or not 0 <= level <= HIGHEST_LEVEL:
        raise Rejected(f"expected a level from 0 to {HIGHEST_LEVEL:,}, found {quoted(level)}")
    highest = field.target[1] - level
    if field.cells is None:
        is_below = field.front <= highest
    else:
        is_below = all(row <= highest for (_, row), has_man in field.cells.items() if has_man)
    if not is_below:
        raise Rejected(f"not all men stand {level} rows or more below the target")
    if not is_refuted(field.lattice, level):
        raise Rejected(f"all cells {level} rows or more below the target weigh more than a man on it")
    return f"golden weights: all cells {level} rows or more below the target weigh no more than a man on it"


def is_refuted(lattice: str, level: int) -> bool:
    """Tell whether all cells so many rows or more below the target weigh 1 or less.

    >>> [next(level for level in range(20) if is_refuted(lattice, level)) for lattice in SUMS]
    [5, 9, 7, 8]
    """
    slope, whole, golden = SUMS[lattice]
    whole += slope * level
    for _ in range(level):  # (a + bs) s = as + b (1 - s) = b + (a - b) s
        whole, golden = golden, whole - golden
    # That was s^level in place of s^(level-2): so it must be no more than s^2 = 1 - s.
    return is_at_least_zero(1 - whole, -1 - golden)


def is_at_least_zero(whole: int, golden: int) -> bool:
    """Tell whether a + bs is at least 0; twice that is (2a - b) + b sqrt(5).

    >>> is_at_least_zero(-1, 2), is_at_least_zero(-2, 3), is_at_least_zero(55, -89), is_at_least_zero(0, 0)
    (True, False, False, True)
    """
    plain, root = 2 * whole - golden, golden
    if plain >= 0 and root >= 0:
        return True
    if plain < 0 and root < 0:
        return False
    return (plain * plain >= 5 * root * root) if plain >= 0 else (5 * root * root >= plain * plain)
