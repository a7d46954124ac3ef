"""Random games and puzzles with symmetries that move the start, against a brute force that ignores symmetry."""

import heapq
from collections.abc import Callable
from itertools import accumulate, pairwise
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

import perfectplay as pp
from perfectplay.contract import canonical, cost, gain, implements, is_goal, outcome, signed, successors, word
from tests import brute_two
from tests.brute_two import Graph
from tests.places import ROOT
from tests.searches import FOR_ONE, FOR_TWO

WINNERS = {1: "first", 0: "draw", -1: "second"}
REJECTED = r"image \(canonical of \w+\) returned"
FINITE = [name for name in FOR_TWO if name != "retrograde"]


class Case(NamedTuple):
    """A graph with a symmetry: the last three are the same for all images."""

    moves: list[list[int]]
    images: list[int]  # one node of each orbit, for every node
    start: int
    worths: list[list[int]]  # gain or cost of each move
    ends: list[int]
    goals: list[bool]


class Rules(NamedTuple):
    """A case as arrays."""

    firsts: Any
    targets: Any
    worths: Any  # by tail and head
    ends: Any
    goals: Any
    images: Any


class Points(Rules):
    """The rules of a game with gains."""


class Roads(Rules):
    """The rules of a puzzle with costs."""


class Steps(Rules):
    """The rules of a puzzle without costs."""


def follow(rules: Any, state: Any, out: Any) -> Any:
    first, end = rules.firsts[signed(state)], rules.firsts[signed(state) + 1]
    for place in range(first, end):
        out[place - first] = rules.targets[place]
    return end - first


def image(rules: Any, state: Any) -> Any:
    return word(rules.images[signed(state)])


def end_worth(rules: Any, state: Any) -> Any:
    return rules.ends[signed(state)]


def worth(rules: Any, state: Any, successor: Any) -> Any:
    return rules.worths[signed(state), signed(successor)]


def is_there(rules: Any, state: Any) -> Any:
    return rules.goals[signed(state)] > 0


for rules_class in (Rules, Points, Roads, Steps):
    implements(successors, rules_class)(follow)
    implements(canonical, rules_class)(image)
for rules_class in (Rules, Points):
    implements(outcome, rules_class)(end_worth)
for rules_class in (Roads, Steps):
    implements(is_goal, rules_class)(is_there)
implements(gain, Points)(worth)
implements(cost, Roads)(worth)


def rules_of(case: Case, rules_class: type[Any]) -> Any:
    count = len(case.moves)
    worths = np.zeros((count, count), np.int64)
    for tail, heads in enumerate(case.moves):
        worths[tail, heads] = case.worths[tail]
    targets = np.array([head for heads in case.moves for head in heads] or [0], np.int64)
    tables = [np.array(table, np.int64) for table in (case.ends, case.goals, case.images)]
    return rules_class(np.array([0, *accumulate(map(len, case.moves))]), targets, worths, *tables)


def drawn(chance: Random, *, is_finite: bool) -> Case:
    """Return a random case: a permutation of the nodes keeps the graph, but rarely the start."""
    layers = chance.randint(2, 5) if is_finite else 1
    layer_of: list[int] = []
    turned: list[int] = []
    for layer in range(layers):
        for size in (chance.randint(1, 3) for _ in range(chance.randint(1, 2 if is_finite else 4))):
            first = len(turned)
            turned += [first + (place + 1) % size for place in range(size)]
            layer_of += [layer] * size
    count = len(turned)
    orbits = [orbit_of(node, turned) for node in range(count)]
    arcs: dict[tuple[int, int], int] = {}
    for _ in range(chance.randint(1, 2 * count)):
        tail, head = chance.randrange(count), chance.randrange(count)
        points = chance.randint(0, 4)
        while layers == 1 or layer_of[tail] < layer_of[head]:
            arcs[tail, head] = points
            tail, head = turned[tail], turned[head]
            if (tail, head) in arcs and arcs[tail, head] == points:
                break
    moves = [chance.sample(heads, len(heads)) for heads in ([b for a, b in arcs if a == tail] for tail in range(count))]
    chosen = {min(orbit): (chance.choice(orbit), chance.choice((-1, 0, 1)), chance.random() < 0.15) for orbit in orbits}
    images, ends, goals = zip(*(chosen[min(orbit)] for orbit in orbits), strict=True)
    worths = [[arcs[tail, head] for head in heads] for tail, heads in enumerate(moves)]
    start = chance.choice([node for node in range(count) if layer_of[node] == 0])
    return Case(moves, list(images), start, worths, list(ends), list(goals))


def orbit_of(node: int, turned: list[int]) -> list[int]:
    orbit = [node]
    while turned[orbit[-1]] != node:
        orbit.append(turned[orbit[-1]])
    return orbit


