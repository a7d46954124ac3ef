"""Edits of a saved answer: every field changed, dropped, swapped, retyped or added, with the digest made to fit."""

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

from perfectplay.model.answers import digest

Json = dict[str, Any]
Path = tuple[str | int, ...]

# The writer's account of its own work, which is no claim, and the seal itself.
ACCOUNT = ("stats", "search", "version", "digest")
FOREIGN: Json = {
    "pegs": 1, "men": 4, "unused_men": 2, "optimal_solutions": 1, "winner": "first", "value": 1, "cost": 7,
    "best_moves": [], "move_values": [], "detail": "none", "colour": "red", "positions": 1,
}  # fmt: skip
# Words that mean something somewhere: each is tried where a text stands.
WORDS = (
    "solved", "impossible", "unknown", "jumps", "moves", "pegs", "men", "cost", "win", "score", "win-then-score",
    "first", "second", "draw", "banana", "square", "diagonal", "skew", "triangle", "normal", "misere", "any", "time",
    "count", "class", "weights", "tree", "golden", "bound", "exhaustion", "absent", "apart", "relaxed", "a1", "c3",
    "pegs/english", "army/half-plane:5", "coins/3", "dice/board-11", "a1-c1", "1", "-1", "1/2", "0", "", "a", "é",
)  # fmt: skip
MOST_PLACES = 5  # places of a list, or of an object with many names, that are looked into
MOST_EDITED = 40  # places of an answer that are edited; only large certificates have more


def sealed(answer: Json) -> Json:
    """Return an answer whose digest fits."""
    fields = {name: value for name, value in answer.items() if name != "digest"}
    return {**fields, "digest": digest(fields)}


def paths(value: Any, chance: Random, path: Path = ()) -> Iterator[Path]:
    """Yield the places of an answer, those of large parts by lot."""
    if path:
        yield path
    inner: list[str | int] = []
    if isinstance(value, dict):
        inner = [name for name in value if path or name not in ACCOUNT]
    elif isinstance(value, list):
        inner = list(range(len(value)))
    if path and len(inner) > MOST_PLACES:
        inner = chance.sample(inner, MOST_PLACES)
    for name in inner:
        yield from paths(value[name], chance, (*path, name))


def get(answer: Any, path: Path) -> Any:
    for name in path:
        answer = answer[name]
    return answer


def put(answer: Json, path: Path, value: Any) -> Json:
    """Return a copy of an answer with another value at a place."""
    changed = deepcopy(answer)
    get(changed, path[:-1])[path[-1]] = value
    return changed


def other_values(value: Any) -> list[Any]:
    """Return what may stand in place of a value: others of its type, and of every other type."""
    retyped: list[Any] = [None, True, False, 0, 1, -1, 2.0, "", [], {}]
    if isinstance(value, bool):
        return [*retyped, int(value), str(value)]
    if isinstance(value, int):
        return [*retyped, value + 1, value - 1, -value, float(value), str(value), 10**30, value * 2]
    if isinstance(value, str):
        return [*retyped, value + "x", value[:-1], value[::-1], value.upper(), value + " ", *WORDS]
    if isinstance(value, list):
        swapped = [*value[1:2], *value[:1], *value[2:]]
        return [*retyped, value[1:], value[:-1], value[::-1], value + value[:1], swapped, [None, *value]]
    if isinstance(value, dict):
        items = list(value.items())
        return [*retyped, dict(items[1:]), dict(items[:-1]), {**value, "extra": 1}]
    return [*retyped, "time", ["a1-c1"], {"kind": "count"}, {"kind": "exhaustion"}]


def edits(answer: Json, chance: Random) -> Iterator[tuple[str, Json]]:
    """Yield each edit by its name, and the answer that it makes; the digest is still the old one."""
    places = list(paths(answer, chance))
    for path in chance.sample(places, min(len(places), MOST_EDITED)):
        value = get(answer, path)
        seen = {json.dumps(value)}
        for other in other_values(value):
            if (text := json.dumps(other)) not in seen:
                seen.add(text)
                yield f"{path}: {text[:60]}", put(answer, path, other)
        dropped = deepcopy(answer)
        del get(dropped, path[:-1])[path[-1]]
        yield f"{path}: dropped", dropped
    for name, value in FOREIGN.items():
        if name not in answer:
            yield f"{name}: added", {**answer, name: value}
            yield f"{name}: added to the problem", put(answer, ("problem", name), value)
            if isinstance(answer.get("certificate"), dict):
                yield f"{name}: added to the certificate", put(answer, ("certificate", name), value)
    names = [name for name in answer if name not in ACCOUNT and name != "problem"]
    for first in names:
        for second in names:
            if first < second and answer[first] != answer[second]:
                yield f"{first} and {second}: swapped", {**answer, first: answer[second], second: answer[first]}
