"""Dice rules for compiled searches, on states of either layout (see `layout.py`); pieces count from 0 here.

Everything that depends on the board is looked up: where steps lead, who moves for a die and a set of pieces, and what
an estimate guesses for a square.
"""

from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract import NEVER, estimate, implements, is_goal, is_hopeless, is_pointless, successors
from perfectplay.contract.bits import ONE, ZERO, shift_right, signed, word
from perfectplay.contract.inner import inner
from perfectplay.contract.state import by_width, store
from perfectplay.games.dice.board import PIECES, movers
from perfectplay.games.dice.estimates import square_guesses
from perfectplay.games.dice.layout import GONE, PACKED, WIDE
from perfectplay.games.dice.problem import DiceProblem

COUNT = len(PIECES)
ANY = -1
NOBODY = -1
CUT_OFF = 255  # stands for the distance of squares with no way between them
MOST_LANE = 15  # the largest number of a lane
LANE_ONES = np.uint64(0x1111_1111_1111_1111)
FAR = 1 << 20  # distance of a square that is cut off, and of a piece that is gone
MOST_SUCCESSORS = 16  # two movers, eight directions
# Numbers of the pruning rules, as `is_hopeless` and `is_pointless` receive them.
LOST, MEANINGFUL = 0, 1

PACKED_BITS, PACKED_ONES = PACKED.piece_bits, np.uint64((1 << PACKED.piece_bits) - 1)
PACKED_PHASE = PACKED.phase_shift
WIDE_BITS, WIDE_ONES = WIDE.piece_bits, np.uint64((1 << WIDE.piece_bits) - 1)
WIDE_SPLIT = 64 // WIDE.piece_bits  # the first piece of the second word
WIDE_PHASE, WIDE_PHASE_ONES = WIDE.phase_shift - 64, np.uint64((1 << 127 - WIDE.phase_shift) - 1)


class DiceRules(NamedTuple):
    """A dice problem; `goal_piece` is ANY or counts from 0."""

    dice: Any
    is_finite: int
    steps: Any  # [square, direction]: where a step leads, -1 off the board
    movers: Any  # [set of pieces, die, 0 or 1]: who may move, NOBODY if there is none or no second
    goal: int
    goal_piece: int
    guesses: Any  # [square], GONE among them: what the estimate guesses; FAR where there is no way
    ways: Any  # [square]: king's steps to the goal, FAR where there is no way
    apart: Any  # [square, square]: king's steps between them, CUT_OFF where there is no way
    knows_dice: int  # the estimate is that of the relaxed game
    spans: Any  # [set of pieces, die]: from the nearest of the set below the die to the nearest above, as a set
    pair_lanes: Any  # [set of pieces]: a one in the lane of every pair with a member
    piece_lanes: Any  # [set of pieces]: a one in the lane of every member
    mates: Any  # [piece, set of pieces]: ones in the lanes of its pairs with them


def build_rules(problem: DiceProblem, estimate_name: str) -> DiceRules:
    """Return the rules of a problem."""
    board = problem.board
    steps = np.full((board.size, 8), -1, np.int64)
    for square in range(board.size):
        for direction in range(8):
            target = board.step(square, direction)
            steps[square, direction] = -1 if target is None else target
    apart = np.full((GONE + 1, GONE + 1), CUT_OFF, np.uint8)
    for square in range(board.size):
        for other, distance in board.distances(square).items():
            apart[square, other] = distance
    return DiceRules(
        np.array(problem.dice, np.int64),
        int(problem.is_finite),
        steps,
        _who_moves(),
        problem.goal,
        problem.goal_piece - 1 if problem.goal_piece else ANY,
        _by_square(square_guesses(estimate_name, problem)),
        _by_square(problem.goal_distances),
        apart,
        int(estimate_name == "dice"),
        *_lanes(),
    )


@cache
def _who_moves() -> Any:
    table = np.full((1 << COUNT, COUNT + 1, 2), NOBODY, np.int64)
    for present in range(1 << COUNT):
        pieces = [piece for piece in PIECES if present >> piece - 1 & 1]
        for die in PIECES:
            for place, piece in enumerate(movers(pieces, die)):
                table[present, die, place] = piece - 1
    return table


