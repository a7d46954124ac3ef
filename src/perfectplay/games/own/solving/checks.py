"""What the author of a game forgot, said in one line before a search finds it out."""

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.base.errors import ContractError, PerfectplayError
from perfectplay.contract.checks import float_refused
from perfectplay.contract.dispatch import STUBS
from perfectplay.contract.measures import VALUE, checked
from perfectplay.contract.state import from_number, make_states, to_numbers
from perfectplay.contract.stubs import successors
from perfectplay.contract.switch import NEVER, when_to_compile
from perfectplay.games.own.given import Given
from perfectplay.games.own.source import place_in, said

TRIED = 24  # positions on which rules are tried before a search
ZEROS, ONES = np.uint64(0), np.uint64(2**64 - 1)


def explained(problem: Given, error: Exception) -> PerfectplayError:
    """Return what an error inside a search means to the author of the rules."""
    rules_class = type(problem.rules)
    name = rules_class.__name__
    if when_to_compile() == NEVER:
        path = Path(STUBS[successors].implementation(rules_class).__code__.co_filename)
        return ContractError(f"{place_in(path, error)}: {said(error)}{problem.hint_for(error)}")
    if isinstance(error, IndexError):
        return ContractError(
            f"{name}: an index is out of range{problem.branching_hint}, else PERFECTPLAY_COMPILE=never shows where"
        )
    words = "division by zero" if isinstance(error, ZeroDivisionError) else str(error)  # Python's own vary
    words += problem.hint_for(error)
    return ContractError(
        f"{name}: {type(error).__name__} while searching: {words}; PERFECTPLAY_COMPILE=never shows where"
    )


def check_rules(problem: Given, needed: Sequence[Callable[..., Any]]) -> None:
    """Find by plain Python what would otherwise be a compiler's traceback or a silently wrong answer."""
    rules_class, made = type(problem.rules), type(problem).__name__
    if not (issubclass(rules_class, tuple) and hasattr(rules_class, "_fields")):
        raise ContractError(f"rules must be a NamedTuple, not {rules_class.__name__}")
    for stub in needed:
        STUBS[stub].require(rules_class)
    start = from_number(problem.start_state, problem.words)
    out = make_states(problem.branching, problem.words)
    count = problem.ask(successors, start, out)
    if not _is_count(count):
        raise ContractError(f"{name_of(successors, rules_class)} must return how many states it wrote, not {count!r}")
    if not 0 <= count <= problem.branching:
        raise ContractError(
            f"{name_of(successors, rules_class)} returned {count} for the start, "
            f"but {made}(branching={problem.branching}){': pass a larger number' if count > 0 else ''}"
        )
    problem.moves(problem.start_state)  # refuses two with the same text


def check_rows(problem: Given) -> None:
    """Refuse a rule that counts states which it has not written, by trying some positions with two different outs.

    It is for games for two: the rules of a puzzle need not know what comes after its goal.
    """
    rules_class, waiting = type(problem.rules), [problem.start_state]
    for state in islice(waiting, TRIED):  # the list grows on the way
        rows = []
        for old in (ZEROS, ONES):
            out = make_states(problem.branching, problem.words)
            out[:] = old
            try:
                count = problem.ask(successors, from_number(state, problem.words), out)
            except ContractError:
                return  # the search says more of it, with the right hint
            if not _is_count(count) or not 0 <= count <= problem.branching:
                return
            rows.append(to_numbers(out[:count]))
        if rows[0] != rows[1]:
            raise ContractError(
                f"{name_of(successors, rules_class)} returned {count} for {problem.text(state)[:40]!r}, "
                "but did not write as many states to out"
            )
        waiting += [after for after in rows[0] if after not in waiting]


def _is_count(value: object) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def check_number(problem: Given, stub: Callable[..., Any], kind: str, *states: Any) -> None:
    """Refuse a rule that gives no whole number within its bounds, for states of the start."""
    rules_class = type(problem.rules)
    number = problem.ask(stub, *states)
    if isinstance(number, (float, np.floating)):
        raise float_refused(STUBS[stub].implementation(rules_class))
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)):
        what = "a whole number" if kind == VALUE else "a whole number of 0 or more"
        raise ContractError(f"{name_of(stub, rules_class)} must return {what}, not {number!r}")
    checked(rules_class.__name__, kind, number)


def name_of(stub: Callable[..., Any], rules_class: type) -> str:
    """Return the names of a rule's function and of what it implements."""
    function = STUBS[stub].implementation(rules_class)
    return f"{function.__name__} ({stub.__name__} of {rules_class.__name__})"
