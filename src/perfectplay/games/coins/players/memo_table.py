"""Minimax with a memory, over all that some coins can become."""

from perfectplay.games.coins.game import CoinGame

UNKNOWN, LOST, WON = 0, 1, 2  # what a byte of the memory says of the player to move


class MemoTable:
    """Explores moves in the order of some groups until one wins, and remembers a byte for each set of the coins.

    Fewer than three coins are not explored: there the pattern decides.  Where the last coin loses, only one coin by
    itself is lost; where it wins, no coin is, and two coins that no move takes together.
    """

    def __init__(self, game: CoinGame, coins: int, groups: list[list[int]]) -> None:
        self.coins = coins
        self.cells = [cell for cell in range(game.triangle.size) if coins >> cell & 1]
        self.masks = [self._closed(mask) for group in groups for mask in group if mask & coins == mask]
        self.known = bytearray(1 << len(self.cells))
        self._fill_patterns(game.is_misere)

    def _fill_patterns(self, is_misere: bool) -> None:
        """Write down the values of fewer than three coins."""
        known, singles = self.known, [1 << place for place in range(len(self.cells))]
        pairs = {mask for mask in self.masks if mask.bit_count() == 2}
        known[0] = WON if is_misere else LOST
        for single in singles:
            known[single] = LOST if is_misere else WON
        for pair in {one | other for one in singles for other in singles if one != other}:
            known[pair] = WON if is_misere or pair in pairs else LOST

    def _closed(self, coins: int) -> int:
        """Return the number of a set of coins: a bit for each of the coins that the table is about."""
        return sum((coins >> cell & 1) << place for place, cell in enumerate(self.cells))

    @property
    def explored(self) -> int:
        """The positions whose values are known."""
        return len(self.known) - self.known.count(UNKNOWN)

    def is_lost(self, coins: int) -> bool:
        """Tell whether the player to move loses."""
        return self._found(self._closed(coins)) == LOST

    def _found(self, number: int) -> int:
        known = self.known
        if not known[number]:
            found = LOST
            for mask in self.masks:
                if mask & number == mask and (known[number ^ mask] or self._found(number ^ mask)) == LOST:
                    found = WON
                    break
            known[number] = found
        return known[number]
