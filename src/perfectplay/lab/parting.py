"""A process that ends when its parent does, however that came about."""

import os
import signal
import sys

PR_SET_PDEATHSIG = 1  # of <linux/prctl.h>


def end_with_parent() -> None:
    """Ask the system to end this process together with its parent; where it cannot, a kill may leave it behind."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    parent = os.getppid()
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it went before it was asked
        os._exit(1)
