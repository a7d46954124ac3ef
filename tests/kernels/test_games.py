"""Every search of games for two agrees with a brute force written separately, and with the tables of coins."""

import random
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pytest

import perfectplay as pp
from perfectplay.contract import estimate, gain, implements, outcome, signed, successors
from perfectplay.games.coins import CoinPosition, CoinProblem
from perfectplay.games.coins.solving.tree import coin_task
from tests import brute_two
from tests.brute_two import Graph
from tests.kernels import IS_INTERPRETED

SEARCHES = ("minimax", "minimax-memory", "alphabeta")


class GraphRules(NamedTuple):
    """A game as arrays: the moves of each position one after the other, their gains, and what ends are worth."""

    firsts: Any
    targets: Any
    gains: Any
    ends: Any


@implements(successors, GraphRules)
def follow(rules: Any, state: Any, out: Any) -> int:
    first, end = rules.firsts[signed(state)], rules.firsts[signed(state) + 1]
    for place in range(first, end):
        out[place - first] = rules.targets[place]
    return end - first


@implements(outcome, GraphRules)
def end_worth(rules: Any, state: Any) -> int:
    return rules.ends[signed(state)]


@implements(gain, GraphRules)
def gained(rules: Any, state: Any, successor: Any) -> int:
    for place in range(rules.firsts[signed(state)], rules.firsts[signed(state) + 1]):
        if rules.targets[place] == signed(successor):
            return rules.gains[place]
    return 0


@implements(estimate, GraphRules)
def guessed(rules: Any, state: Any) -> int:
    return signed(state) % 7 - 3


class LoopRules(NamedTuple):
    """The same without gains, for games in which positions come back."""

    firsts: Any
    targets: Any
    ends: Any


implements(successors, LoopRules)(follow)
implements(outcome, LoopRules)(end_worth)


def drawn_graph(seed: int, *, has_points: bool, can_repeat: bool = False) -> Graph:
    draws = random.Random(seed)
    count = draws.randint(1, 25)
    moves = []
    for here in range(count):
        others = range(count) if can_repeat else range(here + 1, count)
        wanted = 0 if draws.random() < 0.2 else draws.randint(0, min(5, len(others)))
        moves.append(sorted(draws.sample(others, wanted), key=lambda _: draws.random()))
    most = 9 if has_points else 0
    gains = [[draws.randint(-most, most) for _ in row] for row in moves]
    ends = [draws.randint(-20, 20) if has_points else draws.choice((-1, -1, 0, 1)) for _ in moves]
    return Graph(moves, gains, ends)


def as_game(graph: Graph, *, has_points: bool, can_repeat: bool = False) -> pp.Game:
    firsts = np.cumsum([0, *map(len, graph.moves)])
    targets = np.array([after for row in graph.moves for after in row] or [0], np.int64)
    ends = np.array(graph.ends, np.int64)
    if can_repeat:
        return pp.Game(LoopRules(firsts, targets, ends), 0, branching=25, can_repeat=True)
    gains = np.array([points for row in graph.gains for points in row] or [0], np.int64)
    return pp.Game(GraphRules(firsts, targets, gains, ends), 0, branching=25, has_points=has_points)


def check(graph: Graph, answer: pp.Answer, wanted: int, values: list[int]) -> None:
    assert isinstance(answer, pp.Decided)
    assert answer.value == wanted
    assert answer.winner == {1: "first", 0: "draw", -1: "second"}[(wanted > 0) - (wanted < 0)]
    assert answer.move_values is not None
    found = {move: value for move, _, value in answer.move_values}
    assert found == {str(after): value for after, value in zip(graph.moves[0], values, strict=True)}
    is_lost = answer.objective == "win" and wanted < 0
    assert set(answer.best_moves) == (
        {move for move, value in found.items() if value == wanted} - ({*found} if is_lost else set())
    )


