"""Traces of games for two: every node of the tree agrees with a brute force written separately."""

import json
import math
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.cli.main import main
from tests import brute_two
from tests.brute_coins import Brute, Position, name
from tests.brute_two import Graph
from tests.kernels.test_games import as_game, drawn_graph
from tests.places import EXAMPLES

MOST = 10**6
LEAVES = ("end", "hit", "depth limit")


def seen_by_first(graph: Graph, trace: Any) -> list[tuple[int, int]]:
    """Return for each node the points so far and the true value at the end, both for the first player."""
    found: list[tuple[int, int]] = []
    for node in trace:
        sign, ahead = 1 if node.depth % 2 == 0 else -1, 0
        if node.parent is not None:
            before = trace[node.parent].state
            gain = graph.gains[before][graph.moves[before].index(node.state)]
            ahead = found[node.parent][0] - sign * gain
        found.append((ahead, ahead + sign * brute_two.value(graph, node.state)))
    return found


def below(trace: Any) -> list[list[int]]:
    """Return the children of each node, in the order of the search."""
    found: list[list[int]] = [[] for _ in trace]
    for number, node in enumerate(trace):
        if node.parent is not None:
            assert node.parent < number and trace[node.parent].depth == node.depth - 1
            found[node.parent].append(number)
    return found


def check_counts(answer: pp.Answer) -> None:
    """The trace tells what the figures tell."""
    events, stats = Counter(node.event for node in answer.trace), answer.stats
    assert set(events) <= {*LEAVES, "searched", "cut off"}
    assert (events["end"], events["hit"], events["cut off"]) == (stats.ends, stats.hits, stats.cutoffs)
    assert len(answer.trace) - events["hit"] == stats.expanded


@pytest.mark.parametrize("has_points", [True, False])
def test_plain_minimax_is_every_game_in_order(has_points: bool) -> None:
    for seed in range(60):
        graph = drawn_graph(seed, has_points=has_points)
        answer = pp.solve(as_game(graph, has_points=has_points), algorithm="minimax", trace=MOST)
        wanted = [(each.here, each.parent, each.depth, each.value) for each in brute_two.walk(graph, 0)]
        assert [(node.state, node.parent, node.depth, node.worth.value) for node in answer.trace] == wanted
        for node in answer.trace:
            assert node.event == ("searched" if graph.moves[node.state] else "end")
            assert (
                node.worth.winner
                == {1: "first", 0: "draw", -1: "second"}[(node.worth.value > 0) - (node.worth.value < 0)]
            )
            assert (node.bound, node.is_guess, node.alpha, node.beta) == ("exact", False, None, None)
            assert (node.moves, node.unseen) == (len(graph.moves[node.state]), 0)
        check_counts(answer)


@pytest.mark.parametrize("prune", [["duplicates"], []])
@pytest.mark.parametrize("algorithm", ["minimax-memory", "alphabeta"])
@pytest.mark.parametrize("has_points", [True, False])
def test_bounds_windows_and_cut_offs_are_true(has_points: bool, algorithm: str, prune: list[str]) -> None:
    events: Counter[str] = Counter()
    for seed in range(100):
        graph = drawn_graph(seed, has_points=has_points)
        answer = pp.solve(as_game(graph, has_points=has_points), algorithm=algorithm, prune=prune, trace=MOST)
        trace, children = answer.trace, below(answer.trace)
        windows: list[tuple[float, float]] = []
        for number, (node, (_, true)) in enumerate(zip(trace, seen_by_first(graph, trace), strict=True)):
            found, is_first = node.worth.value, node.depth % 2 == 0
            assert {"exact": found == true, "at least": found <= true, "at most": found >= true}[node.bound]
            alpha, beta = -math.inf, math.inf
            if node.parent is not None:  # what better moves of the positions above have brought, but for the start
                alpha, beta = windows[node.parent]
                earlier = [trace[each].worth.value for each in children[node.parent] if each < number]
                if trace[node.parent].depth and algorithm == "alphabeta":
                    alpha = max([alpha, *([] if is_first else earlier)])
                    beta = min([beta, *(earlier if is_first else [])])
            windows.append((alpha, beta))
            assert alpha == (-math.inf if node.alpha is None else node.alpha.value)
            assert beta == (math.inf if node.beta is None else node.beta.value)
            if node.event not in LEAVES:
                assert found == (max if is_first else min)(trace[each].worth.value for each in children[number])
                seen = [trace[each].state for each in children[number]]
                assert seen == graph.moves[node.state][: len(seen)]
                assert node.unseen == len(graph.moves[node.state]) - len(seen) == (node.moves or 0) - len(seen)
                assert (node.event == "cut off") is (node.unseen > 0)
                if node.unseen:
                    assert found >= beta if is_first else found <= alpha
                assert node.bound != "exact" or alpha < found < beta, "what is on the edge of the window is a bound"
            elif node.event == "end":
                assert not graph.moves[node.state] and node.bound == "exact"
        check_counts(answer)
        events.update(node.event for node in trace)
    assert (events["hit"] > 0) is bool(prune)
    assert (events["cut off"] > 0) is (algorithm == "alphabeta")


