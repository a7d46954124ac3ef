"""What is asked of a verb, checked: a problem or its spec, limits, and what is called while it works."""

from perfectplay.base.errors import InputError
from perfectplay.base.limits import Limits
from perfectplay.base.progress import Progress
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


def as_progress(progress: Progress | None) -> Progress:
    """Return the callbacks that are meant: none where nothing is said."""
    if progress is not None and not isinstance(progress, Progress):
        raise InputError(f"expected progress such as Progress(on_message=print), not {type(progress).__name__}")
    return progress or Progress()


def check_function(name: str, function: object) -> None:
    """Refuse what cannot be called."""
    if not callable(function):
        raise InputError(f"{name} must be a function, not {type(function).__name__}")
