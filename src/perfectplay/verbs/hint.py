"""`hint`: one good move, whether the position can still be won, and every good move where that is known."""

import time
from dataclasses import dataclass, replace
from typing import Any

from perfectplay.base.limits import Limits
from perfectplay.base.progress import Progress
from perfectplay.base.stats import Stats
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.oracle import LOST, WON, Oracle
from perfectplay.model.problem import Problem
from perfectplay.solvers.oracle import Notice, find_oracle
from perfectplay.verbs.asking import as_limits, as_problem, as_progress, check_function
from perfectplay.version import __version__

WINNERS = {WON: "first", LOST: "second"}

MAKING_SECONDS = 4.0  # time for the values of all positions, of which a family leaves half to a search


@dataclass(frozen=True, slots=True)
class Hint:
    """One good move; `moves_left` and `good_moves` are there if they are known."""

    problem: Problem
    status: str
    move: str | None
    moves_left: int | None
    good_moves: list[str] | None
    limit: str | None
    stats: Stats
    winner: str | None = None  # winner of a game for two
    detail: str = ""  # why a refusal was made, with the figure
    points: int | None = None  # how far the player to move will be ahead, where points decide who wins

    def as_json(self) -> dict[str, Any]:
        """Return the object that `hint --json` prints."""
        winner: dict[str, Any] = {} if self.winner is None else {"winner": self.winner}
        winner |= {} if self.points is None else {"points": self.points}
        good_moves = {"good_moves": self.good_moves} if self.problem.facts.players == 2 else {}
        return {
            "problem": self.problem.as_json(),
            "status": self.status,
            "move": self.move,
            "moves_left": self.moves_left,
            "good_jumps": self.good_moves,
            **good_moves,
            "limit": self.limit,
            **({"detail": self.detail} if self.detail else {}),
            **winner,
            "version": __version__,
            "stats": self.stats.as_json(),
        }


def hint(
    problem: Problem | str,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    on_notice: Notice = lambda message: None,
) -> Hint:
    """Return a good move from the start of a problem, or say that there is none, or which limit was hit.

    >>> hint("pegs/triangle-5").move
    'a3-a1'
    """
    problem = as_problem(problem)
    within, reported = as_limits(limits), as_progress(progress)
    check_function("on_notice", on_notice)
    began = time.perf_counter()
    try:
        oracle = find_oracle(problem, within, reported, on_notice, making_seconds=MAKING_SECONDS)
        found = _asked(problem, oracle)
    except KeyboardInterrupt:
        return Hint(problem, "unknown", None, None, None, "interrupted", Stats())
    found.stats.seconds = time.perf_counter() - began - found.stats.compile_seconds
    return found


def _asked(problem: Problem, oracle: Oracle) -> Hint:
    start = problem.start
    value = oracle.value(start)
    if not value.is_known:
        return Hint(problem, "unknown", None, None, None, value.limit, oracle.stats, detail=value.price)
    is_for_two = problem.facts.players == 2
    status = "solved" if is_for_two or value.outcome == WON else "impossible"
    good: list[str] | None = [] if status == "impossible" else None
    if oracle.is_quick_at(start):
        good = oracle.good_moves(start)
    found = Hint(problem, status, oracle.best_move(start), value.moves_left, good, None, oracle.stats)
    if not isinstance(problem, GameForTwo):
        return found
    points = value.points if problem.is_won_by_points else None
    return replace(found, winner=WINNERS.get(value.outcome, value.outcome), points=points)
