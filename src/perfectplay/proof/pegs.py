"""The claims of an answer to a peg problem."""

from collections.abc import Iterator

from perfectplay.base.errors import InputError
from perfectplay.proof.board import PegProblem, read_problem
from perfectplay.proof.certificates import check_class, check_count, check_weights
from perfectplay.proof.enumeration import MOST_POSITIONS, count_until_goal, fewest_moves, fewest_pegs
from perfectplay.proof.json_text import is_whole_number, text_field, truth_field
from perfectplay.proof.shape import figure_claims, read_certificate, read_solution
from perfectplay.proof.solution import Played, play_solution
from perfectplay.proof.tree import check_tree
from perfectplay.proof.verdict import Claim, Rejected, RerunNeeded, counted, judge, quoted


def peg_claims(answer: dict[str, object], status: str, rerun: bool) -> Iterator[Claim]:
    """Yield the claims of a solved or impossible answer; they are about the drawings, not about the spec's name."""
    problem = read_problem(answer)
    objective = text_field(answer, "objective")
    if objective not in ("jumps", "moves", "pegs"):
        raise InputError(f"unknown objective {quoted(objective)}: expected jumps, moves or pegs")
    if status == "impossible":
        yield judge("impossible", lambda: _check_impossible(problem, objective, answer, rerun))
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
    if truth_field(answer, "optimal"):
        yield judge("optimal", lambda: _check_optimal(problem, objective, played, rerun))


def _check_end(problem: PegProblem, objective: str, played: Played) -> None:
    """Reject a solution that ends elsewhere than at the goal; for the fewest pegs, every end will do."""
    if objective != "pegs" and not problem.is_goal(played.position):
        pegs = counted(played.position.bit_count(), "peg")
        wanted = "exactly one" if problem.goal is None else "the goal's pattern"
        raise Rejected(f"it ends with {pegs} where {wanted} should be")


def _check_optimal(problem: PegProblem, objective: str, played: Played, rerun: bool) -> str:
    """Check that nothing beats a solution that was already played."""
    if objective == "jumps":
        return "every jump takes away one peg, so every solution has as many"
    if objective == "pegs":
        pegs = played.position.bit_count()
        if pegs <= 1:
            return "no jump takes away the last peg"
        if not rerun:
            raise RerunNeeded(f"only a new search can tell that fewer than {pegs:,} pegs cannot remain")
        if fewest_pegs(problem) < pegs:
            raise Rejected(f"fewer than {counted(pegs, 'peg')} can remain")
        return "no position with fewer pegs can be reached"
    if not rerun:
        raise RerunNeeded(f"only a new search can tell that fewer than {counted(played.moves, 'move')} do not suffice")
    fewest = fewest_moves(problem)
    if fewest != played.moves:
        raise Rejected(f"{counted(fewest or 0, 'move')} suffice")
    return "no shorter way in moves exists"


def _check_impossible(problem: PegProblem, objective: str, answer: dict[str, object], rerun: bool) -> str:
    kind, certificate = read_certificate(answer)
    if objective == "pegs":
        raise Rejected("some number of pegs is always the fewest that can remain")
    if kind == "count":
        return check_count(problem)
    if kind == "class":
        return check_class(problem, certificate.get("sets"))
    if kind == "weights":
        return check_weights(problem, certificate.get("functions"))
    if kind == "tree":
        return check_tree(problem, certificate.get("goals"))
    if kind != "exhaustion":
        raise Rejected(f"unknown kind of certificate {quoted(kind)}")
    if not is_whole_number(certificate.get("positions")):
        raise Rejected(f"expected a number of positions, found {quoted(certificate.get('positions'))}")
    positions, is_reached = count_until_goal(problem, None if rerun else MOST_POSITIONS)
    if is_reached:
        raise Rejected("the goal can be reached")
    return f"no goal among the {counted(positions, 'position')} that can be reached"
