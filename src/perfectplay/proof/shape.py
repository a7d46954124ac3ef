"""What every kind of puzzle asks of an answer: a solved one has a solution and figures, an impossible one a proof."""

from collections.abc import Iterator

from perfectplay.proof.json_text import number_field, required_field, text_field
from perfectplay.proof.verdict import Claim, Rejected, quoted


def read_solution(answer: dict[str, object]) -> object:
    """Return the solution of a solved answer, which must not pretend to carry a proof as well."""
    if answer.get("certificate") is not None:
        raise Rejected("a solved answer carries no certificate of impossibility")
    return required_field(answer, "solution")


def read_certificate(answer: dict[str, object]) -> tuple[str, dict[str, object]]:
    """Return the kind and the fields of the certificate of an impossible answer, which must not carry a solution."""
    for name in ("solution", "jumps", "moves", "pegs", "men", "unused_men", "optimal_solutions"):
        if answer.get(name) is not None:
            raise Rejected(f"the answer gives {name} for what it calls impossible")
    return certificate_of(answer)


def certificate_of(answer: dict[str, object]) -> tuple[str, dict[str, object]]:
    """Return the kind and the fields of a certificate, whatever it is to prove."""
    certificate = required_field(answer, "certificate")
    if not isinstance(certificate, dict):
        raise Rejected(f"expected a certificate, found {quoted(certificate)}")
    kind = certificate.get("kind")
    if not isinstance(kind, str):
        raise Rejected(f"expected the kind of certificate, found {quoted(kind)}")
    return kind, certificate


def figure_claims(answer: dict[str, object], actual: dict[str, int]) -> Iterator[Claim]:
    """Compare the figures an answer states with those of its solution; only the objective's own must be stated.

    >>> answer = {"objective": "moves", "jumps": None, "moves": 2}
    >>> for claim in figure_claims(answer, {"jumps": 2, "moves": 1}):
    ...     print(claim)
    moves: rejected (the answer says 2, its solution has 1)
    """
    objective = text_field(answer, "objective")
    for name, figure in actual.items():
        stated = number_field(answer, name)
        if stated == figure:
            yield Claim(name, "checked", f"{figure:,}")
        elif stated is not None:
            yield Claim(name, "rejected", f"the answer says {quoted(stated)}, its solution has {figure:,}")
        elif name == objective:
            yield Claim(name, "rejected", f"the answer does not say how many, its solution has {figure:,}")
