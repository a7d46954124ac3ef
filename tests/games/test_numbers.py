"""Every place where a spec or a file has a number refuses what is none, in one line that names the place."""

from pathlib import Path

import pytest

import perfectplay as pp
from perfectplay.games.coins.game import parse_points
from perfectplay.games.dice.files import parse_case
from perfectplay.games.pegs import PegProblem
from perfectplay.games.pegs.pddl import parse_pddl_problem, problem_to_pddl
from tests.bad_numbers import BAD_WHOLE

SPECS = [
    "coins/{}",
    *(f"coins/6:{key}={{}}" for key in ("runs", "seed", "points", "winner", "loser")),
    "coins/6:points=1/{}/2",
    "coins/6:seed=1,red={}",
    "army/half-plane:{}",
    "army/7x8:d7,front={}",
    "army/{}x8:d7",
    "army/7x{}:d7",
    "army/7x8:d{}",
    *(f"dice/random:{key}={{}}" for key in ("seed", "rows", "columns", "pieces", "period", "piece")),
    "pegs/english:{}..17",
    "pegs/english:d{}..d4",
]
UNSPACED = [text for text in BAD_WHOLE if text == text.strip()]  # blanks around a spec and around points are allowed


@pytest.mark.parametrize("spec", SPECS)
def test_numbers_of_specs(spec: str) -> None:
    for text in UNSPACED:
        if spec == "coins/{}" and text == "-":
            continue  # standard input
        with pytest.raises(pp.InputError) as refusal:
            pp.load(spec.format(text))
        assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "spec",
    [
        "coins/ 6",
        "coins/6:runs= 5",
        "coins/6:seed=5 ,red=1",
        "army/half-plane: 4",
        "dice/random:seed= 5",
        "pegs/english: 17..17",
    ],
)
def test_blanks_before_numbers(spec: str) -> None:
    with pytest.raises(pp.InputError):
        pp.load(spec)


@pytest.mark.parametrize(
    "text", ["1//2", "/1", "1/", "//", "/", "1/ /2", "1/+2", "-+5", "5\u00a09", "1/2/", "10000", "-10000"]
)
def test_points_have_no_gaps(text: str) -> None:
    with pytest.raises(pp.InputError, match="points are whole numbers from -9999 to 9999"):
        parse_points(text)


@pytest.mark.parametrize("text", ["1/-2/3", "1 -2 3", " 1 / -2 /3 ", "1\t-2  3", "1/-2 3", "01/-2/3"])
def test_points_are_divided_by_slashes_or_blanks(text: str) -> None:
    assert parse_points(text) == (1, -2, 3)


@pytest.mark.parametrize("key", ["runs", "points", "winner", "loser"])
def test_numbers_of_coin_files(tmp_path: Path, key: str) -> None:
    file = tmp_path / "position.txt"
    for text in (*UNSPACED, "1//2"):
        file.write_text(f"{key}: {text}\n\no\noo\n", "utf-8")
        with pytest.raises(pp.InputError, match=rf"position\.txt: {key} "):
            pp.load(f"coins/@{file}")


@pytest.mark.parametrize("place", range(6))
def test_numbers_of_dice_files(place: int) -> None:
    words = ["1", "2", "1", "0", "1", "1", "1"]
    for text in filter(None, UNSPACED):
        case = " ".join([*words[:place], text, *words[place + 1 :]])
        with pytest.raises(pp.InputError, match=r"line 1: .* is not a number; expected "):
            parse_case(case)


@pytest.mark.parametrize("text", UNSPACED)
def test_numbers_of_peg_files(tmp_path: Path, text: str) -> None:
    file = tmp_path / "board.txt"
    file.write_text(f"goal: b{text}\n\nooo\noo.\n", "utf-8")
    with pytest.raises(pp.InputError):
        pp.load(f"pegs/@{file}")


@pytest.mark.parametrize("text", ["٣", "1_0", "+1", "-1", "007", "1.0", "²", "", "9" * 6])
def test_numbers_of_pddl(text: str) -> None:
    problem = pp.load("pegs/triangle-4:a2..a3")
    assert isinstance(problem, PegProblem)
    whole = problem_to_pddl(problem)
    assert "pos-1-0" in whole
    with pytest.raises(pp.InputError):
        parse_pddl_problem(whole.replace("pos-1-0", f"pos-{text}-0"))
