"""The problem of a user's own file."""

from collections.abc import Sequence

from perfectplay.base.errors import InputError
from perfectplay.games.own.game import Game
from perfectplay.games.own.puzzle import Puzzle
from perfectplay.games.own.source import load_file


def load_game(path_text: str, arguments: Sequence[str]) -> Puzzle | Game:
    """Return the puzzle or the game for two that a file makes of an argument."""
    made, source = load_file(path_text, arguments)
    if not isinstance(made, Puzzle | Game):
        raise InputError(
            f"{path_text}: problem() returned {type(made).__name__}, not a perfectplay.Puzzle or a perfectplay.Game"
        )
    made.spec = made.file_spec = ":".join([path_text, *arguments])
    made.source = source
    return made
