"""Position files, and the keys that they and specs share.

runs: 4
play: normal

o
oo
o.o
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from perfectplay.base.errors import InputError
from perfectplay.base.numbers import parse_whole
from perfectplay.games.coins.game import (
    COLOUR_NAMES,
    MOST_RUN_POINTS,
    PRESETS,
    CoinGame,
    colours_by_seed,
    parse_points,
    read_points,
)
from perfectplay.games.coins.position import CoinPosition

MOST_BYTES = 10_000
MOST_POINTS_GIVEN = 99
WHAT = "a coin position"
HEADER = re.compile(r"([A-Za-z]\w*) *: *(.*)")
LINE_END = re.compile(r"\r\n|\n|\r")
PLAYS = {"misere": True, "misère": True, "normal": False}
# The keys that specs and files share, and those of files.
KEYS = ("runs", "play", "points", "winner", "loser", *COLOUR_NAMES.values())
FILE_KEYS = ("about", "rules", *KEYS)


class PositionFile(NamedTuple):
    """What a file says, not yet made into a game."""

    keys: dict[str, str]
    position: CoinPosition


def parse_position_file(text: str, source: str = "the text") -> PositionFile:
    """Read the text of a file.

    >>> parse_position_file("runs: 2\\n\\no\\n.o\\n").position
    CoinPosition.parse('o/.o')
    """
    keys: dict[str, str] = {}
    lines: list[str] = []
    first = 0
    is_over = False
    for number, line in enumerate(LINE_END.split(text), 1):
        line = line.rstrip(" \t")
        header = HEADER.fullmatch(line)
        if header and not lines:
            key, value = header.groups()
            if key not in FILE_KEYS:
                known = ", ".join(FILE_KEYS)
                raise InputError(f"{source}, line {number}: unknown key {key[:20]!r}; known are {known}")
            if key in keys:
                raise InputError(f"{source}, line {number}: {key} is given twice")
            keys[key] = value
        elif not line:
            is_over = bool(lines)
        elif is_over:
            raise InputError(f"{source}, line {number}: something follows the drawing; a file has one position")
        else:
            first = first or number
            lines.append(line)
    if not lines:
        raise InputError(f"{source} draws no triangle: draw a coin as o and an empty cell as ., row 1 with one place")
    return PositionFile(keys, CoinPosition.from_drawing(lines, source, first))


def game_of_file(file: PositionFile, keys: Mapping[str, str], source: str) -> CoinGame:
    """Return the game of a file, in which keys of the spec come before those of the file."""
    position = file.position
    if (name := file.keys.get("rules")) is None:
        game = CoinGame(position.side)
    elif name in PRESETS:
        game = PRESETS[name]
    else:
        raise InputError(f"{source}: unknown rules {name[:20]!r}; there are {', '.join(PRESETS)}")
    if game.side != position.side:
        raise InputError(f"{source}: {name} has a side of {game.side}, but {position.side} rows are drawn")
    own = {key: value for key, value in file.keys.items() if key in KEYS}
    drawn = {"colours": position.colours} if position.colours else {}
    if name == "assignment5" and not position.colours and position.coins:
        raise InputError(f"{source}: assignment5 has coloured coins; write r, g, y or w for each instead of o")
    return changed(game, {**own, **keys, **drawn}, source)


def changed(game: CoinGame, keys: Mapping[str, str], source: str) -> CoinGame:
    """Return a game with the changes that keys ask for."""
    changes: dict[str, Any] = {}
    for key, value in keys.items():
        if key == "runs":
            changes["longest_run"] = parse_whole(value, 1, 99, f"{source}: runs")
        elif key == "play":
            if value not in PLAYS:
                raise InputError(f"{source}: play is misere or normal, not {value[:20]!r}")
            changes["is_misere"] = PLAYS[value]
        elif key == "points":
            changes["points"] = _points(source, value)
        elif key in ("winner", "loser"):
            changes[f"{key}_points"] = _one_points(source, key, value)
        elif key in COLOUR_NAMES.values():
            points = _one_points(source, key, value)
            earlier = changes.get("colour_points", game.colour_points)
            named = dict(zip(COLOUR_NAMES.values(), earlier, strict=True))
            changes["colour_points"] = tuple({**named, key: points}.values())
        elif key == "seed":
            seed = parse_whole(value, 0, 2**63 - 1, f"{source}: seed")
            changes["colours"] = colours_by_seed(game.triangle.size, seed)
        elif key == "colours":
            changes["colours"] = value
    try:
        found = replace(game, **changes)
    except InputError as error:
        raise InputError(f"{source}: {error}") from None
    for name in COLOUR_NAMES.values():
        if name in keys and not found.colours:
            raise InputError(f"{source}: the coins have no colours, so leave out {name}")
    return found


def _one_points(source: str, key: str, text: str) -> int:
    if (points := read_points(text)) is None:
        bounds = f"from -{MOST_RUN_POINTS} to {MOST_RUN_POINTS}"
        raise InputError(f"{source}: {key} has points, one whole number {bounds}, not {text[:40]!r}")
    return points


def _points(source: str, text: str) -> tuple[int, ...]:
    try:
        points = parse_points(text)
    except InputError as error:
        raise InputError(f"{source}: {error}") from None
    if len(points) > MOST_POINTS_GIVEN:
        raise InputError(f"{source}: {text[:40]!r} are {len(points)} numbers; give at most {MOST_POINTS_GIVEN}")
    return points
