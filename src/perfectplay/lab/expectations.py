"""The answer that an experiment expects of a row; any other answer is wrong."""

from dataclasses import replace
from typing import Any

from perfectplay.lab.rows import Row


def checked(row: Row, expect: dict[str, Any]) -> Row:
    """Return a row, with the status `wrong` if its work came to its end with another answer than the expected one.

    What is expected is a column or one of the row's own figures; a figure that is missing is wrong too, because its
    name may be misspelt.

    >>> row = Row("pegs/english", "fewest moves", 1, "solved", cost=17.0, optimal=True)
    >>> wrong = checked(row, {"cost": 18, "optimal": True})
    >>> wrong.status, wrong.detail
    ('wrong', 'cost is 17, not 18')
    """
    if not row.is_finished:
        return row
    known = {**row.figures, **vars(row)}
    differences = [
        f"{name} is {_text(known.get(name))}, not {_text(right)}"
        for name, right in expect.items()
        if known.get(name) != right
    ]
    return replace(row, status="wrong", detail="; ".join(differences)) if differences else row


def _text(value: Any) -> str:
    if value is None:
        return "not there"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)
