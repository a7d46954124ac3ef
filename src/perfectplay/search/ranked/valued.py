"""Passes over the levels of a set that give every position a value, with checkpoints."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from perfectplay.contract.kernel import Kernel
from perfectplay.search.checkpoint import Checkpoint
from perfectplay.search.ranked.moves import ORIGIN, ORIGIN_IMAGE, TARGET, TARGET_IMAGE
from perfectplay.search.ranked.values import NEVER, pull, pull_bests, pull_boards
from perfectplay.search.ranked.walk import LevelMap, RankedWalk

MAX_MOVES_BITS = 8  # a position has fewer than 2**8 moves


class Quantity(NamedTuple):
    """A kind of value, and how it follows from the values one move away."""

    name: str
    kernel: Kernel
    dtype: Any
    first: int = 1  # the value at the start or at a goal
    initial: Any = 0  # the values that others are joined to
    is_directed: bool = True  # the kernel serves moves and takebacks


WAYS = Quantity("ways", pull, np.uint64)
CHANCES = Quantity("chances", pull, np.float64)
BOARDS = Quantity("boards", pull_boards, np.uint64, is_directed=False)
BESTS = Quantity("moves", pull_bests, np.uint64, 0, NEVER)
# The fewest moves of the same jumps played backwards on the complements: from the target of a jump to its origin.
BACKWARD_BESTS = Quantity("moves backwards", pull_bests, np.uint64, 0, NEVER)


@dataclass(slots=True)
class ValuedLevel:
    """A level with the values of its positions, in the order of its map."""

    level: LevelMap
    numbered: Any
    values: Any


Seed = Callable[[ValuedLevel], None]  # changes values that do not follow from others


def value_levels(
    walk: RankedWalk,
    levels: Iterable[LevelMap],
    quantity: Quantity,
    seed: Seed,
    *,
    is_from_start: bool = False,
    phase: str = "",
    checkpoint: Checkpoint | None = None,
    is_last_enough: bool = True,
) -> Iterator[ValuedLevel]:
    """Yield each level with its values, which follow from those of the level before.

    Levels are given from the goals up, or from the start down if the values are those of the moves so far.  A
    checkpoint keeps the latest level, where the pass continues after a crash, or every level if they are all needed.
    Numbers of ways get another word before they can outgrow the words they have.
    """
    earlier: ValuedLevel | None = None
    name = f"{phase}-{len(walk.permutations)}"
    saved = _load(walk, checkpoint, name, quantity) if checkpoint and is_last_enough else None
    for level in levels:
        file = name if is_last_enough else f"{name}-{level.ones}"
        if is_last_enough and saved and saved[0] != level.ones:
            continue
        found = None
        if checkpoint and not is_last_enough:
            saved = _load(walk, checkpoint, file, quantity)
        if saved and (saved[0], len(saved[1])) == (level.ones, level.size):
            found = ValuedLevel(level, walk.number(level), saved[1])
        saved = None
        if found is None:
            words = 1 if earlier is None else needed_words(earlier.values)
            found = ValuedLevel(level, walk.number(level), _make_values(walk, level.size, words, quantity))
            if earlier is not None:
                _pull(walk, quantity, found, earlier, is_from_start)
            seed(found)
            walk.watch.report(f"{phase}, {level.ones} left")
            if checkpoint and (checkpoint.is_due() if is_last_enough else checkpoint.is_long()):
                checkpoint.save(file, [level.ones, _words(found.values), level.size], found.values)
        yield found
        earlier = found


def needed_words(values: Any) -> int:
    """Return the words that sums of values over the moves of a position may need."""
    words = _words(values)
    if values.dtype != np.uint64 or not values.size:
        return words
    largest = int(values.max() if values.ndim == 1 else values[:, -1].max())
    return words + (largest >> 64 - MAX_MOVES_BITS > 0)


def _words(values: Any) -> int:
    return 1 if values.ndim == 1 else int(values.shape[1])


def _make_values(walk: RankedWalk, size: int, words: int, quantity: Quantity) -> Any:
    is_wide = words > 1 and quantity.initial == 0
    values = walk.room.zeros((size, words) if is_wide else size, quantity.dtype)
    if quantity.initial:
        values[:] = quantity.initial
    return values


def _pull(walk: RankedWalk, quantity: Quantity, to: ValuedLevel, source: ValuedLevel, is_from_start: bool) -> None:
    values = source.values.reshape(-1, 1) if source.values.ndim < to.values.ndim else source.values
    options = [np.uint64(walk.full if is_from_start else 0)] if quantity.is_directed else []
    if quantity.kernel is pull_bests:
        is_origin_asked = is_from_start != (quantity is BACKWARD_BESTS)
        options += [ORIGIN_IMAGE, TARGET] if is_origin_asked else [TARGET_IMAGE, ORIGIN]
    walk.on_all(
        quantity.kernel,
        walk.portions(to.level.members),
        walk.board,
        walk.ranking.level(to.level.ones),
        to.numbered,
        to.level.members,
        to.values,
        walk.ranking.level(source.level.ones).high,
        source.numbered,
        values,
        *options,
        walk.lanes,
    )


def _load(walk: RankedWalk, checkpoint: Checkpoint, file: str, quantity: Quantity) -> tuple[int, Any] | None:
    """Return the level of a file and its values, which stay if the file is removed meanwhile; None if there is none."""
    found: list[tuple[int, Any]] = []

    def room(about: list[int]) -> list[Any]:
        ones, words, size = about
        found.append((ones, _make_values(walk, size, words, quantity)))
        return [found[0][1]]

    return found[0] if checkpoint.load(file, room) is not None and found else None


def wide_numbers(values: Any) -> list[int]:
    """Return numbers of one or several words, lowest first, as Python integers."""
    rows = values.reshape(len(values), -1)
    return [sum(int(word) << 64 * place for place, word in enumerate(row)) for row in rows]


def only_number(values: Any) -> int:
    """Return the number of a level that has one position."""
    return wide_numbers(values[:1])[0]
