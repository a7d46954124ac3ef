"""Exact values of a user's own game for two: one search whose table serves every position that is asked about."""

from dataclasses import replace
from typing import Any

from perfectplay.base.limits import Limits
from perfectplay.base.progress import Progress
from perfectplay.base.recent import Recent
from perfectplay.games.own.game import Game
from perfectplay.games.own.puzzle import Puzzle
from perfectplay.model.game_for_two import WIN, GameOracle, outcome_of
from perfectplay.model.oracle import UNKNOWN, WON, Value
from perfectplay.search.minimax import GameSearch
from perfectplay.search.retrograde import Retrograde
from perfectplay.solvers.deciding import refuse_odd_outcome
from perfectplay.solvers.oracle import MOST_VALUES
from perfectplay.solvers.running import run_engine
from perfectplay.solvers.solver import make_request, solver_for
from perfectplay.solvers.solving import engine_of

PATIENCE = 0.5  # after a search in vain the next one gets so much of its time
LEAST_SECONDS = 0.01  # enough for the last moves of a game


class TreeOracle(GameOracle):
    """Searches from each position it is asked about, remembering what it learnt before."""

    def __init__(self, problem: Game, limits: Limits, progress: Progress, objective: str) -> None:
        super().__init__(problem, objective)
        self.request = replace(make_request(problem, limits, progress), objective=objective)
        self.limits = limits
        self.patience = 1.0  # share of the time that the next search gets
        solver = solver_for(problem)
        self.engine: GameSearch | Retrograde = engine_of(solver, self.request, solver.choose(self.request))
        self._values: Recent[int, Value] = Recent(MOST_VALUES)

    def allow(self, limits: Limits) -> None:
        super().allow(limits)
        self.patience = 1.0

    def is_always_known(self, position: Any) -> bool:
        return False  # how far a search gets in its time depends on the machine

    def value(self, position: Any) -> Value:
        if self.problem.is_goal(position):
            return self.end_value(position)
        if (known := self._values.find(position)) is not None:
            return known
        found = self._found(position)
        return self._values.keep(position, found) if found.is_known else found

    def _found(self, position: int) -> Value:
        if isinstance(self.engine, GameSearch):
            self.engine.begin(position, values_all=False)
        limit = self._run()
        if not limit and isinstance(self.engine, Retrograde) and not self.engine.knows(position):
            # It cannot be reached from where the analysis began, so another one begins here.
            self.engine = Retrograde(replace(self.engine.task, start=position), self.engine.settings)
            limit = self._run()
        if limit:
            self.patience *= PATIENCE
            return Value(UNKNOWN, limit=limit)
        self.patience = 1.0
        value = self.engine.value if isinstance(self.engine, GameSearch) else self.engine.value_of(position)
        left = self.engine.distance_of(position) if isinstance(self.engine, Retrograde) and value else None
        return Value(outcome_of(value), left, (value > 0) - (value < 0) if self.objective == WIN else value)

    def move_value(self, position: Any, text: str) -> Value:
        value = super().move_value(position, text)
        return value if value.moves_left is None else value._replace(moves_left=value.moves_left + 1)

    def rank(self, value: Value) -> tuple[int, ...]:
        """Rank a win that is near above one that is far: where positions come back, a win can be put off for ever."""
        left = value.moves_left or 0
        return *super().rank(value), -left if value.outcome == WON else left

    def _run(self) -> str:
        """Run the engine to its end; return the limit that stopped it, if any."""
        seconds = self.limits.seconds
        if seconds is not None:
            seconds = max(LEAST_SECONDS, seconds * self.patience)
        limits = replace(self.limits, seconds=seconds)
        result = run_engine(solver_for(self.problem), lambda: self.engine, replace(self.request, limits=limits).watch())
        if result.limit == "interrupted":
            raise KeyboardInterrupt
        if self.objective == WIN:
            refuse_odd_outcome(self.engine)
        return str(result.limit)


def oracle_of(
    problem: Puzzle | Game, limits: Limits, progress: Progress, on_notice: Any, objective: str = ""
) -> TreeOracle | None:
    """Return the exact values of a game for two; a puzzle has nothing better than a search for each position."""
    if not isinstance(problem, Game):
        return None
    return TreeOracle(problem, limits, progress, objective or problem.facts.objectives[0])
