"""A user's own puzzle: rules in one Python file, and every algorithm runs on it.

The file defines a NamedTuple of rules, functions under `@implements`, and `problem(argument)`, which returns a
`Puzzle`.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.base.loading import loading
from perfectplay.draw.scene import Scene
from perfectplay.games.own.given import Given
from perfectplay.model.option import Names
from perfectplay.model.problem import Facts


class Puzzle(Given):
    """A problem given by compiled rules and a start state; its positions are states, a move names the next position.

    `text` writes a state for people, `scene` draws it, `branching` is the most successors a state can have, `words` the
    width of a state; `pruning` names the rules that `is_hopeless` and `is_pointless` know by number, `admissible` says
    that `estimate` never guesses too much, `has_unit_cost` must be False if `cost` is implemented, and `is_monotone`
    may be True if no play repeats a state.
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
        pruning: Sequence[str] = (),
        admissible: bool = False,
        is_monotone: bool = False,
        spec: str = "",
    ) -> None:
        super().__init__(rules, start, text=text, scene=scene, branching=branching, words=words, spec=spec)
        if isinstance(pruning, str) or Names().refusal(pruning):
            raise InputError(f"Puzzle(pruning=…) must be a list of names, not {str(pruning)[:40]!r}")
        names = list(pruning)
        if len({*names, "duplicates", "symmetry"}) != len(names) + 2:
            raise InputError("Puzzle(pruning=…) must name each rule once, and neither duplicates nor symmetry")
        self.pruning = tuple(names)
        self.is_admissible = admissible
        self.facts = _facts(rules, is_monotone)

    def is_goal(self, position: int) -> bool:
        with loading():
            from perfectplay.contract.state import from_number
            from perfectplay.contract.stubs import is_goal

        return bool(self.ask(is_goal, from_number(position, self.words)))

    def cost_along(self, path: Sequence[int]) -> int:
        """Return the sum of the costs of the steps of a path."""
        with loading():
            from perfectplay.contract.measures import COST, MOST_COST, checked, too_costly
            from perfectplay.contract.state import from_number
            from perfectplay.contract.stubs import cost

        name = type(self.rules).__name__
        states = [from_number(state, self.words) for state in path]
        total = sum(checked(name, COST, self.ask(cost, before, after)) for before, after in pairwise(states))
        if total > MOST_COST:
            raise too_costly(name)
        return total


def _facts(rules: Any, is_monotone: bool) -> Facts:
    with loading():
        from perfectplay.contract.dispatch import STUBS
        from perfectplay.contract.stubs import cost

    has_costs = STUBS[cost].is_implemented_by(type(rules))
    return Facts(
        is_monotone=is_monotone, has_unit_cost=not has_costs, objectives=("cost",) if has_costs else ("moves",)
    )
