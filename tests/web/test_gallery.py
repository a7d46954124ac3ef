"""The famous problems are there, their stories are fit to be read, and what they say is so."""

import re

import pytest

import perfectplay as pp
from perfectplay.model.words import words_for
from perfectplay.web.gallery import gallery_data

PROBLEMS = gallery_data()["problems"]
# What the stories say of each, as the headline of its answer has it.
VERDICTS = {
    "pegs/english": "18 moves (proved fewest)",
    "pegs/french:d4..d4": "impossible, proved by position classes",
    "pegs/french": "solved in 35 jumps",
    "pegs/triangle-5": "10 moves (proved fewest)",
    "pegs/triangle-4:b3..any": "impossible, proved by position classes",
    "pegs/wiegleb": "solved in 43 jumps",
    "pegs/diamond:e5..any": "impossible, proved by position classes",
    "army/half-plane:4": "by 20 men (proved fewest)",
    "army/half-plane:5": "impossible, proved by golden weights",
    "army/7x8:d8": "impossible, proved by a weight function",
    "army/half-plane:9,lattice=diagonal": "impossible, proved by golden weights",
    "coins/6": "the first player wins",
    "coins/assignment3": "the first player ahead by 12 points; the second player wins",
    "dice/board-11": "solved in 5 plies (proved fewest)",
}
# Problems that stories mention besides their own.
OTHERS = {
    "pegs/french:d4..any": "impossible",
    "pegs/triangle-4:a1..any": "impossible",
    "pegs/triangle-4:a2..any": "solved",
    "pegs/diamond": "solved",
    "army/half-plane:1": "by 2 men",
    "army/half-plane:2": "by 4 men",
    "army/half-plane:3": "by 8 men",
    "coins/5": "the second player wins",
}
SLOW = {"pegs/english"}


def test_the_gallery_is_a_page_long() -> None:
    assert 10 <= len(PROBLEMS) <= 14
    assert [problem["spec"] for problem in PROBLEMS] == list(VERDICTS)
    assert len({problem["title"] for problem in PROBLEMS}) == len(PROBLEMS)


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: str(problem["title"]))
def test_each_is_there_and_fit_to_be_read(problem: dict[str, str]) -> None:
    loaded = pp.load(problem["spec"])
    assert problem["objective"] is None or problem["objective"] in loaded.facts.objectives
    played = pp.load(problem["play"])
    assert played.scene(played.start) is not None
    assert pp.solve(played).status == pp.solve(loaded).status
    assert "not drawn" not in words_for(played).about()
    assert 10 <= len(problem["title"]) <= 48
    story = problem["story"]
    assert 120 <= len(story) <= 400 and story == " ".join(story.split())
    assert 2 <= len(re.findall(r"[.!?](?= [A-Z]|$)", story)) <= 4


@pytest.mark.parametrize(
    "spec", [pytest.param(spec, marks=pytest.mark.long if spec in SLOW else ()) for spec in VERDICTS]
)
def test_what_the_stories_say_is_so(spec: str) -> None:
    objective = next(problem["objective"] for problem in PROBLEMS if problem["spec"] == spec)
    answer = pp.solve(spec, objective=objective) if objective else pp.solve(spec)
    assert VERDICTS[spec] in words_for(answer.problem).headline(answer)


@pytest.mark.parametrize("spec", OTHERS)
def test_what_the_stories_say_of_others_is_so(spec: str) -> None:
    answer = pp.solve(spec)
    assert OTHERS[spec] in words_for(answer.problem).headline(answer)
