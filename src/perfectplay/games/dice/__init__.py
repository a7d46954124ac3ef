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

MOST_DIGITS = 18
KEYS = ("goal", "removed", "dice")
RANDOM_KEYS = ("seed", "rows", "columns", "pieces", "period", "piece")
WHAT = "a dice board: rows and columns, the board, the period, the dice, the goal piece"
VARIANTS = [
    Variant("@case.in", "a board from a file in the course's format; items goal=a1, removed=b2+c3, dice=finite"),
    Variant("-", "the same from standard input; `perfectplay generate dice` writes boards"),
    Variant(
        "random", "a board by items seed=1, rows=9, columns=9, pieces=6, period=12, and piece=N for its goal piece"
    ),
]


def variants() -> list[Variant]:
    """Return the ways to give a board; none is shipped."""
    return VARIANTS


def load(variant: str, items: Sequence[str]) -> DiceProblem:
    """Make the problem of a spec: `@file`, `-` or `random`, with `key=value` items."""
    spec = f"dice/{variant}" + (f":{','.join(items)}" if items else "")
    if variant not in ("-", "random") and not variant.startswith("@"):
        raise InputError(
            f"no board {variant[:40]!r}; write dice/@FILE, dice/- for standard input, or dice/random:seed=1"
        )
    keys = _keys(spec, items, (*KEYS, *RANDOM_KEYS) if variant == "random" else KEYS)
    if variant == "random":
        case = _drawn(spec, keys)
    elif variant == "-":
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


def _drawn(spec: str, keys: dict[str, str]) -> Case:
    """Return the board that `generate` draws for these items."""
    from perfectplay.games.dice.generate import Draws, Recipe  # which nobody needs who only lists boards

    numbers = {}
    for key in RANDOM_KEYS:
        if key in keys:
            if not keys[key].isdecimal() or len(keys[key]) > MOST_DIGITS:
                raise InputError(f"{spec}: {key}={keys[key][:20]} is not a whole number")
            numbers[key] = int(keys[key])
    draws = Draws(numbers.pop("seed", 1))
    if "piece" in numbers:
        numbers["goal_piece"] = numbers.pop("piece")
    return Recipe(**numbers).draw(draws)


def _keys(spec: str, items: Sequence[str], known: Sequence[str]) -> dict[str, str]:
    for item in items:
        if not item.startswith(tuple(f"{key}=" for key in known)):
            more = " and those of a random board" if "seed" in known else ""
            raise InputError(
                f"{spec}: unknown item {item[:20]!r}; known are goal=SQUARE, removed=A+B, dice=finite{more}"
            )
    _, keys = read_items(spec, items, known)
    for key, value in keys.items():
        if not value:
            raise InputError(f"{spec}: {key}= is empty; write a value or leave it out")
    if keys.get("dice", "finite") not in ("finite", "cyclic"):
        raise InputError(f"{spec}: dice={keys['dice'][:20]} is neither finite nor cyclic")
    if keys.get("dice") == "cyclic":
        del keys["dice"]
    return keys


FAMILY = Family("dice", "EinStein's race: a piece to the goal by known dice", FACTS, variants, load, ESTIMATES)
