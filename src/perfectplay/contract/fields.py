"""The fields of users' rules: integers and arrays of integers, as 64-bit numbers.

Machine code widens narrow integers to 64 bits in arithmetic, NumPy does not.  So narrow arrays are widened when rules
are given, and every later reader sees the same numbers.  Truth values stay as they are: `~` and masks depend on that.
"""

from typing import Any

import numpy as np

from perfectplay.base.errors import ContractError
from perfectplay.contract.checks import LEAST, MOST


def widened_rules(rules: Any) -> Any:
    """Return a NamedTuple of rules with 64-bit fields; raise ContractError if one holds anything else."""
    if not hasattr(rules, "_fields"):
        return rules  # rejected when a search begins
    made = type(rules).__name__
    fields = {name: _widened(f"{made}.{name}", value) for name, value in zip(rules._fields, rules, strict=True)}
    changed = {name: value for name, value in fields.items() if value is not getattr(rules, name)}
    return rules._replace(**changed) if changed else rules


def _widened(name: str, value: Any) -> Any:
    """Return a field with integers of 64 bits; a field without any is returned as it is."""
    if isinstance(value, tuple):
        if hasattr(value, "_fields"):
            return widened_rules(value)
        items = [_widened(name, item) for item in value]
        return value if all(map(_is, items, value)) else tuple(items)
    if isinstance(value, float | np.floating) or (isinstance(value, np.ndarray) and value.dtype.kind == "f"):
        raise ContractError(
            f"{name} is {'an array of floats' if isinstance(value, np.ndarray) else f'{value}, a float'}; rules hold "
            "integers and NumPy arrays of integers only: write whole numbers, of a smaller unit if there are fractions"
        )
    if isinstance(value, np.ndarray) and value.dtype.kind in "biu":
        return widened_array(value)
    if isinstance(value, np.integer):
        return value if isinstance(value, np.uint64) else int(value)
    if isinstance(value, np.bool_):
        return bool(value)
    if not isinstance(value, int):
        kind = f"array of {value.dtype}" if isinstance(value, np.ndarray) else type(value).__name__
        raise ContractError(
            f"{name} has the type {kind}; rules hold integers and NumPy arrays of integers only: write one of these"
        )
    if not LEAST <= value <= MOST:
        shown = str(value) if value.bit_length() < 128 else f"an integer of {value.bit_length()} bits"
        raise ContractError(f"{name} is {shown}, which does not fit in 64 bits; split it into several fields")
    return np.uint64(value) if value >> 63 > 0 else value


def widened_array(array: Any) -> Any:
    """Return an array of integers or truth values with items of 64 bits, in the byte order of the machine."""
    is_word = array.dtype.kind == "u" and array.dtype.itemsize == 8
    return array.astype(bool if array.dtype.kind == "b" else np.uint64 if is_word else np.int64, copy=False)


def _is(first: Any, second: Any) -> bool:
    return first is second
