"""The checker's own reading of a peg problem: drawings, hole names, lattices and jumps.

A position is one integer: bit i is set when there is a peg in hole i. Holes are numbered as they are read in the
drawing, row by row:

      ab        columns
    1 oo        a1 b1            bit 0, bit 1
    2 o.   is   a2 b2    and     bit 2, bit 3    so the position is 0b0111
"""

from collections.abc import Iterator
from dataclasses import dataclass

from perfectplay.base.errors import InputError
from perfectplay.proof.json_text import object_field, required_field, text_field
from perfectplay.proof.verdict import quoted

_ALONG = ((1, 0), (-1, 0), (0, 1), (0, -1))
_FALLING = ((1, 1), (-1, -1))
_RISING = ((1, -1), (-1, 1))
DIRECTIONS = {
    "square": _ALONG,
    "diagonal": _ALONG + _FALLING + _RISING,
    "skew": _FALLING + _RISING,
    "triangle": _ALONG + _FALLING,
}
"""Steps (right, down) to the neighbours of a hole."""

MOST_LINES, MOST_HOLES = 1000, 20_000
"""Far more than any board that can be solved, and few enough to be read at once."""


@dataclass(frozen=True, slots=True)
class Jump:
    """The three holes of a jump, by number: a peg at `source` goes over a peg at `over` to an empty `target`."""

    source: int
    over: int
    target: int

    @property
    def touched(self) -> int:
        """Return the three holes as a position: they are exactly what the jump changes."""
        return 1 << self.source | 1 << self.over | 1 << self.target

    @property
    def before(self) -> int:
        """Return what the three holes must hold for the jump to be allowed: two pegs, and nothing at the target."""
        return 1 << self.source | 1 << self.over


@dataclass(frozen=True, slots=True)
class PegProblem:
    """A board with a start and the positions that count as its goal."""

    holes: dict[str, int]  # number of each hole by its name
    jumps: tuple[Jump, ...]
    start: int
    goal: int | None  # None stands for exactly one peg, anywhere
    places: tuple[tuple[int, int], ...] = ()  # column and row of each hole, by its number

    def goals(self) -> Iterator[int]:
        """Yield every position that would do; a proof of impossibility has to rule out each of them."""
        if self.goal is None:
            yield from (1 << hole for hole in self.holes.values())
        else:
            yield self.goal

    def is_goal(self, position: int) -> bool:
        """Tell whether a position would do."""
        return position.bit_count() == 1 if self.goal is None else position == self.goal

    def goal_pegs(self) -> int:
        """Return the number of pegs at the goal: the same for all goal positions."""
        return 1 if self.goal is None else self.goal.bit_count()

    def name(self, hole: int) -> str:
        """Return the name of a hole by its number."""
        return next(name for name, number in self.holes.items() if number == hole)


def read_problem(answer: dict[str, object]) -> PegProblem:
    """Return the peg problem of an answer, from its drawings alone.

    >>> line = {"family": "pegs", "lattice": "square", "start": ["oo."], "goal": ["..o"]}
    >>> problem = read_problem({"problem": line})
    >>> problem.holes, problem.start, problem.goal
    ({'a1': 0, 'b1': 1, 'c1': 2}, 3, 4)
    >>> problem.jumps
    (Jump(source=0, over=1, target=2), Jump(source=2, over=1, target=0))
    """
    fields = object_field(answer, "problem")
    lattice = text_field(fields, "lattice")
    if lattice not in DIRECTIONS:
        raise InputError(f"unknown lattice {quoted(lattice)}: expected one of {', '.join(DIRECTIONS)}")
    drawn = read_drawing(required_field(fields, "start"), "start")
    if not drawn:
        raise InputError("the start has no holes")
    number = {place: index for index, place in enumerate(drawn)}
    start = sum(1 << number[place] for place, has_peg in drawn.items() if has_peg)
    goal_field = required_field(fields, "goal")
    if goal_field == "any":
        goal = None
    else:
        goal_drawn = read_drawing(goal_field, "goal")
        if goal_drawn.keys() != drawn.keys():
            place = min(goal_drawn.keys() ^ drawn.keys(), key=lambda place: (place[1], place[0]))
            raise InputError(f"start and goal must have the same holes, but {hole_name(*place)} is only in one of them")
        goal = sum(1 << number[place] for place, has_peg in goal_drawn.items() if has_peg)
    holes = {hole_name(*place): index for place, index in number.items()}
    return PegProblem(holes, _all_jumps(number, lattice), start, goal, tuple(number))


def read_drawing(lines: object, what: str) -> dict[tuple[int, int], bool]:
    """Return the holes of a drawing as (column, row), from the top left, each with whether it holds a peg.

    >>> read_drawing([" o", ".", ""], "start")
    {(1, 0): True, (0, 1): False}
    >>> read_drawing(["o", "ox"], "start")
    Traceback (most recent call last):
    perfectplay.base.errors.InputError: start, line 2, column 2: expected 'o', '.' or a space, found 'x'
    """
    if not isinstance(lines, list):
        raise InputError(f"{what}: expected the lines of a drawing, found {quoted(lines)}")
    holes: dict[tuple[int, int], bool] = {}
    for row, line in enumerate(lines):
        if not isinstance(line, str):
            raise InputError(f"{what}, line {row + 1}: expected a text, found {quoted(line)}")
        if row >= MOST_LINES or len(line) > MOST_LINES or len(holes) > MOST_HOLES:
            raise InputError(f"{what}: larger than {MOST_LINES} lines and columns, or more than {MOST_HOLES:,} holes")
        for column, letter in enumerate(line):
            if letter not in "o. ":
                place = f"{what}, line {row + 1}, column {column + 1}"
                raise InputError(f"{place}: expected 'o', '.' or a space, found {quoted(letter)}")
            if letter != " ":
                holes[column, row] = letter == "o"
    return holes


def hole_name(column: int, row: int) -> str:
    """Return the name of a hole: column letters from the left, row numbers from the top.

    >>> hole_name(3, 3), hole_name(25, 0), hole_name(26, 0), hole_name(27, 9), hole_name(702, 0)
    ('d4', 'z1', 'aa1', 'ab10', 'aaa1')
    """
    letters = ""
    rest = column + 1
    while rest:
        rest, letter = divmod(rest - 1, 26)
        letters = "abcdefghijklmnopqrstuvwxyz"[letter] + letters
    return f"{letters}{row + 1}"


def _all_jumps(number: dict[tuple[int, int], int], lattice: str) -> tuple[Jump, ...]:
    """Return every jump that fits on the board: three holes in a row, in each direction of the lattice."""
    jumps = []
    for (column, row), source in number.items():
        for right, down in DIRECTIONS[lattice]:
            over = number.get((column + right, row + down))
            target = number.get((column + 2 * right, row + 2 * down))
            if over is not None and target is not None:
                jumps.append(Jump(source, over, target))
    return tuple(jumps)
