"""The machine in a line, as it stands beside every figure."""

import os
import platform
from functools import cache


@cache
def machine() -> str:
    """Name processor, cores, memory, system and Python."""
    memory = f", {_memory_bytes() / 2**30:.0f} GiB" if _memory_bytes() else ""
    cores = os.cpu_count() or 1
    return (
        f"{_processor()}, {cores} core{'s' if cores > 1 else ''}{memory}, {platform.system()}, "
        f"Python {platform.python_version()}"
    )


def _processor() -> str:
    try:
        with open("/proc/cpuinfo") as file:
            names = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or platform.machine()


def _memory_bytes() -> int:
    if not hasattr(os, "sysconf") or "SC_PHYS_PAGES" not in os.sysconf_names:
        return 0
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
