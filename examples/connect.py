"""Connect Four on any board: drop discs into columns, four in a row win; a full board is a draw.

    perfectplay solve examples/connect.py:4x4
    perfectplay arena examples/connect.py:7x6 alphabeta:depth=6 random

A state has two words: the discs of the player to move, and those of the other.  Each column has one cell more than
there are rows, so that no line runs from one column into the next.
"""

from typing import NamedTuple

import perfectplay as pp
from perfectplay.contract import canonical, estimate, implements, outcome, signed, successors, word


class Connect(NamedTuple):
    """The rules: columns, rows, and how many in a row win."""

    columns: int
    rows: int
    wanted: int


def has_line(rules, discs):
    for step in (1, rules.rows, rules.rows + 1, rules.rows + 2):
        line = discs
        for _ in range(rules.wanted - 1):
            line = discs & (line >> step)
        if line:
            return True
    return False


@implements(successors, Connect)
def drop(rules, state, out):
    mine, theirs = signed(state[0]), signed(state[1])
    if has_line(rules, theirs):
        return 0
    count = 0
    for number in range(rules.columns):
        column = (rules.columns - 1) // 2 + (number + 1) // 2 * (1 if number % 2 else -1)  # the middle first
        for row in range(rules.rows):
            disc = 1 << (column * (rules.rows + 1) + row)
            if not (mine | theirs) & disc:
                out[count, 0], out[count, 1] = theirs, mine | disc
                count += 1
                break
    return count


@implements(outcome, Connect)
def end(rules, state):
    return -1 if has_line(rules, signed(state[1])) else 0


@implements(estimate, Connect)
def central(rules, state):
    """Guess by how much nearer to the middle the discs of the player to move are."""
    ahead = 0
    for column in range(rules.columns):
        weight = min(column, rules.columns - 1 - column)
        for row in range(rules.rows):
            place = column * (rules.rows + 1) + row
            ahead += weight * ((signed(state[0]) >> place & 1) - (signed(state[1]) >> place & 1))
    return ahead


@implements(canonical, Connect)
def mirrored(rules, state):
    """Return the lesser of a position and its mirror image."""
    height = rules.rows + 1
    mine, theirs = 0, 0
    for column in range(rules.columns):
        shift, other = column * height, (rules.columns - 1 - column) * height
        mine |= (signed(state[0]) >> shift & ((1 << height) - 1)) << other
        theirs |= (signed(state[1]) >> shift & ((1 << height) - 1)) << other
    if mine < signed(state[0]) or (mine == signed(state[0]) and theirs < signed(state[1])):
        return word(mine), word(theirs)
    return state


def problem(size="4x4"):
    columns, rows = (int(number) for number in size.split("x"))
    if not 1 <= columns * (rows + 1) <= 62:
        raise pp.InputError("a board has up to 62 cells, one more in each column than there are rows")

    def drawing(state):
        mine, theirs = state & (1 << 64) - 1, state >> 64
        is_first = mine.bit_count() == theirs.bit_count()
        first, second = (mine, theirs) if is_first else (theirs, mine)
        marks = [
            "".join("x" if first >> place & 1 else "o" if second >> place & 1 else "." for place in places)
            for places in (range(row, columns * (rows + 1), rows + 1) for row in range(rows - 1, -1, -1))
        ]
        return "/".join(marks)

    def scene(state):
        lines = drawing(state).split("/")
        cells = []
        for x, column in enumerate(zip(*lines, strict=True)):
            letter, empty = chr(ord("a") + x), column.count(".")
            for y, mark in enumerate(column):
                name = f"{letter}{rows - y}"
                if mark == ".":  # pressed, it means the cell on which a disc of this column lands
                    cells.append(pp.Cell(name, x, y, stands_for=f"{letter}{rows + 1 - empty}"))
                else:
                    cells.append(pp.Cell(name, x, y, "o", colour="yellow" if mark == "x" else "red"))
        return pp.Scene(tuple(cells))

    return pp.Game(Connect(columns, rows, 4), start=0, words=2, branching=columns, text=drawing, scene=scene)
