"""Coins by plain minimax with memory, written apart from the package: cells are pairs, positions are frozen sets."""

from functools import cache

Cell = tuple[int, int]
Move = frozenset[Cell]
Position = frozenset[Cell]
COLOURS = (-5, 5, 2, 1)  # red, green, yellow, white


class Brute:
    """One game.  Values are (win, points): 1 or -1, and the points that the player to move will be ahead by."""

    def __init__(
        self,
        rows: list[str],
        longest: int,
        misere: bool,
        points: tuple[int, ...],
        winner: int,
        loser: int,
        objective: str,
        colours: tuple[int, ...] = COLOURS,
    ) -> None:
        self.marks = {(row, place): mark for row, line in enumerate(rows) for place, mark in enumerate(line)}
        self.start = frozenset(cell for cell, mark in self.marks.items() if mark != ".")
        self.longest, self.misere, self.points = longest, misere, points
        self.bonus = winner - loser
        self.objective = objective
        self.colours = {"o": 0, **dict(zip("rgyw", colours, strict=True))}
        self.best = cache(self._best)

    def moves(self, position: Position) -> set[Move]:
        found = set()
        for row, place in position:
            for down, right in ((0, 1), (1, 0), (1, 1)):
                taken: set[Cell] = set()
                cell = (row, place)
                while cell in position and len(taken) < self.longest:
                    taken.add(cell)
                    found.add(frozenset(taken))
                    cell = (cell[0] + down, cell[1] + right)
        return found

    def worth(self, move: Move) -> int:
        base = self.points[len(move) - 1] if len(move) <= len(self.points) else 0
        return base + sum(self.colours[self.marks[cell]] for cell in move)

    def after(self, position: Position, move: Move) -> tuple[int, int]:
        win, points = self.best(position - move)
        return -win, self.worth(move) - points

    def key(self, value: tuple[int, int]) -> tuple[int, int]:
        """Compare by the objective; of equal points the win decides."""
        win, points = value
        return {"win": (win, 0), "score": (points, win), "win-then-score": (win, points)}[self.objective]

    def _best(self, position: Position) -> tuple[int, int]:
        if not position:
            return (1, self.bonus) if self.misere else (-1, -self.bonus)
        return max((self.after(position, move) for move in self.moves(position)), key=self.key)


def name(move: Move) -> str:
    """Return the text of a move: its ends, from the top and from the left."""
    cells = sorted(move)
    texts = [f"{'abcdefghij'[place]}{row + 1}" for row, place in cells]
    return texts[0] if len(texts) == 1 else f"{texts[0]}-{texts[-1]}"
