"""The process in which a server's searches run.

The server bounds what a task may take, ends it by SIGINT, and starts a new process where one has died.
"""

import json
import os
import sys

from perfectplay.base.loading import loading
from perfectplay.base.parent_death import end_with_parent

NICENESS = 19  # the server, which answers visitors, goes before searches, and before what they import


def main() -> int:
    """Work for the server that has started this process; its own games are given as JSON."""
    if hasattr(os, "nice"):  # Windows has no such thing
        os.nice(NICENESS)
    with loading():
        from perfectplay.web.working import Worker

    end_with_parent()
    Worker(json.loads(sys.argv[1])).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
