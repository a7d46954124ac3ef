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

MOST_POINTS = (1 << 30) - 1
"""The most that the end of a game for two, a step in it, or a guess may be worth."""

COST, ESTIMATE, VALUE = "cost", "estimate", "value"
WORDS = {
    COST: ("the cost of a step", f"costs are whole numbers from 0 to {MOST_COST:,}"),
    ESTIMATE: ("an estimate", f"estimates are whole numbers from 0 to {MOST_COST:,}, or NEVER"),
    VALUE: ("an outcome, a gain or an estimate", f"they are whole numbers from -{MOST_POINTS:,} to {MOST_POINTS:,}"),
}
BOUNDS = {COST: (0, MOST_COST), ESTIMATE: (0, MOST_COST), VALUE: (-MOST_POINTS, MOST_POINTS)}


def kind_of(stub_name: str, *, is_for_two: bool) -> str | None:
    """Return what the number that a stub gives is, or None where it gives no number to add up."""
    if stub_name in ("outcome", "gain") or (stub_name == ESTIMATE and is_for_two):
        return VALUE
    return stub_name if stub_name in (COST, ESTIMATE) else None


class MeasureError(ContractError):
    """A cost or an estimate is no number that searches can add up."""

    def __init__(self, rules_name: str, kind: str, number: Any) -> None:
        super().__init__(rules_name, kind, number)

    def __str__(self) -> str:
        rules_name, kind, number = self.args
        what, numbers = WORDS[kind]
        return f"{rules_name}: {what} is {str(number)[:40]}; {numbers}"


def too_costly(rules_name: str) -> ContractError:
    """Return the error of a search that has nothing left but paths beyond the bound."""
    return ContractError(
        f"{rules_name}: a path costs more than {MOST_COST:,}, the most that is supported; count costs in larger units"
    )


def checked(rules_name: str, kind: str, number: Any) -> int:
    """Return what a rule gave as plain Python, or refuse it."""
    is_whole = isinstance(number, int | np.integer | np.bool_)
    least, most = BOUNDS[kind]
    if not is_whole or not (least <= number <= most or (kind == ESTIMATE and number == NEVER)):
        raise MeasureError(rules_name, kind, number)
    return int(number)