@pytest.mark.parametrize("side", [2, 3])
@pytest.mark.parametrize("objective", ["win", "score", "win-then-score"])
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_every_node_of_small_triangles(side: int, objective: str, algorithm: str) -> None:
    points = (3, 7, -5)
    spec = f"coins/{side}:points=3/7/-5,winner=25,loser=-25"
    answer = pp.solve(spec, algorithm=algorithm, objective=objective, trace=MOST)
    brute = Brute(["o" * (row + 1) for row in range(side)], side, True, points, 25, -25, objective)
    if algorithm == "minimax":
        assert Counter(node.event for node in answer.trace) == (
            {"searched": 13, "end": 12} if side == 2 else {"searched": 5107 - 2298, "end": 2298}
        )
    positions: list[tuple[Position, int]] = []  # and what the first player is ahead by
    children = below(answer.trace)
    for number, node in enumerate(answer.trace):
        position, ahead, sign = brute.start, 0, 1 if node.depth % 2 == 0 else -1
        if node.parent is not None:
            before, ahead = positions[node.parent]
            (move,) = (move for move in brute.moves(before) if name(move) == node.move)
            position, ahead = before - move, ahead - sign * brute.worth(move)
        positions.append((position, ahead))
        win, more = brute.best(position)
        true = brute.key((sign * win, ahead + sign * more))
        found = brute.key(({"first": 1, "second": -1}[node.worth.winner], node.worth.value))
        if objective == "win":
            assert node.worth.value == found[0]
        assert {"exact": found == true, "at least": found <= true, "at most": found >= true}[node.bound]
        if algorithm == "minimax":
            assert node.bound == "exact"
            assert {answer.trace[each].move for each in children[number]} == set(map(name, brute.moves(position)))
    check_counts(answer)


def test_a_search_to_a_depth_has_a_tree_for_each_depth() -> None:
    for seed in range(60):
        graph = drawn_graph(seed, has_points=True)
        answer = pp.solve(as_game(graph, has_points=True), algorithm="alphabeta", depth=3, prune=[], trace=MOST)
        roots = [node for node in answer.trace if node.parent is None]
        assert [node.to_depth for node in roots] == list(range(1, len(roots) + 1))
        assert (roots[-1].is_guess, len(roots)) == (True, 3) or not roots[-1].is_guess
        for node, (ahead, true) in zip(answer.trace, seen_by_first(graph, answer.trace), strict=True):
            sign = 1 if node.depth % 2 == 0 else -1
            if node.event == "depth limit":
                assert node.depth == node.to_depth and node.is_guess and node.worth.winner is None
                assert node.worth.value == ahead + sign * (node.state % 7 - 3)
            if not node.is_guess and node.bound == "exact":
                assert node.worth.value == true
            assert (node.worth.winner is None) is node.is_guess
        check_counts(answer)


@pytest.mark.parametrize("algorithm", ["minimax", "minimax-memory", "alphabeta"])
@pytest.mark.parametrize("spec", ["coins/3", f"{EXAMPLES / 'kayles.py'}:5", f"{EXAMPLES / 'connect.py'}:3x2"])
def test_tracing_changes_nothing_and_ends_where_it_should(spec: str, algorithm: str) -> None:
    plain = pp.solve(spec, algorithm=algorithm)
    whole = pp.solve(spec, algorithm=algorithm, trace=MOST)
    some = pp.solve(spec, algorithm=algorithm, trace=10)
    assert plain == whole == some and plain.trace == ()
    assert plain.stats.expanded == whole.stats.expanded == some.stats.expanded
    assert isinstance(plain, pp.Decided) and plain.move_values is not None
    assert len(some.trace) == 10 and some.trace[0] == whole.trace[0]
    assert whole.trace[0].worth == (plain.winner, plain.value)
    assert [(node.move, *node.worth) for node in whole.trace if node.depth == 1] == list(plain.move_values)
    for node, same in zip(some.trace, whole.trace[:10], strict=True):
        assert node == same or (node.event, node.worth) == ("open", None)
    assert any(node.event == "open" for node in some.trace), "the record was full before the search was over"


