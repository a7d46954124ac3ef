"""Games for two as games of OpenSpiel."""

from typing import Any

from perfectplay.base.errors import InputError, UnsupportedError
from perfectplay.base.loading import loading
from perfectplay.interop.numbered import NumberedGame
from perfectplay.model.problem import Problem


def register(problem: Problem | str, name: str = "", *, objective: str = "", most_moves: int | None = None) -> Any:
    """Make a game for two known to OpenSpiel in this process, and return it; by default its name is its spec.

    From then on `pyspiel.load_game(name)` returns it too.  An action is the number of a move in `game.numbered.moves`.
    A play of `most_moves` ends as a draw; a game that can come back to a position needs it.
    """
    try:
        with loading():
            from perfectplay.interop.openspiel_game import registered_game
    except ImportError:
        raise UnsupportedError("games of OpenSpiel need it: pip install 'perfectplay[openspiel]'") from None
    numbered = NumberedGame(problem, objective, most_moves)
    spec = numbered.problem.spec
    if numbered.longest is None:
        raise UnsupportedError(f"{spec} can go on for ever, which OpenSpiel does not allow; say most_moves=100")
    name = name or spec
    if not name or not name.isprintable() or set(name) & set("()"):
        raise InputError(f"{name[:60]!r} is no name for OpenSpiel; give one without brackets by name=")
    return registered_game(name, numbered)
