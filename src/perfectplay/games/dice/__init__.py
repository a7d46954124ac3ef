"""EinStein würfelt nicht! for one player: the dice are known, and a piece is to reach the goal square soonest."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.base.files import given_text, is_given
from perfectplay.base.loading import loading
from perfectplay.base.numbers import read_whole
from perfectplay.base.spelling import off_page
from perfectplay.games.dice.board import MOST_ROWS, PIECES, DiceBoard
from perfectplay.games.dice.estimates import ESTIMATES
from perfectplay.games.dice.files import MOST_BYTES, Case, about_case, parse_case
from perfectplay.games.dice.layout import LAYOUTS
from perfectplay.games.dice.position import MOST_DICE, DicePosition
from perfectplay.games.dice.problem import FACTS, DiceProblem
from perfectplay.model.family import Family, Variant, Writer
from perfectplay.model.items import read_items
from perfectplay.model.option import Choice, Option, Switch, Whole

__all__ = ["FAMILY", "DicePosition", "DiceProblem"]

MOST_ITEM = 10**18 - 1  # the largest number of an item
KEYS = ("goal", "removed", "dice")
RANDOM_KEYS = ("seed", "rows", "columns", "pieces", "period", "piece")
WHAT = "a dice board: rows and columns, the board, the period, the dice, the goal piece"
GENERATE_OPTIONS = (
    Option("rows", Whole(1, MOST_ROWS), "Rows of the board.", default=9, verbs=("generate",), metavar="N"),
    Option("columns", Whole(1, MOST_ROWS), "Its columns.", default=9, verbs=("generate",), metavar="N"),
    Option("pieces", Whole(1, len(PIECES)), "How many pieces.", default=6, verbs=("generate",), metavar="N"),
    Option("period", Whole(1, MOST_DICE), "How many dice.", default=12, verbs=("generate",), metavar="N"),
    Option(
        "goal",
        Whole(0, len(PIECES)),
        "The goal piece, 0 for any.  [default: drawn too]",
        verbs=("generate",),
        metavar="N",
    ),
)
WAYS = [
    Variant("@case.in", "a board from a file in the course's format; items goal=a1, removed=b2+c3, dice=finite"),
    Variant("-", "the same from standard input; `perfectplay generate dice` writes boards"),
    Variant(
        "random",
        "a board drawn by lot; items seed=1, rows=9, columns=9, pieces=6, period=12, and piece=N for its goal piece",
        is_drawn=True,
    ),
]


@cache
def _shipped() -> dict[str, str]:
    """Return the texts of the `boards` folder by name."""
    folder = Path(__file__).parent / "boards"
    files = sorted((item.name, item) for item in folder.iterdir() if item.name.endswith(".in"))
    return {name.removesuffix(".in"): item.read_text("utf-8") for name, item in files}


def variants() -> list[Variant]:
    """Return the ways to give a board, and the boards of the `boards` folder; a new file there is a new variant."""
    return [*WAYS, *(Variant(name, about_case(text)) for name, text in _shipped().items())]


def load(variant: str, items: Sequence[str]) -> DiceProblem:
    """Make the problem of a spec: a shipped board, `@file`, `-`, `~text` or `random`, with `key=value` items."""
    spec = f"dice/{variant}" + (f":{','.join(items)}" if items else "")
    if variant not in ("random", *_shipped()) and not is_given(variant):
        raise InputError(
            f"no board {variant[:40]!r}; write {off_page('dice/@FILE, dice/- for standard input, ')}"
            f"dice/random:seed=1, or one of {', '.join(_shipped())}"
        )
    keys = _keys(spec, items, (*KEYS, *RANDOM_KEYS) if variant == "random" else KEYS)
    if variant == "random":
        case = _drawn(spec, keys)
    elif variant in _shipped():
        case = parse_case(_shipped()[variant], variant)
    else:
        case = parse_case(*given_text(variant, WHAT, MOST_BYTES))
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
    with loading():
        from perfectplay.games.dice.generate import Draws, Recipe  # listing boards does not need it

    numbers = {}
    for key in RANDOM_KEYS:
        if key in keys:
            number = read_whole(keys[key])
            if number is None or not 0 <= number <= MOST_ITEM:
                raise InputError(f"{spec}: {key}={keys[key][:20]} is not a whole number from 0 to {MOST_ITEM}")
            numbers[key] = number
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


def read(whole: Mapping[str, Any]) -> DiceProblem:
    """Return the problem of a saved answer."""
    start = DicePosition.parse(f"{'/'.join(whole['start'])}@{whole['phase']}")
    case = Case(start, tuple(whole["dice"]), whole["goal_piece"])
    goal = start.board.square(whole["goal_square"])
    return DiceProblem(case, goal, is_finite=whole["is_finite"], spec=str(whole["spec"]))


FAMILY = Family(
    "dice",
    "EinStein's race: a piece to the goal by known dice",
    FACTS,
    variants,
    load,
    ESTIMATES,
    options=(
        Option("state", Choice(tuple(LAYOUTS)), "How dice positions are kept: 64 bits or 128."),
        Option(
            "all_optimal",
            Switch(),
            "For dice: also count the solutions in the fewest plies.",
            page_help="Also count the solutions in the fewest plies.",
            default=False,
            steers=False,
            label="never",
        ),
        *GENERATE_OPTIONS,
    ),
    pruning={
        "lost": "positions from which no piece that may win can arrive",
        "meaningful": "moves that bring no piece nearer; not safe: it may give up the best way, or the only one",
    },
    parts={
        "solver": "perfectplay.games.dice.solving.solver:DiceSolver",
        "words": "perfectplay.games.dice.words:DiceWords",
        "editor": "perfectplay.games.dice.editor:EDITOR",
        "generator": "perfectplay.games.dice.solving.boards:generate",
    },
    writers=(
        Writer(
            "course",
            "solve",
            "for dice: the number of plies, then `piece direction` a line, directions 0 to 7 from up-left to "
            "down-right, row by row",
            "perfectplay.games.dice.words:course_answer",
            is_printed=True,
        ),
    ),
    read=read,
    file_suffixes=(".in",),
)
