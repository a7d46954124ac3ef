"""Golden weights: a man weighs sigma ** (steps to the target), sigma = (sqrt(5) - 1) / 2 (Conway 1961).

Since sigma + sigma**2 = 1, a jump towards the target keeps the total and no jump raises it.  So an army that weighs
less than the man on the target, 1, cannot get there.  The army of all cells below a line weighs, for a target n rows
above, with R(h) the weight of a row h rows below the target:

    square     R(h) = sigma**h (1 + 2 (sigma + sigma**2 + ...))              = sigma**h (3 + 2 sigma)
    diagonal   R(h) = sigma**h (2h + 1) + 2 (sigma**(h+1) + ...)              = sigma**h (2h + 3 + 2 sigma)
    skew       R(h) = sigma**h (h + 1) + 2 (sigma**(h+2) + sigma**(h+4) ...)  = sigma**h (h + 1 + 2 sigma)
    triangle   R(h) = sigma**h (h + 1) + 2 (sigma**(h+1) + ...)               = sigma**h (h + 3 + 2 sigma)

and R(n) + R(n+1) + ..., by sum sigma**r = sigma**-2 and sum r sigma**r = sigma**-3, is sigma**(n-2) times the form
below.
"""

from functools import cache

from perfectplay.games.jumping.board import Board, lattice_distance

# An unbounded army weighs sigma**(n - 2) * (slope * n + whole + part * sigma) for a target n rows above it.
FORMS = {"square": (0, 3, 2), "diagonal": (2, 5, 4), "skew": (1, 2, 3), "triangle": (1, 4, 3)}

SIGMA = (5**0.5 - 1) / 2  # used in pictures alone
HEAVIEST = 1 << 14  # a search keeps totals in 15 bits, and adds up the weights of a target and its image


def is_refuted(lattice: str, level: int) -> bool:
    """Tell whether an unbounded army weighs at most 1, so that no finite part of it gets so far.

    >>> [level for level in range(1, 12) if is_refuted("square", level)][0]
    5
    """
    first, second = _weight(lattice, level)
    return not _is_positive(first - 1, second)


def exact_weight(lattice: str, level: int) -> str:
    """Return what an unbounded army weighs, exactly.

    >>> exact_weight("square", 5), exact_weight("square", 4), exact_weight("diagonal", 9)
    ('1', '(1 + 1 sqrt(5)) / 2', '(-479 + 215 sqrt(5)) / 2')
    """
    return golden_text(*_weight(lattice, level))


def golden_text(first: int, second: int) -> str:
    """Write first + second * sigma, twice which is (2 first - second) + second sqrt(5)."""
    if second == 0:
        return str(first)
    return f"({2 * first - second} {'+' if second > 0 else '-'} {abs(second)} sqrt(5)) / 2"


def exact_total(board: Board, target: int, men: int) -> tuple[int, int]:
    """Return a and b of what some men weigh exactly, a + b * sigma.

    >>> line = Board.from_drawing(["ooo"])
    >>> exact_total(line, 0, 0b110)  # sigma + sigma**2 = 1
    (1, 0)
    """
    first = second = 0
    for man, steps in enumerate(distances(board, target)):
        if steps is not None and men >> man & 1:
            power = (1, 0)
            for _ in range(steps):
                power = power[1], power[0] - power[1]  # times sigma
            first, second = first + power[0], second + power[1]
    return first, second


def _weight(lattice: str, level: int) -> tuple[int, int]:
    """Return a and b of what an unbounded army weighs, a + b * sigma."""
    slope, whole, part = FORMS[lattice]
    first, second = slope * level + whole, part
    for _ in range(level - 2):
        first, second = second, first - second  # times sigma
    if level < 2:
        first, second = first + second, first  # divided by it
    return first, second


def _is_positive(first: int, second: int) -> bool:
    """Tell whether first + second * sigma is more than 0.

    Twice that is u + second * sqrt(5), with u = 2 * first - second.
    """
    u = 2 * first - second
    if u >= 0 and second >= 0:
        return u > 0 or second > 0
    if u <= 0 and second <= 0:
        return False
    return u * u > 5 * second * second if u > 0 else 5 * second * second > u * u


@cache
def first_refuted(lattice: str) -> int:
    """Return the lowest level that the golden weights put out of reach.

    All above it are out of reach too, since an army below a line is below any higher line.

    >>> [first_refuted(lattice) for lattice in FORMS]
    [5, 9, 7, 8]
    """
    level = 1
    while not is_refuted(lattice, level):
        level += 1
    return level


def plane_weight(lattice: str, level: int) -> float:
    """Return what an unbounded army weighs, for pictures.

    >>> round(plane_weight("square", 4), 3)
    1.618
    """
    slope, whole, part = FORMS[lattice]
    return SIGMA ** (level - 2) * (slope * level + whole + part * SIGMA)


def golden_weights(board: Board, target: int) -> list[float]:
    """Return what a man on each cell weighs, for pictures."""
    return [0.0 if steps is None else SIGMA**steps for steps in distances(board, target)]


def fibonacci_weights(board: Board, target: int) -> tuple[int, ...]:
    """Return golden weights in whole numbers: Fibonacci numbers have their law exactly; where they end, 1 goes on.

    >>> fibonacci_weights(Board.from_drawing(["oooo"]), 0)
    (3, 2, 1, 1)
    """
    steps = distances(board, target)
    longest = max(number for number in steps if number is not None)
    while True:
        numbers = [1, 1]
        while len(numbers) <= longest:
            numbers.append(numbers[-1] + numbers[-2])
        weights = tuple(0 if number is None else numbers[max(0, longest - number)] for number in steps)
        if sum(weights) < HEAVIEST or longest == 0:
            return weights
        longest -= 1


def distances(board: Board, target: int) -> list[int | None]:
    """Return the steps from each cell to the target; None where no man can ever be of use (skew, other colour)."""
    to_x, to_y = board.holes[target]
    return [
        None
        if board.lattice == "skew" and (x - to_x + y - to_y) % 2
        else lattice_distance(board.lattice, to_x - x, to_y - y)
        for x, y in board.holes
    ]
