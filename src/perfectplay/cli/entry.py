"""Where the command begins as a process of its own, and where it ends."""

from perfectplay.cli.interrupts import handle_interrupts, leave

handle_interrupts(leave)  # before the imports, which take most of the time of a short command
try:
    import atexit
    import os
    import sys
    from contextlib import suppress
    from typing import NoReturn

    from perfectplay.cli.main import main
except KeyboardInterrupt:  # a module may raise it by itself
    leave()


def run() -> "NoReturn":
    """Run the command as a process of its own.

    Taking the compiler's library apart takes longer than most commands: when everything else is done and all that was
    written is out, the process leaves without.
    """
    codes: list[int] = []
    atexit.register(_end, codes)  # registered before all others, so it is called after them
    codes.append(main())
    sys.exit(codes[0])


def _end(codes: list[int]) -> None:
    if not codes:
        return  # an error of ours is shown by Python itself
    with suppress(OSError, ValueError):
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        os._exit(codes[0])
