"""Boards by seed that are known to be solvable, or hard."""

from collections.abc import Iterator
from typing import NamedTuple

from perfectplay.base.limits import LimitHitError, Limits
from perfectplay.base.progress import Progress
from perfectplay.games.dice.files import Case, case_text
from perfectplay.games.dice.generate import Draws, Recipe
from perfectplay.games.dice.problem import DiceProblem
from perfectplay.model.answers import Solved, Unknown
from perfectplay.model.family import Generated
from perfectplay.model.option import Options
from perfectplay.solvers.solver import answer_by_default

CANDIDATES = 16
TRIES = 1000
MOST_POSITIONS = 2_000_000  # expanded for one board, after which the next is drawn


class Found(NamedTuple):
    """A board, and the fewest plies that solve it where they were looked for."""

    case: Case
    plies: int | None


def find_board(
    recipe: Recipe,
    seed: int,
    *,
    is_solvable: bool = False,
    is_hard: bool = False,
    candidates: int = CANDIDATES,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Found:
    """Return the board of a seed: the first that is drawn, the first solvable one, or the hardest of the first few.

    The hardest is the solvable one that needs the most plies, the first of equals.  A board too large to be solved
    is passed over.  LimitHitError says that no board was found in time.

    >>> find_board(Recipe(3, 3, 2, 3), seed=7, is_hard=True).plies
    4
    """
    draws = Draws(seed)
    if not (is_solvable or is_hard):
        return Found(recipe.draw(draws), None)
    solvable = _solvable(recipe, draws, limits or Limits(positions=MOST_POSITIONS), progress or Progress())
    best: Found | None = None
    for _, found in zip(range(candidates if is_hard else 1), solvable, strict=False):
        if best is None or (found.plies or 0) > (best.plies or 0):
            best = found
    if best is None:
        raise LimitHitError("positions", f"none of {TRIES:,} boards was solved; ask for more pieces or other dice")
    return best


def _solvable(recipe: Recipe, draws: Draws, limits: Limits, progress: Progress) -> Iterator[Found]:
    for _ in range(TRIES):
        case = recipe.draw(draws)
        problem = DiceProblem(case, spec="dice/-")
        answer = answer_by_default(problem, limits, progress)
        if isinstance(answer, Unknown) and answer.limit == "interrupted":
            raise KeyboardInterrupt
        if isinstance(answer, Solved):
            yield Found(case, answer.moves)


def generate(options: Options, seed: int, *, is_solvable: bool, is_hard: bool, progress: Progress) -> Generated:
    """Return the board of a seed in the course's format."""
    recipe = Recipe(options.rows, options.columns, options.pieces, options.period, options.goal)
    case, plies = find_board(recipe, seed, is_solvable=is_solvable, is_hard=is_hard, progress=progress)
    return Generated(DiceProblem(case, spec="dice/-"), case_text(case), plies)