@pytest.mark.parametrize(
    ("algorithm", "prune"),
    [(name, rules) for name in SEARCHES for rules in ([], ["duplicates"]) if name != "minimax" or not rules],
)
def test_random_games_with_points(algorithm: str, prune: list[str]) -> None:
    for seed in range(150):
        graph = drawn_graph(seed, has_points=True)
        answer = pp.solve(as_game(graph, has_points=True), algorithm=algorithm, prune=prune)
        values = [
            points - brute_two.value(graph, after) for after, points in zip(graph.moves[0], graph.gains[0], strict=True)
        ]
        check(graph, answer, brute_two.value(graph, 0), values)
        assert isinstance(answer, pp.Decided)
        line = [0, *map(int, answer.solution)]
        ahead = 0
        for ply, (here, after) in enumerate(pairwise(line)):
            ahead += graph.gains[here][graph.moves[here].index(after)] * (1 if ply % 2 == 0 else -1)
        assert not graph.moves[line[-1]]
        assert ahead + graph.ends[line[-1]] * (1 if len(line) % 2 else -1) == answer.value


def counts(answer: pp.Answer) -> tuple[Any, ...]:
    stats = answer.stats
    return stats.expanded, stats.generated, stats.ends, stats.cutoffs, stats.hits


def test_minimax_on_threads_gives_what_one_thread_gives() -> None:
    for seed in range(120):
        graph = drawn_graph(seed, has_points=True)
        game = as_game(graph, has_points=True)
        one, several = (pp.solve(game, algorithm="minimax", threads=threads) for threads in (1, 2 + seed % 3))
        assert isinstance(one, pp.Decided) and isinstance(several, pp.Decided)
        values = [
            points - brute_two.value(graph, after) for after, points in zip(graph.moves[0], graph.gains[0], strict=True)
        ]
        check(graph, several, brute_two.value(graph, 0), values)
        assert several.move_values == one.move_values
        assert counts(several) == counts(one)


@pytest.mark.parametrize("order", ["given", "reversed"])
def test_minimax_of_coins_on_threads(order: str) -> None:
    for variant in ("3", "4:runs=1,points=3", "3:points=3/7/-5,winner=25"):
        problem = pp.load(f"coins/{variant}")
        assert isinstance(problem, CoinProblem)
        if variant.startswith("4"):
            problem = problem.starting_at(CoinPosition(4, 0b0011101101, ""))
        one, several = (
            pp.solve(problem, objective="win-then-score", algorithm="minimax", order=order, threads=threads)
            for threads in (1, 2)
        )
        assert isinstance(one, pp.Decided) and isinstance(several, pp.Decided)
        assert several.move_values == one.move_values and several.solution == one.solution
        assert counts(several) == counts(one) and several.search["threads"] == 2
        assert several.stats.parallel is not None and 0 <= several.stats.parallel["idle_share"] <= 1


def test_searches_on_one_thread_say_why() -> None:
    for algorithm, why in (
        ("alphabeta", "what it learns of one move serves the others; for several use minimax"),
        ("minimax-memory", "what it learns of one move serves the others; for several use minimax"),
    ):
        with pytest.raises(pp.InputError, match=f"{algorithm} runs on one thread; {why}"):
            pp.solve("coins/3", algorithm=algorithm, threads=2)
    game = as_game(drawn_graph(3, has_points=False), has_points=False)
    with pytest.raises(pp.InputError, match="alphabeta runs on one thread; what it learns"):
        pp.solve(game, threads=2)
    loop = as_game(drawn_graph(3, has_points=False, can_repeat=True), has_points=False, can_repeat=True)
    with pytest.raises(pp.InputError, match="retrograde runs on one thread; values spread"):
        pp.solve(loop, threads=2)


def test_threads_keep_within_limits_and_see_that_positions_come_back() -> None:
    for positions in (1, 7, 100):
        answer = pp.solve("coins/4", algorithm="minimax", threads=2, limits=pp.Limits(positions=positions))
        assert isinstance(answer, pp.Unknown) and answer.limit == "positions"
        assert answer.stats.expanded <= positions
    game = as_game(Graph([[1], [0]], [[0], [0]], [0, 0]), has_points=False, can_repeat=True)
    with pytest.raises(pp.ContractError, match="a position comes back after some moves"):
        pp.solve(pp.Game(game.rules, 0, branching=25), algorithm="minimax", threads=2)


