"""How large costs and estimates may be, so that no sum of them leaves 64 bits, and the refusal of those that are not.

A weighted search adds up to 1,000 times a cost and 1,000,000 times an estimate, and the cost of a path grows by one
step beyond the bound before anybody looks: 1,000 * 2**41 + 1,000,000 * 2**40 is less than 2**61.
"""

from typing import Any

import numpy as np

from perfectplay.base.errors import ContractError

MOST_COST = (1 << 40) - 1
"""The most that a step, a path or an estimate may come to."""

NEVER = (1 << 62) - 57
"""An estimate of so much says that the goal cannot be reached from there.

It is a prime far beyond all costs, so that no honest estimate comes to it by accident.
"""

COST, ESTIMATE = "cost", "estimate"
WORDS = {
    COST: ("the cost of a step", "costs are whole numbers", ""),
    ESTIMATE: ("an estimate", "estimates are whole numbers", ", or NEVER"),
}


class MeasureError(ContractError):
    """A cost or an estimate is no number that searches can add up."""

    def __init__(self, rules_name: str, kind: str, number: Any) -> None:
        super().__init__(rules_name, kind, number)

    def __str__(self) -> str:
        rules_name, kind, number = self.args
        what, numbers, besides = WORDS[kind]
        return f"{rules_name}: {what} is {str(number)[:40]}; {numbers} from 0 to {MOST_COST:,}{besides}"


def too_costly(rules_name: str) -> ContractError:
    """Return the error of a search that has nothing left but paths beyond the bound."""
    return ContractError(
        f"{rules_name}: a path costs more than {MOST_COST:,}, the most that is supported; count costs in larger units"
    )


def checked(rules_name: str, kind: str, number: Any) -> int:
    """Return what a rule gave as plain Python, or refuse it."""
    is_whole = isinstance(number, int | np.integer | np.bool_)
    if not is_whole or not (0 <= number <= MOST_COST or (kind == ESTIMATE and number == NEVER)):
        raise MeasureError(rules_name, kind, number)
    return int(number)
