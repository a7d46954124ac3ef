"""Sets of positions on maps with a bit for every position, which are faster than ranked maps without symmetry."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from perfectplay.games.pegs.problem import PegProblem
from perfectplay.search.bitmaps.layout import LOW_BITS, build_layout
from perfectplay.search.bitmaps.walk import Walk
from perfectplay.search.checkpoint import Checkpoint
from perfectplay.search.watch import Watch


class DenseMaps:
    """The positions of one problem that can be reached, and those that can still be won."""

    def __init__(self, problem: PegProblem, goals: Sequence[int], watch: Watch, checkpoint: Checkpoint) -> None:
        self.problem = problem
        self.goals = goals
        board = problem.board
        self.layout = build_layout(
            len(board.holes),
            [jump.mask for jump in board.jumps],
            [jump.before for jump in board.jumps],
            problem.invariant_sets,
            problem.start.pegs,
        )
        self.walk = Walk(self.layout, watch)
        self.checkpoint = checkpoint
        self._reached: Any = None

    @property
    def has_words(self) -> bool:
        """Whether a map is long enough for complements, which are found by reversing words."""
        return len(self.layout.index_masks) >= LOW_BITS

    def reach(self, last: int, sizes: dict[int, int]) -> Any:
        """Map the positions that can be reached, down to `last` pegs; `sizes` gets each level when it is done."""
        start = self.problem.start
        members = self.walk.empty_map()
        self._put(members, start.pegs)
        levels = range(start.count, last - 1, -1)
        name = f"dense down to {last}"
        self.walk.spread(self.layout.moves, members, levels, phase=name, checkpoint=self.checkpoint, sizes=sizes)
        self._reached = members if last == 0 else None
        return members

    def win(self, is_complementary: bool) -> tuple[dict[int, int], Callable[[int], Iterator[Any]]]:
        """Return the sizes of the levels of the positions that can be reached and still be won, and a level in pieces.

        If start and goal are complements, the members whose complements are members are those that can be won.  Going
        to the middle and back takes as long as this.
        """
        bottom = self.problem.goals[0].bit_count()
        reached = self.reach(0 if is_complementary else bottom, {}) if self._reached is None else self._reached
        if is_complementary:
            winning = self.walk.meet_complements(reached)
            sizes = self.walk.sizes(winning)
        else:
            winning = self.walk.empty_map()
            for goal in self.goals:
                if self._has(reached, goal):
                    self._put(winning, goal)
            levels = range(bottom, self.problem.start.count + 1)
            sizes = self.walk.spread(self.layout.takebacks, winning, levels, reached, "dense winning", self.checkpoint)
        index = self.walk.empty_index()

        def pieces(ones: int) -> Iterator[Any]:
            self.walk.settle(winning, index, ones)
            return self.walk.states(winning, index, ones)

        return sizes, pieces

    def _index_of(self, pegs: int) -> int:
        return sum(1 << place for place, mask in enumerate(self.layout.index_masks) if pegs & int(mask))

    def _put(self, members: Any, pegs: int) -> None:
        index = self._index_of(pegs)
        members[index >> LOW_BITS] |= np.uint64(1 << (index & 63))

    def _has(self, members: Any, pegs: int) -> bool:
        index = self._index_of(pegs)
        return bool(int(members[index >> LOW_BITS]) >> (index & 63) & 1)
