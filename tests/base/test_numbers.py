"""Numbers in texts from outside are plain digits."""

import math

import pytest

from perfectplay.base.errors import InputError
from perfectplay.base.limits import parse_bytes
from perfectplay.base.numbers import parse_whole, read_real, read_whole
from tests.bad_numbers import BAD_REAL, BAD_WHOLE


@pytest.mark.parametrize("text", BAD_WHOLE)
def test_what_is_no_whole_number(text: str) -> None:
    assert read_whole(text) is None
    with pytest.raises(InputError, match=r"^runs is a whole number from 1 to 99, not ") as refusal:
        parse_whole(text, 1, 99, "runs")
    assert len(str(refusal.value)) < 80


@pytest.mark.parametrize("text", BAD_REAL)
def test_what_is_no_number(text: str) -> None:
    assert read_real(text) is None


def test_numbers_mean_what_they_say() -> None:
    assert [read_whole(text) for text in ("0", "007", "-5", "-0", "9" * 40)] == [0, 7, -5, 0, 10**40 - 1]
    assert [read_real(text) for text in ("0", "5.", ".5", "-2.5", "1e3", "1E-2", "1e+2")] == [
        0, 5, 0.5, -2.5, 1000, 0.01, 100,
    ]  # fmt: skip
    assert read_real("1e999") == math.inf
    assert parse_whole("-5", -5, 5, "points") == -5


@pytest.mark.parametrize("text", ["0", "100", "-1"])
def test_bounds(text: str) -> None:
    with pytest.raises(InputError, match=f"not '{text}'$"):
        parse_whole(text, 1, 99, "runs")


@pytest.mark.parametrize(
    "text",
    ["", " ", "5 ", " 5", "5\n", "5  GB", "5 G B", "5\u00a0GB", "+5", "-5", "1_0", "٣", "٣GB", "5\u212a", "5\u212aB",
     "5.", ".5", "1e9", "5 KB ", "inf", "9" * 16],
)  # fmt: skip
def test_what_is_no_amount_of_memory(text: str) -> None:
    with pytest.raises(InputError, match="is not an amount of memory; write bytes, or 512MiB, or 2GB"):
        parse_bytes(text)


def test_amounts_of_memory() -> None:
    amounts = {
        "5": 5,
        "5b": 5,
        "5 B": 5,
        "5k": 5000,
        "5 KiB": 5120,
        "1.5MB": 1_500_000,
        "2g": 2 * 10**9,
        "1 tib": 2**40,
    }
    assert {text: parse_bytes(text) for text in amounts} == amounts
