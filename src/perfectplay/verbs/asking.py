"""What is asked of a verb, checked: a problem or its spec, and limits."""

from perfectplay.base.errors import InputError
from perfectplay.base.limits import Limits
from perfectplay.model.problem import Problem
from perfectplay.model.registry import example_spec
from perfectplay.model.specs import load


def as_problem(problem: Problem | str) -> Problem:
    """Return the problem that is meant."""
    if isinstance(problem, str):
        return load(problem)
    if not isinstance(problem, Problem):
        raise InputError(f"expected a problem or a spec such as {example_spec()!r}, not {type(problem).__name__}")
    return problem


def as_limits(limits: Limits | None) -> Limits:
    """Return the limits that are meant: none where nothing is said."""
    if limits is not None and not isinstance(limits, Limits):
        raise InputError(f"expected limits such as Limits(seconds=10), not {type(limits).__name__}")
    return limits or Limits()
