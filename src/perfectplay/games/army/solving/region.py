"""Where the programs look: the cells they keep account of, and the jumps they may count.

    board    all cells, and the jumps between them
    window   some cells of the plane, and every jump *into* them, also from outside, where men are free to be had.
             Whatever is done on the plane, less the jumps that lead out of the window, satisfies the account of its
             cells: what is proved to be needed here is needed on the whole plane.

No jump starts from the target or goes over it: play ends when a man arrives there.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from perfectplay.base.text import column_name
from perfectplay.games.army.problem import ArmyProblem
from perfectplay.games.jumping.board import lattice_distance

Cell = tuple[int, int]  # column and row of the drawing, the row growing downwards


class CellJump(NamedTuple):
    """A jump by its three cells, which need not all be on the board."""

    origin: Cell
    over: Cell
    target: Cell


@dataclass(frozen=True)
class Region:
    """Cells, jumps and the target; `is_open` for a window of the plane."""

    problem: ArmyProblem
    target: Cell
    cells: tuple[Cell, ...]
    jumps: tuple[CellJump, ...]
    is_open: bool

    @cached_property
    def rows(self) -> dict[Cell, int]:
        return {cell: number for number, cell in enumerate(self.cells)}

    @cached_property
    def columns(self) -> tuple[dict[int, int], ...]:
        """What each jump adds to the cells of the region: it takes two men away and brings one."""
        signs = (-1, -1, 1)
        return tuple(
            {self.rows[cell]: sign for cell, sign in zip(jump, signs, strict=True) if cell in self.rows}
            for jump in self.jumps
        )

    def is_man(self, cell: Cell) -> bool:
        """Tell whether a man stands here at the start; on the plane, anywhere below the line."""
        problem = self.problem
        if problem.half_plane is not None:
            return cell[1] >= problem.board.height - problem.half_plane.depth
        place = problem.board.index.get(cell)
        return place is not None and bool(problem.start.pegs >> place & 1)

    def demand(self, cell: Cell) -> int:
        """Return what jumps must bring to a cell, net: one man to the target; a man of the army they may take."""
        return int(cell == self.target) - int(self.is_man(cell))

    def is_enough(self, counts: Mapping[CellJump, int]) -> bool:
        """Tell whether counts keep to the cells of the region and leave each with the men it must have."""
        net = Counter({cell: -self.demand(cell) for cell in self.cells})
        for jump, count in counts.items():
            if not all(cell in self.rows for cell in jump):
                return False
            for cell, sign in zip(jump, (-1, -1, 1), strict=True):
                net[cell] += sign * count
        return min(net.values()) >= 0

    def name(self, cell: Cell) -> str:
        """Return the name of a cell, which on the plane need not be drawn."""
        return f"{column_name(cell[0])}{self.problem.board.row_number(cell[1])}"

    def jump_name(self, jump: CellJump) -> str:
        return f"{self.name(jump.origin)}-{self.name(jump.target)}"

    def is_named(self, jump: CellJump) -> bool:
        """Tell whether a jump has a name: columns before the first and rows below the lowest drawn have none."""
        return all(x >= 0 and y < self.problem.board.height for x, y in jump)


def board_region(problem: ArmyProblem, target: int) -> Region:
    """Return the region of a board: jumps stay on it."""
    board = problem.board
    holes = board.holes
    jumps = (CellJump(holes[jump.origin], holes[jump.over], holes[jump.target]) for jump in board.jumps)
    return Region(problem, holes[target], holes, _useful(jumps, holes[target]), is_open=False)


def window_region(problem: ArmyProblem, target: int, radius: int) -> Region:
    """Return the region of the cells within some steps of the target, open to the plane."""
    lattice, (to_x, to_y) = problem.board.lattice, problem.board.holes[target]
    span = range(-radius, radius + 1)
    cells = tuple(
        (to_x + dx, to_y + dy)
        for dy in span
        for dx in span
        if lattice_distance(lattice, dx, dy) <= radius and (lattice != "skew" or (dx + dy) % 2 == 0)
    )
    jumps = (
        CellJump((x - 2 * dx, y - 2 * dy), (x - dx, y - dy), (x, y))
        for x, y in cells
        for dx, dy in problem.board.directions
    )
    return Region(problem, (to_x, to_y), cells, _useful(jumps, (to_x, to_y)), is_open=True)


def _useful(jumps: Iterable[CellJump], target: Cell) -> tuple[CellJump, ...]:
    return tuple(jump for jump in jumps if target not in (jump.origin, jump.over))
