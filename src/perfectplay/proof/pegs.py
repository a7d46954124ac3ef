"""The claims of an answer to a peg problem."""

from collections.abc import Iterator

from perfectplay.base.errors import InputError
from perfectplay.proof.board import PegProblem, read_problem
from perfectplay.proof.budget import Budget
from perfectplay.proof.certificates import check_class, check_count, check_weights
from perfectplay.proof.enumeration import count_until_goal, fewest_moves, fewest_pegs
from perfectplay.proof.json_text import object_field, text_field, truth_field
from perfectplay.proof.record import Record
from perfectplay.proof.shape import figure_claims, limit_claims, position_claims, read_certificate, read_solution
from perfectplay.proof.solution import Played, play_solution
from perfectplay.proof.tree import check_tree
from perfectplay.proof.verdict import Claim, Rejected, counted, judge, quoted


def peg_claims(answer: Record, status: str, budget: Budget) -> Iterator[Claim]:
    """Yield the claims of a solved or impossible answer; they are about the drawings, not about the spec's name."""
    problem = read_problem(answer)
    objective = text_field(answer, "objective")
    if objective not in ("jumps", "moves", "pegs"):
        raise InputError(f"unknown objective {quoted(objective)}: expected jumps, moves or pegs")
    if status == "impossible":
        yield from _impossible_claims(problem, objective, answer, budget)
        return
    try:
        played = play_solution(problem, read_solution(answer))
        _check_end(problem, objective, played)
    except Rejected as finding:
        yield Claim("solution", "rejected", str(finding))
        return
    end = counted(played.position.bit_count(), "peg") if objective == "pegs" else "the goal"
    yield Claim("solution", "checked", f"its {counted(played.jumps, 'jump')} by the rules lead from the start to {end}")
    figures = {"jumps": played.jumps, "moves": played.moves}
    if objective == "pegs":
        figures["pegs"] = played.position.bit_count()
    yield from figure_claims(answer, figures)
    yield from limit_claims(answer)
    if truth_field(answer, "optimal"):
        yield judge("optimal", lambda: _check_optimal(problem, objective, played, budget))


def describe_pegs(answer: Record) -> str:
    """Say and draw what the checker has read."""
    problem, fields = read_problem(answer), object_field(answer, "problem")
    start, goal = fields["start"], fields["goal"]
    assert isinstance(start, list)
    end = "\n".join(goal) if isinstance(goal, list) else "any single peg"
    head = f"{counted(problem.start.bit_count(), 'peg')} in {counted(len(problem.holes), 'hole')} of the "
    return f"{head}{fields['lattice']} lattice, from\n" + "\n".join(start) + f"\nto\n{end}"


def _check_end(problem: PegProblem, objective: str, played: Played) -> None:
    """Reject a solution that ends elsewhere than at the goal; for the fewest pegs, every end will do."""
    if objective != "pegs" and not problem.is_goal(played.position):
        pegs = counted(played.position.bit_count(), "peg")
        wanted = "exactly one" if problem.goal is None else "the goal's pattern"
        raise Rejected(f"it ends with {pegs} where {wanted} should be")


def _check_optimal(problem: PegProblem, objective: str, played: Played, budget: Budget) -> str:
    """Check that nothing beats a solution that was already played."""
    if objective == "jumps":
        return "every jump takes away one peg, so every solution has as many"
    if objective == "pegs":
        pegs = played.position.bit_count()
        if pegs <= 1:
            return "no jump takes away the last peg"
        if fewest_pegs(problem, budget) < pegs:
            raise Rejected(f"fewer than {counted(pegs, 'peg')} can remain")
        return "no position with fewer pegs can be reached"
    fewest = fewest_moves(problem, budget)
    if fewest != played.moves:
        raise Rejected(f"{counted(fewest or 0, 'move')} suffice")
    return "no shorter way in moves exists"


def _impossible_claims(problem: PegProblem, objective: str, answer: Record, budget: Budget) -> Iterator[Claim]:
    found: list[int] = []
    yield judge("impossible", lambda: _check_impossible(problem, objective, answer, budget, found))
    yield from position_claims(answer, found)


def _check_impossible(
    problem: PegProblem, objective: str, answer: Record, budget: Budget, enumerated: list[int]
) -> str:
    kind, certificate = read_certificate(answer)
    if objective == "pegs":
        raise Rejected("some number of pegs is always the fewest that can remain")
    if kind == "count":
        return check_count(problem)
    if kind == "class":
        return check_class(problem, certificate.get("sets"), budget)
    if kind == "weights":
        return check_weights(problem, certificate.get("functions"), budget)
    if kind == "tree":
        return check_tree(problem, certificate.get("goals"), budget)
    if kind != "exhaustion":
        raise Rejected(f"unknown kind of certificate {quoted(kind)}")
    positions, is_reached = count_until_goal(problem, budget)
    if is_reached:
        raise Rejected("the goal can be reached")
    enumerated.append(positions)
    return f"no goal among the {counted(positions, 'position')} that can be reached"
