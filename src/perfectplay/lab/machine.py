"""The machine in a line, shown beside every figure."""

import platform
from functools import cache


@cache
def machine() -> str:
    """Return processor, cores, memory, system and Python."""
    import psutil

    cores, memory = psutil.cpu_count() or 1, psutil.virtual_memory().total
    return (
        f"{_processor()}, {cores} core{'s' if cores > 1 else ''}, {memory / 2**30:.0f} GiB, {platform.system()}, "
        f"Python {platform.python_version()}"
    )


def _processor() -> str:
    """Return the name of the processor, which psutil does not have."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            names = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or platform.machine()
