"""Conway's soldiers: men below a line jump as pegs do; how far beyond it can one of them get?"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.base.files import is_given
from perfectplay.base.numbers import read_whole
from perfectplay.base.spelling import off_page
from perfectplay.base.text import column_name
from perfectplay.games.army.estimates import ESTIMATES
from perfectplay.games.army.field import ArmyPosition, Field
from perfectplay.games.army.half_plane import half_plane_problem
from perfectplay.games.army.problem import FACTS, ArmyProblem
from perfectplay.games.jumping.board import LATTICES
from perfectplay.games.jumping.files import read_problem_file
from perfectplay.model.family import Family, Variant, Writer
from perfectplay.model.items import read_items
from perfectplay.model.option import Option, Switch

__all__ = ["FAMILY", "ArmyPosition", "ArmyProblem"]

SIZE = re.compile(r"([0-9]{1,18})x([0-9]{1,18})")
MOST_DIGITS = 18
VARIANTS = [
    Variant("7x8", "7 wide, 8 high, the lower half full; any WxH will do: army/9x8:e6,front=3", "7x8:d7"),
    Variant(
        "half-plane",
        "an unbounded army: army/half-plane:4, or with lattice=diagonal, skew or triangle",
        "half-plane:4",
    ),
]


def variants() -> list[Variant]:
    """Return the classic board and the half-plane; boards of any size need no list."""
    return VARIANTS


def load(variant: str, items: Sequence[str]) -> ArmyProblem:
    """Make the problem of a spec: `WxH`, `half-plane`, `@file`, `-` or `~text`, with a target and `key=value` items."""
    spec = f"army/{variant}" + (f":{','.join(items)}" if items else "")
    if is_given(variant):
        for item in items:
            if item.startswith("lattice="):
                lattice = item.removeprefix("lattice=")[:20]
                raise InputError(f"{spec}: the lattice of a drawn army is a line of its file, as in lattice: {lattice}")
        argument, _ = _argument_and_keys(spec, items, ())
        return _from_file(variant, argument, spec)
    if variant == "half-plane":
        argument, keys = _argument_and_keys(spec, items, ("lattice",))
        level = _whole(spec, "a level", argument)
        return half_plane_problem(level, _lattice(spec, keys), spec)
    size = SIZE.fullmatch(variant)
    if size is None:
        raise InputError(
            f"no field {variant[:40]!r}; fields are WxH as in army/7x8:d7, half-plane{off_page(', or @FILE')}"
        )
    argument, keys = _argument_and_keys(spec, items, ("front", "lattice"))
    width, height = map(int, size.groups())
    front = _whole(spec, "front", keys["front"]) if "front" in keys else height // 2
    return _rectangle(width, height, front, _lattice(spec, keys), argument, spec)


def _rectangle(width: int, height: int, front: int, lattice: str, target: str, spec: str) -> ArmyProblem:
    if not width or not height:
        raise InputError(f"{spec}: a field of no cells; write its width and height as in army/7x8:d7")
    if width * height > Field.most_holes:
        raise InputError(f"{spec}: {width * height:,} cells, but at most {Field.most_holes:,} are supported")
    if front > height:
        raise InputError(f"{spec}: a front of {front:,} rows does not fit a field of {height:,}")
    lines = ["." * width] * (height - front) + ["o" * width] * front
    return _aimed(ArmyPosition.from_drawing(lines, lattice), target, spec)


def _from_file(variant: str, target: str, spec: str) -> ArmyProblem:
    file = read_problem_file(variant, Field)
    if file.goal_drawing:
        raise InputError(f"{spec}: an army has a target, not a second drawing; write {spec}:CELL or a goal: line")
    return _aimed(ArmyPosition.from_drawing(file.start_drawing, file.lattice), target or file.goal, spec)


def _aimed(start: ArmyPosition, target: str, spec: str) -> ArmyProblem:
    return ArmyProblem(start, start.board.hole(target) if target else None, spec)


def _argument_and_keys(spec: str, items: Sequence[str], known: Sequence[str]) -> tuple[str, dict[str, str]]:
    """Return the target or level, "" if there is none, and the `key=value` items; `4,7` is column and row, d7."""
    arguments, keys = read_items(spec, items, known)
    if len(arguments) == 2 and all(read_whole(argument) for argument in arguments) and "front" in known:
        column, row = (_whole(spec, "a target's column and row", argument) for argument in arguments)
        return f"{column_name(column - 1)}{row}", keys
    if len(arguments) > 1:
        raise InputError(f"{spec}: two targets, {arguments[0][:20]!r} and {arguments[1][:20]!r}; give one")
    return (arguments[0] if arguments else ""), keys


def _whole(spec: str, what: str, text: str) -> int:
    if not text:
        raise InputError(f"{spec}: {what} is missing; write it after a colon, as in army/half-plane:4")
    if text.isascii() and text.isdigit() and len(text) > MOST_DIGITS:
        raise InputError(f"{spec[:40]}…: {what} of {len(text):,} digits; up to {MOST_DIGITS} are read")
    if (number := read_whole(text)) is None or number < 0:
        raise InputError(f"{spec}: {what} is a whole number of 0 or more, not {text[:20]!r}")
    return number


def _lattice(spec: str, keys: dict[str, str]) -> str:
    lattice = {"hexagonal": "triangle"}.get(keys.get("lattice", ""), keys.get("lattice", "square"))
    if lattice not in LATTICES:
        raise InputError(f"{spec}: unknown lattice {lattice[:20]!r}; use one of {', '.join(LATTICES)}")
    return lattice


def read(whole: Mapping[str, Any]) -> ArmyProblem:
    """Return the problem of a saved answer."""
    spec, lattice = str(whole["spec"]), str(whole["lattice"])
    if "level" in whole:
        return half_plane_problem(whole["level"], lattice, spec)
    start = ArmyPosition.parse("/".join(whole["start"]).replace(" ", "_"), lattice)
    return _aimed(start, whole["target"] or "", spec)


FAMILY = Family(
    "army",
    "Conway's soldiers: how far can one man go?",
    FACTS,
    variants,
    load,
    ESTIMATES,
    algorithms={
        "backward": {"about": "army: breadth first, un-jumping from the target", "optimal": "always"},
        "programme": {
            "about": "army: how often each jump is made, by an integer program, then put in order",
            "optimal": "always",
            "memory": False,
        },
    },
    pruning={"weights": "positions whose golden weight is less than that of a man on the target"},
    options=(
        Option(
            "raw",
            Switch(),
            "For armies: show also the way as the search found it, and how many of its jumps are not needed.",
            page_help="Show the way as the search found it, and how many of its jumps are not needed.",
            default=False,
            steers=False,
            label="never",
        ),
    ),
    writers=(
        Writer(
            "sums",
            "show",
            "for armies: the men of each column and of each row from the top, the key of a classic report",
            "perfectplay.games.army.words:sums_key",
            is_printed=True,
        ),
    ),
    parts={
        "solver": "perfectplay.games.army.solving.solver:ArmySolver",
        "words": "perfectplay.games.army.words:ArmyWords",
        "oracle": "perfectplay.games.army.solving.oracle:find_oracle",
        "editor": "perfectplay.games.army.editor:EDITOR",
    },
    read=read,
    file_suffixes=(".txt",),
)
