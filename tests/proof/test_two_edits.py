"""Forged answers about random two-player games: with the digest made to fit, only true ones are accepted."""

import json
from collections.abc import Iterator
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.base.errors import InputError
from perfectplay.verbs.verify import verify_saved
from tests import brute_two
from tests.brute_two import Graph
from tests.kernels.test_games import drawn_graph
from tests.proof.edits import Json, edits, sealed

RULES = """
import perfectplay as pp
from tests.kernels.test_games import as_game
from tests.proof.test_two_edits import HAS_POINTS, IS_FINITE, graph_of

def problem(seed="0"):
    kind = int(seed) % 3
    game = as_game(graph_of(int(seed)), has_points=kind == HAS_POINTS, can_repeat=kind != HAS_POINTS)
    return game if kind != IS_FINITE else pp.Game(game.rules, 0, branching=25)
"""
# A seed modulo 3 chooses the kind of game.
CAN_REPEAT, HAS_POINTS, IS_FINITE = range(3)
WINNERS = {1: "first", 0: "draw", -1: "second"}
MAX_WALK = 8  # moves of a random line
LINES = 40  # random lines per answer


@cache
def graph_of(seed: int) -> Graph:
    return drawn_graph(seed, has_points=seed % 3 == HAS_POINTS, can_repeat=seed % 3 == CAN_REPEAT)


@cache
def value_of(seed: int, here: int) -> int:
    """Return the value of a position for the player to move, by brute force."""
    return (brute_two.value_with_draws if seed % 3 == CAN_REPEAT else brute_two.value)(graph_of(seed), here)


def move_value(seed: int, here: int, after: int) -> int:
    graph = graph_of(seed)
    return graph.gains[here][graph.moves[here].index(after)] - value_of(seed, after)


def keeping_moves(seed: int, here: int) -> list[int]:
    """Return the moves that keep the value of a position."""
    return [after for after in graph_of(seed).moves[here] if move_value(seed, here, after) == value_of(seed, here)]


def true_fields(seed: int) -> Json:
    """Return the fields of a true answer that do not depend on the line which it shows."""
    moves = {str(after): move_value(seed, 0, after) for after in graph_of(seed).moves[0]}
    value, has_points = value_of(seed, 0), seed % 3 == HAS_POINTS
    return {
        "status": "solved",
        "objective": "score" if has_points else "win",
        "optimal": True,
        "jumps": None,
        "certificate": None,
        "limit": None,
        "winner": WINNERS[(value > 0) - (value < 0)],
        "value": value,
        "best_moves": [move for move, worth in moves.items() if worth == value and (has_points or value >= 0)],
        "move_values": [
            {"move": move, "winner": WINNERS[(worth > 0) - (worth < 0)], "value": worth}
            for move, worth in moves.items()
        ],
    }


def is_true_line(seed: int, solution: Any) -> bool:
    """Return True if a line is legal, gives nothing away, and ends: by repetition only if the game is a draw."""
    if not isinstance(solution, list) or not all(isinstance(text, str) and text.isdecimal() for text in solution):
        return False
    line = [0, *map(int, solution)]
    if list(map(str, line[1:])) != solution:
        return False
    for here, after in pairwise(line):
        if after not in keeping_moves(seed, here):
            return False
    return not graph_of(seed).moves[line[-1]] or (value_of(seed, 0) == 0 and line[-1] in line[:-1])


def exact(value: Any) -> str:
    """Return a text that tells 1 from true and from 1.0, but not the order of a list of moves."""
    items = sorted(map(exact, value)) if isinstance(value, list) else value
    return json.dumps(items, sort_keys=True)


def is_true(answer: Json, original: Json) -> bool:
    """Return True if every claim of an answer holds for the game that its spec names; the source must be the same."""
    own = ("problem", "solution", "moves", "version", "search", "stats")
    problem = answer.get("problem")
    if not isinstance(problem, dict) or {**problem, "spec": ""} != {**original["problem"], "spec": ""}:
        return False
    seed = int(problem["spec"].partition(":")[2] or 0)
    claims = {name: value for name, value in answer.items() if name not in (*own, "digest")}
    return (
        {name: exact(value) for name, value in claims.items()}
        == {name: exact(value) for name, value in true_fields(seed).items()}
        and is_true_line(seed, answer["solution"])
        and exact(answer["moves"]) == exact(len(answer["solution"]))
    )


def lines(seed: int, chance: Random) -> Iterator[list[str]]:
    """Yield random lines of a game: half of them give nothing away, and some of those end by repetition."""
    for number in range(LINES):
        line = [0]
        for _ in range(chance.randint(0, MAX_WALK)):
            moves = keeping_moves(seed, line[-1]) if number % 2 else graph_of(seed).moves[line[-1]]
            if not moves or (number % 4 == 1 and line[-1] in line[:-1]):
                break
            line.append(chance.choice(moves))
        yield list(map(str, line[1:]))


def is_keeping_cycle(seed: int, texts: list[str]) -> bool:
    """Return True if a line keeps the value and ends by repetition."""
    line = [0, *map(int, texts)]
    return line[-1] in line[:-1] and all(after in keeping_moves(seed, here) for here, after in pairwise(line))


def forged(seed: int, answer: Json, chance: Random) -> Iterator[tuple[str, Json]]:
    """Yield forged answers: each field edited, other lines with their number of moves, and fields of other games."""
    yield from edits(answer, chance)
    for line in lines(seed, chance):
        yield f"line {line}", {**answer, "solution": line, "moves": len(line)}
    for other in range(seed + 3, seed + 60, 3):
        fields = true_fields(other)
        names = [name for name in fields if chance.random() < 0.5]
        yield f"{names} of game {other}", {**answer, **{name: fields[name] for name in names}}


def accepted(answer: Json, rules: Path) -> bool:
    try:
        return verify_saved(json.dumps(sealed(answer)), rules=rules).accepted
    except InputError:
        return False


def check_forged(seeds: range, rules: Path) -> None:
    """Forge the answer of each game, and compare the verdicts of the checker with the truth."""
    tried, true, repeating = 0, 0, 0
    for seed in seeds:
        answer = json.loads(json.dumps(pp.solve(f"{rules}:{seed}").as_json()))
        assert accepted(answer, rules) and is_true(answer, answer), seed
        for name, edited in forged(seed, answer, Random(seed)):
            tried += 1
            if accepted(edited, rules):
                true += 1
                assert is_true(edited, answer), (seed, name)
        repeating += value_of(seed, 0) != 0 and any(map(partial(is_keeping_cycle, seed), lines(seed, Random(seed))))
    assert tried > 100 * len(seeds) and 0 < true < tried / 4
    assert repeating, "no won game has a line that keeps its value and ends by repetition"


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "graph.py"
    path.write_text(RULES, "utf-8")
    return path


def test_forged_answers_of_small_games_are_rejected(rules: Path) -> None:
    check_forged(range(9, 15), rules)


@pytest.mark.long
@pytest.mark.parametrize("part", range(6))
def test_forged_answers_of_random_games_are_rejected(part: int, rules: Path) -> None:
    check_forged(range(100 * part, 100 * (part + 1)), rules)
