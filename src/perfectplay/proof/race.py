"""The checker's own reading of a dice problem: the board, who moves, and what can be reached ply by ply.

A position is a pair: the squares of pieces 1 to 6, -1 for a piece that is gone, and the phase, which is the place in
the list of the die thrown next.  Squares are numbered as they are read in the drawing, row by row.  The same pieces at
another phase are another position: another die is thrown.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from perfectplay.base.errors import InputError
from perfectplay.proof.budget import Budget
from perfectplay.proof.json_text import is_whole_number, object_field, required_field, text_field, truth_field
from perfectplay.proof.verdict import quoted

Position = tuple[tuple[int, ...], int]
GONE = -1
MOST_ROWS = 10
MOST_DICE = 10_000


@dataclass(frozen=True, slots=True)
class Race:
    """A board with its dice and the piece that must reach the goal square, 0 for any."""

    names: dict[str, int]  # number of each square by its name
    neighbours: dict[int, tuple[int, ...]]  # squares one step away from each square that is not removed
    start: Position
    dice: tuple[int, ...]
    is_finite: bool
    goal_piece: int
    goal: int

    def is_won(self, position: Position) -> bool:
        """Tell whether a piece that may win stands on the goal square."""
        squares, _ = position
        return squares[self.goal_piece - 1] == self.goal if self.goal_piece else self.goal in squares

    def racers(self, position: Position) -> list[int]:
        """Return the squares of the pieces that are on the board and may win."""
        squares, _ = position
        candidates = squares[self.goal_piece - 1 : self.goal_piece] if self.goal_piece else squares
        return [square for square in candidates if square != GONE]

    def can_win(self, position: Position, steps: dict[int, int], possible: dict[int, tuple[int, ...]] | None) -> bool:
        """Tell whether a piece that may win has a way to the goal square, and the steps that are possible suffice."""
        squares, _ = position
        racers = (self.goal_piece - 1,) if self.goal_piece else range(6)
        if possible is None:
            return any(squares[piece] in steps for piece in racers)
        most = possible[sum(1 << piece for piece, square in enumerate(squares) if square != GONE)]
        return any(squares[piece] in steps and steps[squares[piece]] <= most[piece] for piece in racers)

    def die(self, position: Position) -> int | None:
        """Return the die of the next ply, or None when a finite list is used up."""
        return self.dice[position[1]] if position[1] < len(self.dice) else None

    def movers(self, position: Position) -> list[int]:
        """Return who may move: the piece of the die, else the nearest smaller and the nearest larger one there is."""
        return [] if self.is_won(position) else _movers(position[0], self.die(position))

    def after(self, position: Position, piece: int, target: int) -> Position:
        """Return the position after a step that takes whatever stands on its target."""
        squares, phase = position
        if target in squares:
            squares = tuple(GONE if square == target else square for square in squares)
        following = phase + 1
        moved = (*squares[: piece - 1], target, *squares[piece:])
        return moved, following if self.is_finite else following % len(self.dice)

    def successors(self, position: Position) -> Iterator[Position]:
        """Yield every position one ply on."""
        for piece in self.movers(position):
            for target in self.neighbours[position[0][piece - 1]]:
                yield self.after(position, piece, target)

    def steps_to_goal(self) -> dict[int, int]:
        """Return how many steps each square is from the goal square; those that are cut off are missing."""
        return self.steps_from(self.goal)

    def steps_from(self, start: int) -> dict[int, int]:
        """Return the fewest steps from a square to each other that can be reached."""
        steps = {start: 0}
        waiting = [start]
        for square in waiting:  # the list grows during the loop
            for neighbour in self.neighbours[square]:
                if neighbour not in steps:
                    steps[neighbour] = steps[square] + 1
                    waiting.append(neighbour)
        return steps


def _movers(squares: tuple[int, ...], die: int | None) -> list[int]:
    if die is None:
        return []
    if squares[die - 1] != GONE:
        return [die]
    smaller = [piece for piece in range(1, die) if squares[piece - 1] != GONE]
    larger = [piece for piece in range(die + 1, 7) if squares[piece - 1] != GONE]
    return smaller[-1:] + larger[:1]


def _die_at(race: Race, throw: int) -> int | None:
    """Return the die of a throw, counted from the first of the list; None when a finite list is used up."""
    if not race.is_finite:
        return race.dice[throw % len(race.dice)]
    return race.dice[throw] if throw < len(race.dice) else None


def most_steps(race: Race, plies: int, budget: Budget) -> list[dict[int, tuple[int, ...]]]:
    """Return, for each ply and each set of pieces that may be there then, the most steps each piece can still make.

    The dice decide who moves, so a piece that must wait cannot walk. To have a bound and no search, whoever moves may
    also take any one other piece, wherever it stands; a real play takes no more than that. Sets are bits: bit 0 is
    piece 1.

    >>> whole = {"start": ["1.3"], "phase": 0, "dice": [3, 1], "is_finite": False, "goal_piece": 1}
    >>> race = read_race({"problem": whole | {"goal_square": "b1"}})
    >>> [steps[0b101][0] for steps in most_steps(race, 2, Budget())]
    [1, 1, 0]
    """
    present = sum(1 << piece for piece, square in enumerate(race.start[0]) if square != GONE)
    sets = [pieces for pieces in range(present + 1) if pieces & ~present == 0]
    table: list[dict[int, tuple[int, ...]]] = [dict.fromkeys(sets, (0,) * 6)]
    for ply in reversed(range(plies)):
        phase = race.start[1] + ply
        following, now = table[-1], {}
        budget.spend(6 * len(sets))
        budget.hold(len(table) * len(sets), "the steps of every ply")
        for pieces in sets:
            squares = tuple(0 if pieces >> piece & 1 else GONE for piece in range(6))
            best = [0] * 6
            for mover in _movers(squares, _die_at(race, phase)):
                others = [pieces ^ 1 << piece for piece in range(6) if pieces >> piece & 1 and piece != mover - 1]
                for left in (pieces, *others):
                    for piece in range(6):
                        if left >> piece & 1:
                            best[piece] = max(best[piece], following[left][piece] + (piece == mover - 1))
            now[pieces] = tuple(best)
        table.append(now)
    return table[::-1]


def levels(race: Race, most_plies: int | None, budget: Budget) -> Iterator[dict[Position, int]]:
    """Yield the positions after 0, 1, 2, … plies, each where it is first met, with the number of ways to it.

    Left out is what cannot matter: positions without a piece that may win and has a way to the goal square, and where
    there is a bound on the plies, those where each such piece has more steps to go than the dice let it make.
    """
    steps = race.steps_to_goal()
    possible = None if most_plies is None else most_steps(race, most_plies, budget)
    seen = {race.start}
    level = {race.start: 1}
    plies = 0
    while level:
        yield level
        plies += 1
        if most_plies is not None and plies > most_plies:
            return
        following: dict[Position, int] = {}
        for position, ways in level.items():
            for successor in race.successors(position):
                if successor in following:
                    following[successor] += ways
                elif successor not in seen and race.can_win(successor, steps, possible[plies] if possible else None):
                    following[successor] = ways
            budget.spend(16)
            budget.hold(2 * (len(seen) + len(following)), "the positions met so far")
        seen |= following.keys()
        level = following


def read_race(answer: dict[str, object]) -> Race:
    """Return the problem of an answer; what cannot be read is an InputError.

    >>> whole = {"start": ["1.", ".."], "phase": 0, "dice": [2], "is_finite": False, "goal_piece": 1}
    >>> race = read_race({"problem": whole | {"goal_square": "b2"}})
    >>> race.movers(race.start), [min(level)[0][0] for level in levels(race, None, Budget())]
    ([1], [0, 1])
    """
    problem = object_field(answer, "problem")
    lines = _drawing(required_field(problem, "start"))
    columns, marks = len(lines[0]), "".join(lines)
    names = {f"{chr(ord('a') + place % columns)}{place // columns + 1}": place for place in range(len(marks))}
    board = [place for place, mark in enumerate(marks) if mark != "#"]
    goal = text_field(problem, "goal_square")
    if names.get(goal) not in board:
        raise InputError(f"goal_square {quoted(goal)} is no square of the board")
    dice = _numbers(required_field(problem, "dice"))
    is_finite = truth_field(problem, "is_finite")
    phase = _number(problem, "phase", len(dice) - (not is_finite))
    squares = tuple(marks.find(str(piece)) for piece in range(1, 7))
    return Race(
        names,
        {square: tuple(other for other in board if _is_next(square, other, columns)) for square in board},
        (squares, phase),
        dice,
        is_finite,
        _number(problem, "goal_piece", 6),
        names[goal],
    )


def _is_next(square: int, other: int, columns: int) -> bool:
    down, right = other // columns - square // columns, other % columns - square % columns
    return square != other and abs(down) <= 1 and abs(right) <= 1


def _drawing(lines: object) -> list[str]:
    if not isinstance(lines, list) or not 1 <= len(lines) <= MOST_ROWS:
        raise InputError(f"start must be a list of 1 to {MOST_ROWS} rows, found {quoted(lines)}")
    for line in lines:
        if not isinstance(line, str) or not 1 <= len(line) <= MOST_ROWS or len(line) != len(lines[0]):
            raise InputError(f"rows must be texts of equal length, 1 to {MOST_ROWS}, found {quoted(line)}")
        if set(line) - set("123456.#"):
            raise InputError(f"a row has pieces 1 to 6, . and # only, found {quoted(line)}")
    marks = "".join(lines)
    for piece in "123456":
        if marks.count(piece) > 1:
            raise InputError(f"piece {piece} stands on the board more than once")
    return lines


def _numbers(dice: object) -> tuple[int, ...]:
    if not isinstance(dice, list) or not 1 <= len(dice) <= MOST_DICE:
        raise InputError(f"dice must be a list of 1 to {MOST_DICE:,} numbers, found {quoted(dice)}")
    for die in dice:
        if not is_whole_number(die) or not 1 <= die <= 6:
            raise InputError(f"a die shows a number from 1 to 6, found {quoted(die)}")
    return tuple(dice)


def _number(problem: dict[str, object], name: str, most: int) -> int:
    value = required_field(problem, name)
    if not isinstance(value, int) or not is_whole_number(value) or not 0 <= value <= most:
        raise InputError(f"{name} must be a whole number from 0 to {most:,}, found {quoted(value)}")
    return value
