"""A solution of a peg problem is checked the way a player would: by playing it."""

from dataclasses import dataclass
from itertools import pairwise

from perfectplay.proof.board import PegProblem
from perfectplay.proof.verdict import Rejected, quoted


@dataclass(frozen=True, slots=True)
class Played:
    """Where a solution ended, and what it took."""

    position: int
    jumps: int
    moves: int


def play_solution(problem: PegProblem, solution: object) -> Played:
    """Play a list of move texts from the start; reject it at the first jump that the rules do not allow.

    A jump is one step, a move is all that one peg does without another peg moving in between. So a text that goes on
    from the hole where the last one ended is the same move going on, and is counted once.

    >>> from perfectplay.proof.board import read_problem
    >>> line = {"lattice": "square", "start": ["oo.o."], "goal": "any"}
    >>> problem = read_problem({"problem": line})
    >>> play_solution(problem, ["a1-c1-e1"])
    Played(position=16, jumps=2, moves=1)
    >>> play_solution(problem, ["a1-c1", "c1-e1"])
    Played(position=16, jumps=2, moves=1)
    >>> play_solution(problem, ["d1-b1"])
    Traceback (most recent call last):
    perfectplay.proof.verdict.Rejected: move 1, d1-b1: no peg to jump over at c1
    """
    if not isinstance(solution, list):
        raise Rejected(f"expected a list of moves, found {quoted(solution)}")
    over_between = {(jump.source, jump.target): jump.over for jump in problem.jumps}
    position = problem.start
    jumps = moves = 0
    last_name = None
    for turn, text in enumerate(solution, 1):
        names = _read_chain(problem, text, turn)
        moves += names[0] != last_name
        last_name = names[-1]
        for source_name, target_name in pairwise(names):
            jump = f"move {turn}, {source_name}-{target_name}"
            source, target = problem.holes[source_name], problem.holes[target_name]
            if (source, target) not in over_between:
                raise Rejected(f"{jump}: no jump of this board")
            over = over_between[source, target]
            if not position >> source & 1:
                raise Rejected(f"{jump}: no peg at {source_name}")
            if not position >> over & 1:
                raise Rejected(f"{jump}: no peg to jump over at {problem.name(over)}")
            if position >> target & 1:
                raise Rejected(f"{jump}: {target_name} is not empty")
            position ^= 1 << source | 1 << over | 1 << target
            jumps += 1
    return Played(position, jumps, moves)


def _read_chain(problem: PegProblem, text: object, turn: int) -> list[str]:
    if not isinstance(text, str) or "-" not in text:
        raise Rejected(f"move {turn}: expected a text such as d2-d4, found {quoted(text)}")
    names = text.split("-")
    for name in names:
        if name not in problem.holes:
            raise Rejected(f"move {turn}: {quoted(name)} is no hole of this board")
    return names
