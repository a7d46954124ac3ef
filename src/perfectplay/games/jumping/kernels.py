"""Rules of jumping pieces for compiled searches.

Hole i is bit i of a state.  Whatever is a sum over pieces (a weight function, an estimate) or a permutation of them (a
symmetry) is looked up byte by byte: a table holds, for each byte of the state and each of its 256 values, the share of
those holes.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from perfectplay.base.errors import UnsupportedError
from perfectplay.contract import canonical, estimate, implements, is_goal, is_hopeless, successors
from perfectplay.contract.bits import add
from perfectplay.contract.inner import compiled_form, inner
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
from perfectplay.games.jumping.board import Board
from perfectplay.games.jumping.estimate import Estimate
from perfectplay.games.jumping.symmetry import Permutation

# Numbers of the pruning rules, as `is_hopeless` receives them.
WEIGHTS, CLASS = 0, 1
ONE_OF, NONE_OF = -1, -2
LANES = 4
LANE_SIGNS = np.uint64(0x8000_8000_8000_8000)


class JumpRules(NamedTuple):
    """A problem whose every step is one jump."""

    masks: Any  # the three holes of each jump
    before: Any  # the two holes of each jump that must hold a peg
    goal: Any  # one state: the pattern to reach, or a set of holes
    goal_pegs: int  # 0: reach the pattern; k: at most k pegs; or ONE_OF, NONE_OF the goal's holes has a peg
    bytes: int
    images: Any  # byte tables of the symmetries but the identity
    symmetries: int
    weights: Any  # byte tables, four functions of 16 bits to a word
    thresholds: Any  # weight of the goal, for each word of weights
    hole_costs: Any  # byte table of the estimate
    lonely_cost: int
    offset: int
    neighbours: Any  # the neighbours of each hole
    class_sets: Any  # the invariant sets
    classes: Any  # whether a class, by its number, may reach the goal


def store_steps(masks: Any, before: Any, labels: Any, state: Any, out: Any) -> int:
    """Store what each jump makes of a state that it fits, with the bits of its label if there are labels.

    Plain Python tries all jumps at once: most of its time is spent here.
    """
    if masks.ndim == 1:
        fits = (masks & state) == before
    else:
        state = np.array(state, np.uint64)
        fits = ((masks & state) == before).all(axis=1)
    results = masks[fits] ^ state
    if labels is not None:
        results |= labels[fits]
    out[: len(results)] = results
    return len(results)


@compiled_form(store_steps)
def _store_steps(masks: Any, before: Any, labels: Any, state: Any, out: Any) -> Any:
    def store_one_by_one(masks: Any, before: Any, labels: Any, state: Any, out: Any) -> int:
        count = 0
        for jump in range(masks.shape[0]):
            mask = load(masks, jump)
            if equal(and_(state, mask), load(before, jump)):
                result = xor(state, mask)
                store(out, count, result if labels is None else or_(result, load(labels, jump)))
                count += 1
        return count

    return store_one_by_one


@implements(successors, JumpRules)
def jump_successors(rules: JumpRules, state: Any, out: Any) -> int:
    return store_steps(rules.masks, rules.before, None, state, out)


@implements(is_goal, JumpRules)
def jump_is_goal(rules: JumpRules, state: Any) -> bool:
    if rules.goal_pegs > 0:
        return bool(0 < count_ones(state) <= rules.goal_pegs)
    if rules.goal_pegs < 0:
        return bool((count_ones(and_(state, load(rules.goal, 0))) > 0) == (rules.goal_pegs == ONE_OF))
    return bool(equal(state, load(rules.goal, 0)))


@inner
def jump_image(rules: JumpRules, symmetry: int, state: Any) -> Any:
    """Return where a symmetry takes the pegs."""
    first = symmetry * rules.bytes * 256
    result = load(rules.images, first + byte(state, 0))
    for place in range(1, rules.bytes):
        result = or_(result, load(rules.images, first + place * 256 + byte(state, place)))
    return result


@implements(canonical, JumpRules)
def jump_canonical(rules: JumpRules, state: Any) -> Any:
    best = state
    for symmetry in range(rules.symmetries):
        candidate = jump_image(rules, symmetry, state)
        if less(candidate, best):
            best = candidate
    return best


@implements(estimate, JumpRules)
def jump_estimate(rules: JumpRules, state: Any) -> int:
    total = 0
    for place in range(rules.bytes):
        total += rules.hole_costs[place * 256 + byte(state, place)]
    if rules.lonely_cost > 0:
        for hole in range(rules.neighbours.shape[0]):
            if test(state, hole) and count_ones(and_(state, load(rules.neighbours, hole))) == 0:
                total += rules.lonely_cost
    return max(0, total - rules.offset)


@implements(is_hopeless, JumpRules)
def jump_is_hopeless(rules: JumpRules, state: Any, rule: int) -> bool:
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


def assemble_rules(
    board: Board,
    steps: tuple[tuple[int, int], ...],
    goal: int,
    goal_pegs: int,
    guide: Estimate,
    weights: Sequence[tuple[Sequence[int], int]],
    permutations: Sequence[Permutation],
    sets: Sequence[int] = (),
    classes: Any = None,
    words: int = 0,
) -> JumpRules:
    """Return rules from their parts: steps are the holes they flip and what these hold before.

    Weights come with what a goal weighs at least; the permutations are the symmetries but the identity.
    """
    words = words or words_for(len(board.holes))
    masks, before, neighbours = _board_tables(board, steps, words)
    tables, thresholds = _weight_tables(len(board.holes), weights)
    return JumpRules(
        masks=masks,
        before=before,
        goal=states([goal], words),
        goal_pegs=goal_pegs,
        bytes=(len(board.holes) + 7) // 8,
        images=_image_tables(tuple(permutations), words),
        symmetries=len(permutations),
        weights=tables,
        thresholds=thresholds,
        hole_costs=_cost_table(guide.hole_costs),
        lonely_cost=guide.lonely_cost,
        offset=guide.offset,
        neighbours=neighbours,
        class_sets=states(list(sets), words),
        classes=np.ones(1, np.bool_) if classes is None else classes,
    )


# Tables depend on the board and little else: problems of one board share them.


@lru_cache(64)
def _board_tables(board: Board, steps: tuple[tuple[int, int], ...], words: int) -> tuple[Any, Any, Any]:
    masks, before = [mask for mask, _ in steps], [held for _, held in steps]
    return states(masks, words), states(before, words), states(_neighbours(board), words)


@lru_cache(64)
def _image_tables(permutations: tuple[Permutation, ...], words: int) -> Any:
    tables = [byte_table([1 << target for target in permutation], words) for permutation in permutations]
    return np.concatenate(tables) if tables else make_states(0, words)


@lru_cache(256)
def _cost_table(hole_costs: tuple[int, ...]) -> Any:
    return _sums(hole_costs)


def words_for(bits: int) -> int:
    """Return the words of a state of so many bits, or refuse."""
    if bits > 128:
        raise UnsupportedError(
            f"a state of {bits} bits does not fit two words: a search takes up to 128 holes, of moves up to 121"
        )
    return 1 if bits <= 64 else 2


def states(numbers: Sequence[int], words: int) -> Any:
    """Return an array of states."""
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


def byte_table(holes: Sequence[int], words: int) -> Any:
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
