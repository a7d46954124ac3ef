"""Estimates of how many plies a position is from being won.

An estimate is a table from squares to guesses: of the goal piece's square, or the least over all pieces where any may
win; but for `dice`, which is played out (`relaxed_plies` in kernels.py).  King's steps are admissible: a ply moves one
piece one step.  Taxicab is not: a diagonal step counts twice.
"""

from perfectplay.games.dice.problem import DiceProblem

ESTIMATES: dict[str, tuple[str, tuple[str, ...]]] = {
    "none": ("always 0", ("moves",)),
    "chebyshev": ("king's steps to the goal square, of the nearest piece if any may win", ("moves",)),
    "dice": ("plies of a relaxed game by the dice to come: whoever might move does, towards everything", ("moves",)),
    "taxicab": ("rows plus columns to the goal square; guesses too much", ()),
}


def square_guesses(name: str, problem: DiceProblem) -> dict[int, int]:
    """Return the guess for each square from which the goal square can be reached.

    >>> from perfectplay.games.dice.files import parse_case
    >>> problem = DiceProblem(parse_case("2 3  1 0 0  0 0 0  1 1  1"))
    >>> square_guesses("chebyshev", problem)[0], square_guesses("taxicab", problem)[0]
    (2, 3)
    """
    if name in ("none", "dice"):  # the latter is no table
        return dict.fromkeys(problem.goal_distances, 0)
    if name == "chebyshev":
        return problem.goal_distances
    row, column = divmod(problem.goal, problem.board.columns)
    places = {square: divmod(square, problem.board.columns) for square in problem.goal_distances}
    return {square: abs(row - place[0]) + abs(column - place[1]) for square, place in places.items()}
