"""Counting: all problems of a board, the command, and limits."""

import errno
import json
import os
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.base.stats import Stats
from perfectplay.cli.count_command import pair_lines
from perfectplay.cli.main import main
from perfectplay.games.pegs import PegPosition, PegProblem
from perfectplay.model.count import NAMES, POSITIONS, Count, Figures, Level, Pair, PairCount
from perfectplay.model.words import words_for
from tests import brute_counts
from tests.places import EXAMPLES

JUGS = str(EXAMPLES / "jugs.py")
SMALL = "pegs/triangle-5:a1..a1"
MEDIUM = "pegs/triangle-6"
WIDTH = 80

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Call the command in this process, in an empty folder; return its exit code and what it said."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(["count", *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def without_stats(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "stats"}


# All problems of a board.

TRIANGLE_5 = ["o", "oo", "ooo", "oooo", "ooooo"]
BOARDS = [
    ("pegs/triangle-4", TRIANGLE_5[:4], "triangle"),
    ("pegs/triangle-5", TRIANGLE_5, "triangle"),
    ("", ["oooo", "oooo", "oooo"], "square"),
    ("", ["ooo", "ooo", "ooo"], "diagonal"),
    ("", ["ooo", "ooo", "ooo"], "skew"),
    ("", ["oooo o", "   o o"], "square"),
]


@pytest.mark.parametrize(("spec", "drawing", "lattice"), BOARDS)
def test_every_pair_of_a_board(tmp_path: Path, spec: str, drawing: list[str], lattice: str) -> None:
    (tmp_path / "board.txt").write_text(f"lattice: {lattice}\n\n" + "\n".join(drawing) + "\n")
    told: list[Pair] = []
    counted = pp.count_pairs(spec or f"pegs/@{tmp_path / 'board.txt'}", on_pair=told.append)
    assert (set(told), len(told), counted.limit) == (set(counted.pairs), len(counted.pairs), "")
    vacancies = {pair.vacancy for pair in counted.pairs}
    wanted = {vacancy: brute_counts.survivors(drawing, lattice, vacancy) for vacancy in vacancies}
    covered: list[str] = []
    for pair in counted.pairs:
        name = f"{pair.vacancy}..{pair.survivor}"
        covered += brute_counts.images_of_pair(drawing, lattice, name)
        best = wanted[pair.vacancy].get(pair.survivor)
        assert pair.is_solvable == (best is not None), name
        assert pair.is_of_class or not pair.is_solvable, name
        assert (pair.min_moves, pair.solutions) == ((best.moves, best.solutions) if best else (None, 0)), name
    assert sorted(covered) == brute_counts.all_pairs(drawing), (
        "each stands for its images, and every pair is there once"
    )


def test_pairs_and_problems_agree() -> None:
    for pair in pp.count_pairs("pegs/triangle-4", threads=1).pairs:
        spec = f"pegs/triangle-4:{pair.vacancy}..{pair.survivor}"
        counted = pp.count(spec)
        assert (counted.solutions, counted.min_moves) == (pair.solutions, pair.min_moves), spec
        answer = pp.solve(spec)
        assert (answer.status == "solved") == pair.is_solvable, spec
        assert pp.verify(answer).accepted, spec
        if not pair.is_of_class:
            assert isinstance(answer, pp.Impossible), spec
            assert answer.certificate["kind"] == "class", spec


def test_a_solution_in_the_fewest_moves_found_on_bitmaps(monkeypatch: pytest.MonkeyPatch) -> None:
    # With one position for iterative deepening every problem goes to the bitmaps.
    monkeypatch.setattr("perfectplay.games.pegs.solving.solver.DEEPENING_POSITIONS", 1)
    monkeypatch.setattr("perfectplay.games.pegs.solving.solver.FIRST_DEEPENING", 1)
    for ends, wanted in (("a1..a1", 10), ("a3..a3", 9), ("a3..any", 9), ("b3..b3", None)):
        answer = pp.solve(f"pegs/triangle-5:{ends}", objective="moves")
        assert (answer.search["after"], answer.search["algorithm"]) == ("idastar", "bitmaps"), ends
        assert (answer.moves if isinstance(answer, pp.Solved) else None) == wanted, ends
        assert not isinstance(answer, pp.Solved) or (answer.optimal and len(answer.solution) == wanted)
        assert pp.verify(answer).accepted, ends


# What cannot be played on still has its figures.


