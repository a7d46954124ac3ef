"""What the checker says about an answer: one claim after another, each with a plain result."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from perfectplay.base.errors import InputError

Result = Literal["checked", "unconfirmed", "rejected"]


class Rejected(Exception):  # noqa: N818 - a finding about the answer, not an error of the checker
    """Raised inside the checker where a claim turns out to be false; its text becomes the claim's detail."""


class Unconfirmed(Exception):  # noqa: N818 - the checker's patience ended, which is no error either
    """Raised inside the checker where a claim is left open; its text says what would settle it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing an answer says, and what became of it.

    >>> print(Claim("moves", "checked", "18 moves"))
    moves: checked (18 moves)
    """

    name: str
    result: Result
    detail: str

    def __str__(self) -> str:
        return f"{self.name}: {self.result} ({self.detail})"


@dataclass(frozen=True, slots=True)
class Verdict:
    """All claims of an answer in the order they were looked at, and the problem as the checker has read it.

    The verdict is the worst of the claims and is not stored, so the two cannot disagree: `accepted` where every claim
    was checked, `rejected` where one is false, `unconfirmed` where one was left open.

    >>> verdict = Verdict((Claim("solution", "checked", "1 jump"), Claim("optimal", "unconfirmed", "fewest moves")))
    >>> verdict.verdict, verdict.accepted, verdict.only(["solution"]).accepted
    ('unconfirmed', False, True)
    >>> print(verdict)
    solution: checked (1 jump)
    optimal: unconfirmed (fewest moves)
    """

    claims: tuple[Claim, ...]
    problem: str = ""

    @property
    def verdict(self) -> Literal["accepted", "unconfirmed", "rejected"]:
        """The worst of the claims; an answer without claims is not accepted."""
        results = {claim.result for claim in self.claims}
        if "rejected" in results:
            return "rejected"
        return "accepted" if results == {"checked"} else "unconfirmed"

    @property
    def accepted(self) -> bool:
        """Tell whether every claim was checked."""
        return self.verdict == "accepted"

    def only(self, names: Sequence[str]) -> "Verdict":
        """Return the verdict on the named claims alone; the digest, on which they all rest, stays among them."""
        known = [claim.name for claim in self.claims]
        missing = [name for name in names if name not in known]
        if missing and self.verdict != "rejected":
            raise InputError(f"the answer makes no claim {quoted(missing[0])}; it makes {', '.join(known)}")
        kept = {"digest", *names}
        if missing:  # checking ended at what was rejected, before it came to them
            kept |= {claim.name for claim in self.claims if claim.result == "rejected"}
        return Verdict(tuple(claim for claim in self.claims if claim.name in kept), self.problem)

    def __str__(self) -> str:
        return "\n".join(str(claim) for claim in self.claims)


def judge(name: str, check: Callable[[], str]) -> Claim:
    """Return the claim that a check confirms by returning a detail, or leaves open or refutes by raising.

    >>> print(judge("moves", lambda: "18 moves"))
    moves: checked (18 moves)
    """
    try:
        return Claim(name, "checked", check())
    except Unconfirmed as finding:
        return Claim(name, "unconfirmed", str(finding))
    except Rejected as finding:
        return Claim(name, "rejected", str(finding))


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, for details people read.

    >>> counted(1, "jump"), counted(2000000, "position")
    ('1 jump', '2,000,000 positions')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def quoted(value: object) -> str:
    """Return a short, printable, one-line picture of something that came from outside.

    Only scalars are shown: the picture of a nested value could be as deep and as long as its author liked.

    >>> quoted("d4"), quoted("x" * 1000), quoted(["d4"]), quoted(None)
    ("'d4'", "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'", 'a list', 'null')
    """
    if value is None:
        return "null"
    if isinstance(value, str):
        return ascii(value if len(value) <= 40 else value[:40] + "...")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**40 else "a huge number"
    if isinstance(value, float):
        return str(value)
    return "an object" if isinstance(value, dict) else "a list"
