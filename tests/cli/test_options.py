"""The kinds of values that options of the command take: numbers in plain digits."""

import click
import pytest

from perfectplay.cli.options import MemorySize, RealNumber, WholeNumber
from tests.bad_numbers import BAD_REAL, BAD_WHOLE


@pytest.mark.parametrize("text", BAD_WHOLE)
def test_what_is_no_whole_number(text: str) -> None:
    with pytest.raises(click.BadParameter, match="is not a whole number"):
        WholeNumber(1, 256).convert(text, None, None)


@pytest.mark.parametrize("text", BAD_REAL)
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(click.BadParameter, match="is not a number"):
        RealNumber().convert(text, None, None)


@pytest.mark.parametrize("text", ["", "5 ", " 5", "+5", "1_0", "٣", "5\u212a"])
def test_what_is_no_amount_of_memory(text: str) -> None:
    with pytest.raises(click.BadParameter, match="is not an amount of memory"):
        MemorySize().convert(text, None, None)


def test_numbers_within_bounds() -> None:
    assert WholeNumber(1, 256).convert("16", None, None) == 16
    assert WholeNumber(-3).convert("-3", None, None) == -3
    assert RealNumber(1, 1000).convert("2.5", None, None) == 2.5
    assert MemorySize().convert("2 KiB", None, None) == 2048
    for kind, text in (
        (WholeNumber(1, 256), "257"),
        (WholeNumber(1), "0"),
        (RealNumber(), "0"),
        (RealNumber(), "1e999"),
    ):
        with pytest.raises(click.BadParameter):
            kind.convert(text, None, None)
