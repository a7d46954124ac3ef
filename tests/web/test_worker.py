"""A worker process by itself."""

import json
import signal
import subprocess
import sys
import time
from typing import Any

TASK = {
    "task": "values",
    "spec": "coins/3",
    "subject": "coins/3",
    "position": "o/oo/ooo",
    "moves": False,
    "thorough": False,
}
LIMITS = {"seconds": 10.0, "value_seconds": 5.0, "moves_seconds": 5.0, "memory": 1 << 30}


def test_a_worker_that_is_stopped_while_it_imports_works_on() -> None:
    command = [sys.executable, "-m", "perfectplay.web.worker", "{}"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None

        assert json.loads(process.stdout.readline())[0] == "ready"

        def answer() -> dict[str, Any]:
            assert process.stdout is not None
            event = ""
            while event != "done":
                event, data = json.loads(process.stdout.readline())
            return dict(data)

        for delay in (0.02, 0.05, 0.1, None):
            process.stdin.write(json.dumps(TASK | LIMITS) + "\n")
            process.stdin.flush()
            if delay is not None:
                time.sleep(delay)  # somewhere in the import of a library
                for _ in range(2):  # the second may meet what deals with the first
                    process.send_signal(signal.SIGINT)
                assert answer().keys() & {"stopped", "result"}
        assert answer()["result"]["category"] == "lost"
        process.stdin.close()
        assert process.wait(10) == 0
