"""`verify`: read a saved answer and hand it to the checker, with the rules of a user's own game where it needs them."""

import json
from pathlib import Path
from typing import Any

from perfectplay.base.errors import InputError
from perfectplay.base.files import read_text
from perfectplay.model.answers import Answer
from perfectplay.model.registry import find_family
from perfectplay.proof import CHECKERS, Claim, Verdict, register_checker, verify_text
from perfectplay.proof.json_text import parse_text


def verify(answer: Answer | str | Path, *, rerun: bool = False) -> Verdict:
    """Check an answer, or a file that holds one; `rerun` also repeats searches of any size.

    >>> from perfectplay import solve
    >>> verify(solve("pegs/triangle-5")).accepted
    True
    """
    if isinstance(answer, Answer):
        return verify_saved(json.dumps(answer.as_json()), rerun=rerun)
    if not isinstance(answer, str | Path):
        raise InputError(f"expected an answer or the name of a file, not {type(answer).__name__}")
    return verify_saved(read_text(answer, "a saved answer"), rerun=rerun)


def verify_saved(text: str, *, rerun: bool = False) -> Verdict:
    """Check the text of a saved answer."""
    problem = parse_text(text).get("problem")
    name = problem.get("family") if isinstance(problem, dict) else None
    if not isinstance(name, str) or not isinstance(problem, dict):
        return verify_text(text, rerun=rerun)
    family = find_family(name)
    if family is not None and name not in CHECKERS and family.has_part("checker"):
        register_checker(name, family.part("checker"))
    if family is None or not family.has_part("rules"):
        return verify_text(text, rerun=rerun)
    rules: Any = family.part("rules")(problem)
    if refusal := rules.refusal():
        return Verdict((Claim("source", "rejected", refusal),))
    return verify_text(text, rerun=rerun, make_replay=rules.replay)
