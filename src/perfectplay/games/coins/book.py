"""The book of openings: every winning move of positions with too many coins for a table that is made at once.

It is a text, one line for each game and one for each of its positions up to symmetry: the cells without a coin, a
colon, and the winning moves, none where the position is lost.  `scripts/coin_book.py` writes it by the tables.
"""

from functools import cache
from pathlib import Path

from perfectplay.games.coins.game import CoinGame
from perfectplay.games.coins.triangle import Triangle, triangle

FILE = "openings.txt"


class Book:
    """The openings of one game."""

    def __init__(self, board: Triangle, lines: dict[int, str]) -> None:
        self.triangle = board
        self.lines = lines

    def winning_masks(self, coins: int) -> set[int] | None:
        """Return what wins when it is taken from a position; None if the position is not in the book."""
        board = self.triangle
        for permutation in board.symmetries:
            moves = self.lines.get(board.image(permutation, coins))
            if moves is not None:
                back = tuple(permutation.index(cell) for cell in range(board.size))
                return {board.image(back, board.run_of[text].mask) for text in moves.split()}
        return None


def find_book(game: CoinGame) -> Book | None:
    """Return the openings of a game, if they are known."""
    return _books().get(title(game))


def title(game: CoinGame) -> str:
    """Return the line that identifies the game of a book; points and colours make no difference to who wins."""
    return f"# side {game.side}, runs {game.longest_run}, {game.play}"


@cache
def _books() -> dict[str, Book]:
    books: dict[str, Book] = {}
    path = Path(__file__).parent / FILE
    for line in path.read_text("utf-8").splitlines() if path.is_file() else []:
        if line.startswith("#"):
            board = triangle(int(line.split()[2].rstrip(",")))
            book = books[line] = Book(board, {})
        elif line:
            empty, _, moves = line.partition(":")
            gone = sum(1 << board.names.index(name) for name in empty.split())
            book.lines[board.full & ~gone] = moves
    return books
