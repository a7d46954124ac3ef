"""Peg rules for compiled searches.

Hole i is bit i of a state.  Whatever is a sum over pegs (a weight function, an estimate) or a permutation of them (a
symmetry) is looked up byte by byte: a table holds, for each byte of the state and each of its 256 values, the share of
those holes.

When moves are counted, not jumps, the hole of the last peg moved stands above the holes:

    bit   0 … n-1     n … n+6
          holes       last peg moved, NO_PEG at the start
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract import canonical, cost, estimate, implements, is_goal, is_hopeless, successors
from perfectplay.contract.bits import add
from perfectplay.contract.inner import inner
from perfectplay.contract.state import (
    and_,
    byte,
    count_ones,
    equal,
    from_number,
    less,
    load,
    make_states,
    or_,
    store,
    test,
    xor,
)
from perfectplay.errors import UnsupportedError
from perfectplay.games.pegs.board import Board, Jump
from perfectplay.games.pegs.classes import position_class
from perfectplay.games.pegs.estimates import Estimate
from perfectplay.games.pegs.problem import PegProblem
from perfectplay.games.pegs.symmetry import Permutation
from perfectplay.games.pegs.weights import least_goal_weight

# Numbers of the pruning rules, as `is_hopeless` receives them.
WEIGHTS, CLASS = 0, 1
MOST_CLASS_SETS = 10
ONE_OF, NONE_OF = -1, -2
LANES = 4
LANE_SIGNS = np.uint64(0x8000_8000_8000_8000)
LAST_BITS = 7
NO_PEG = (1 << LAST_BITS) - 1


class PegRules(NamedTuple):
    """A peg problem for `jumps`: every step is one hop."""

    masks: Any  # of each jump, its three holes
    before: Any  # of each jump, the two that must hold a peg
    goal: Any  # one state: the pattern to reach, or a set of holes
    goal_pegs: int  # 0: reach the pattern; k: at most k pegs; or ONE_OF, NONE_OF the goal's holes has a peg
    bytes: int
    images: Any  # byte tables of the symmetries but the identity
    symmetries: int
    weights: Any  # byte tables, four functions of 16 bits to a word
    thresholds: Any  # of each word of weights, what the goal weighs
    hole_costs: Any  # byte table of the estimate
    lonely_cost: int
    offset: int
    neighbours: Any  # of each hole, the holes next to it
    class_sets: Any  # the invariant sets
    classes: Any  # by class number: may it reach the goal?


class PegMoveRules(NamedTuple):
    """A peg problem for `moves`: a hop that goes on with the last peg costs nothing, any other costs 1."""

    pegs: PegRules
    holes: Any  # one state: all holes
    last_peg: Any  # of each hole, the bits that name it as the last peg's
    last_bit: int
    targets: Any  # of each jump, its target hole
    follows: Any  # [last, target]: a jump leads from one to the other
    permutations: Any  # of each symmetry but the identity, where it takes each hole


@implements(successors, PegRules)
def peg_successors(rules: PegRules, state: Any, out: Any) -> int:
    count = 0
    for jump in range(rules.masks.shape[0]):
        mask = load(rules.masks, jump)
        if equal(and_(state, mask), load(rules.before, jump)):
            store(out, count, xor(state, mask))
            count += 1
    return count


@implements(is_goal, PegRules)
def peg_is_goal(rules: PegRules, state: Any) -> bool:
    if rules.goal_pegs > 0:
        return bool(0 < count_ones(state) <= rules.goal_pegs)
    if rules.goal_pegs < 0:
        return bool((count_ones(and_(state, load(rules.goal, 0))) > 0) == (rules.goal_pegs == ONE_OF))
    return bool(equal(state, load(rules.goal, 0)))


@inner
def peg_image(rules: PegRules, symmetry: int, state: Any) -> Any:
    """Return where a symmetry takes the pegs."""
    first = symmetry * rules.bytes * 256
    result = load(rules.images, first + byte(state, 0))
    for place in range(1, rules.bytes):
        result = or_(result, load(rules.images, first + place * 256 + byte(state, place)))
    return result


@implements(canonical, PegRules)
def peg_canonical(rules: PegRules, state: Any) -> Any:
    best = state
    for symmetry in range(rules.symmetries):
        candidate = peg_image(rules, symmetry, state)
        if less(candidate, best):
            best = candidate
    return best


@implements(estimate, PegRules)
def peg_estimate(rules: PegRules, state: Any) -> int:
    total = 0
    for place in range(rules.bytes):
        total += rules.hole_costs[place * 256 + byte(state, place)]
    if rules.lonely_cost > 0:
        for hole in range(rules.neighbours.shape[0]):
            if test(state, hole) and count_ones(and_(state, load(rules.neighbours, hole))) == 0:
                total += rules.lonely_cost
    return max(0, total - rules.offset)


@implements(is_hopeless, PegRules)
def peg_is_hopeless(rules: PegRules, state: Any, rule: int) -> bool:
    if rule == WEIGHTS:
        for group in range(rules.thresholds.size):
            total = LANE_SIGNS  # a lane that falls below its threshold borrows its sign
            for place in range(rules.bytes):
                total = add(total, rules.weights[group, place * 256 + byte(state, place)])
            if (total - rules.thresholds[group]) & LANE_SIGNS != LANE_SIGNS:
                return True
        return False
    number = 0
    for place in range(rules.class_sets.shape[0]):
        number |= (count_ones(and_(state, load(rules.class_sets, place))) & 1) << place
    return not rules.classes[number]


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
    count = 0
    for jump in range(rules.pegs.masks.shape[0]):
        mask = load(rules.pegs.masks, jump)
        if equal(and_(pegs, mask), load(rules.pegs.before, jump)):
            store(out, count, or_(xor(pegs, mask), load(rules.last_peg, rules.targets[jump])))
            count += 1
    return count


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
        candidate = or_(peg_image(rules.pegs, symmetry, pegs), load(rules.last_peg, moved))
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
) -> PegRules:
    """Return the rules of a problem; `most_pegs` above 0 asks for any position of so few pegs instead of its goal.

    `jumps` are those to try, in their order: all of the board in its own if they are not given.
    """
    board = problem.board
    jumps = board.jumps if jumps is None else jumps
    if problem.goal is None:
        most_pegs = most_pegs or 1
    sets = problem.invariant_sets[:MOST_CLASS_SETS]
    return assemble_rules(
        board,
        [(jump.mask, jump.before) for jump in jumps],
        problem.goal.pegs if problem.goal else 0,
        most_pegs,
        guide,
        [(function, least_goal_weight(problem, function, most_pegs)) for function in weights],
        problem.symmetries[1:],
        sets,
        _allowed_classes(problem, sets, most_pegs),
        words,
    )


def assemble_rules(
    board: Board,
    steps: Sequence[tuple[int, int]],
    goal: int,
    goal_pegs: int,
    guide: Estimate,
    weights: Sequence[tuple[Sequence[int], int]],
    permutations: Sequence[Permutation],
    sets: Sequence[int] = (),
    classes: Any = None,
    words: int = 0,
) -> PegRules:
    """Return rules from their parts: steps are the holes they flip and what these hold before.

    Weights come with what a goal weighs at least; the permutations are the symmetries but the identity.
    """
    words = words or words_for(len(board.holes))
    tables, thresholds = _weight_tables(len(board.holes), weights)
    images = [_byte_table([1 << target for target in permutation], words) for permutation in permutations]
    return PegRules(
        masks=_states([mask for mask, _ in steps], words),
        before=_states([before for _, before in steps], words),
        goal=_states([goal], words),
        goal_pegs=goal_pegs,
        bytes=(len(board.holes) + 7) // 8,
        images=np.concatenate(images) if images else make_states(0, words),
        symmetries=len(permutations),
        weights=tables,
        thresholds=thresholds,
        hole_costs=_sums(guide.hole_costs),
        lonely_cost=guide.lonely_cost,
        offset=guide.offset,
        neighbours=_states(_neighbours(board), words),
        class_sets=_states(list(sets), words),
        classes=np.ones(1, np.bool_) if classes is None else classes,
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
        holes=_states([problem.board.full], words),
        last_peg=_states([last << count for last in range(NO_PEG + 1)], words),
        last_bit=count,
        targets=np.array([jump.target for jump in jumps], np.int64),
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
        table = _byte_table([1 << target for target in permutation], words)
        image = np.zeros_like(states)
        for place in range(len(table) // 256):
            image |= table[place * 256 + octets[:, place].astype(np.int64)]
        fixed += (image == states).reshape(len(states), words).all(axis=1)
    return len(problem.symmetries) // fixed


def words_for(bits: int) -> int:
    """Return the words of a state of so many bits, or refuse."""
    if bits > 128:
        raise UnsupportedError(
            f"a state of {bits} bits does not fit two words: a search takes up to 128 holes, of moves up to 121"
        )
    return 1 if bits <= 64 else 2


def _states(numbers: Sequence[int], words: int) -> Any:
    array = make_states(len(numbers), words)
    for place, number in enumerate(numbers):
        store(array, place, from_number(number, words))
    return array


_BITS = (np.arange(256)[:, None] >> np.arange(8)) & 1  # [value, bit]


def _sums(values: Sequence[int]) -> Any:
    """Return the byte table of a sum over holes."""
    padded = np.zeros((len(values) + 7) // 8 * 8, np.int64)
    padded[: len(values)] = values
    return np.concatenate([_BITS @ padded[first : first + 8] for first in range(0, len(padded), 8)])


def _byte_table(holes: Sequence[int], words: int) -> Any:
    """Return the byte table of a union over holes, `holes` being what each one contributes."""
    columns = [_sums_of_bits([number >> 64 * word & (1 << 64) - 1 for number in holes]) for word in range(words)]
    return columns[0] if words == 1 else np.stack(columns, axis=1)


def _sums_of_bits(numbers: Sequence[int]) -> Any:
    padded = np.zeros((len(numbers) + 7) // 8 * 8, np.uint64)
    padded[: len(numbers)] = numbers
    bits = _BITS.astype(np.uint64)
    return np.concatenate([(bits * padded[first : first + 8]).sum(axis=1) for first in range(0, len(padded), 8)])


def _weight_tables(holes: int, weights: Sequence[tuple[Sequence[int], int]]) -> tuple[Any, Any]:
    """Pack four weight functions to a word, each in a lane of 16 bits, shifted so that no share is negative."""
    groups = [weights[first : first + LANES] for first in range(0, len(weights), LANES)]
    size = (holes + 7) // 8 * 256
    tables, thresholds = np.zeros((len(groups), size), np.uint64), np.zeros(len(groups), np.uint64)
    for number, group in enumerate(groups):
        for lane, (function, goal_weight) in enumerate(group):
            shares = _sums(function).reshape(-1, 256)
            lows = shares.min(axis=1)
            threshold = goal_weight - int(lows.sum())
            if int((shares - lows[:, None]).max(axis=1).sum()) >= 1 << 15 or threshold >= 1 << 15:
                raise UnsupportedError("a weight function this large does not fit 15 bits; divide its weights")
            tables[number] |= (shares - lows[:, None]).reshape(-1).astype(np.uint64) << np.uint64(16 * lane)
            thresholds[number] |= np.uint64(max(0, threshold) << 16 * lane)
    return tables, thresholds


def _neighbours(board: Board) -> list[int]:
    index, directions = board.index, board.directions
    return [
        sum(1 << index[x + dx, y + dy] for dx, dy in directions if (x + dx, y + dy) in index) for x, y in board.holes
    ]


def _allowed_classes(problem: PegProblem, sets: tuple[int, ...], most_pegs: int) -> Any:
    allowed = np.zeros(1 << len(sets), np.bool_)
    if most_pegs > 1:
        allowed[:] = True
    else:
        allowed[[position_class(sets, goal) for goal in problem.goals]] = True
    return allowed
