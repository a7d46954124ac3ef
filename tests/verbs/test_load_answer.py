"""A saved answer is read back as the object it was, whatever its family and verdict."""

import json
from pathlib import Path
from typing import Any

import pytest

import perfectplay as pp
from tests.places import JUGS

CASES = [
    ("pegs/triangle-5", {}),
    ("pegs/triangle-5", {"objective": "moves"}),
    ("pegs/french:d4..any", {"objective": "jumps"}),
    ("pegs/triangle-4:a2..a3", {}),
    ("pegs/triangle-4", {"objective": "pegs"}),
    ("army/5x6:c4", {}),
    ("army/half-plane:2", {}),
    ("army/half-plane:5", {}),
    ("dice/random:seed=3,rows=4,columns=4", {"all_optimal": True}),
    ("coins/4", {"all_moves": True}),
    ("coins/assignment5:position=r/../..y/w.../....g/......", {"objective": "score"}),
]


@pytest.mark.parametrize(("spec", "options"), CASES)
def test_answers_come_back_as_they_were(spec: str, options: dict[str, Any], tmp_path: Path) -> None:
    answer = pp.solve(spec, **options)
    answer.save(tmp_path / "answer.json")
    loaded = pp.load_answer(tmp_path / "answer.json")
    assert loaded == answer
    assert loaded.as_json() == answer.as_json()
    assert pp.solve(loaded.problem, **options).as_json()["solution"] == answer.as_json()["solution"]


def test_an_unknown_answer_comes_back(tmp_path: Path) -> None:
    answer = pp.solve("pegs/9x9", limits=pp.Limits(positions=5))
    answer.save(tmp_path / "answer.json")
    loaded = pp.load_answer(tmp_path / "answer.json")
    assert isinstance(loaded, pp.Unknown)
    assert loaded == answer


def test_an_own_game_is_a_program_and_is_not_started(tmp_path: Path) -> None:
    pp.solve(f"{JUGS}:4").save(tmp_path / "answer.json")
    with pytest.raises(pp.InputError, match="not read from an answer"):
        pp.load_answer(tmp_path / "answer.json")


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"problem": {}}', '{"problem": {"family": "chess"}}', '{"problem": {"family": "pegs"}}'],
)
def test_what_is_no_answer_is_refused_in_one_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "answer.json").write_text(text)
    with pytest.raises(pp.InputError):
        pp.load_answer(tmp_path / "answer.json")


def test_a_status_that_is_none_is_refused(tmp_path: Path) -> None:
    whole = pp.solve("pegs/triangle-5").as_json()
    (tmp_path / "answer.json").write_text(json.dumps(whole | {"status": "perhaps"}))
    with pytest.raises(pp.InputError, match="unknown status 'perhaps'"):
        pp.load_answer(tmp_path / "answer.json")
