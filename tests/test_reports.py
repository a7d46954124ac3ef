"""What the reports print comes out again, to the position, and every figure of others has a source."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import perfectplay as pp
from perfectplay import lab
from perfectplay.cli.main import main
from perfectplay.search.nodes import add_node, grown, make_nodes
from perfectplay.search.task import SearchTask, Settings
from perfectplay.search.watch import Watch
from tests import brute_report
from tests.places import ROOT

# Of the report with depth first search and "A*": expanded positions without pruning, with weights, symmetry, both.
PUBLISHED = {
    ("depth-first", "none"): ((7_667_770, 1_024_739, 8_992, 4_577), (26, 26, 26, 26)),
    ("greedy", "manhattan"): ((135_749, 61_412, 120_415, 57_467), (29, 28, 28, 28)),
    ("greedy", "weighted"): ((50, 34, 50, 34), (25, 25, 25, 25)),
}
PRUNING = ((False, False), (True, False), (False, True), (True, True))  # by weights, by symmetry
CASES = [
    pytest.param(
        *(search, has_weights, has_symmetry, expanded, moves),
        id=f"{' '.join(search)} {has_weights:d}{has_symmetry:d}",
        marks=[pytest.mark.long] if expanded > 5_000_000 else [],
    )
    for search, (figures, lengths) in PUBLISHED.items()
    for (has_weights, has_symmetry), expanded, moves in zip(PRUNING, figures, lengths, strict=True)
]


def as_in_the_report(search: tuple[str, str], has_weights: bool, has_symmetry: bool) -> pp.Answer:
    algorithm, estimate = search
    options: dict[str, Any] = {"algorithm": algorithm, "order": "vertical"}
    if algorithm == "greedy":
        options |= {"estimate": estimate, "ties": "deepest"}
    prune = ["symmetry"] if has_symmetry else ["duplicates"] if algorithm == "greedy" else []
    if has_weights:
        options["weight_functions"] = "report"  # which implies the rule
    return pp.solve("pegs/english", prune=prune, **options)


@pytest.mark.parametrize(("search", "has_weights", "has_symmetry", "expanded", "moves"), CASES)
def test_counts_of_the_report(
    search: tuple[str, str], has_weights: bool, has_symmetry: bool, expanded: int, moves: int
) -> None:
    answer = as_in_the_report(search, has_weights, has_symmetry)
    assert isinstance(answer, pp.Solved)
    assert answer.moves == moves
    # The report sees the goal when its turn comes, and may have looked at one position more by then.
    assert expanded - answer.stats.expanded in (0, 1)


@pytest.mark.parametrize(
    ("search", "has_weights", "has_symmetry"),
    [
        (("depth-first", "none"), False, True),
        (("depth-first", "none"), True, True),
        (("greedy", "weighted"), False, False),
        (("greedy", "weighted"), True, True),
        pytest.param(("greedy", "manhattan"), True, True, marks=pytest.mark.long),
        pytest.param(("depth-first", "none"), True, False, marks=pytest.mark.long),
    ],
)
def test_a_search_written_separately_by_the_rules_of_the_report(
    search: tuple[str, str], has_weights: bool, has_symmetry: bool
) -> None:
    algorithm, estimate = search
    place = PRUNING.index((has_weights, has_symmetry))
    counted = brute_report.expanded(algorithm, estimate, has_weights=has_weights, has_symmetry=has_symmetry)
    assert counted == PUBLISHED[search][0][place]


@pytest.mark.parametrize("functions", ["generated", "classic", "report"])
@pytest.mark.parametrize("algorithm", ["depth-first", "greedy", "astar", "breadth-first", "beam", "idastar"])
def test_weight_functions_change_no_answer(algorithm: str, functions: str) -> None:
    problem = pp.load("pegs/english:d1..any" if algorithm == "breadth-first" else "pegs/english")
    limits = pp.Limits(positions=3_000, seconds=20)
    answer = pp.solve(problem, algorithm=algorithm, weight_functions=functions, prune=["symmetry"], limits=limits)
    assert answer.status in ("solved", "unknown")
    assert "weights" in answer.search["prune"]
    if isinstance(answer, pp.Solved):
        assert pp.verify(answer).accepted


def test_a_given_function_may_refute_a_problem(tmp_path: Path) -> None:
    board, weights = tmp_path / "board.txt", tmp_path / "weights.txt"
    board.write_text("goal: d1\n\noo..\n")
    weights.write_text("0 1 1 2\n")
    answer = pp.solve(f"pegs/@{board}", algorithm="depth-first", weight_functions=str(weights), prune=[])
    assert isinstance(answer, pp.Impossible)
    assert answer.certificate["kind"] == "weights"
    assert pp.verify(answer).accepted


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1 1", "function 1: rows of 2 numbers, where the board has rows of 4"),
        ("1 1 1 1\n0 0 0 0", "function 1: rows of 4 4 numbers, where the board has rows of 4"),
        ("1 0 1 0\n\n0 0 1 0", "function 2: the jump a1-c1 raises the total from 0 to 1, so it proves nothing"),
        ("1 0 x 0", "function 1: 'x' is no whole number from -127 to 127"),
        ("1 0 128 0", "function 1: '128' is no whole number from -127 to 127"),
        ("1 0 --1 0", "function 1: '--1' is no whole number from -127 to 127"),
        ("", "0 weight functions; write 1 to 16"),
    ],
)
def test_files_of_weight_functions(tmp_path: Path, text: str, complaint: str) -> None:
    board, weights = tmp_path / "board.txt", tmp_path / "weights.txt"
    board.write_text("oo.o\n")
    weights.write_text("1 0 1 0\n")
    assert pp.solve(f"pegs/@{board}", weight_functions=str(weights)).status == "solved"
    weights.write_text(text)
    with pytest.raises(pp.InputError) as caught:
        pp.solve(f"pegs/@{board}", weight_functions=str(weights))
    assert complaint in str(caught.value)


def test_weight_functions_of_the_report_are_for_its_board() -> None:
    with pytest.raises(pp.InputError, match="which are for the English board, function 1: rows of 3 3 7"):
        pp.solve("pegs/triangle-5", weight_functions="report")
    with pytest.raises(pp.InputError, match=r"nowhere\.txt"):
        pp.solve("pegs/triangle-5", weight_functions="nowhere.txt")


@pytest.mark.parametrize(
    "name",
    [*lab.shipped(), *(str(file) for file in sorted((ROOT / "benchmarks").glob("*.toml")))],
    ids=lambda name: name,
)
def test_every_figure_of_others_has_a_source(name: str) -> None:
    experiment = lab.load(name)
    for item in experiment.published:
        assert item.source or experiment.source, f"{item.problem}, {item.configuration}"
        assert not item.machine or item.source


# Army: the report on Conway's soldiers.

MIRRORED = [".......", ".......", "{0}", "{1}", "oo.o.oo", "ooooooo", "ooooooo", "ooooooo"]


def test_column_and_row_name_a_target() -> None:
    answers = [pp.solve(spec) for spec in ("army/7x8:4,7", "army/7x8:d7")]
    assert [isinstance(answer, pp.Solved) and answer.own["men"] for answer in answers] == [8, 8]
    with pytest.raises(pp.InputError, match="no hole 'i7'"):
        pp.load("army/7x8:9,7")
    with pytest.raises(pp.InputError, match="two targets, 'd7' and 'e7'"):
        pp.load("army/7x8:d7,e7")


@pytest.mark.parametrize("rows", [("..o....", "....o.."), ("....o..", "..o....")])
def test_sums_key_of_the_example(rows: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = tmp_path / "army.txt"
    board.write_text("\n".join(line.format(*rows) for line in MIRRORED) + "\n")
    assert main(["show", f"army/@{board}", "--format", "sums"]) == 0
    assert capsys.readouterr().out == "444444400115777\n"


def test_the_way_as_the_search_found_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = pp.solve("army/7x8:d7", algorithm="greedy", estimate="golden", raw=True)
    assert isinstance(answer, pp.Solved)
    raw = sum(text.count("-") for text in answer.own["raw"])
    assert raw == (answer.jumps or 0) + answer.dropped_jumps
    assert answer.dropped_jumps > 0
    assert pp.verify(answer).accepted
    for change in ({"dropped_jumps": 0}, {"raw": answer.own["raw"][:-1]}, {"raw": ["d1-d3"]}):
        changed = replace(answer, own={**answer.own, **change})
        assert pp.verify(changed).verdict == "rejected"
    page = tmp_path / "page.html"
    options = ["--algorithm", "greedy", "--estimate", "golden", "--raw", "--html", str(page)]
    assert main(["solve", "army/7x8:d7", *options]) == 0
    shown = capsys.readouterr().out
    assert f"{answer.dropped_jumps} more jumps" in " ".join(shown.split())
    assert "as the search found it:" in shown
    assert answer.own["raw"][0] in page.read_text()


def test_duplicates_within_a_level_are_all_there_are() -> None:
    found = [
        pp.solve("army/7x8:d7", algorithm="breadth-first", prune=["duplicates"], visited=visited).stats
        for visited in ("exact", "level")
    ]
    assert (found[0].expanded, found[0].duplicate) == (found[1].expanded, found[1].duplicate)
    with pytest.raises(pp.InputError, match="where no position comes back"):
        pp.solve("dice/board-11", algorithm="breadth-first", visited="level")


# Dice: the report on the EinStein puzzle, which remembers boards without the phase of the dice.


def dice_case(tmp_path: Path, text: str) -> str:
    case = tmp_path / "case.in"
    case.write_text(text)
    return f"dice/@{case}"


@pytest.mark.parametrize(
    ("text", "fewest", "found"), [("1 3\n1 2 0\n3\n2 2 1\n1\n", 4, None), ("1 4\n2 1 3 0\n3\n1 2 3\n1\n", 4, 5)]
)
@pytest.mark.parametrize("algorithm", ["astar", "breadth-first"])
def test_remembering_boards_without_the_phase(
    tmp_path: Path, algorithm: str, text: str, fewest: int, found: int | None
) -> None:
    spec = dice_case(tmp_path, text)
    exact = pp.solve(spec, algorithm=algorithm)
    assert isinstance(exact, pp.Solved)
    assert (exact.moves, exact.optimal) == (fewest, True)
    answer = pp.solve(spec, algorithm=algorithm, visited="board")
    if found is None:
        assert isinstance(answer, pp.Unknown)
        assert answer.limit == "pruning"
    else:
        assert isinstance(answer, pp.Solved)
        assert (answer.moves, answer.optimal) == (found, False)


def test_boards_alone_are_remembered_where_a_position_is_more() -> None:
    with pytest.raises(pp.InputError, match="where a position is more than its board"):
        pp.solve("pegs/triangle-5", algorithm="astar", visited="board")
    with pytest.raises(pp.InputError, match="where a position is more than its board"):
        pp.solve("dice/board-11", algorithm="depth-first", visited="board")


# Boards as people draw them.

DRAWINGS = {
    "X and 0": "--XXX\n--X0X\n",
    "stars and o": "  ***\n  *o*\n",
    "stars and dots": "  ***\n  *.*\n",
    "black and white": "  ●●●\n  ●○●\n",
    "a matrix": "[[-, -, 1, 1, 1],\n [-, -, 1, 0, 1]]\n",
    "digits": "--111\n--101\n",
    "a matrix with blanks": "    1 1 1\n    1 0 1\n",
    "a matrix with marks outside": "- - 1 1 1\n- - 1 0 1\n",
    "several marks": "pegs: X, *\nholes: .\n\n  X*X\n  X.X\n",
    "named": "pegs: #\nholes: +\n\n--###\n--#+#\n",
    "pegs named": "pegs: 0\n\n--000\n--0o0\n",
}


@pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)
def test_boards_in_the_spellings_people_have(drawing: str, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(drawing)
    assert pp.load(f"pegs/@{board}").text(pp.load(f"pegs/@{board}").start) == "__ooo/__o.o"


@pytest.mark.parametrize(
    ("drawing", "complaint"),
    [
        ("o0o\n", "a drawing with o and 0; say by a line pegs: or holes: which is which"),
        ("X*.\n", "a drawing with X, * and .; say by a line pegs: or holes: which is which"),
        ("X.0\n", "a drawing with X, . and 0; say"),
        ("oXo\n", "a drawing with o and X; say"),
        ("pegs: X\nholes: .\n\nXoX.\n", "a drawing with X, o and ., and the line pegs: X; say which is which"),
        ("pegs: X\n\nX.0\n", "a drawing with X, . and 0, and the line pegs: X; say which is which"),
        ("pegs: X\nholes: X\n\nX.\n", "say which is which"),
        ("o?.\n", "line 1, column 2: '?' is not o (peg), . (empty hole) or a space"),
    ],
)
def test_ambiguous_drawings_are_refused(drawing: str, complaint: str, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(drawing)
    with pytest.raises(pp.InputError) as caught:
        pp.load(f"pegs/@{board}")
    assert complaint in str(caught.value)


# What reviews found.


def test_a_beam_is_not_filled_by_positions_that_are_given_up() -> None:
    options: dict[str, Any] = {"algorithm": "beam", "prune": ["symmetry"], "limits": pp.Limits(positions=50_000)}
    answer = pp.solve("pegs/english", weight_functions="classic", **options)
    without = pp.solve("pegs/english", weight_functions="generated", **options)
    assert answer.status == without.status == "solved"
    assert answer.stats.expanded < 2 * without.stats.expanded


def test_a_level_is_forgotten_also_when_the_table_grows() -> None:
    options: dict[str, Any] = {
        "algorithm": "breadth-first",
        "prune": ["duplicates"],
        "limits": pp.Limits(positions=9_000),
    }
    small, large = (pp.solve("army/7x8:d7", visited=visited, **options).stats for visited in ("exact", "level"))
    assert (small.expanded, small.duplicate) == (large.expanded, large.duplicate)
    nodes = make_nodes(SearchTask(None, 0), Settings(visited="level"))
    for state in range(10):
        add_node(nodes, -1, np.uint64(state), np.uint64(state), -1, 0)
    larger = grown(
        nodes, lambda kernel, size, *arguments, begin: kernel.interpret((), *arguments, begin, size), Watch(), first=6
    )
    assert sorted(int(slot) - 1 for slot in larger.slots if slot) == [6, 7, 8, 9]


def test_figures_that_cannot_be_counted_are_refused_with_those_that_can(tmp_path: Path) -> None:
    board = tmp_path / "line.txt"
    board.write_text("o" * 60 + "." + "o" * 32 + "\n")
    counted = pp.count(f"pegs/@{board}", only=("positions", "solutions"))
    assert counted.limit == "memory"
    assert counted.detail


def test_raw_ways_are_those_of_searches() -> None:
    with pytest.raises(pp.InputError, match="raw=… is for searches"):
        pp.solve("army/7x8:d6", raw=True)
