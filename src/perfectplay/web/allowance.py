"""How much work one visitor may ask for within a minute."""

import math
import time
from collections import deque

WINDOW_SECONDS = 60.0


class Allowance:
    """Units of work that each visitor may spend within any minute; what was spent a minute ago is there again.

    >>> allowance = Allowance(10)
    >>> allowance.spend("anna", 10), allowance.spend("anna", 1), allowance.spend("bert", 1)
    (0, 60, 0)
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._spent: dict[str, deque[tuple[float, int]]] = {}  # the times and units of each visitor, oldest first

    def spend(self, visitor: str, units: int) -> int:
        """Spend units and return 0, or spend none and return the seconds after which there are enough."""
        self._renew(visitor)
        now, units = time.monotonic(), min(units, self.most)
        spent = self._spent.setdefault(visitor, deque())
        missing = sum(earlier for _, earlier in spent) + units - self.most
        if missing <= 0:
            spent.append((now, units))
            return 0
        times = iter(spent)
        while missing > 0:
            when, earlier = next(times)
            missing -= earlier
        return max(1, math.ceil(when + WINDOW_SECONDS - now))

    def forget_leavers(self) -> None:
        """Forget who has not asked for anything within the last minute."""
        for visitor in list(self._spent):
            self._renew(visitor)

    def _renew(self, visitor: str) -> None:
        """Give back what was spent a minute ago."""
        spent, since = self._spent.get(visitor, deque()), time.monotonic() - WINDOW_SECONDS
        while spent and spent[0][0] <= since:
            spent.popleft()
        if not spent:
            self._spent.pop(visitor, None)