@pytest.mark.parametrize(("start", "goal"), [("o.", "o."), ("o.", ".o"), ("oo", "any"), ("o", "any"), (".", "any")])
def test_boards_without_jumps(start: str, goal: str) -> None:
    end = None if goal == "any" else PegPosition.parse(goal)
    problem = PegProblem(PegPosition.parse(start), end)
    wanted = brute_counts.count([start], "any" if goal == "any" else [goal], "square")
    counted = pp.count(problem)
    assert (counted.positions, counted.solutions, counted.games) == (1, wanted.solutions, wanted.games)
    assert (counted.min_moves, counted.board_sequences) == (wanted.min_moves, wanted.board_sequences)
    assert [level.positions for level in pp.count(problem, by="moves").levels] == [1]


def test_boards_too_large_for_maps_have_levels_all_the_same() -> None:
    counted = pp.count("pegs/wiegleb", levels=3)
    assert [level.positions for level in counted.levels][:2] == [1, 4]


# The command.


def test_json_has_the_fields_of_the_design(run: Run) -> None:
    code, out, err = run(SMALL, "--json")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert " ".join(answer) == (
        "problem status positions positions_up_to_symmetry winning_positions winning_up_to_symmetry levels solutions "
        "games board_sequences random_win_probability shortest_dead_end min_moves optimal_solutions "
        "longest_final_sweep limit version stats"
    )
    for number, level in enumerate(answer["levels"]):
        assert " ".join(level) == "jumps positions positions_up_to_symmetry winning winning_up_to_symmetry"
        assert level["jumps"] == number
    assert (answer["status"], answer["limit"]) == ("counted", None)
    assert (answer["positions"], answer["solutions"], answer["games"]) == (3016, 6816, 568630)
    assert 0 < answer["random_win_probability"] < 1


def test_json_of_levels_alone_and_of_levels_by_moves(run: Run) -> None:
    few = json.loads(run(SMALL, "--levels", "3", "--json")[1])
    assert [list(level) for level in few["levels"]] == [["jumps", "positions", "positions_up_to_symmetry"]] * 3
    assert (few["status"], few["solutions"], few["winning_positions"]) == ("counted", None, None)
    moves = json.loads(run(SMALL, "--by", "moves", "--json")[1])
    assert [list(level) for level in moves["levels"]] == [["moves", "positions", "positions_up_to_symmetry"]] * len(
        moves["levels"]
    )
    assert [level["moves"] for level in moves["levels"]] == list(range(len(moves["levels"])))
    assert moves["positions"] == 3016


def test_text_tells_every_figure(run: Run) -> None:
    code, out, err = run(SMALL)
    assert (code, err) == (0, "")
    for figure in (
        "solutions, as sequences of jumps: 6,816",
        "games of any outcome: 568,630",
        "fewest moves (proved): 10",
    ):
        assert figure in out.splitlines()
    assert all(len(line) <= WIDTH for line in out.splitlines())
    by_moves = run(SMALL, "--by", "moves")[1]
    assert by_moves.startswith("moves ")
    assert all(len(line) <= WIDTH for line in by_moves.splitlines())
    assert not out.startswith("moves ")


def test_english_figures_fit_the_screen() -> None:
    levels = tuple(Level(number, 187_636_299, 23_475_688, 13_428_122, 1_679_072) for number in range(32))
    huge = 577_116_156_815_309_849_672
    figures = Figures(13_428_122, 1_679_072, huge, huge, huge, 1.23456789e-9, 6, 18, huge, 31)
    stats = Stats(expanded=10**12, seconds=12345.678)
    problem = pp.load("pegs/english")
    shown = words_for(problem).count_lines(Count(problem, levels, "time", stats, figures)).splitlines()
    assert max(map(len, shown)) <= WIDTH
    assert "games of any outcome: 577,116,156,815,309,849,672" in shown
    pairs = tuple(Pair("c3", "c3", True, True, 15, huge) for _ in range(21))
    shown = "\n".join(pair_lines(PairCount("pegs/english", pairs, "memory", stats))).splitlines()
    assert max(map(len, shown)) <= WIDTH
    assert any(line.endswith("577,116,156,815,309,849,672") for line in shown)