@cache
def _lanes() -> tuple[Any, Any, Any, Any]:
    """Return the tables of the relaxed game; pairs are numbered (0, 1), (0, 2) … (4, 5)."""
    sets = range(1 << COUNT)
    numbers = {pair: number for number, pair in enumerate(combinations(range(COUNT), 2))}
    spans = np.zeros((len(sets), COUNT + 1), np.int64)
    for present in sets:
        for die in PIECES:
            low = max((piece for piece in range(die) if present >> piece & 1), default=0)
            high = min((piece for piece in range(die - 1, COUNT) if present >> piece & 1), default=COUNT - 1)
            spans[present, die] = sum(1 << piece for piece in range(low, high + 1))
    pair_lanes = [sum(1 << 4 * number for pair, number in numbers.items() if _meets(members, pair)) for members in sets]
    piece_lanes = [sum(1 << 4 * piece for piece in range(COUNT) if members >> piece & 1) for members in sets]
    mates = [
        [
            sum(1 << 4 * number for pair, number in numbers.items() if piece in pair and _meets(others, pair))
            for others in (members & ~(1 << piece) for members in sets)
        ]
        for piece in range(COUNT)
    ]
    return spans, np.array(pair_lanes, np.uint64), np.array(piece_lanes, np.uint64), np.array(mates, np.uint64)


def _meets(members: int, pair: tuple[int, int]) -> bool:
    return any(members >> piece & 1 for piece in pair)


def _by_square(values: dict[int, int]) -> Any:
    table = np.full(GONE + 1, FAR, np.int64)
    for square, value in values.items():
        table[square] = value
    return table


def _packed_square(state: Any, piece: Any) -> Any:
    """Return the square of a piece, GONE if it is not on the board."""
    return signed(shift_right(state, PACKED_BITS * piece) & PACKED_ONES)


def _wide_square(state: Any, piece: Any) -> Any:
    if piece < WIDE_SPLIT:
        return signed(shift_right(state[0], WIDE_BITS * piece) & WIDE_ONES)
    return signed(shift_right(state[1], WIDE_BITS * (piece - WIDE_SPLIT)) & WIDE_ONES)


def _packed_phase(state: Any) -> Any:
    """Return the phase of the dice."""
    return signed(shift_right(state, PACKED_PHASE))


def _wide_phase(state: Any) -> Any:
    return signed(shift_right(state[1], WIDE_PHASE) & WIDE_PHASE_ONES)


def _change_packed_square(state: Any, piece: Any, change: Any) -> Any:
    """Return the state with some bits of a piece's square flipped."""
    return state ^ (word(change) << np.uint64(PACKED_BITS * piece))


def _change_wide_square(state: Any, piece: Any, change: Any) -> Any:
    if piece < WIDE_SPLIT:
        return state[0] ^ (word(change) << np.uint64(WIDE_BITS * piece)), state[1]
    return state[0], state[1] ^ (word(change) << np.uint64(WIDE_BITS * (piece - WIDE_SPLIT)))


def _change_packed_phase(state: Any, change: Any) -> Any:
    """Return the state with some bits of the phase flipped."""
    return state ^ (word(change) << np.uint64(PACKED_PHASE))


def _change_wide_phase(state: Any, change: Any) -> Any:
    return state[0], state[1] ^ (word(change) << np.uint64(WIDE_PHASE))


square_at = by_width(_packed_square, _wide_square)
phase_of = by_width(_packed_phase, _wide_phase)
change_square = by_width(_change_packed_square, _change_wide_square)
change_phase = by_width(_change_packed_phase, _change_wide_phase)


@inner
def has_won(rules: DiceRules, state: Any) -> bool:
    """Tell whether the goal piece, or any piece, stands on the goal square."""
    if rules.goal_piece != ANY:
        return bool(square_at(state, rules.goal_piece) == rules.goal)
    for piece in range(COUNT):
        if square_at(state, piece) == rules.goal:
            return True
    return False


@implements(is_goal, DiceRules)
def dice_is_goal(rules: DiceRules, state: Any) -> bool:
    return has_won(rules, state)


@implements(successors, DiceRules)
def dice_successors(rules: DiceRules, state: Any, out: Any) -> int:
    phase = phase_of(state)
    if phase == rules.dice.size or has_won(rules, state):
        return 0
    present = 0
    for piece in range(COUNT):
        if square_at(state, piece) != GONE:
            present |= 1 << piece
    following = phase + 1
    if following == rules.dice.size and rules.is_finite == 0:
        following = 0
    after = change_phase(state, phase ^ following)
    count = 0
    for place in range(2):
        mover = rules.movers[present, rules.dice[phase], place]
        if mover == NOBODY:
            break
        origin = square_at(state, mover)
        for direction in range(8):
            target = rules.steps[origin, direction]
            if target < 0:
                continue
            child = change_square(after, mover, origin ^ target)
            for other in range(COUNT):
                if other != mover and square_at(state, other) == target:
                    child = change_square(child, other, target ^ GONE)
            store(out, count, child)
            count += 1
    return count


@inner
def nearest(rules: DiceRules, table: Any, state: Any) -> int:
    """Return what a table says of the goal piece's square, or the least of all pieces; FAR if nothing can win."""
    if rules.goal_piece != ANY:
        return int(table[square_at(state, rules.goal_piece)])
    least = FAR
    for piece in range(COUNT):
        least = min(least, table[square_at(state, piece)])
    return least


