"""Costs and estimates beyond what searches can add up: refused by name, never a wrong answer."""

import pickle
import random
from typing import Any, NamedTuple

import numpy as np
import pytest

import perfectplay as pp
from perfectplay.contract import MOST_COST, NEVER, cost, implements, is_goal, signed, successors
from perfectplay.contract.measures import MeasureError
from tests.kernels import IS_INTERPRETED
from tests.kernels.dear_graph import Dear
from tests.searches import FOR_ONE

SIZE, DEGREE = 6, 2
OPTIMAL = ("uniform", "astar", "deepening", "idastar")
BY_COST = (*OPTIMAL, "greedy", "weighted-astar")
BASES = (1, 2**31, 2**36, 2**38, 2**39, 2**40, 2**62, 2**63 - 1)
STEP = r"the cost of a step is [0-9]+; costs are whole numbers from 0 to 1,099,511,627,775$"
PATH = "a path costs more than 1,099,511,627,775, the most that is supported"
GUESS = r"an estimate is [0-9]+; estimates are whole numbers from 0 to 1,099,511,627,775, or NEVER"


class DearUnsigned(NamedTuple):
    """A chain whose costs have no sign, and so reach twice as far."""

    price: Any
    goal: int


@implements(successors, DearUnsigned)
def next_link(rules: DearUnsigned, state: Any, out: Any) -> int:
    out[0] = signed(state) + 1
    return 1 if signed(state) < rules.goal else 0


@implements(is_goal, DearUnsigned)
def is_last_link(rules: DearUnsigned, state: Any) -> bool:
    return bool(signed(state) == rules.goal)


@implements(cost, DearUnsigned)
def price_of_link(rules: DearUnsigned, state: Any, successor: Any) -> Any:
    return rules.price[0]


def fewest(heads: list[int], costs: list[list[int]], start: int) -> int | None:
    """Return what the cheapest way to the last node costs, by Bellman's and Ford's rounds over all arcs."""
    best: list[int | None] = [None] * SIZE
    best[start] = 0
    for _ in range(SIZE):
        for tail in range(SIZE):
            for head in heads[tail * DEGREE : (tail + 1) * DEGREE]:
                length = best[tail]
                if head >= 0 and length is not None:
                    known = best[head]
                    best[head] = length + costs[tail][head] if known is None else min(known, length + costs[tail][head])
    return best[-1]


