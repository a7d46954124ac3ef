"""What compiled code may call, written down for the compiler.

Importing a compiler takes longer than most work that people ask for.  So decorators only record what they are given;
`native/replay.py`, imported when the first kernel is compiled, hands the records on.
"""

from collections.abc import Callable
from typing import Any, NamedTuple


class Form(NamedTuple):
    """What compiled code runs in place of a function."""

    function: Callable[..., Any]
    choose: Callable[..., Any]  # from the types of the arguments, as the compiler has them, to a plain function
    is_inlined: bool


FORMS: list[Form] = []


def compiled_form(function: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Let compiled code run in place of `function` what the function below chooses by the types of the arguments."""

    def decorate(choose: Callable[..., Any]) -> Callable[..., Any]:
        FORMS.append(Form(function, choose, is_inlined=False))
        return choose

    return decorate


def inner(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let kernels call a function; for Python it stays what it is."""

    def itself(*arguments: Any) -> Callable[..., Any]:
        return function

    # Inlined by force: a call that passes many arrays costs more than most of these functions do.
    FORMS.append(Form(function, itself, is_inlined=True))
    return function