def levels(case: Case) -> list[tuple[int, int]]:
    """Return the positions first reached on each level, and the orbits that have one of them there and none before."""
    found, level, met, sizes = {case.start}, {case.start}, set[int](), []
    while level:
        fresh = {case.images[node] for node in level} - met
        sizes.append((len(level), len(fresh)))
        met |= fresh
        level = {head for node in level for head in case.moves[node]} - found
        found |= level
    return sizes


def least(case: Case, *, has_costs: bool) -> int | None:
    """Return the least cost, or number of steps, from the start to a goal."""
    queue, done = [(0, case.start)], set[int]()
    while queue:
        so_far, node = heapq.heappop(queue)
        if case.goals[node]:
            return so_far
        if node not in done:
            done.add(node)
            for head, points in zip(case.moves[node], case.worths[node], strict=True):
                heapq.heappush(queue, (so_far + (points if has_costs else 1), head))
    return None


def is_alike(case: Case, node: int, *, is_puzzle: bool, has_worths: bool, passes_goals: bool) -> bool:
    """Return True if a node and the state that stands for it obey the rule of `canonical`."""
    other = case.images[node]

    def steps(tail: int) -> set[tuple[int, int]]:
        pairs = zip(case.moves[tail], case.worths[tail], strict=True)
        return {(case.images[head], points if has_worths else 0) for head, points in pairs}

    if case.images[other] != other:
        return False
    if is_puzzle and case.goals[node] != case.goals[other]:
        return False
    if is_puzzle and case.goals[node] and not passes_goals:
        return True
    is_end = not is_puzzle and not case.moves[node]
    return steps(node) == steps(other) and (not is_end or case.ends[node] == case.ends[other])


def keeps_rule(case: Case, kind: int, *, passes_goals: bool = False) -> bool:
    """Return True if `canonical` obeys its rule for every position that a search can reach."""
    stops = [kind > 2 and goal and not passes_goals for goal in case.goals]
    moves = [[] if stop else heads for heads, stop in zip(case.moves, stops, strict=True)]
    rest: Any = {"is_puzzle": kind > 2, "has_worths": kind in (1, 4), "passes_goals": passes_goals}
    return all(is_alike(case, node, **rest) for node in brute_two.reachable(Graph(moves, [], []), case.start))


def check_levels(case: Case, counted: pp.Count) -> None:
    wanted = levels(case)
    assert [(level.positions, level.positions_up_to_symmetry) for level in counted.levels] == wanted
    assert counted.positions == sum(size for size, _ in wanted)
    assert counted.positions_up_to_symmetry == sum(size for _, size in wanted)


def check_game(case: Case, chance: Random, *, is_finite: bool, has_points: bool) -> None:
    """Compare all operations on a game with the brute force."""
    graph = Graph(case.moves, case.worths if has_points else [[0] * len(heads) for heads in case.moves], case.ends)
    value_of: Callable[[Graph, int], int] = brute_two.value if is_finite else brute_two.value_with_draws
    values = [value_of(graph, node) for node in range(len(case.moves))]
    game = pp.Game(rules_of(case, Points if has_points else Rules), case.start, can_repeat=not is_finite)
    algorithm = chance.choice(FINITE if is_finite else ["retrograde"])
    prune = chance.choice([None, None, ["duplicates"]])
    answer = pp.solve(game, algorithm=algorithm, prune=None if algorithm == "minimax" else prune)
    assert isinstance(answer, pp.Decided) and answer.value == values[case.start]
    pairs = zip(graph.moves[case.start], graph.gains[case.start], strict=True)
    worths = {str(head): points - values[head] for head, points in pairs}
    assert {move: value for move, _, value in answer.move_values or ()} == worths
    counted = pp.count(game)
    check_levels(case, counted)
    reached = brute_two.reachable(graph, case.start)
    if not has_points:
        for name, value in (("won", 1), ("lost", -1), ("drawn", 0)):
            assert getattr(counted, f"{name}_positions") == sum(values[node] == value for node in reached)
    if is_finite:
        assert counted.games == brute_two.games(graph, case.start)
    oracle = pp.exact_values(game)
    for node in chance.sample(range(len(values)), len(values)):
        found = oracle.value(node)
        assert found.outcome == {1: "won", 0: "draw", -1: "lost"}[(values[node] > 0) - (values[node] < 0)]
    if worths:
        hint = pp.hint(game)
        assert hint.move is not None and hint.winner == answer.winner
        assert worths[hint.move] == values[case.start]


def check_puzzle(case: Case, chance: Random, *, has_costs: bool) -> None:
    """Compare all operations on a puzzle with the brute force."""
    puzzle = pp.Puzzle(rules_of(case, Roads if has_costs else Steps), case.start)
    wanted = least(case, has_costs=has_costs)
    for algorithm in chance.sample(FOR_ONE, 4):
        answer = pp.solve(puzzle, algorithm=algorithm)
        assert isinstance(answer, pp.Impossible if wanted is None else pp.Solved), algorithm
        if isinstance(answer, pp.Solved):
            line = [case.start, *map(int, answer.solution)]
            length = sum(
                case.worths[tail][case.moves[tail].index(head)] if has_costs else 1 for tail, head in pairwise(line)
            )
            assert case.goals[line[-1]] and length >= (wanted or 0) and (length == wanted or not answer.optimal)
    assert pp.hint(puzzle).status == ("impossible" if wanted is None else "solved")
    if keeps_rule(case, 4 if has_costs else 3, passes_goals=True):
        check_levels(case, pp.count(puzzle))
    else:
        with pytest.raises(pp.ContractError, match=REJECTED):
            pp.count(puzzle)


