"""Limits are numbers above 0."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perfectplay.base.errors import InputError
from perfectplay.base.limits import Limits

SECONDS = "a limit on seconds must be a number, not "
WHOLE = "must be a whole number, not "
POSITIVE = "must be more than 0, not "

NO_NUMBERS: list[Any] = ["x", "5", True, [], 1j, b"5", np.zeros(2)]
NOT_WHOLE: list[Any] = ["2GB", True, False, 1.5, 2.0, float("inf"), [], 1j]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        *(({"seconds": value}, SECONDS) for value in NO_NUMBERS),
        *(({"seconds": value}, POSITIVE) for value in (0, -1, float("nan"), float("-inf"), -0.0)),
        *(({name: value}, f"a limit on {name} {WHOLE}") for name in ("memory", "positions") for value in NOT_WHOLE),
        *(({name: value}, POSITIVE) for name in ("memory", "positions") for value in (0, -1)),
        ({"memory": "9" * 10**5}, WHOLE),
    ],
)
def test_what_is_no_limit(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as refusal:
        Limits(**given)
    assert len(str(refusal.value)) < 120


def test_what_is_a_limit() -> None:
    for value in (1, 0.5, 1e308, float("inf"), np.float64(2), np.int64(2), Fraction(1, 3)):
        assert Limits(seconds=value).seconds == value  # type: ignore[arg-type]
    limits: Any = Limits(memory=np.int64(10**6), positions=np.uint8(3))  # type: ignore[arg-type]
    assert (type(limits.memory), type(limits.positions)) == (int, int)
