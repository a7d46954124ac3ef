"""A process that ends when its parent does, whatever ended the parent."""

import os
import signal
import sys

PR_SET_PDEATHSIG = 1  # a constant of <linux/prctl.h>


def end_with_parent() -> None:
    """Ask the system to end this process together with its parent; other systems may leave it behind after a kill."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    parent = os.getppid()
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # the parent had ended before the call
        os._exit(1)
