"""Write the book of coin openings by saved tables, those of coins/8 and coins/8:runs=6: `python scripts/coin_book.py`.

A table of 8 GiB answers for a book of a few KB: the positions of 34 coins and more, up to symmetry.
"""

from itertools import combinations
from pathlib import Path

import perfectplay.games.coins as coins_package
from perfectplay.games.coins.book import FILE, title
from perfectplay.games.coins.game import CoinGame
from perfectplay.games.coins.solving.table import SavedTable
from perfectplay.games.coins.solving.table_place import coin_table_path
from perfectplay.games.coins.solving.values import MOST_COINS
from perfectplay.model.tables import open_table

GAMES = (CoinGame(8), CoinGame(8, longest_run=6))


def lines(game: CoinGame) -> list[str]:
    """Return the part of the book that belongs to a game."""
    board, table = game.triangle, SavedTable(game, open_table(coin_table_path(game)))
    found = [title(game)]
    for gone in range(board.size - MOST_COINS["win"]):
        seen: set[int] = set()
        for cells in combinations(range(board.size), gone):
            taken = sum(1 << cell for cell in cells)
            images = {board.image(permutation, taken) for permutation in board.symmetries}
            if seen.isdisjoint(images):
                seen.add(taken)
                winning = [run.text for run, value in table.moves(board.full & ~taken) if value.is_won]
                found.append(f"{' '.join(board.names[cell] for cell in cells)}:{' '.join(winning)}")
    return found


if __name__ == "__main__":
    text = "\n".join(line for game in GAMES for line in lines(game)) + "\n"
    path = Path(coins_package.__file__).parent / FILE
    path.write_text(text)
    print(f"{len(text):,} bytes in {path}")
