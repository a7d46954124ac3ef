"""Level after level on several threads, under a watch: sets of positions up to symmetry, and values of them.

The words of a map are divided into portions.  A level is begun when the one before is done, so the result does not
depend on the threads.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from perfectplay.contract.kernel import Kernel
from perfectplay.search.ranked.kernels import (
    CHILDREN,
    STEP,
    BoardTables,
    Desk,
    cut,
    describe,
    mark,
    mark_complements,
    mark_states,
    meet_complements,
    number_words,
)
from perfectplay.search.ranked.moves import WORD_BITS, build_images, build_lines
from perfectplay.search.ranked.ranks import Ranking
from perfectplay.search.watch import PORTIONS_PER_THREAD, Watch

MAX_HOLES = 56  # the rest of a word holds the fewest moves
FEW_WORDS = 1 << 4  # words of the largest level, if plain Python handles all levels in less than 50 ms
FEW_STATES = 1 << 12  # positions that one thread handles
MAX_PORTION = 1 << 14  # words, so that limits are checked often enough
NOTHING = np.zeros(0, np.uint64)


@dataclass(slots=True)
class LevelMap:
    """The positions of a level that belong to a set, one for all its images."""

    ones: int
    members: Any
    size: int
    raw: int | None = None  # the number of all images, once the level is expanded
    stuck: int | None = None  # the number of positions without a move, once the level is expanded


class RankedWalk:
    """Walks over the levels of one board and class, up to a group of symmetries."""

    def __init__(
        self,
        count: int,
        jumps: Sequence[tuple[int, int, int]],
        permutations: Sequence[Sequence[int]],
        invariant_sets: Sequence[int],
        member: int,
        watch: Watch,
    ) -> None:
        """Prepare the tables; jumps are given by origin, middle and target, permutations with the identity first.

        Every permutation must keep `member`, a position of the class.
        """
        assert 0 < count <= MAX_HOLES
        self.count = count
        self.full = (1 << count) - 1
        self.permutations = permutations
        self.watch = watch
        self.room = watch.room
        self.ranking = Ranking(count, invariant_sets, member)
        lines = build_lines(jumps)
        images = build_images(lines, permutations)
        self.board = BoardTables(self.ranking.low, lines, images, np.uint64(self.full))
        self.lanes = (np.uint8(0),) * images.holes.shape[0]
        self.largest = max(self.ranking.words(ones) for ones in {count // 2, (count + 1) // 2})
        self._desks = [self._make_desk() for _ in range(watch.threads)]

    @property
    def desk(self) -> Desk:
        """The arrays of work on one thread."""
        return self._desks[0]

    def _make_desk(self) -> Desk:
        boards = WORD_BITS * STEP
        words = len(self.board.lines.starts) - 1
        assert 2 * WORD_BITS * words <= CHILDREN, "a board of so many lines has more holes than maps can have"
        return Desk(
            np.zeros(boards, np.uint64),
            np.zeros(len(self.lanes), np.uint64),
            np.zeros(CHILDREN, np.uint64),
            np.zeros(CHILDREN, np.uint64),
            np.zeros(boards, np.int64),
            np.zeros(boards, np.int64),
        )

    # Kernels.

    def ready(self, kernel: Kernel, *arguments: Any) -> Callable[..., Any]:
        """Return a kernel in the form, interpreted or compiled, that pays."""
        kinds = tuple(_kind(argument) for argument in arguments)
        return self.watch.ready(kernel, kinds, *arguments, is_small=self.largest <= FEW_WORDS)

    def on_all(self, kernel: Kernel, portions: Sequence[tuple[int, int]], *arguments: Any) -> list[Any]:
        """Run a kernel on every portion; its last arguments are a desk and the portion."""
        call = self.ready(kernel, *arguments, self.desk, 0, 0)

        def work(first: int, last: int) -> Any:
            desk = self._desks.pop()
            try:
                return call(*arguments, desk, first, last)
            finally:
                self._desks.append(desk)

        return self.watch.on_threads(work, portions, lambda portion: self.watch.check_time())

    def portions(self, members: Any) -> list[tuple[int, int]]:
        """Divide the words of a map."""
        words = len(members)
        count = max(1, min(self.watch.threads * PORTIONS_PER_THREAD, words // STEP), words // MAX_PORTION)
        return list(pairwise(words * number // count for number in range(count + 1)))

    # Sets.

    def empty_map(self, ones: int) -> Any:
        return self.room.zeros(max(1, self.ranking.words(ones)), np.uint64)

    def images(self, state: int) -> set[int]:
        """Return the images of a position."""
        return {
            sum(1 << permutation[place] for place in range(self.count) if state >> place & 1)
            for permutation in self.permutations
        }

    def least_image(self, state: int) -> int:
        """Return the image of a position that stands for all."""
        return min(self.images(state))

    def level_of(self, states: Iterable[Any], ones: int) -> LevelMap:
        """Return the set of some positions of one level, given in arrays."""
        members = self.empty_map(ones)
        high = self.ranking.level(ones).high
        for piece in states:
            portions = self.watch.portions(len(piece)) if len(piece) > FEW_STATES else [(0, len(piece))]
            self.on_all(mark_states, portions, self.board, high, piece, members, self.lanes)
        return LevelMap(ones, members, self.cut(members))

    def has(self, level: LevelMap, state: int) -> bool:
        """Return True if a position of the class belongs to a set."""
        if state.bit_count() != level.ones:
            return False
        rank = self.ranking.rank(self.least_image(state))
        return bool(int(level.members[rank >> 6]) >> (rank & 63) & 1)

    def spread(self, level: LevelMap, step: int, within: Any = NOTHING) -> LevelMap:
        """Return the results of all moves (`step` is -1) or takebacks (1) of a set; only those `within`, if given."""
        target = self.empty_map(level.ones + step)
        found = self.on_all(
            mark,
            self.portions(level.members),
            self.board,
            self.ranking.level(level.ones),
            level.members,
            self.ranking.level(level.ones + step).high,
            target,
            np.uint64(self.full if step > 0 else 0),
            self.lanes,
            self.watch.threads > 1,
        )
        level.raw, level.stuck = (int(sum(column)) for column in zip(*found, strict=True))
        return LevelMap(level.ones + step, target, self.cut(target, within))

    def cut(self, members: Any, within: Any = NOTHING) -> int:
        """Remove from a map the positions that are not `within`, if given; return the number of the others."""
        call = self.ready(cut, members, within, 0, 0)
        portions = self.portions(members)

        def work(first: int, last: int) -> int:
            return int(call(members, within, first, last))

        return sum(self.watch.on_threads(work, portions, lambda portion: self.watch.check_time()))

    def meet_complements(self, level: LevelMap) -> LevelMap:
        """Return the members that have a move to a complement of a member, or if there are as many ones as zeros, the
        members whose complements are members.
        """
        result = self.empty_map(level.ones)
        found = self.on_all(
            meet_complements,
            self.portions(level.members),
            self.board,
            self.ranking.level(level.ones),
            level.members,
            result,
            2 * level.ones == self.count,
            self.lanes,
        )
        return LevelMap(level.ones, result, int(sum(found)))

    def complements(self, level: LevelMap) -> LevelMap:
        """Return the complements of a set."""
        ones = self.count - level.ones
        target = self.empty_map(ones)
        self.on_all(
            mark_complements,
            self.portions(level.members),
            self.board,
            self.ranking.level(level.ones),
            level.members,
            self.ranking.level(ones).high,
            target,
            self.lanes,
        )
        return LevelMap(ones, target, level.size, level.raw)

    # Positions by their numbers.

    def number(self, level: LevelMap) -> Any:
        """Return each word of a map beside the number of members before it."""
        numbered = self.room.zeros((len(level.members), 2), np.uint64)
        call = self.ready(number_words, level.members, numbered, 0, 0, 0)
        before = 0
        for first, last in self.portions(level.members):
            before = int(call(level.members, numbered, before, first, last))
            self.watch.check_time()
        return numbered

    def describe(self, level: LevelMap, **wanted: bool) -> dict[str, Any]:
        """Return arrays that are wanted of the members: `states`, `orbits` (numbers of images), `moves`.

        The level gets its number of all images.
        """
        kinds = {"states": np.uint64, "orbits": np.uint8, "moves": np.uint16}
        arrays = {name: self.room.zeros(level.size if wanted.get(name) else 0, kind) for name, kind in kinds.items()}
        numbered = self.number(level) if any(wanted.values()) else np.zeros((0, 2), np.uint64)
        found = self.on_all(
            describe,
            self.portions(level.members),
            self.board,
            self.ranking.level(level.ones),
            numbered,
            level.members,
            *arrays.values(),
            self.lanes,
        )
        level.raw = int(sum(found))
        return arrays


def _kind(argument: Any) -> Any:
    """Return a key that differs for arguments of different types."""
    if isinstance(argument, np.ndarray):
        return argument.dtype.char, argument.ndim
    if isinstance(argument, tuple):
        return len(argument) if not hasattr(argument, "_fields") else tuple(map(_kind, argument))
    return type(argument)
