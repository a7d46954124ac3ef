"""How people draw boards: pegs as o, X, *, ● or 1, empty holes as ., 0, o or ○, and - outside the board."""

import re
from collections.abc import Mapping, Sequence

from perfectplay.base.errors import InputError

PEG, HOLE, OUTSIDE = "o", ".", " "
PEGS = "X*●1"
HOLES = ".0○"
NOWHERE = "-"
MARKS = PEG + HOLE + OUTSIDE + PEGS + HOLES + NOWHERE + "[],"
LISTED = re.compile(r" *\[[\[01\-\], ]*")  # a row of a matrix as Python writes lists


def plain_drawings(drawings: Sequence[Sequence[str]], keys: Mapping[str, str], source: str) -> list[list[str]]:
    """Return drawings with pegs as o, holes as . and nothing as a space, whatever marks they have.

    Lines `pegs:` and `holes:` name the marks; without them they are guessed, and refused if that is ambiguous.

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
    drawings = _without_gaps(drawings)
    seen = dict.fromkeys(mark for drawing in drawings for line in drawing for mark in line)
    pegs, holes = _marks(seen, keys, source)
    plain = {**dict.fromkeys(holes, HOLE), **dict.fromkeys(pegs, PEG)}
    if NOWHERE not in plain:
        plain[NOWHERE] = OUTSIDE
    return [
        ["".join(plain.get(mark, mark) for mark in line).rstrip(OUTSIDE) for line in drawing] for drawing in drawings
    ]


def _without_gaps(drawings: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """Return matrices of 0 and 1 whose numbers stand apart with the numbers side by side."""
    lines = [line for drawing in drawings for line in drawing]
    if lines and all(map(LISTED.fullmatch, lines)):
        return [["".join(re.findall("[01-]", line)) for line in drawing] for drawing in drawings]
    is_matrix = set("".join(lines)) <= set("01- ")
    if is_matrix and any(len(line) > 1 for line in lines) and not any(line[1::2].strip() for line in lines):
        return [[line[::2] for line in drawing] for drawing in drawings]
    return drawings


def _marks(seen: Mapping[str, None], keys: Mapping[str, str], source: str) -> tuple[str, str]:
    """Return the marks of pegs and those of holes."""
    if "pegs" in keys or "holes" in keys:
        named, empty = (re.sub("[, ]", "", keys.get(key, "")) for key in ("pegs", "holes"))
        others = [mark for mark in seen if mark not in (*named, *empty, NOWHERE, OUTSIDE)]
        if len(others) > (0 if named and empty else 1) or set(named) & set(empty):
            about = f"pegs: {named}" if named else f"holes: {empty}"
            raise InputError(f"{source}: a drawing with {_listed(seen)}, and the line {about}; say which is which")
        return named or "".join(others), empty or "".join(others)
    pegs = [mark for mark in PEGS if mark in seen]
    holes = [mark for mark in HOLES if mark in seen]
    if PEG in seen:
        (holes if pegs else pegs).append(PEG)
    is_one_peg_only = PEG in holes and HOLE not in seen and PEGS[0] in pegs  # boards of X have 0 for a hole
    if len(pegs) > 1 or len(holes) > 1 or is_one_peg_only or (pegs, holes) == ([PEG], ["0"]):
        raise InputError(f"{source}: a drawing with {_listed(seen)}; say by a line pegs: or holes: which is which")
    return "".join(pegs), "".join(holes)


def _listed(seen: Mapping[str, None]) -> str:
    marks = [mark for mark in seen if mark not in (OUTSIDE, NOWHERE)]
    return " and ".join([", ".join(marks[:-1]), marks[-1]] if len(marks) > 1 else marks)