@pytest.mark.parametrize("order", ["given", "reversed", "random", "estimate"])
def test_any_order_gives_the_same_values(order: str) -> None:
    for seed in range(60):
        graph = drawn_graph(1000 + seed, has_points=True)
        answer = pp.solve(as_game(graph, has_points=True), algorithm="alphabeta", order=order)
        assert isinstance(answer, pp.Decided)
        assert answer.value == brute_two.value(graph, 0)


def test_random_games_in_which_positions_come_back() -> None:
    outcomes = set()
    for seed in range(300):
        graph = drawn_graph(seed, has_points=False, can_repeat=True)
        answer = pp.solve(as_game(graph, has_points=False, can_repeat=True))
        wanted = brute_two.value_with_draws(graph, 0)
        check(graph, answer, wanted, [-brute_two.value_with_draws(graph, after) for after in graph.moves[0]])
        assert answer.search["algorithm"] == "retrograde"
        outcomes.add(wanted)
    assert outcomes == {1, 0, -1}


def test_exact_values_of_positions_that_cannot_be_reached() -> None:
    unreachable = set()
    for seed in range(60):
        graph = drawn_graph(seed, has_points=False, can_repeat=True)
        oracle = pp.exact_values(as_game(graph, has_points=False, can_repeat=True))
        reached, waiting = {0}, [0]
        while waiting:
            new = set(graph.moves[waiting.pop()]) - reached
            reached |= new
            waiting += new
        for here in (*reversed(range(len(graph.moves))), 0):
            wanted = brute_two.value_with_draws(graph, here)
            assert oracle.value(here).outcome == {1: "won", 0: "draw", -1: "lost"}[wanted], (seed, here)
            if graph.moves[here] and here not in reached:
                unreachable.add(wanted)
    assert unreachable == {1, 0, -1}


def test_a_depth_gives_exact_values_where_it_reaches_every_end() -> None:
    kinds = set()
    for seed in range(100):
        graph = drawn_graph(seed, has_points=True)
        game = as_game(graph, has_points=True)
        for depth in (1, 3, 30):
            answer = pp.solve(game, algorithm="alphabeta", depth=depth)
            kinds.add((depth, answer.status))
            if isinstance(answer, pp.Decided):
                assert answer.value == brute_two.value(graph, 0)
            else:
                assert (
                    isinstance(answer, pp.Unknown) and answer.limit == "depth" and "the best move is" in answer.detail
                )
    assert (30, "unknown") not in kinds and {(1, "unknown"), (3, "unknown"), (1, "solved")} <= kinds


def limited_value(graph: Graph, here: int, depth: int) -> int:
    """Return the value to a depth, positions there valued by the estimate; by plain recursion."""
    if not graph.moves[here]:
        return graph.ends[here]
    if depth == 0:
        return here % 7 - 3
    replies = zip(graph.moves[here], graph.gains[here], strict=True)
    return max(points - limited_value(graph, after, depth - 1) for after, points in replies)


def test_values_to_a_depth_without_memory() -> None:
    """With memory what was searched deeper is used, so that only a search without it has these values."""
    for seed in range(100):
        graph = drawn_graph(seed, has_points=True)
        answer = pp.solve(as_game(graph, has_points=True), algorithm="alphabeta", depth=2, prune=[])
        if isinstance(answer, pp.Unknown):
            assert f"valued {limited_value(graph, 0, 2):+} by" in answer.detail


def test_engines_refuse_games_that_never_end_by_name() -> None:
    graph = Graph([[1], [0]], [[0], [0]], [0, 0])
    game = as_game(graph, has_points=False, can_repeat=True)
    for algorithm in SEARCHES:
        with pytest.raises(pp.InputError, match=f"{algorithm} would never end where positions come back.*retrograde"):
            pp.solve(game, algorithm=algorithm)
    undeclared = pp.Game(game.rules, 0, branching=25)
    with pytest.raises(pp.ContractError, match="a position comes back after some moves; say Game\\(can_repeat=True\\)"):
        pp.solve(undeclared)


# Coins.

