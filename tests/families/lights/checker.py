"""The claims of an answer to a problem of lights, checked by trying every set of lamps to press and not by a search.

The order of presses does not matter, and pressing twice is not pressing: a solution is a set of lamps.
"""

import re
from collections.abc import Iterator

from perfectplay.base.errors import InputError
from perfectplay.proof import Budget, Checker, Claim, Record
from perfectplay.proof.json_text import object_field, required_field, text_field, truth_field
from perfectplay.proof.shape import figure_claims, limit_claims, read_certificate, read_solution
from perfectplay.proof.verdict import Rejected, judge


def light_claims(answer: Record, status: str, budget: Budget) -> Iterator[Claim]:
    """Yield what an answer says, and what became of it."""
    lit, masks = read_grid(object_field(answer, "problem"))
    if text_field(answer, "objective") != "moves":
        raise InputError("unknown objective: expected moves")
    if status == "impossible":
        yield judge("impossible", lambda: check_impossible(answer, lit, masks, budget))
        return
    presses = read_solution(answer)
    if not is_dark_after(lit, masks, presses):
        yield Claim("solution", "rejected", "its presses do not put out every lamp")
        return
    assert isinstance(presses, list)
    yield Claim("solution", "checked", "its presses put out every lamp")
    yield from figure_claims(answer, {"moves": len(presses), "jumps": len(presses)})
    yield from limit_claims(answer)
    if truth_field(answer, "optimal"):
        yield judge("optimal", lambda: check_fewest(len(presses), lit, masks, budget))


def check_impossible(answer: Record, lit: int, masks: dict[str, int], budget: Budget) -> str:
    kind, _ = read_certificate(answer)
    if kind != "exhaustion":
        raise Rejected(f"unknown kind of certificate {kind[:40]!r}")
    if fewest_presses(lit, list(masks.values()), budget) is not None:
        raise Rejected("some set of lamps puts out every lamp")
    return "no set of lamps puts out every lamp"


def check_fewest(presses: int, lit: int, masks: dict[str, int], budget: Budget) -> str:
    fewest = fewest_presses(lit, list(masks.values()), budget)
    if fewest != presses:
        raise Rejected(f"{fewest} suffice")
    return "no smaller set of lamps does"


def read_grid(problem: Record) -> tuple[int, dict[str, int]]:
    """Return the lamps that are lit as bits, and those that each lamp switches by its name."""
    start = required_field(problem, "start")
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


def fewest_presses(lit: int, masks: list[int], budget: Budget) -> int | None:
    """Return the size of the smallest set of lamps that puts out what is lit; None if there is none."""
    budget.hold(1 << len(masks), f"all sets of {len(masks)} lamps")
    switched = [0]
    for mask in masks:
        budget.spend(len(switched))
        switched += [before ^ mask for before in switched]
    return min((number.bit_count() for number, lamps in enumerate(switched) if lamps == lit), default=None)


def describe(answer: Record) -> str:
    start = object_field(answer, "problem")["start"]
    return "the lamps * are lit, and all are to be put out:\n" + str(start).replace("/", "\n")


LIGHT_CHECKER = Checker(light_claims, describe)
