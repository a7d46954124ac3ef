"""The tree of a small game for two, as a search has walked through it: the `trace` of its answer."""

from typing import Any, NamedTuple


class Worth(NamedTuple):
    """What a game comes to: who wins, None where that is a guess, and by how much the first player is ahead."""

    winner: str | None
    value: int


class TreeNode(NamedTuple):
    """One position in the order of the search, with what was found there.

    `parent` is its place in the trace, `move` the move that led there (None for both at a root; a search that is
    repeated to a greater depth has a root for each).  `event` says how it was settled: `end` (the game is over), `hit`
    (by the table), `cut off` (the rest of its moves cannot matter), `searched`, `depth limit` (valued by the estimate),
    or `open`: not at all, since the search or the record ended before.

    `worth` is that of the whole game for the first player, points made on the way included; `bound` tells whether it
    is `exact`, `at least` or `at most` so much.  `alpha` and `beta` are the window in which the search had to know it,
    None where it was open, or where a search has none.
    """

    state: int
    parent: int | None
    move: str | None
    depth: int
    event: str
    worth: Worth | None
    bound: str | None
    is_guess: bool  # an estimate was needed
    alpha: Worth | None
    beta: Worth | None
    moves: int | None  # how many there are; None where they were not made
    unseen: int  # moves that were cut off
    to_depth: int | None  # where the search ended at a depth

    def as_json(self, number: int) -> dict[str, Any]:
        """Return the node as plain data, but for its position; `number` is its place in the trace."""
        return {
            "node": number,
            "parent": self.parent,
            "move": self.move,
            "depth": self.depth,
            "value": None if self.worth is None else self.worth.value,
            "winner": None if self.worth is None else self.worth.winner,
            "bound": self.bound,
            "is_guess": self.is_guess,
            "alpha": self.alpha and self.alpha._asdict(),
            "beta": self.beta and self.beta._asdict(),
            "moves": self.moves,
            "unseen": self.unseen,
            "to_depth": self.to_depth,
        }
