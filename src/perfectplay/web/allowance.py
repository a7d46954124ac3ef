"""How much work one visitor may ask for in a minute."""

import math
from datetime import UTC, datetime

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter


class Allowance:
    """Units of work that each visitor may spend in a minute, all of which are there again when it is over.

    >>> allowance = Allowance(10)
    >>> allowance.spend("anna", 10), allowance.spend("anna", 1) > 0, allowance.spend("bert", 1)
    (0, True, 0)
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._rate = RateLimitItemPerMinute(most)
        # A window that moves would give some units back sooner, but not say when there are enough for a dear request.
        self._limiter = FixedWindowRateLimiter(MemoryStorage())

    def spend(self, visitor: str, units: int) -> int:
        """Spend units and return 0, or spend none and return the seconds after which there are enough."""
        units = min(units, self.most)
        # What is refused is not spent: `hit` alone would count it.
        if self._limiter.test(self._rate, visitor, cost=units) and self._limiter.hit(self._rate, visitor, cost=units):
            return 0
        reset_time = self._limiter.get_window_stats(self._rate, visitor).reset_time
        return max(1, math.ceil(reset_time - now()))


def now() -> float:
    """Return the time by the clock that `limits` goes by."""
    return datetime.now(UTC).timestamp()
