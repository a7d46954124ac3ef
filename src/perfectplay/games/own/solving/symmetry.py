"""The promise of `canonical`, compared with the other rules before a search relies on it."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

import numpy as np

from perfectplay.base.errors import ContractError
from perfectplay.contract.dispatch import STUBS
from perfectplay.contract.state import from_number, to_number
from perfectplay.contract.stubs import canonical
from perfectplay.games.own.game import Game
from perfectplay.games.own.given import Given
from perfectplay.games.own.puzzle import Puzzle
from perfectplay.games.own.solving.checks import name_of

MAX_COMPARED = 250  # positions that are compared with the state that stands for them
DIFFERENCES = {
    "is_goal": "is_goal differs between the two",
    "steps": "their steps lead to states that are not images of each other, or have another cost or gain",
    "outcome": "outcome differs between the two",
}


class _Images(dict[int, int]):
    """The state that `canonical` returns for each state, asked once."""

    def __init__(self, problem: Given) -> None:
        self.problem = problem

    def __missing__(self, state: int) -> int:
        problem = self.problem
        image = problem.ask(canonical, from_number(state, problem.words))
        words = image if isinstance(image, tuple) else (image,)
        if len(words) != problem.words or not all(isinstance(word, np.uint64) for word in words):
            raise ContractError(
                f"{name_of(canonical, type(problem.rules))} must return a state, not {image!r}; end with word(…), "
                "from perfectplay.contract, if it is an ordinary integer"
            )
        self[state] = to_number(image)
        return self[state]


def check_symmetry(problem: Given, *, passes_goals: bool = False) -> None:
    """Raise ContractError if a position near the start and the state that stands for it are not images.

    The rules of a puzzle need not cover positions beyond a goal, unless a count passes goals.
    """
    if not STUBS[canonical].is_implemented_by(type(problem.rules)):
        return
    images, waiting, seen = _Images(problem), [problem.start_state], {problem.start_state}
    for state in islice(waiting, MAX_COMPARED):  # the list grows on the way
        image = images[state]
        try:
            traits, after = _traits(problem, images, state, passes_goals)
        except ContractError:
            break  # the search reports this error, if it expands the position
        if image != state and (why := _difference(problem, images, traits, image, passes_goals)):
            name = name_of(canonical, type(problem.rules))
            raise ContractError(f"{name} returned {_shown(problem, image)} for {_shown(problem, state)}, but {why}")
        waiting += (fresh for fresh in dict.fromkeys(after) if fresh not in seen)
        seen.update(after)


def _traits(
    problem: Given, images: Mapping[int, int], state: int, passes_goals: bool
) -> tuple[dict[str, Any], list[int]]:
    """Return the traits that all images of a state share, and its successors."""
    if isinstance(problem, Game):
        after = problem.successors(state)
        traits: dict[str, Any] = {"outcome": None if after else problem.value_at_end(state)}
        worths = [problem.points_between(state, successor) for successor in after]
    else:
        assert isinstance(problem, Puzzle)
        traits = {"is_goal": problem.is_goal(state)}
        after = problem.successors(state) if passes_goals or not traits["is_goal"] else []
        worths = [problem.cost_along([state, successor]) for successor in after]
    traits["steps"] = {(images[successor], worth) for successor, worth in zip(after, worths, strict=True)}
    return traits, after


def _difference(
    problem: Given, images: Mapping[int, int], traits: Mapping[str, Any], image: int, passes_goals: bool
) -> str:
    """Return the reason why a state with these traits has no such image, empty if it has."""
    try:
        if images[image] != image:
            return f"{_shown(problem, images[image])} for that; it must return the same state for all images"
        other, _ = _traits(problem, images, image, passes_goals)
    except ContractError as error:
        return f"the rules fail there: {error}"
    return next((why for name, why in DIFFERENCES.items() if traits.get(name) != other.get(name)), "")


def _shown(problem: Given, state: int) -> str:
    try:
        return repr(problem.text(state)[:40])
    except ContractError:
        return f"the state {state}"  # for example, one that cannot occur
