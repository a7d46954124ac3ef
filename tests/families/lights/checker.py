"""The claims of an answer to a problem of lights, checked by trying every set of lamps to press and not by a search.

The order of presses does not matter, and pressing twice is not pressing: a solution is a set of lamps.
"""

import re
from collections.abc import Iterator

from perfectplay.base.errors import InputError
from perfectplay.proof import Claim

MOST_LAMPS = 16  # whose sets are all tried unless a re-run is asked for


def light_claims(answer: dict[str, object], status: str, rerun: bool) -> Iterator[Claim]:
    """Yield what an answer says, and what became of it."""
    lit, masks = read_grid(answer["problem"])
    if status == "solved":
        yield claim("solution", is_dark_after(lit, masks, answer["solution"]), "its presses put out every lamp")
        if not answer["optimal"]:
            return
    if len(masks) > MOST_LAMPS and not rerun:
        yield Claim("status", "re-run needed", f"{1 << len(masks):,} sets of lamps were not tried; --rerun tries them")
        return
    fewest = fewest_presses(lit, list(masks.values()))
    detail = f"{1 << len(masks):,} sets of lamps were tried"
    if status == "solved":
        yield claim("optimal", fewest == answer["moves"], detail)
    elif status == "impossible":
        yield claim("status", fewest is None, detail)


def read_grid(problem: object) -> tuple[int, dict[str, int]]:
    """Return the lamps that are lit as bits, and those that each lamp switches by its name."""
    start = problem.get("start") if isinstance(problem, dict) else None
    if not isinstance(start, str) or not re.fullmatch(r"[*.]{1,5}(/[*.]{1,5}){0,4}", start):
        raise InputError("not a grid of lights")
    rows = start.split("/")
    width = len(rows[0])
    if any(len(row) != width for row in rows):
        raise InputError("not a grid of lights: its rows differ in length")
    places = [(x, y) for y in range(len(rows)) for x in range(width)]
    masks = {
        f"{'abcde'[x]}{y + 1}": sum(
            1 << bit for bit, (column, row) in enumerate(places) if abs(x - column) + abs(y - row) < 2
        )
        for x, y in places
    }
    return sum(1 << bit for bit, (x, y) in enumerate(places) if rows[y][x] == "*"), masks


def is_dark_after(lit: int, masks: dict[str, int], solution: object) -> bool:
    if not isinstance(solution, list):
        return False
    for text in solution:
        if not isinstance(text, str) or text not in masks:
            return False
        lit ^= masks[text]
    return lit == 0


def fewest_presses(lit: int, masks: list[int]) -> int | None:
    """Return the size of the smallest set of lamps that puts out what is lit; None if there is none."""
    switched = [0]
    for mask in masks:
        switched += [before ^ mask for before in switched]
    return min((number.bit_count() for number, lamps in enumerate(switched) if lamps == lit), default=None)


def claim(name: str, is_right: bool, detail: str) -> Claim:
    return Claim(name, "checked" if is_right else "rejected", detail)
