"""`verify`: hand a saved answer to the checker, and tie the name of its problem to what the checker has read."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from perfectplay.base.errors import InputError, PerfectplayError
from perfectplay.base.files import is_given, read_text
from perfectplay.base.limits import Limits
from perfectplay.base.spelling import is_on_page
from perfectplay.model.answers import Answer
from perfectplay.model.problem import FROM
from perfectplay.model.registry import find_family
from perfectplay.model.specs import load_variant
from perfectplay.proof import (
    Budget,
    Claim,
    Record,
    Rejected,
    Verdict,
    has_checker,
    register_checker,
    verify_text,
)
from perfectplay.proof.budget import MEMORY, SECONDS
from perfectplay.proof.verdict import Unconfirmed
from perfectplay.verbs.asking import as_limits


def verify(
    answer: Answer | str | Path,
    *,
    rerun: bool = False,
    limits: Limits | None = None,
    only: Sequence[str] = (),
    rules: str | Path | None = None,
) -> Verdict:
    """Check an answer, or a file that holds one, claim by claim.

    What only a search can tell is searched for within the limits, 10 seconds and a GiB where they say nothing; `rerun`
    lifts them.  `only` names the claims that count.  `rules` is the file of a user's own game, which is a program: it
    is run.

    >>> from perfectplay import solve
    >>> verify(solve("pegs/triangle-5")).verdict
    'accepted'
    """
    if isinstance(only, str) or not all(isinstance(name, str) for name in _as_list(only)):
        raise InputError(f"only is a list of names of claims, not {str(only)[:40]!r}")
    if rules is not None and not isinstance(rules, str | Path):
        raise InputError(f"rules is the name of a file, not {type(rules).__name__}")
    options: dict[str, Any] = {"rerun": rerun, "limits": limits, "only": only, "rules": rules}
    if isinstance(answer, Answer):
        return verify_saved(json.dumps(answer.as_json()), **options)
    if not isinstance(answer, str | Path):
        raise InputError(f"expected an answer or the name of a file, not {type(answer).__name__}")
    return verify_saved(read_text(answer, "a saved answer"), **options)


def _as_list(names: Any) -> list[Any]:
    return list(names) if isinstance(names, list | tuple | set | frozenset) else [names]


def verify_saved(
    text: str,
    *,
    rerun: bool = False,
    limits: Limits | None = None,
    only: Sequence[str] = (),
    rules: str | Path | None = None,
) -> Verdict:
    """Check the text of a saved answer."""
    given = as_limits(limits)
    if given.positions is not None:
        raise InputError("verify has limits on seconds and memory, not on positions")
    seconds, memory = (None, None) if rerun else (given.seconds or SECONDS, given.memory or MEMORY)
    budget = Budget(seconds, memory, has_flags=not is_on_page())
    saved: dict[str, Any] = {}

    def take(answer: dict[str, object]) -> None:
        saved.update(answer)
        _register_checker(saved)

    replay = None if rules is None else lambda problem: _replay(problem, rules)
    verdict = verify_text(text, budget=budget, make_replay=replay, on_answer=take)
    if verdict.verdict != "rejected":
        verdict = Verdict((*verdict.claims, *_spec_claims(saved["problem"])), verdict.problem)
    return verdict.only(only) if only else verdict


def _register_checker(saved: dict[str, Any]) -> None:
    """Make the checker known of a family from another package."""
    problem = saved.get("problem")
    name = problem.get("family") if isinstance(problem, dict) else None
    family = find_family(name) if isinstance(name, str) else None
    if family is not None and not has_checker(family.name) and family.has_part("checker"):
        register_checker(family.name, family.part("checker"))


def _replay(problem: Record, path: str | Path) -> Any:
    """Return the rules that the user names, if they are those of the answer; called after the digest was checked."""
    family = find_family(str(problem["family"]))
    assert family is not None
    rules = family.part("rules")(path)
    if problem.get("source") == "":
        raise Unconfirmed(
            "it was made in Python and names no file of rules; load the game by its file and solve it again"
        )
    if refusal := rules.refusal(problem.get("source")):
        raise Rejected(refusal)
    return rules.replay(str(problem["spec"]), problem.get("start"))


def _spec_claims(problem: Any) -> Iterator[Claim]:
    """Yield whether the spec stands for the problem that was checked.

    A problem without a spec claims nothing, and a spec that names a file claims only that somebody had such a file:
    files are not read, and programs are not run.
    """
    spec, family = str(problem["spec"]), find_family(str(problem["family"]))
    head, _, position = spec.partition(FROM)  # no spec of a family holds these words
    if not spec or family is None or family.suffix or is_file(head):
        return
    try:
        named = load_variant(family, head)
        if position:
            named = named.starting_at(named.parse(position))
    except PerfectplayError as error:
        yield Claim("spec", "unconfirmed", f"it names no problem that is known here: {ascii(str(error))[1:-1][:200]}")
        return
    if named.as_json() == problem:
        yield Claim("spec", "checked", "it stands for the problem that was checked")
    else:
        yield Claim("spec", "rejected", "it stands for another problem than the one that was checked")


def is_file(spec: str) -> bool:
    """Tell whether a spec names a file, or standard input.

    >>> is_file("pegs/@board.txt:d4..d4"), is_file("dice/-"), is_file("coins/6")
    (True, True, False)
    """
    variant = spec.partition("/")[2].partition(":")[0]
    return is_given(variant) and not variant.startswith("~")
