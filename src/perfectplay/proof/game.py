"""The same checks for puzzles whose rules are not pegs: the caller hands them in, as texts that follow texts.

What an answer says is never passed to those rules unseen: they are only asked about their own start and about
positions they themselves named as successors.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

from perfectplay.proof.enumeration import MOST_POSITIONS
from perfectplay.proof.json_text import is_whole_number, object_field, text_field, truth_field
from perfectplay.proof.shape import figure_claims, read_certificate, read_solution
from perfectplay.proof.verdict import Claim, Rejected, RerunNeeded, counted, judge, quoted


class Replay(Protocol):
    """The rules of a puzzle as the checker needs them: a start, what can follow, and when it is done."""

    @property
    def start(self) -> str:
        """The text of the first position."""

    def successors(self, position_text: str, /) -> Sequence[str]:
        """Return the texts of all positions one step on."""

    def is_goal(self, position_text: str, /) -> bool:
        """Tell whether a position solves the puzzle."""


def play_positions(replay: Replay, solution: object) -> int:
    """Check a solution given as the position after each step, and return the number of steps."""
    if not isinstance(solution, list):
        raise Rejected(f"expected a list of positions, found {quoted(solution)}")
    position = replay.start
    for step, text in enumerate(solution, 1):
        if not isinstance(text, str):
            raise Rejected(f"step {step}: expected the text of a position, found {quoted(text)}")
        if text not in replay.successors(position):
            raise Rejected(f"step {step}: {quoted(text)} does not follow from {quoted(position)}")
        position = text
    if not replay.is_goal(position):
        raise Rejected(f"it ends at {quoted(position)}, which is no goal")
    return len(solution)


def steps_to_goal(replay: Replay, cap: int | None) -> tuple[int, int | None]:
    """Return how many positions were enumerated breadth first, and the fewest steps to a goal, or None.

    >>> class Countdown:
    ...     start = "7"
    ...     def successors(self, text):
    ...         return [str(int(text) - step) for step in (2, 3) if int(text) >= step]
    ...     def is_goal(self, text):
    ...         return text == "1"
    >>> steps_to_goal(Countdown(), cap=None)
    (6, 2)
    """
    seen = {replay.start}
    frontier = [replay.start]
    steps = 0
    while frontier:
        if any(replay.is_goal(position) for position in frontier):
            return len(seen), steps
        steps += 1
        following = []
        for position in frontier:
            for successor in replay.successors(position):
                if successor not in seen:
                    seen.add(successor)
                    following.append(successor)
            if cap is not None and len(seen) > cap:
                raise RerunNeeded(f"there are more than {cap:,} positions to enumerate")
        frontier = following
    return len(seen), None


def game_claims(answer: dict[str, object], status: str, rerun: bool, replay: Replay) -> Iterator[Claim]:
    """Yield the claims of a solved or impossible answer, by the caller's rules."""
    start = object_field(answer, "problem").get("start", replay.start)
    if start != replay.start:
        yield Claim("start", "rejected", f"the answer starts at {quoted(start)}, the rules at {quoted(replay.start)}")
        return
    objective = text_field(answer, "objective")
    if status == "impossible":
        yield judge("impossible", lambda: _check_impossible(answer, rerun, replay))
        return
    try:
        steps = play_positions(replay, read_solution(answer))
    except Rejected as finding:
        yield Claim("solution", "rejected", str(finding))
        return
    yield Claim("solution", "checked", f"its {counted(steps, 'step')} by the rules lead from the start to a goal")
    yield from figure_claims(answer, {"moves": steps, "jumps": steps})
    if truth_field(answer, "optimal"):
        yield judge("optimal", lambda: _check_optimal(objective, steps, rerun, replay))


def _check_optimal(objective: str, steps: int, rerun: bool, replay: Replay) -> str:
    if objective != "moves":
        raise RerunNeeded(f"what is best for {quoted(objective)} is not known here")
    if not rerun:
        raise RerunNeeded(f"only a new search can tell that fewer than {counted(steps, 'step')} do not suffice")
    _, fewest = steps_to_goal(replay, cap=None)
    if fewest != steps:
        raise Rejected(f"{counted(fewest or 0, 'step')} suffice")
    return "no shorter way exists"


def _check_impossible(answer: dict[str, object], rerun: bool, replay: Replay) -> str:
    kind, certificate = read_certificate(answer)
    if kind != "exhaustion":
        raise Rejected(f"a certificate of kind {quoted(kind)} does not suit this puzzle")
    if not is_whole_number(certificate.get("positions")):
        raise Rejected(f"expected a number of positions, found {quoted(certificate.get('positions'))}")
    positions, steps = steps_to_goal(replay, None if rerun else MOST_POSITIONS)
    if steps is not None:
        raise Rejected(f"a goal can be reached in {counted(steps, 'step')}")
    return f"no goal among the {counted(positions, 'position')} that can be reached"
