"""The lines that the referee and a program exchange; docs/engines.md describes them to authors of programs.

>>> from perfectplay.model.specs import load
>>> problem = load("coins/4")
>>> move_of_answer(problem, problem.start, "move c3-a3")
'a3-c3'
"""

from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.player import GARBAGE, ILLEGAL, GameRecord, PlayerFaultError
from perfectplay.model.roster import roster_of

HELLO = "perfectplay 1"
QUIT = "quit"
MOST_LINE = 1000  # bytes of an answer
MOST_OUTPUT = 100_000  # bytes that a program may write for one answer, comments included


def new_game(problem: GameForTwo, is_first: bool, seed: int, position: Any, seconds: float) -> list[str]:
    """Return the lines that begin a game from a position, the rules and the seconds for a move among them."""
    roster = roster_of(problem)
    return [
        "new",
        *roster.rules(problem, seconds),
        f"seed {seed}",
        f"you {'first' if is_first else 'second'}",
        f"{roster.start_word} {roster.position_text(problem, position)}",
        "begin",
    ]


def opponent_line(text: str) -> str:
    """Return the line that gives the opponent's move."""
    return f"opponent {text}"


def turn_line(problem: GameForTwo, position: Any, seconds: float) -> str:
    """Return the line that asks for a move."""
    return f"turn {seconds:.3f} {roster_of(problem).position_text(problem, position)}"


def result_line(record: GameRecord, player: int) -> str:
    """Return the line that ends a game for one of its players."""
    outcome = "draw" if record.winner is None else "won" if record.winner == player else "lost"
    return f"result {outcome} {record.points[player]} {record.points[1 - player]}"


def shown(data: bytes | str) -> str:
    """Return what a program wrote, fit for one line of a report."""
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    return repr(text[:60])


def is_comment(line: bytes) -> bool:
    """Tell whether a line says nothing to the referee."""
    return not line.strip() or line.startswith(b"#")


def uncommented(data: bytes) -> bytes:
    """Return the first line of some output that is no comment, or nothing; the line may be incomplete.

    >>> uncommented(b"# done\\n\\nmove a1\\n# so"), uncommented(b"# so")
    (b'move a1', b'')
    """
    return next((line for line in data.split(b"\n") if not is_comment(line)), b"")


def move_of_answer(problem: GameForTwo, position: Any, line: str) -> str:
    """Return the move of an answer as the problem writes it, or raise PlayerFaultError."""
    word, _, text = line.strip().partition(" ")
    if word != "move" or not text.strip():
        noun = roster_of(problem).answer_noun
        raise PlayerFaultError(GARBAGE, f"it answered {shown(line)}, where `move` and {noun} are expected")
    try:
        return problem.find_move(position, text)
    except InputError as error:
        raise PlayerFaultError(ILLEGAL, str(error)) from None
