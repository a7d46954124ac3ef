"""A user's own game for two: rules in one Python file, solved, played and searched like any other.

The file defines a NamedTuple of rules, functions under `@implements`, and `problem(argument)`, which returns a `Game`.
"""

from collections.abc import Callable
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.base.loading import loading
from perfectplay.draw.scene import Scene
from perfectplay.games.own.given import Given
from perfectplay.model.game_for_two import SCORE, WIN, GameForTwo, outcome_of
from perfectplay.model.problem import Facts


class Game(Given, GameForTwo):
    """A game for two given by compiled rules and a start state; a move names the position that it leads to.

    It is over where `successors` finds none, and `outcome` says what that is worth to the player who would be to move:
    1, 0 or -1 for won, draw and lost, or points.  `gain` gives the points of a step to the player who makes it; with
    points the difference counts, and `has_points=True` says so where only `outcome` gives them.  `can_repeat` says that
    a position may come back, so that a game may never end, which is a draw.  `text` writes a state for people, `scene`
    draws it, `branching` is the most successors a state can have, `words` the width of a state.
    """

    def __init__(
        self,
        rules: Any,
        start: int,
        *,
        text: Callable[[int], str] = str,
        scene: Callable[[int], Scene] | None = None,
        branching: int = 64,
        words: int = 1,
        can_repeat: bool = False,
        has_points: bool = False,
        spec: str = "",
    ) -> None:
        super().__init__(rules, start, text=text, scene=scene, branching=branching, words=words, spec=spec)
        if can_repeat and has_points:
            raise InputError(
                "Game(can_repeat=True) cannot have points: the value of a game without end would be unknown"
            )
        self.can_repeat = can_repeat
        self._has_points = has_points or _implements_gain(rules)
        objectives = (SCORE,) if self._has_points else (WIN,)
        self.facts = Facts(players=2, is_monotone=not can_repeat, has_tree=True, objectives=objectives)

    @property
    def has_points(self) -> bool:
        return self._has_points

    def is_goal(self, position: int) -> bool:
        return not self.successors(position)

    def value_at_end(self, position: int) -> int:
        """Return what a game that is over is worth to the player who would be to move."""
        with loading():
            from perfectplay.contract.measures import VALUE, checked
            from perfectplay.contract.state import from_number
            from perfectplay.contract.stubs import outcome

        return checked(type(self.rules).__name__, VALUE, self.ask(outcome, from_number(position, self.words)))

    def outcome(self, position: int) -> str:
        return outcome_of(self.value_at_end(position))

    def points_at_end(self, position: int, mover: int) -> tuple[int, int]:
        if not self._has_points:
            return super().points_at_end(position, mover)
        value = self.value_at_end(position)
        ahead, behind = max(value, 0), max(-value, 0)
        return (ahead, behind) if mover == 0 else (behind, ahead)

    def points_between(self, before: int, after: int) -> int:
        """Return the points of a step to the player who makes it."""
        with loading():
            from perfectplay.contract.measures import VALUE, checked
            from perfectplay.contract.state import from_number
            from perfectplay.contract.stubs import gain

        states = (from_number(state, self.words) for state in (before, after))
        return checked(type(self.rules).__name__, VALUE, self.ask(gain, *states))

    def points_of(self, position: int, text: str) -> int:
        return self.points_between(position, self.play(position, text))

    def find_move(self, position: int, text: str) -> str:
        return self.text(self.play(position, text))  # spaces and lines may be left out or added


def _implements_gain(rules: Any) -> bool:
    with loading():
        from perfectplay.contract.dispatch import STUBS
        from perfectplay.contract.stubs import gain

    return STUBS[gain].is_implemented_by(type(rules))
