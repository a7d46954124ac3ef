"""Triangular Nim: take coins in straight lines from a triangle; who takes the last one loses."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.base.files import given_text, is_given
from perfectplay.base.numbers import read_whole
from perfectplay.base.spelling import off_page
from perfectplay.games.coins.files import (
    KEYS,
    MOST_BYTES,
    WHAT,
    changed,
    game_of_file,
    parse_position_file,
)
from perfectplay.games.coins.game import COLOUR_NAMES, PRESETS, CoinGame
from perfectplay.games.coins.position import CoinPosition
from perfectplay.games.coins.problem import FACTS, CoinProblem
from perfectplay.games.coins.triangle import MOST_SIDE
from perfectplay.model.family import Family, Variant
from perfectplay.model.items import read_items
from perfectplay.model.option import Option, Switch

__all__ = ["FAMILY", "CoinGame", "CoinPosition", "CoinProblem"]

MOST_DIGITS = 4
COLOURED = "assignment5"
COLOUR_KEYS = ("seed", "colours")
VARIANTS = [
    Variant("6", f"a side of 6; any from 1 to {MOST_SIDE} will do: coins/8:runs=6, coins/3:position=o/.o/ooo"),
    Variant("assignment1", "21 coins; runs score 5 9 11 10 8 5, the winner 80"),
    Variant("assignment2", "another name for assignment1"),
    Variant("assignment3", "21 coins; runs score 5 1 8 -11 11 -30, the winner 25"),
    Variant("assignment4", "36 coins, runs up to 6; 3 7 -5 15 7 -20, the winner 25, the loser -25"),
    Variant(
        "assignment5", "21 coloured coins, by seed=N or colours=rgyw…; 3 7 -5 5 7 -20, the winner 25", is_drawn=True
    ),
    Variant("@position.txt", "a position drawn in a file, row by row; rules may stand above it"),
    Variant("-", "the same from standard input"),
]


def variants() -> list[Variant]:
    """Return one side for all, the presets, and the ways to give a position."""
    return VARIANTS


def load(variant: str, items: Sequence[str]) -> CoinProblem:
    """Make the problem of a spec: a side, a preset, `@file`, `-` or `~text`, with `key=value` items."""
    spec = f"coins/{variant}" + (f":{','.join(items)}" if items else "")
    if is_given(variant):
        keys = _keys(spec, items, KEYS)
        text, source = given_text(variant, WHAT, MOST_BYTES)
        file = parse_position_file(text, source)
        return CoinProblem(game_of_file(file, keys, source), file.position.coins, spec)
    if variant in PRESETS:
        return _drawn(spec, items, PRESETS[variant])
    if (side := read_whole(variant)) is None or side < 0 or len(variant) > MOST_DIGITS:
        known = ", ".join(PRESETS)
        raise InputError(
            f"no triangle {variant[:40]!r}; write a side from 1 to {MOST_SIDE}, {known}"
            f"{off_page(', @FILE, or - for standard input')}"
        )
    try:
        game = CoinGame(side)
    except InputError as error:
        raise InputError(f"{spec}: {error}") from None
    return _drawn(spec, items, game)


def _drawn(spec: str, items: Sequence[str], game: CoinGame) -> CoinProblem:
    """Return the problem of a game with the changes and the position that items ask for."""
    keys = _keys(spec, items, (*KEYS, *COLOUR_KEYS, "position"))
    given = [key for key in COLOUR_KEYS if key in keys]
    if len(given) > 1:
        raise InputError(f"{spec}: colours are given, or by seed; leave out one of them")
    position = _position(spec, keys.pop("position"), game) if "position" in keys else None
    if position is not None and position.colours:
        if given:
            raise InputError(f"{spec}: the position tells the colours; leave out {given[0]}, or write o for each coin")
        keys["colours"] = position.colours
    elif game.preset == COLOURED and not given:
        keys["seed"] = "1"
    return CoinProblem(changed(game, keys, spec), None if position is None else position.coins, spec)


def _position(spec: str, text: str, game: CoinGame) -> CoinPosition:
    try:
        position = CoinPosition.parse(text)
    except InputError as error:
        raise InputError(f"{spec}: the position's {error}") from None
    if position.side != game.side:
        rows = "1 row" if position.side == 1 else f"{position.side} rows"
        raise InputError(f"{spec}: the position has {rows}, where a side of {game.side} has {game.side}")
    return position


def _keys(spec: str, items: Sequence[str], known: Sequence[str]) -> dict[str, str]:
    arguments, keys = read_items(spec, items, known)
    if arguments:
        raise InputError(f"{spec}: {arguments[0][:20]!r} is no key=value; known keys are {', '.join(known)}")
    return keys


def read(whole: Mapping[str, Any]) -> CoinProblem:
    """Return the problem of a saved answer."""
    position = CoinPosition.from_drawing(whole["start"])
    game = CoinGame(
        whole["side"],
        longest_run=whole["longest_run"],
        is_misere=whole["play"] == "misere",
        points=tuple(whole["points"]),
        winner_points=whole["winner_points"],
        loser_points=whole["loser_points"],
        colours=position.colours,
    )
    if points := whole.get("colour_points"):
        game = replace(game, colour_points=tuple(points[letter] for letter in COLOUR_NAMES))
    return CoinProblem(game, position.coins, str(whole["spec"]))


FAMILY = Family(
    "coins",
    "Triangular Nim: who has to take the last coin?",
    FACTS,
    variants,
    load,
    options=(
        Option(
            "all_moves",
            Switch(),
            "Coins: the exact value of every first move; other games for two have them anyway.",
            page_help="The exact value of every first move.",
            default=False,
            steers=False,
            is_for_one=False,
            label="never",
        ),
    ),
    parts={
        "solver": "perfectplay.games.coins.solving.solver:CoinSolver",
        "words": "perfectplay.games.coins.words:CoinWords",
        "editor": "perfectplay.games.coins.editor:EDITOR",
        "oracle": "perfectplay.games.coins.solving.oracle:find_oracle",
        "table": "perfectplay.games.coins.solving.tables:CoinTables",
        "players": "perfectplay.games.coins.players.roster:ROSTER",
    },
    read=read,
    file_suffixes=(".txt",),
)
