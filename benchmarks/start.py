"""Commands as a newcomer types them first: whole processes, with a cache that nothing was ever compiled into."""

import os
import subprocess
import sys
import tempfile
import time
from typing import Any


def first_ever(spec: str) -> dict[str, Any]:
    """Solve a problem by the command, in a process and a home of its own."""
    with tempfile.TemporaryDirectory() as home:
        variables = {name: value for name, value in os.environ.items() if not name.startswith("PERFECTPLAY")}
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "perfectplay", "solve", spec],
            env=variables | {"PERFECTPLAY_HOME": home},
            stdout=subprocess.DEVNULL,
            check=True,
        )
        return {"seconds": time.perf_counter() - began}
