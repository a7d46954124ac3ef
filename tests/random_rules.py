"""Random expressions over the fields of rules: arrays of every type, integers of every size, and all operators."""

import random
from pathlib import Path

DTYPES = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
BINARY = ("+", "-", "*", "<<", ">>", "&", "|", "^", "//", "%", "<", "<=", "==", "!=", ">", ">=")
UNARY = ("-", "~", "not ")
CELLS = 12
NUMBERS = tuple(f"({n})" for n in (0, 1, 2, 7, 63, 64, -1, 255, 1 << 31, 1 << 63, (1 << 64) - 1, -(1 << 63)))
LEAVES = (
    "rules.first[i]",
    "rules.second[CELLS - 1 - i]",
    "rules.number",
    "i",
    "state",
    "len(rules.first)",
    "rules.pair[1]",
)
ANY_LEAVES = LEAVES + NUMBERS

HEAD = """from typing import Any, NamedTuple

import numpy as np

import perfectplay as pp
from perfectplay.contract import cost, gain, implements, is_goal, outcome, signed, successors

CELLS = 12


class {name}(NamedTuple):
    first: Any
    second: Any
    number: int
    pair: tuple
    which: int = 0


def of_all_sizes(dtype, seed):
    random = np.random.default_rng(seed)
    if dtype == "bool":
        return random.integers(0, 2, CELLS).astype(bool)
    least, most = np.iinfo(dtype).min, np.iinfo(dtype).max
    wide = random.integers(least, most, CELLS, dtype, endpoint=True)
    small = random.integers(0, 9, CELLS).astype(dtype)
    return np.where(random.integers(0, 2, CELLS) == 1, wide, small).astype(dtype)


def fields(which=0):
    first = of_all_sizes("{first}", {seed})
    second = of_all_sizes("{second}", {seed} + 1)
    return {name}(first, second, {number}, (3, {number} // 3), which)


def helper(number):
    number += 1
    return number * 3
"""


def head(seed: int, name: str) -> str:
    """Return the beginning of a file of rules, with fields of random types."""
    chance = random.Random(seed)
    return HEAD.format(
        name=name,
        first=chance.choice(DTYPES),
        second=chance.choice(DTYPES),
        seed=seed,
        number=chance.choice((5, -7, 1 << 40, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, -(1 << 63))),
    )


def expression(chance: random.Random, depth: int, leaves: tuple[str, ...] = LEAVES) -> str:
    """Return a random expression of a state, its number `i` and the rules; no part of it is worked out beforehand."""
    if not depth:
        return chance.choice(leaves)
    kind = chance.random()
    if kind < 0.1:
        return f"({chance.choice(UNARY)}{expression(chance, depth - 1)})"
    if kind < 0.15:
        return f"helper({expression(chance, depth - 1)})"
    if kind < 0.2:
        return f"rules.second[({expression(chance, depth - 1)}) % 2]"
    operator = chance.choice(BINARY)
    left, right = expression(chance, depth - 1), expression(chance, chance.randrange(depth), ANY_LEAVES)
    if operator in ("<<", ">>") and chance.random() < 0.7:
        right = f"({right}) % 64"
    return f"({left} {operator} {right})"


PUZZLE = """
@implements(successors, {name})
def step(rules, state, out):
    i = signed(state) % CELLS
    here = signed(state)
    out[0] = (here * 5 + 1) % 97
    out[1] = (here + 7) % 97
    out[2] = ({0}) & 63
    return 3


@implements(is_goal, {name})
def is_there(rules, state):
    i = signed(state) % CELLS
    return ({1}) % 5 == 3 and signed(state) > 20


@implements(cost, {name})
def toll(rules, state, after):
    i = signed(after) % CELLS
    return ({2}) & 1023


def problem():
    return pp.Puzzle(fields(), start=0, branching=3)
"""

GAME = """
@implements(successors, {name})
def take(rules, state, out):
    i = signed(state) % CELLS
    here = signed(state)
    count = 0
    for more in range(2):
        after = here - 1 - more - (({0}) & 1)
        if after >= 0:
            out[count] = after
            count += 1
    return count


@implements(outcome, {name})
def worth(rules, state):
    i = signed(state) % CELLS
    return ((({1}) & 63) % 3) - 1


@implements(gain, {name})
def points(rules, state, after):
    i = signed(state) % CELLS
    return (({2}) & 7) - 3


def problem():
    return pp.Game(fields(), start=30, branching=2)
"""


def write_problem(path: Path, kind: str, seed: int) -> None:
    """Write a file with a random problem: PUZZLE or GAME."""
    chance = random.Random(seed)
    parts = [expression(chance, 2) for _ in range(3)]
    path.write_text(head(seed, f"Random{seed}") + kind.format(*parts, name=f"Random{seed}"))
