"""Peg rules for compiled searches.

When moves are counted, not jumps, the hole of the last peg moved stands above the holes:

    bit   0 … n-1     n … n+6
          holes       last peg moved, NO_PEG at the start
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract import canonical, cost, estimate, implements, is_goal, is_hopeless, successors
from perfectplay.contract.inner import inner
from perfectplay.contract.state import (
    and_,
    less,
    load,
    or_,
    test,
)
from perfectplay.games.jumping.board import Jump, steps_of
from perfectplay.games.jumping.estimate import Estimate
from perfectplay.games.jumping.kernels import (
    JumpRules,
    assemble_rules,
    byte_table,
    jump_image,
    states,
    store_steps,
    words_for,
)
from perfectplay.games.pegs.classes import position_class
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.games.pegs.weights import least_goal_weight

MOST_CLASS_SETS = 10
LAST_BITS = 7
NO_PEG = (1 << LAST_BITS) - 1


class PegMoveRules(NamedTuple):
    """A peg problem for `moves`: a hop that continues with the last peg costs nothing, any other costs 1."""

    pegs: JumpRules
    holes: Any  # one state: all holes
    last_peg: Any  # the bits that name each hole as the last peg's
    last_bit: int
    labels: Any  # the bits that name the target hole of each jump as the last peg's
    follows: Any  # [last, target]: a jump leads from one to the other
    permutations: Any  # [symmetry, hole]: the hole's image; the identity is left out


@inner
def last_of(rules: PegMoveRules, state: Any) -> int:
    """Return the hole of the last peg moved."""
    number = 0
    for place in range(LAST_BITS):
        if test(state, rules.last_bit + place):
            number |= 1 << place
    return number


@implements(successors, PegMoveRules)
def move_successors(rules: PegMoveRules, state: Any, out: Any) -> int:
    pegs = and_(state, load(rules.holes, 0))
    return store_steps(rules.pegs.masks, rules.pegs.before, rules.labels, pegs, out)


@implements(is_goal, PegMoveRules)
def move_is_goal(rules: PegMoveRules, state: Any) -> bool:
    return is_goal(rules.pegs, and_(state, load(rules.holes, 0)))


@implements(cost, PegMoveRules)
def move_cost(rules: PegMoveRules, state: Any, successor: Any) -> int:
    last = last_of(rules, state)
    if last == NO_PEG or test(successor, last):
        return 1  # the last peg still stands where it was
    return 0 if rules.follows[last, last_of(rules, successor)] else 1


@implements(canonical, PegMoveRules)
def move_canonical(rules: PegMoveRules, state: Any) -> Any:
    last = last_of(rules, state)
    pegs = and_(state, load(rules.holes, 0))
    best = state
    for symmetry in range(rules.pegs.symmetries):
        moved = NO_PEG if last == NO_PEG else rules.permutations[symmetry, last]
        candidate = or_(jump_image(rules.pegs, symmetry, pegs), load(rules.last_peg, moved))
        if less(candidate, best):
            best = candidate
    return best


@implements(estimate, PegMoveRules)
def move_estimate(rules: PegMoveRules, state: Any) -> int:
    total = estimate(rules.pegs, and_(state, load(rules.holes, 0)))
    last = last_of(rules, state)
    if last != NO_PEG:  # the last peg may go on for nothing
        total -= rules.pegs.hole_costs[(last >> 3) * 256 + (1 << (last & 7))]
    return max(0, total)


@implements(is_hopeless, PegMoveRules)
def move_is_hopeless(rules: PegMoveRules, state: Any, rule: int) -> bool:
    return is_hopeless(rules.pegs, and_(state, load(rules.holes, 0)), rule)


def build_rules(
    problem: PegProblem,
    guide: Estimate,
    weights: Sequence[Sequence[int]],
    most_pegs: int = 0,
    words: int = 0,
    jumps: Sequence[Jump] | None = None,
) -> JumpRules:
    """Return the rules of a problem; `most_pegs` above 0 asks for any position of so few pegs instead of its goal.

    `jumps` are those to try, in their order: all of the board in its own if they are not given.
    """
    board = problem.board
    if problem.goal is None:
        most_pegs = most_pegs or 1
    sets = problem.invariant_sets[:MOST_CLASS_SETS]
    return assemble_rules(
        board,
        board.steps if jumps is None or jumps is board.jumps else steps_of(jumps),
        problem.goal.pegs if problem.goal else 0,
        most_pegs,
        guide,
        [(function, least_goal_weight(problem, function, most_pegs)) for function in weights],
        problem.symmetries[1:],
        sets,
        _allowed_classes(problem, sets, most_pegs),
        words,
    )


def build_move_rules(
    problem: PegProblem,
    guide: Estimate,
    weights: Sequence[Sequence[int]],
    jumps: Sequence[Jump] | None = None,
) -> tuple[PegMoveRules, int, int]:
    """Return the rules for counting moves, the start state and the words of a state."""
    jumps = problem.board.jumps if jumps is None else jumps
    count = len(problem.board.holes)
    words = words_for(count + LAST_BITS)
    follows = np.zeros((count, count), np.bool_)
    for jump in jumps:
        follows[jump.origin, jump.target] = True
    rules = PegMoveRules(
        pegs=build_rules(problem, guide, weights, words=words, jumps=jumps),
        holes=states([problem.board.full], words),
        last_peg=states([last << count for last in range(NO_PEG + 1)], words),
        last_bit=count,
        labels=states([jump.target << count for jump in jumps], words),
        follows=follows,
        permutations=np.array(problem.symmetries[1:], np.int64).reshape(-1, count),
    )
    return rules, problem.start.pegs | NO_PEG << count, words


def orbit_sizes(problem: PegProblem, states: Any) -> Any:
    """Return how many different images each of many positions has under the symmetries of the problem."""
    words = 1 if states.ndim == 1 else 2
    fixed = np.zeros(len(states), np.int64)
    octets = states.reshape(len(states), words).view(np.uint8)
    for permutation in problem.symmetries:
        table = byte_table([1 << target for target in permutation], words)
        image = np.zeros_like(states)
        for place in range(len(table) // 256):
            image |= table[place * 256 + octets[:, place].astype(np.int64)]
        fixed += (image == states).reshape(len(states), words).all(axis=1)
    return len(problem.symmetries) // fixed


def _allowed_classes(problem: PegProblem, sets: tuple[int, ...], most_pegs: int) -> Any:
    allowed = np.zeros(1 << len(sets), np.bool_)
    if most_pegs > 1:
        allowed[:] = True
    else:
        allowed[[position_class(sets, goal) for goal in problem.goals]] = True
    return allowed
