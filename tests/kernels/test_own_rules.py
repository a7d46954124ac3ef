"""Rules that break the contract later than at the start are refused, on every engine, and never corrupt memory."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import perfectplay as pp
from perfectplay.contract import cost, implements, is_goal, signed, successors
from perfectplay.contract.state import store
from tests.kernels import IS_INTERPRETED
from tests.searches import FOR_ONE


class Overflowing(NamedTuple):
    """Writes too many successors from state 5 on, through `store`, as rules of two words must."""

    most: int


@implements(successors, Overflowing)
def write_many(rules: Overflowing, state: Any, out: Any) -> int:
    place = state[0]
    if place < 5:
        store(out, 0, (place + 1, state[1]))
        return 1
    for number in range(rules.most):
        store(out, number, (place + number, state[1]))
    return rules.most


@implements(is_goal, Overflowing)
def is_never(rules: Overflowing, state: Any) -> bool:
    return False


class Boasting(NamedTuple):
    """Returns more than it wrote from state 5 on."""

    most: int


@implements(successors, Boasting)
def boast(rules: Boasting, state: Any, out: Any) -> int:
    out[0] = signed(state) + 1
    return 1 if signed(state) < 5 else rules.most


@implements(is_goal, Boasting)
def is_never_too(rules: Boasting, state: Any) -> bool:
    return False


class Paying(NamedTuple):
    """A step back costs less than nothing."""

    price: int


@implements(successors, Paying)
def step(rules: Paying, state: Any, out: Any) -> int:
    out[0] = signed(state) + 1
    return 1


@implements(is_goal, Paying)
def is_ten(rules: Paying, state: Any) -> bool:
    return bool(signed(state) == 10)


@implements(cost, Paying)
def price_of_step(rules: Paying, state: Any, successor: Any) -> int:
    return rules.price if signed(state) == 5 else 1


QUICK = ("breadth-first", "depth-first")


@pytest.mark.parametrize("algorithm", FOR_ONE)
def test_too_many_successors_are_refused(algorithm: str) -> None:
    with pytest.raises(pp.ContractError, match="branching"):
        pp.solve(pp.Puzzle(Overflowing(1000), start=0, words=2, branching=2), algorithm=algorithm)


@pytest.mark.parametrize(
    "algorithm", [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.long]) for name in FOR_ONE]
)
def test_more_successors_than_were_written_are_refused(algorithm: str) -> None:
    with pytest.raises(pp.ContractError, match="branching"):
        pp.solve(pp.Puzzle(Boasting(1000), start=0, branching=2), algorithm=algorithm)


@pytest.mark.parametrize("algorithm", ["uniform", "astar", "deepening"])
def test_a_negative_cost_is_refused(algorithm: str) -> None:
    with pytest.raises(pp.ContractError, match="Paying: the cost of a step is -3; costs are whole numbers from 0 to"):
        pp.solve(pp.Puzzle(Paying(-3), start=0, branching=1), algorithm=algorithm)
    answer = pp.solve(pp.Puzzle(Paying(3), start=0, branching=1), algorithm=algorithm)
    assert isinstance(answer, pp.Solved)
    assert (answer.cost, answer.optimal, answer.objective) == (12, True, "cost")


def double(number: Any) -> Any:
    return twice(number)


def twice(number: Any) -> Any:
    return number * 2


class Doubling(NamedTuple):
    """Rules that call plain helpers, which call others."""

    goal: int


@implements(successors, Doubling)
def grow(rules: Doubling, state: Any, out: Any) -> int:
    out[0] = double(signed(state))
    out[1] = signed(state) + 1
    return 2 if signed(state) < rules.goal else 0


@implements(is_goal, Doubling)
def is_grown(rules: Doubling, state: Any) -> bool:
    return bool(signed(state) == rules.goal)


def test_helpers_may_be_plain_functions() -> None:
    answer = pp.solve(pp.Puzzle(Doubling(10), start=1, branching=2))
    assert isinstance(answer, pp.Solved)
    assert (answer.jumps, answer.search["algorithm"]) == (4, "breadth-first")


# Ways to a helper, each with the expression that doubles a number; the closure has `helper`.
HELPERS = {
    "a closure": "helper(number)",
    "a package": "doubling.nested.double(number)",
    "a default argument": "by_default(number)",
}
WAYS = """
import doubling.nested
from perfectplay.contract import implements, is_goal, signed, successors

def helper(number):
    return number * 2

def by_default(number, inside=helper):
    return inside(number)

def make(helper, rules_class):
    @implements(successors, rules_class)
    def grow(rules, state, out):
        number = signed(state)
        out[0] = EXPRESSION
        out[1] = number + 1
        return 2 if number < rules.goal else 0

    @implements(is_goal, rules_class)
    def is_grown(rules, state):
        return signed(state) == rules.goal
"""


@pytest.mark.parametrize("way", HELPERS)
def test_helpers_are_compiled_on_every_path(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Growing(NamedTuple):
        goal: int

    (tmp_path / "doubling").mkdir()
    (tmp_path / "doubling" / "nested.py").write_text("def double(number):\n    return number * 2\n")
    (tmp_path / "rules_with_helpers.py").write_text(WAYS.replace("EXPRESSION", HELPERS[way]))
    monkeypatch.syspath_prepend(tmp_path)
    if not IS_INTERPRETED:
        monkeypatch.setenv("PERFECTPLAY_COMPILE", "always")
    # The modules are new, so that no other rule has made their helpers known to the compiler.
    for name in ("doubling", "doubling.nested", "rules_with_helpers"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    rules = import_module("rules_with_helpers")
    rules.make(rules.helper, Growing)
    answer = pp.solve(pp.Puzzle(Growing(10), start=1, branching=2), algorithm="breadth-first")
    assert isinstance(answer, pp.Solved)
    assert (answer.jumps, answer.stats.mode) == (4, "interpreted" if IS_INTERPRETED else "compiled")
