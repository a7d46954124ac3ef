"""Heaps solved by minimax that remembers."""

from perfectplay.base.errors import UnsupportedError
from perfectplay.base.limits import LimitHitError, Limits, Stop
from perfectplay.base.progress import Progress
from perfectplay.model.answers import Answer, Decided, Unknown
from perfectplay.model.count import Count, Wanted
from perfectplay.model.game_for_two import GameOracle
from perfectplay.model.oracle import LOST, UNKNOWN, WON, Value
from perfectplay.solvers.oracle import Notice
from perfectplay.solvers.solver import Request, Solver
from tests.families.heaps.problem import HeapPosition, HeapProblem


class HeapOracle(GameOracle):
    """Remembers every position it has looked at, up to the limit on positions."""

    is_quick = True
    problem: HeapProblem

    def __init__(self, problem: HeapProblem, limits: Limits) -> None:
        super().__init__(problem, "win")
        self.limits = limits
        self.known: dict[HeapPosition, bool] = {}

    def is_won(self, position: HeapPosition) -> bool:
        """Tell whether the player to move wins, or raise LimitHitError."""
        if position not in self.known:
            if self.limits.positions is not None and len(self.known) >= self.limits.positions:
                raise LimitHitError("positions")
            problem = self.problem
            after = [problem.play(position, text) for text in problem.moves(position)]
            lost = [item for item in after if not self.is_won(item)]  # every one is looked at, so that all are counted
            self.known[position] = bool(lost) if after else problem.outcome(position) == WON
            self.stats.expanded += 1
            self.stats.generated += len(after)
        return self.known[position]

    def value(self, position: HeapPosition) -> Value:
        try:
            return Value(WON, points=1) if self.is_won(position) else Value(LOST, points=-1)
        except LimitHitError as error:
            return Value(UNKNOWN, limit=error.limit)


class HeapSolver(Solver[HeapProblem]):
    """Serves one problem."""

    def solve_by_default(self, request: Request) -> Answer:
        oracle = HeapOracle(self.problem, request.limits)
        start = self.problem.start
        with Stop() as stop:
            is_won = oracle.is_won(start)
            best = tuple(oracle.good_moves(start))
            line = self._best_game(oracle)
        if stop.limit:
            return Unknown(self.problem, request.objective, oracle.stats, stop.limit)
        return Decided(
            self.problem,
            request.objective,
            oracle.stats,
            tuple(line),
            None,
            True,
            winner="first" if is_won else "second",
            value=1 if is_won else -1,
            best_moves=best,
        )

    def _best_game(self, oracle: HeapOracle) -> list[str]:
        position, line = self.problem.start, []
        while (move := oracle.best_move(position)) is not None:
            position = self.problem.play(position, move)
            line.append(move)
        return line

    def count(self, request: Request, wanted: Wanted) -> Count:
        if wanted != Wanted():
            raise UnsupportedError(f"{self.problem.spec} has no levels to count; leave out --levels and --by")
        oracle = HeapOracle(self.problem, request.limits)
        with Stop() as stop:
            oracle.is_won(self.problem.start)
        lost = len(oracle.known) - sum(oracle.known.values())
        figures = {"positions": len(oracle.known), "lost_positions": lost}
        return Count(self.problem, (), stop.limit, oracle.stats, own=figures)


def find_oracle(
    problem: HeapProblem, limits: Limits, progress: Progress, on_notice: Notice, objective: str = "win"
) -> HeapOracle:
    """Return what knows the positions of a problem."""
    return HeapOracle(problem, limits)
