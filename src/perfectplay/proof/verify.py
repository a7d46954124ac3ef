"""Which checks an answer needs: the claims it makes, one after another, and what became of each.

The digest comes first. If it does not fit, the text was altered and nothing else in it is worth a look. What cannot be
read at all is an `InputError`; what can be read and is false is a rejected claim; what could not be settled within the
budget is unconfirmed. A field that no check has looked at is rejected: nothing unchecked is ever accepted.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module

from perfectplay.base.errors import InputError
from perfectplay.proof.budget import Budget
from perfectplay.proof.game import Replay, describe_game, game_claims
from perfectplay.proof.json_text import as_record, digest_of, is_faithful, object_field, parse_text, text_field
from perfectplay.proof.record import Record
from perfectplay.proof.shape import check_account, unknown_claims
from perfectplay.proof.two import TwoReplay
from perfectplay.proof.verdict import Claim, Rejected, Unconfirmed, Verdict, quoted

OWN_RULES = "game"  # the family of puzzles whose rules the caller supplies
GIVE_RULES = (
    "the rules of a user's own game are a program, which an answer does not start: "
    "`perfectplay verify --rules FILE` runs it"
)


@dataclass(frozen=True, slots=True)
class Checker:
    """The checker of one family.

    `claims` yields what an answer claims and what became of it, given the answer, its status (solved or impossible) and
    the budget; it looks at every field that an answer of the family may have. `describe` says in words and draws the
    problem that was checked.
    """

    claims: Callable[[Record, str, Budget], Iterable[Claim]]
    describe: Callable[[Record], str]


# The modules of the families that are checked here, and what in them makes a checker: one is imported when needed.
SHIPPED = {
    "pegs": ("pegs", "peg_claims", "describe_pegs"),
    "army": ("army", "army_claims", "describe_army"),
    "dice": ("dice", "dice_claims", "describe_dice"),
    "coins": ("coins", "coin_claims", "describe_coins"),
}
REGISTERED: dict[str, Checker] = {}


def has_checker(family: str) -> bool:
    """Tell whether the answers of a family can be checked."""
    return family in SHIPPED or family in REGISTERED or family == OWN_RULES


def register_checker(family: str, checker: Checker) -> None:
    """Make the checker of a further family known."""
    if has_checker(family):
        raise InputError(f"the family {quoted(family)} has a checker already")
    REGISTERED[family] = checker


def _checker_of(family: str) -> Checker | None:
    if family not in SHIPPED:
        return REGISTERED.get(family)
    module, claims, describe = SHIPPED[family]
    found = import_module(f"perfectplay.proof.{module}")
    return Checker(getattr(found, claims), getattr(found, describe))


def verify_text(
    text: str,
    *,
    budget: Budget | None = None,
    make_replay: Callable[[Record], Replay | TwoReplay] | None = None,
    on_answer: Callable[[dict[str, object]], None] = lambda answer: None,
) -> Verdict:
    """Check a saved answer from its text; also rejects a text that was touched where no value shows it.

    `on_answer` gets what the text says before anything of it is checked.

    >>> verify_text("Bergholt did it in 18")
    Traceback (most recent call last):
    perfectplay.base.errors.InputError: not a saved answer: not JSON, line 1, column 1
    """
    answer = parse_text(text)
    on_answer(answer)
    text_field(answer, "digest")
    if not is_faithful(text, answer):
        return Verdict((Claim("digest", "rejected", "the text is not laid out as it was written: it was altered"),))
    return verify_answer(answer, budget=budget, make_replay=make_replay)


def verify_answer(
    answer: dict[str, object],
    *,
    budget: Budget | None = None,
    make_replay: Callable[[Record], Replay | TwoReplay] | None = None,
) -> Verdict:
    """Check a saved answer claim by claim, searching again where only a search can tell, within the budget.

    Puzzles of a user's own need `make_replay`, which returns the rules to check them by and is called when the digest
    has been checked; it may raise `Rejected` or `Unconfirmed`.

    >>> problem = {"spec": "", "family": "pegs", "lattice": "square", "start": ["oo."], "goal": ["..o"]}
    >>> answer = {"problem": problem, "status": "solved", "objective": "jumps", "optimal": True, "jumps": 1, "moves": 1,
    ...           "solution": ["a1-c1"], "certificate": None, "limit": None, "version": "", "search": {}, "stats": {}}
    >>> verdict = verify_answer(answer | {"digest": digest_of(answer)})
    >>> print(verdict)
    digest: checked (no character was changed)
    solution: checked (its 1 jump by the rules lead from the start to the goal)
    jumps: checked (1)
    moves: checked (1)
    optimal: checked (every jump takes away one peg, so every solution has as many)
    >>> print(verdict.problem)
    2 pegs in 3 holes of the square lattice, from
    oo.
    to
    ..o
    >>> print(verify_answer(answer | {"solution": ["c1-a1"], "digest": digest_of(answer)}))
    digest: rejected (it does not fit the answer: something was changed)
    """
    record = as_record(answer)
    if text_field(record, "digest") != digest_of(answer):
        return Verdict((Claim("digest", "rejected", "it does not fit the answer: something was changed"),))
    status = text_field(record, "status")
    if status not in ("solved", "impossible", "unknown"):
        raise InputError(f"unknown status {quoted(status)}: expected solved, impossible or unknown")
    problem = object_field(record, "problem")
    spec, family = text_field(problem, "spec"), text_field(problem, "family")
    checker = _checker_of(family)
    if family == OWN_RULES:
        checker = Checker(partial(_own_claims, make_replay), describe_game)
    digest = Claim("digest", "checked", "no character was changed")
    if checker is None:
        detail = f"the family {quoted(family)} is not known here: nothing was checked"
        return Verdict((digest, Claim("family", "rejected", detail)))
    check_account(record)
    described = checker.describe(record)
    if status == "unknown":
        claims = [digest, *unknown_claims(record)]
    else:
        claims = [digest, *checker.claims(record, status, budget or Budget())]
    was_looked_at = not any(claim.name == "rules" and claim.result == "unconfirmed" for claim in claims)
    if was_looked_at and not any(claim.result == "rejected" for claim in claims):
        claims += _unread_claims(record)
    return Verdict(tuple(claims), f"{quoted(spec)[1:-1]}: {described}" if spec else described)


def _own_claims(
    make_replay: Callable[[Record], Replay | TwoReplay] | None, answer: Record, status: str, budget: Budget
) -> Iterator[Claim]:
    """Yield the claims about a puzzle whose rules the caller supplies, or say that they are missing."""
    if make_replay is None:
        yield Claim("rules", "unconfirmed", GIVE_RULES)
        return
    try:
        replay = make_replay(object_field(answer, "problem"))
    except (Rejected, Unconfirmed) as finding:
        yield Claim("rules", "rejected" if isinstance(finding, Rejected) else "unconfirmed", str(finding))
        return
    yield Claim("rules", "checked", "the file is the one that the answer was made with")
    yield from game_claims(answer, status, budget, replay)


def _unread_claims(record: Record) -> Iterator[Claim]:
    """Yield a rejection for each field that no check has looked at; certificates and problems have no others either."""
    parts = [(record, "an answer"), (record["problem"], "a problem"), (record["certificate"], "a certificate")]
    for part, what in parts:
        if isinstance(part, Record):
            for name in part.unread():
                yield Claim(name, "rejected", f"{what} of this kind has no such field")
    window = object_field(record, "problem").get("window")
    if isinstance(window, Record):
        for name in window.unread():
            yield Claim(name, "rejected", "a window has no such field")
