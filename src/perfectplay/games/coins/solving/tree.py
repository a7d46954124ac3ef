"""Coins as searches of games for two see them: a state is the set of coins that are left."""

from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract import canonical, gain, implements, outcome, successors
from perfectplay.contract.bits import ONE, ZERO, lowest, popcount, shift_right, signed, word
from perfectplay.contract.state import WORD_BITS
from perfectplay.games.coins.game import CoinGame
from perfectplay.search.task import SearchTask

BYTE_BITS = 8
BYTE = np.uint64(0xFF)
WIN_WORTH = 1 << 24  # more than all points, where the win counts before them
SCORE_SCALE = 4  # room for the win below the points, where equal points are decided by it


class CoinRules(NamedTuple):
    """The runs that may be taken, what they and the end are worth by one objective, and the images of a byte."""

    runs: Any
    open_runs: Any  # by group of 64 runs, byte of the state and value of that byte: the runs it does not forbid
    length_points: Any  # points of runs by length
    cell_points: Any  # points of single coins, by their colours
    scale: int  # 0 where only the win counts
    end: int
    images: Any  # by symmetry, byte of the state and value of that byte


@implements(successors, CoinRules)
def take_runs(rules: CoinRules, state: Any, out: Any) -> int:
    count = 0
    for group in range(rules.open_runs.shape[0]):
        runs = rules.open_runs[group, 0, signed(state & BYTE)]
        for place in range(1, rules.open_runs.shape[1]):
            if runs == ZERO:  # a loop with an end of its own is not vectorised, which does not pay for so few bytes
                break
            runs &= rules.open_runs[group, place, signed(shift_right(state, BYTE_BITS * place) & BYTE)]
        while runs != ZERO:
            out[count] = state ^ rules.runs[WORD_BITS * group + lowest(runs)]
            count += 1
            runs &= runs - ONE
    return count


@implements(outcome, CoinRules)
def end_of_game(rules: CoinRules, state: Any) -> int:
    return rules.end


@implements(gain, CoinRules)
def points_of_run(rules: CoinRules, state: Any, successor: Any) -> int:
    if rules.scale == 0:
        return 0
    taken = state ^ successor
    points: int = rules.length_points[popcount(taken)]
    for cell in range(len(rules.cell_points)):
        if shift_right(taken, cell) & word(1):
            points += rules.cell_points[cell]
    return points * rules.scale


@implements(canonical, CoinRules)
def least_image(rules: CoinRules, state: Any) -> Any:
    least = state
    for symmetry in range(rules.images.shape[0]):
        image = word(0)
        for place in range(rules.images.shape[1]):
            image |= rules.images[symmetry, place, signed(shift_right(state, BYTE_BITS * place) & BYTE)]
        if image < least:
            least = image
    return least


def coin_task(game: CoinGame, coins: int, objective: str) -> SearchTask:
    """Return a coin game as a search sees it; its values are decoded by `decoded`."""
    sign = 1 if game.is_misere else -1
    scale, end = {
        "win": (0, sign),
        "score": (SCORE_SCALE, SCORE_SCALE * game.last_value + sign),
        "win-then-score": (1, WIN_WORTH * sign + game.last_value),
    }[objective]
    lengths = [0] + [game.points[length] if length < len(game.points) else 0 for length in range(game.side)]
    runs = np.array([run.mask for run in game.runs], np.uint64)
    rules = CoinRules(
        runs,
        _open_runs(runs, game.triangle.size),
        np.array(lengths, np.int64),
        np.array([game.points_of_colour.get(colour, 0) for colour in game.colours], np.int64),
        scale,
        end,
        _byte_images(game),
    )
    return SearchTask(rules, coins, branching=len(game.runs), is_monotone=True, is_only_won=objective == "win")


def decoded(objective: str, value: int) -> tuple[str, int]:
    """Return who wins, and by how many points, where a search has found this value."""
    if objective == "win":
        return ("first" if value > 0 else "second"), value
    if objective == "score":
        is_won = value % SCORE_SCALE == 1
        return ("first" if is_won else "second"), (value - (1 if is_won else -1)) // SCORE_SCALE
    return ("first", value - WIN_WORTH) if value > 0 else ("second", value + WIN_WORTH)


def decoded_guess(objective: str, value: int) -> tuple[str | None, int]:
    """Return the same of a value that is the points so far where a search went no further; it has no winner then.

    >>> decoded_guess("score", 4 * -16), decoded_guess("win-then-score", -16), decoded_guess("win", 0)
    ((None, -16), (None, -16), (None, 0))
    """
    if objective == "score":
        return None, (value + SCORE_SCALE // 2) // SCORE_SCALE
    if objective == "win-then-score" and abs(value) > WIN_WORTH // 2:
        return decoded(objective, value)
    return None, value


def _open_runs(runs: Any, size: int) -> Any:
    """Return which runs each byte of a state has all its coins of; a run that every byte has can be taken."""
    groups, places = -(-len(runs) // WORD_BITS), -(-size // BYTE_BITS)
    values = np.arange(1 << BYTE_BITS, dtype=np.uint64)[:, None]
    open_runs = np.zeros((places, 1 << BYTE_BITS, groups * WORD_BITS // BYTE_BITS), np.uint8)
    for place in range(places):
        part = runs >> np.uint64(BYTE_BITS * place) & BYTE
        bits = np.packbits(values & part == part, axis=1, bitorder="little")
        open_runs[place, :, : bits.shape[1]] = bits
    return np.ascontiguousarray(open_runs.view("<u8").astype(np.uint64).transpose(2, 0, 1))


def _byte_images(game: CoinGame) -> Any:
    """Return what each byte of a state becomes under the symmetries; coloured coins have none but themselves."""
    size = game.triangle.size
    turns = [] if game.colours else [turn for turn in game.triangle.symmetries if list(turn) != list(range(size))]
    images = np.zeros((len(turns), -(-size // BYTE_BITS), 1 << BYTE_BITS), np.uint64)
    for number, turn in enumerate(turns):
        for place in range(images.shape[1]):
            for value in range(1 << BYTE_BITS):
                cells = (BYTE_BITS * place + bit for bit in range(BYTE_BITS) if value >> bit & 1)
                images[number, place, value] = sum(1 << turn[cell] for cell in cells if cell < size)
    return images
