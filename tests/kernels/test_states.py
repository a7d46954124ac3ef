"""States of one word and of two, state 0 among them, on every engine."""

from typing import Any, NamedTuple

import numpy as np
import pytest

import perfectplay as pp
from perfectplay.contract import canonical, cost, estimate, implements, is_goal, is_hopeless, signed, successors
from perfectplay.contract.bits import lowest, popcount, reverse, word
from perfectplay.contract.state import (
    and_,
    byte,
    count_ones,
    equal,
    from_number,
    hash_state,
    less,
    load,
    make_states,
    or_,
    store,
    to_number,
    xor,
)
from perfectplay.contract.state import test as has_bit
from tests.searches import FOR_ONE


class Corridor(NamedTuple):
    """A walk on the numbers from 6 down to 0 and up again on the other side, where 0 is the only way through."""

    length: int


@implements(successors, Corridor)
def walk(rules: Corridor, state: Any, out: Any) -> int:
    # 106 … 101 lie on one side of 0, 1 … 6 on the other.
    place = signed(state)
    if place == 0:
        out[0], out[1] = 101, 1
        return 2
    side = 100 if place > 100 else 0
    step = place - side
    out[0] = 0 if step == 1 else side + step - 1
    if step < rules.length:
        out[1] = side + step + 1
        return 2
    return 1


@implements(is_goal, Corridor)
def is_far_end(rules: Corridor, state: Any) -> bool:
    return bool(signed(state) == rules.length)


@pytest.mark.parametrize("algorithm", FOR_ONE)
def test_the_only_path_leads_through_state_0(algorithm: str) -> None:
    answer = pp.solve(pp.Puzzle(Corridor(6), start=106, branching=2), algorithm=algorithm)
    assert isinstance(answer, pp.Solved)
    assert answer.solution == ("105", "104", "103", "102", "101", "0", "1", "2", "3", "4", "5", "6")


class Lamps(NamedTuple):
    """Two-word states: switch on `lamps` lamps, each by itself, in any order; one of them costs more."""

    lamps: int


@implements(successors, Lamps)
def switch_on(rules: Lamps, state: Any, out: Any) -> int:
    written = 0
    for lamp in range(60, 60 + rules.lamps):
        if not has_bit(state, lamp):
            low = word(1) << word(lamp) if lamp < 64 else word(0)
            high = word(1) << word(lamp - 64) if lamp >= 64 else word(0)
            store(out, written, or_(state, (low, high)))
            written += 1
    return written


@implements(is_goal, Lamps)
def all_are_on(rules: Lamps, state: Any) -> bool:
    return bool(count_ones(state) == rules.lamps)


@implements(cost, Lamps)
def cost_of_lamp(rules: Lamps, state: Any, successor: Any) -> int:
    return 2 if has_bit(xor(state, successor), 64) else 1


@implements(estimate, Lamps)
def lamps_left(rules: Lamps, state: Any) -> int:
    return rules.lamps - count_ones(state)


@implements(is_hopeless, Lamps)
def is_never(rules: Lamps, state: Any, rule: int) -> bool:
    return False


@implements(canonical, Lamps)
def itself(rules: Lamps, state: Any) -> Any:
    return state


@pytest.mark.parametrize("algorithm", FOR_ONE)
def test_states_of_two_words_on_every_engine(algorithm: str) -> None:
    puzzle = pp.Puzzle(
        Lamps(6),
        start=0,
        words=2,
        branching=6,
        pruning=["never"],
        admissible=True,
        is_monotone=True,
    )
    answer = pp.solve(puzzle, algorithm=algorithm)
    assert isinstance(answer, pp.Solved)
    assert answer.jumps == 6
    assert answer.solution[-1] == str((1 << 66) - (1 << 60))


# 66 holes, so two words: two rows of a long board in which only the last three holes matter.
LONG = "o" * 2 + "." * 62 + "oo"
WIDE_GOAL = "." * 2 + "o" + "." * 60 + "o" + ".."


@pytest.mark.parametrize(
    "algorithm",
    [
        pytest.param(name, marks=[] if name in ("depth-first", "breadth-first") else [pytest.mark.long])
        for name in FOR_ONE
    ],
)
def test_a_board_of_more_than_64_holes(algorithm: str) -> None:
    problem = pp.PegProblem(pp.PegPosition.parse(LONG), pp.PegPosition.parse(WIDE_GOAL))
    answer = pp.solve(problem, algorithm=algorithm)
    assert isinstance(answer, pp.Solved)
    assert sorted(answer.solution) == ["a1-c1", "bn1-bl1"]
    assert pp.verify(answer).accepted


def test_a_board_of_more_than_64_holes_can_be_impossible() -> None:
    unreachable = pp.PegPosition.parse("o" + "." * 64 + "o")
    answer = pp.solve(pp.PegProblem(pp.PegPosition.parse(LONG), unreachable), prune=["duplicates"])
    assert isinstance(answer, pp.Impossible)
    assert pp.verify(answer).accepted


NUMBERS = [0, 1, 5, (1 << 64) - 1, 1 << 63, 0x0123456789ABCDEF]
PAIRS = [*NUMBERS, 1 << 64, (1 << 128) - 1, 0xF << 60]


@pytest.mark.parametrize(("numbers", "words"), [(NUMBERS, 1), (PAIRS, 2)])
def test_operations_are_those_of_python_integers(numbers: list[int], words: int) -> None:
    array = make_states(len(numbers), words)
    for place, number in enumerate(numbers):
        store(array, place, from_number(number, words))
    states = [load(array, place) for place in range(len(numbers))]
    assert [to_number(state) for state in states] == numbers
    for first, a in zip(numbers, states, strict=True):
        assert int(count_ones(a)) == first.bit_count()
        assert sum(1 << bit for bit in range(64 * words) if has_bit(a, bit)) == first
        assert [int(byte(a, place)) for place in range(8 * words)] == list(first.to_bytes(8 * words, "little"))
        for second, b in zip(numbers, states, strict=True):
            assert to_number(and_(a, b)) == first & second
            assert to_number(or_(a, b)) == first | second
            assert to_number(xor(a, b)) == first ^ second
            assert bool(equal(a, b)) == (first == second)
            assert bool(less(a, b)) == (first < second)
            assert (int(hash_state(a)) == int(hash_state(b))) == (first == second)


def test_bits_are_those_of_python_integers() -> None:
    for number in NUMBERS:
        assert int(popcount(np.uint64(number))) == number.bit_count()
        assert int(lowest(np.uint64(number))) == (64 if number == 0 else (number & -number).bit_length() - 1)
        assert int(reverse(np.uint64(number))) == sum((number >> place & 1) << 63 - place for place in range(64))
        assert int(signed(np.uint64(number))) == (number if number < 1 << 63 else number - (1 << 64))
