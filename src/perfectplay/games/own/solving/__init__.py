"""The solvers of a user's own puzzles and games for two."""

from perfectplay.games.own.game import Game
from perfectplay.games.own.puzzle import Puzzle
from perfectplay.games.own.solving.game_solver import GameSolver
from perfectplay.games.own.solving.solver import PuzzleSolver


def solver_of(problem: Puzzle | Game) -> PuzzleSolver | GameSolver:
    """Return the solver of a problem."""
    return GameSolver(problem) if isinstance(problem, Game) else PuzzleSolver(problem)