def make_graph(seed: int, *, is_guided: bool) -> tuple[pp.Puzzle, int | None]:
    """Return a graph with costs around some base, and what its cheapest solution costs."""
    chance = random.Random(seed)
    base = BASES[seed % len(BASES)]
    heads = [chance.choice([*range(SIZE), -1, -1]) for _ in range(SIZE * DEGREE)]
    costs = [
        [min(2**63 - 1, max(0, chance.choice((0, 1, base)) + chance.randint(-2, 2))) for _ in range(SIZE)]
        for _ in range(SIZE)
    ]
    true = [fewest(heads, costs, node) for node in range(SIZE)]
    guesses = [0 if length is None else chance.choice((0, length, length // 2)) for length in true]
    if is_guided and seed % 3 == 0:
        guesses = [NEVER if length is None else value for value, length in zip(guesses, true, strict=True)]
    numbers = np.array([min(value, 2**63 - 1) if is_guided else 0 for value in guesses], np.int64)
    rules = Dear(np.array(heads, np.int64), np.array(costs, np.int64), numbers, SIZE - 1, DEGREE)
    return pp.Puzzle(rules, start=0, branching=DEGREE, admissible=True), true[0]


@pytest.mark.parametrize("is_guided", [False, True])
@pytest.mark.parametrize("algorithm", FOR_ONE)
def test_an_answer_is_right_or_refused_by_name(algorithm: str, is_guided: bool) -> None:
    outcomes = {"solved": 0, "impossible": 0, "step": 0, "path": 0, "estimate": 0}
    for seed in range(200 if IS_INTERPRETED else 800):
        puzzle, wanted = make_graph(seed, is_guided=is_guided)
        options: dict[str, Any] = {"weight": random.Random(seed).choice((1, 2.5, 999.999, 1000))}
        try:
            answer = pp.solve(puzzle, algorithm=algorithm, **(options if algorithm == "weighted-astar" else {}))
        except pp.ContractError as error:
            kinds = {"step": "the cost of a step", "path": PATH, "estimate": "an estimate is"}
            outcomes[next(kind for kind, text in kinds.items() if text in str(error))] += 1
            assert str(error).startswith("Dear: ")
            assert max(0, *map(int, puzzle.rules.costs.flat)) * SIZE > MOST_COST, "nothing is too costly"
            continue
        outcomes[answer.status] += 1
        assert (answer.status == "solved") == (wanted is not None), seed
        if isinstance(answer, pp.Solved):
            assert wanted is not None
            assert wanted <= answer.own["cost"] <= MOST_COST
            if algorithm in OPTIMAL:
                assert (answer.own["cost"], answer.optimal) == (wanted, True), seed
    assert all(outcomes[kind] for kind in ("solved", "impossible", "step", "path")), outcomes


def chain(*costs: int, guesses: tuple[int, ...] = (0,) * SIZE) -> pp.Puzzle:
    """Return nodes in a row with these costs between them, the last one being the goal."""
    heads = [place for node in range(len(costs)) for place in (node + 1, -1)]
    table = np.zeros((SIZE, SIZE), np.int64)
    for node, number in enumerate(costs):
        table[node, node + 1] = number
    rules = Dear(np.array(heads, np.int64), table, np.array(guesses, np.int64), len(costs), DEGREE)
    return pp.Puzzle(rules, start=0, branching=DEGREE, admissible=True)


@pytest.mark.parametrize("algorithm", FOR_ONE)
@pytest.mark.parametrize(
    ("costs", "message"),
    [
        ((2**63 - 1,), STEP),
        ((2**62, 2**62), STEP),
        ((1, 1, MOST_COST + 1), STEP),
        ((-1, 2), "the cost of a step is -1"),
        ((MOST_COST, 1), PATH),
        ((2**39, 2**39), PATH),
        ((MOST_COST, MOST_COST, MOST_COST), PATH),
    ],
)
def test_what_cannot_be_added_up_is_refused(algorithm: str, costs: tuple[int, ...], message: str) -> None:
    with pytest.raises(pp.ContractError, match=message):
        pp.solve(chain(*costs), algorithm=algorithm)


@pytest.mark.parametrize("algorithm", FOR_ONE)
@pytest.mark.parametrize("costs", [(MOST_COST,), (2**39, 2**39 - 1), (0, MOST_COST, 0)])
def test_the_most_is_supported(algorithm: str, costs: tuple[int, ...]) -> None:
    guesses = (MOST_COST, *(0,) * (SIZE - 1))
    options: dict[str, Any] = {"weight": 1000} if algorithm == "weighted-astar" else {}
    answer = pp.solve(chain(*costs, guesses=guesses), algorithm=algorithm, **options)
    assert isinstance(answer, pp.Solved)
    assert answer.own["cost"] == MOST_COST


@pytest.mark.parametrize("algorithm", ["astar", "greedy", "weighted-astar", "idastar"])
@pytest.mark.parametrize("number", [MOST_COST + 1, 2**61, 2**62, NEVER + 1, 2**63 - 1])
@pytest.mark.parametrize("place", [0, 1])
def test_an_estimate_beyond_all_costs_is_refused(algorithm: str, number: int, place: int) -> None:
    guesses = [0] * SIZE
    guesses[place] = number
    with pytest.raises(pp.ContractError, match=GUESS):
        pp.solve(chain(1, 1, guesses=tuple(guesses)), algorithm=algorithm)


def test_a_goal_beyond_the_bound_is_not_impossible_by_its_estimate() -> None:
    """An honest estimate of 2**40 was once taken for NEVER."""
    with pytest.raises(pp.ContractError, match="1,099,511,627,775"):
        pp.solve(chain(2**39, 2**39, guesses=(0, 2**39, *(0,) * (SIZE - 2))), algorithm="astar")
    with pytest.raises(pp.ContractError, match="an estimate is 1099511627776"):
        pp.solve(chain(2**39, 2**39, guesses=(2**40, *(0,) * (SIZE - 1))), algorithm="astar")


@pytest.mark.parametrize("algorithm", BY_COST)
def test_costs_without_a_sign_are_added_exactly(algorithm: str) -> None:
    puzzle = pp.Puzzle(DearUnsigned(np.array([2**38 - 1], np.uint64), 4), start=0, branching=1)
    answer = pp.solve(puzzle, algorithm=algorithm)
    assert isinstance(answer, pp.Solved)
    assert answer.own["cost"] == 4 * (2**38 - 1)
    for price in (2**63, 2**64 - 1):
        puzzle = pp.Puzzle(DearUnsigned(np.array([price], np.uint64), 4), start=0, branching=1)
        with pytest.raises(pp.ContractError, match=f"DearUnsigned: the cost of a step is {price};"):
            pp.solve(puzzle, algorithm=algorithm)


def test_a_refusal_can_be_sent_to_another_process() -> None:
    error = MeasureError("Jugs", "cost", 2**63)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
