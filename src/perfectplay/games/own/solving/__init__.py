"""The solvers of a user's own puzzles and games for two."""

from perfectplay.games.own.game import Game
from perfectplay.games.own.puzzle import Puzzle
from perfectplay.solvers.solver import Solver


def solver_of(problem: Puzzle | Game) -> "Solver[Puzzle] | Solver[Game]":
    """Return the solver of a problem, which imports the compiler's half of the contract."""
    if isinstance(problem, Game):
        from perfectplay.games.own.solving.game_solver import GameSolver

        return GameSolver(problem)
    from perfectplay.games.own.solving.solver import PuzzleSolver

    return PuzzleSolver(problem)