@inner
def nonzero_lanes(lanes: Any) -> Any:
    """Return a one for each lane of four bits that is not empty."""
    lanes |= lanes >> np.uint64(2)
    lanes |= lanes >> np.uint64(1)
    return lanes & LANE_ONES


@inner
def relaxed_plies(rules: DiceRules, state: Any) -> int:
    """Return the fewest plies in a relaxed game: whoever might move does, towards everything at once.

    `left` holds the pieces that are certainly on the board; a lane of four bits for each pair of pieces the steps they
    are still apart at least; a lane for each piece that may win its steps to the goal.  In a ply a piece may move if no
    piece of `left` stands between the die and it (`spans`); then all its lanes fall by one.  A piece leaves `left` when
    a lane to a possible mover is empty: it may have been captured.  The only piece that may win never leaves.  NEVER
    when a whole period changes nothing, or a finite list ends: then the position is lost.

    Admissible.  Take any winning play.  By induction over its plies `left` is part of the pieces really there, and
    every lane at most the real distance.  The real mover m of a ply has no living piece between the die and itself, so
    none of `left`: m is a possible mover, and one step of m changes only lanes of m, by at most one.  A captured piece
    is at distance one of m before the ply, so its lane is empty after it, and it leaves `left` in the same ply at the
    latest.  So the lane of the winning piece is empty when it really arrives, or before.  Lanes begin at 15 at most,
    which only lowers them.

    Consistent.  After a real step from s to s', the relaxed game from s after its first ply has no larger lane and no
    larger `left` than the one from s' at its start, and all its possible movers (fewer certain pieces allow more); so
    it ends no later than a ply after it.
    """
    present, racing = 0, 0
    for piece in range(COUNT):
        if square_at(state, piece) != GONE:
            present |= 1 << piece
            if rules.goal_piece == ANY or rules.goal_piece == piece:
                racing |= 1 << piece
    kept = racing if rules.goal_piece != ANY else 0
    to_goal, racers, need, pairs = ZERO, ZERO, ZERO, ZERO
    lane = 0
    for low in range(COUNT):
        square = square_at(state, low)
        if racing >> low & 1 and rules.ways[square] != FAR:
            racers |= ONE << word(4 * low)
            to_goal |= word(min(rules.ways[square], MOST_LANE)) << word(4 * low)
        for high in range(low + 1, COUNT):
            steps = rules.apart[square, square_at(state, high)]
            if steps != CUT_OFF:
                pairs |= ONE << word(4 * lane)
                need |= word(min(steps, MOST_LANE)) << word(4 * lane)
            lane += 1
    if racers == ZERO:
        return NEVER
    if nonzero_lanes(to_goal) != racers:
        return 0
    left, phase, idle, ply = present, phase_of(state), 0, 0
    while idle < rules.dice.size:
        if phase == rules.dice.size:
            return NEVER
        die = rules.dice[phase]
        phase += 1
        if phase == rules.dice.size and rules.is_finite == 0:
            phase = 0
        ply += 1
        idle += 1
        movable = present & rules.spans[left, die]
        change = rules.piece_lanes[movable] & racers
        if change != ZERO:
            to_goal -= change
            idle = 0
            if nonzero_lanes(to_goal) != racers:
                return ply
        if left == kept:
            continue
        change = rules.pair_lanes[movable] & pairs & nonzero_lanes(need)
        if change != ZERO:
            need -= change
            idle = 0
        met = pairs & ~nonzero_lanes(need)
        if met != ZERO:
            for piece in range(COUNT):
                if (left & ~kept) >> piece & 1 and met & rules.mates[piece, movable] != ZERO:
                    left &= ~(1 << piece)
                    idle = 0
    return NEVER


@implements(estimate, DiceRules)
def dice_estimate(rules: DiceRules, state: Any) -> int:
    if rules.knows_dice:
        return relaxed_plies(rules, state)
    guess = nearest(rules, rules.guesses, state)
    return NEVER if guess == FAR else guess


@implements(is_hopeless, DiceRules)
def dice_is_hopeless(rules: DiceRules, state: Any, rule: int) -> bool:
    return rule == LOST and nearest(rules, rules.ways, state) == FAR


@implements(is_pointless, DiceRules)
def dice_is_pointless(rules: DiceRules, state: Any, successor: Any, rule: int) -> bool:
    if rule != MEANINGFUL:
        return False
    mover = 0
    for piece in range(COUNT):  # a captured piece changed its square too, but it is gone
        if square_at(successor, piece) not in (GONE, square_at(state, piece)):
            mover = piece
    origin, target = square_at(state, mover), square_at(successor, mover)
    if rules.ways[target] < rules.ways[origin]:
        return False
    for piece in range(COUNT):
        square = square_at(state, piece)
        if piece == mover or square == GONE:
            continue
        distance = rules.apart[target, square]
        if distance < rules.apart[origin, square] or distance <= 1:
            return False
    return True