def test_all_pairs_in_text_and_in_json(run: Run) -> None:
    code, out, err = run("pegs/triangle-5", "--all")
    assert (code, err) == (0, "")
    rows = [line.split() for line in out.splitlines() if ".." in line]
    assert ["a1..a1", "yes", "10", "6,816"] in rows
    assert sum(row[1] == "yes" for row in rows) == 12
    assert all(len(line) <= WIDTH for line in out.splitlines())
    code, out, err = run("pegs/triangle-5", "--all", "--json")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert list(answer) == ["board", "status", "pairs", "solvable", "limit", "version", "stats"]
    assert (answer["status"], answer["solvable"], answer["limit"]) == ("counted", 12, None)
    assert {"pair": "a1..a1", "solvable": True, "min_moves": 10, "solutions": 6816} in answer["pairs"]
    assert {"pair": "a1..a2", "solvable": False, "min_moves": None, "solutions": 0} in answer["pairs"]


@pytest.mark.parametrize(
    ("arguments", "fragment"),
    [
        ([SMALL, "--all", "--levels", "3"], "--all counts whole problems; leave out --levels, --by and --only"),
        ([SMALL, "--all", "--by", "moves"], "--all counts whole problems; leave out --levels, --by and --only"),
        ([SMALL, "--only", "games", "--by", "moves"], "leave out --levels and --by"),
        ([SMALL, "--only", "games,wins"], "unknown figure 'wins'; "),
        ([SMALL, "--only", ""], "unknown figure ''; "),
        (["coins/3", "--only", "positions"], "the figures of coins/3 are counted all at once; leave out --only"),
        (["army/7x8", "--only", "positions"], "are counted all at once"),
        ([SMALL, "--by", "moves", "--levels", "3"], "levels by moves are counted all at once"),
        ([SMALL, "--by", "plies"], "'plies' is not one of 'jumps', 'moves'"),
        ([SMALL, "--threads", "0"], "0 is not in the range 1<=x<=256"),
        ([SMALL, "--threads", "many"], "'many' is not a whole number"),
        ([f"{JUGS}:4", "--all"], "has no vacancies and survivors to count"),
        ([f"{JUGS}:4", "--by", "moves"], "can only be counted step by step"),
    ],
)
def test_contradictions_are_refused(run: Run, arguments: list[str], fragment: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert fragment in err
    assert err.count("\n") == 1


def test_threads_change_nothing(run: Run) -> None:
    answers = [json.loads(run(SMALL, "--threads", threads, "--json")[1]) for threads in ("1", "2", "7")]
    assert without_stats(answers[0]) == without_stats(answers[1]) == without_stats(answers[2])


def test_a_game_of_ones_own_has_levels_alone(run: Run) -> None:
    answer = json.loads(run(f"{JUGS}:4", "--json")[1])
    assert answer["positions"] > 1
    assert answer["solutions"] is None
    assert list(answer["levels"][0])[1:] == ["positions", "positions_up_to_symmetry"]


# Limits.


@pytest.mark.parametrize("extra", [[], ["--by", "moves"], ["--all"]])
def test_limit_on_time(run: Run, extra: list[str]) -> None:
    code, out, _ = run(MEDIUM, "--max-seconds", "0.0001", "--json", *extra)
    answer = json.loads(out)
    assert (code, answer["status"], answer["limit"]) == (20, "unknown", "time")
    code, out, _ = run(MEDIUM, "--max-seconds", "0.0001", *extra)
    assert code == 20
    assert "stopped by the limit on time (--max-seconds), there is more to count" in out


def test_limit_on_positions(run: Run) -> None:
    code, out, _ = run(MEDIUM, "--max-positions", "1000", "--json")
    answer = json.loads(out)
    assert (code, answer["status"], answer["limit"]) == (20, "unknown", "positions")
    whole = json.loads(run(MEDIUM, "--json")[1])
    known = [level["positions"] for level in answer["levels"]]
    assert known, "the levels that were finished are there"
    assert known == [level["positions"] for level in whole["levels"]][: len(known)]
    assert answer["solutions"] is None
    # Enough for all positions once is enough: the passes that follow look at the same ones again.
    code, out, _ = run(MEDIUM, "--max-positions", str(whole["positions"] + 1), "--json")
    assert (code, without_stats(json.loads(out))) == (0, without_stats(whole))


def test_beyond_the_limit_on_memory_arrays_live_in_files(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Path] = []
    real = tempfile.TemporaryFile

    def temporary_file(dir: Path) -> Any:
        asked.append(Path(dir))
        return real(dir=dir)

    whole = json.loads(run(MEDIUM, "--json")[1])
    monkeypatch.setattr(tempfile, "TemporaryFile", temporary_file)
    assert without_stats(json.loads(run(MEDIUM, "--json")[1])) == without_stats(whole)
    assert asked == [], "there is memory enough"
    code, out, err = run(MEDIUM, "--max-memory", "5kB", "--json")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert without_stats(answer) == without_stats(whole)
    assert answer["stats"]["peak_memory_bytes"] <= 100_000 < whole["stats"]["peak_memory_bytes"]
    assert asked, "files were used"
    assert {path.name for path in asked} == {"scratch"}
    assert list(asked[0].iterdir()) == [], "and are gone"


def fill_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no file have room."""

    def refuse(handle: int, first: int, size: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", refuse)


@pytest.mark.parametrize("extra", [[], ["--by", "moves"], ["--all"]])
def test_what_fits_nowhere_is_refused_with_the_figure(
    run: Run, monkeypatch: pytest.MonkeyPatch, extra: list[str]
) -> None:
    fill_the_disk(monkeypatch)
    code, out, _ = run(MEDIUM, "--max-memory", "5kB", *extra)
    assert code == 20
    words = " ".join(out.split())
    assert "there is more to count: cannot write" in words and "limit on memory" not in words
    assert re.search(r"No space left on device; free space there, .* or allow [0-9,]+ bytes of memory", words)
    assert max(len(line) for line in out.splitlines() if "/" not in line) <= WIDTH
    code, out, _ = run(MEDIUM, "--max-memory", "5kB", "--json", *extra)
    answer = json.loads(out)
    assert (code, answer["status"], answer["limit"]) == (20, "unknown", "disk")


@pytest.mark.parametrize("by", ["jumps", "moves"])
def test_memory_may_end_anywhere(monkeypatch: pytest.MonkeyPatch, by: str) -> None:
    whole = pp.count(MEDIUM, by=by)
    fill_the_disk(monkeypatch)
    ends = set()
    for memory in range(10, whole.stats.peak_memory_bytes + 200_000, 200_000):
        part = pp.count(MEDIUM, by=by, limits=pp.Limits(memory=memory))
        assert part.limit in ("", "disk")
        assert part.stats.peak_memory_bytes <= memory
        sizes = [level.positions for level in part.levels]
        assert sizes == [level.positions for level in whole.levels][: len(sizes)]
        for name in ("solutions", "games", "min_moves", "board_sequences"):
            assert getattr(part, name) in (None, getattr(whole, name))
        ends.add((part.limit, len(sizes), part.solutions))
    assert ("", len(whole.levels), whole.solutions) in ends
    assert ("disk", 0, None) in ends


@pytest.mark.parametrize("spec", ["pegs/triangle-5:a1..a1", "pegs/triangle-5:b2..a1", "pegs/triangle-4:b2..any"])
@pytest.mark.parametrize("name", [*POSITIONS, *NAMES])
def test_one_figure_alone_is_what_it_is_among_all(spec: str, name: str) -> None:
    everything, alone = pp.count(spec), pp.count(spec, only=name)
    assert getattr(alone, name) == getattr(everything, name)
    others = set(NAMES) - {name, "winning_positions"}
    assert all(getattr(alone, other) is None for other in others)


def test_what_was_not_asked_for_is_not_paid_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: Any, **options: Any) -> None:
        raise AssertionError("this figure was not asked for")

    for name in ("win", "from_goals"):
        monkeypatch.setattr(f"perfectplay.games.pegs.solving.maps.PegMaps.{name}", refuse)
    counted = pp.count("pegs/triangle-5:a1..a1", only=("games", "positions"))
    assert (counted.games, counted.positions) == (568630, 3016)
    assert (counted.solutions, counted.positions_up_to_symmetry) == (None, None)


def test_only_some_figures_in_text_and_in_json(run: Run) -> None:
    code, text, _ = run("pegs/triangle-5:a1..a1", "--only", "solutions, min_moves")
    assert code == 0
    assert text.splitlines()[:3] == ["solutions, as sequences of jumps: 6,816", "fewest moves (proved): 10", ""]
    code, text, _ = run("dice/board-11", "--only", "positions", "--json")
    fields = json.loads(text)
    assert fields["positions"] == sum(level["positions"] for level in fields["levels"])
    assert fields["positions_up_to_symmetry"] is None
