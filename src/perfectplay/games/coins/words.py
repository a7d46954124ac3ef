"""A coin game in words: its rules in a line, a position with the names of its cells."""

from perfectplay.games.coins.game import COLOUR_NAMES, CoinGame
from perfectplay.games.coins.position import CoinPosition
from perfectplay.games.coins.triangle import LETTERS


def triangle_lines(position: CoinPosition) -> str:
    """Draw a position with the letters of its columns and the numbers of its rows.

    >>> print(triangle_lines(CoinPosition.parse("o/.o")))
      a b
    1 o
    2 . o
    """
    margin = len(str(position.side))
    rows = [f"{number:>{margin}} {' '.join(row)}" for number, row in enumerate(position.rows, 1)]
    return "\n".join([f"{'':{margin}} {' '.join(LETTERS[: position.side])}", *rows])


def about_game(game: CoinGame, seconds: float | None = None) -> str:
    """Say in a line or two what the rules are; a move may take so many seconds, by default as the game says."""
    last = "loses" if game.is_misere else "wins"
    runs = "runs of any length" if game.longest_run == game.side else f"runs of up to {game.longest_run}"
    parts = [runs, f"whoever takes the last coin {last}"]
    if game.points:
        parts.append(f"points {' '.join(map(str, game.points))}, winner {game.winner_points}")
        parts[-1] += f", loser {game.loser_points}" if game.loser_points else ""
    if game.colours:
        named = zip(COLOUR_NAMES.values(), game.colour_points, strict=True)
        parts.append(", ".join(f"{name} {points:+}" for name, points in named))
    if game.preset:
        gain = f" and brings the other {game.penalty_gain}" if game.penalty_gain else ""
        parts.append(
            f"an invalid move costs {game.penalty}{gain}, {game.seconds if seconds is None else seconds:g} s for a move"
        )
    return "; ".join(parts)
