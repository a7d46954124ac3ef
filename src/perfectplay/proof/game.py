"""The same checks for puzzles whose rules are not pegs: the caller hands them in, as texts that follow texts.

What an answer says is never passed to those rules unseen: they are only asked about their own start and about
positions they themselves named as successors.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import Protocol

from perfectplay.proof.budget import Budget
from perfectplay.proof.json_text import object_field, required_field, text_field, truth_field
from perfectplay.proof.record import Record
from perfectplay.proof.shape import figure_claims, limit_claims, position_claims, read_certificate, read_solution
from perfectplay.proof.two import TwoReplay, two_claims
from perfectplay.proof.verdict import Claim, Rejected, Unconfirmed, counted, judge, quoted


class Replay(Protocol):
    """The rules of a puzzle as the checker needs them: a start, what can follow, and when it is done."""

    @property
    def start(self) -> str:
        """The text of the first position."""

    def successors(self, position_text: str, /) -> Sequence[str]:
        """Return the texts of all positions one step on."""

    def is_goal(self, position_text: str, /) -> bool:
        """Tell whether a position solves the puzzle."""

    def cost(self, position_text: str, successor_text: str, /) -> int:
        """Return what a step costs."""


def play_positions(replay: Replay, solution: object, budget: Budget) -> list[str]:
    """Check a solution given as the position after each step, and return its positions, the start among them."""
    if not isinstance(solution, list):
        raise Rejected(f"expected a list of positions, found {quoted(solution)}")
    positions = [replay.start]
    for step, text in enumerate(solution, 1):
        budget.spend(256)
        if not isinstance(text, str):
            raise Rejected(f"step {step}: expected the text of a position, found {quoted(text)}")
        if text not in replay.successors(positions[-1]):
            raise Rejected(f"step {step}: {quoted(text)} does not follow from {quoted(positions[-1])}")
        positions.append(text)
    if not replay.is_goal(positions[-1]):
        raise Rejected(f"it ends at {quoted(positions[-1])}, which is no goal")
    return positions


def least_cost(replay: Replay, budget: Budget, *, is_counted: bool) -> tuple[int, int | None]:
    """Return how many positions were settled, and the least cost of a way to a goal, or None (Dijkstra 1959).

    A step costs 1 where steps are counted, else what the rules say.

    >>> class Countdown:
    ...     start = "7"
    ...     def successors(self, text):
    ...         return [str(int(text) - step) for step in (2, 3) if int(text) >= step]
    ...     def is_goal(self, text):
    ...         return text == "1"
    ...     def cost(self, text, successor):
    ...         return int(text)
    >>> least_cost(Countdown(), Budget(), is_counted=True), least_cost(Countdown(), Budget(), is_counted=False)
    ((4, 2), (4, 11))
    """
    costs = {replay.start: 0}
    waiting = [(0, replay.start)]
    settled: set[str] = set()
    while waiting:
        cost, position = heappop(waiting)
        if position in settled:
            continue
        settled.add(position)
        if replay.is_goal(position):
            return len(settled), cost
        for successor in replay.successors(position):
            step = 1 if is_counted else replay.cost(position, successor)
            if step < 0:
                raise Rejected(f"the step from {quoted(position)} to {quoted(successor)} costs less than nothing")
            if successor not in costs or cost + step < costs[successor]:
                costs[successor] = cost + step
                heappush(waiting, (cost + step, successor))
        budget.spend(256)
        budget.hold(4 * len(costs), "the positions met so far")
    return len(settled), None


def game_claims(answer: Record, status: str, budget: Budget, replay: Replay | TwoReplay) -> Iterator[Claim]:
    """Yield the claims of a solved or impossible answer, by the caller's rules."""
    start = required_field(object_field(answer, "problem"), "start")
    if start != replay.start:
        yield Claim("start", "rejected", f"the answer starts at {quoted(start)}, the rules at {quoted(replay.start)}")
        return
    objective = text_field(answer, "objective")
    if isinstance(replay, TwoReplay):
        yield from two_claims(answer, status, objective, budget, replay)
        return
    if objective not in ("moves", "cost"):
        yield Claim("objective", "rejected", f"{quoted(objective)} is neither moves nor cost")
        return
    if status == "impossible":
        found: list[int] = []
        yield judge("impossible", lambda: _check_impossible(answer, budget, replay, found))
        yield from position_claims(answer, found)
        return
    try:
        positions = play_positions(replay, read_solution(answer), budget)
    except (Rejected, Unconfirmed) as finding:
        yield Claim("solution", "rejected" if isinstance(finding, Rejected) else "unconfirmed", str(finding))
        return
    steps = len(positions) - 1
    yield Claim("solution", "checked", f"its {counted(steps, 'step')} by the rules lead from the start to a goal")
    figures = {"moves": steps, "jumps": steps}
    if objective == "cost":
        figures["cost"] = sum(replay.cost(before, after) for before, after in pairwise(positions))
    yield from figure_claims(answer, figures)
    yield from limit_claims(answer)
    if truth_field(answer, "optimal"):
        yield judge("optimal", lambda: _check_optimal(figures[objective], objective, budget, replay))


def describe_game(answer: Record) -> str:
    """Say what the checker has read."""
    fields = object_field(answer, "problem")
    text_field(fields, "family"), text_field(fields, "source")
    return f"a game of a user's own, from {quoted(fields.get('start'))}"


def _check_optimal(figure: int, objective: str, budget: Budget, replay: Replay) -> str:
    _, fewest = least_cost(replay, budget, is_counted=objective == "moves")
    if fewest != figure:
        raise Rejected(f"a way of {fewest:,} exists" if fewest is not None else "no goal can be reached")
    return "no shorter way exists" if objective == "moves" else "no cheaper way exists"


def _check_impossible(answer: Record, budget: Budget, replay: Replay, enumerated: list[int]) -> str:
    kind, _ = read_certificate(answer)
    if kind != "exhaustion":
        raise Rejected(f"a certificate of kind {quoted(kind)} does not suit this puzzle")
    positions, steps = least_cost(replay, budget, is_counted=True)
    if steps is not None:
        raise Rejected(f"a goal can be reached in {counted(steps, 'step')}")
    enumerated.append(positions)
    return f"no goal among the {counted(positions, 'position')} that can be reached"