def test_a_limit_leaves_nodes_open() -> None:
    answer = pp.solve("coins/4", algorithm="minimax", limits=pp.Limits(positions=100), trace=MOST)
    assert isinstance(answer, pp.Unknown) and answer.limit == "positions"
    assert answer.trace[0].event == "open" and answer.trace[0].worth is None
    assert 100 <= len(answer.trace) <= 101


def test_retrograde_has_no_tree() -> None:
    game = as_game(drawn_graph(3, has_points=False, can_repeat=True), has_points=False, can_repeat=True)
    for algorithm in ("retrograde", None):
        with pytest.raises(pp.InputError, match=r"^retrograde goes back from the ends and has no tree to trace"):
            pp.solve(game, algorithm=algorithm, trace=5)


def solved(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["solve", *words]) == 0
    return capsys.readouterr().out


def test_the_command_writes_and_prints_the_tree(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out = solved(capsys, "coins/2", "--algorithm", "minimax", "--trace", "t.jsonl", "--html", "t.html")
    tree = out.partition("\ntree of ")[2].splitlines()
    assert tree[:4] == [
        "25 positions; values for the first player, 1 won, -1 lost",
        "start  +1  searched",
        "  a1  -1  searched",
        "    a2  -1  searched",
    ]
    assert len(tree) == 26
    first, *rows = map(json.loads, Path("t.jsonl").read_text().splitlines())
    assert (first["events"], first["is_whole"], len(rows)) == (25, True, 25)
    answer = pp.solve("coins/2", algorithm="minimax", trace=MOST)
    for number, (row, node) in enumerate(zip(rows, answer.trace, strict=True)):
        assert row["node"] == number and (row["g"], row["h"], row["alpha"], row["beta"]) == (None,) * 4
        fields = ("event", "parent", "move", "depth", "bound", "is_guess", "moves", "unseen", "to_depth")
        assert all(row[field] == getattr(node, field) for field in fields)
        assert (row["winner"], row["value"]) == tuple(node.worth)
    assert "function makeTree(" in Path("t.html").read_text()


@pytest.mark.parametrize(
    ("spec", "options", "below"),
    [
        ("coins/5", ["--algorithm", "alphabeta"], None),
        ("coins/3", ["--algorithm", "minimax"], 5107 - 19),
        ("coins/4", ["--algorithm", "alphabeta", "--objective", "win-then-score"], None),
        (f"{EXAMPLES / 'connect.py'}:4x4", ["--algorithm", "alphabeta"], None),
    ],
)
def test_large_trees_are_cut_off_in_text(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    spec: str,
    options: list[str],
    below: int | None,
) -> None:
    monkeypatch.chdir(tmp_path)
    tree = solved(capsys, spec, *options, "--trace", "t.jsonl").partition("\ntree of ")[2].splitlines()
    assert 3 < len(tree) <= 42 and all(len(line) <= 80 for line in tree)
    hidden = [int(found.replace(",", "")) for line in tree for found in re.findall(r"… ([\d,]+) more$", line)]
    assert hidden and (below is None or sum(hidden) == below)
    nodes = int(Path("t.jsonl").read_text().partition('"events": ')[2].partition(",")[0])
    assert sum(hidden) + sum(not line.startswith("…") for line in tree[1:]) == nodes


def test_a_level_too_wide_is_cut_off_in_text(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    spec = f"{EXAMPLES / 'kayles.py'}:25"
    assert main(["solve", spec, "--algorithm", "alphabeta", "--depth", "1", "--trace", "t.jsonl"]) == 20
    tree = capsys.readouterr().out.partition("\ntree of ")[2].splitlines()
    assert tree[0].startswith("50 positions; ") and tree[1] == "start, to depth 1  ≈ 0  searched"
    assert tree[2] == "  .||||||||||||||||||||||||  ≈ 0  depth limit"
    assert len(tree) == 42 and tree[-1] == "… 10 more"
