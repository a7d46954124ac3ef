"""The army without bounds: all cells below a line, of which as much is drawn as the smallest armies need."""

from perfectplay.games.army.field import ArmyPosition
from perfectplay.games.army.golden import first_refuted
from perfectplay.games.army.problem import ArmyProblem, HalfPlane

# Of each level from 1 on, how many steps from its target the programs look: far enough for the fewest jumps to be
# found and for the proof that there are not fewer to close, where that was done; a guess for the highest.
RADII = {
    "square": (2, 4, 6, 7),
    "diagonal": (2, 3, 5, 6, 7, 8, 10, 13),
    "skew": (2, 3, 5, 6, 8, 11),
    "triangle": (2, 3, 5, 6, 8, 10, 15),
}


def radius(lattice: str, level: int) -> int:
    """Return how far around the target of a level to look."""
    return (1, *RADII[lattice])[level]


def half_plane_problem(level: int, lattice: str, spec: str = "") -> ArmyProblem:
    """Return the problem of a level; the target of a level that is out of reach is not drawn.

    >>> problem = half_plane_problem(2, "square")
    >>> problem.start.text
    '........./........./ooooooooo/ooooooooo/ooooooooo'
    >>> problem.board.names[problem.target]
    'e5'
    """
    is_drawn = level < first_refuted(lattice)
    drawn = level if is_drawn else 1
    reach = radius(lattice, drawn)
    width, depth = 2 * reach + 1, reach - drawn + 1
    start = ArmyPosition.from_drawing(["." * width] * drawn + ["o" * width] * depth, lattice)
    target = start.board.index[reach, 0] if is_drawn else None
    return ArmyProblem(start, target, spec, HalfPlane(level, width, depth, reach))
