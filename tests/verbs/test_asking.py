"""What is asked of a verb from Python is checked as the command checks it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import perfectplay as pp

VERBS: list[Callable[..., Any]] = [
    pp.solve, pp.prove, pp.count, pp.count_pairs, pp.hint, pp.exact_values, pp.build_table,
]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"algorithm": "astar", "weight": 50}, "weight=… is for weighted-astar alone"),
        ({"seed": 3}, "seed=… is for random moves alone"),
        ({"order": "estimate", "estimate": "none", "algorithm": "depth-first"}, "needs an estimate"),
        ({"ties": "youngest"}, "ties=… takes one of newest, oldest, nearest, deepest"),
        ({"threads": 0}, "threads=… takes a whole number from 1 to 256"),
        ({"threads": True}, "threads=… takes a whole number"),
        ({"algorithm": "weighted-astar", "weight": 0.5}, "weight=… takes a number from 1 to 1000"),
        ({"prune": ["all", "weights"]}, "all and none stand alone"),
        ({"prune": ["nothing"]}, "unknown pruning rule 'nothing'"),
        ({"state": "wide"}, "state=… is for dice"),
        ({"all_moves": True}, "all_moves=… is for coins"),
        ({"colour": "red"}, "solve has no option 'colour'"),
        ({"objective": "men"}, "unknown objective 'men'"),
        ({"objective": 5}, "unknown objective '5'"),
        ({"limits": 5}, "expected limits such as"),
        ({"progress": 5}, r"expected progress such as Progress\(on_message=print\), not int"),
        ({"progress": print}, "expected progress such as"),
        ({"objective": []}, "unknown objective"),
        ({"algorithm": 5}, "algorithm=… takes a text, not '5'"),
        ({"estimate": 5}, "estimate=… takes a text, not '5'"),
        ({"order": 5}, "order=… takes a text, not '5'"),
        ({"prune": 5}, "prune=… takes a list of names, not '5'"),
        ({"prune": [5]}, "prune=… takes a list of names"),
        ({"trace": "x"}, "trace=… takes a whole number from 0 to 1000000000000, not 'x'"),
        ({"trace": 10**30, "algorithm": "astar"}, "trace=… takes a whole number"),
        ({"threads": 1.5}, "threads=… takes a whole number from 1 to 256, not '1.5'"),
        ({"seed": -1, "order": "random"}, "seed=… takes a whole number from 0 to 9223372036854775807, not '-1'"),
        ({"weight": float("nan"), "algorithm": "weighted-astar"}, "weight=… takes a number from 1 to 1000, not 'nan'"),
        ({"ties": np.array(["newest", "oldest"]), "algorithm": "astar"}, "ties=… takes one of"),
        ({"weight": np.zeros(3)}, "weight=… takes a number"),
    ],
)
def test_what_contradicts_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(pp.PerfectplayError, match=message):
        pp.solve("pegs/triangle-5", **options)


def test_what_is_no_problem_is_refused() -> None:
    for verb in VERBS:
        for problem in (5, None, b"pegs/english", ["pegs/english"]):
            with pytest.raises(pp.InputError, match="expected a problem or a spec such as 'pegs/english', not "):
                verb(problem)
            for options in ({"limits": 5}, {"limits": "x"}):
                with pytest.raises(pp.InputError, match=r"expected limits such as Limits\(seconds=10\), not "):
                    verb("pegs/triangle-4", **options)
            for function in (5, print):
                with pytest.raises(pp.InputError, match="expected progress such as"):
                    verb("pegs/triangle-4", progress=function)


@pytest.mark.parametrize(
    ("verb", "arguments", "options", "message"),
    [
        (pp.load, [5], {}, "expected a spec such as 'pegs/english', not int"),
        (pp.load, [None], {}, "expected a spec such as 'pegs/english', not NoneType"),
        (pp.load, [b"pegs/english"], {}, "expected a spec such as 'pegs/english', not bytes"),
        (pp.load_answer, [5], {}, "expected the name of a file with a saved answer, not int"),
        (pp.load_answer, [None], {}, "expected the name of a file with a saved answer, not NoneType"),
        (pp.load_answer, [b"a.json"], {}, "expected the name of a file with a saved answer, not bytes"),
        (pp.open_table, [5], {}, "expected the name of a file with a table, not int"),
        (pp.build_table, ["pegs/triangle-4", 5], {}, "expected the name of a file with the table, not int"),
        (pp.verify, [5], {}, "expected an answer or the name of a file, not int"),
        (pp.generate, [5], {}, "expected the name of a family, not int"),
        (pp.generate, ["chess"], {}, "no boards of 'chess' are generated"),
        (pp.generate, ["dice"], {"seed": "x"}, "seed=… takes a whole number from 0 to 9223372036854775807, not 'x'"),
        (pp.generate, ["dice"], {"seed": -1}, "seed=… takes a whole number"),
        (pp.generate, ["dice"], {"seed": 1.5}, "seed=… takes a whole number"),
        (pp.generate, ["dice"], {"solvable": "x"}, "solvable=… takes true or false, not 'x'"),
        (pp.generate, ["dice"], {"hard": 5}, "hard=… takes true or false, not '5'"),
        (pp.generate, ["dice"], {"rows": "x"}, "rows=… takes a whole number from 1 to"),
        (pp.generate, ["dice"], {"progress": 5}, "expected progress such as"),
        (pp.count, ["pegs/triangle-4"], {"levels": "x"}, "levels=… takes a whole number of 1 or more, not 'x'"),
        (pp.count, ["pegs/triangle-4"], {"by": 5}, "by=… takes one of jumps, moves, not '5'"),
        (pp.count, ["pegs/triangle-4"], {"threads": 1.5}, "threads=… takes a whole number"),
        (pp.count_pairs, ["pegs/triangle-4"], {"threads": "x"}, "threads=… takes a whole number"),
        (pp.count_pairs, ["pegs/triangle-4"], {"on_pair": 5}, "on_pair must be a function, not int"),
        (pp.hint, ["pegs/triangle-4"], {"on_notice": 5}, "on_notice must be a function, not int"),
        (pp.exact_values, ["coins/3"], {"on_notice": 5}, "on_notice must be a function, not int"),
        *(
            (pp.exact_values, ["coins/3"], {"search_seconds": value}, "search_seconds=… takes a number above 0, not ")
            for value in ("x", float("nan"), -1, 0, True)
        ),
        (pp.solve, ["coins/3"], {"all_moves": 5}, "all_moves=… takes true or false, not '5'"),
        (pp.solve, ["coins/3"], {"prune": 5}, "prune=… takes a list of names, not '5'"),
        (pp.solve, ["coins/3"], {"weight": np.zeros(3)}, "weight=… takes a number"),
        (pp.Progress, [5], {}, r"Progress\(on_progress=…\) must be a function, not int"),
        (pp.Progress, [], {"on_message": "x"}, r"Progress\(on_message=…\) must be a function, not str"),
        (pp.Puzzle, [(), 0], {"pruning": 5}, "must be a list of names, not '5'"),
        (pp.Puzzle, [(), 0], {"pruning": "lost"}, "must be a list of names, not 'lost'"),
        (pp.Puzzle, [(), 0], {"text": 5}, r"Puzzle\(text=…\) must be a function, not int"),
    ],
)
def test_what_is_of_another_kind_is_refused(
    verb: Callable[..., Any], arguments: list[Any], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(pp.InputError, match=message):
        verb(*arguments, **options)


def test_an_answer_is_saved_to_a_file() -> None:
    answer: Any = pp.solve("pegs/triangle-4:a2..a3")
    with pytest.raises(pp.InputError, match="expected the name of a file with the answer, not int"):
        answer.save(5)


def test_a_game_for_two_has_no_options_of_puzzles() -> None:
    with pytest.raises(pp.UnsupportedError, match=r"ties=… is for puzzles, and coins/4 is a game for two"):
        pp.solve("coins/4", ties="oldest")


def test_one_thread_is_one_thread() -> None:
    answer = pp.solve("pegs/triangle-6", objective="moves", algorithm="bitmaps", threads=1)
    assert answer.search["threads"] == 1


def test_every_algorithm_that_an_answer_names_can_be_asked_for() -> None:
    answer = pp.solve("pegs/triangle-5:a1..a1", objective="moves", algorithm="bitmaps")
    assert isinstance(answer, pp.Solved)
    assert answer.search["algorithm"] in pp.algorithms()
    assert answer.moves == 10


def test_a_proof_is_asked_of_a_game_for_two_as_of_any_other() -> None:
    assert pp.prove("coins/4").as_json()["winner"] == "first"
