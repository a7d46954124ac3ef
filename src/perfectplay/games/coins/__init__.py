"""Triangular Nim: take coins in straight lines from a triangle; who takes the last one loses."""

from collections.abc import Sequence
from pathlib import Path

from perfectplay.errors import InputError
from perfectplay.games.base import Family, Variant
from perfectplay.games.coins.files import KEYS, changed, game_of_file, read_position_file
from perfectplay.games.coins.game import PRESETS, CoinGame
from perfectplay.games.coins.position import CoinPosition
from perfectplay.games.coins.problem import FACTS, CoinProblem
from perfectplay.games.coins.triangle import MOST_SIDE
from perfectplay.games.items import read_items

__all__ = ["FAMILY", "CoinGame", "CoinPosition", "CoinProblem"]

COLOURED = "assignment5"
VARIANTS = [
    Variant("6", f"a side of 6; any from 1 to {MOST_SIDE} will do: coins/8:runs=6, coins/6:play=normal"),
    Variant("assignment1", "21 coins; runs score 5 9 11 10 8 5, the winner 80"),
    Variant("assignment3", "21 coins; runs score 5 1 8 -11 11 -30, the winner 25"),
    Variant("assignment4", "36 coins, runs up to 6; 3 7 -5 15 7 -20, the winner 25, the loser -25"),
    Variant("assignment5", "21 coloured coins, by seed=N or colours=rgyw…; 3 7 -5 5 7 -20, the winner 25"),
]


def variants() -> list[Variant]:
    """Return one side for all, and the presets."""
    return VARIANTS


def load(variant: str, items: Sequence[str]) -> CoinProblem:
    """Make the problem of a spec: a side, a preset or `@file`, with `key=value` items."""
    spec = f"coins/{variant}" + (f":{','.join(items)}" if items else "")
    if variant.startswith("@"):
        source = variant[1:]
        file = read_position_file(Path(source))
        game = game_of_file(file, _keys(spec, items, KEYS), source)
        return CoinProblem(game, file.position.coins, spec)
    if variant in PRESETS:
        is_coloured = variant == COLOURED
        keys = _keys(spec, items, (*KEYS, "seed", "colours") if is_coloured else KEYS)
        if "seed" in keys and "colours" in keys:
            raise InputError(f"{spec}: colours are given, or by seed; leave out one of them")
        if is_coloured and not keys.keys() & {"seed", "colours"}:
            keys["seed"] = "1"
        return CoinProblem(changed(PRESETS[variant], keys, spec), None, spec)
    if not (variant.isascii() and variant.isdigit() and len(variant) <= 4):
        known = ", ".join(PRESETS)
        raise InputError(f"no triangle {variant[:40]!r}; write a side from 1 to {MOST_SIDE}, {known}, or @FILE")
    try:
        game = CoinGame(int(variant))
    except InputError as error:
        raise InputError(f"{spec}: {error}") from None
    return CoinProblem(changed(game, _keys(spec, items, KEYS), spec), None, spec)


def _keys(spec: str, items: Sequence[str], known: Sequence[str]) -> dict[str, str]:
    arguments, keys = read_items(spec, items, known)
    if arguments:
        raise InputError(f"{spec}: {arguments[0][:20]!r} is no key=value; known keys are {', '.join(known)}")
    return keys


FAMILY = Family("coins", "Triangular Nim: who has to take the last coin?", FACTS, variants, load, {})
