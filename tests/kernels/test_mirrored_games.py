"""Random games for two whose positions have images, in states of two words, against a brute force."""

from itertools import accumulate
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

import perfectplay as pp
from perfectplay.contract import canonical, gain, implements, outcome, signed, successors, word
from tests import brute_two
from tests.brute_two import Graph
from tests.kernels.test_games import SEARCHES, drawn_graph


class MirrorRules(NamedTuple):
    """A graph and its mirror image: the second word of a state is a position, or that and `number` more."""

    number: int
    firsts: Any
    targets: Any
    gains: Any
    ends: Any


@implements(successors, MirrorRules)
def follow(rules: Any, state: Any, out: Any) -> int:
    first, end = rules.firsts[signed(state[1])], rules.firsts[signed(state[1]) + 1]
    for place in range(first, end):
        out[place - first, 0] = 0
        out[place - first, 1] = rules.targets[place]
    return end - first


@implements(gain, MirrorRules)
def gained(rules: Any, state: Any, successor: Any) -> int:
    return rules.gains[signed(state[1]) % rules.number, signed(successor[1]) % rules.number]


@implements(outcome, MirrorRules)
def end(rules: Any, state: Any) -> int:
    return rules.ends[signed(state[1]) % rules.number]


@implements(canonical, MirrorRules)
def image(rules: Any, state: Any) -> Any:
    return word(0), word(signed(state[1]) % rules.number)


def mirrored(graph: Graph, seed: int) -> pp.Game:
    """Return the game of a graph in which each move leads to a position or to its image, by lot."""
    chance, count = Random(seed), len(graph.moves)
    moves = [[after + chance.choice((0, count)) for after in after_here] for after_here in graph.moves * 2]
    gains = np.zeros((count, count), np.int64)
    for here, (after_here, points) in enumerate(zip(graph.moves, graph.gains, strict=True)):
        gains[here, after_here] = points
    firsts = np.array([0, *accumulate(map(len, moves))], np.int64)
    targets = np.array([after for after_here in moves for after in after_here] or [0], np.int64)
    rules = MirrorRules(count, firsts, targets, gains, np.array(graph.ends, np.int64))
    return pp.Game(rules, 0, branching=25, words=2)


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_images_have_the_value_of_their_position(algorithm: str) -> None:
    for seed in range(60):
        graph = drawn_graph(seed, has_points=True)
        answer = pp.solve(mirrored(graph, seed), algorithm=algorithm)
        assert isinstance(answer, pp.Decided) and answer.move_values is not None
        assert answer.value == brute_two.value(graph, 0), seed
        worths = zip(graph.moves[0], graph.gains[0], strict=True)
        wanted = {points - brute_two.value(graph, after) for after, points in worths}
        assert {value for _, _, value in answer.move_values} == wanted, seed