def check_case(case: Case, chance: Random, kind: int) -> None:
    if kind < 3:
        check_game(case, chance, is_finite=kind < 2, has_points=kind == 1)
    else:
        check_puzzle(case, chance, has_costs=kind == 4)


def check_seeds(seeds: range) -> None:
    """Compare random cases; break half of them, which must be rejected exactly if they break the rule."""
    shorter = rejected = 0
    for seed in seeds:
        chance, kind = Random(seed), seed % 5
        case = drawn(chance, is_finite=kind < 2)
        assert keeps_rule(case, kind, passes_goals=True)
        check_case(case, chance, kind)
        shorter += levels(case)[-1][1] == 0
        case.images[chance.randrange(len(case.images))] = chance.randrange(len(case.images))
        if keeps_rule(case, kind):
            if kind < 3:
                continue  # values of positions that cannot be reached may be wrong
            check_case(case, chance, kind)
        else:
            rejected += 1
            with pytest.raises(pp.ContractError, match=REJECTED):
                check_case(case, chance, kind)
    assert shorter > len(seeds) / 20 and rejected > len(seeds) / 10


def test_random_symmetries_that_move_the_start() -> None:
    check_seeds(range(120))


@pytest.mark.long
@pytest.mark.parametrize("part", range(6))
def test_many_random_symmetries_that_move_the_start(part: int) -> None:
    check_seeds(range(1000 * (part + 1), 1000 * (part + 2)))


def ring(*, images: list[int], ends: list[int] | None = None) -> Case:
    """Return five places in a ring, each with a step to the next; with ends the last place has no step."""
    moves = [[(place + 1) % 5] for place in range(5)]
    if ends:
        moves[4] = []
    return Case(moves, images, 0, [[1] * len(heads) for heads in moves], ends or [0] * 5, [False] * 5)


def test_levels_without_a_new_image_are_counted() -> None:
    case = ring(images=[3] * 5)
    for problem in (pp.Game(rules_of(case, Rules), 0, can_repeat=True), pp.Puzzle(rules_of(case, Roads), 0)):
        counted = pp.count(problem)
        assert [(level.positions, level.positions_up_to_symmetry) for level in counted.levels] == [(1, 1)] + [
            (1, 0)
        ] * 4
        assert (counted.positions, counted.positions_up_to_symmetry) == (5, 1)
    assert pp.count(pp.Game(rules_of(case, Rules), 0, can_repeat=True)).drawn_positions == 5


@pytest.mark.parametrize(
    ("images", "ends", "why"),
    [
        ([0, 1, 2, 3, 0], [0, 0, 0, 0, 1], "steps lead to states that are not images"),
        ([1, 2, 2, 3, 4], None, "'2' for that; it must return the same state for all images"),
        ([0, 1, 2, 3, 99], None, "the rules fail there"),
    ],
)
def test_canonical_that_breaks_its_rule_is_rejected(images: list[int], ends: list[int] | None, why: str) -> None:
    case = ring(images=images, ends=ends)
    for work in (pp.solve, pp.count, pp.hint, pp.exact_values):
        game = pp.Game(rules_of(case, Rules), 0, can_repeat=True)
        with pytest.raises(pp.ContractError, match=r"image \(canonical of Rules\) returned .*" + why):
            work(game)
    puzzle = pp.Puzzle(rules_of(case, Roads), 0)
    if ends is None:
        with pytest.raises(pp.ContractError, match=r"image \(canonical of Roads\) returned .*" + why):
            pp.solve(puzzle)


def test_an_outcome_or_a_goal_that_differs_is_named() -> None:
    case = Case([[1, 2], [], []], [0, 1, 1], 0, [[1, 1], [], []], [0, 1, -1], [False, True, False])
    with pytest.raises(pp.ContractError, match=r"returned '1' for '2', but outcome differs"):
        pp.solve(pp.Game(rules_of(case, Rules), 0))
    with pytest.raises(pp.ContractError, match=r"returned '1' for '2', but is_goal differs"):
        pp.solve(pp.Puzzle(rules_of(case, Steps), 0))


def test_readme_and_help_state_one_rule() -> None:
    rule = (
        "Images have the same `is_goal` and `outcome`, and their steps lead to images of each other, with the same "
        "`cost` and `gain`. The start may have other images: a symmetry need not keep it."
    )
    for text in ((ROOT / "README.md").read_text("utf-8"), canonical.__doc__ or ""):
        assert rule in " ".join(text.split())
