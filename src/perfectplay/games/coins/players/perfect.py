"""The players that give nothing away, by the win, by points, or by both."""

import time

from perfectplay.base.errors import UnsupportedError
from perfectplay.base.limits import LimitHitError
from perfectplay.games.coins.players.exact import SAFE_SHARE, ExactPlayer


class PerfectCoinPlayer(ExactPlayer):
    """Plays by exact values; by score it is not exact above 28 coins, says so, and takes what wins.

    A lost player of the objective `win` takes few coins, so that there is time for the other to err.
    """

    def __init__(self, name: str = "", objective: str = "win") -> None:
        super().__init__(name)
        self.objective = objective
        self.objectives = tuple(dict.fromkeys((objective, "win")))

    def take(self, coins: int, seconds: float) -> int:
        count = coins.bit_count()
        ends = time.perf_counter() + seconds * SAFE_SHARE
        if self.objective != "win":
            try:
                return self._best(self.objective, coins, ends)
            except LimitHitError:
                self.note(f"not exact with {count} coins left, too many by score: takes what wins instead")
            except UnsupportedError as error:
                self.note(f"not exact by score: {error}; takes what wins instead")
        try:
            return self._best("win", coins, ends)
        except LimitHitError:
            self.note(f"not exact with {count} coins left, too many without a table: takes most points")
            return self.greedy(coins)

    def _best(self, objective: str, coins: int, ends: float) -> int:
        values = self.values(objective, ends - time.perf_counter())
        ranks: dict[tuple[int, ...], list[int]] = {}
        for run, value in values.moves(coins):
            ranks.setdefault((*values.rank(value), value.is_won), []).append(run.mask)
        best = max(ranks)
        if objective == "win" and not best[0]:
            return self.pick(self.runs.first(self.runs.shortest_first, coins))
        return self.pick(ranks[best])
