"""Exact values by the family's solver, for every puzzle and game for two whose family has nothing better."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from perfectplay.base.limits import Limits
from perfectplay.base.progress import Progress
from perfectplay.base.recent import Recent
from perfectplay.model.answers import Answer, Decided, Solved, Unknown
from perfectplay.model.game_for_two import GameForTwo, GameOracle
from perfectplay.model.oracle import DRAW, LOST, UNKNOWN, WON, Oracle, Value
from perfectplay.model.problem import Problem
from perfectplay.model.registry import family_of
from perfectplay.solvers.solver import answer_by_default

Notice = Callable[[str], None]
MOST_ANSWERS = 1000  # answers with their solutions that are remembered
MOST_VALUES = 100_000
OUTCOMES = {"first": WON, "second": LOST, "draw": DRAW}  # outcome for the player to move, by the winner in an answer


class SearchOracle(Oracle):
    """Searches for a solution from each position it is asked about, and remembers the answer."""

    def __init__(self, problem: Problem, limits: Limits, progress: Progress | None = None) -> None:
        super().__init__(problem)
        self.limits = limits
        self.progress = progress
        self._answers: Recent[Any, Answer] = Recent(MOST_ANSWERS)

    def ask(self, position: Any) -> Answer:
        """Return the answer to the problem from a position."""
        if (known := self._answers.find(position)) is not None:
            return known
        answer = answer_by_default(self.problem_at(position), self.limits, self.progress)
        if isinstance(answer, Unknown) and answer.limit == "interrupted":
            raise KeyboardInterrupt
        self.stats.add(answer.stats)
        if isinstance(answer, Unknown) and answer.limit == "time":
            return answer  # another time it may be known
        return self._answers.keep(position, answer)

    def problem_at(self, position: Any) -> Problem:
        """Return the problem whose answer is the value of a position."""
        return self.problem.starting_at(position)

    def value(self, position: Any) -> Value:
        answer = self.ask(position)
        if isinstance(answer, Unknown):
            return Value(UNKNOWN, limit=answer.limit, price=answer.detail)
        if not isinstance(answer, Solved):
            return Value(LOST)
        is_fewest = not answer.solution or (answer.optimal and answer.objective == "moves")
        return Value(WON, answer.moves if is_fewest else None)

    def best_move(self, position: Any) -> str | None:
        answer = self.ask(position)
        return next(iter(answer.solution), None) if isinstance(answer, Solved) else None


class SolverOracle(GameOracle):
    """Lets the solver of a game for two decide each position it is asked about, and remembers the answer."""

    def __init__(self, problem: GameForTwo, objective: str, limits: Limits, progress: Progress | None = None) -> None:
        super().__init__(problem, objective)
        self.limits = limits
        self.progress = progress
        self._values: Recent[Any, Value] = Recent(MOST_VALUES)

    def value(self, position: Any) -> Value:
        if self.problem.is_goal(position):
            return self.end_value(position)
        if (known := self._values.find(position)) is not None:
            return known
        value = self._decided(position)
        return value if value.limit == "time" else self._values.keep(position, value)  # another time it may be known

    def _decided(self, position: Any) -> Value:
        problem = self.problem.starting_at(position)
        answer = answer_by_default(problem, self.limits, self.progress, self.objective)
        self.stats.add(answer.stats)
        if isinstance(answer, Unknown):
            if answer.limit == "interrupted":
                raise KeyboardInterrupt
            return Value(UNKNOWN, limit=answer.limit, price=answer.detail)
        assert isinstance(answer, Decided)
        return Value(OUTCOMES[answer.winner], points=answer.value)


def find_oracle(
    problem: Problem,
    limits: Limits,
    progress: Progress | None = None,
    on_notice: Notice = lambda message: None,
    search_seconds: float | None = None,
    objective: str = "",
    making_seconds: float | None = None,
) -> Oracle:
    """Return the oracle of the problem's family, if it has one that serves, or one that searches within the limits.

    Where the limits do not, `search_seconds` bounds each search, and `making_seconds` what is made for a puzzle before
    the first.  `objective` is one of a game for two, by default its first.
    """
    began = time.perf_counter()
    family = family_of(problem)
    if family.has_part("oracle"):
        own = {"objective": objective} if objective else {}
        is_bounded = limits.seconds is not None or isinstance(problem, GameForTwo)
        making = limits if is_bounded else replace(limits, seconds=making_seconds)
        oracle: Oracle | None = family.part("oracle")(problem, making, progress or Progress(), on_notice, **own)
        if oracle is not None:
            return oracle
    if limits.seconds is not None:
        search_seconds = max(limits.seconds / 2, limits.seconds - (time.perf_counter() - began))
    within = replace(limits, seconds=search_seconds)
    if isinstance(problem, GameForTwo):
        return SolverOracle(problem, objective or problem.facts.objectives[0], within, progress)
    return SearchOracle(problem, within, progress)
