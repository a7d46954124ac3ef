"""EinStein würfelt nicht! for one player: the dice are known, and a piece is to reach the goal square soonest."""

from collections.abc import Sequence
from pathlib import Path

from perfectplay.errors import InputError
from perfectplay.files import read_standard_input, read_text_file
from perfectplay.games.base import Family, Variant
from perfectplay.games.dice.board import DiceBoard
from perfectplay.games.dice.estimates import ESTIMATES
from perfectplay.games.dice.files import MOST_BYTES, Case, parse_case
from perfectplay.games.dice.position import DicePosition
from perfectplay.games.dice.problem import FACTS, DiceProblem
from perfectplay.games.items import read_items

__all__ = ["FAMILY", "DicePosition", "DiceProblem"]

KEYS = ("goal", "removed", "dice")
WHAT = "a dice board: rows and columns, the board, the period, the dice, the goal piece"
VARIANTS = [
    Variant("@case.in", "a board from a file in the course's format; items goal=a1, removed=b2+c3, dice=finite"),
    Variant("-", "the same from standard input; `perfectplay generate dice` writes boards"),
]


def variants() -> list[Variant]:
    """Return the ways to give a board; none is shipped."""
    return VARIANTS


def load(variant: str, items: Sequence[str]) -> DiceProblem:
    """Make the problem of a spec: `@file` or `-`, with `key=value` items."""
    spec = f"dice/{variant}" + (f":{','.join(items)}" if items else "")
    if variant != "-" and not variant.startswith("@"):
        raise InputError(f"no board {variant[:40]!r}; write dice/@FILE, or dice/- for standard input")
    keys = _keys(spec, items)
    if variant == "-":
        case = parse_case(read_standard_input(WHAT, MOST_BYTES), "standard input")
    else:
        case = parse_case(read_text_file(Path(variant[1:]), WHAT, MOST_BYTES), variant[1:])
    case = _without(case, keys.get("removed", ""), spec)
    goal = case.start.board.square(keys["goal"]) if "goal" in keys else None
    return DiceProblem(case, goal, is_finite="dice" in keys, spec=spec)


def _without(case: Case, names: str, spec: str) -> Case:
    """Return the case on a board without the squares of `removed=`."""
    if not names:
        return case
    board, start = case.start.board, case.start
    removed = [board.square(name) for name in names.split("+")]
    for square in removed:
        if removed.count(square) > 1:
            raise InputError(f"{spec}: {board.names[square]} is removed twice")
        if square in start.piece_on:
            raise InputError(
                f"{spec}: {board.names[square]} cannot be removed, piece {start.piece_on[square]} is there"
            )
    smaller = DiceBoard(board.rows, board.columns, frozenset(removed))
    return case._replace(start=DicePosition(smaller, start.squares, start.phase))


def _keys(spec: str, items: Sequence[str]) -> dict[str, str]:
    for item in items:
        if not item.startswith(tuple(f"{key}=" for key in KEYS)):
            raise InputError(f"{spec}: unknown item {item[:20]!r}; known are goal=SQUARE, removed=A+B and dice=finite")
    _, keys = read_items(spec, items, KEYS)
    for key, value in keys.items():
        if not value:
            raise InputError(f"{spec}: {key}= is empty; write a value or leave it out")
    if keys.get("dice", "finite") not in ("finite", "cyclic"):
        raise InputError(f"{spec}: dice={keys['dice'][:20]} is neither finite nor cyclic")
    if keys.get("dice") == "cyclic":
        del keys["dice"]
    return keys


FAMILY = Family("dice", "EinStein's race: a piece to the goal by known dice", FACTS, variants, load, ESTIMATES)
