"""The order in which the successors of a position are looked at."""

from typing import Any

from perfectplay.contract import estimate
from perfectplay.contract.bits import GOLDEN, add, multiply, shift_right, signed, word
from perfectplay.contract.inner import inner
from perfectplay.contract.state import load, store

GIVEN, REVERSED, RANDOM, BY_ESTIMATE = 0, 1, 2, 3


@inner
def _swap(states: Any, first: int, second: int) -> None:
    kept = load(states, first)
    store(states, first, load(states, second))
    store(states, second, kept)


@inner
def arrange(rules: Any, order: int, out: Any, count: int, seeds: Any) -> None:
    """Put the first `count` states of `out` into the order asked for; `seeds[0]` carries the random numbers on."""
    if order == REVERSED:
        for place in range(count // 2):
            _swap(out, place, count - 1 - place)
    elif order == RANDOM:
        for place in range(count - 1, 0, -1):  # Fisher and Yates, by a multiplicative generator
            seeds[0] = add(multiply(seeds[0], GOLDEN), word(1))
            drawn = signed(shift_right(seeds[0], 33))
            _swap(out, place, drawn % (place + 1))
    elif order == BY_ESTIMATE:
        for place in range(1, count):  # insertion: few successors, and equals keep their order
            state = load(out, place)
            value = estimate(rules, state)
            other = place - 1
            while other >= 0 and estimate(rules, load(out, other)) > value:
                store(out, other + 1, load(out, other))
                other -= 1
            store(out, other + 1, state)
