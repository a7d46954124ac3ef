"""When kernels are compiled: always, never, or when that pays, as the environment says."""

import os

from perfectplay.base.errors import InputError

SWITCH = "PERFECTPLAY_COMPILE"
ALWAYS, AUTO, NEVER = "always", "auto", "never"
INTERPRETED = f"{SWITCH}={NEVER} runs the rules as plain Python"


def when_to_compile() -> str:
    """Return what the environment says: always, never, or when it pays."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return NEVER
    chosen = os.environ.get(SWITCH) or AUTO
    if chosen not in (ALWAYS, AUTO, NEVER):
        raise InputError(f"{SWITCH} is {chosen[:40]!r}; it may be {ALWAYS}, {AUTO} or {NEVER}")
    return chosen