OBJECTIVES = ("win", "score", "win-then-score")


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("preset", ["4:points=3/7/-5/4,winner=25", "4:play=normal,points=1/2/3/4"])
@pytest.mark.parametrize("step", [41, pytest.param(1, marks=pytest.mark.long)])
def test_every_position_of_side_4_agrees_with_the_table(step: int, preset: str, objective: str) -> None:
    problem = pp.load(f"coins/{preset}")
    assert isinstance(problem, CoinProblem)
    for coins in range(0, 1 << 10, 3 * step if IS_INTERPRETED else step):
        start = problem.starting_at(CoinPosition(4, coins, ""))
        wanted = pp.solve(start, objective=objective, all_moves=True)
        assert isinstance(wanted, pp.Decided)
        for algorithm in ("minimax-memory", "alphabeta"):
            answer = pp.solve(start, objective=objective, algorithm=algorithm)
            assert isinstance(answer, pp.Decided)
            assert (answer.winner, answer.value) == (wanted.winner, wanted.value), coins
            assert set(answer.best_moves) == set(wanted.best_moves), coins
            assert set(answer.move_values or ()) == set(wanted.move_values or ()), coins
    assert pp.verify(answer).accepted


@pytest.mark.long
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("side", [5, 6])
def test_a_sample_of_larger_triangles_agrees_with_the_table(side: int, objective: str) -> None:
    problem = pp.load(f"coins/{side}:points=5/1/8/-11/11/-30,winner=25")
    assert isinstance(problem, CoinProblem)
    draws = random.Random(side)
    for _ in range(60 if side == 5 else 12):
        start = problem.starting_at(CoinPosition(side, draws.getrandbits(side * (side + 1) // 2), ""))
        wanted = pp.solve(start, objective=objective, all_moves=True)
        answer = pp.solve(start, objective=objective, algorithm="alphabeta")
        assert isinstance(wanted, pp.Decided) and isinstance(answer, pp.Decided)
        assert (answer.winner, answer.value) == (wanted.winner, wanted.value)
        assert set(answer.move_values or ()) == set(wanted.move_values or ())


@pytest.mark.long
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_plain_minimax_of_side_4(threads: int) -> None:
    answer = pp.solve("coins/4", algorithm="minimax", threads=threads)
    assert (answer.stats.expanded, answer.stats.ends) == (37_733_555, 16_142_664)


@pytest.mark.parametrize(("side", "nodes", "games"), [(3, 5_107, 2_298)])
def test_plain_minimax_looks_at_every_game(side: int, nodes: int, games: int) -> None:
    answer = pp.solve(f"coins/{side}", algorithm="minimax")
    assert (answer.stats.expanded, answer.stats.ends, answer.stats.cutoffs, answer.stats.hits) == (nodes, games, 0, 0)


def test_symmetry_is_an_image_of_the_same_position() -> None:
    """The mirror images of a position have its value, and one of them stands for all."""
    problem = pp.load("coins/5")
    assert isinstance(problem, CoinProblem)
    draws = random.Random(3)
    for _ in range(5 if IS_INTERPRETED else 40):
        coins = draws.getrandbits(15)
        with_symmetry, without = (
            pp.solve(problem.starting_at(CoinPosition(5, coins, "")), algorithm="alphabeta", prune=prune)
            for prune in (["duplicates", "symmetry"], ["duplicates"])
        )
        assert isinstance(with_symmetry, pp.Decided) and isinstance(without, pp.Decided)
        assert with_symmetry.move_values == without.move_values


@pytest.mark.parametrize("can_repeat", [False, True])
def test_games_and_valued_positions_are_counted(can_repeat: bool) -> None:
    for seed in range(60):
        graph = drawn_graph(seed, has_points=False, can_repeat=can_repeat)
        firsts = np.cumsum([0, *map(len, graph.moves)])
        targets = np.array([after for row in graph.moves for after in row] or [0], np.int64)
        rules = LoopRules(firsts, targets, np.array(graph.ends, np.int64))
        counted = pp.count(pp.Game(rules, 0, branching=25, can_repeat=can_repeat))
        found = brute_two.reachable(graph, 0)
        values = [brute_two.value_with_draws(graph, here) for here in found]
        assert counted.positions == len(found)
        assert counted.games == (None if can_repeat else brute_two.games(graph, 0))
        told = counted.won_positions, counted.lost_positions, counted.drawn_positions
        assert told == tuple(values.count(value) for value in (1, -1, 0)), seed
        assert counted.as_json()["lost_positions"] == counted.lost_positions


def test_games_are_counted_exactly_where_they_are_many() -> None:
    """Eighty rows of two ways each, which meet again: more games than 64 bits can hold."""
    moves = [[3 * row + 1, 3 * row + 2] if place == 0 else [3 * row + 3] for row in range(80) for place in range(3)]
    firsts = np.cumsum([0, *map(len, moves), 0])
    targets = np.array([after for row in moves for after in row], np.int64)
    game = pp.Game(LoopRules(firsts, targets, np.full(241, -1)), 0, branching=2)
    assert pp.count(game).games == 2**80
    assert pp.count(game, only="games").games == 2**80
    assert pp.count(game, limits=pp.Limits(positions=300)).games == 2**80
    with pytest.raises(pp.InputError, match="has positions, positions_up_to_symmetry, games, won_positions"):
        pp.count(game, only="solutions")


def test_games_with_points_have_no_positions_that_are_won() -> None:
    graph = drawn_graph(5, has_points=True)
    counted = pp.count(as_game(graph, has_points=True))
    assert counted.games == brute_two.games(graph, 0) and "won_positions" not in counted.as_json()


def test_retrograde_analysis_counts_the_positions_that_come_up_again() -> None:
    for seed in range(20):
        graph = drawn_graph(seed, has_points=False, can_repeat=True)
        stats = pp.solve(as_game(graph, has_points=False, can_repeat=True)).stats
        found = brute_two.reachable(graph, 0)
        assert stats.duplicate == sum(len(graph.moves[here]) for here in found) - (len(found) - 1)


def test_an_unknown_algorithm_is_answered_with_those_that_apply() -> None:
    graph = drawn_graph(1, has_points=False)
    for game, known in (
        (as_game(graph, has_points=True), "alphabeta, minimax, minimax-memory"),
        (pp.load("coins/3"), "alphabeta, minimax, minimax-memory, retrograde"),
        (as_game(graph, has_points=False, can_repeat=True), "retrograde"),
    ):
        with pytest.raises(pp.InputError, match=f"unknown algorithm 'magic'; .* has {known}$"):
            pp.solve(game, algorithm="magic")
    with pytest.raises(pp.InputError, match=r"pegs/english has astar, .*bitmaps.*breadth-first") as refused:
        pp.solve("pegs/english", algorithm="magic")
    assert "alphabeta" not in str(refused.value) and "programme" not in str(refused.value)


@pytest.mark.parametrize("variant", ["1", "3", "4:runs=2", "5", "7", "9:runs=6", "10"])
def test_runs_that_can_be_taken_are_looked_up_in_order(variant: str) -> None:
    problem = pp.load(f"coins/{variant}")
    assert isinstance(problem, CoinProblem)
    game, draws = problem.game, random.Random(variant)
    task = coin_task(game, problem.start.coins, "win")
    out = np.zeros(task.branching, np.uint64)
    size = game.triangle.size
    for _ in range(100):
        coins = draws.getrandbits(size) | draws.getrandbits(size)
        count = successors(task.rules, np.uint64(coins), out)
        assert out[:count].tolist() == [coins ^ run.mask for run in game.runs if not run.mask & ~coins]


@pytest.mark.parametrize("seed", range(20))
def test_minimax_with_memory_works_out_each_position_once(seed: int) -> None:
    graph = drawn_graph(seed, has_points=False)
    stats = pp.solve(as_game(graph, has_points=False), algorithm="minimax-memory", prune=["duplicates"]).stats
    assert stats.expanded == len(brute_two.reachable(graph, 0))


def test_a_tree_is_recorded_on_one_thread() -> None:
    with pytest.raises(pp.InputError, match="a tree is recorded on one thread; leave out threads=2"):
        pp.solve("coins/2", algorithm="minimax", threads=2, trace=100)
