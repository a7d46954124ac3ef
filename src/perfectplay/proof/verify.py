"""Which checks an answer needs: the claims it makes, one after another, and what became of each.

The digest comes first. If it does not fit, the text was altered and nothing else in it is worth a look. What cannot be
read at all is an `InputError`; what can be read and is false is a rejected claim.
"""

from collections.abc import Callable, Iterable

from perfectplay.base.errors import InputError
from perfectplay.proof.army import army_claims
from perfectplay.proof.coins import coin_claims
from perfectplay.proof.dice import dice_claims
from perfectplay.proof.game import Replay, game_claims
from perfectplay.proof.json_text import as_plain_values, digest_of, is_faithful, object_field, parse_text, text_field
from perfectplay.proof.pegs import peg_claims
from perfectplay.proof.verdict import Claim, Verdict, quoted

Checker = Callable[[dict[str, object], str, bool], Iterable[Claim]]
"""Yields the claims of an answer, given its plain values, its status, and whether searches are to be repeated."""

CHECKERS: dict[str, Checker] = {
    "pegs": peg_claims,
    "army": army_claims,
    "dice": dice_claims,
    "coins": coin_claims,
}
OWN_RULES = "game"  # the family of puzzles whose rules the caller supplies


def register_checker(family: str, checker: Checker) -> None:
    """Make the checker of a further family known."""
    if family in CHECKERS or family == OWN_RULES:
        raise InputError(f"the family {quoted(family)} has a checker already")
    CHECKERS[family] = checker


def verify_text(text: str, *, rerun: bool = False, make_replay: Callable[[], Replay] | None = None) -> Verdict:
    """Check a saved answer from its text; also rejects a text that was touched where no value shows it.

    >>> verify_text("Bergholt did it in 18")
    Traceback (most recent call last):
    perfectplay.base.errors.InputError: not a saved answer: not JSON: Expecting value: line 1 column 1 (char 0)
    """
    answer = parse_text(text)
    text_field(answer, "digest")
    if not is_faithful(text, answer):
        return Verdict((Claim("digest", "rejected", "the text is not laid out as it was written: it was altered"),))
    return verify_answer(answer, rerun=rerun, make_replay=make_replay)


def verify_answer(
    answer: dict[str, object], *, rerun: bool = False, make_replay: Callable[[], Replay] | None = None
) -> Verdict:
    """Check a saved answer claim by claim.

    With `rerun`, claims that only a new search can confirm are searched for, however long that takes. Puzzles other
    than those of known families need `make_replay`, which returns the rules to check them by and is called when the
    digest has been checked.  An answer of a family that is not known is rejected: nothing checked is never accepted.

    >>> problem = {"spec": "pegs/@line", "family": "pegs", "lattice": "square", "start": ["oo."], "goal": ["..o"]}
    >>> answer = {"problem": problem, "status": "solved", "objective": "jumps", "optimal": True, "jumps": 1, "moves": 1,
    ...           "solution": ["a1-c1"], "certificate": None, "limit": None, "version": "0.1.0", "stats": {}}
    >>> print(verify_answer(answer | {"digest": digest_of(answer)}))
    digest: checked (no character was changed)
    solution: checked (its 1 jump by the rules lead from the start to the goal)
    jumps: checked (1)
    moves: checked (1)
    optimal: checked (every jump takes away one peg, so every solution has as many)
    >>> print(verify_answer(answer | {"solution": ["c1-a1"], "digest": digest_of(answer)}))
    digest: rejected (it does not fit the answer: something was changed)
    """
    plain = as_plain_values(answer)
    if text_field(plain, "digest") != digest_of(plain):
        return Verdict((Claim("digest", "rejected", "it does not fit the answer: something was changed"),))
    claims = [Claim("digest", "checked", "no character was changed")]
    status = text_field(plain, "status")
    if status not in ("solved", "impossible", "unknown"):
        raise InputError(f"unknown status {quoted(status)}: expected solved, impossible or unknown")
    family = text_field(object_field(plain, "problem"), "family")
    checker = CHECKERS.get(family)
    if checker is None and not (family == OWN_RULES and make_replay is not None):
        claims.append(
            Claim("family", "rejected", f"the family {quoted(family)} is not known here: nothing was checked")
        )
    elif status == "unknown":
        pass
    elif checker is not None:
        claims += checker(plain, status, rerun)
    elif make_replay is not None:
        claims += game_claims(plain, status, rerun, make_replay())
    return Verdict(tuple(claims))
