"""Whole numbers near what floating point has found, and what follows from them exactly.

Let x_j be counts within bounds, and e_j the columns of a program.  For any weights w of its rows

    sum x_j (g_j - s)  <=  sum max((g_j - s) least_j, (g_j - s) most_j),    where g_j = w e_j is the gain of column j,

so weights bound a sum over the counts without a look at any of them (Farkas 1902).
"""

from collections.abc import Iterable, Mapping, Sequence

Bounds = tuple[int, int | None]  # the least and the most; None is any number
FREE: Bounds = (0, None)


def rounded(values: Iterable[float], denominator: int) -> list[int]:
    """Return the whole numbers nearest to the multiples of some values.

    >>> rounded([0.5, -0.3334], 6)
    [3, -2]
    """
    return [round(value * denominator) for value in values]


def gains_of(columns: Iterable[Mapping[int, int]], weights: Sequence[int]) -> list[int]:
    """Return what each column adds to the total of the weights.

    >>> gains_of([{0: -1, 1: -1, 2: 1}, {2: 2}], [1, 2, 3])
    [0, 6]
    """
    return [sum(sign * weights[row] for row, sign in column.items()) for column in columns]


def most_gained(gains: Iterable[int], bounds: Iterable[Bounds], scale: int = 0) -> int | None:
    """Return the most that counts within bounds gain in all beyond the scale for each; None where nothing bounds it.

    >>> most_gained([2, -1], [(0, 3), (2, None)]), most_gained([2, -1], [(0, None), (2, None)])
    (4, None)
    """
    total = 0
    for gain, (least, most) in zip(gains, bounds, strict=True):
        if gain > scale:
            if most is None:
                return None
            total += (gain - scale) * most
        else:
            total += (gain - scale) * least
    return total
