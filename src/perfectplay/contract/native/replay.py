"""Hand to Numba what decorators have recorded: it learns of a function once, when a kernel is compiled after that."""

from collections.abc import Callable
from typing import Any

from perfectplay.contract.dispatch import STUBS, Stub
from perfectplay.contract.inner import FORMS
from perfectplay.contract.native import arithmetic, bits, lanes  # noqa: F401  importing them makes their overloads
from perfectplay.contract.native.forms import compiled_form, inlined_form
from perfectplay.contract.native.rules import choose_rule

_replayed_forms = 0
_replayed_stubs: set[str] = set()


def replay() -> None:
    """Register every form and stub that was recorded since the last time."""
    global _replayed_forms
    waiting, _replayed_forms = FORMS[_replayed_forms:], len(FORMS)
    for form in waiting:
        register = inlined_form if form.is_inlined else compiled_form
        register(form.function)(form.choose)
    for dispatch, stub in STUBS.items():
        if stub.name not in _replayed_stubs:
            _replayed_stubs.add(stub.name)
            # Inlined by force: a call passes every array of the rules, which costs more than generating a few moves.
            inlined_form(dispatch)(_chooser(stub))


def _chooser(stub: Stub) -> Callable[..., Any]:
    """Return a plain function: Numba reads the source of what it is given when it reports an error."""

    def choose(rules: Any, *arguments: Any) -> Callable[..., Any] | None:
        return choose_rule(stub, rules, *arguments)

    return choose
