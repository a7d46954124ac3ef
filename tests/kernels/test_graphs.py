"""Random graphs with cycles, costs of 0 and more, and estimates that are admissible but not consistent."""

import heapq
import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import perfectplay as pp
from tests.kernels.dear_graph import Dear
from tests.searches import FOR_ONE

SIZE, DEGREE = 8, 3
OPTIMAL = ("uniform", "astar", "deepening", "idastar")


def distances(heads: Any, costs: Any, goal: int) -> list[int | None]:
    """Return the cheapest way from each node to the goal, by Dijkstra's algorithm on the arcs turned round."""
    found: dict[int, int] = {}
    queue = [(0, goal)]
    while queue:
        length, node = heapq.heappop(queue)
        if node in found:
            continue
        found[node] = length
        for tail in range(SIZE):
            if node in heads[tail * DEGREE : (tail + 1) * DEGREE]:
                heapq.heappush(queue, (length + int(costs[tail, node]), tail))
    return [found.get(node) for node in range(SIZE)]


def make_graph(seed: int, *, has_unit_cost: bool) -> tuple[pp.Puzzle, int | None]:
    chance = random.Random(seed)
    heads = np.array([chance.choice([*range(SIZE), -1]) for _ in range(SIZE * DEGREE)], np.int64)
    most = (1, 1) if has_unit_cost else (0, 4)
    costs = np.array([[chance.randint(*most) for _ in range(SIZE)] for _ in range(SIZE)], np.int64)
    true = distances(heads, costs, SIZE - 1)
    guesses = np.array([chance.randint(0, length) if length else 0 for length in true], np.int64)
    rules = Dear(heads, costs, guesses, SIZE - 1, DEGREE)
    puzzle = pp.Puzzle(rules, start=0, branching=DEGREE, admissible=True)
    return puzzle, true[0]


def length_of(puzzle: pp.Puzzle, answer: pp.Solved) -> int:
    nodes = [0, *map(int, answer.solution)]
    for tail, head in pairwise(nodes):
        assert head in puzzle.successors(tail)
    return sum(int(puzzle.rules.costs[tail, head]) for tail, head in pairwise(nodes))


@pytest.mark.parametrize("algorithm", FOR_ONE)
@pytest.mark.parametrize("prune", [None, ()])
def test_every_algorithm_on_random_graphs(algorithm: str, prune: tuple[str, ...] | None) -> None:
    for seed in range(60):
        puzzle, shortest = make_graph(seed, has_unit_cost=seed % 2 == 0)
        answer = pp.solve(puzzle, algorithm=algorithm, prune=prune)
        if shortest is None:
            assert isinstance(answer, pp.Impossible), seed
            continue
        assert isinstance(answer, pp.Solved), seed
        length = length_of(puzzle, answer)
        assert length >= shortest
        is_claimed = algorithm in OPTIMAL
        assert (answer.optimal, answer.cost) == (is_claimed, length)
        if is_claimed:
            assert length == shortest, (seed, answer.solution)


def test_weighted_astar_stays_within_its_factor() -> None:
    for seed in range(60):
        puzzle, shortest = make_graph(seed, has_unit_cost=False)
        for weight in (1.0, 1.5, 3.0):
            answer = pp.solve(puzzle, algorithm="weighted-astar", weight=weight)
            if isinstance(answer, pp.Solved):
                assert length_of(puzzle, answer) <= weight * (shortest or 0)
