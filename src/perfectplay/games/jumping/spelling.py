"""How people draw boards: pegs as o, X, *, ● or 1, empty holes as ., 0, o or ○, and - outside the board."""

import re
from collections.abc import Mapping, Sequence

from perfectplay.base.errors import InputError

PEG, HOLE, OUTSIDE = "o", ".", " "
PEGS = "X*●1"
HOLES = ".0○"
NOWHERE = "-"
MARKS = PEG + HOLE + OUTSIDE + PEGS + HOLES + NOWHERE + "[],"
NUMBERED = re.compile(r"[\[ ]*[01-](?:[, ]+[01-])*[\], ]*")  # a row of a matrix: its numbers stand apart


def plain_drawings(drawings: Sequence[Sequence[str]], keys: Mapping[str, str], source: str) -> list[list[str]]:
    """Return drawings with pegs as o, holes as . and nothing as a space, whatever marks they have.

    Lines `pegs:` and `holes:` name the marks; without them they are told by being unambiguous.

    >>> plain_drawings([["--X", "X0X"]], {}, "the text")
    [['  o', 'o.o']]
    >>> plain_drawings([["*o*"]], {}, "the text")
    [['o.o']]
    >>> plain_drawings([["[[1, 0, 1],", " [1, 1, 1]]"]], {}, "the text")
    [['o.o', 'ooo']]
    >>> plain_drawings([["o0"]], {}, "the text")
    Traceback (most recent call last):
    perfectplay.base.errors.InputError: the text: a drawing with o and 0; say by a line pegs: or holes: which is which
    """
    lines = [line for drawing in drawings for line in drawing]
    if any(len(line) > 2 for line in lines) and all(map(NUMBERED.fullmatch, lines)):
        drawings = [[re.sub(r"[\[\], ]", "", line) for line in drawing] for drawing in drawings]
    seen = dict.fromkeys(mark for drawing in drawings for line in drawing for mark in line)
    pegs, holes = _marks(seen, keys, source)
    plain = {**dict.fromkeys(holes, HOLE), **dict.fromkeys(pegs, PEG)}
    if NOWHERE not in plain:
        plain[NOWHERE] = OUTSIDE
    return [
        ["".join(plain.get(mark, mark) for mark in line).rstrip(OUTSIDE) for line in drawing] for drawing in drawings
    ]


def _marks(seen: Mapping[str, None], keys: Mapping[str, str], source: str) -> tuple[str, str]:
    """Return the marks of pegs and those of holes."""
    if "pegs" in keys or "holes" in keys:
        named, empty = keys.get("pegs", ""), keys.get("holes", "")
        others = [mark for mark in seen if mark not in (*named, *empty, NOWHERE, OUTSIDE)]
        if len(others) > 1 or set(named) & set(empty):
            about = f"pegs: {named}" if named else f"holes: {empty}"
            raise InputError(f"{source}: a drawing with {_listed(seen)}, and the line {about}; say which is which")
        return named or "".join(others), empty or "".join(others)
    pegs = [mark for mark in PEGS if mark in seen]
    holes = [mark for mark in HOLES if mark in seen]
    if PEG in seen:
        (holes if pegs else pegs).append(PEG)
    if len(pegs) > 1 or len(holes) > 1 or (pegs, holes) == ([PEG], ["0"]):
        raise InputError(f"{source}: a drawing with {_listed(seen)}; say by a line pegs: or holes: which is which")
    return "".join(pegs), "".join(holes)


def _listed(seen: Mapping[str, None]) -> str:
    marks = [mark for mark in seen if mark not in (OUTSIDE, NOWHERE)]
    return " and ".join([", ".join(marks[:-1]), marks[-1]] if len(marks) > 1 else marks)
