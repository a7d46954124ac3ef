"""Which checks an answer needs: the claims it makes, one after another, and what became of each.

The digest comes first. If it does not fit, the text was altered and nothing else in it is worth a look. What cannot be
read at all is an `InputError`; what can be read and is false is a rejected claim.
"""

from perfectplay.errors import InputError
from perfectplay.proof.army import army_claims
from perfectplay.proof.coins import coin_claims
from perfectplay.proof.dice import dice_claims
from perfectplay.proof.game import Replay, game_claims
from perfectplay.proof.pegs import peg_claims
from perfectplay.proof.reading import as_plain_values, digest_of, is_faithful, object_field, parse_text, text_field
from perfectplay.proof.verdict import Claim, Verdict, quoted


def verify_text(text: str, *, rerun: bool = False, replay: Replay | None = None) -> Verdict:
    """Check a saved answer from its text; also rejects a text that was touched where no value shows it.

    >>> verify_text("Bergholt did it in 18")
    Traceback (most recent call last):
    perfectplay.errors.InputError: not a saved answer: not JSON: Expecting value: line 1 column 1 (char 0)
    """
    answer = parse_text(text)
    text_field(answer, "digest")
    if not is_faithful(text, answer):
        return Verdict((Claim("digest", "rejected", "the text is not laid out as it was written: it was altered"),))
    return verify_answer(answer, rerun=rerun, replay=replay)


def verify_answer(answer: dict[str, object], *, rerun: bool = False, replay: Replay | None = None) -> Verdict:
    """Check a saved answer claim by claim.

    With `rerun`, claims that only a new search can confirm are searched for, however long that takes. Puzzles other
    than those of our families need `replay`, the rules to check them by.

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
    if status != "unknown":
        if family == "pegs":
            claims += peg_claims(plain, status, rerun)
        elif family == "army":
            claims += army_claims(plain, status, rerun)
        elif family == "dice":
            claims += dice_claims(plain, status, rerun)
        elif family == "coins":
            claims += coin_claims(plain, status, rerun)
        elif replay is not None:
            claims += game_claims(plain, status, rerun, replay)
        else:
            detail = f"the rules of family {quoted(family)} are not known here"
            claims.append(Claim("solution" if status == "solved" else "impossible", "re-run needed", detail))
    return Verdict(tuple(claims))
