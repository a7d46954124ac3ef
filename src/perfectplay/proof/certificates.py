"""Certificates of impossibility that are checked without any search.

Each function takes a problem and the certificate's own data, returns a sentence that says what was proved, and raises
`Rejected` when the data prove nothing. None of them trusts how the data were found.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from perfectplay.proof.board import Jump, PegProblem
from perfectplay.proof.budget import Budget
from perfectplay.proof.verdict import Rejected, counted, quoted

_RATIO = re.compile(r"-?(?:0|[1-9][0-9]*)(?:/[1-9][0-9]*)?")
LONGEST_WEIGHT = 1000
"""Characters in one weight: far more than a real one has."""


def check_count(problem: PegProblem) -> str:
    """Peg counts alone: every jump takes away exactly one peg, and never the last, since the jumping peg stays.

    So a goal other than the start has fewer pegs than the start, and at least one.
    """
    pegs = problem.start.bit_count()
    for goal in problem.goals():
        if goal == problem.start:
            raise Rejected("the start is already a goal")
        if 0 < goal.bit_count() < pegs:
            raise Rejected(f"{counted(pegs, 'peg')} could become {goal.bit_count():,} as far as their number goes")
    return f"{counted(pegs, 'peg')} can never become {problem.goal_pegs():,} by jumps, each of which takes away one"


def check_class(problem: PegProblem, sets: object, budget: Budget) -> str:
    """Position classes (de Bruijn 1972; "rule of three"): parities that no jump can change.

    A jump flips its three holes between peg and empty. If an even number of the three lie in a set, then an even
    number of the set's holes are flipped, and the number of pegs inside the set stays even or stays odd for ever. A
    goal whose parity differs from the start's in one such set is out of reach.
    """
    if not isinstance(sets, list):
        raise Rejected(f"expected a list of sets of holes, found {quoted(sets)}")
    parities = []
    for index, names in enumerate(sets, 1):
        budget.spend(len(problem.jumps))
        parities.append(read_invariant_set(problem, names, f"set {index}"))
    for goal in problem.goals():
        budget.spend(len(parities))
        if not any(is_separating(problem, members, goal) for members in parities):
            raise Rejected(f"no set separates the start from {goal_name(problem, goal)}")
    return f"{counted(len(parities), 'set')} of holes, whose parities no jump can change, rule out every goal"


def check_weights(problem: PegProblem, functions: object, budget: Budget) -> str:
    """Weight functions (pagodas; Berlekamp, Conway and Guy 1982): totals that no jump can raise.

    If for every jump the weights at the source and over which it goes are together at least the weight at the target,
    then no jump raises the total over all pegs. A goal that weighs more than the start is out of reach.
    """
    if not isinstance(functions, list):
        raise Rejected(f"expected a list of weight functions, found {quoted(functions)}")
    read = []
    for index, function in enumerate(functions, 1):
        budget.spend(len(problem.jumps) + len(problem.holes))
        budget.hold(index * len(problem.holes), "the weight functions")
        weights, size = as_whole_numbers(read_weights(problem, function, f"function {index}"), budget)
        read.append(weights)
        budget.hold_bytes(index * len(weights) * size // 8, "the weight functions")
        budget.spend(len(problem.jumps) * (size // 64))
        for jump in problem.jumps:
            if weights[jump.source] + weights[jump.over] < weights[jump.target]:
                raise Rejected(f"function {index}: the jump {jump_name(problem, jump)} raises the total")
    starts = [total(weights, problem.start) for weights in read]
    for goal in problem.goals():
        budget.spend(len(problem.holes) * len(read))
        if not any(start < total(weights, goal) for start, weights in zip(starts, read, strict=True)):
            raise Rejected(f"no function gives the start less than {goal_name(problem, goal)}")
    return f"{counted(len(functions), 'weight function')}, whose totals no jump can raise, rule out every goal"


def parse_weight(text: object, longest: int = LONGEST_WEIGHT) -> Fraction | None:
    """Return a weight written as an integer or a ratio of integers, or None if it is anything else.

    >>> parse_weight("3"), parse_weight("-1/2")
    (Fraction(3, 1), Fraction(-1, 2))
    >>> [parse_weight(text) for text in ("1/0", "1e400", " 1", "0.5", 1, "1" * 5000)]
    [None, None, None, None, None, None]
    """
    if isinstance(text, str) and len(text) <= longest and _RATIO.fullmatch(text):
        return Fraction(text)
    return None


def read_invariant_set(problem: PegProblem, names: object, where: str) -> int:
    """Return a set of holes, given by their names, of which every jump touches an even number."""
    if not isinstance(names, list):
        raise Rejected(f"{where}: expected the names of a set of holes, found {quoted(names)}")
    members = 0
    for name in names:
        if not isinstance(name, str) or name not in problem.holes:
            raise Rejected(f"{where}: {quoted(name)} is no hole of this board")
        if members >> problem.holes[name] & 1:
            raise Rejected(f"{where}: {name} is twice in the same set")
        members |= 1 << problem.holes[name]
    for jump in problem.jumps:
        if (members & jump.touched).bit_count() % 2:
            raise Rejected(f"{where}: the jump {jump_name(problem, jump)} touches an odd number of its holes")
    return members


def is_separating(problem: PegProblem, members: int, goal: int) -> bool:
    """Tell whether the pegs inside a set are odd at the start and even at a goal, or the other way round."""
    return ((problem.start ^ goal) & members).bit_count() % 2 == 1


def read_weights(problem: PegProblem, function: object, where: str, longest: int = LONGEST_WEIGHT) -> list[Fraction]:
    """Return the weight of every hole by its number; a hole that is not named weighs nothing."""
    if not isinstance(function, dict):
        raise Rejected(f"{where}: expected weights by hole, found {quoted(function)}")
    weights = [Fraction(0)] * len(problem.holes)
    for name, text in function.items():
        if name not in problem.holes:
            raise Rejected(f"{where}: {quoted(name)} is no hole of this board")
        weight = parse_weight(text, longest)
        if weight is None:
            raise Rejected(f"{where}: expected a ratio of integers as a text at {name}, found {quoted(text)}")
        weights[problem.holes[name]] = weight
    return weights


def as_whole_numbers(weights: Sequence[Fraction], budget: Budget) -> tuple[list[int], int]:
    """Return weights multiplied alike, and the bits of the longest: whole numbers are quicker, and prove the same.

    >>> as_whole_numbers([Fraction(1, 2), Fraction(-2, 3), Fraction(0)], Budget())
    ([3, -4, 0], 5)
    """
    unit = 1
    longest = max((weight.numerator.bit_length() for weight in weights), default=0)
    for weight in weights:
        unit = lcm(unit, weight.denominator)
        size = longest + unit.bit_length()
        budget.spend(1 + size // 64)  # long ones take their time
        budget.hold_bytes(len(weights) * size // 8, "the weights as whole numbers")
    budget.spend(len(weights) * ((longest + unit.bit_length()) // 64))
    whole = [weight.numerator * (unit // weight.denominator) for weight in weights]
    return whole, longest + unit.bit_length()


def total(weights: Sequence[int], position: int) -> int:
    """Return what the pegs of a position weigh."""
    return sum(weight for hole, weight in enumerate(weights) if position >> hole & 1)


def jump_name(problem: PegProblem, jump: Jump) -> str:
    """Return a jump as solutions write it."""
    return f"{problem.name(jump.source)}-{problem.name(jump.target)}"


def goal_name(problem: PegProblem, goal: int) -> str:
    """Return what a goal is called in a finding."""
    return "the goal" if problem.goal is not None else f"a single peg at {problem.name(goal.bit_length() - 1)}"
