"""What every kind of problem asks of an answer: a solved one has a solution and figures, an impossible one a proof.

Some fields are no claims about the problem: `version`, `search` and `stats` are the writer's account of its own work,
which nothing can check; of these only the form is looked at.
"""

from collections.abc import Iterable, Iterator

from perfectplay.base.errors import InputError
from perfectplay.proof.json_text import is_whole_number, number_field, required_field, text_field, truth_field
from perfectplay.proof.record import Record
from perfectplay.proof.verdict import Claim, Rejected, quoted

LIMITS = ("time", "memory", "disk", "positions", "interrupted", "window", "pruning", "depth")
FIGURES = ("jumps", "moves", "solution")
"""The fields of every answer that only a solved one fills."""


def check_account(answer: Record) -> None:
    """Look at the form of what a writer says about its own work, which is no claim."""
    text_field(answer, "version")
    for name in ("search", "stats"):
        fields = required_field(answer, name)
        if not isinstance(fields, dict):
            raise InputError(f"not a saved answer: field {name!r} must be an object, found {quoted(fields)}")
        for key, value in fields.items():
            if name == "stats" and not all(map(_is_figure, _figures_in(key, value))):
                raise InputError(f"not a saved answer: {quoted(key)} of stats must be a figure, found {quoted(value)}")


def _figures_in(key: str, value: object) -> Iterable[object]:
    """Return what must be figures in a field of the statistics; two of them have several, by name."""
    return value.values() if key in ("pruned", "parallel") and isinstance(value, dict) else [value]


def _is_figure(value: object) -> bool:
    """Tell whether a value is a number from 0, nothing, or a word such as `compiled`."""
    if value is None or isinstance(value, str):
        return True
    return not isinstance(value, bool) and isinstance(value, int | float) and value >= 0


def unknown_claims(answer: Record) -> Iterator[Claim]:
    """Yield what an answer of status unknown comes to: it may claim nothing, so that there is nothing to confirm."""
    limit = text_field(answer, "limit")
    text_field(answer, "objective")
    if answer.get("detail") is not None:
        text_field(answer, "detail")
    for name in (*FIGURES, "certificate"):
        if required_field(answer, name) is not None:
            yield Claim(name, "rejected", "an unknown answer has none")
            return
    if limit not in LIMITS:
        yield Claim("limit", "rejected", f"{quoted(limit)} is no limit")
    elif truth_field(answer, "optimal"):
        yield Claim("optimal", "rejected", "an unknown answer has nothing that could be the best")
    else:
        yield Claim("answer", "unconfirmed", f"it claims nothing: it was ended by {limit}; solve it again")


def limit_claims(answer: Record) -> Iterator[Claim]:
    """Yield what a solved answer says about a limit that ended its search: nothing can confirm that one did."""
    limit = required_field(answer, "limit")
    if limit is None:
        return
    if limit not in LIMITS:
        yield Claim("limit", "rejected", f"{quoted(limit)} is no limit")
    else:
        yield Claim("limit", "unconfirmed", f"nothing tells whether its search was ended by {limit}; solve it again")


def read_solution(answer: Record) -> object:
    """Return the solution of a solved answer, which must not pretend to carry a proof as well."""
    if required_field(answer, "certificate") is not None:
        raise Rejected("a solved answer carries no certificate of impossibility")
    return required_field(answer, "solution")


def read_certificate(answer: Record) -> tuple[str, Record]:
    """Return the kind and the fields of the certificate of an impossible answer, which must not carry a solution."""
    for name in (*FIGURES, "limit"):
        if required_field(answer, name) is not None:
            raise Rejected(f"the answer gives {name} for what it calls impossible")
    if truth_field(answer, "optimal"):
        raise Rejected("nothing is the best where nothing is possible")
    return certificate_of(answer)


def certificate_of(answer: Record) -> tuple[str, Record]:
    """Return the kind and the fields of a certificate, whatever it is to prove."""
    certificate = required_field(answer, "certificate")
    if not isinstance(certificate, Record):
        raise Rejected(f"expected a certificate, found {quoted(certificate)}")
    kind = certificate.get("kind")
    if not isinstance(kind, str):
        raise Rejected(f"expected the kind of certificate, found {quoted(kind)}")
    return kind, certificate


def figure_claims(answer: Record, actual: dict[str, int]) -> Iterator[Claim]:
    """Compare the figures an answer states, each of which it must state, with those of its solution.

    >>> for claim in figure_claims(Record({"jumps": None, "moves": 2}), {"jumps": 2, "moves": 1}):
    ...     print(claim)
    jumps: rejected (the answer does not say how many, its solution has 2)
    moves: rejected (the answer says 2, its solution has 1)
    """
    for name, figure in actual.items():
        stated = number_field(answer, name)
        if stated == figure:
            yield Claim(name, "checked", f"{figure:,}")
        elif stated is not None:
            yield Claim(name, "rejected", f"the answer says {quoted(stated)}, its solution has {figure:,}")
        else:
            yield Claim(name, "rejected", f"the answer does not say how many, its solution has {figure:,}")


def position_claims(answer: Record, enumerated: list[int]) -> Iterator[Claim]:
    """Yield what a certificate of exhaustion says about the positions of its search, as those of release 0.1.0 do.

    A search that prunes looks at fewer positions than there are, so only the full number can be confirmed.
    """
    certificate = answer.get("certificate")
    if not isinstance(certificate, Record) or certificate.get("kind") != "exhaustion" or "positions" not in certificate:
        return
    stated = certificate["positions"]
    if not is_whole_number(stated) or not isinstance(stated, int) or stated < 0:
        yield Claim("positions", "rejected", f"expected a number of positions, found {quoted(stated)}")
    elif stated in enumerated:
        yield Claim("positions", "checked", f"{stated:,}")
    else:
        there_are = f"there are {enumerated[0]:,}; " if enumerated else ""
        detail = f"{there_are}how many positions its search looked at, nothing tells: solve it again"
        yield Claim("positions", "unconfirmed", detail)
