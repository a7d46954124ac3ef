"""The command on armies: what is printed, drawn and refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Command


@pytest.fixture
def run(command: Command) -> Any:
    """Call the command with a line of arguments."""
    return lambda line: command(*line.split())


def test_show_marks_the_target(run: Any) -> None:
    code, out, _ = run("show army/5x6:c6")
    assert code == 0
    assert out.startswith("army/5x6:c6: 30 cells, 15 men, square lattice, target c6 (x)\n\n6 . . x . .\n")
    assert "1 o o o o o\n  a b c d e\n" in out


def test_show_on_the_half_plane(run: Any) -> None:
    assert "level 4, 4 rows above the line" in " ".join(run("show army/half-plane:4")[1].split())
    assert "level 1,000,000" in run("show army/half-plane:1000000")[1]


def test_the_map_in_text_picture_and_json(run: Any) -> None:
    code, out, err = run("show army/3x4:b4 --map --svg map.svg")
    assert (code, err) == (0, "picture: map.svg\n")
    assert "\n4 4 ✗ 4\n3 2 2 2\n2 1 1 1\n1 1 1 1\n  a b c\n" in out
    picture = Path("map.svg").read_text()
    assert picture.count(">✗</text>") == 1
    assert picture.count(">4</text>") == 2
    code, out, _ = run("count army/3x4 --json")
    assert json.loads(out)["map"] == json.loads(run("show army/3x4 --map --json")[1])["map"]
    assert json.loads(out)["map"]["b4"] is None
    assert json.loads(out)["status"] == "counted"


def test_levels_within_a_limit_are_whole(run: Any) -> None:
    """Up to symmetry is counted for the levels that were done, not guessed."""
    whole = json.loads(run("count army/7x8:d7 --levels 4 --json")[1])["levels"]
    code, out, _ = run("count army/7x8:d7 --max-positions 2000 --json")
    assert code == 20
    assert json.loads(out)["levels"][:4] == whole
    assert [level["positions_up_to_symmetry"] for level in whole] == [1, 4, 26, 150]


def test_a_proof_that_is_cut_short_says_so(run: Any) -> None:
    code, out, _ = run("solve army/half-plane:4 --max-positions 2")
    assert code == 0
    assert "(proved" not in out
    assert "not proved that there are no fewer men: the limit on positions was hit" in " ".join(out.split())
    assert json.loads(run("solve army/half-plane:4 --max-positions 2 --json")[1])["limit"] == "positions"


def test_a_map_within_a_limit(run: Any) -> None:
    code, out, _ = run("count army/7x8 --max-seconds 1e-9 --json")
    assert code == 20
    assert json.loads(out)["limit"] == "time"


def test_solve_lists_jumps_with_a_bar(run: Any) -> None:
    code, out, _ = run("solve army/7x8:d7 --algorithm depth-first")
    assert code == 0
    bars = [line.count("█") for line in out.splitlines() if "█" in line]
    assert len(bars) > 7
    assert bars == sorted(bars, reverse=True)
    assert bars[0] > bars[-1]
    assert "a man on the target needs 1" in " ".join(out.split())
    assert "golden weight 1.833 throughout: no jump loses any" in run("solve army/7x8:d7")[1]


def test_solve_writes_pictures(run: Any) -> None:
    code, _, _ = run("solve army/7x8:d7 --svg strip.svg --html page.html")
    assert code == 0
    assert Path("strip.svg").read_text().count("weight 1.833") == 8
    assert '"bars"' in Path("page.html").read_text()


def test_saved_answers_are_verified(run: Any) -> None:
    for spec, code in (("army/7x8:d7", 0), ("army/7x8:d8", 10), ("army/half-plane:3", 0), ("army/half-plane:9", 10)):
        found, out, _ = run(f"solve {spec} --json")
        assert found == code
        Path("answer.json").write_text(out)
        assert run("verify answer.json")[0] == 0
        Path("answer.json").write_text(out.replace('"status"', '"Status"'))
        assert run("verify answer.json")[0] == 1


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("army/7x8:d8", "a man on the target weighs more than the whole army"),
        ("army/half-plane:5", "weigh sigma^(n-5) together, for n = 5 exactly 1, about 1.000"),
        ("army/3x2:b2,front=0", "A jump takes two men; here are 0."),
    ],
)
def test_prove_shows_the_proof(run: Any, spec: str, words: str) -> None:
    code, out, _ = run(f"prove {spec}")
    assert code == 10
    assert words in " ".join(out.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("solve army/7x8", "army/7x8 has no target"),
        ("solve army/7x8:d9", "no hole 'd9'"),
        ("solve pegs/english --algorithm backward", "backward is for army, not for pegs/english"),
        (
            "solve army/12x12:f7 --algorithm breadth-first",
            "144 cells; a named search takes up to 128",
        ),
        ("show pegs/english --map", "has no map"),
        ("show army/half-plane:4 --map", "has no map"),
        ("count army/half-plane:4 --all", "has no vacancies and survivors to count"),
        ("table build army/7x8", "only coins and pegs have"),
        ("solve army/7x8:d7 --visited colours", "--visited"),
        ("solve army/7x8:47", "no cell '47'; write a column letter"),
        ("solve army/7x8:d7 --algorithm programme --visited sums", "has no visited table"),
        ("count army/7x8 --levels 3", "is counted as a map"),
        ("play army/7x8", "has no target to play for"),
        ("solve army/7x8:d7 --objective moves", "unknown objective 'moves'; army/7x8:d7 has men"),
    ],
)
def test_bad_usage(run: Any, arguments: str, message: str) -> None:
    code, out, err = run(arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_named_search_says_what_a_window_cannot(run: Any) -> None:
    code, out, _ = run("solve army/half-plane:2 --algorithm breadth-first")
    assert code == 0
    assert "proved" not in out
    code, out, _ = run("hint army/half-plane:2")
    assert (code, out) == (0, "army/half-plane:2: winnable\na good move: e2-e4\n")


def test_play(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["b2-b4", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(lines))
    code, out, _ = run("play army/3x4:b4")
    assert code == 0
    assert "4 . x .\n" in out
    assert "b2-b4 cannot be played" in out
