"""The lines that the referee and a program exchange; docs/engines.md describes them to authors of programs.

>>> move_of_answer(CoinGame(4), 0b1111111111, "move c3-a3").bit_count()
3
"""

from typing import TYPE_CHECKING

from perfectplay.arena.player import GARBAGE, ILLEGAL, PlayerFaultError
from perfectplay.errors import InputError
from perfectplay.games.coins.game import CoinGame
from perfectplay.games.coins.position import CoinPosition
from perfectplay.games.coins.problem import CoinProblem

if TYPE_CHECKING:
    from perfectplay.arena.referee import GameRecord

HELLO = "perfectplay 1"
QUIT = "quit"
MOST_LINE = 1000  # bytes of an answer
MOST_OUTPUT = 100_000  # bytes that a program may write for one answer, comments included


def new_game(game: CoinGame, is_first: bool, seed: int, coins: int, seconds: float) -> list[str]:
    """Return the lines that begin a game, the rules and the seconds for a move among them."""
    lines = [
        "new",
        f"side {game.side}",
        f"runs {game.longest_run}",
        f"play {game.play}",
        " ".join(["points", *map(str, game.points)]),
        f"winner {game.winner_points}",
        f"loser {game.loser_points}",
        f"penalty {game.penalty} {game.penalty_gain}",
        f"seconds {f'{seconds:.3f}'.rstrip('0').rstrip('.')}",
    ]
    if game.colours:
        lines.append(f"colours {game.colours}")
        colour_points = (f"{letter}={points}" for letter, points in game.points_of_colour.items())
        lines.append(" ".join(["colour-points", *colour_points]))
    return [*lines, f"seed {seed}", f"you {'first' if is_first else 'second'}", f"coins {drawn(game, coins)}", "begin"]


def drawn(game: CoinGame, coins: int) -> str:
    """Return the rows of a position, coins as `o` whatever their colours."""
    return CoinPosition(game.side, coins).text


def opponent_line(game: CoinGame, move: int) -> str:
    """Return the line that tells the opponent's move."""
    return f"opponent {next(run.text for run in game.runs if run.mask == move)}"


def turn_line(game: CoinGame, coins: int, seconds: float) -> str:
    """Return the line that asks for a move."""
    return f"turn {seconds:.3f} {drawn(game, coins)}"


def result_line(record: "GameRecord", player: int) -> str:
    """Return the line that ends a game for one of its players."""
    outcome = "won" if record.winner == player else "lost"
    return f"result {outcome} {record.points[player]} {record.points[1 - player]}"


def shown(data: bytes | str) -> str:
    """Return what a program wrote, fit for one line of a report."""
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    return repr(text[:60])


def is_comment(line: bytes) -> bool:
    """Tell whether a line says nothing to the referee."""
    return not line.strip() or line.startswith(b"#")


def uncommented(data: bytes) -> bytes:
    """Return the first line of what was written that says something, perhaps not to its end; nothing if none does.

    >>> uncommented(b"# done\\n\\nmove a1\\n# so"), uncommented(b"# so")
    (b'move a1', b'')
    """
    return next((line for line in data.split(b"\n") if not is_comment(line)), b"")


def move_of_answer(game: CoinGame, coins: int, line: str) -> int:
    """Return the coins that an answer takes, or raise PlayerFaultError."""
    word, _, text = line.strip().partition(" ")
    if word != "move" or not text.strip():
        raise PlayerFaultError(GARBAGE, f"it answered {shown(line)}, where `move` and a run are expected")
    problem = CoinProblem(game, coins)
    try:
        return problem.find_run(problem.start, text).mask
    except InputError as error:
        raise PlayerFaultError(ILLEGAL, str(error)) from None
